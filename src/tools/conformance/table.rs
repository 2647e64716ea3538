//! A table for a terminal: each row on one line, and what does not fit below.

/// Maximum length of a row, in characters.
const MAX_ROW_LEN: usize = 120;

/// Maximum length of a text below the table, in characters; `--json` has the whole.
const MAX_DETAIL_LEN: usize = 240;

/// Number of characters before the last column.
const BEFORE_SEEN: usize = 28 + 50 + 8;

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'a> {
    /// The form or front end.
    pub(super) of: &'a str,
    /// The requirement.
    pub(super) check: &'a str,
    /// The result.
    pub(super) passed: &'a str,
    /// The observation.
    pub(super) seen: &'a str,
}

impl Row<'_> {
    fn line(&self) -> String {
        let seen = begins(self.seen, MAX_ROW_LEN - BEFORE_SEEN);
        let line = format!("{:<28}{:<50}{:<8}{seen}", self.of, self.check, self.passed);
        plain(line.trim_end())
    }

    /// Returns true if the row is a fault, or the reason for there being none, and does not show all of it.
    fn is_cut(&self) -> bool {
        self.passed != "yes" && self.seen.chars().count() > MAX_ROW_LEN - BEFORE_SEEN
    }
}

/// Returns the rows under their heads, and below them the faults that do not fit, each once.
pub(super) fn of(rows: &[Row<'_>]) -> String {
    let head = Row { of: "form", check: "check", passed: "passed", seen: "what was seen" };
    let lines: Vec<_> = std::iter::once(&head).chain(rows).map(Row::line).collect();
    let mut details: Vec<(&str, Vec<&str>)> = Vec::new();
    for row in rows.iter().filter(|row| row.is_cut()) {
        match details.iter_mut().find(|(seen, _)| *seen == row.seen) {
            Some((_, of)) if of.contains(&row.of) => {}
            Some((_, of)) => of.push(row.of),
            None => details.push((row.seen, vec![row.of])),
        }
    }
    let details = details.into_iter().map(|(seen, of)| {
        format!("\n\n{}:\n  {}", of.join(", "), plain(&begins(seen, MAX_DETAIL_LEN)))
    });
    lines.join("\n") + &details.collect::<String>()
}

/// Returns a text, cut to a length.
fn begins(text: &str, max: usize) -> String {
    let is_long = text.chars().count() > max;
    let end = is_long.then_some('…');
    text.chars().take(max - usize::from(is_long)).chain(end).collect()
}

/// Returns a text that cannot steer the terminal.
fn plain(text: &str) -> String {
    text.replace(char::is_control, " ")
}
