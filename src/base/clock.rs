//! A clock that runs only while this thread does, so that other programs do not spoil a measurement.

use std::fs;
use std::time::Instant;

/// CPU time of the current thread where the system tells (Linux), else time on the wall.
pub struct Clock {
    wall: Instant,
    cpu: Option<f64>,
}

impl Clock {
    /// Starts now, for the current thread.
    pub fn start() -> Self {
        Self { wall: Instant::now(), cpu: thread_seconds() }
    }

    /// Seconds since the start. To be asked on the thread that started the clock.
    pub fn seconds(&self) -> f64 {
        match (self.cpu, thread_seconds()) {
            (Some(start), Some(now)) => now - start,
            _ => self.wall.elapsed().as_secs_f64(),
        }
    }
}

/// The first number of the thread's `schedstat`: nanoseconds on a processor.
fn thread_seconds() -> Option<f64> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = text.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}
