//! The typed form of play, driven by scripts.

use std::io::{self, Write};

use asalto::play::{BoardStyle, Ended, Event, GameSession, Humans, draw, events, plain};
use asalto::players::{Forfeit, GreedyPlayer, MctsPlayer, Player, RandomPlayer};
use asalto::rules::{Action, Game, Position, Rules, Side, Turn};
use asalto::search::SearchSummary;
use plain::{Ending, Minds};

const OFFICERS: Humans = Humans { officers: true, rebels: false };
const REBELS: Humans = Humans { officers: false, rebels: true };
const BOTH: Humans = Humans { officers: true, rebels: true };
const NOBODY: Humans = Humans { officers: false, rebels: false };

/// Both officers can capture: d6 over d5, f4 over e4.
const ABLE: &str = "3/1o1/1r1r3/rr2ro1/rrrrrrr/r1r/1r1 o 0 - 0";

fn position(text: &str) -> Position {
    Position::parse(Rules::asalto(), text).unwrap()
}

fn session(text: &str) -> GameSession {
    GameSession::resume(Rules::asalto(), text).unwrap()
}

fn start() -> GameSession {
    GameSession::new(Position::start(Rules::asalto()))
}

/// Plays a script against a greedy agent of seed 1. Gives how it ended and all that was written.
fn run(session: &mut GameSession, humans: Humans, input: impl AsRef<[u8]>) -> (Ending, String) {
    let mut agent = GreedyPlayer::default();
    agent.start_game(1);
    run_with(session, humans, &mut agent, input)
}

fn run_with(
    session: &mut GameSession,
    humans: Humans,
    agent: &mut dyn Player,
    input: impl AsRef<[u8]>,
) -> (Ending, String) {
    let mut output = Vec::new();
    let style = BoardStyle::default();
    let ending = plain::run(session, humans, Minds::one(agent), style, input.as_ref(), &mut output).unwrap();
    (ending, String::from_utf8(output).unwrap())
}

#[test]
fn the_board_is_a_cross_with_its_lines_and_the_last_turn_marked() {
    let before = position("o1o/3/rr3rr/rrrrrrr/rrrrrrr/rrr/rrr r 0 - 0");
    let after = before.play(before.parse_turn("d4-d5").unwrap().actions()[0]).unwrap();
    let expected = r"
7           O---.---O
            | \ | / |            O officers: 2
6           .---.---.            r rebels: 24, lost below 9
            | / | \ |              quiet plies: 0 of 100
5   r---r---.--[r]--.---r---r
    | \ | / | \ | / | \ | / |    The officers are to move.
4   r---r---r--(.)--r---r---r
    | / | \ | / | \ | / | \ |
3   r---r---r---r---r---r---r
            | \ | / |
2           r---r---r
            | / | \ |
1           r---r---r
    a   b   c   d   e   f   g
";
    assert_eq!(format!("\n{}", draw(&after, Some(&before), BoardStyle::default())), expected);
}

#[test]
fn other_styles_show_the_same_board() {
    let shown = |unicode, colour| draw(&position(ABLE), None, BoardStyle { unicode, colour });
    let pairs = [('◆', 'O'), ('●', 'r'), ('·', '.'), ('─', '-'), ('│', '|'), ('╲', '\\'), ('╱', '/')];
    let back = |letter| pairs.iter().find(|(from, _)| *from == letter).map_or(letter, |(_, to)| *to);
    let ascii: String = shown(true, false).chars().map(back).collect();
    assert_eq!(ascii, shown(false, false));
    assert!(shown(false, true).contains('\u{1b}'));
    assert_eq!(console::strip_ansi_codes(&shown(false, true)), shown(false, false));
    let geese = Position::start(Rules::fox_and_geese(13).unwrap());
    assert!(draw(&geese, None, BoardStyle::default()).contains("| X | X |"));
}

#[test]
fn boards_and_help_fit_a_terminal_of_80_by_24() {
    let (_, text) = run(&mut start(), OFFICERS, "help\n@c7 @e7\nmoves\nhint\nfoo\nd4-d9\n");
    // On a terminal the typed line stands between a prompt and its answer.
    let typed = text.replace("officers> ", "officers>\n");
    assert!(typed.lines().all(|line| line.chars().count() < 80), "{text}");
    let help = text.split("officers> ").nth(1).unwrap();
    assert!(help.lines().count() < 23, "{help}");
}

/// The turns that a person typed, chosen as a random player would against the greedy agent.
fn script(humans: Humans) -> (String, Game) {
    let (mut person, mut agent) = (RandomPlayer::default(), GreedyPlayer::default());
    person.start_game(4);
    agent.start_game(1);
    let mut game = Game::new(Position::start(Rules::asalto()));
    while game.outcome().is_none() {
        let humans_turn = humans.play(game.position().side_to_move());
        let player: &mut dyn Player = if humans_turn { &mut person } else { &mut agent };
        game.play(player.choose(&game).unwrap()).unwrap();
    }
    let mut position = *game.start();
    let mut typed = String::new();
    for turn in game.turns() {
        if humans.play(position.side_to_move()) {
            typed.push_str(&format!("{turn}\n"));
        }
        position = turn.actions().iter().fold(position, |p, &action| p.play(action).unwrap());
    }
    (typed, game)
}

#[test]
fn whole_games_are_played_by_typed_moves_from_each_side() {
    for humans in [OFFICERS, REBELS, BOTH, NOBODY] {
        let (typed, expected) = script(humans);
        let mut session = start();
        let (ending, text) = run(&mut session, humans, typed);
        let outcome = expected.outcome().unwrap();
        assert_eq!(ending, Ending::Over(Ended::Rules(outcome)), "{text}");
        assert_eq!(session.game().actions(), expected.actions());
        assert!(text.ends_with(&format!("The game is over: {outcome}.\n")), "{text}");
        let typed = text.replace("> ", ">\n");
        assert!(typed.lines().all(|line| line.chars().count() < 80), "{text}");
    }
}

#[test]
fn both_officers_are_placed_by_one_line_or_two() {
    for script in ["@c7\n@e7\n", "@c7 @e7\n", "@C7  @e7\r\n"] {
        let mut session = start();
        let (ending, text) = run(&mut session, OFFICERS, script);
        assert_eq!(ending, Ending::Left);
        assert_eq!(session.game().turns().len(), 3, "two placements and the reply: {text}");
        assert!(
            text.contains("An officer is placed on c7.\nAn officer is placed on e7.\nThe rebels move ")
                || script.contains("\n@e")
        );
    }
}

#[test]
fn a_line_with_a_wrong_part_plays_nothing() {
    let mut session = start();
    let (_, text) = run(&mut session, OFFICERS, "@c7 @c7\n");
    assert!(session.game().actions().is_empty());
    assert!(text.contains("@c7: c7 is occupied\nLegal and near to it: "), "{text}");
}

#[test]
fn a_bad_move_is_explained_with_legal_ones_near_it() {
    let quiet = "1o1/1o1/rr3rr/rrrrrrr/rrrrrrr/rrr/rrr r 0 - 0";
    for (typed, answer) in [
        ("d4-d6", "d4-d6: no line joins these points\nLegal and near to it: d4-d5, d4-e5, d4-c5."),
        ("d4-d3", "d4-d3: rebels never move backward\nLegal and near to it: d4-d5"),
        ("d4d5", "d4d5: moves are typed as `@c7`, `d4-d5`, "),
        ("d6-d5", "d6-d5: it is the rebels' turn\n"),
        ("a1-a2", "a1-a2: `a1` is no point of the board\n"),
        ("stop", "stop: no capture is going on\n"),
        ("@c7", "@c7: no officer is left to place\n"),
        ("c4-c5xc7", "c4-c5xc7: "),
    ] {
        let mut session = session(quiet);
        let (_, text) = run(&mut session, REBELS, format!("{typed}\n"));
        assert!(text.contains(&format!("rebels> {answer}")), "{typed}: {text}");
        assert!(session.game().actions().is_empty(), "{typed}");
    }
}

#[test]
fn every_command_is_answered() {
    let script = "help\nmoves\nhint\nposition\nboard\nundo\n\nmvoes\nh\nquit\n";
    let (ending, text) = run(&mut session(ABLE), OFFICERS, script);
    let answers: Vec<&str> = text.split("officers> ").collect();
    assert_eq!((ending, answers.len()), (Ending::Left, 11));
    for (answer, expected) in answers[1..].iter().zip([
        "Moves:    @c7 places",
        "d6-d7  ",
        "Hint: ",
        ABLE,
        "\n7           ",
        "There is no move of yours to take back.",
        "Type a move such as d4-d5, or `help`.",
        "`mvoes` is neither a move nor a command. Did you mean `moves`?",
        "Hint: ",
        "The game is left unfinished. The position to go on from another time:\n3/1o1/",
    ]) {
        assert!(answer.starts_with(expected), "expected {expected:?}, found {answer:?}");
    }
}

#[test]
fn resigning_gives_the_game_to_the_other_side() {
    let (ending, text) = run(&mut session(ABLE), BOTH, "resign\nmoves\nresign\nresign\n");
    assert_eq!(text.matches("Type `resign` again").count(), 2, "a move or command in between takes it back:\n{text}");
    assert_eq!(ending, Ending::Over(Ended::Resigned(Side::Officers)));
    assert!(text.ends_with("The game is over: the rebels win: the officers resigned.\n"), "{text}");
    let mut resigned = session(ABLE);
    resigned.resign(Side::Rebels);
    assert_eq!(resigned.ended().and_then(Ended::winner), Some(Side::Officers));
    assert!(resigned.undo(&[Side::Officers]) && resigned.ended().is_none());
}

#[test]
fn undo_takes_back_the_own_turn_and_the_reply() {
    let mut session = session("1o1/1o1/rr3rr/rrrrrrr/rrrrrrr/rrr/rrr r 0 - 0");
    let (_, text) = run(&mut session, REBELS, "c4-c5\nb4-c4\nundo\nundo\nundo\n");
    assert!(session.game().actions().is_empty());
    assert_eq!(text.matches("Taken back.").count(), 2);
    assert!(text.contains("There is no move of yours to take back."), "{text}");
    // Of two people each takes back one turn.
    let (_, text) = run(&mut session, BOTH, "c4-c5\nundo\nundo\n");
    assert_eq!(text.matches("Taken back.").count(), 1, "{text}");
}

fn told(text: &str, turn: &str) -> Vec<String> {
    let position = position(text);
    let turn = position.parse_turn(turn).unwrap();
    events(&position, &turn).iter().map(ToString::to_string).collect()
}

#[test]
fn captures_and_huffs_are_told() {
    assert_eq!(told(ABLE, "d6xd4"), ["The officers capture d6xd4: the rebel on d5 is removed, 14 left."]);
    assert_eq!(
        told(ABLE, "d6-d7"),
        [
            "The officers move d6-d7.",
            "Huff: the officer that moved d6-d7 is removed, it could have captured d6xd4.",
            "Huff: the officer on f4 is removed, it could have captured f4xd2 or f4xd4.",
        ]
    );
    let chain = "3/1o1/1r1r3/rr2rrr/rrrr1rr/r1r/1o1 o 0 - 0";
    assert_eq!(
        told(chain, "d6xd4xd2"),
        ["The officers capture d6xd4xd2: the rebels on d5 and d3 are removed, 13 left."]
    );
    assert_eq!(told("o2/3/7/7/rrrrrrr/rrr/rrr o 1 - 0", "@d5"), ["An officer is placed on d5."]);
    let (_, text) = run(&mut session(ABLE), OFFICERS, "d6-d7\n");
    assert!(text.contains("Huff: the officer on f4 is removed"), "{text}");
    assert!(text.ends_with("The game is over: the rebels win: no officer is left.\n"), "{text}");
}

#[test]
fn a_chain_is_typed_whole_cut_short_or_taken_up_from_a_position() {
    let chain = "3/1o1/1r1r3/rr2rrr/rrrr1rr/r1r/1o1 o 0 - 0";
    let mut cut = session(chain);
    run(&mut cut, BOTH, "d6xd4\nposition\n");
    assert_eq!(cut.position().side_to_move(), Side::Rebels);
    let mut whole = session(chain);
    run(&mut whole, BOTH, "d6xd4xd2\n");
    assert_eq!(whole.position().rebels().count(), 13);
    let mid = position(chain).play(position(chain).parse_turn("d6xd4").unwrap().actions()[0]).unwrap();
    let mut resumed = session(&mid.to_string());
    let (_, text) = run(&mut resumed, BOTH, "hint\nd6-d7\nstop\n");
    assert!(text.contains("The officer on d4 may jump on."), "{text}");
    assert!(text.contains("Hint: d4xd2"), "{text}");
    assert!(text.contains("The officers end their capture: stop."), "{text}");
    assert_eq!(resumed.position().side_to_move(), Side::Rebels);
}

#[test]
fn a_session_tells_a_turn_when_it_is_complete() {
    let mut session = session("3/1o1/1r1r3/rr2rrr/rrrr1rr/r1r/1o1 o 0 - 0");
    let turn: Turn = session.position().parse_turn("d6xd4xd2").unwrap();
    let told: Vec<_> = turn.actions().iter().map(|&action| session.play(action).unwrap()).collect();
    assert_eq!((&told[0], told.len()), (&None, 2));
    let Some(events) = &told[1] else { panic!("the turn is over") };
    assert!(matches!(&events[..], [Event::Captured { left: 13, .. }]), "{events:?}");
    let (before, last) = session.last_turn().unwrap();
    assert_eq!((before, last), (*session.game().start(), turn));
}

#[test]
fn a_search_says_what_it_expects() {
    let mut agent = MctsPlayer::new("mcts:sims=30".into(), 30);
    let (_, text) = run_with(&mut start(), OFFICERS, &mut agent, "hint\n");
    assert!(text.contains(" (for the officers: win "), "{text}");
    let won = "rrr/rrr/2r1r2/3r3/7/1o1/1o1 r 0 - 0";
    let (_, text) = run_with(&mut session(won), REBELS, &mut agent, "hint\nd4-d5\n");
    assert!(text.contains("Hint: d4-d5, a forced win for the rebels."), "{text}");
    assert!(text.ends_with("the rebels win: the fortress is full of rebels.\n"), "{text}");
}

#[test]
fn a_hint_is_thought_about_however_little_the_analyst_thinks_by_itself() {
    let (mut agent, mut analyst) = (RandomPlayer::default(), MctsPlayer::new("mcts:sims=1".into(), 1));
    let minds = Minds { analyst: Some(&mut analyst), ..Minds::one(&mut agent) };
    let mut won = session("rrr/rrr/2r1r2/3r3/7/1o1/1o1 r 0 - 0");
    let mut output = Vec::new();
    plain::run(&mut won, REBELS, minds, BoardStyle::default(), &b"hint\n"[..], &mut output).unwrap();
    let text = String::from_utf8(output).unwrap();
    assert!(text.contains("Hint: d4-d5, a forced win for the rebels."), "{text}");
}

#[test]
fn strange_input_harms_nothing() {
    let mut script = b"\xff\xfe\n\x1b[31mhello\x07\n".to_vec();
    script.extend(std::iter::repeat_n(b'x', 100_000));
    script.extend(b"\nmoves\n@c7"); // and the last line has no end
    let mut session = start();
    let (ending, text) = run(&mut session, OFFICERS, script);
    assert_eq!(ending, Ending::Left);
    assert!(!text.contains(['\u{1b}', '\u{7}']) && text.len() < 10_000, "{text}");
    assert!(text.contains("@c7  @d7"), "the line after the long one is read: {text}");
    assert_eq!(session.game().actions().len(), 1, "{text}");
    assert!(text.contains("The input has ended. The position to go on from another time:\no2/3/"));
}

#[test]
fn no_input_at_all_ends_cleanly() {
    let (ending, text) = run(&mut start(), OFFICERS, "");
    assert_eq!(ending, Ending::Left);
    assert!(text.contains("3/3/rr3rr/rrrrrrr/rrrrrrr/rrr/rrr o 2 - 0"), "{text}");
}

/// An output that fails.
struct Closed(io::ErrorKind);

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(self.0.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_reader_that_went_away_is_no_fault_and_a_full_disk_is() {
    let style = BoardStyle::default();
    let ended_by = |kind| {
        let mut agent = RandomPlayer::default();
        plain::run(&mut start(), NOBODY, Minds::one(&mut agent), style, io::empty(), Closed(kind))
    };
    assert_eq!(ended_by(io::ErrorKind::BrokenPipe), Ok(Ending::Left));
    let fault = ended_by(io::ErrorKind::StorageFull).unwrap_err();
    assert!(fault.exit_code() == 1 && fault.to_string().contains("the game cannot go on"), "{fault}");
}

/// Gives up, or plays what is not legal.
struct Faulty(Option<Action>);

impl Player for Faulty {
    fn name(&self) -> &str {
        "faulty"
    }

    fn start_game(&mut self, _seed: u64) {}

    fn think(&mut self, _game: &Game) -> Result<SearchSummary, Forfeit> {
        Err(Forfeit::gave_up("no thoughts"))
    }

    fn choose(&mut self, _game: &Game) -> Result<Action, Forfeit> {
        self.0.ok_or_else(|| Forfeit::gave_up("the engine hung"))
    }
}

#[test]
fn a_computer_that_cannot_go_on_ends_the_game_with_its_reason() {
    let illegal = Action::Stop(asalto::rules::Point::ALL[0]);
    for (agent, why) in [(Faulty(None), "the engine hung"), (Faulty(Some(illegal)), "stop: ")] {
        let mut agent = agent;
        let (ending, text) = run_with(&mut start(), REBELS, &mut agent, "");
        assert!(matches!(ending, Ending::Forfeit(found) if found.message.starts_with(why)));
        assert!(text.contains(&format!("faulty cannot go on: {why}")), "{text}");
    }
    let (_, text) = run_with(&mut start(), OFFICERS, &mut Faulty(None), "hint\n");
    assert!(text.contains("No hint: no thoughts"), "{text}");
}

#[test]
fn sides_are_named_as_they_print() {
    for humans in [OFFICERS, REBELS, BOTH, NOBODY] {
        assert_eq!(humans.to_string().parse(), Ok(humans));
    }
    let wrong = "officer".parse::<Humans>().unwrap_err().to_string();
    assert!(wrong.starts_with("must be officers, rebels, both or none, found `officer`"), "{wrong}");
}

#[test]
fn a_wrong_position_says_all_that_is_wrong() {
    let error = GameSession::resume(Rules::asalto(), "nonsense").unwrap_err();
    assert!(error.to_string().contains("five fields"), "{error}");
}
