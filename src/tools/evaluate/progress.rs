//! Progress of a long evaluation, printed to standard error now and then.

use std::io::Write;
use std::time::{Duration, Instant};

/// Pause between two lines: short enough to reassure, long enough not to fill a log.
const INTERVAL: Duration = Duration::from_secs(3);

/// A progress report.
pub(super) struct Progress {
    what: &'static str,
    reported_at: Instant,
    last: usize,
    any: bool,
}

impl Progress {
    /// Returns the progress of `what`, as in `passages embedded`; the first line comes after a while.
    pub(super) fn new(what: &'static str) -> Self {
        Self { what, reported_at: Instant::now(), last: 0, any: false }
    }

    /// Prints the progress, unless it has just been printed; the last step only if there were others.
    pub(super) fn report(&mut self, done: usize, all: usize) {
        let is_due = if done < all {
            done > self.last && self.reported_at.elapsed() >= INTERVAL
        } else {
            std::mem::take(&mut self.any)
        };
        if is_due {
            self.reported_at = Instant::now();
            self.last = done;
            self.any = done < all;
            // The evaluation continues even if standard error is closed.
            let _ = writeln!(std::io::stderr(), "{done} of {all} {}", self.what);
        }
    }
}
