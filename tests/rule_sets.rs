//! Rule sets as text and as data: what is a game, and what is said about those that are none.

use asalto::rules::{Placement, Point, Rebels, RuleError, RuleSet, Rules};

fn point(name: &str) -> Point {
    Point::from_name(name).expect("on the board")
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
    assert_eq!(
        rule_faults(set),
        [
            "officers: must be 1 to 3, found 4",
            "placement: must name each point once, found d7 twice",
            "placement: must name points without rebels, found d4 where rebels begin",
            "placement: must be \"free\" or at least 4 points for 4 officers, found 2",
            "rebels: must name each point once, found e1 twice",
            "rebels: must be at least min_rebels = 9 points, found 2",
            "repetition: must not be 0 (off) while quiet_turns is 0 too, found both off: a game could go on for ever",
        ]
    );
    let set = RuleSet { quiet_turns: 10_001, repetition: 1, ..RuleSet::asalto() };
    assert_eq!(
        rule_faults(set),
        ["quiet_turns: must be 0 (off) to 10000, found 10001", "repetition: must be 0 (off) or 2 to 100, found 1",]
    );
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
    assert_eq!(
        shown,
        [
            "1:1: oficers: is no key of a rule set; did you mean officers?",
            "2:12: officers: must be a whole number, 0 or more, found -1",
            "3:13: diagonals: must be \"alternate\" or \"all\" or \"none\", found \"some\"",
            "4:10: rebels: must name points of the board, found \"a9\" 3",
            "5:8: huff: must be \"all\" or \"none\", found true",
            "6:1: zebra: is no key of a rule set; the keys are diagonals officers placement rebels first sideways huff chain \
         fortress_win min_rebels quiet_turns repetition",
            "7:12: sideways: must be true or false, found \"no\"",
            "8:13: placement: must be \"free\" or a list of points such as [\"d4\"], found \"anywhere\"",
        ]
    );
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
    let shuffled = "rebels = [\"g5\",\"f5\",\"b5\",\"a5\"]\nmin_rebels = 0x2\nplacement = ['d7', 'd6']\nofficers = 1";
    let sorted = "officers = 1\nmin_rebels = 2\nplacement = ['d6', 'd7']\nrebels = [\"a5\",\"b5\",\"f5\",\"g5\"]";
    let rules = |text| Rules::new(RuleSet::from_toml(text).expect("faultless")).expect("a game");
    assert_eq!(rules(shuffled), rules(sorted));
    assert_eq!(rules(shuffled).hash(), rules(sorted).hash());
    assert_ne!(rules(shuffled).hash(), Rules::asalto().hash());
}

#[test]
fn what_differs_is_named_with_both_values() {
    let asalto = RuleSet::asalto();
    assert_eq!((asalto.unlike(&asalto), asalto.changes()), (String::new(), vec![]));
    let strict = RuleSet::from_toml("sideways = false\nhuff = \"none\"").expect("faultless");
    assert_eq!(strict.changes(), ["sideways = false", "huff = \"none\""]);
    assert_eq!(strict.unlike(&asalto), "sideways = false (not true), huff = \"none\" (not \"all\")");
    assert_eq!(asalto.unlike(&strict), "sideways = true (not false), huff = \"all\" (not \"none\")");
}

#[test]
fn the_fingerprint_of_asalto_never_changes() {
    assert_eq!(Rules::asalto().hash_hex(), "4663d9e7112a7388");
}
