//! What the rules core says about positions, moves and rule sets that are none.

use asalto::rules::{
    Action, Direction, Game, Illegal, Invalid, Placement, Point, Position, Rebels, RuleError, RuleSet, Rules, Turn,
};

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
        ("o2/3/rr3rr/rrrrrrr/rrrrrrr/rrr/rrr r 1 - 0", &["the side to move must be `o` while officers are still to be placed"]),
        ("3/3/rr3rr/rrrrrrr/rrrrrrr/rrr/rrr o 1 - 0", &[
            "while officers are being placed none can be missing: 0 on the board and 1 still to be placed make fewer than 2",
        ]),
        ("rrr/rrr/2rrr2/7/7/3/3 o 2 - 0", &["only 0 points are left for the 2 officers still to be placed"]),
        ("o2/3/rr3rr/rrrrrrr/rrrrrrr/rrr/rrr o 0 d7 0", &["the jumper must be an officer, and none stands on d7"]),
        ("o2/3/rr3rr/rrrrrrr/rrrrrrr/rrr/rrr r 0 c7 3", &[
            "the side to move must be `o` while the officer on c7 is jumping",
            "the jumper must be able to jump on, and the officer on c7 is not",
            "the quiet plies must be 0 in the middle of a capture, found 3",
        ]),
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
    assert_eq!(error.to_string(), "an officer and a rebel both stand on d5; 26 rebels are more than the 24 of the rules");
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
    let chain = position("1o1/3/rr1o3/3r3/2r1r2/rr1/rrr o 0 - 5");
    assert_eq!(refusal(&chain, "d5xd3xb3xb5"), "d5xd3xb3xb5: no rebel stands on b4 to be captured");
    assert_eq!(chain.parse_turn("d5xd3").expect("cut short").to_string(), "d5xd3");
    assert_eq!(chain.parse_turn("d5xd3").expect("cut short").actions().len(), 2);
    assert_eq!(refusal(&chain, "d5xd3xd1"), "d5xd3xd1: d1 is occupied");
    let middle = chain.play(Action::Jump(point("d5"), Direction::S)).expect("a jump");
    assert_eq!(middle.to_string(), "1o1/3/rr5/7/2ror2/rr1/rrr o 0 d3 0");
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

fn rule_faults(set: RuleSet) -> Vec<String> {
    let errors = set.validate().expect_err("no game");
    assert_eq!(Rules::new(set), Err(errors.clone()));
    errors.iter().map(RuleError::to_string).collect()
}

#[test]
fn every_fault_of_a_rule_set_names_its_key() {
    let set = RuleSet {
        officers: 4,
        placement: Placement::Points(vec![point("d4"), point("d7"), point("d7")]),
        rebels: Rebels::Points(vec![point("d4"), point("e1"), point("e1")]),
        quiet_turns: 0,
        repetition: 0,
        ..RuleSet::asalto()
    };
    assert_eq!(rule_faults(set), [
        "officers: must be 1 to 3, found 4",
        "placement: must name each point once, found d7 twice",
        "placement: must name points without rebels, found d4 where rebels begin",
        "placement: must be \"free\" or at least 4 points for 4 officers, found 2",
        "rebels: must name each point once, found e1 twice",
        "rebels: must be at least min_rebels = 9 points, found 2",
        "repetition: must not be 0 (off) while quiet_turns is 0 too, found both off: a game could go on for ever",
    ]);
    let set = RuleSet { quiet_turns: 10_001, repetition: 1, ..RuleSet::asalto() };
    assert_eq!(rule_faults(set), [
        "quiet_turns: must be 0 (off) to 10000, found 10001",
        "repetition: must be 0 (off) or 2 to 100, found 1",
    ]);
    let nobody = RuleSet { rebels: Rebels::Points(Vec::new()), min_rebels: 0, ..RuleSet::asalto() };
    assert_eq!(rule_faults(nobody), ["rebels: must name at least one point, found none"]);
    let everywhere = RuleSet { rebels: Rebels::Points(Point::ALL.to_vec()), ..RuleSet::asalto() };
    assert_eq!(rule_faults(everywhere), ["placement: \"free\" leaves 0 empty fortress points for 2 officers"]);
}

#[test]
fn a_game_that_is_over_before_it_begins_is_refused() {
    let over = |rebels: &[&str]| {
        let rebels = Rebels::Points(rebels.iter().map(|name| point(name)).collect());
        let placement = Placement::Points(vec![point("d1"), point("e1")]);
        rule_faults(RuleSet { rebels, placement, min_rebels: 1, ..RuleSet::asalto() })
    };
    let message = "rebels: must allow a first turn, found that the game ends before it begins";
    let fortress = ["c7", "d7", "e7", "c6", "d6", "e6", "c5", "d5", "e5"];
    assert_eq!(over(&fortress), [format!("{message} (the rebels win: the fortress is full of rebels)")]);
    assert_eq!(over(&["c7", "d7", "e7"]), [format!("{message} (the officers win: the rebels cannot move)")]);
}

#[test]
fn a_rules_file_is_read_with_all_its_faults() {
    let text = "oficers = 2\nofficers = -1\ndiagonals = \"some\"\nrebels = [\"a9\", 3, \"d4\"]\nhuff = true\nzebra = 1\n\
        sideways = \"no\"\nplacement = \"anywhere\"\n";
    let errors = RuleSet::from_toml(text).expect_err("faulty");
    let shown: Vec<_> = errors.iter().map(RuleError::to_string).collect();
    assert_eq!(shown, [
        "1:1: oficers: is no key of a rule set; did you mean officers?",
        "2:12: officers: must be a whole number, 0 or more, found -1",
        "3:13: diagonals: must be \"alternate\" or \"all\" or \"none\", found \"some\"",
        "4:10: rebels: must name points of the board, found \"a9\" 3",
        "5:8: huff: must be \"all\" or \"none\", found true",
        "6:1: zebra: is no key of a rule set; the keys are diagonals officers placement rebels first sideways huff chain \
         fortress_win min_rebels quiet_turns repetition",
        "7:12: sideways: must be true or false, found \"no\"",
        "8:13: placement: must be \"free\" or a list of points such as [\"d4\"], found \"anywhere\"",
    ]);
    let errors = RuleSet::from_toml("officers = 2\nrepetition = 1\n").expect_err("no game");
    assert_eq!(errors[0].to_string(), "2:14: repetition: must be 0 (off) or 2 to 100, found 1");
    let errors = RuleSet::from_toml("officers = \n").expect_err("no TOML");
    assert_eq!(errors[0].place.map(|(line, _)| line), Some(1));
    let errors = RuleSet::from_toml("officers = 99999999999999999999").expect_err("too large");
    assert_eq!(errors[0].to_string(), "1:12: officers: must be a whole number, 0 or more, found 99999999999999999999");
}

#[test]
fn a_rules_file_may_name_few_keys_or_all() {
    assert_eq!(RuleSet::from_toml("").expect("Asalto"), RuleSet::asalto());
    let fox = RuleSet::fox_and_geese(13).expect("standard");
    assert_eq!(RuleSet::from_toml(&fox.to_toml()).expect("written by to_toml"), fox);
    let shuffled = "rebels = [\"g5\",\"f5\",\"b5\",\"a5\"]\nmin_rebels = 0x2\nplacement = ['d6']\nofficers = 1";
    let sorted = "officers = 1\nmin_rebels = 2\nplacement = ['d6']\nrebels = [\"a5\",\"b5\",\"f5\",\"g5\"]";
    let rules = |text| Rules::new(RuleSet::from_toml(text).expect("faultless")).expect("a game");
    assert_eq!(rules(shuffled), rules(sorted));
    assert_eq!(rules(shuffled).hash(), rules(sorted).hash());
    assert_ne!(rules(shuffled).hash(), Rules::asalto().hash());
}

#[test]
fn the_fingerprint_of_asalto_never_changes() {
    assert_eq!(Rules::asalto().hash_hex(), "4663d9e7112a7388");
}
