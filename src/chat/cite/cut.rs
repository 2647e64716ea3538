//! The places where the text of an answer can be cut: after statements, citations and code.

use footnote_answers::audit;
use footnote_text::citation::{Piece, placed};
use footnote_text::sentence::sentences;
use footnote_text::table;
use footnote_text::words::beginning;

/// The fences of code blocks.
const FENCES: [&str; 2] = ["```", "~~~"];

/// A place where a text can be cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CutPoint {
    /// Nothing before it needs a citation: the text cites already, or is code. Code continues after it if `is_code`.
    Passed { end: usize, is_code: bool },
    /// A sentence without a citation ends there.
    Ended(usize),
}

/// Number of bytes examined first. Otherwise an answer that arrives in one piece would be read once per sentence.
const WINDOW: usize = 4_096;

/// Number of bytes at the end of the window in which a cut may depend on the text after it.
const MARGIN: usize = 1_024;

/// Returns the first place where the text can be cut; `None` until more text arrives. The text begins within code if
/// `is_code`.
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
        // A bracket after the sentence is its citation, whether complete or not.
        (_, Some(end)) if text_after(text, end).starts_with('[') => {
            Some(CutPoint::Passed { end, is_code: false })
        }
        (_, end) => end.map(CutPoint::Ended),
    }
}

/// Returns the words of a sentence that may be given a citation: it can be checked, and ends with a full stop or is a
/// list item.
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

/// Returns true if no later text can continue the sentence up to `end`: a line ends there, or the next word is
/// complete.
pub(super) fn is_final(text: &str, end: usize) -> bool {
    let next = text_after(text, end);
    let gap = text.get(end..text.len() - next.len()).unwrap_or_default();
    gap.is_empty() || gap.contains('\n') || next.contains(char::is_whitespace)
}

/// Returns the text after a position, without leading whitespace.
fn text_after(text: &str, end: usize) -> &str {
    text.get(end..).unwrap_or_default().trim_start()
}

/// Returns the end of a code block; while the block is open, the end of its last complete line.
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

/// Returns the range of the first bracket that names a source, known or not.
fn cited_end(text: &str, known: &[String]) -> Option<std::ops::Range<usize>> {
    if !text.contains(']') {
        return None;
    }
    let mut placed = placed(text, known, true).into_iter();
    let citation = placed.find(|(_, piece)| !matches!(piece, Piece::Text(_)));
    citation.map(|(place, _)| place)
}

/// Returns true if neither emphasis nor a bracket is open at the end of a sentence. The end of a paragraph closes both.
fn is_closed(text: &str, end: usize) -> bool {
    let (sentence, behind) = text.split_at_checked(end).unwrap_or_default();
    let count = |sign: &str| sentence.matches(sign).count();
    let is_open = count("**") % 2 == 1 || count("(") > count(")");
    !is_open || behind.trim_start_matches(' ').starts_with('\n')
}

/// Returns the end of the first sentence once another one has begun. A sentence never ends within emphasis or a
/// bracket.
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

/// Returns the first line of a text if it is a list item and another line follows.
fn item_line(text: &str) -> Option<&str> {
    let begin = text.len() - text.trim_start().len();
    let length = text.get(begin..)?.find('\n')?;
    let line = text.get(..begin + length)?;
    let has_next = !text_after(text, begin + length).is_empty();
    (has_next && is_item(line)).then_some(line)
}

/// Returns true if a line is a list item.
fn is_item(line: &str) -> bool {
    let line = line.trim_start();
    without_list_marker(line).len() < line.len()
}

/// Returns a line without its list marker.
fn without_list_marker(line: &str) -> &str {
    let line = line.trim_start();
    let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = digits.strip_prefix(['.', ')']).filter(|_| digits.len() < line.len());
    let marked = || line.strip_prefix(['-', '*', '+', '•']);
    let item = numbered.or_else(marked).filter(|rest| rest.starts_with(' '));
    item.map_or(line, str::trim_start)
}

/// Returns true if the last line is only the number of a list item, which does not end a sentence.
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
