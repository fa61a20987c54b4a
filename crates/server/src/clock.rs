//! The one place that reads the clock.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970.
#[expect(clippy::disallowed_methods, reason = "the server may know what time it is; the rules may not")]
pub(crate) fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO).as_millis() as i64
}

/// For measuring how long something takes.
#[expect(clippy::disallowed_methods, reason = "the server may measure time; the rules may not")]
pub fn instant() -> Instant {
    Instant::now()
}
