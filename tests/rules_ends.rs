//! Huff, chains and the ends of a game, one hand-made position each.

use asalto::rules::{Chain, Game, Outcome, Position, Reason, RuleSet, Rules, Side};

fn position(text: &str) -> Position {
    Position::parse(Rules::asalto(), text).expect("a valid position")
}

/// The position after these turns.
fn after(position: Position, turns: &str) -> Position {
    turns.split(' ').fold(position, |position, text| {
        let turn = position.parse_turn(text).expect("a legal turn");
        position.play_turn(&turn).expect("legal as parsed")
    })
}

fn turns(position: &Position) -> String {
    let turns: Vec<_> = position.legal_turns().iter().map(ToString::to_string).collect();
    turns.join(" ")
}

#[test]
fn every_officer_that_could_have_captured_is_huffed_wherever_it_stands() {
    // d5 could capture d4, c7 could not capture anything.
    let one = position("o2/3/rr1o1rr/rr1rrrr/rr3rr/rrr/rrr o 0 - 4");
    assert_eq!(one.able_officers().iter().map(|point| point.name()).collect::<Vec<_>>(), ["d5"]);
    assert_eq!(after(one, "c7-d7").to_string(), "1o1/3/rr3rr/rr1rrrr/rr3rr/rrr/rrr r 0 - 5");
    assert_eq!(after(one, "d5-d6").to_string(), "o2/3/rr3rr/rr1rrrr/rr3rr/rrr/rrr r 0 - 5");
    // Both could: both go, and the rebels have won.
    let both = position("3/3/rr1o1rr/rr1rrrr/rr2orr/rrr/rrr o 0 - 4");
    let able: Vec<_> = both.able_officers().iter().map(|point| point.name()).collect();
    assert_eq!(able, ["d5", "e3"]);
    let huffed = after(both, "d5-d6");
    assert_eq!(huffed.outcome(), Some(Outcome { winner: Some(Side::Rebels), reason: Reason::OfficersGone }));
    // Any capture is enough, even by one of two, even cut short.
    let captured = after(both, "d5xd3");
    assert_eq!(captured.officers().count(), 2);
    assert_eq!(captured.quiet(), 0);
}

#[test]
fn a_chain_goes_on_only_with_its_jumper_and_may_be_cut_short() {
    let text = "1o1/3/rr1o1rr/rr1rrrr/2r1r2/rr1/rrr o 0 - 4";
    let optional = position(text);
    assert_eq!(turns(&optional), "d7-e7 d7-d6 d7-c7 d5-d6 d5-e5 d5-c5 d5xd3xf3 d5xd3xb3 d5xd3");
    let forced = Rules::new(RuleSet { chain: Chain::Forced, ..RuleSet::asalto() }).expect("a game");
    let forced = Position::parse(forced, text).expect("valid");
    assert_eq!(turns(&forced), "d7-e7 d7-d6 d7-c7 d5-d6 d5-e5 d5-c5 d5xd3xf3 d5xd3xb3");
}

#[test]
fn too_few_rebels_end_a_chain_at_once() {
    let nine = position("3/3/o2o3/3r3/2r1r2/rrr/rrr o 0 - 0");
    let end = after(nine, "d5xd3");
    assert_eq!(end.outcome(), Some(Outcome { winner: Some(Side::Officers), reason: Reason::TooFewRebels }));
    assert_eq!(end.side_to_move(), Side::Rebels);
    assert!(end.actions().is_empty());
}

#[test]
fn a_full_fortress_wins_for_the_rebels_even_at_the_hundredth_quiet_ply() {
    let almost = position("rrr/rrr/1r1rr2/7/r6/3/o1o r 0 - 99");
    let end = after(almost, "b5-c5");
    assert_eq!(end.quiet(), 100);
    assert_eq!(end.outcome(), Some(Outcome { winner: Some(Side::Rebels), reason: Reason::FortressFilled }));
}

#[test]
fn a_blocked_side_loses() {
    let officers = position("orr/rrr/2rrrr1/4r2/5r1/3/3 r 0 - 3");
    let blocked = after(officers, "f5-g5");
    assert_eq!(blocked.outcome().map(|outcome| outcome.reason), Some(Reason::OfficersBlocked));
    let rules = Rules::new(RuleSet { min_rebels: 3, ..RuleSet::asalto() }).expect("a game");
    let rebels = Position::parse(rules, "rrr/3/7/3o3/7/3/1o1 o 0 - 0").expect("valid");
    assert_eq!(after(rebels, "d1-d2").outcome().map(|outcome| outcome.reason), Some(Reason::RebelsBlocked));
}

#[test]
fn the_hundredth_quiet_ply_is_a_draw_unless_it_is_the_third_repetition() {
    let text = |quiet: u16| format!("1o1/3/2o4/rrrrrrr/rrrrrr1/rrr/rrr r 0 - {quiet}");
    let shuffle = ["f3-g3", "d7-e7", "g3-f3", "e7-d7"];
    let mut game = Game::new(position(&text(98)));
    for turn in &shuffle[..2] {
        assert_eq!(game.outcome(), None);
        let turn = game.position().parse_turn(turn).expect("legal");
        game.play_turn(&turn).expect("legal as parsed");
    }
    assert_eq!(game.outcome().map(|outcome| outcome.reason), Some(Reason::QuietTurns));

    let mut game = Game::new(position(&text(92)));
    for turn in shuffle.iter().chain(&shuffle) {
        assert_eq!(game.outcome(), None);
        let turn = game.position().parse_turn(turn).expect("legal");
        game.play_turn(&turn).expect("legal as parsed");
    }
    assert_eq!((game.position().quiet(), game.repetitions(), game.plies()), (100, 2, 8));
    assert_eq!(game.outcome().map(|outcome| outcome.reason), Some(Reason::Repetition));
}

#[test]
fn the_position_after_the_placement_counts_as_its_first_occurrence() {
    let rules = RuleSet::from_toml("rebels = ['f3', 'a3']\nmin_rebels = 1").expect("faultless");
    let mut game = Game::new(Position::start(Rules::new(rules).expect("a game")));
    let shuffle = ["f3-g3", "d7-e7", "g3-f3", "e7-d7"];
    for turn in ["@c7", "@d7"].iter().chain(&shuffle).chain(&shuffle) {
        assert_eq!(game.outcome(), None);
        let turn = game.position().parse_turn(turn).expect("legal");
        game.play_turn(&turn).expect("legal as parsed");
    }
    assert_eq!(game.outcome().map(|outcome| outcome.reason), Some(Reason::Repetition));
    assert_eq!(game.plies(), 8);
}

#[test]
fn history_is_forgotten_where_nothing_before_can_come_again() {
    let mut game = Game::new(position("o2/3/rr1o1rr/rrr1rrr/rr3rr/rr1/rrr r 0 - 4"));
    // Quiet; a huff, though the quiet count goes on; forward; quiet three times.
    let turns = ["e4-d4", "d5-e5", "d4-d5", "c7-d7", "b5-c5", "d7-e7"];
    let expected: [usize; 6] = [2, 1, 1, 2, 3, 4];
    for (text, expected) in turns.into_iter().zip(expected) {
        let turn = game.position().parse_turn(text).expect("legal");
        game.play_turn(&turn).expect("legal as parsed");
        assert_eq!(game.turn_hashes_since_irreversible().len(), expected, "{text}");
        let last = game.turn_hashes_since_irreversible().last();
        assert_eq!(last, Some(&game.position().hash()));
    }
}

#[test]
fn either_side_may_begin_after_the_placement() {
    for first in Side::ALL {
        let rules = Rules::new(RuleSet { first, ..RuleSet::asalto() }).expect("a game");
        let placed = after(Position::start(rules), "@c7 @d7");
        assert_eq!(placed.side_to_move(), first);
        assert_eq!((placed.to_place(), placed.quiet()), (0, 0));
        assert_eq!(Game::new(placed).turn_hashes_since_irreversible().len(), 1);
    }
}
