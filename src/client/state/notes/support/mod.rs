//! Finds the words in the retrieved passages that support the statements of an answer.

#[cfg(test)]
mod tests;

use std::ops::Range;

use footnote_protocol::audit::{Audit, Checked, Span};
use footnote_protocol::{DataPoints, Opening};
use footnote_text::markdown::letters;
use footnote_text::sentence::sentences;
use footnote_text::table;
use footnote_text::words::words;

/// Minimum length of a paragraph that is searched for in a passage, in bytes of letters; shorter ones occur anywhere.
const MIN_LETTERS: usize = 12;

/// Maximum number of statements per table that are looked up.
const MAX_ROWS: usize = 16;

/// A retrieved passage.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Passage {
    /// Its source.
    pub source: String,
    /// Its text.
    pub text: String,
    /// Index in its document, if known.
    pub ordinal: Option<u32>,
    /// True if its line breaks come from the author.
    pub keeps_lines: bool,
}

impl Passage {
    /// Returns the part of its document to open.
    pub fn opening(&self) -> Opening {
        Opening::of_source(&self.source, self.ordinal, "")
    }
}

/// Returns the retrieved passages, best first.
pub fn passages(points: &DataPoints) -> Vec<Passage> {
    let texts = points.text.iter().enumerate();
    let passages = texts.map(|(at, text)| {
        let (source, text) = points.parted(text);
        Passage {
            source: source.to_owned(),
            text: text.to_owned(),
            ordinal: points.passages.get(at).copied(),
            keeps_lines: points.lines.contains(&at),
        }
    });
    passages.collect()
}

/// Words of a source that support a statement.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct CitedWords {
    /// Index of the retrieved passage that contains them; `None` if they are not in any of these.
    pub passage: Option<usize>,
    /// Their range among the letters and digits of the passage, in bytes.
    pub at: Range<usize>,
    /// The words; for a table, a row in Markdown.
    pub words: String,
}

impl CitedWords {
    /// Returns true if there is nothing between the two.
    pub fn adjoins(&self, other: &Self) -> bool {
        let touch = self.at.start <= other.at.end && other.at.start <= self.at.end;
        self.passage == other.passage && touch && self.passage.is_some()
    }

    /// Returns true if it contains the other's words.
    pub fn holds(&self, other: &Self) -> bool {
        let around = self.at.start <= other.at.start && other.at.end <= self.at.end;
        self.passage == other.passage && around && self.passage.is_some() || self == other
    }

    /// Returns the words as shown.
    pub fn read(&self) -> String {
        table::read(&self.words)
    }
}

/// The passages and the check of an answer, for looking up what supports its statements.
pub(super) struct SupportLookup<'a> {
    passages: &'a [Passage],
    /// Letters and digits of each passage.
    held: Vec<String>,
    /// Letters and digits of the statements that the check found supported, with the supporting words.
    checked: Vec<(String, &'a Span)>,
    /// Letters and digits of the doubted statements, in order.
    doubts: Vec<String>,
    /// The same of those that have most of their words in one place of the source, which says otherwise.
    nearest: Vec<(String, &'a Span)>,
}

impl<'a> SupportLookup<'a> {
    /// Returns the passages, the check and the doubted statements of an answer.
    pub(super) fn new(
        passages: &'a [Passage],
        audit: Option<&'a Audit>,
        doubts: &[Checked],
    ) -> Self {
        let checked = audit.into_iter().flat_map(|audit| &audit.statements);
        let with_span = |one: &'a Checked| Some((letters(&one.text), one.span.as_ref()?));
        let is_near = |one: &&'a Checked| {
            one.span.as_ref().is_some_and(|span| shares_most(&one.text, &span.text))
        };
        Self {
            nearest: checked
                .clone()
                .filter(|one| one.is_doubted())
                .filter(is_near)
                .filter_map(with_span)
                .collect(),
            doubts: doubts.iter().map(|one| letters(&one.text)).collect(),
            passages,
            held: passages.iter().map(|passage| letters(&passage.text)).collect(),
            checked: checked
                .filter(|one| !one.is_doubted())
                .filter_map(with_span)
                .filter(|(text, _)| !text.is_empty())
                .collect(),
        }
    }

    /// Returns the best passage of a source.
    pub(super) fn first(&self, source: &str) -> Option<&Passage> {
        self.passages.iter().find(|passage| passage.source == source)
    }

    /// Returns the index of a passage in its document.
    pub(super) fn ordinal(&self, passage: usize) -> Option<u32> {
        self.passages.get(passage)?.ordinal
    }

    /// Returns the words of `source` for each statement that a citation behind `said` stands for: those that are
    /// quoted, or those that the check names; none if there are none.
    pub(super) fn cited(&self, source: &str, said: &str) -> Vec<CitedWords> {
        let said = paragraph(said);
        let cited_statements = cited_statements(said);
        if cited_statements.last().is_some_and(|last| table::is_row(last)) {
            let rows = cited_statements.iter().take(MAX_ROWS);
            return rows.flat_map(|row| self.cited_row(source, row)).collect();
        }
        let is_doubted = |one: &&str| {
            let one = letters(one);
            self.doubts.iter().any(|doubt| is_part(&one, doubt))
        };
        if cited_statements.iter().any(is_doubted) {
            return self.spans(&self.nearest, source, said);
        }
        // A lead-in such as "The handbook says:" stands in no source.
        let led_in = said.rsplit_once(": ").map(|(_, said)| said);
        let quoted = |said| self.quoted(source, said, MIN_LETTERS);
        if let Some(quoted) = quoted(said).or_else(|| led_in.and_then(quoted)) {
            return vec![quoted];
        }
        self.spans(&self.checked, source, said)
    }

    /// Returns the indices of the doubted statements that a citation behind `said` stands for.
    pub(super) fn doubted(&self, said: &str) -> Vec<usize> {
        if self.doubts.is_empty() {
            return Vec::new();
        }
        let said: Vec<String> = statements(paragraph(said)).into_iter().map(letters).collect();
        let is_said = |doubt: &String| said.iter().any(|one| is_part(one, doubt));
        let doubts = self.doubts.iter().enumerate().filter(|(_, doubt)| is_said(doubt));
        doubts.map(|(at, _)| at).collect()
    }

    /// Returns the words of the source for a table row.
    fn cited_row(&self, source: &str, row: &str) -> Vec<CitedWords> {
        self.quoted(source, row, 1)
            .map_or_else(|| self.spans(&self.checked, source, row), |quoted| vec![quoted])
    }

    /// Returns the words themselves, where a passage of the source has them as a whole, and they have so many letters.
    fn quoted(&self, source: &str, said: &str, least: usize) -> Option<CitedWords> {
        let words = without_marker(said);
        let cited = self.place(source, words);
        let passage = self.passages.get(cited.passage?)?;
        let is_whole = normalised(&passage.text).contains(&normalised(words));
        (cited.at.len() >= least && is_whole).then_some(cited)
    }

    /// Returns the words that the check found for the statements of a paragraph, of those in `found`.
    fn spans(&self, found: &[(String, &Span)], source: &str, said: &str) -> Vec<CitedWords> {
        let said: Vec<String> = statements(said).into_iter().map(letters).collect();
        let is_said = |text: &String| said.iter().any(|one| is_part(one, text));
        let found = found.iter().filter(|(text, span)| span.source == source && is_said(text));
        found.map(|(_, span)| self.place(source, &span.text)).collect()
    }

    /// Locates these words in a passage of the source, and returns them as they stand there.
    pub(super) fn place(&self, source: &str, words: &str) -> CitedWords {
        let wanted = letters(words);
        let of_source = |at: &usize| self.passages.get(*at).is_some_and(|one| one.source == source);
        let mut held = self.held.iter().enumerate().filter(|(at, _)| of_source(at));
        let found = held.find_map(|(at, held)| Some((at, held.find(&wanted)?)));
        let found = found.filter(|_| !wanted.is_empty()).and_then(|(at, start)| {
            let text = &self.passages.get(at)?.text;
            let (at_letters, words) = own_words(text, start..start + wanted.len())?;
            Some(CitedWords { passage: Some(at), at: at_letters, words })
        });
        let words = words.replace("**", "");
        found.unwrap_or_else(|| CitedWords { words, ..CitedWords::default() })
    }
}

/// Returns a range of the letters of a text with the characters that stand there, in one line: of a table the whole row.
fn own_words(text: &str, wanted: Range<usize>) -> Option<(Range<usize>, String)> {
    let (mut seen, mut place) = (0, None::<Range<usize>>);
    for (at, letter) in text.char_indices().filter(|(_, c)| c.is_alphanumeric()) {
        if wanted.contains(&seen) {
            let from = place.map_or(at, |place| place.start);
            place = Some(from..at + letter.len_utf8());
        }
        seen += letter.len_utf8();
    }
    let Range { start, end } = place?;
    let (before, after) = (text.get(..start)?, text.get(end..)?);
    let line = before.rfind('\n').map_or(0, |at| at + 1);
    let line_end = after.find('\n').map_or(text.len(), |at| end + at);
    let row = text.get(line..line_end)?.trim();
    if table::is_row(row) {
        let from = letters(text.get(..line)?).len();
        return Some((from..from + letters(row).len(), row.to_owned()));
    }
    // Signs that belong to the first and the last word, but no markup.
    let opens = |c: &char| "\"'“„«(€$£+-−".contains(*c);
    let closes = |c: &char| !c.is_whitespace() && !"|*_`#>".contains(*c);
    let start = start - before.chars().rev().take_while(opens).map(char::len_utf8).sum::<usize>();
    let end = end + after.chars().take_while(closes).map(char::len_utf8).sum::<usize>();
    let lines = text.get(start..end)?.lines().map(|line| table::read(line.trim()));
    let lines = lines.map(|line| line.trim_start_matches(['#', '>', '*', ' ']).replace("**", ""));
    Some((wanted, lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")))
}

/// Returns true if `other` has at least half of the words of `text` that are no numbers.
fn shares_most(text: &str, other: &str) -> bool {
    let own = |text: &str| -> Vec<String> {
        let is_word = |word: &&str| word.chars().all(char::is_alphabetic);
        words(text).filter(is_word).map(str::to_lowercase).collect()
    };
    let (text, other) = (own(text), own(other));
    !text.is_empty() && text.iter().filter(|word| other.contains(word)).count() * 2 >= text.len()
}

/// Returns true if one of two statements, reduced to letters, contains the other: a citation may be within a statement,
/// and a part of a sentence may claim nothing.
fn is_part(one: &str, other: &str) -> bool {
    let (shorter, longer) = if one.len() < other.len() { (one, other) } else { (other, one) };
    one == other || shorter.len() >= MIN_LETTERS && longer.contains(shorter)
}

/// Returns the words of a text separated by single spaces, for comparing quotations. Numbers keep their points and
/// signs; punctuation between words and at their ends is dropped.
fn normalised(text: &str) -> String {
    let is_mark = |c: char| !c.is_alphanumeric() && !"$€£%+-−".contains(c);
    let words = text.split_whitespace().map(|word| word.trim_matches(is_mark).to_lowercase());
    let words: Vec<String> = words.filter(|word| !word.is_empty()).collect();
    format!(" {} ", words.join(" "))
}

/// Returns the last paragraph with content, without the end of the previous sentence.
fn paragraph(said: &str) -> &str {
    let mut paragraphs = said.rsplit("\n\n");
    let last = paragraphs.find(|one| one.contains(char::is_alphanumeric)).unwrap_or_default();
    last.trim_start_matches(|c: char| c.is_whitespace() || ".,;:!?".contains(c))
}

/// Returns the statements that a mark after `said` covers: the last sentence, or the rows of a table.
fn cited_statements(said: &str) -> Vec<&str> {
    let sentences = statements(said);
    let is_row = |sentence: &&str| table::is_row(sentence);
    let rows = sentences.iter().rev().take_while(|one| is_row(one)).count();
    let from = sentences.len().saturating_sub(rows.max(1));
    sentences.get(from..).unwrap_or_default().to_vec()
}

/// Returns the sentences of a text; of a table, only the rows with content, without the header.
fn statements(text: &str) -> Vec<&str> {
    let mut statements = Vec::new();
    for sentence in sentences(text) {
        if table::is_rule(sentence) {
            // The row above the rule is the table's header.
            statements.pop();
        } else {
            statements.push(sentence);
        }
    }
    statements
}

/// Returns a statement without the marker of its list.
fn without_marker(said: &str) -> &str {
    let said = said.trim().trim_start_matches(['-', '*', ' ']);
    let rest = said.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = rest.strip_prefix(['.', ')']).filter(|rest| rest.starts_with(' '));
    rest.map_or(said, str::trim_start)
}
