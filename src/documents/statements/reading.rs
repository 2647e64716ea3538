//! Finding the statements of a text: sentences, list items with their lead-in, rows of tables and code.

use footnote_text::languages::Table;
use footnote_text::sentence::sentences;

use super::lines::{LineKind, goes_on, heading, line_kind};
use super::{Kind, Statement, TextRange, label, records, rows};
use crate::lines::item;

/// Returns the statements of a passage's text, in order.
pub(crate) fn statements(text: &str) -> Vec<Statement> {
    let mut reader = StatementReader { text, lead_in: None, heading: None, statements: Vec::new() };
    reader.read();
    reader.statements
}

struct StatementReader<'a> {
    text: &'a str,
    /// The index of the sentence that introduces the current list.
    lead_in: Option<usize>,
    /// The last heading.
    heading: Option<TextRange>,
    statements: Vec<Statement>,
}

impl<'a> StatementReader<'a> {
    fn read(&mut self) {
        let lines: Vec<&str> = self.text.lines().collect();
        let mut rest = lines.as_slice();
        let (mut before, mut above) = (None, LineKind::Blank);
        while let Some((line, behind)) = rest.split_first() {
            let kind = line_kind(line);
            let more = behind.iter().take_while(|next| goes_on(kind, next)).count();
            // A fenced block includes its closing line.
            let more = more + usize::from(kind == LineKind::Fence && more < behind.len());
            let (block, after) = rest.split_at(more + 1);
            let is_alone = block.len() == 1 && before != Some(LineKind::Item);
            let is_heading = || self.is_heading(line, after, above == LineKind::Blank);
            let kind = if kind == LineKind::Item && is_alone && is_heading() {
                LineKind::Heading
            } else {
                kind
            };
            self.block(kind, self.joined(block), after);
            above = kind;
            before = Some(kind).filter(|kind| *kind != LineKind::Blank).or(before);
            rest = after;
        }
    }

    /// Returns the part of the text from the first of these lines to the last.
    fn joined(&self, lines: &[&'a str]) -> &'a str {
        let (Some(first), Some(last)) = (lines.first(), lines.last()) else {
            return "";
        };
        let (from, _) = self.stretch(first);
        let (_, to) = self.stretch(last);
        super::within(self.text, (from, to))
    }

    /// Returns true if a single item is the numbered heading of the prose below it. At the end of the text, it is only
    /// a heading if it is set `apart` from the text above, because items may follow.
    fn is_heading(&self, line: &str, after: &[&str], apart: bool) -> bool {
        let mut next = after.iter().map(|line| line_kind(line));
        let next = next.find(|kind| *kind != LineKind::Blank);
        let is_section = self.lead_in.is_none() && label::names_section(line);
        let heads = match next {
            None => apart,
            Some(kind) => kind == LineKind::Prose,
        };
        is_section && heads
    }

    fn block(&mut self, kind: LineKind, text: &'a str, after: &[&str]) {
        match kind {
            LineKind::Blank => {}
            LineKind::Heading => {
                self.lead_in = None;
                self.heading = Some(self.stretch(heading(text)));
            }
            LineKind::Row => self.table(text),
            LineKind::Fence => {
                let needs = self.lead_in.take();
                self.push(Kind::Code, text, needs);
            }
            LineKind::Item => {
                let words = item(text.trim()).unwrap_or(text).trim();
                self.push(Kind::Item, words, self.lead_in);
            }
            LineKind::Prose => self.prose(text, after),
        }
    }

    /// Each row is a statement, under its header and the row that names its section.
    fn table(&mut self, text: &'a str) {
        let lead_in = self.lead_in.take();
        let lines: Vec<&str> = text.lines().collect();
        let (head, rows) = lines.split_at(rows::head(&lines));
        if !head.is_empty() {
            self.push(Kind::Head, self.joined(head), lead_in);
        }
        let head = self.statements.len().checked_sub(1).filter(|_| !head.is_empty());
        let head = head.or(lead_in);
        let mut above = head;
        // Number of consecutive rows that together name those below.
        let mut sections = 0;
        for row in rows {
            let is_section = rows::names_section(row);
            if is_section && sections % rows::SECTIONS == 0 {
                above = head;
            }
            self.push(Kind::Row, row.trim(), above);
            if is_section {
                above = self.statements.len().checked_sub(1);
            }
            sections = if is_section { sections + 1 } else { 0 };
        }
    }

    fn prose(&mut self, text: &'a str, after: &[&str]) {
        self.lead_in = None;
        if records::are_records(text) {
            return self.records(text);
        }
        if records::are_values(text) {
            let lines = text.lines().filter(|line| !records::is_rule(line));
            return lines.for_each(|line| self.push(Kind::Item, line.trim(), None));
        }
        for sentence in sentences(text) {
            let before = self.statements.len().checked_sub(1);
            let needs = before.filter(|_| points_back(sentence));
            self.push(Kind::Sentence, sentence, needs);
        }
        let mut below = after.iter().map(|line| line_kind(line));
        let below = below.find(|kind| *kind != LineKind::Blank);
        let is_above_text = below.is_some_and(|kind| kind != LineKind::Heading);
        if let Some(last) = self.statements.last_mut().filter(|_| is_above_text) {
            let words = super::within(self.text, last.words);
            last.says &= !label::heads(words);
        }
        let introduces = text.trim_end().ends_with([':', '：']);
        self.lead_in = self.statements.len().checked_sub(1).filter(|_| introduces);
    }

    /// Each line is a statement, under the line that names its fields.
    fn records(&mut self, text: &'a str) {
        let mut header = None;
        for (at, line) in text.lines().enumerate() {
            self.push(Kind::Item, line.trim(), header);
            if at == 0 && records::is_header(line) {
                header = self.statements.len().checked_sub(1);
            }
        }
    }

    fn push(&mut self, kind: Kind, words: &str, needs: Option<usize>) {
        self.statements.push(Statement {
            kind,
            words: self.stretch(words),
            heading: self.heading,
            needs: needs.and_then(|needs| u32::try_from(needs).ok()),
            says: !label::is_of_contents(words)
                && match kind {
                    Kind::Sentence => label::says(words),
                    Kind::Head => false,
                    Kind::Row => rows::says(words),
                    Kind::Item | Kind::Code => true,
                },
        });
    }

    /// Returns the range of a part of the text.
    fn stretch(&self, part: &str) -> TextRange {
        let from = (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        (place(from), place(from + part.len()))
    }
}

/// Returns true if a sentence opens with a word that refers back to the previous one.
fn points_back(sentence: &str) -> bool {
    let first = sentence.split(|c: char| !c.is_alphanumeric()).next();
    first.is_some_and(|word| Table::PointingBack.has(word.to_lowercase().as_str()))
}
