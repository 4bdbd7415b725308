//! Taking the terminal over, and giving it back.
//!
//! Invariant: however it ends (leaving, a signal, a fault, a panic), the terminal is as it was.

use std::io;
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use ratatui::crossterm::execute;

use super::app::App;
use crate::base::fault::Fault;

/// How long the keyboard is waited for before what was found meanwhile is shown.
const TICK: Duration = Duration::from_millis(60);

/// The terminal, given back when this is dropped.
struct Borrowed;

impl Borrowed {
    fn borrow() -> io::Result<(Self, ratatui::DefaultTerminal)> {
        let terminal = ratatui::try_init()?;
        let borrowed = Self;
        execute!(io::stdout(), EnableMouseCapture)?;
        let (before, own) = (panic::take_hook(), thread::current().id());
        // That of ratatui gives back the screen, but knows nothing of the mouse, nor that the game goes on where a thread
        // that thinks fails: the game tells of that itself.
        panic::set_hook(Box::new(move |told| {
            if thread::current().id() == own {
                let _ = execute!(io::stdout(), DisableMouseCapture);
                before(told);
            }
        }));
        Ok((borrowed, terminal))
    }
}

impl Drop for Borrowed {
    fn drop(&mut self) {
        // After a panic it has been given back; once more would put the cursor on what was told.
        if thread::panicking() {
            return;
        }
        let _ = execute!(io::stdout(), DisableMouseCapture);
        // A terminal that is gone cannot be told.
        let _ = ratatui::try_restore();
    }
}

/// What comes from the keyboard and the mouse. It is read on a thread of its own: where the terminal goes away, reading may
/// never come back, and `stop` is to be seen all the same.
fn listen() -> Receiver<Event> {
    let (sender, events) = channel();
    thread::spawn(move || {
        while let Ok(event) = event::read() {
            if sender.send(event).is_err() {
                return;
            }
        }
    });
    events
}

/// Shows a game until the person leaves, or `stop` is set. Gives the game as it was left.
///
/// # Errors
/// If the terminal cannot be used.
pub fn run(mut app: App, stop: &AtomicBool) -> Result<App, Fault> {
    let failed = |error: io::Error| {
        Fault::failed(format!("the terminal cannot be used: {error}")).with_help("--plain plays by typed lines")
    };
    let (borrowed, mut terminal) = Borrowed::borrow().map_err(failed)?;
    let events = listen();
    let mut stale = true;
    while !app.is_over() && !stop.load(Ordering::Relaxed) {
        stale |= app.pump();
        if stale {
            terminal.draw(|frame| app.draw(frame)).map_err(failed)?;
            stale = false;
        }
        match events.recv_timeout(TICK) {
            Ok(event) => {
                stale = true;
                match event {
                    Event::Key(key) => app.key(key),
                    Event::Mouse(mouse) => app.mouse(mouse),
                    _ => {}
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            // The terminal is gone.
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    drop(borrowed);
    Ok(app)
}
