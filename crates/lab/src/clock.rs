//! The only place of the laboratory that looks at the clock. No result of a player without a clock depends on it.

use std::time::{Duration, Instant};

/// A stretch of time that has begun.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    /// Begins now.
    #[expect(clippy::disallowed_methods, reason = "players with a clock are timed, and speed is measured")]
    pub fn start() -> Stopwatch {
        Stopwatch(Instant::now())
    }

    /// How long it has been running.
    pub fn elapsed(self) -> Duration {
        self.0.elapsed()
    }

    /// The same in seconds, never quite none.
    pub fn seconds(self) -> f64 {
        self.elapsed().as_secs_f64().max(1e-9)
    }
}
