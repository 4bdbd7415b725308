//! An outside program as a player.
//!
//! In: a game. Out: the next action of the turn that the program names.
//! Invariant: a program that fails is ended at once, so that the next game begins with a fresh one
//! and nothing late of the last game can be taken for an answer. One that does not get ready in time
//! after its start is not started again: every game would wait for it.

use std::sync::{Arc, OnceLock};

use super::command::Command;
use super::info::Info;
use super::program::{Program, Reply, shown};
use super::spec::UgiSpec;
use crate::players::player::{Player, legal_actions, opinion};
use crate::players::{Forfeit, ForfeitKind};
use crate::rules::{Action, Game, Turn};
use crate::search::SearchSummary;

/// Why a program is not started again, once it did not get ready in time; shared by all its players.
pub type NeverReady = Arc<OnceLock<Forfeit>>;

/// Plays what an outside program answers.
pub struct UgiPlayer {
    name: String,
    spec: UgiSpec,
    seed: u64,
    /// `None` until the first game, and after a failure.
    program: Option<Program>,
    never_ready: NeverReady,
    /// The program has not been told yet that a new game begins.
    new_game: bool,
    /// What the beginning of the game ran into; the first thought tells.
    trouble: Option<Forfeit>,
    /// The last turn that was answered.
    answer: Option<Answer>,
}

/// A turn, and the game that it was named for.
struct Answer {
    game: Game,
    turn: Turn,
    info: Info,
}

impl Answer {
    /// The actions of the turn that are still to come, if this game is in the middle of it.
    fn rest(&self, game: &Game) -> Option<&[Action]> {
        let played = game.actions().strip_prefix(self.game.actions())?;
        let rest = self.turn.actions().strip_prefix(played)?;
        let going_on = !played.is_empty() && !rest.is_empty() && game.start() == self.game.start();
        going_on.then_some(rest)
    }
}

impl UgiPlayer {
    /// A player that starts its program when its first game begins.
    pub fn new(spec: UgiSpec, never_ready: NeverReady) -> Self {
        let name = spec.to_string();
        Self { name, spec, seed: 0, program: None, never_ready, new_game: true, trouble: None, answer: None }
    }

    /// The program, which runs and knows of the game. Whoever takes it gives it back, unless it
    /// fails: then it is dropped, and so ended.
    fn take_program(&mut self) -> Result<Program, Forfeit> {
        let Some(mut program) = self.program.take() else { return self.start_program() };
        if std::mem::replace(&mut self.new_game, false) {
            program.begin_game(self.seed)?;
        }
        Ok(program)
    }

    /// A fresh program, which knows of the game.
    fn start_program(&mut self) -> Result<Program, Forfeit> {
        if let Some(forfeit) = self.never_ready.get() {
            return Err(forfeit.clone());
        }
        self.new_game = false;
        let started = Program::start(&self.spec).and_then(|mut program| {
            program.begin_game(self.seed)?;
            Ok(program)
        });
        if let Err(forfeit) = &started
            && forfeit.kind == ForfeitKind::TimeOut
        {
            // Another thread's player may have found it out as well.
            self.never_ready.set(Forfeit::time_out(format!("not started again: {forfeit}"))).ok();
        }
        started
    }

    /// Asks for a turn.
    fn consult(&mut self, game: &Game) -> Result<Answer, Forfeit> {
        let mut program = self.take_program()?;
        let Reply { text, info, remark } = program.think(&position(game), &self.spec)?;
        let turn = if text == "none" { Err(gave_up(&remark)) } else { read_turn(game, &text) }?;
        // Whoever names no legal turn is not given back: who knows what else it believes.
        self.program = Some(program);
        Ok(Answer { game: game.clone(), turn, info })
    }
}

fn gave_up(remark: &str) -> Forfeit {
    let reason = if remark.is_empty() { String::new() } else { format!(": {remark}") };
    Forfeit::gave_up(format!("the program answered `bestmove none`{reason}"))
}

fn read_turn(game: &Game, text: &str) -> Result<Turn, Forfeit> {
    if text.is_empty() {
        return Err(Forfeit::illegal_move("the program answered `bestmove` without a move"));
    }
    game.position().parse_turn(text).map_err(|error| {
        let reason = &error.reason;
        Forfeit::illegal_move(format!("the program played `{}`: {reason}", shown(text)))
    })
}

/// The game as an engine is told it: with its history, but in the middle of a chain, which whole
/// turns do not lead to.
fn position(game: &Game) -> Command {
    if game.position().jumper().is_some() {
        return Command::Position { start: Some(game.position().to_string()), moves: Vec::new() };
    }
    let moves = game.turns().iter().map(ToString::to_string).collect();
    Command::Position { start: Some(game.start().to_string()), moves }
}

/// What the program thought, for the first of the actions `rest` of its turn.
fn summary(game: &Game, info: &Info, rest: &[Action]) -> Result<SearchSummary, Forfeit> {
    let actions = legal_actions(game)?;
    let policy = actions.iter().map(|action| f32::from(u8::from(*action == rest[0]))).collect();
    let mut summary = opinion(&actions, policy, rest[0]);
    if let Some(wdl) = info.probabilities() {
        (summary.wdl, summary.value) = (wdl, wdl[0] - wdl[2]);
    }
    summary.prior.clear();
    summary.simulations = u32::try_from(info.nodes).unwrap_or(u32::MAX);
    summary.principal_variation = rest.to_vec();
    let mut line = game.clone();
    if rest.iter().all(|&action| line.play(action).is_ok()) {
        for text in info.line.iter().skip(1) {
            let Ok(turn) = line.position().parse_turn(text) else { break };
            if line.play_turn(&turn).is_err() {
                break;
            }
            summary.principal_variation.extend(turn.actions());
        }
    }
    Ok(summary)
}

impl Player for UgiPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn start_game(&mut self, seed: u64) {
        (self.seed, self.new_game, self.answer, self.trouble) = (seed, true, None, None);
        match self.take_program() {
            Ok(program) => self.program = Some(program),
            Err(forfeit) => self.trouble = Some(forfeit),
        }
    }

    fn think(&mut self, game: &Game) -> Result<SearchSummary, Forfeit> {
        legal_actions(game)?;
        if let Some(trouble) = self.trouble.take() {
            return Err(trouble);
        }
        if let Some(answer) = &self.answer
            && let Some(rest) = answer.rest(game)
        {
            return summary(game, &answer.info, rest);
        }
        let answer = self.consult(game)?;
        let found = summary(game, &answer.info, answer.turn.actions());
        self.answer = Some(answer);
        found
    }
}
