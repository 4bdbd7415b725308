//! The rules core against the numbers of an independent slow program.

use asalto::rules::{Chain, Diagonals, Huff, Position, RuleSet, Rules, perft};

fn rules(change: impl FnOnce(&mut RuleSet)) -> Rules {
    let mut set = RuleSet::asalto();
    change(&mut set);
    Rules::new(set).expect("a playable rule set")
}

/// Asalto's start with the officers already placed.
fn placed(rules: Rules, officers: &str) -> Position {
    let mut position = Position::start(rules);
    for name in officers.split(' ') {
        let turn = position.parse_turn(&format!("@{name}")).expect("a fortress point");
        position = position.play(turn.actions()[0]).expect("legal as parsed");
    }
    position
}

fn assert_turns(position: Position, expected: &[u64]) {
    let counted: Vec<u64> = (1..=expected.len() as u32).map(|depth| perft::turns(&position, depth)).collect();
    assert_eq!(counted, expected, "turns from {position}");
}

#[test]
fn asalto_micro_actions() {
    let start = Position::start(Rules::asalto());
    let counted: Vec<u64> = (1..=6).map(|depth| perft::micro(&start, depth)).collect();
    assert_eq!(counted, [9, 72, 504, 3014, 29956, 160_348]);
}

#[test]
fn asalto_turns_by_placement() {
    let asalto = Rules::asalto();
    assert_turns(placed(asalto, "c7 d7"), &[9, 36, 402, 2800, 32752, 167_087]);
    assert_turns(placed(asalto, "d6 d5"), &[8, 62, 568, 2376, 21512, 105_398]);
    assert_turns(placed(asalto, "c5 e5"), &[1, 6, 48, 366, 3942, 19986]);
    assert_turns(placed(asalto, "c7 e7"), &[9, 54, 610, 3588, 41368, 229_122]);
    assert_turns(Position::start(asalto), &[252, 1507, 14978, 81260]);
}

#[test]
fn turns_under_other_options() {
    let variant = |change: fn(&mut RuleSet)| placed(rules(change), "d6 d5");
    assert_turns(variant(|set| set.huff = Huff::None), &[8, 62, 524, 2874]);
    assert_turns(variant(|set| set.diagonals = Diagonals::All), &[8, 80, 896, 5696]);
    assert_turns(variant(|set| set.diagonals = Diagonals::None), &[4, 18, 116, 466]);
    assert_turns(variant(|set| set.sideways = false), &[6, 46, 280, 1172]);
    assert_turns(variant(|set| set.chain = Chain::Forced), &[8, 62, 568, 2368]);
}

#[test]
fn fox_and_thirteen_geese() {
    let rules = Rules::fox_and_geese(13).expect("13 geese are standard");
    assert_turns(Position::start(rules), &[5, 89, 572, 9778]);
}
