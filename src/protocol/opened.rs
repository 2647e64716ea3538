//! A document, opened at the words behind a citation.

use footnote_text::source;
use footnote_text::words::beginning;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::{Deserialize, Serialize};

/// Maximum size of the words in an address, in bytes: enough to locate a sentence.
const MAX_WORDS_LEN: usize = 600;

/// The part of a document to open. The field names are those in the address.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Opening {
    /// Index of the passage to mark.
    pub passage: Option<u32>,
    /// Page to start at, from 1, if there is no passage.
    pub page: Option<u32>,
    /// The cited words of the passage, such as rows of a table: those that stand apart, line by line. Empty for all of
    /// it.
    pub words: String,
    /// Index of the passage to start at; by default some passages before the marked one.
    pub from: Option<u32>,
    /// True to show the passages one by one, as they are indexed.
    pub passages: bool,
}

/// A section of a document, as text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OpenedDocument {
    /// Path of the document.
    pub path: String,
    /// Title of the document.
    pub title: String,
    /// True if its pages can be rendered: it is a PDF.
    pub is_pdf: bool,
    /// True if browsers show it as an image; its text is then a description.
    pub is_image: bool,
    /// Time since which its file cannot be read, in UTC, such as 2026-11-25 14:05; empty if it can be read. Only the
    /// text is available then.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub unreachable: String,
    /// Number of passages.
    pub passages: u32,
    /// The requested part, as far as the document has it.
    pub opening: Opening,
    /// The passages of the section, in order.
    pub parts: Vec<OpenedPart>,
    /// Paths of documents that it contains, such as the attachments of a mail.
    pub enclosed: Vec<String>,
}

/// A passage of an opened document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OpenedPart {
    /// Index in the document, from 0.
    pub ordinal: u32,
    /// Page, from 1; `None` if the format has no pages.
    pub page: Option<u32>,
    /// Headings that start with this passage, in Markdown.
    pub headings: String,
    /// Text, in Markdown.
    pub text: String,
}

/// The areas of a page that a passage covers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Places {
    /// Areas of the passage, line by line; empty if unknown.
    pub passage: Vec<Area>,
    /// Areas of the cited words.
    pub words: Vec<Area>,
}

/// An area of a page, in fractions of its width and height from the upper left.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Area {
    /// Left edge.
    pub left: f32,
    /// Upper edge.
    pub top: f32,
    /// Right edge.
    pub right: f32,
    /// Lower edge.
    pub bottom: f32,
}

impl Opening {
    /// Returns the address of this part: `/documents/<path>` with the passage, or else the page, and the cited words.
    pub fn address(&self, path: &str) -> String {
        let number = |name: &str, number: Option<u32>| {
            number.map_or_else(String::new, |number| format!("&{name}={number}"))
        };
        let page = self.page.unwrap_or(1);
        let passage = number("passage", self.passage);
        let from = number("from", self.from);
        let passages = if self.passages { "&passages=true" } else { "" };
        let words = whole_lines(&self.words, MAX_WORDS_LEN);
        let words = match utf8_percent_encode(words, NON_ALPHANUMERIC).to_string() {
            words if words.is_empty() => words,
            words => format!("&words={words}"),
        };
        let path = source::encoded(path);
        format!("/documents/{path}?page={page}{passage}{words}{from}{passages}#cited")
    }

    /// Returns the part of a source's document to open: its passage, if known, and the cited words.
    pub fn of_source(source: &str, passage: Option<u32>, words: &str) -> Self {
        Self { passage, page: source::split(source).1, words: words.to_owned(), ..Self::default() }
    }
}

/// Returns as many lines of a text as fit, or the beginning of its first.
fn whole_lines(text: &str, most: usize) -> &str {
    let fitting = beginning(text, most);
    match fitting.rfind('\n').filter(|_| fitting.len() < text.len()) {
        Some(end) => fitting.get(..end).unwrap_or(fitting),
        None => fitting,
    }
}

impl OpenedDocument {
    /// Returns the marked passage, if it is in this section.
    pub fn marked(&self) -> Option<&OpenedPart> {
        let marked = self.opening.passage?;
        self.parts.iter().find(|part| part.ordinal == marked)
    }

    /// Returns the cited words if the document contains them, or else the passage.
    pub fn quoted(&self) -> &str {
        match self.marked() {
            Some(part) if self.opening.words.is_empty() => &part.text,
            Some(_) => &self.opening.words,
            None => "",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_opened_at_its_words() {
        let mut opening =
            Opening { passage: Some(3), words: "50 % & more".to_owned(), ..Opening::default() };
        assert_eq!(
            opening.address("a b.md"),
            "/documents/a%20b.md?page=1&passage=3&words=50%20%25%20%26%20more#cited"
        );
        opening.words = "ä".repeat(1_000);
        assert!(opening.address("a.md").len() < 2_000);
        opening.words = format!("{}\n{}", "a".repeat(400), "b".repeat(400));
        assert!(opening.address("a.md").ends_with("aaa#cited"), "no row is cut");
        let page = Opening { page: Some(4), ..Opening::default() };
        assert_eq!(page.address("b.pdf"), "/documents/b.pdf?page=4#cited");
        let passages = Opening { passages: true, ..Opening::default() };
        let address = passages.address("b.pdf");
        assert_eq!(address, "/documents/b.pdf?page=1&passages=true#cited");
    }
}
