//! Places of statements and words in a text.

use std::cmp::Reverse;
use std::ops::Range;

use footnote_protocol::audit::Checked;

/// Returns the ranges of doubted statements in a text with their indices, in order and without overlaps. If a part of a
/// statement is emphasised, its other parts are separate texts.
pub fn doubted(text: &str, doubts: &[Checked]) -> Vec<(Range<usize>, usize)> {
    let mut found = Vec::new();
    let part = text.trim();
    let texts = doubts.iter().map(|doubt| doubt.text.as_str());
    for (index, doubt) in texts.enumerate().filter(|(_, doubt)| !doubt.is_empty()) {
        let places = text.match_indices(doubt);
        let before = found.len();
        found.extend(places.map(|(at, doubt)| (at..at + doubt.len(), index)));
        if found.len() == before && is_unique_enough(text) && doubt.contains(part) {
            let start = text.len() - text.trim_start().len();
            found.push((start..start + part.len(), index));
        }
    }
    apart(found)
}

/// Returns the ranges of these words in a text with their indices, in order and without overlaps; the longest first where
/// several begin.
pub fn whole_words(text: &str, words: &[String]) -> Vec<(Range<usize>, usize)> {
    let words = words.iter().enumerate().filter(|(_, word)| !word.is_empty());
    let places = words.flat_map(|(index, word)| {
        let places = text.match_indices(word.as_str());
        let places = places.filter(|(at, word)| stands_alone(text, *at..at + word.len()));
        places.map(move |(at, word)| (at..at + word.len(), index))
    });
    apart(places.collect())
}

/// Returns true if a word is no part of a longer one. Scripts without cases may have no spaces, or join words, so that
/// parts count there.
fn stands_alone(text: &str, word: Range<usize>) -> bool {
    let is_joined = |c: Option<char>| {
        c.is_some_and(|c| c.is_lowercase() || c.is_uppercase() || c.is_ascii_digit())
    };
    let before = text.get(..word.start).and_then(|before| before.chars().next_back());
    let after = text.get(word.end..).and_then(|after| after.chars().next());
    !is_joined(before) && !is_joined(after)
}

/// Returns the ranges in order, without those that overlap an earlier one.
fn apart(mut found: Vec<(Range<usize>, usize)>) -> Vec<(Range<usize>, usize)> {
    found.sort_by_key(|(range, _)| (range.start, Reverse(range.end)));
    let mut end = 0;
    found.retain(|(range, _)| {
        let is_apart = range.start >= end;
        if is_apart {
            end = range.end;
        }
        is_apart
    });
    found
}

/// Returns true if a part of a text is long enough to be unique.
fn is_unique_enough(text: &str) -> bool {
    text.trim().chars().count() > 8
}

#[cfg(test)]
mod tests {
    use footnote_protocol::audit::Verdict;

    use super::*;

    fn doubt(text: &str) -> Checked {
        Checked {
            text: text.to_owned(),
            verdict: Verdict::NotFound,
            sources: Vec::new(),
            span: None,
            missing: Vec::new(),
            no_such_source: Vec::new(),
            cited_by: None,
        }
    }

    #[test]
    fn a_doubt_is_found_in_a_text_and_in_the_parts_of_an_emphasised_one() {
        let doubts = [doubt("Leave is 30 days a year.")];
        let found = |text: &str| -> Vec<String> {
            let found = doubted(text, &doubts).into_iter();
            found.map(|(range, _)| text[range].to_owned()).collect()
        };
        let whole = found("So. Leave is 30 days a year. Good. Leave is 30 days a year.");
        assert_eq!(whole, ["Leave is 30 days a year."; 2]);
        assert_eq!(found(" is 30 days a year."), ["is 30 days a year."]);
        assert!(found("a year.").is_empty());
    }

    #[test]
    fn doubts_that_overlap_are_marked_one_after_the_other() {
        let doubts = ["b c", "a b", "c d"].map(doubt);
        let found: Vec<Range<usize>> =
            doubted("a b c d", &doubts).into_iter().map(|(range, _)| range).collect();
        assert_eq!(found, [0..3, 4..7]);
    }

    #[test]
    fn words_are_found_whole_and_wherever_a_script_has_no_spaces() {
        let found = |text: &str, words: &[&str]| -> Vec<String> {
            let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            let found = whole_words(text, &words).into_iter();
            found.map(|(range, _)| text[range].to_owned()).collect()
        };
        assert_eq!(
            found("Pay, payday, pay-day, repay: pay", &["pay", "Pay"]),
            ["Pay", "pay", "pay"]
        );
        assert_eq!(found("FY-28 and 128", &["FY", "FY-28", "28", ""]), ["FY-28"]);
        assert_eq!(found("年次休暇は三十日", &["休暇", "三十日"]), ["休暇", "三十日"]);
        assert_eq!(found("Größe, größer", &["größe", "Größe"]), ["Größe"]);
    }
}
