//! The statements of a passage: its parts that can be quoted, and compared with a question. They are found when the
//! passage is made, and stored with it.

mod label;
mod lines;
mod reading;
mod records;
mod rows;

use std::borrow::Cow;

use footnote_text::words::in_one_line;
pub(crate) use reading::statements;
use serde::{Deserialize, Serialize};

use super::Passage;

/// The kind of a statement, which decides its layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// A sentence of prose.
    #[serde(rename = "s")]
    Sentence,
    /// A list item, or a line of values.
    #[serde(rename = "i")]
    Item,
    /// The header of a table, with the rule below it. It says nothing without a row.
    #[serde(rename = "t")]
    Head,
    /// A row of a table; it needs the row that names its section, or the header.
    #[serde(rename = "r")]
    Row,
    /// Preformatted text.
    #[serde(rename = "c")]
    Code,
}

/// A range of a text: its first byte, and the byte after its last.
type TextRange = (u32, u32);

/// A statement, as ranges of its passage's text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statement {
    /// Its kind.
    #[serde(rename = "k")]
    pub kind: Kind,
    /// Its words, without a list marker.
    #[serde(rename = "w")]
    words: TextRange,
    /// The words of the heading above it, if the passage's text contains one.
    #[serde(rename = "h", skip_serializing_if = "Option::is_none")]
    heading: Option<TextRange>,
    /// The index of the statement that must precede it: a list's lead-in, a table's header, or the sentence that a
    /// pronoun refers to.
    #[serde(rename = "n", skip_serializing_if = "Option::is_none")]
    pub needs: Option<u32>,
    /// True if it says something by itself; labels, questions and lead-ins do not.
    #[serde(rename = "s", default, skip_serializing_if = "std::ops::Not::not")]
    pub says: bool,
}

impl Statement {
    /// Its words in the text of its passage, on one line unless they are a table or code.
    pub fn text<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let words = within(text, self.words);
        let is_block = matches!(self.kind, Kind::Head | Kind::Row | Kind::Code);
        let is_line =
            !words.contains(|c: char| c.is_whitespace() && c != ' ') && !words.contains("  ");
        if is_block || is_line {
            return Cow::Borrowed(words);
        }
        let lines: Vec<&str> = words.lines().map(answered).collect();
        Cow::Owned(in_one_line(&lines.join("\n")))
    }

    /// Returns true if it begins a paragraph, a list or a table of its passage's text.
    pub fn opens_block(&self, text: &str) -> bool {
        let before = usize::try_from(self.words.0).ok().and_then(|at| text.get(..at));
        let before = before.unwrap_or_default().trim_end_matches([' ', '\t', '\r']);
        let line = before.strip_suffix('\n').map(|above| above.trim_end_matches([' ', '\t', '\r']));
        before.is_empty() || line.is_some_and(|above| above.is_empty() || above.ends_with('\n'))
    }

    /// Returns the number before it, if it is an item of a numbered list.
    pub fn number(&self, text: &str) -> Option<u32> {
        let before = text.get(..usize::try_from(self.words.0).ok()?)?;
        let marker = before.rsplit('\n').next()?.trim();
        let digits = marker.strip_suffix(['.', ')'])?;
        let is_item = self.kind == Kind::Item && digits.chars().all(|c| c.is_ascii_digit());
        digits.parse().ok().filter(|_| is_item)
    }

    /// Returns the statement of its passage that must precede it.
    fn needed<'a>(&self, statements: &'a [Self]) -> Option<&'a Self> {
        statements.get(usize::try_from(self.needs?).ok()?)
    }

    /// Returns the words of the heading above it in the text of its passage.
    pub fn heading<'a>(&self, text: &'a str) -> Option<&'a str> {
        self.heading.map(|heading| within(text, heading))
    }
}

/// Returns a line without the quotation marks of a mail: "> > ", but not the sign of ">= 5".
fn answered(line: &str) -> &str {
    let mut rest = line.trim_start();
    loop {
        let behind = rest.trim_start_matches('>');
        let is_sign = behind.starts_with(|c: char| c == '=' || c.is_ascii_digit());
        match behind.strip_prefix(' ') {
            _ if behind.len() == rest.len() || is_sign => return rest,
            Some(words) => rest = words.trim_start(),
            None => return behind,
        }
    }
}

impl Passage {
    /// Its statements in order: those stored with it, or found now if an older index has none.
    pub fn statements(&self) -> Cow<'_, [Statement]> {
        Cow::Owned(statements(&self.text))
    }

    /// Returns the texts of its statements for comparison by meaning, in order.
    pub fn compared(&self) -> Vec<String> {
        let statements = self.statements();
        let lead_in = |one: &Statement| {
            let needed = one.needed(&statements)?;
            let introduces = needed.says || one.kind != Kind::Sentence;
            introduces.then(|| needed.text(&self.text))
        };
        let compared = |one: &Statement| {
            let heading = one.heading(&self.text);
            if one.kind == Kind::Row {
                let above = self.above(heading, None);
                let above = above.last().copied().unwrap_or_default();
                return rows::read(above, one, &statements, &self.text);
            }
            let lead_in = lead_in(one);
            let above = self.above(heading, lead_in.as_deref());
            in_place(&above, &one.text(&self.text))
        };
        statements.iter().map(compared).collect()
    }

    /// Returns the texts above a statement, outermost first: the title, the headings or the nearest heading inside the
    /// text, and a lead-in.
    pub fn above<'a>(&'a self, heading: Option<&'a str>, lead_in: Option<&'a str>) -> Vec<&'a str> {
        let mut above = vec![self.title.as_str()];
        match heading {
            Some(heading) => above.push(heading),
            None => above.extend(self.headings.iter().map(String::as_str)),
        }
        above.extend(lead_in);
        above
    }

    /// Returns the index of the statement that introduces a list which continues in the next passage.
    pub fn open_lead_in(&self) -> Option<usize> {
        let statements = self.statements();
        let (at, last) = statements.iter().enumerate().next_back()?;
        let behind = within(&self.text, (last.words.1, u32::MAX));
        if behind.contains(char::is_alphanumeric) {
            // A heading ends a list.
            return None;
        }
        match last.kind {
            Kind::Item => {
                let needs = usize::try_from(last.needs?).ok()?;
                let is_lead_in = |needed: &Statement| needed.kind == Kind::Sentence;
                statements.get(needs).filter(|one| is_lead_in(one)).map(|_| needs)
            }
            Kind::Sentence if last.text(&self.text).ends_with([':', '：']) => Some(at),
            _ => None,
        }
    }
}

/// Number of words below which a text is compared together with the texts above it.
const SHORT: usize = 6;

/// Returns a text for comparison: a short one follows the headings above it, outermost first.
pub fn in_place(above: &[&str], text: &str) -> String {
    let words = text.split_whitespace();
    let words = words.filter(|word| word.contains(char::is_alphanumeric));
    if words.count() >= SHORT {
        return text.to_owned();
    }
    let parts = above.iter().copied().chain([text]).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(". ")
}

fn within(text: &str, (from, to): TextRange) -> &str {
    let at = |place: u32| usize::try_from(place).unwrap_or(usize::MAX).min(text.len());
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
    fn a_list_at_the_end_stays_open_under_its_lead_in() {
        assert_eq!(passage("One.\n\nIt covers:").open_lead_in(), Some(1));
        assert_eq!(passage("It covers:\n\n- tests").open_lead_in(), Some(0));
        assert_eq!(passage("It covers:\n\n- tests\n\nLast.").open_lead_in(), None);
    }

    #[test]
    fn an_item_of_a_numbered_list_has_its_number() {
        let text = "Steps:\n\n1. Weigh it.\n2. Listen. Old ones are tested.\n- And rest.";
        let passage = passage(text);
        let statements = passage.statements();
        let numbers: Vec<Option<u32>> = statements.iter().map(|one| one.number(text)).collect();
        assert_eq!(numbers, [None, Some(1), Some(2), None]);
    }

    #[test]
    fn what_a_mail_answers_is_told_without_its_marks() {
        let text = "We wrote:\n\n> The last service\n> was in June, and\n>> it is loud.";
        let passage = passage(text);
        let texts: Vec<_> =
            passage.statements().iter().map(|one| one.text(text).into_owned()).collect();
        assert!(
            texts.iter().any(|one| one.ends_with("The last service was in June, and it is loud.")),
            "{texts:?}"
        );
    }

    #[test]
    fn a_sign_of_comparison_is_no_mark_of_a_mail() {
        let text = "It works if the version is\n>= 5 and the space\n> >8 GiB.";
        let passage = passage(text);
        let statement = passage.statements()[0].text(text).into_owned();
        assert_eq!(statement, "It works if the version is >= 5 and the space >8 GiB.");
    }

    #[test]
    fn a_numbered_line_at_the_end_is_an_item_where_it_follows_on_the_text() {
        let last = |text: &str| {
            let passage = passage(text);
            let statements = passage.statements();
            let last = statements.last().unwrap();
            (last.kind, last.text(text).into_owned())
        };
        let item = (Kind::Item, "Sign the form".to_owned());
        assert_eq!(last("You do this.\n1. Sign the form"), item);
        let prose = (Kind::Sentence, "You do this.".to_owned());
        assert_eq!(last("You do this.\n\n2. Signing the form"), prose);
    }

    #[test]
    fn short_texts_are_compared_with_what_they_stand_under() {
        assert_eq!(in_place(&["Fees", "", "Late:"], "15 pence"), "Fees. Late:. 15 pence");
        let long = "Whoever comes late pays for each day.";
        assert_eq!(in_place(&["Fees"], long), long);
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
