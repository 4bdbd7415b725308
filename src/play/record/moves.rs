//! The moves of a game as words, and words as moves.

use crate::base::fault::Problem;
use crate::play::GameSession;
use crate::rules::Action;

/// What stands behind a chain of jumps that is still going on.
const GOING_ON: &str = "...";

/// The turns that have been played, each in its text form.
pub(super) fn write(session: &GameSession) -> Vec<String> {
    let mut words: Vec<String> = session.game().turns().iter().map(ToString::to_string).collect();
    if let (Some(_), Some(last)) = (session.position().jumper(), words.last_mut()) {
        last.push_str(GOING_ON);
    }
    words
}

/// Plays these turns, each in its text form.
///
/// # Errors
/// The first that is not legal, with its number.
pub fn play(session: &mut GameSession, words: &[&str]) -> Result<(), Problem> {
    for (number, word) in (1..).zip(words) {
        let wrong = |why: &dyn std::fmt::Display| Problem::new(format!("move {number}: {why}"));
        match word.strip_suffix(GOING_ON) {
            None => {
                let turn = session.position().parse_turn(word).map_err(|error| wrong(&error))?;
                session.play_turn(&turn).map_err(|error| wrong(&error))?;
            }
            Some(chain) => {
                for action in jumps(session, chain).map_err(|error| wrong(&error))? {
                    session.play(action).map_err(|error| wrong(&error))?;
                }
                if session.position().jumper().is_none() {
                    return Err(wrong(&format!("{word}: this chain cannot go on")));
                }
            }
        }
    }
    Ok(())
}

/// The jumps of a chain that is going on.
fn jumps(session: &GameSession, chain: &str) -> Result<Vec<Action>, String> {
    let points: Vec<&str> = chain.split('x').collect();
    let mut position = *session.position();
    let mut actions = Vec::new();
    for pair in points.windows(2) {
        let action = position.parse_action(&pair.join("x")).map_err(|error| error.to_string())?;
        position = position.play(action).map_err(|error| error.to_string())?;
        actions.push(action);
    }
    if actions.is_empty() { Err(format!("{chain}: no capture")) } else { Ok(actions) }
}
