//! What the tests of the server share: the program as a server on a free port, and requests of any form to it.
#![allow(dead_code, reason = "each test file uses a part")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

/// A server that ends with its owner.
pub struct Server {
    pub child: Child,
    pub address: SocketAddr,
}

impl Server {
    /// Starts `asalto serve` on a free port.
    pub fn start(args: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_asalto"));
        command.args(["serve", "--port", "0"]).args(args).stdin(Stdio::null()).stderr(Stdio::null());
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("asalto is at http://").and_then(|rest| rest.strip_suffix('/'));
        let address = address.unwrap_or_else(|| panic!("{line}")).parse().unwrap();
        Self { child, address }
    }

    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// A call with JSON; the status and the JSON of the answer.
    pub fn call(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let answer = request(self.address, method, path, &[("content-type", "application/json")], body.as_bytes());
        (answer.status, serde_json::from_str(&answer.body).unwrap_or(Value::String(answer.body)))
    }

    pub fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        self.call("POST", path, body)
    }

    pub fn get(&self, path: &str) -> (u16, Value) {
        self.call("GET", path, &Value::Null)
    }

    /// A new game, which has to be let in.
    pub fn game(&self, wish: &Value) -> Value {
        let (status, state) = self.post("/api/games", wish);
        assert_eq!(status, 201, "{state}");
        state
    }

    /// The game once `ready` holds of it.
    pub fn wait_for(&self, id: &str, ready: impl Fn(&Value) -> bool) -> Value {
        let (_, mut state) = self.get(&format!("/api/games/{id}"));
        while !ready(&state) {
            let (status, next) = self.get(&format!("/api/games/{id}?after={}", state["version"]));
            assert_eq!(status, 200, "{next}");
            state = next;
        }
        state
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An answer.
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

/// One request on a connection of its own. A header `host` among `headers` replaces the true one.
pub fn request(address: SocketAddr, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
    let mut text = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\ncontent-length: {}\r\n", body.len());
    if !headers.iter().any(|(name, _)| *name == "host") {
        text.push_str(&format!("host: {address}\r\n"));
    }
    for (name, value) in headers.iter().filter(|(_, value)| *value != "-") {
        text.push_str(&format!("{name}: {value}\r\n"));
    }
    text.push_str("\r\n");
    raw(address, &[text.as_bytes(), body].concat())
}

/// Bytes as they are, and whatever comes back.
pub fn raw(address: SocketAddr, bytes: &[u8]) -> Answer {
    let mut stream = TcpStream::connect(address).expect("the server listens");
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    // The server may answer and hang up before it has read all.
    let _ = stream.write_all(bytes);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let text = String::from_utf8_lossy(&answer).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    Answer { status, head: head.to_owned(), body: body.to_owned() }
}

/// A connection that is kept for many calls, as a browser keeps it.
pub struct Connection {
    address: SocketAddr,
    stream: BufReader<TcpStream>,
}

impl Connection {
    pub fn open(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).expect("the server listens");
        stream.set_nodelay(true).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        Self { address, stream: BufReader::new(stream) }
    }

    /// One call; the status and the JSON of the answer.
    pub fn call(&mut self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let (address, length) = (self.address, body.len());
        let text = format!(
            "{method} {path} HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
        );
        self.stream.get_mut().write_all(text.as_bytes()).unwrap();
        let (mut status, mut length) = (0, 0);
        loop {
            let mut line = String::new();
            self.stream.read_line(&mut line).unwrap();
            if line.trim().is_empty() {
                break;
            }
            if let Some(rest) = line.strip_prefix("HTTP/1.1 ") {
                status = rest[..3].parse().unwrap();
            }
            if let Some(rest) = line.to_lowercase().strip_prefix("content-length:") {
                length = rest.trim().parse().unwrap();
            }
        }
        let mut bytes = vec![0; length];
        self.stream.read_exact(&mut bytes).unwrap();
        (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
    }
}
