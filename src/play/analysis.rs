//! What a search thinks of a position, in KataGo's words.
//!
//! In: a search that is running or over. Out: an [`Analysis`]: for each move visits, winrate, prior, order and expected line,
//! and the same of the position itself.
//! Invariant: every number is from the view of the side to move; moves stand in the order in which they would be played. What
//! the player does not know is `None`, never a number that looks like one that it knows.

use serde::Serialize;

use super::lines::in_turns;
use crate::base::fault::Fault;
use crate::exact::{self, Tables};
use crate::rules::{Action, Game, Position, Side};
use crate::search::{SearchSummary, Variation};

/// An exact result, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Proven {
    /// It wins by force.
    Win,
    /// It draws by force.
    Draw,
    /// It loses by force.
    Loss,
}

impl Proven {
    fn of(value: f32) -> Self {
        match value {
            value if value > 0.0 => Self::Win,
            value if value < 0.0 => Self::Loss,
            _ => Self::Draw,
        }
    }

    /// The score of the side that it is for.
    fn score(self) -> f32 {
        match self {
            Self::Win => 1.0,
            Self::Draw => 0.5,
            Self::Loss => 0.0,
        }
    }

    /// `win`, `draw` or `loss`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Draw => "draw",
            Self::Loss => "loss",
        }
    }
}

/// What is thought of a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Analysis {
    /// The position in text form.
    pub position: String,
    /// Whose view it is.
    pub side_to_move: Side,
    /// The position itself.
    pub root_info: RootInfo,
    /// The legal moves, the best first.
    pub move_infos: Vec<MoveInfo>,
}

/// What is thought of the position itself.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RootInfo {
    /// Simulations made; `None` for a player that does not count any.
    pub visits: Option<u32>,
    /// Expected score, a draw counting half, in [0, 1]; `None` for a player without an opinion, as the next two.
    pub winrate: Option<f32>,
    /// The same as win less loss, in [-1, 1].
    pub value: Option<f32>,
    /// Probabilities of win, draw and loss.
    pub wdl: Option<[f32; 3]>,
    /// The exact result, if it is proven.
    pub proven: Option<Proven>,
}

/// What is thought of one move. The first jump of a capture stands for all ways to go on with it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MoveInfo {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// Where the piece goes from and to; equal where it is placed or stays.
    pub from: String,
    /// See `from`.
    pub to: String,
    /// Its place, 0 is the best.
    pub order: usize,
    /// Simulations that went along it; `None` for a player that does not count any by move.
    pub visits: Option<u32>,
    /// Expected score after it, a draw counting half, in [0, 1]; `None` if it has neither visits nor a proof. Of a player that
    /// does not search a tree, only the move that it plays has one.
    pub winrate: Option<f32>,
    /// What the network thinks of it at first sight, or how often a player without search plays it; all together are 1. `None`
    /// if nobody was asked.
    pub prior: Option<f32>,
    /// Its exact result, if that is proven.
    pub proven: Option<Proven>,
    /// The expected line of play, in whole turns, this move first.
    pub pv: Vec<String>,
}

impl Analysis {
    /// What a search has found; `variations` is empty for players that do not search.
    pub fn new(game: &Game, found: &SearchSummary, variations: &[Variation]) -> Self {
        let start = *game.position();
        let of = |at: usize| {
            let action = found.actions[at];
            let variation = variations.iter().find(|variation| variation.action == action);
            let own_line = if action == found.chosen { &found.principal_variation[..] } else { &[][..] };
            let line = variation.map_or(own_line, |variation| &variation.line);
            let line = if line.is_empty() { vec![action] } else { line.to_vec() };
            let (proven, wdl, prior) = match variation {
                Some(variation) => (variation.proven, variation.wdl, variation.prior),
                None => (proven_by_root(found, action), of_chosen(found, action), found.prior.get(at).copied()),
            };
            let proven = proven.map(Proven::of);
            MoveInfo {
                text: action.to_string(),
                from: action.origin().to_string(),
                to: action.landing().to_string(),
                order: 0,
                visits: variation.map(|_| found.visits[at]),
                winrate: proven.map(Proven::score).or(wdl.map(score)),
                prior,
                proven,
                pv: in_turns(start, line.into_iter()),
            }
        };
        let mut moves: Vec<(Action, MoveInfo)> = found.actions.iter().copied().zip((0..).map(of)).collect();
        moves.sort_by(|(a, one), (b, other)| {
            let rank = |action: &Action, info: &MoveInfo| match info.proven {
                _ if *action == found.chosen => 0,
                Some(Proven::Win) => 1,
                None | Some(Proven::Draw) => 2,
                Some(Proven::Loss) => 3,
            };
            let prior = |info: &MoveInfo| info.prior.unwrap_or(0.0);
            let more = other.visits.cmp(&one.visits).then(prior(other).total_cmp(&prior(one)));
            rank(a, one).cmp(&rank(b, other)).then(more)
        });
        let move_infos: Vec<MoveInfo> = moves.into_iter().map(|(_, info)| info).collect();
        let opinion = found.has_opinion();
        let root_info = RootInfo {
            visits: (!variations.is_empty() || found.simulations > 0).then_some(found.simulations),
            winrate: opinion.then(|| score(found.wdl)),
            value: opinion.then_some(found.value),
            wdl: opinion.then_some(found.wdl),
            proven: found.proven.map(Proven::of),
        };
        let mut analysis =
            Self { position: start.to_string(), side_to_move: start.side_to_move(), root_info, move_infos };
        analysis.number();
        analysis
    }

    /// The whole turn that would be played.
    pub fn best_turn(&self) -> Option<&str> {
        self.move_infos.first().and_then(|best| best.pv.first()).map(String::as_str)
    }

    fn number(&mut self) {
        self.move_infos.iter_mut().enumerate().for_each(|(order, info)| info.order = order);
    }

    /// Marks what tables prove of the position and its moves; moves that win go first, those that lose last.
    ///
    /// # Errors
    /// If a table is damaged.
    pub fn mark(&mut self, game: &Game, tables: &Tables) -> Result<(), Fault> {
        if !tables.hold_in(game) {
            return Ok(());
        }
        let (position, side) = (game.position(), self.side_to_move);
        let of = |proven: exact::Proven| if proven.winner == side { Proven::Win } else { Proven::Loss };
        let value = |position: &Position| -> Result<Option<Proven>, Fault> {
            let drawn = position.outcome().is_some() || tables.tell_all(position);
            Ok(tables.value(position)?.map(of).or(drawn.then_some(Proven::Draw)))
        };
        if let Some(proven) = value(position)? {
            self.root_info.prove(proven);
        }
        let best = tables.best_action(position)?.map(|action| action.to_string());
        for info in &mut self.move_infos {
            let Ok(action) = position.parse_action(&info.text) else { continue };
            if let Some(proven) = value(&position.play_unchecked(action))? {
                (info.proven, info.winrate) = (Some(proven), Some(proven.score()));
            }
        }
        self.move_infos.sort_by_key(|info| match info.proven {
            Some(Proven::Win) if best.as_ref() == Some(&info.text) => 0,
            Some(Proven::Win) => 1,
            None | Some(Proven::Draw) => 2,
            Some(Proven::Loss) => 3,
        });
        self.number();
        Ok(())
    }
}

impl RootInfo {
    /// The expected score of the side to move: exact where it is proven.
    pub fn score(&self) -> Option<f32> {
        self.proven.map(Proven::score).or(self.winrate)
    }

    /// Puts what is proven in the place of what the search thinks.
    fn prove(&mut self, proven: Proven) {
        let share = |other: Proven| if other == proven { 1.0 } else { 0.0 };
        (self.proven, self.winrate) = (Some(proven), Some(proven.score()));
        let wdl = [Proven::Win, Proven::Draw, Proven::Loss].map(share);
        (self.value, self.wdl) = (Some(wdl[0] - wdl[2]), Some(wdl));
    }
}

/// The expected score, a draw counting half.
fn score([win, draw, _]: [f32; 3]) -> f32 {
    (win + 0.5 * draw).clamp(0.0, 1.0)
}

/// What a player without variations has proven of an action: of the one that it plays what it has of the position, and of
/// every action a loss if the position is lost.
fn proven_by_root(found: &SearchSummary, action: Action) -> Option<f32> {
    found.proven.filter(|&value| action == found.chosen || value < 0.0)
}

/// Win, draw and loss after an action, of a player without variations: it knows those of the action that it plays.
fn of_chosen(found: &SearchSummary, action: Action) -> Option<[f32; 3]> {
    (action == found.chosen && found.has_opinion()).then_some(found.wdl)
}
