//! The places where the text of an answer can be cut: behind statements, citations and code.

use footnote_answers::audit;
use footnote_text::citation::{Piece, placed};
use footnote_text::sentence::sentences;
use footnote_text::table;
use footnote_text::words::beginning;

/// The fences of blocks of code.
const FENCES: [&str; 2] = ["```", "~~~"];

/// A place where a text can be cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CutPoint {
    /// Nothing before it lacks a citation: it cites, or is code; code goes on behind it if it `is_code`.
    Passed { end: usize, is_code: bool },
    /// A sentence without a citation ends there.
    Ended(usize),
}

/// The bytes that are looked at first: an answer that comes in one piece would otherwise be read once for each of its
/// sentences.
const WINDOW: usize = 4_096;

/// The bytes at the end of the window in which a cut may need what comes behind them.
const MARGIN: usize = 1_024;

/// The first place where a text can be cut that begins within code or not; `None` as long as more must come.
pub(super) fn next_cut(text: &str, known: &[String], is_code: bool) -> Option<CutPoint> {
    let window = beginning(text, WINDOW);
    let within = || cut(window, known, is_code).filter(|cut| cut.end() + MARGIN < window.len());
    let early = if window.len() < text.len() { within() } else { None };
    early.or_else(|| cut(text, known, is_code))
}

impl CutPoint {
    fn end(self) -> usize {
        match self {
            Self::Passed { end, .. } | Self::Ended(end) => end,
        }
    }
}

fn cut(text: &str, known: &[String], is_code: bool) -> Option<CutPoint> {
    if is_code {
        return code_end(text);
    }
    let begin = text.trim_start();
    if FENCES.iter().any(|fence| begin.starts_with(fence)) {
        let end = text.len() - begin.len() + FENCES[0].len();
        return Some(CutPoint::Passed { end, is_code: true });
    }
    let end = sentence_end(text);
    let citation = cited_end(text, known);
    match (citation, end) {
        (Some(citation), end) if end.is_none_or(|end| citation.start < end) => {
            Some(CutPoint::Passed { end: citation.end, is_code: false })
        }
        // A bracket behind it is its own citation, whole or not.
        (_, Some(end)) if text_after(text, end).starts_with('[') => {
            Some(CutPoint::Passed { end, is_code: false })
        }
        (_, end) => end.map(CutPoint::Ended),
    }
}

/// The words of a sentence that may be given a citation: one that can be checked, and ends with a full stop or is an
/// item of a list.
pub(super) fn statement(sentence: &str) -> Option<String> {
    let sentence = sentence.trim();
    let is_head = sentence.starts_with('#') || table::is_row(sentence);
    let is_within_code = sentence.matches('`').count() % 2 == 1;
    let words = sentence.trim_end_matches(['*', '_']);
    let is_bold =
        words.len() < sentence.len() && without_list_marker(sentence).starts_with(['*', '_']);
    let closing = |c: char| "\"'”’»›)]}」』）*_".contains(c);
    let stops = words.trim_end_matches(closing).ends_with(['.', '!', '…', '。', '！']);
    let may_cite = !is_head && !is_within_code && !ends_in_number(sentence);
    let is_whole = stops || (is_item(sentence) && !is_bold);
    audit::checkable(words).filter(|_| may_cite && is_whole)
}

/// True if no later text can show that the sentence up to `end` goes on: a line ends there, or the next word is
/// whole.
pub(super) fn is_final(text: &str, end: usize) -> bool {
    let next = text_after(text, end);
    let gap = text.get(end..text.len() - next.len()).unwrap_or_default();
    gap.is_empty() || gap.contains('\n') || next.contains(char::is_whitespace)
}

/// The text behind a place, without the blanks there.
fn text_after(text: &str, end: usize) -> &str {
    text.get(end..).unwrap_or_default().trim_start()
}

/// The end of a block of code; before it, that of its last whole line.
fn code_end(text: &str) -> Option<CutPoint> {
    let is_fence = |line: &str| FENCES.iter().any(|fence| line.trim_start().starts_with(fence));
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if is_fence(line) {
            let end = at + line.trim_end().len();
            return Some(CutPoint::Passed { end, is_code: false });
        }
        if line.ends_with('\n') {
            at += line.len();
        }
    }
    (at > 0).then_some(CutPoint::Passed { end: at, is_code: true })
}

/// The place of the first bracket that names a source, known or not.
fn cited_end(text: &str, known: &[String]) -> Option<std::ops::Range<usize>> {
    if !text.contains(']') {
        return None;
    }
    let mut placed = placed(text, known, true).into_iter();
    let citation = placed.find(|(_, piece)| !matches!(piece, Piece::Text(_)));
    citation.map(|(place, _)| place)
}

/// True if neither emphasis nor a bracket is open at the end of a sentence; with its paragraph all end.
fn is_closed(text: &str, end: usize) -> bool {
    let (sentence, behind) = text.split_at_checked(end).unwrap_or_default();
    let count = |sign: &str| sentence.matches(sign).count();
    let is_open = count("**") % 2 == 1 || count("(") > count(")");
    !is_open || behind.trim_start_matches(' ').starts_with('\n')
}

/// The end of the first sentence, once another begins behind it, without one in the middle of emphasis or a bracket.
fn sentence_end(text: &str) -> Option<usize> {
    const STOPS: [char; 8] = ['.', '!', '?', '…', '\n', '。', '！', '？'];
    if !text.contains(STOPS) {
        return None;
    }
    let line = item_line(text);
    let end = |within: &str| {
        let sentences = sentences(within);
        let (_, ended) = sentences.split_last()?;
        let place = |one: &&str| (one.as_ptr() as usize).saturating_sub(within.as_ptr() as usize);
        let mut ends = ended.iter().map(|one| place(one) + one.len());
        ends.find(|end| is_closed(within, *end))
    };
    end(line.unwrap_or(text)).or_else(|| line.map(|line| line.trim_end().len()))
}

/// The first line of a text, if it is an item of a list and another line follows.
fn item_line(text: &str) -> Option<&str> {
    let begin = text.len() - text.trim_start().len();
    let length = text.get(begin..)?.find('\n')?;
    let line = text.get(..begin + length)?;
    let has_next = !text_after(text, begin + length).is_empty();
    (has_next && is_item(line)).then_some(line)
}

/// True if a line is an item of a list.
fn is_item(line: &str) -> bool {
    let line = line.trim_start();
    without_list_marker(line).len() < line.len()
}

/// A line without the sign or the number of its item.
fn without_list_marker(line: &str) -> &str {
    let line = line.trim_start();
    let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = digits.strip_prefix(['.', ')']).filter(|_| digits.len() < line.len());
    let marked = || line.strip_prefix(['-', '*', '+', '•']);
    let item = numbered.or_else(marked).filter(|rest| rest.starts_with(' '));
    item.map_or(line, str::trim_start)
}

/// True if the last line of several is no more than the number of an item, which is no end of a sentence.
fn ends_in_number(sentence: &str) -> bool {
    let last = sentence.rsplit_once('\n').map(|(_, last)| last.trim_end_matches(['.', ')']));
    last.is_some_and(|last| last.chars().all(|c| c.is_ascii_digit() || c.is_whitespace()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_cut_where_its_whole_is() {
        let known = ["a.md".to_owned()];
        let long = "Rain ".repeat(WINDOW / 4);
        for text in [
            "Tea is hot. ".repeat(WINDOW),
            "Tea is hot [a.md]. ".repeat(WINDOW),
            format!("{long} falls [a.md]. Tea is hot."),
            format!("{} [a.md]. Tea is hot.", &long[..WINDOW - 10]),
            format!("```\n{}```\n", "let a = 1;\n".repeat(WINDOW)),
        ] {
            for is_code in [false, true] {
                let within = next_cut(&text, &known, is_code);
                assert_eq!(within, cut(&text, &known, is_code), "{}", beginning(&text, 40));
            }
        }
    }
}
