//! Facts that are words: codes, names and quotations.

use std::collections::BTreeSet;

use footnote_text::analysis::{Language, detected_language};
use footnote_text::languages::Table;
use footnote_text::words::words;

/// Pairs of quotation marks.
const MARKS: [(char, char); 6] =
    [('“', '”'), ('„', '“'), ('„', '”'), ('«', '»'), ('»', '«'), ('"', '"')];

/// Minimum number of words of a quotation. Fewer may be emphasis.
const MIN_QUOTED: usize = 3;

/// Minimum number of letters of a word of a name.
const MIN_NAME: usize = 3;

/// Returns the words of a text in lower case, separated by single spaces.
pub(crate) fn normalised(text: &str) -> String {
    words(text).collect::<Vec<_>>().join(" ").to_lowercase()
}

/// Returns the letters and digits of a text in lower case.
pub(crate) fn squashed(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Returns the quotations of a text, and the text without them.
pub(super) fn quotations(text: &str) -> (Vec<String>, String) {
    let (mut quotations, mut rest, mut from) = (Vec::new(), String::new(), 0);
    while let Some((at, open)) = next_mark(text, from) {
        let begin = at + open.len_utf8();
        let after = text.get(begin..).unwrap_or_default();
        let closes = |c: char| MARKS.contains(&(open, c));
        let Some(len) = after.find(closes) else {
            break;
        };
        let quoted = after.get(..len).unwrap_or_default();
        let end = begin
            + len
            + after.get(len..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        let is_quotation = words(quoted).count() >= MIN_QUOTED;
        rest.push_str(text.get(from..if is_quotation { at } else { end }).unwrap_or_default());
        if is_quotation {
            quotations.push(quoted.to_owned());
            rest.push_str(" , ");
        }
        from = end;
    }
    rest.push_str(text.get(from..).unwrap_or_default());
    (quotations, rest)
}

fn next_mark(text: &str, from: usize) -> Option<(usize, char)> {
    let opens = |c: char| MARKS.iter().any(|(open, _)| *open == c);
    let mut marks = text.char_indices().skip_while(|(at, _)| *at < from);
    marks.find(|(_, c)| opens(*c))
}

/// Returns the words of a text that mix letters and digits, the letters first.
pub(super) fn codes(text: &str) -> Vec<String> {
    let parts = text.split_whitespace().flat_map(|word| word.split(['–', '/', '|', '(', ')', ',']));
    let words = parts.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    let is_code = |word: &&str| {
        let behind = word.trim_start_matches(char::is_alphabetic);
        let is_mixed =
            behind.len() < word.len() || word.chars().filter(|c| c.is_alphabetic()).count() > 1;
        let inner = behind.trim_start_matches(['-', '_', '.']);
        let begins = behind.len() < word.len() && inner.starts_with(|c: char| c.is_ascii_digit());
        let winds = behind.len() == word.len()
            && behind
                .trim_start_matches(|c: char| c.is_ascii_digit())
                .trim_start_matches(char::is_alphabetic)
                .starts_with(|c: char| c.is_ascii_digit())
            && word.starts_with(|c: char| c.is_ascii_digit())
            && word.contains(char::is_alphabetic);
        is_mixed && (begins || winds)
    };
    words.filter(is_code).map(str::to_owned).collect()
}

/// Returns the words of the names in a text: of sequences of capitalised words that do not begin it. German
/// capitalises all nouns.
pub(super) fn names(text: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    if detected_language(text) == Some(Language::German.name()) {
        return names;
    }
    for part in text.split(|c: char| !(c.is_alphanumeric() || " -'’".contains(c))) {
        let words: Vec<&str> = part.split_whitespace().collect();
        for sequence in words.split(|word| !is_capitalised(word)) {
            let is_title = sequence.len() == words.len();
            if sequence.len() > 1 && !is_title {
                let is_name = |word: &&&str| !Table::Months.has(&word.to_lowercase());
                names.extend(sequence.iter().filter(is_name).map(|word| without_genitive(word)));
            }
        }
    }
    let first = words(text).next().unwrap_or_default();
    names.remove(first);
    names
}

/// Returns `Ashdown` for `Ashdown's`.
fn without_genitive(word: &str) -> String {
    let bare = word.strip_suffix("'s").or_else(|| word.strip_suffix("’s"));
    bare.unwrap_or(word).to_owned()
}

fn is_capitalised(word: &str) -> bool {
    let mut letters = word.chars();
    letters.next().is_some_and(char::is_uppercase)
        && word.chars().count() >= MIN_NAME
        && letters.all(|c| c.is_lowercase() || "-'’".contains(c) || c.is_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotations_have_three_words_or_more() {
        let (quoted, rest) = quotations("He said “it is 5 now” and \"no\", not „das ist so“.");
        assert_eq!(quoted, ["it is 5 now", "das ist so"]);
        assert!(rest.contains("\"no\"") && !rest.contains('5'), "{rest}");
        assert_eq!(quotations("An open “mark that never ends").0, Vec::<String>::new());
    }

    #[test]
    fn codes_mix_letters_and_digits() {
        assert_eq!(
            codes("FY26 of ISO-9001 (B2), 4f3a1 and 200°C at 3rd, a 19-year-old"),
            ["FY26", "ISO-9001", "B2", "4f3a1"]
        );
    }

    #[test]
    fn names_are_sequences_within_a_sentence() {
        let names: Vec<String> =
            names("Yesterday Anna Bell's dog met a Friend of Contoso").into_iter().collect();
        assert_eq!(names, ["Anna", "Bell"]);
        assert!(super::names("Gestern hat die Große Halle der Stadt nicht geöffnet").is_empty());
    }
}
