//! A table as data: all that a face needs to show it.
//!
//! In: a [`Table`]. Out: a [`View`] of plain names and numbers. Invariant: whoever has the view needs to know no rule: what is
//! legal, what a turn did and how it ended all stand in it.

use serde::Serialize;

use super::events::{Event, events};
use super::{Table, WaitsFor};
use crate::rules::{Action, Bitboard, Direction, Point, Position, Rules, Side, Turn};

/// A table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct View {
    /// The position in text form.
    pub position: String,
    /// The sides of people: `officers`, `rebels`, `both` or `none`.
    pub side: String,
    /// Points with officers.
    pub officers: Vec<Point>,
    /// Points with rebels.
    pub rebels: Vec<Point>,
    /// Whose move it is.
    pub to_move: Side,
    /// Officers still to be placed.
    pub to_place: u8,
    /// The officer in the middle of a chain of jumps.
    pub jumper: Option<Point>,
    /// Plies without a capture or a forward step, and at how many it is a draw (0 = never).
    pub quiet: [u32; 2],
    /// How often the position has stood before, and at how many times it is a draw (0 = never).
    pub repetitions: [u32; 2],
    /// Rebels captured since the start.
    pub captured: u32,
    /// Whom the game waits for: `person`, `computer`, `word` or `nobody`.
    pub waits_for: &'static str,
    /// The legal actions; empty when the game is over.
    pub legal: Vec<LegalAction>,
    /// Every turn, those that were taken back included.
    pub turns: Vec<TurnView>,
    /// How many of them stand on the board.
    pub at: usize,
    /// Actions that stand on the board: what a request that changes the game is checked against.
    pub actions: usize,
    /// The officers' expected score in [0, 1] before each turn and after the last; null = not known.
    pub scores: Vec<Option<f32>>,
    /// How it ended.
    pub ended: Option<EndView>,
}

/// A legal action.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LegalAction {
    /// Its text.
    #[serde(rename = "move")]
    pub text: String,
    /// `place`, `step`, `jump` or `stop`.
    pub kind: &'static str,
    /// From where; where it is placed.
    pub from: Point,
    /// To where.
    pub to: Point,
    /// The rebel that it captures.
    pub over: Option<Point>,
}

/// What a turn did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TurnView {
    /// Its text.
    pub turn: String,
    /// Whose it was.
    pub side: Side,
    /// The points that the piece went along; one where it was placed.
    pub path: Vec<Point>,
    /// Rebels that it captured.
    pub captured: Vec<Point>,
    /// Officers that were removed for a missed capture.
    pub huffed: Vec<HuffView>,
    /// All of it in words.
    pub text: String,
}

/// An officer that was removed for a missed capture.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HuffView {
    /// Where it stood when it could have captured.
    pub officer: Point,
    /// Where it stood when it was removed.
    pub at: Point,
    /// The jumps that it could have made.
    pub missed: Vec<String>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EndView {
    /// The winner; null for a draw.
    pub winner: Option<Side>,
    /// In words: `the rebels win: the fortress is full of rebels`.
    pub text: String,
}

/// The board of a rule set: what does not change during a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BoardView {
    /// The lines, each once.
    pub lines: Vec<[Point; 2]>,
    /// The points of the fortress; empty where it has no part in the rules.
    pub fortress: Vec<Point>,
    /// The officers win when fewer rebels remain.
    pub min_rebels: u32,
    /// Whether a missed capture is punished.
    pub huff: bool,
    /// Whether rebels may step sideways.
    pub sideways: bool,
}

impl View {
    /// How the table stands.
    pub fn new(table: &Table) -> Self {
        let session = &table.session;
        let (game, position) = (session.game(), *session.position());
        let rules = position.rules();
        let set = rules.set();
        let mut actions = crate::rules::ActionList::new();
        if session.ended().is_none() {
            game.legal_actions(&mut actions);
        }
        Self {
            position: position.to_string(),
            side: table.humans.to_string(),
            officers: position.officers().iter().collect(),
            rebels: position.rebels().iter().collect(),
            to_move: position.side_to_move(),
            to_place: position.to_place(),
            jumper: position.jumper(),
            quiet: [u32::from(position.quiet()), 2 * set.quiet_turns],
            repetitions: [u32::from(game.repetitions()), set.repetition],
            captured: game.start().rebels().count() - position.rebels().count(),
            waits_for: match table.waits_for() {
                WaitsFor::Person => "person",
                WaitsFor::Computer => "computer",
                WaitsFor::Word => "word",
                WaitsFor::Nobody => "nobody",
            },
            legal: actions.iter().map(|&action| LegalAction::new(action)).collect(),
            turns: session
                .line()
                .iter()
                .zip(&session.positions())
                .map(|(turn, before)| TurnView::new(before, turn))
                .collect(),
            at: session.turn_number(),
            actions: game.actions().len(),
            scores: table.scores(),
            ended: session.ended().map(|ended| EndView { winner: ended.winner(), text: ended.to_string() }),
        }
    }
}

impl LegalAction {
    fn new(action: Action) -> Self {
        let kind = match action {
            Action::Place(_) => "place",
            Action::Step(..) => "step",
            Action::Jump(..) => "jump",
            Action::Stop(_) => "stop",
        };
        let (from, to) = (action.origin(), action.landing());
        Self { text: action.to_string(), kind, from, to, over: action.over() }
    }
}

impl TurnView {
    fn new(before: &Position, turn: &Turn) -> Self {
        let actions = turn.actions();
        let mut path = vec![actions[0].origin()];
        for action in actions.iter().filter(|action| !matches!(action, Action::Place(_) | Action::Stop(_))) {
            path.push(action.landing());
        }
        let told = events(before, turn);
        let huffed = told.iter().filter_map(|event| match event {
            Event::Huffed { officer, moved_to, missed } => Some(HuffView {
                officer: *officer,
                at: moved_to.unwrap_or(*officer),
                missed: missed.iter().map(ToString::to_string).collect(),
            }),
            _ => None,
        });
        Self {
            turn: turn.to_string(),
            side: before.side_to_move(),
            path,
            captured: actions.iter().filter_map(|action| action.over()).collect(),
            huffed: huffed.collect(),
            text: told.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        }
    }
}

impl BoardView {
    /// The board of these rules.
    pub fn new(rules: Rules) -> Self {
        let halves = [Direction::E, Direction::S, Direction::SE, Direction::SW];
        let line = |point: Point, direction: Direction| {
            rules.has_line(point, direction).then(|| direction.from(point, 1)).flatten().map(|other| [point, other])
        };
        let set = rules.set();
        let fortress = Bitboard::FORTRESS.iter().filter(|_| set.fortress_win || !set.is_placement_fixed());
        Self {
            lines: Point::ALL.into_iter().flat_map(|point| halves.map(|way| line(point, way))).flatten().collect(),
            fortress: fortress.collect(),
            min_rebels: set.min_rebels,
            huff: set.huff == crate::rules::Huff::All,
            sideways: set.sideways,
        }
    }
}
