//! Ctrl-C: once to stop well, twice to stop now.

use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::base::fault::Fault;

/// Exit code of a command that was stopped.
pub const STOPPED: u8 = 130;

/// A flag that is set by the first Ctrl-C (or request to terminate); `message` is then said. The second one ends the process
/// at once: files are replaced whole or not at all, so nothing is left half written.
///
/// # Errors
/// The system refuses the handler.
pub fn stop_flag(message: &'static str) -> Result<Arc<AtomicBool>, Fault> {
    let flag = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&flag);
    ctrlc::set_handler(move || {
        if seen.swap(true, Ordering::SeqCst) {
            say!("stopped; what was not saved yet is lost");
            std::process::exit(i32::from(STOPPED));
        }
        say!("\n{message}");
    })
    .map_err(|error| Fault::failed(format!("cannot watch for Ctrl-C: {error}")))?;
    Ok(flag)
}

/// A flag that a request to end sets, for a command that has the whole terminal: nothing is said.
///
/// # Errors
/// The system refuses the handler.
pub fn silent_flag() -> Result<Arc<AtomicBool>, Fault> {
    let flag = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&flag);
    ctrlc::set_handler(move || seen.store(true, Ordering::SeqCst))
        .map_err(|error| Fault::failed(format!("cannot watch for Ctrl-C: {error}")))?;
    Ok(flag)
}

/// A flag that Ctrl-C sets, for commands that play games.
///
/// # Errors
/// Ctrl-C cannot be listened to.
pub fn stop_after_games() -> Result<Arc<AtomicBool>, Fault> {
    stop_flag("stopping after the games in progress; press Ctrl-C again to stop now")
}

/// Whether to go on, as a flag says.
pub fn flow(stop: &AtomicBool) -> ControlFlow<()> {
    if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// The exit code of a command that did its work, or that was stopped before it had.
pub fn exit_code(stopped: bool) -> ExitCode {
    if stopped { ExitCode::from(STOPPED) } else { ExitCode::SUCCESS }
}
