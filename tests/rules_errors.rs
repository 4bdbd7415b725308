//! What the rules core says about positions and moves that are none.

use asalto::rules::{Action, Direction, Game, Illegal, Invalid, Point, Position, RuleSet, Rules, Turn};

fn point(name: &str) -> Point {
    Point::from_name(name).expect("on the board")
}

fn position(text: &str) -> Position {
    Position::parse(Rules::asalto(), text).expect("a valid position")
}

fn position_faults(text: &str) -> Vec<String> {
    let error = Position::parse(Rules::asalto(), text).expect_err("an invalid position");
    error.reasons.iter().map(ToString::to_string).collect()
}

#[test]
fn every_fault_of_a_position_is_reported_at_once() {
    let text = "o3/2/rr3rx/rrrrrrr/rrrrrrr/ror/ror x 1 d4 101";
    let expected = [
        "rank 7 must have 3 points, found 4",
        "rank 6 must have 3 points, found 2",
        "rank 5 may hold `o`, `r` and digits 1 to 7, found `x`",
        "the side to move must be `o` or `r`, found `x`",
        "3 officers on the board and 1 still to be placed are more than the 2 of the rules",
        "while others are still to be placed no officer can stand on d2 d1",
        "there can be no jumper while officers are still to be placed, found d4",
        "the quiet plies must be 0 while officers are still to be placed, found 101",
        "the quiet plies must be at most 100 under these rules, found 101",
    ];
    assert_eq!(position_faults(text), expected);
    let joined = Position::parse(Rules::asalto(), text).expect_err("an invalid position").to_string();
    assert_eq!(joined, expected.join("; "));
}

#[test]
fn fields_and_numbers_are_checked() {
    let board = "1o1/3/rr1o1rr/rrrrrrr/rrrrrrr/rrr/rrr";
    let cases = [
        (String::new(), vec!["must have the five fields BOARD SIDE PLACE JUMPER QUIET, found 0"]),
        (format!("{board} r 0 -"), vec!["must have the five fields BOARD SIDE PLACE JUMPER QUIET, found 4"]),
        (format!("{board}/3 r 0 - 0"), vec!["the board must have 7 ranks separated by `/`, found 8"]),
        (format!("{board} r 4 - 0"), vec!["the officers still to be placed must be a number from 0 to 3, found `4`"]),
        (format!("{board} r 0 b7 0"), vec!["the jumper must be `-` or a point of the board, found `b7`"]),
        (format!("{board} r 0 - +1"), vec!["the quiet plies must be a number from 0 to 65535, found `+1`"]),
        (format!("{board} r 0 - 65536"), vec!["the quiet plies must be a number from 0 to 65535, found `65536`"]),
    ];
    for (text, expected) in cases {
        assert_eq!(position_faults(&text), expected, "{text}");
    }
}

#[test]
fn placements_and_chains_must_be_possible() {
    let cases: [(&str, &[&str]); 7] = [
        (
            "o2/3/rr3rr/rrrrrrr/rrrrrrr/rrr/rrr r 1 - 0",
            &["the side to move must be `o` while officers are still to be placed"],
        ),
        (
            "3/3/rr3rr/rrrrrrr/rrrrrrr/rrr/rrr o 1 - 0",
            &[
                "while officers are being placed none can be missing: 0 on the board and 1 still to be placed make fewer than 2",
            ],
        ),
        ("rrr/rrr/2rrr2/7/7/3/3 o 2 - 0", &["only 0 points are left for the 2 officers still to be placed"]),
        ("o2/3/rr3rr/rrrrrrr/rrrrrrr/rrr/rrr o 0 d7 0", &["the jumper must be an officer, and none stands on d7"]),
        (
            "o2/3/rr3rr/rrrrrrr/rrrrrrr/rrr/rrr r 0 c7 3",
            &[
                "the side to move must be `o` while the officer on c7 is jumping",
                "the jumper must be able to jump on, and the officer on c7 is not",
                "the quiet plies must be 0 in the middle of a capture, found 3",
            ],
        ),
        ("o2/r2/7/7/7/3/3 o 0 c7 0", &["there can be no jumper, c7, when the game is over: too few rebels remain"]),
        ("3/3/7/rrrrrrr/rrrrrrr/rrr/rrr r 0 - 0", &[]),
    ];
    for (text, expected) in cases {
        match Position::parse(Rules::asalto(), text) {
            Ok(_) => assert!(expected.is_empty(), "{text}"),
            Err(error) => {
                let found: Vec<_> = error.reasons.iter().map(ToString::to_string).collect();
                assert_eq!(found, expected, "{text}");
            }
        }
    }
}

#[test]
fn overlaps_and_surplus_pieces_are_refused() {
    let mut setup = position("1o1/3/rr1o1rr/rrrrrrr/rrrrrrr/rrr/rrr r 0 - 0").setup();
    setup.rebels = setup.rebels.with(point("d5")).with(point("c7"));
    let error = Position::from_setup(Rules::asalto(), setup).expect_err("two pieces on one point");
    assert!(matches!(error.reasons[0], Invalid::Overlap(_)));
    assert_eq!(
        error.to_string(),
        "an officer and a rebel both stand on d5; 26 rebels are more than the 24 of the rules"
    );
}

fn refusal(position: &Position, text: &str) -> String {
    position.parse_turn(text).expect_err("not legal").to_string()
}

#[test]
fn illegal_moves_are_explained() {
    let start = Position::start(Rules::asalto());
    assert_eq!(refusal(&start, "c4-c5"), "c4-c5: the officers are still to be placed: 2 to go");
    assert_eq!(refusal(&start, "@d4"), "@d4: d4 is occupied");
    assert_eq!(refusal(&start, "stop"), "stop: the officers are still to be placed: 2 to go");
    let rebels = position("1o1/3/rr1o1rr/rrr1rrr/rrrrrrr/rrr/rrr r 0 - 0");
    assert_eq!(refusal(&rebels, "@d6"), "@d6: no officer is left to place");
    assert_eq!(refusal(&rebels, "d3-d5"), "d3-d5: no line joins these points");
    assert_eq!(refusal(&rebels, "d3-c4"), "d3-c4: no line joins these points");
    assert_eq!(refusal(&rebels, "d3-e3"), "d3-e3: e3 is occupied");
    assert_eq!(refusal(&rebels, "c5-c6"), "c5-c6: no rebel stands on c5");
    assert_eq!(refusal(&rebels, "d5-d4"), "d5-d4: it is the rebels' turn");
    assert_eq!(refusal(&rebels, "b5-b4"), "b5-b4: rebels never move backward");
    assert_eq!(refusal(&rebels, "d3xd5"), "d3xd5: rebels never capture");
    assert_eq!(refusal(&rebels, "stop"), "stop: no capture is going on");
    let syntax = "moves are typed as `@c7`, `d4-d5`, `d5xd3`, `d5xd3xf3` or `stop`";
    for text in ["", "d4", "hello", "d4 d5", "@"] {
        let found = refusal(&rebels, text);
        assert!(found.contains(syntax) || found.contains("is no point of the board"), "{found}");
    }
    assert_eq!(refusal(&rebels, "d4-d9"), "d4-d9: `d9` is no point of the board");
    let officers = position("1o1/3/rr1o1rr/rrr1rrr/rrrrrrr/rrr/rrr o 0 - 0");
    assert_eq!(refusal(&officers, "c4-c5"), "c4-c5: it is the officers' turn");
    assert_eq!(refusal(&officers, "c6-c7"), "c6-c7: no officer stands on c6");
    assert_eq!(refusal(&officers, "d5xd3"), "d5xd3: no rebel stands on d4 to be captured");
    assert_eq!(refusal(&officers, "d5xb3"), "d5xb3: no straight line of two steps joins these points");
    let over = position("3/3/rr3rr/rrrrrrr/rrrrrrr/rrr/rrr o 0 - 7");
    assert_eq!(refusal(&over, "d4-d5"), "d4-d5: the game is over (the rebels win: no officer is left)");
}

#[test]
fn sideways_steps_are_refused_where_there_are_none() {
    let rules = Rules::new(RuleSet { sideways: false, ..RuleSet::asalto() }).expect("a game");
    let position = Position::parse(rules, "1o1/1o1/rr3rr/rrrrrrr/rrrrrrr/rrr/rrr r 0 - 0").expect("valid");
    assert_eq!(refusal(&position, "b5-c5"), "b5-c5: in this rule set rebels never move sideways");
}

#[test]
fn chains_are_explained() {
    let chain = position("1o1/3/rr1o1rr/3r3/2r1r2/rr1/rrr o 0 - 5");
    assert_eq!(refusal(&chain, "d5xd3xb3xb5"), "d5xd3xb3xb5: no rebel stands on b4 to be captured");
    assert_eq!(chain.parse_turn("d5xd3").expect("cut short").to_string(), "d5xd3");
    assert_eq!(chain.parse_turn("d5xd3").expect("cut short").actions().len(), 2);
    assert_eq!(refusal(&chain, "d5xd3xd1"), "d5xd3xd1: d1 is occupied");
    let middle = chain.play(Action::Jump(point("d5"), Direction::S)).expect("a jump");
    assert_eq!(middle.to_string(), "1o1/3/rr3rr/7/2ror2/rr1/rrr o 0 d3 0");
    let only_jumper = "the officer on d3 is in the middle of a capture: it can only jump on or stop";
    assert_eq!(refusal(&middle, "d7-d6"), format!("d7-d6: {only_jumper}"));
    assert_eq!(refusal(&middle, "d3-d4"), format!("d3-d4: {only_jumper}"));
    assert_eq!(middle.parse_turn("stop").expect("legal").actions(), [Action::Stop(point("d3"))]);

    let mut game = Game::new(chain);
    let unfinished = Turn::new(vec![Action::Jump(point("d5"), Direction::S)]);
    let error = game.play_turn(&unfinished).expect_err("the chain goes on");
    assert_eq!(error.reason, Illegal::Unfinished(point("d3")));
    assert_eq!(game.actions(), []);
    let two = Turn::new(vec![Action::Step(point("d7"), Direction::S), Action::Step(point("d6"), Direction::S)]);
    let error = game.play_turn(&two).expect_err("one turn and more");
    assert_eq!(error.to_string(), "d7-d6: the turn is complete before d6-d5");
}
