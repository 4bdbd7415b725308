//! A whole turn, from searches of its actions.
//!
//! In: a player, a game, a limit. Out: the turn, and an [`Info`] now and then.
//! Invariant: what is told is about the position at which the turn began, and the first move of
//! every line is the turn that would be played.
//!
//! Counted simulations are spent anew on each jump of a chain, so that the engine plays as the same
//! player does in a match. Time is spent on the first action, whose search has looked at the whole
//! chain; the rest is read from its expected line.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::play::in_turns;
use crate::players::ugi::Info;
use crate::players::{Budget, Forfeit, Limit, Player, Thinking};
use crate::rules::{Action, Game, Position, Turn};
use crate::search::SearchSummary;

/// How often a search tells what it has found.
const INTERVAL: Duration = Duration::from_millis(250);
/// How often a search that has come to its end looks whether it may say so.
const LOOK: Duration = Duration::from_millis(2);
/// What is spent on a jump of a chain that the expected line does not reach, once the time is out.
const AFTERTHOUGHT: Limit = Limit::Within(Budget::Simulations(16));

/// One turn that is being thought about.
pub(super) struct Thought<'a> {
    /// Set from outside when the turn is wanted at once.
    pub stop: &'a AtomicBool,
    /// Is told how far it is.
    pub tell: &'a mut dyn FnMut(Info),
}

impl Thought<'_> {
    /// Thinks about the game, which is not over.
    ///
    /// # Errors
    /// If the player cannot go on.
    pub(super) fn think(&mut self, player: &mut dyn Player, game: &Game, limit: Limit) -> Result<Turn, Forfeit> {
        let mut progress = Progress::new(*game.position());
        let mut game = game.clone();
        let found = self.search(player, &game, limit, &mut progress)?;
        if limit == Limit::Endless {
            self.wait(&found, &progress);
        }
        let timed = matches!(limit, Limit::Endless | Limit::Within(Budget::Time(_)));
        let expected = if timed { found.principal_variation.clone() } else { vec![found.chosen] };
        let mut told = progress.info(&found);
        for action in expected {
            progress.play(&mut game, action)?;
            if game.position().jumper().is_none() {
                break;
            }
        }
        while game.position().jumper().is_some() {
            let found = self.search(player, &game, if timed { AFTERTHOUGHT } else { limit }, &mut progress)?;
            told = progress.info(&found);
            progress.play(&mut game, found.chosen)?;
        }
        (self.tell)(told);
        Ok(Turn::new(progress.played))
    }

    /// Searches one action, and tells how far it is.
    fn search(
        &mut self,
        player: &mut dyn Player,
        game: &Game,
        limit: Limit,
        progress: &mut Progress,
    ) -> Result<SearchSummary, Forfeit> {
        let mut last = Instant::now();
        let found = player.think_watched(game, limit, &mut |search: &dyn Thinking| {
            if self.stop.load(Ordering::Relaxed) {
                return ControlFlow::Break(());
            }
            if last.elapsed() >= INTERVAL {
                last = Instant::now();
                (self.tell)(progress.info(&search.summary()));
            }
            ControlFlow::Continue(())
        })?;
        progress.nodes += nodes(&found);
        Ok(SearchSummary { simulations: 0, evaluations: 0, ..found })
    }

    /// An endless search that has come to its end keeps its answer until it is asked for.
    fn wait(&mut self, found: &SearchSummary, progress: &Progress) {
        let mut last = Instant::now();
        while !self.stop.load(Ordering::Relaxed) {
            std::thread::sleep(LOOK);
            if last.elapsed() >= INTERVAL {
                last = Instant::now();
                (self.tell)(progress.info(found));
            }
        }
    }
}

/// Simulations, or the positions that a search without any has looked at.
fn nodes(found: &SearchSummary) -> u64 {
    if found.simulations > 0 { found.simulations.into() } else { found.evaluations }
}

/// What has been found about a turn so far.
struct Progress {
    begun: Instant,
    start: Position,
    /// The actions of the turn that are settled.
    played: Vec<Action>,
    /// Those of the searches that are over.
    nodes: u64,
}

impl Progress {
    fn new(start: Position) -> Self {
        Self { begun: Instant::now(), start, played: Vec::new(), nodes: 0 }
    }

    fn play(&mut self, game: &mut Game, action: Action) -> Result<(), Forfeit> {
        game.play(action).map_err(|error| Forfeit::illegal_move(error.to_string()))?;
        self.played.push(action);
        Ok(())
    }

    fn info(&self, found: &SearchSummary) -> Info {
        let line = self.played.iter().chain(&found.principal_variation);
        Info {
            nodes: self.nodes + nodes(found),
            time: self.begun.elapsed(),
            wdl: found.has_opinion().then(|| Info::per_mille(found.wdl)),
            line: in_turns(self.start, line.copied()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::{AlphaBetaBudget, AlphaBetaPlayer, GreedyPlayer, MctsPlayer};
    use crate::rules::Rules;

    /// The officer on d6 can take two rebels.
    const CHAIN: &str = "3/1o1/1r1r3/rr2rrr/rrrr1rr/r1r/1o1 o 0 - 0";
    /// The same, and wins by it.
    const WIN: &str = "o2/1o1/3r3/rr3rr/rr1r1rr/3/3 o 0 - 0";

    fn think(text: &str, limit: Limit, stopped: bool) -> (Turn, Vec<Info>) {
        think_as(&mut MctsPlayer::new("mcts".into(), 200), text, limit, stopped)
    }

    fn think_as(player: &mut dyn Player, text: &str, limit: Limit, stopped: bool) -> (Turn, Vec<Info>) {
        let game = Game::new(Position::parse(Rules::asalto(), text).unwrap());
        let (stop, mut told) = (AtomicBool::new(stopped), Vec::new());
        let mut thought = Thought { stop: &stop, tell: &mut |info| told.push(info) };
        (thought.think(player, &game, limit).unwrap(), told)
    }

    #[test]
    fn alpha_beta_tells_its_nodes_and_thinks_as_long_as_it_is_told() {
        const EVEN: &str = "3/1o1/rr1o1rr/rrrrrrr/rrrrrrr/rrr/rrr r 0 - 0";
        let mut player = AlphaBetaPlayer::new("a".into(), AlphaBetaBudget::Time(Duration::from_secs(3600)));
        let (turn, told) = think_as(&mut player, EVEN, Limit::Within(Budget::Time(Duration::from_millis(600))), false);
        let [first, .., last] = &told[..] else { panic!("it tells how far it is: {told:?}") };
        assert!(0 < first.nodes && first.nodes < last.nodes, "{told:?}");
        assert_eq!(last.line[0], turn.to_string());
        assert!((600..5000).contains(&last.time.as_millis()), "{:?}", last.time);
        let (_, told) = think_as(&mut player, EVEN, Limit::Within(Budget::Simulations(5000)), false);
        assert_eq!(told.last().unwrap().nodes, 5000);
        for limit in [Limit::Own, Limit::Endless] {
            let (turn, told) = think_as(&mut player, CHAIN, limit, true);
            assert_eq!(told.last().unwrap().line[0], turn.to_string());
        }
    }

    #[test]
    fn the_last_line_begins_with_the_turn_that_is_played() {
        for limit in [
            Limit::Own,
            Limit::Within(Budget::Simulations(300)),
            Limit::Within(Budget::Time(Duration::from_millis(20))),
        ] {
            let (turn, told) = think(CHAIN, limit, false);
            let last = told.last().unwrap();
            assert_eq!(last.line[0], turn.to_string(), "{limit:?}");
            assert!(last.nodes > 0 && last.wdl.is_some());
            let (turn, told) = think(WIN, limit, false);
            assert_eq!((turn.to_string().as_str(), told.last().unwrap().wdl), ("d6xd4xd2", Some([1000, 0, 0])));
        }
    }

    #[test]
    fn who_has_no_opinion_tells_no_score() {
        let game = Game::new(Position::parse(Rules::asalto(), CHAIN).unwrap());
        let (stop, mut told) = (AtomicBool::new(false), Vec::new());
        let mut thought = Thought { stop: &stop, tell: &mut |info| told.push(info) };
        thought.think(&mut GreedyPlayer::default(), &game, Limit::Own).unwrap();
        assert_eq!(told.last().unwrap().wdl, None);
    }

    #[test]
    fn a_thought_that_is_stopped_at_once_still_is_a_whole_turn() {
        for limit in [Limit::Endless, Limit::Within(Budget::Time(Duration::from_secs(3600)))] {
            let (turn, told) = think(CHAIN, limit, true);
            assert_eq!(told.last().unwrap().line[0], turn.to_string());
        }
    }

    #[test]
    fn a_line_is_told_in_whole_turns() {
        let position = Position::parse(Rules::asalto(), CHAIN).unwrap();
        let game = Game::new(position);
        let chain = position.parse_turn("d6xd4xd2").unwrap();
        let mut after = game.clone();
        after.play_turn(&chain).unwrap();
        let reply = after.position().actions()[0];
        let line: Vec<Action> = chain.actions().iter().copied().chain([reply]).collect();
        assert_eq!(in_turns(position, line.iter().copied()), ["d6xd4xd2".to_owned(), reply.to_string()]);
        assert_eq!(in_turns(position, line[..1].iter().copied()), ["d6xd4"]);
    }
}
