//! The progress of a long evaluation, told on the standard error now and then.

use std::io::Write;
use std::time::{Duration, Instant};

/// The pause between two lines: an impatient eye is content, and a log does not fill up.
const INTERVAL: Duration = Duration::from_secs(3);

/// Tells how far something has come.
pub(super) struct Progress {
    what: &'static str,
    told: Instant,
    last: usize,
    any: bool,
}

impl Progress {
    /// The progress of `what`, as in `passages embedded`; the first line comes after a while.
    pub(super) fn new(what: &'static str) -> Self {
        Self { what, told: Instant::now(), last: 0, any: false }
    }

    /// Tells it, unless that was done a moment ago; the last step only if there were others.
    pub(super) fn report(&mut self, done: usize, all: usize) {
        let is_due = if done < all {
            done > self.last && self.told.elapsed() >= INTERVAL
        } else {
            std::mem::take(&mut self.any)
        };
        if is_due {
            self.told = Instant::now();
            self.last = done;
            self.any = done < all;
            // A closed standard error is no reason to stop.
            let _ = writeln!(std::io::stderr(), "{done} of {all} {}", self.what);
        }
    }
}
