//! The clauses of a statement.

/// The separators of clauses in a statement, and of cells in a row.
const SIGNS: [char; 8] = [',', ';', ':', '(', ')', '—', '–', '·'];

/// Splits a text into clauses. Separators within numbers do not count.
pub(super) fn clauses(text: &str) -> impl Iterator<Item = &str> {
    let mut begin = 0;
    let ends =
        text.char_indices().filter(|(_, c)| SIGNS.contains(c)).map(|(at, c)| at + c.len_utf8());
    let is_end = move |end: &usize| {
        let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        let (before, behind) = text.split_at_checked(*end).unwrap_or_default();
        let before = before.trim_end_matches(SIGNS).chars().next_back();
        !(digit(before) && digit(behind.chars().next()))
    };
    ends.filter(is_end).chain([text.len()]).filter_map(move |end| {
        let clause = text.get(begin..end);
        begin = end;
        clause
    })
}
