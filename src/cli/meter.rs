//! How far a long command has come: a bar on a terminal, elsewhere a plain line now and then.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Between two plain lines.
const EVERY: Duration = Duration::from_secs(10);

/// Shows on stderr how far a command has come. The bar goes when this is dropped.
pub struct Meter {
    bar: ProgressBar,
    unit: &'static str,
    told: Instant,
}

impl Meter {
    /// A meter of so many units, such as `games`.
    pub fn new(length: u32, unit: &'static str) -> Self {
        let bar = ProgressBar::with_draw_target(Some(u64::from(length)), ProgressDrawTarget::stderr());
        let style = ProgressStyle::with_template("{pos}/{len} {prefix} {wide_bar:.cyan/blue} {msg}  {eta} left");
        bar.set_style(style.expect("the template is well formed").progress_chars("━╸─"));
        bar.set_prefix(unit);
        Self { bar, unit, told: Instant::now() }
    }

    /// So many units are done; `message` tells more.
    pub fn show(&mut self, done: u32, message: impl FnOnce() -> String) {
        if !self.bar.is_hidden() {
            self.bar.set_position(u64::from(done));
            self.bar.set_message(message());
        } else if self.told.elapsed() >= EVERY {
            self.told = Instant::now();
            let length = self.bar.length().unwrap_or_default();
            say!("{done}/{length} {}  {}", self.unit, message());
        }
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
