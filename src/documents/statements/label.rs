//! Distinguishing statements from labels, which say nothing by themselves.

use footnote_text::languages::Table;

/// Returns true if a piece of prose may be quoted alone.
///
/// Questions may not, nor lead-ins ("You can:"), nor page numbers and captions without a full stop ("Figure 2. The
/// harbour").
pub(super) fn says(text: &str) -> bool {
    let bare = bare(text);
    if bare.ends_with(STOPS) {
        return true;
    }
    let is_number = bare.parse::<u16>().is_ok();
    !bare.ends_with([':', '：', '?', '？']) && !is_number && !is_caption(bare)
}

/// The punctuation at the end of a statement.
const STOPS: [char; 7] = ['.', '!', '…', ';', '。', '！', '；'];

/// Returns a text without the closing marks after its last word.
fn bare(text: &str) -> &str {
    text.trim_end_matches(['"', '”', '\'', '’', '»', ')', ']', '*', '_', ' '])
}

/// Returns true if a line above a text is its heading ("Vice President of Sales"): it has no full stop, mostly
/// capitals, and no value after a name, as "Sponsor: Guild of Millers" and "Grand Total 5,738" have.
pub(super) fn heads(line: &str) -> bool {
    !bare(line).ends_with(STOPS) && is_in_capitals(line) && !has_value(line)
}

/// Returns true if a line is a name and its value: there is a mark between them, or a number at its end, possibly with
/// a unit.
pub(super) fn has_value(line: &str) -> bool {
    let has_digit = |word: &&str| word.contains(|c: char| c.is_numeric());
    let marks = [": ", "：", "\t", " = ", " – ", " — ", " - "];
    let is_between = |mark: &&str| {
        let parts = line.trim().split_once(*mark);
        parts.is_some_and(|(name, value)| !name.is_empty() && !value.trim().is_empty())
    };
    let mut words = line.split_whitespace();
    let is_named = words.next().is_some_and(|name| name.contains(char::is_alphabetic));
    marks.iter().any(is_between) || (is_named && words.rev().take(2).any(|word| has_digit(&word)))
}

/// Returns true if a text begins like a caption: with a one-word name, and a number that ends with a full stop.
fn is_caption(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let (name, number) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    name.starts_with(char::is_uppercase)
        && number.starts_with(|c: char| c.is_ascii_digit())
        && number.ends_with('.')
}

/// Returns true if a line with a number in front may name a section: it is short, and not a sentence.
pub(super) fn names_section(line: &str) -> bool {
    /// Maximum number of words in a name; more are a sentence without its full stop.
    const MAX_WORDS: usize = 10;
    let line = line.trim();
    let is_numbered = line.starts_with(|c: char| c.is_ascii_digit());
    is_numbered
        && line.split_whitespace().count() <= MAX_WORDS
        && line.ends_with(|c: char| c.is_alphanumeric())
}

/// Returns true if a text is an entry of a table of contents in words: "Page 4 Pay."
pub(super) fn is_of_contents(text: &str) -> bool {
    /// Maximum number of words in such an entry; more are a sentence about a page.
    const MAX_WORDS: usize = 9;
    let mut words = text.split_whitespace();
    let (first, second) = (words.next(), words.next());
    let is_page = first.is_some_and(|word| Table::PageNames.has(word.to_lowercase().as_str()));
    let is_number = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
    let names_page = is_page && second.is_some_and(is_number);
    let is_title = words.next().is_some_and(|word| word.starts_with(char::is_uppercase));
    names_page && is_title && words.count() <= MAX_WORDS - 3
}

/// Share of capitals, in tenths, from which a line counts as capitalised.
const CAPITALS: usize = 6;

fn is_in_capitals(text: &str) -> bool {
    let words =
        text.split_whitespace().filter_map(|word| word.chars().find(|c| c.is_alphanumeric()));
    let (mut all, mut capitals, mut cased) = (0, 0, false);
    for first in words {
        all += 1;
        capitals += usize::from(first.is_uppercase());
        cased |= first.is_lowercase() || first.is_uppercase();
    }
    cased && 10 * capitals >= CAPITALS * all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_lead_ins_and_captions_say_nothing() {
        for text in [
            "What is Covered?",
            "Copayments (Copays) IMPORTANT PLAN INFORMATION:",
            "Example 11.1. Initial file of the mail server",
            "181",
            "The plan covers:",
        ] {
            assert!(!says(text), "{text}");
        }
    }

    #[test]
    fn names_above_a_text_are_its_heading_and_those_with_a_value_are_not() {
        for text in ["Vice President of Sales", "Copayments (Copays) IMPORTANT PLAN INFORMATION"] {
            assert!(heads(text), "{text}");
        }
        for text in [
            "Sponsor: Guild of Millers",
            "Grand Total 5,738",
            "Harbour Pilot – Wenna Trew",
            "TOTAL 821.14 EUR",
            "Leave takes thirty days",
            "Leave Is Paid.",
        ] {
            assert!(!heads(text) && says(text), "{text}");
        }
    }

    #[test]
    fn entries_of_contents_say_nothing() {
        assert!(is_of_contents("Page 12 Caring for the collection."));
        for text in ["Page 12 shows the plan.", "Wait.... It is 12.", "He waits…", ""] {
            assert!(!is_of_contents(text), "{text}");
        }
    }

    #[test]
    fn sentences_say_something_even_without_a_stop() {
        for text in [
            "Leave Is Paid.",
            "He asked: “Is it paid?” (It is.)",
            "Leave takes thirty days",
            "图书馆周一开放",
            "42 pence",
            "+49 30 1234567",
            "9:00–17:00",
            "Step 3: press Save",
        ] {
            assert!(says(text), "{text}");
        }
    }
}
