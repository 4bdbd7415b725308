//! The session under every face: back and forth, games as text, analysis, levels.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};

use asalto::play::pool::{self, Job, Pool, Told, Want};
use asalto::play::{Desk, GameSession, Humans, Levels, Network, Opponents, Record, Seat, Table, View, WaitsFor};
use asalto::players::{Forfeit, MctsPlayer, Player, PlayerFactory, PlayerSpec, RandomPlayer};
use asalto::rules::{Game, Position, RuleSet, Rules, Side};
use asalto::search::SearchSummary;

mod support;

/// The officer on d6 can take two rebels.
const CHAIN: &str = "3/1o1/1r1r3/rr2rrr/rrrr1rr/r1r/1o1 o 0 - 0";

fn start() -> GameSession {
    GameSession::new(Position::start(Rules::asalto()))
}

fn play(session: &mut GameSession, turns: &str) {
    for text in turns.split_whitespace() {
        let turn = session.position().parse_turn(text).unwrap();
        session.play_turn(&turn).unwrap();
    }
}

fn table(humans: &str, turns: &str) -> Table {
    let mut session = start();
    play(&mut session, turns);
    Table::new(session, humans.parse().unwrap(), 0, 1)
}

const OPENING: &str = "@d6 @d5 c4-c5 d5-e5 b4-c4 e5-d5";

#[test]
fn undo_and_redo_go_by_the_turns_of_people() {
    let mut table = table("rebels", OPENING);
    let whole = table.session.position().to_string();
    assert!(table.session.undo(&[Side::Rebels]));
    assert_eq!(table.session.turn_number(), 4, "the own turn and the reply are taken back");
    assert!(table.session.undo(&[Side::Rebels]) && !table.session.undo(&[Side::Rebels]));
    assert_eq!((table.session.turn_number(), table.session.line().len()), (2, 6));
    assert!(table.session.redo(&[Side::Rebels]));
    assert_eq!((table.session.turn_number(), table.session.position().side_to_move()), (4, Side::Rebels));
    assert!(table.session.redo(&[Side::Rebels]) && table.session.is_at_end());
    assert!(!table.session.redo(&[Side::Rebels]));
    assert_eq!(table.session.position().to_string(), whole);
}

#[test]
fn another_move_forgets_what_was_taken_back_and_the_same_move_does_not() {
    let mut session = start();
    play(&mut session, OPENING);
    session.go_to(2);
    play(&mut session, "c4-c5");
    assert_eq!(session.line().len(), 6, "the same was played again");
    play(&mut session, "d5-e5");
    session.go_to(3);
    let other = session.position().legal_turns().into_iter().find(|turn| turn.to_string() != "d5-e5").unwrap();
    session.play_turn(&other).unwrap();
    assert!(session.is_at_end() && session.line().len() == 4);
}

#[test]
fn looking_around_neither_changes_the_game_nor_makes_the_computer_move() {
    let mut table = table("officers", OPENING);
    assert_eq!(table.waits_for(), WaitsFor::Computer);
    table.session.go_to(4);
    assert_eq!(table.waits_for(), WaitsFor::Word);
    table.session.go_to(3);
    assert_eq!(table.waits_for(), WaitsFor::Person);
    table.session.go_to(99);
    assert_eq!(table.waits_for(), WaitsFor::Computer);
    table.session.go_to(4);
    table.session.forget_future();
    assert_eq!((table.waits_for(), table.session.line().len()), (WaitsFor::Computer, 4));
}

#[test]
fn a_chain_that_is_going_on_is_taken_back_and_played_again() {
    let mut session = GameSession::resume(Rules::asalto(), CHAIN).unwrap();
    let jump = session.position().parse_action("d6xd4").unwrap();
    assert_eq!(session.play(jump).unwrap(), None);
    assert!(session.undo(&[Side::Officers]));
    assert_eq!(session.position().to_string(), CHAIN);
    assert!(session.redo(&[Side::Officers]));
    assert_eq!(session.position().jumper().map(|point| point.to_string()).as_deref(), Some("d4"));
}

fn record(session: GameSession) -> Record {
    Record {
        session,
        officers: "Club player".into(),
        rebels: "a \"person\" \\ here".into(),
        date: Some("2026.01.01".into()),
    }
}

/// Both forms of a game are read back as the same game.
fn assert_survives(session: &GameSession) {
    let written = record(session.clone());
    for text in [written.to_text(), written.to_json()] {
        let read = Record::parse(&text).unwrap_or_else(|problem| panic!("{problem}\n{text}"));
        assert_eq!(read.session.game().actions(), session.game().actions(), "{text}");
        assert_eq!(read.session.position(), session.position());
        assert_eq!(read.session.ended(), session.ended(), "{text}");
        assert_eq!(
            (read.officers, read.rebels, read.date),
            (written.officers.clone(), written.rebels.clone(), written.date.clone())
        );
    }
}

#[test]
fn games_survive_being_written_and_read() {
    let mut opening = start();
    play(&mut opening, OPENING);
    assert_survives(&opening);
    assert_survives(&start());
    opening.resign(Side::Rebels);
    assert_survives(&opening);
    let mut chain = GameSession::resume(Rules::asalto(), CHAIN).unwrap();
    let jump = chain.position().parse_action("d6xd4").unwrap();
    chain.play(jump).unwrap();
    assert_survives(&chain);
    let odd = Rules::new(RuleSet { sideways: false, min_rebels: 7, ..RuleSet::asalto() }).unwrap();
    for rules in [Rules::fox_and_geese(17).unwrap(), odd] {
        let mut session = GameSession::new(Position::start(rules));
        let mut player = RandomPlayer::default();
        player.start_game(3);
        while session.ended().is_none() {
            session.play(player.choose(session.game()).unwrap()).unwrap();
        }
        assert_survives(&session);
    }
}

#[test]
fn the_readable_form_has_headers_numbers_and_the_result() {
    let mut session = start();
    play(&mut session, OPENING);
    session.resign(Side::Officers);
    let expected = r#"[Event "Asalto"]
[Date "2026.01.01"]
[Officers "Club player"]
[Rebels "a \"person\" \\ here"]
[Rules "asalto"]
[Result "0-1"]
[Termination "the rebels win: the officers resigned"]

@d6 @d5 1. c4-c5 d5-e5 2. b4-c4 e5-d5 0-1
"#;
    assert_eq!(record(session).to_text(), expected);
}

#[test]
fn comments_and_missing_headers_are_no_fault() {
    let read = Record::parse("; a note\n@d6 @d5 {they sit\nthere} 1.c4-c5 ... 1... d5-e5 2. b4-c4 *").unwrap_err();
    assert!(read.message.starts_with("move 3: 1.c4-c5"), "{read}");
    let text = "; a {note\n@d6 @d5 {they sit;\n% there} 1. c4-c5 1... d5-e5 ; 2. a4-a5\n% 3.\n2. b4-c4 *";
    let read = Record::parse(text).unwrap();
    assert_eq!((read.session.turn_number(), read.officers.as_str()), (5, "?"));
}

#[test]
fn what_is_no_game_is_refused_with_its_place() {
    for (text, told) in [
        ("", "there is no game in this text"),
        ("@d6 @d5 d4-d6", "move 3: d4-d6: no line joins these points"),
        ("[Rules \"chess\"]\n\n@d6", "no rule set is called `chess`"),
        ("[Rules asalto]", "line 1: a header is written"),
        ("[Position \"x\"]\n", "Position: "),
        ("@d6 {never", "a comment that begins with { does not end"),
        ("@d6 @d5 1/2-1/2", "these moves do not end in a draw"),
        ("{\"moves\": 3}", "no game in JSON: "),
        ("{\"moves\": [\"@a1\"]}", "move 1: @a1: `a1` is no point"),
        ("{\"moves\": [], \"format\": \"chess\"}", "format: must be asalto-game"),
        ("{\"moves\": [\"@d6...\"]}", "move 1: @d6: no capture"),
    ] {
        let problem = Record::parse(text).unwrap_err().to_string();
        assert!(problem.contains(told), "{text}: {problem}");
    }
    let won = format!("[Position \"{CHAIN}\"]\n\n1-0");
    assert_eq!(Record::parse(&won).unwrap().session.ended().and_then(|ended| ended.winner()), Some(Side::Officers));
}

#[test]
fn scores_belong_to_positions_and_ends_are_exact() {
    let mut table = table("both", "@d6 @d5 c4-c5");
    assert_eq!(table.scores(), [None; 4]);
    let position = *table.session.position();
    table.note_score(&position, 0.25);
    assert_eq!(table.scores()[3], Some(0.25), "the officers are to move");
    let before = table.unscored().unwrap();
    assert_eq!(before.position(), &table.session.positions()[2], "the newest comes first");
    table.note_score(before.position(), 0.25);
    assert_eq!(table.scores()[2], Some(0.75), "the rebels were to move");
    table.session.resign(Side::Officers);
    assert_eq!(table.scores()[3], Some(0.0));
}

#[test]
fn a_view_tells_all_that_a_face_shows() {
    let huff = "3/1o1/1r1r3/rr2ro1/rrrrrrr/r1r/1r1 o 0 - 0";
    let mut session = GameSession::resume(Rules::asalto(), huff).unwrap();
    play(&mut session, "d6-d7");
    let view = View::new(&Table::new(session, "both".parse().unwrap(), 0, 1));
    let json = serde_json::to_value(&view).unwrap();
    assert_eq!(json["ended"]["text"], "the rebels win: no officer is left");
    assert_eq!(json["turns"][0]["huffed"][0]["at"], "d7");
    assert_eq!(json["turns"][0]["huffed"][1]["missed"], serde_json::json!(["f4xd2", "f4xd4"]));
    assert_eq!((&json["legal"], &json["waits_for"]), (&serde_json::json!([]), &"nobody".into()));
    let chain = GameSession::resume(Rules::asalto(), CHAIN).unwrap();
    let view = View::new(&Table::new(chain, "officers".parse().unwrap(), 0, 1));
    let jump = view.legal.iter().find(|action| action.kind == "jump").unwrap();
    assert_eq!((jump.text.as_str(), jump.over.unwrap().to_string().as_str()), ("d6xd4", "d5"));
}

/// Falls over.
struct Panics;

impl Player for Panics {
    fn name(&self) -> &str {
        "panics"
    }

    fn start_game(&mut self, _: u64) {}

    fn think(&mut self, _: &Game) -> Result<SearchSummary, Forfeit> {
        panic!("this is what the test wants")
    }
}

#[test]
fn the_pool_answers_every_job_once_whatever_the_player_does() {
    let pool = Pool::new(2).unwrap();
    let (sender, told) = channel();
    let players: [(&str, Arc<PlayerFactory>); 2] = [
        ("random", Arc::new("random".parse::<PlayerSpec>().unwrap().factory(&no_networks).unwrap())),
        ("panics", Arc::new(PlayerFactory::new("panics", || Box::new(Panics)))),
    ];
    for (name, player) in players {
        for want in [Want::Turn, Want::Analysis(10), Want::Turn] {
            let sender = sender.clone();
            let tell = move |told: Told| sender.send((name, want, told)).unwrap();
            let (game, stop) = (Game::new(Position::start(Rules::asalto())), Arc::default());
            let seat = Seat::new(Arc::clone(&player), 1);
            pool.submit(Job { seat, game, want, truth: None, stop, tell: Box::new(tell) });
        }
    }
    drop(sender);
    let answers: Vec<_> = told.iter().filter(|(.., told)| told.is_last()).take(6).collect();
    let count = |name: &str, good: bool| {
        let is_good = |told: &Told| match told {
            Told::Turn(found) => found.as_ref().is_ok_and(|actions| actions.len() == 2),
            Told::Analysed(found) => found.is_ok(),
            Told::Progress(_) => false,
        };
        answers.iter().filter(|(from, _, told)| *from == name && is_good(told) == good).count()
    };
    assert_eq!((count("random", true), count("panics", false)), (3, 3));
}

/// Plays at random and notes what it is asked.
struct Notes(RandomPlayer, Arc<Mutex<Vec<&'static str>>>);

impl Player for Notes {
    fn name(&self) -> &str {
        "notes"
    }

    fn start_game(&mut self, seed: u64) {
        self.0.start_game(seed);
        self.1.lock().unwrap().push("start");
    }

    fn think(&mut self, game: &Game) -> Result<SearchSummary, Forfeit> {
        self.1.lock().unwrap().push("think");
        self.0.think(game)
    }
}

#[test]
fn the_computer_stays_at_its_game_until_a_turn_is_taken_back_or_another_level_plays() {
    let notes = Arc::new(Mutex::new(Vec::new()));
    let asked = Arc::clone(&notes);
    let workshop = move |_: &PlayerSpec, _: Rules| {
        let asked = Arc::clone(&asked);
        Ok(PlayerFactory::new("notes", move || Box::new(Notes(RandomPlayer::default(), Arc::clone(&asked)))))
    };
    let network = Network { dir: "models/asalto".into(), rules: Rules::asalto() };
    let opponents = Opponents::new(Rules::asalto(), &Levels::shipped(), &network, &workshop, None).unwrap();
    let mut desk = Desk::new(table("rebels", "@d7 @e7 b5-c5"), Arc::new(opponents));
    desk.scoring = false;
    let pool = Pool::new(2).unwrap();
    let think = |desk: &mut Desk| {
        let errand = desk.turn().unwrap();
        let (sender, told) = channel();
        pool.submit(errand.job(move |told| sender.send(told).unwrap()));
        assert!(desk.take(&errand, told.recv().unwrap()));
        std::mem::take(&mut *notes.lock().unwrap())
    };
    assert_eq!(think(&mut desk), ["start", "think"]);
    desk.table.session.play_texts(&["a5-b5"]).unwrap();
    assert_eq!(think(&mut desk), ["think"], "the same player");
    desk.table.session.play_texts(&["f5-e5"]).unwrap();
    assert_eq!(think(&mut desk), ["think"]);
    assert!(desk.table.session.undo(&[Side::Rebels]));
    desk.moved();
    desk.table.session.play_texts(&["f5-e5"]).unwrap();
    assert_eq!(think(&mut desk), ["start", "think"], "a turn was taken back");
    desk.table.session.play_texts(&["g5-f5"]).unwrap();
    desk.table.level += 1;
    assert_eq!(think(&mut desk), ["start", "think"], "another level");
}

#[test]
fn a_stopped_analysis_ends_at_once() {
    let stop = AtomicBool::new(false);
    let game = Game::new(Position::start(Rules::asalto()));
    let mut player = MctsPlayer::new("mcts".into(), 1);
    let found =
        pool::analyse(&mut player, &game, u32::MAX, None, &stop, &mut |_| stop.store(true, Ordering::Relaxed)).unwrap();
    assert!(found.root_info.visits > Some(0) && found.root_info.visits < Some(u32::MAX));
}

fn no_networks(_: &std::path::Path) -> Result<asalto::players::EvaluatorMaker, asalto::base::fault::Fault> {
    Err(asalto::base::fault::Fault::failed("no network"))
}

#[test]
fn rules_that_no_network_knows_are_played_by_others() {
    let workshop = |player: &PlayerSpec, _: Rules| player.factory(&no_networks);
    let network = Network { dir: "models/asalto".into(), rules: Rules::asalto() };
    let geese = Rules::fox_and_geese(13).unwrap();
    let opponents = Opponents::new(geese, &Levels::shipped(), &network, &workshop, None).unwrap();
    assert!(opponents.level(Levels::shipped().all().len() - 1).name().starts_with("mcts:"));
    assert!(opponents.analyst().name().starts_with("mcts:"));
    assert!(Opponents::new(Rules::asalto(), &Levels::shipped(), &network, &workshop, None).is_err());
}

#[test]
fn nobody_at_the_board_can_take_back_too() {
    let table = table("none", OPENING);
    assert_eq!(table.undo_sides(), Side::ALL);
    assert_eq!("rebels".parse::<Humans>().unwrap().sides(), [Side::Rebels]);
}

#[test]
fn play_takes_levels_and_refuses_others() {
    let dir = tempfile::tempdir().unwrap();
    for level in Levels::shipped().all() {
        support::run(dir.path(), 0, &["play", "--level", &level.name, "--plain"]);
    }
    let output = support::run(dir.path(), 2, &["play", "--level", "grandmaster"]);
    assert!(support::stderr(&output).starts_with("error: --level: must be one of child, "));
    std::fs::write(dir.path().join("l.toml"), "default = \"x\"\nlevel = []\n").unwrap();
    let output = support::run(dir.path(), 2, &["play", "--levels", "l.toml"]);
    assert!(support::stderr(&output).contains("l.toml: default: must be one of , found `x`"));
}

#[test]
fn a_saved_game_is_gone_on_with() {
    let dir = tempfile::tempdir().unwrap();
    let mut command = support::asalto(dir.path(), &["play", "--side", "both", "--plain"]);
    let script =
        "@d6 @d5\nc4-c5\nsave My Game.txt\nsave g.json\nundo\nredo\nload nothing\nload g.json\ngame\nanalysis\nquit\n";
    std::fs::write(dir.path().join("script"), script).unwrap();
    let output = command.stdin(std::fs::File::open(dir.path().join("script")).unwrap()).output().unwrap();
    let text = support::stdout(&output);
    for told in [
        "Saved. `load My Game.txt`",
        "Taken back.",
        "Played again.",
        "Not loaded: cannot read nothing: ",
        "Loaded.",
        "@d6 @d5 1. c4-c5 *",
        "visits  winrate",
    ] {
        assert!(text.contains(told), "{told}: {text}");
    }
    let output = support::run(dir.path(), 0, &["play", "--load", "My Game.txt", "--side", "both"]);
    assert!(support::stdout(&output).contains("[●]"), "the last turn is marked: {}", support::stdout(&output));
}
