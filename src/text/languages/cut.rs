//! Tables that the page needs, cut out of the files by the compiler: whole files would make the page heavier.

use super::{FILES, Table, Words, words};

/// The words of one table of all languages.
macro_rules! cut {
    ($table:ident) => {{
        const _: Table = Table::$table;
        const NAME: &[u8] = stringify!($table).as_bytes();
        const LINES: [u8; length(NAME)] = copied(NAME);
        Words::new(|| {
            let lines = std::str::from_utf8(&LINES).unwrap_or_default();
            lines.lines().flat_map(words).collect()
        })
    }};
}

/// Words that a full stop shortens.
pub static ABBREVIATIONS: Words = cut!(Abbreviations);

/// Words that a full stop shortens only before a number.
pub static NUMBERED: Words = cut!(NumberedAbbreviations);

/// Words before ordinal numbers.
pub static BEFORE_ORDINALS: Words = cut!(BeforeOrdinals);

/// The names of months.
pub static MONTHS: Words = cut!(Months);

/// The length of a table's lines in all files, in bytes.
#[expect(clippy::indexing_slicing, reason = "only the compiler runs it, and says where it fails")]
const fn length(table: &[u8]) -> usize {
    let (mut file, mut length) = (0, 0);
    while file < FILES.len() {
        let (from, to) = range(FILES[file].1.as_bytes(), table);
        length += to - from;
        file += 1;
    }
    length
}

/// A table's lines in all files.
#[expect(clippy::indexing_slicing, reason = "only the compiler runs it, and says where it fails")]
const fn copied<const LENGTH: usize>(table: &[u8]) -> [u8; LENGTH] {
    let mut lines = [b'\n'; LENGTH];
    let (mut file, mut length) = (0, 0);
    while file < FILES.len() {
        let text = FILES[file].1.as_bytes();
        let (mut at, to) = range(text, table);
        while at < to {
            lines[length] = text[at];
            length += 1;
            at += 1;
        }
        file += 1;
    }
    lines
}

/// The range of a table's lines in a file: from its name to the next one.
#[expect(clippy::indexing_slicing, reason = "only the compiler runs it, and says where it fails")]
const fn range(text: &[u8], table: &[u8]) -> (usize, usize) {
    let mut at = 0;
    while at < text.len() {
        at += 1;
        if text[at - 1] != b'[' || !is_here(text, at, table) {
            continue;
        }
        let from = at + table.len() + 1;
        let mut to = from;
        while to < text.len() && text[to] != b'[' {
            to += 1;
        }
        return (from, to);
    }
    (0, 0)
}

/// True if a table's name and its closing bracket stand at `at`.
#[expect(clippy::indexing_slicing, reason = "only the compiler runs it, and says where it fails")]
const fn is_here(text: &[u8], at: usize, table: &[u8]) -> bool {
    let mut length = 0;
    while length < table.len() {
        if at + length >= text.len() || text[at + length] != table[length] {
            return false;
        }
        length += 1;
    }
    at + length < text.len() && text[at + length] == b']'
}

#[cfg(test)]
mod tests {
    use super::super::all;
    use super::*;

    #[test]
    fn a_table_that_is_cut_out_has_the_words_of_all_languages() {
        assert_eq!(*ABBREVIATIONS, all(Table::Abbreviations));
        assert_eq!(*NUMBERED, all(Table::NumberedAbbreviations));
        assert_eq!(*BEFORE_ORDINALS, all(Table::BeforeOrdinals));
        assert_eq!(*MONTHS, all(Table::Months));
    }
}
