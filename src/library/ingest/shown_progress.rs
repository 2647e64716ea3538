//! The progress of a pass, on one line of the terminal.

use std::io::{self, IsTerminal as _, Write as _};

/// The progress of a pass, on one line of the terminal; nothing where errors go elsewhere.
#[derive(Debug)]
pub(super) struct ShownProgress {
    all: usize,
    done: usize,
    is_shown: bool,
}

impl ShownProgress {
    /// The progress of a pass that reads this many files.
    pub(super) fn of(all: usize) -> Self {
        let shown = Self { all, done: 0, is_shown: all > 0 && io::stderr().is_terminal() };
        shown.write(&shown.line());
        shown
    }

    /// One more file was read.
    pub(super) fn advance(&mut self) {
        self.done += 1;
        self.write(&self.line());
    }

    /// Removes the line.
    pub(super) fn clear(&self) {
        self.write("");
    }

    fn line(&self) -> String {
        format!("{} of {} files read", self.done, self.all)
    }

    /// Writes over the line: `\r` leads to its beginning, and the rest deletes what was there.
    fn write(&self, line: &str) {
        if self.is_shown {
            // A terminal that is gone ends no pass.
            let _ = write!(io::stderr(), "\r\u{1b}[K{line}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_counts_the_files_that_were_read() {
        let mut shown = ShownProgress { all: 3, done: 0, is_shown: false };
        shown.advance();
        shown.advance();
        assert_eq!(shown.line(), "2 of 3 files read");
    }
}
