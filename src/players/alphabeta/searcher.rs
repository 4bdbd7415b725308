//! Alpha-beta itself: a principal-variation search (Marsland and Campbell 1982) by iterative deepening, over
//! micro-actions.
//!
//! In: a game, limits, someone who watches. Out: the best action, its value, the expected line.
//! Invariant: depth counts whole turns, so the jumps of a chain are free, and a value changes its sign only where the
//! *side* to move changes. With a limit of depth, a search depends on the game and the order of the root's actions alone.

use std::ops::ControlFlow;
use std::time::Instant;

use super::evaluation::{PROVEN, WIN, evaluate, officers_worth};
use super::order::{Order, pick};
use super::table::{Bound, Found, Table};
use crate::rules::{Action, Game, Huff, Outcome, Position, Side};

/// Nodes between two looks at the clock, and two questions to whoever watches: about a millisecond.
const CLOCK_NODES: u64 = 1024;

/// More than any value.
const INFINITE: i32 = WIN + 1;

/// When to stop deepening: at the first of these that is reached. The first turn is always looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// The most turns to look ahead.
    pub depth: u8,
    /// The most nodes.
    pub nodes: u64,
    /// When to stop on the clock.
    pub deadline: Option<Instant>,
}

impl Limits {
    /// So many turns, whatever they cost.
    pub fn depth(depth: u8) -> Self {
        Self { depth, nodes: u64::MAX, deadline: None }
    }
}

/// What a search found.
#[derive(Clone, Debug)]
pub(super) struct Searched {
    /// From the view of the side to move.
    pub value: i32,
    pub line: Vec<Action>,
    pub nodes: u64,
}

/// Is asked whether the search goes on, and shown the best line of the last depth that was reached.
pub(super) type Watch<'a> = dyn FnMut(&Searched) -> ControlFlow<()> + 'a;

/// The memory of a search; used again for search after search.
pub(super) struct Searcher {
    table: Table,
    order: Box<Order>,
    /// Hashes of the positions between two turns: the game's since one that can come again, then the line's.
    turns: Vec<u64>,
}

/// A search that runs.
struct Run<'a> {
    table: &'a mut Table,
    order: &'a mut Order,
    turns: &'a mut Vec<u64>,
    limits: Limits,
    watch: &'a mut Watch<'a>,
    found: Searched,
    /// Not before there is something to play.
    may_stop: bool,
    stopped: bool,
}

impl Searcher {
    pub fn new() -> Self {
        Self { table: Table::new(), order: Order::new(), turns: Vec::new() }
    }

    /// Searches the game's position; of equal actions, the first of `actions` is preferred.
    pub fn search(&mut self, game: &Game, actions: &[Action], limits: Limits, watch: &mut Watch<'_>) -> Searched {
        self.table.clear();
        self.order.clear();
        self.turns.clear();
        let before = game.turn_hashes_since_irreversible();
        let position = game.position();
        // Pushed anew by whoever searches it.
        let current = usize::from(position.is_between_turns());
        self.turns.extend(&before[..before.len() - current.min(before.len())]);
        let run = Run {
            table: &mut self.table,
            order: &mut self.order,
            turns: &mut self.turns,
            limits,
            watch: &mut |searched| watch(searched),
            found: Searched { value: 0, line: vec![actions[0]], nodes: 0 },
            may_stop: false,
            stopped: false,
        };
        run.deepen(position, actions.to_vec())
    }
}

impl Run<'_> {
    /// Looks one turn further ahead at a time.
    fn deepen(mut self, position: &Position, mut actions: Vec<Action>) -> Searched {
        for depth in 1..=self.limits.depth {
            let Some(value) = self.root(position, &mut actions, depth) else { break };
            self.found.value = value;
            self.found.line = self.line(position, actions[0]);
            self.may_stop = true;
            if value.abs() >= PROVEN || actions.len() == 1 {
                break;
            }
        }
        Searched { line: self.line(position, actions[0]), ..self.found }
    }

    /// One iteration at the root: moves the best action to the front, and gives its value; `None` if time ran out before
    /// the first was done.
    fn root(&mut self, position: &Position, actions: &mut [Action], depth: u8) -> Option<i32> {
        let mut best = -INFINITE;
        let pushed = self.enter(position);
        for at in 0..actions.len() {
            let value = self.after(position, actions[at], depth, 0, best, INFINITE, at > 0);
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                // The others keep their order.
                actions[..=at].rotate_right(1);
            }
        }
        self.leave(pushed);
        (best > -INFINITE).then_some(best)
    }

    /// The value of an action for the side that plays it. The first action is searched with an open window; of the
    /// others it is first asked whether they are better at all.
    #[expect(clippy::too_many_arguments, reason = "the state of a recursion")]
    fn after(
        &mut self,
        position: &Position,
        action: Action,
        depth: u8,
        ply: usize,
        alpha: i32,
        beta: i32,
        scout: bool,
    ) -> i32 {
        let next = position.play_unchecked(action);
        let depth = if next.jumper().is_some() { depth } else { depth - 1 };
        if scout && alpha > -INFINITE {
            let value = self.seen_by(position, &next, depth, ply, alpha, alpha + 1);
            if value <= alpha || value >= beta {
                return value;
            }
        }
        self.seen_by(position, &next, depth, ply, alpha, beta)
    }

    /// The value of `next` for the side to move in `position`.
    fn seen_by(&mut self, position: &Position, next: &Position, depth: u8, ply: usize, alpha: i32, beta: i32) -> i32 {
        if next.side_to_move() == position.side_to_move() {
            self.value(next, depth, ply + 1, alpha, beta)
        } else {
            -self.value(next, depth, ply + 1, -beta, -alpha)
        }
    }

    /// The value of a position for its side to move, if it is between `alpha` and `beta`; else a bound (fail-soft).
    fn value(&mut self, position: &Position, depth: u8, ply: usize, mut alpha: i32, beta: i32) -> i32 {
        if let Some(value) = self.known_end(position, ply) {
            return value;
        }
        if depth == 0 {
            return self.quiesce(position, ply, alpha, beta);
        }
        let key = key(position, depth);
        let known = self.table.get(key, position.to_place() > 0);
        if let Some(found) = known.filter(|found| found.depth >= depth)
            && let Some(value) = cut(found.bound, from_table(found.value, ply), alpha, beta)
        {
            return value;
        }
        let mut actions = position.actions();
        let side = position.side_to_move();
        let mut weights = self.order.weights(&actions, side, ply, known.map(|found| found.best));
        let mut best = -INFINITE;
        let mut best_action = actions[0];
        let lower = alpha;
        let pushed = self.enter(position);
        for at in 0..actions.len() {
            let action = pick(&mut actions, &mut weights, at);
            let value = self.after(position, action, depth, ply, alpha, beta, at > 0);
            if self.stopped {
                break;
            }
            if value > best {
                (best, best_action) = (value, action);
                alpha = alpha.max(value);
            }
            if best >= beta {
                self.order.reward(action, side, ply, depth);
                break;
            }
        }
        self.leave(pushed);
        if !self.stopped {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > lower {
                Bound::Exact
            } else {
                Bound::Upper
            };
            self.table.put(key, Found { value: to_table(best, ply), bound, depth, best: best_action });
        }
        best
    }

    /// Beyond the depth only captures are followed, so that no position is valued in the middle of an exchange. Who does
    /// not capture is huffed, where that is the rule: the alternative is worth what it then costs.
    fn quiesce(&mut self, position: &Position, ply: usize, mut alpha: i32, beta: i32) -> i32 {
        let able = position.side_to_move() == Side::Officers && position.to_place() == 0;
        let able = if able { position.able_officers().count() } else { 0 };
        if able == 0 {
            return evaluate(position);
        }
        let is_chain = position.jumper().is_some();
        let mut best = if is_chain { -INFINITE } else { self.without_capture(position, able, ply) };
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);
        for &action in &position.actions() {
            if action.over().is_none() && !is_chain {
                continue;
            }
            let next = position.play_unchecked(action);
            let value = match (self.known_end(&next, ply + 1), next.side_to_move()) {
                (Some(value), Side::Officers) => value,
                (Some(value), Side::Rebels) => -value,
                (None, Side::Officers) => self.quiesce(&next, ply + 1, alpha, beta),
                (None, Side::Rebels) => -evaluate(&next),
            };
            best = best.max(value);
            alpha = alpha.max(best);
            if best >= beta {
                break;
            }
        }
        best
    }

    /// What the officers may count on without a capture although `able` of them have one.
    fn without_capture(&self, position: &Position, able: u32, ply: usize) -> i32 {
        if position.rules().set().huff == Huff::None {
            evaluate(position)
        } else if able == position.officers().count() {
            -WIN + ply as i32 + 1
        } else {
            evaluate(position) - officers_worth(able)
        }
    }

    /// Counts a node; its value if the game ends there or repeats itself.
    fn known_end(&mut self, position: &Position, ply: usize) -> Option<i32> {
        if !self.stopped {
            self.found.nodes += 1;
            self.stopped = self.may_stop && self.is_spent();
        }
        if self.stopped {
            return Some(0);
        }
        if let Some(outcome) = position.outcome() {
            return Some(value_of(outcome, position.side_to_move(), ply));
        }
        // What came once can be made to come again: taken for the draw that the third time is.
        let repeats = position.rules().set().repetition > 0 && position.is_between_turns();
        let reach = usize::from(position.quiet()).min(self.turns.len());
        let hash = position.hash();
        (repeats && self.turns[self.turns.len() - reach..].iter().rev().skip(1).step_by(2).any(|&turn| turn == hash))
            .then_some(0)
    }

    /// Whether a limit is reached, or whoever watches has seen enough.
    fn is_spent(&mut self) -> bool {
        let nodes = self.found.nodes;
        nodes >= self.limits.nodes
            || nodes.is_multiple_of(CLOCK_NODES)
                && (self.limits.deadline.is_some_and(|deadline| Instant::now() >= deadline)
                    || (self.watch)(&self.found).is_break())
    }

    /// Notes a position on the line; whether there was anything to note.
    fn enter(&mut self, position: &Position) -> bool {
        let between = position.is_between_turns();
        if between {
            self.turns.push(position.hash());
        }
        between
    }

    fn leave(&mut self, pushed: bool) {
        if pushed {
            self.turns.pop();
        }
    }

    /// The line that the table remembers, from `first` on.
    fn line(&self, position: &Position, first: Action) -> Vec<Action> {
        let mut line = vec![first];
        let mut position = position.play_unchecked(first);
        while line.len() < 64 && position.outcome().is_none() {
            // An entry of any depth will do: its key is that of a shallow one or that of a deep one.
            let placing = position.to_place() > 0;
            let found = [1, u8::MAX].into_iter().find_map(|depth| self.table.get(key(&position, depth), placing));
            match found {
                Some(found) if position.is_legal(found.best) => {
                    line.push(found.best);
                    position = position.play_unchecked(found.best);
                }
                _ => break,
            }
        }
        line
    }
}

/// The key of a position in the table. Where the quiet count may end the game within the depth, it is part of it.
fn key(position: &Position, depth: u8) -> u64 {
    let rules = position.rules();
    let set = rules.set();
    let (quiet, limit) = (u32::from(position.quiet()), 2 * set.quiet_turns);
    let near = set.quiet_turns > 0 && quiet + u32::from(depth) >= limit;
    if near { position.hash() ^ u64::from(quiet + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) } else { position.hash() }
}

/// An ended game, `ply` micro-actions from the root: the sooner won the better.
fn value_of(outcome: Outcome, side: Side, ply: usize) -> i32 {
    match outcome.winner {
        None => 0,
        Some(winner) if winner == side => WIN - ply as i32,
        Some(_) => ply as i32 - WIN,
    }
}

/// The value if it settles the question whether it lies between `alpha` and `beta`.
fn cut(bound: Bound, value: i32, alpha: i32, beta: i32) -> Option<i32> {
    match bound {
        Bound::Exact => Some(value),
        Bound::Lower if value >= beta => Some(value),
        Bound::Upper if value <= alpha => Some(value),
        _ => None,
    }
}

/// In the table a win is counted from its own position on, not from the root.
fn to_table(value: i32, ply: usize) -> i32 {
    if value.abs() >= PROVEN { value + value.signum() * ply as i32 } else { value }
}

fn from_table(value: i32, ply: usize) -> i32 {
    if value.abs() >= PROVEN { value - value.signum() * ply as i32 } else { value }
}
