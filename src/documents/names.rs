//! Names of documents: as shown to readers, and as in the file system.

use std::borrow::Cow;
use std::path::Path;

use footnote_text::hidden;
use footnote_text::list::has;

/// Returns the path of `place` relative to `folder` as it is shown, with `/` as separator; `None` if it is outside the
/// folder or not UTF-8.
pub fn relative(folder: &Path, place: &Path) -> Option<String> {
    let parts = place.strip_prefix(folder).ok()?.iter();
    let parts: Option<Vec<Cow<'_, str>>> = parts.map(|part| part.to_str().map(shown)).collect();
    Some(parts?.join("/"))
}

/// Returns the name of a file or folder as it is shown. Characters that break, reorder or hide text appear as their
/// numbers, so that no name can pass for another.
pub fn shown(name: &str) -> Cow<'_, str> {
    let is_seen = !name.contains(char::is_control) && hidden::visible(name).text == name;
    if is_seen { Cow::Borrowed(name) } else { hidden::escaped(name) }
}

/// Returns the possible paths of a file that encloses the document `path`, longest first.
pub fn outer(path: &str) -> impl Iterator<Item = &str> {
    let first = path.rsplit_once('/').map(|(outer, _)| outer);
    std::iter::successors(first, |path| path.rsplit_once('/').map(|(outer, _)| outer))
}

/// The endings of workbooks and of separated values.
const SHEETS: &str = "xlsx xlsm xltx xltm xlsb xls xlt ods ots csv tsv tab";

/// Returns true if the file at `path` is a workbook or has separated values.
pub fn is_sheet(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, ending)| has(SHEETS, &ending.to_ascii_lowercase()))
}

/// Returns true for the names of hidden files, and of files that word processors create beside an open document.
pub fn is_hidden(name: &str) -> bool {
    name.starts_with('.') || name.starts_with("~$")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_shows_what_would_turn_or_break_it_and_keeps_what_its_script_needs() {
        for (name, seen) in [
            ("a\u{202e}txt.md", "a\\u202etxt.md"),
            ("a\nb.md", "a\\u000ab.md"),
            ("pay\u{200b}.md", "pay\\u200b.md"),
            ("می\u{200c}خواهم.md", "می\u{200c}خواهم.md"),
            ("Grüße 東京.md", "Grüße 東京.md"),
        ] {
            assert_eq!(shown(name), seen);
        }
    }
}
