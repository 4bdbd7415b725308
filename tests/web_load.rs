//! Load on the server, bounded, on this machine alone. It takes a minute or two, so it runs only when asked for:
//!
//! `cargo test --release --test web_load -- --ignored --nocapture --test-threads 1`

mod web_support;

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use web_support::{Connection, Server, raw};

const GAMES: usize = 200;
/// Turns that each person plays.
const TURNS: usize = 12;

/// What one person measured.
#[derive(Default)]
struct Measured {
    calls: Vec<Duration>,
    replies: Vec<Duration>,
    refused: usize,
}

impl Measured {
    fn call(&mut self, connection: &mut Connection, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let begun = Instant::now();
        let answer = connection.call(method, path, body);
        self.calls.push(begun.elapsed());
        answer
    }
}

/// Plays a game, and sends nonsense in between. Everything that was played has to be there at the end.
fn person(address: SocketAddr, number: usize) -> Measured {
    let mut measured = Measured::default();
    let mut connection = Connection::open(address);
    let wish = json!({ "side": if number.is_multiple_of(2) { "rebels" } else { "officers" }, "level": "club" });
    let (status, mut state) = measured.call(&mut connection, "POST", "/api/games", &wish);
    assert_eq!(status, 201, "{state}");
    let path = format!("/api/games/{}", state["id"].as_str().unwrap());
    let mut played: Vec<String> = Vec::new();
    for turn in 0..TURNS {
        let begun = Instant::now();
        while state["waits_for"] == "computer" {
            state = connection.call("GET", &format!("{path}?after={}", state["version"]), &Value::Null).1;
        }
        measured.replies.push(begun.elapsed());
        if state["waits_for"] != "person" {
            break;
        }
        let legal = state["legal"].as_array().unwrap();
        let text = legal[(7 * turn + number) % legal.len()]["move"].as_str().unwrap().to_owned();
        let wish = json!({ "move": text, "step": true, "at": state["actions"] });
        let (status, next) = measured.call(&mut connection, "POST", &format!("{path}/play"), &wish);
        assert_eq!(status, 200, "{next}");
        (state, played) = (next, {
            played.push(text);
            played
        });
        let nonsense =
            [json!({ "move": "d4-d9" }), json!({ "mvoe": 1 }), json!([[[]]]), json!({ "move": "x".repeat(9000) })];
        let (status, _) =
            measured.call(&mut connection, "POST", &format!("{path}/play"), &nonsense[(turn + number) % 4]);
        assert!((400..500).contains(&status), "{status}");
        measured.refused += 1;
        if turn % 4 == 3 {
            raw(address, b"GET /\x00 HTTP/9.9\r\n\r\n");
            measured.refused += 1;
        }
        measured.call(&mut connection, "GET", &path, &Value::Null);
    }
    let (_, last) = connection.call("GET", &path, &Value::Null);
    let kept = last["turns"]
        .as_array()
        .unwrap()
        .iter()
        .map(|turn| turn["turn"].as_str().unwrap().to_owned())
        .collect::<Vec<_>>();
    let kept = kept.join(" ");
    for text in played.iter().filter(|text| *text != "stop") {
        assert!(kept.contains(text.split('x').next().unwrap()), "{text} is lost: {kept}");
    }
    measured
}

fn report(name: &str, mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!("{name}: {} calls, median {:?}, p99 {:?}, most {:?}", times.len(), at(0.5), at(0.99), at(1.0));
    at(0.99)
}

/// Memory of the server in MiB, where the system tells.
fn memory(server: &Server) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.child.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kib| kib / 1024)
}

#[test]
#[ignore = "load: a minute or two"]
fn two_hundred_games_at_once_with_nonsense_in_between() {
    let server = Server::start(&[]);
    println!("memory before: {:?} MiB", memory(&server));
    let (address, begun) = (server.address, Instant::now());
    let people: Vec<_> = (0..GAMES).map(|number| std::thread::spawn(move || person(address, number))).collect();
    let measured: Vec<Measured> = people.into_iter().map(|person| person.join().unwrap()).collect();
    println!("{GAMES} games in {:?}; memory after: {:?} MiB", begun.elapsed(), memory(&server));
    println!("refused, as they should be: {}", measured.iter().map(|one| one.refused).sum::<usize>());
    report("calls that do not wait", measured.iter().flat_map(|one| one.calls.clone()).collect());
    report("waiting for the computer", measured.iter().flat_map(|one| one.replies.clone()).collect());
}

#[test]
#[ignore = "load: a minute"]
fn calls_are_quick_while_sixteen_games_think() {
    let server = Server::start(&[]);
    let mut connection = Connection::open(server.address);
    for _ in 0..16 {
        let state = server.game(&json!({ "side": "both" }));
        let path = format!("/api/games/{}/analysis", state["id"].as_str().unwrap());
        assert_eq!(server.post(&path, &json!({ "on": true, "sims": 50_000 })).0, 200);
    }
    let game = server.game(&json!({ "side": "both" }));
    let path = format!("/api/games/{}", game["id"].as_str().unwrap());
    let mut measured = Measured::default();
    for turn in 0..1500 {
        match turn % 3 {
            0 => measured.call(&mut connection, "POST", &format!("{path}/play"), &json!({ "move": "@d6" })),
            1 => measured.call(&mut connection, "POST", &format!("{path}/undo"), &json!({})),
            _ => measured.call(&mut connection, "GET", &path, &Value::Null),
        };
        std::thread::sleep(Duration::from_millis(4));
    }
    let (_, thinking) = server.get(&path);
    println!("{}", thinking["version"]);
    report("calls while 16 games think", measured.calls);
}
