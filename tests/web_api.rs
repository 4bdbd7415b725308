//! The server's calls: whole games, and whatever else may be sent to it.

mod web_support;

use std::io::{Read, Write};
use std::net::TcpStream;

use serde_json::{Value, json};
use web_support::{Server, raw, request};

/// Both officers can capture: d6 over d5, f4 over e4.
const ABLE: &str = "3/1o1/1r1r3/rr2ro1/rrrrrrr/r1r/1r1 o 0 - 0";
const CHAIN: &str = "3/1o1/1r1r3/rr2rrr/rrrr1rr/r1r/1o1 o 0 - 0";

fn id(state: &Value) -> String {
    state["id"].as_str().unwrap().to_owned()
}

fn play(server: &Server, id: &str, text: &str) -> (u16, Value) {
    server.post(&format!("/api/games/{id}/play"), &json!({ "move": text }))
}

#[test]
fn the_page_comes_with_a_strict_policy_and_its_files() {
    let server = Server::start(&[]);
    for (path, kind) in [
        ("/", "text/html"),
        ("/assets/app.js", "text/javascript"),
        ("/assets/style.css", "text/css"),
        ("/assets/icon.svg", "image/svg+xml"),
        ("/api", "application/json"),
    ] {
        let answer = request(server.address, "GET", path, &[], b"");
        let head = answer.head.to_lowercase();
        assert!(answer.status == 200 && head.contains(&format!("content-type: {kind}")), "{path}: {head}");
        assert!(head.contains("content-security-policy: default-src 'none'; script-src 'self'"), "{head}");
        assert!(head.contains("x-content-type-options: nosniff") && head.contains("frame-ancestors 'none'"), "{head}");
    }
    let (_, about) = server.get("/api");
    assert_eq!((&about["default_level"], &about["rules"][0]["name"]), (&"club".into(), &"asalto".into()));
    assert_eq!(about["rules"][0]["board"]["lines"].as_array().unwrap().len(), 72);
}

/// Plays the first legal moves against the weakest level until the game is over.
fn whole_game(server: &Server, side: &str, rules: &str) -> Value {
    let mut state = server.game(&json!({ "side": side, "level": "child", "rules": rules }));
    let id = id(&state);
    let mut turn = 0;
    loop {
        state = server.wait_for(&id, |state| state["waits_for"] != "computer");
        if state["waits_for"] == "nobody" {
            return state;
        }
        let legal = state["legal"].as_array().unwrap();
        let chosen = legal[(7 * turn) % legal.len()]["move"].as_str().unwrap();
        turn += 1;
        let (status, next) = server
            .post(&format!("/api/games/{id}/play"), &json!({ "move": chosen, "step": true, "at": state["actions"] }));
        assert_eq!(status, 200, "{chosen}: {next}");
    }
}

#[test]
fn whole_games_are_played_from_each_side_and_survive_export_and_import() {
    let server = Server::start(&[]);
    for (side, rules) in [("officers", "asalto"), ("rebels", "asalto"), ("rebels", "fox-and-geese-13")] {
        let state = whole_game(&server, side, rules);
        assert!(!state["ended"]["text"].as_str().unwrap().is_empty() && state["legal"] == json!([]), "{state}");
        for format in ["text", "json"] {
            let path = format!("/api/games/{}/export?format={format}", id(&state));
            let text = request(server.address, "GET", &path, &[], b"").body;
            let again = server.game(&json!({ "game": text, "side": side }));
            assert_eq!((&again["position"], &again["ended"]), (&state["position"], &state["ended"]), "{text}");
            assert_eq!(again["turns"], state["turns"]);
        }
        let (status, refused) = play(&server, &id(&state), "d4-d5");
        assert!(status == 422 && refused["error"].as_str().unwrap().contains("the game is over"), "{refused}");
    }
}

#[test]
fn undo_redo_jump_and_going_on_from_an_earlier_move() {
    let server = Server::start(&[]);
    let id = id(&server.game(&json!({ "side": "both" })));
    for text in ["@d6", "@d5", "c4-c5", "d5-e5", "b4-c4"] {
        assert_eq!(play(&server, &id, text).0, 200, "{text}");
    }
    let post = |what: &str, body: Value| server.post(&format!("/api/games/{id}/{what}"), &body);
    let (_, state) = post("undo", json!({}));
    assert_eq!((&state["at"], state["turns"].as_array().unwrap().len()), (&4.into(), 5));
    let (_, state) = post("jump", json!({ "turn": 0 }));
    assert_eq!((&state["to_place"], &state["waits_for"]), (&2.into(), &"person".into()));
    let (status, refused) = post("jump", json!({ "turn": 6 }));
    assert!(status == 422 && refused["error"].as_str().unwrap().contains("0 to 5"), "{refused}");
    let (_, state) = post("jump", json!({ "turn": 3 }));
    assert_eq!(state["to_move"], "officers");
    assert_eq!(post("redo", json!({})).1["at"], 4);
    let (_, state) =
        server.post(&format!("/api/games/{id}/settings"), &json!({ "side": "officers", "level": "child" }));
    assert_eq!(state["waits_for"], "word", "the computer waits: a move was taken back");
    assert_eq!(post("go", json!({})).0, 200);
    let state = server.wait_for(&id, |state| state["at"] == 5);
    assert_eq!((&state["waits_for"], state["turns"].as_array().unwrap().len()), (&"person".into(), 5));
    assert_eq!(post("resign", json!({})).1["ended"]["text"], "the rebels win: the officers resigned");
    assert!(post("undo", json!({})).1["ended"].is_null());
}

#[test]
fn hints_analysis_and_scores_come_while_one_waits() {
    let server = Server::start(&[]);
    let state = server.game(&json!({ "side": "both", "position": CHAIN }));
    let id = id(&state);
    let post = |what: &str, body: Value| server.post(&format!("/api/games/{id}/{what}"), &body);
    post("analysis", json!({ "on": true, "sims": 200 }));
    let ready = |state: &Value| state["analysis"]["running"] == false && !state["analysis"]["found"].is_null();
    let state = server.wait_for(&id, ready);
    let found = &state["analysis"]["found"];
    assert_eq!((&found["rootInfo"]["visits"], &found["position"]), (&200.into(), &CHAIN.into()));
    assert_eq!(found["moveInfos"].as_array().unwrap().len(), state["legal"].as_array().unwrap().len());
    assert!(state["scores"][0].is_number());
    let (_, state) = post("analysis", json!({ "on": false }));
    assert!(state["analysis"]["found"].is_null());
    post("hint", json!({}));
    let state = server.wait_for(&id, |state| state["hint"]["thinking"] == false);
    assert!(state["hint"]["turn"].is_string(), "{}", state["hint"]);
    // The hint goes with the position.
    assert!(play(&server, &id, "d6xd4xd2").1["hint"].is_null());
    let (_, state) = server.get(&format!("/api/games/{id}"));
    assert_eq!((&state["captured"], &state["turns"][0]["captured"]), (&2.into(), &json!(["d5", "d3"])));
}

#[test]
fn a_chain_goes_jump_by_jump_and_a_huff_is_told() {
    let server = Server::start(&[]);
    let id_of_chain = id(&server.game(&json!({ "side": "both", "position": CHAIN })));
    let step =
        |text: &str| server.post(&format!("/api/games/{id_of_chain}/play"), &json!({ "move": text, "step": true }));
    assert_eq!(step("d6xd4").1["jumper"], "d4");
    let (status, refused) = step("d1-e1");
    assert!(status == 422 && refused["error"].as_str().unwrap().contains("in the middle of a capture"), "{refused}");
    let (_, state) = step("stop");
    assert_eq!((&state["to_move"], &state["turns"][0]["turn"]), (&"rebels".into(), &"d6xd4".into()));
    let huffed = server.game(&json!({ "side": "both", "position": ABLE }));
    let (_, state) = play(&server, &id(&huffed), "d6-d7");
    assert_eq!(state["turns"][0]["huffed"][0], json!({ "officer": "d6", "at": "d7", "missed": ["d6xd4"] }));
    assert!(state["turns"][0]["text"].as_str().unwrap().contains("Huff: the officer on f4 is removed"));
}

#[test]
fn what_is_malformed_or_not_allowed_gets_a_reason_and_changes_nothing() {
    let server = Server::start(&[]);
    let game = server.game(&json!({ "side": "rebels", "level": "child" }));
    let id = id(&game);
    let before = server.wait_for(&id, |state| {
        state["waits_for"] == "person" && state["scores"].as_array().unwrap().iter().all(Value::is_number)
    });
    let own = |what: &str| format!("/api/games/{id}/{what}");
    let long = "x".repeat(70_000);
    for (method, path, body, status, told) in [
        ("POST", own("play"), "{\"move\":\"d4-d6\"}", 422, "d4-d6: no line joins these points"),
        ("POST", own("play"), "{\"move\":\"d4-d3\"}", 422, "rebels never move backward"),
        ("POST", own("play"), "{\"move\":\"\"}", 422, "moves are typed as"),
        ("POST", own("play"), "{\"move\":\"c4-c5\",\"at\":0}", 409, "the game has gone on"),
        ("POST", own("play"), "{\"move\":3}", 422, "invalid type"),
        ("POST", own("play"), "{\"mvoe\":\"c4-c5\"}", 422, "unknown field `mvoe`"),
        ("POST", own("play"), "{\"move\":\"c4-c5\"", 400, "EOF"),
        ("POST", own("play"), "\u{0}\u{1}", 400, ""),
        ("POST", own("play"), "", 400, ""),
        ("POST", own("play"), &long, 413, ""),
        ("POST", own("undo"), "{}", 409, "no move of yours"),
        ("POST", own("redo"), "{}", 409, "nothing was taken back"),
        ("POST", own("jump"), "{\"turn\":99}", 422, "turn: must be 0 to 2"),
        ("POST", own("jump"), "{\"turn\":-1}", 422, ""),
        ("POST", own("analysis"), "{\"on\":true,\"sims\":0}", 422, "sims: must be 1 to 50000, found 0"),
        ("POST", own("analysis"), "{\"on\":true,\"sims\":99999999}", 422, "sims: must be"),
        ("POST", own("settings"), "{\"side\":\"geese\"}", 422, "side: must be officers, rebels, both or none"),
        ("POST", own("settings"), "{\"level\":\"god\"}", 422, "level: must be one of child, "),
        ("POST", own("nothing"), "{}", 404, "nothing at this address"),
        ("PUT", own("play"), "{}", 405, "does not take this method"),
        ("GET", own("export?format=pdf"), "", 400, "format: must be text or json"),
        ("GET", format!("/api/games/{id}?after=soon"), "", 400, ""),
        ("GET", format!("/api/games/{id}?befor=1"), "", 400, ""),
        ("POST", "/api/games/0123/play".into(), "{\"move\":\"c4-c5\"}", 404, "no such game"),
        ("GET", "/api/games/..%2f..%2fetc".into(), "", 404, ""),
        ("GET", "/assets/..%2fCargo.toml".into(), "", 404, "no such file"),
        ("POST", "/api/games".into(), "{\"position\":\"x\"}", 422, "position: "),
        ("POST", "/api/games".into(), "{\"rules\":\"chess\"}", 422, "rules: must be one of asalto"),
        ("POST", "/api/games".into(), "{\"game\":\"@d6 @d6\"}", 422, "move 2: @d6: d6 is occupied"),
        ("POST", "/api/games".into(), "{\"game\":\"[Rules \\\"officers = 3\\\"]\"}", 422, "rules: must be one of"),
        ("POST", "/api/games".into(), "{\"game\":\"\",\"position\":\"\"}", 400, "either `game` or `position`"),
        ("POST", "/api/games".into(), "[]", 422, "must be a JSON object"),
        ("POST", own("play"), "[\"c4-c5\",null,null]", 422, "must be a JSON object"),
    ] {
        let answer = request(server.address, method, &path, &[("content-type", "application/json")], body.as_bytes());
        let shown: String = body.chars().take(60).collect();
        assert_eq!(answer.status, status, "{method} {path} {shown}: {}", answer.body);
        assert!(answer.body.contains(told), "{method} {path} {shown}: {}", answer.body);
        assert!(answer.body.is_empty() || answer.body.len() < 600, "a refusal is short: {}", answer.body);
    }
    let no_json =
        request(server.address, "POST", &own("play"), &[("content-type", "text/plain")], b"{\"move\":\"c4-c5\"}");
    assert_eq!(no_json.status, 415, "{}", no_json.body);
    let (_, after) = server.get(&format!("/api/games/{id}"));
    assert_eq!(after, before);
}

#[test]
fn other_machines_names_and_other_sites_pages_are_kept_out() {
    let server = Server::start(&["--allow-host", "den"]);
    let port = server.address.port();
    let body = b"{\"side\":\"both\"}";
    let status = |headers: &[(&str, &str)]| {
        let headers: Vec<(&str, &str)> =
            [("content-type", "application/json")].into_iter().chain(headers.iter().copied()).collect();
        request(server.address, "POST", "/api/games", &headers, body).status
    };
    let (local, den, evil) = (format!("localhost:{port}"), format!("den:{port}"), format!("evil.example:{port}"));
    assert_eq!((status(&[]), status(&[("host", &local)]), status(&[("host", &den)])), (201, 201, 201));
    assert_eq!((status(&[("host", &evil)]), status(&[("host", "-")])), (403, 400));
    assert_eq!(status(&[("origin", "http://evil.example")]), 403);
    assert_eq!(status(&[("origin", &format!("http://{}", server.address))]), 201);
    assert_eq!(status(&[("sec-fetch-site", "cross-site")]), 403);
    let page =
        request(server.address, "GET", "/", &[("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")], b"");
    assert_eq!(page.status, 200, "a link may open the page");
}

#[test]
fn one_game_more_than_there_may_be_is_refused_until_another_ends() {
    let server = Server::start(&["--games", "2"]);
    let wish = json!({ "side": "both" });
    let first = server.game(&wish);
    server.game(&wish);
    let answer = request(server.address, "POST", "/api/games", &[("content-type", "application/json")], b"{}");
    assert_eq!(answer.status, 503);
    assert!(
        answer.body.contains("all 2 games of this server are in use")
            && answer.head.to_lowercase().contains("retry-after")
    );
    let path = format!("/api/games/{}", id(&first));
    assert_eq!(server.call("DELETE", &path, &Value::Null).0, 204);
    assert_eq!((server.get(&path).0, server.call("DELETE", &path, &Value::Null).0), (404, 404));
    let (again, other) = (server.game(&wish), id(&first));
    assert!(id(&again) != other && id(&again).len() == 32);
}

#[test]
fn garbage_and_half_requests_leave_the_server_as_it_was() {
    let server = Server::start(&[]);
    let address = server.address;
    let mut open = Vec::new();
    for start in ["GET / HTTP/1.1\r\nhost: ", "POST /api/games HTTP/1.1\r\ncontent-length: 1000000000\r\n", ""] {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(start.as_bytes()).unwrap();
        open.push(stream);
    }
    let many = format!("GET / HTTP/1.1\r\nhost: {address}\r\n{}\r\n", "x: y\r\n".repeat(5000));
    let long = format!("GET /{} HTTP/1.1\r\nhost: {address}\r\n\r\n", "a".repeat(1 << 20));
    let two_hosts = format!("GET /api HTTP/1.1\r\nhost: {address}\r\nhost: evil.example\r\nconnection: close\r\n\r\n");
    for bytes in [
        &b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"[..],
        b"\0\0\0\0\r\n\r\n",
        b"HELO there\r\n\r\n",
        many.as_bytes(),
        long.as_bytes(),
    ] {
        let status = raw(address, bytes).status;
        assert!(status == 0 || (400..500).contains(&status), "{status}");
    }
    raw(address, two_hosts.as_bytes());
    let claimed = format!(
        "POST /api/games HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\ncontent-length: 99999999\r\nconnection: close\r\n\r\n{{"
    );
    assert_eq!(raw(address, claimed.as_bytes()).status, 413);
    assert_eq!(server.get("/api").0, 200);
    drop(open);
}

#[test]
fn a_request_that_does_not_come_to_its_end_is_not_waited_for() {
    let server = Server::start(&[]);
    let begin = |text: &str| {
        let mut stream = TcpStream::connect(server.address).unwrap();
        stream.write_all(text.as_bytes()).unwrap();
        stream.set_read_timeout(Some(std::time::Duration::from_secs(60))).unwrap();
        stream
    };
    let head = format!("POST /api/games HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n", server.address);
    let mut halves = [begin(&head), begin(&format!("{head}content-length: 20\r\n\r\n{{"))];
    let answers = halves.each_mut().map(|stream| {
        let mut answer = Vec::new();
        // Whether it is closed or reset: it does not stay.
        let closed = stream.read_to_end(&mut answer).map_err(|error| error.kind());
        assert!(
            !matches!(closed, Err(std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut)),
            "it is kept open"
        );
        String::from_utf8_lossy(&answer).into_owned()
    });
    assert!(!answers[0].contains("201"), "{}", answers[0]);
    assert!(answers[1].starts_with("HTTP/1.1 408 "), "{}", answers[1]);
    assert!(answers[1].contains("did not come to its end"), "{}", answers[1]);
    assert_eq!(server.get("/api").1["games"][0], 0);
}

#[cfg(unix)]
#[test]
fn it_ends_cleanly_while_it_thinks_and_while_somebody_waits() {
    let mut server = Server::start(&[]);
    let state = server.game(&json!({ "side": "both" }));
    let id = id(&state);
    server.post(&format!("/api/games/{id}/analysis"), &json!({ "on": true, "sims": 50_000 }));
    let address = server.address;
    let path = format!("/api/games/{id}?after=1000000");
    let waiting = std::thread::spawn(move || request(address, "GET", &path, &[], b""));
    // The request is on its way before the signal.
    assert_eq!(server.get("/api").0, 200);
    std::thread::sleep(std::time::Duration::from_millis(300));
    let kill = std::process::Command::new("kill").args(["-TERM", &server.child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
    assert_eq!(waiting.join().unwrap().status, 200, "who waits for news is told how the game stands");
}

#[test]
fn a_port_that_is_taken_is_told() {
    let server = Server::start(&[]);
    let port = server.address.port().to_string();
    let output =
        std::process::Command::new(env!("CARGO_BIN_EXE_asalto")).args(["serve", "--port", &port]).output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("cannot listen on 127.0.0.1:") && told.contains("--port names another port"), "{told}");
}
