//! The statements of a passage: what can be quoted and compared with a question. They are found when the
//! passage is made, and kept with it.

mod label;
mod lines;
mod reading;
mod records;

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::Passage;
pub(in crate::rag::corpus) use reading::statements;

/// The kind of a statement, which decides its layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// A sentence of prose.
    #[serde(rename = "s")]
    Sentence,
    /// A list item, or a line of values.
    #[serde(rename = "i")]
    Item,
    /// A table: header, rule and rows.
    #[serde(rename = "t")]
    Table,
    /// Preformatted text.
    #[serde(rename = "c")]
    Code,
}

/// A stretch of a text: its first byte, and the first byte behind it.
type Stretch = (u32, u32);

/// A statement, as stretches of its passage's text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statement {
    /// Its kind.
    #[serde(rename = "k")]
    pub kind: Kind,
    /// Its words, without a list marker.
    #[serde(rename = "w")]
    words: Stretch,
    /// The words of the heading above it, where the passage's text holds one.
    #[serde(rename = "h", default, skip_serializing_if = "Option::is_none")]
    heading: Option<Stretch>,
    /// The place of the statement that must stand before it: a list's lead-in, or the sentence that a pronoun
    /// refers to.
    #[serde(rename = "n", default, skip_serializing_if = "Option::is_none")]
    pub needs: Option<u32>,
    /// True if it says something by itself: labels, questions and lead-ins do not.
    #[serde(rename = "s", default, skip_serializing_if = "std::ops::Not::not")]
    pub says: bool,
}

impl Statement {
    /// Its words in the text of its passage, in one line unless they are a table or code.
    pub fn text<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let words = within(text, self.words);
        let is_block = matches!(self.kind, Kind::Table | Kind::Code);
        let is_line =
            !words.contains(|c: char| c.is_whitespace() && c != ' ') && !words.contains("  ");
        if is_block || is_line {
            return Cow::Borrowed(words);
        }
        Cow::Owned(words.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// The words of the heading above it in the text of its passage.
    pub fn heading<'a>(&self, text: &'a str) -> Option<&'a str> {
        self.heading.map(|heading| within(text, heading))
    }
}

impl Passage {
    /// Its statements in order: those that are kept with it, or made now where an older index has none.
    pub fn statements(&self) -> Cow<'_, [Statement]> {
        if self.statements.is_empty() {
            Cow::Owned(statements(&self.text))
        } else {
            Cow::Borrowed(&self.statements)
        }
    }

    /// The headings inside its text, each once and in order.
    pub fn inner_headings(&self) -> Vec<&str> {
        let lines = self.text.lines();
        let headings = lines.filter(|line| lines::line_kind(line) == lines::Line::Heading);
        headings.map(lines::heading).collect()
    }

    /// Replaces its text; its statements are found anew.
    pub fn set_text(&mut self, text: String) {
        self.statements = statements(&text);
        self.text = text;
    }

    /// The place of the statement that introduces a list which goes on in the next passage.
    pub fn open_lead_in(&self) -> Option<usize> {
        let statements = self.statements();
        let (at, last) = statements.iter().enumerate().next_back()?;
        match last.kind {
            Kind::Item => {
                let needs = usize::try_from(last.needs?).ok()?;
                let is_lead_in = |needed: &Statement| needed.kind == Kind::Sentence;
                statements
                    .get(needs)
                    .filter(|one| is_lead_in(one))
                    .map(|_| needs)
            }
            Kind::Sentence if last.text(&self.text).ends_with([':', '：']) => Some(at),
            _ => None,
        }
    }
}

fn within(text: &str, (from, to): Stretch) -> &str {
    let at = |place: u32| usize::try_from(place).unwrap_or(usize::MAX);
    text.get(at(from)..at(to)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn passage(text: &str) -> Passage {
        let mut passage = Passage::default();
        passage.set_text(text.to_owned());
        passage
    }

    #[test]
    fn what_is_kept_reads_as_what_is_made_anew() {
        let kept = passage("# Leave\n\nIt covers:\n\n- tests\n- aids\n  and care\n\nLast.");
        let json = serde_json::to_string(&kept).unwrap();
        let mut read: Passage = serde_json::from_str(&json).unwrap();
        assert_eq!(read, kept);
        read.statements.clear();
        assert_eq!(read.statements(), kept.statements());
    }

    #[test]
    fn a_list_at_the_end_stays_open_under_its_lead_in() {
        assert_eq!(passage("One.\n\nIt covers:").open_lead_in(), Some(1));
        assert_eq!(passage("It covers:\n\n- tests").open_lead_in(), Some(0));
        assert_eq!(
            passage("It covers:\n\n- tests\n\nLast.").open_lead_in(),
            None
        );
    }

    #[test]
    fn inner_headings_are_told_without_their_marks() {
        let passage = passage("# Leave\n\nTen days.\n\n## 2. Forms\n\nSign.");
        assert_eq!(passage.inner_headings(), ["Leave", "Forms"]);
    }

    proptest! {
        #[test]
        fn statements_of_any_text_lie_within_it_and_in_order(
            text in "(\\PC|# |- |1\\. |\\| a \\||```|[.:;\n ]|\u{e9}|It ){0,80}"
        ) {
            let passage = passage(&text);
            let mut before = 0;
            for (at, statement) in passage.statements().iter().enumerate() {
                let (from, to) = statement.words;
                prop_assert!(before <= from && from <= to);
                prop_assert!(usize::try_from(to).unwrap() <= text.len());
                prop_assert!(statement.needs.is_none_or(|needs| (needs as usize) < at));
                before = to;
            }
        }
    }
}
