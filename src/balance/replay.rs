//! A game played again by the rules, to see what happened in it.
//!
//! In: a [`RecordedGame`]. Out: a [`Replay`]: its turns, its captures and huffs, its values.
//! Invariant: a game and its mirror image have the same [`Replay::likeness`], where the rules know mirror images.

use super::recorded::RecordedGame;
use crate::base::rng::mix;
use crate::rules::{Action, Bitboard, Game, Point, Position, Rules, Side, Turn};

/// One turn and the position before it.
pub(super) struct SeenTurn {
    pub side: Side,
    /// What was played; in the mirrored game if the officers' placement was mirrored for likeness.
    pub turn: Turn,
    pub officers: Bitboard,
    pub rebels: Bitboard,
    /// Legal turns that there were.
    pub options: u32,
}

/// What happened in a game.
pub(super) struct Replay {
    /// The same for games that are played alike, and for hardly any others.
    pub likeness: u64,
    /// Where the officers stood when the first turn was played, or the mirror image, whichever comes first.
    pub placement: Bitboard,
    /// All turns, those of the opening first.
    pub turns: Vec<SeenTurn>,
    /// How many of them the players did not choose.
    pub opening: usize,
    /// Points where rebels were captured.
    pub captured: Vec<Point>,
    /// Points where officers stood that were removed.
    pub huffed: Vec<Point>,
}

impl Replay {
    /// Plays the game again.
    ///
    /// # Errors
    /// What in it cannot be read or is not legal.
    pub fn of(rules: Rules, recorded: &RecordedGame) -> Result<Self, String> {
        let game = &recorded.game;
        let wrong = |why: String| format!("game {}: {why}", game.number);
        let start = Position::parse(rules, &game.start).map_err(|error| wrong(error.to_string()))?;
        let mut play = Game::new(start);
        let mut actions = Vec::new();
        for text in game.moves.split_whitespace() {
            let action = play.position().parse_action(text).map_err(|error| wrong(error.to_string()))?;
            play.play(action).map_err(|error| wrong(error.to_string()))?;
            actions.push(action);
        }
        Ok(Self::seen(start, &actions, game.opening as usize))
    }

    fn seen(start: Position, actions: &[Action], opening: usize) -> Self {
        let mirror = is_mirrored(start, actions);
        let mut replay = Self {
            likeness: likeness(start, actions),
            placement: Bitboard::EMPTY,
            turns: Vec::new(),
            opening: 0,
            captured: Vec::new(),
            huffed: Vec::new(),
        };
        let (mut position, mut before, mut turn) = (start, start, Vec::new());
        for (index, &action) in actions.iter().enumerate() {
            if turn.is_empty() {
                before = position;
            }
            turn.push(action);
            position = position.play_unchecked(action);
            replay.captured.extend(action.over());
            if position.jumper().is_some() {
                continue;
            }
            let played = Turn::new(std::mem::take(&mut turn));
            if before.to_place() > 0 {
                continue;
            }
            replay.add_turn(&before, &position, played, mirror);
            if index < opening {
                replay.opening = replay.turns.len();
            }
        }
        if replay.turns.is_empty() {
            replay.placement = canonical(position.officers());
        }
        replay
    }

    fn add_turn(&mut self, before: &Position, after: &Position, played: Turn, mirror: bool) {
        if self.turns.is_empty() {
            self.placement = canonical(before.officers());
        }
        if let (Side::Officers, [Action::Step(origin, _)]) = (before.side_to_move(), played.actions())
            && after.officers().count() < before.officers().count()
        {
            // Whoever could have captured is removed where it stands now.
            let landing = played.actions()[0].landing();
            let stands = |point| if point == *origin { landing } else { point };
            self.huffed.extend(before.able_officers().iter().map(stands));
        }
        self.turns.push(SeenTurn {
            side: before.side_to_move(),
            turn: if mirror { played.mirrored() } else { played },
            officers: before.officers(),
            rebels: before.rebels(),
            options: before.legal_turns().len() as u32,
        });
    }
}

/// A placement or its mirror image, whichever comes first.
pub(super) fn canonical(points: Bitboard) -> Bitboard {
    let mirrored = points.mirrored();
    if mirrored.bits() < points.bits() { mirrored } else { points }
}

/// The position with all officers placed, and the actions from there.
fn placed(start: Position, actions: &[Action]) -> (Position, &[Action]) {
    let placements = actions.iter().take_while(|action| matches!(action, Action::Place(_))).count();
    let position = actions[..placements].iter().fold(start, |position, &action| position.play_unchecked(action));
    (position, &actions[placements..])
}

/// Whether a game is mirrored before its turns are compared with those of others: if its placement is, or, where that is
/// its own mirror image, if the mirrored moves come first.
fn is_mirrored(start: Position, actions: &[Action]) -> bool {
    if !start.rules().is_symmetric() {
        return false;
    }
    let (position, rest) = placed(start, actions);
    let points = position.officers();
    if points == points.mirrored() {
        rest.iter().map(|action| action.mirrored()).lt(rest.iter().copied())
    } else {
        canonical(points) != points
    }
}

/// A number for the game and its mirror image.
fn likeness(start: Position, actions: &[Action]) -> u64 {
    let (position, rest) = placed(start, actions);
    let hash = |position: Position, actions: &mut dyn Iterator<Item = Action>| {
        actions.fold(mix(position.hash()), |hash, action| mix(hash ^ number(action)))
    };
    let plain = hash(position, &mut rest.iter().copied());
    if !start.rules().is_symmetric() {
        return plain;
    }
    plain.min(hash(position.mirrored(), &mut rest.iter().map(|action| action.mirrored())))
}

/// Different for different actions: placing is over, so that it is never mistaken for a stop.
fn number(action: Action) -> u64 {
    1 + action.index() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::{EndReason, PlayedGame, Seat};
    use crate::players::ForfeitKind;

    fn replay(start: &str, moves: &str, opening: u32) -> Replay {
        let game = PlayedGame {
            number: 0,
            officers: Seat::A,
            start: start.to_owned(),
            moves: moves.to_owned(),
            opening,
            winner: Some(Side::Rebels),
            reason: EndReason::Forfeit(ForfeitKind::GaveUp),
            forfeit: None,
            plies: 0,
            taken: 0,
            turns: [0; 2],
            seconds: [0.0; 2],
        };
        Replay::of(Rules::asalto(), &RecordedGame { game, values: Vec::new() }).unwrap()
    }

    fn start() -> String {
        Position::start(Rules::asalto()).to_string()
    }

    #[test]
    fn a_game_and_its_mirror_image_are_alike_and_no_other() {
        let game = replay(&start(), "@c6 @d5 c4-c5 c6xc4", 2);
        let mirrored = replay(&start(), "@d5 @e6 e4-e5 e6xe4", 2);
        assert_eq!((game.likeness, game.placement), (mirrored.likeness, mirrored.placement));
        let turns = |replay: &Replay| replay.turns.iter().map(|turn| turn.turn.to_string()).collect::<Vec<_>>();
        assert_eq!(turns(&game), turns(&mirrored));
        assert_ne!(game.likeness, replay(&start(), "@c6 @d5 e4-e5 d5-d6", 2).likeness);
        // Where the placement is its own mirror image, the moves tell the two apart.
        let (left, right) = (replay(&start(), "@d6 @d5 c4-c5", 2), replay(&start(), "@d6 @d5 e4-e5", 2));
        assert_eq!((left.likeness, turns(&left)), (right.likeness, turns(&right)));
    }

    #[test]
    fn placing_is_no_turn_and_the_opening_is_not_the_players_choice() {
        let game = replay(&start(), "@c7 @d7 c4-c5 c7-c6 d4-d5", 4);
        assert_eq!((game.turns.len(), game.opening), (3, 2));
        assert_eq!(game.turns[0].side, Side::Rebels);
        assert_eq!(game.turns[0].options, 9, "as counted in the rules");
    }

    #[test]
    fn captures_and_huffs_are_seen_where_they_happen() {
        let able = "3/oo1/rr1r1rr/rrr1rrr/rrrrrrr/rrr/rrr o 0 - 0";
        let names = |points: &[Point]| points.iter().map(|point| point.name()).collect::<Vec<_>>();
        let (stays, moves, takes) = (replay(able, "c6-c7", 0), replay(able, "d6-d7", 0), replay(able, "d6xd4", 0));
        assert_eq!([names(&stays.huffed), names(&moves.huffed)], [["d6"], ["d7"]]);
        assert_eq!((names(&takes.captured), names(&takes.huffed)), (vec!["d5"], vec![]));
    }
}
