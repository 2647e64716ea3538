//! A document as its reader opens it, at the words that a citation stands for.

use footnote_text::source;
use footnote_text::words::beginning;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::{Deserialize, Serialize};

/// The most bytes of words in an address: enough to tell where a sentence stands.
const LONGEST_WORDS: usize = 600;

/// The part of a document to open. The names of its fields are those of the address.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Opening {
    /// The passage to be marked, by its place in the document.
    pub passage: Option<u32>,
    /// The page to begin at, from 1, where no passage is named.
    pub page: Option<u32>,
    /// The words of the passage that are meant; empty for all of it.
    pub words: String,
    /// The passage to begin at, instead of some passages before the marked one.
    pub from: Option<u32>,
    /// True if its passages are shown one by one, as they are searched.
    pub passages: bool,
}

/// A stretch of a document, as text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OpenedDocument {
    /// Its path.
    pub path: String,
    /// Its title.
    pub title: String,
    /// True if its pages can be drawn: it is a PDF.
    pub is_pdf: bool,
    /// True if browsers show it as a picture, of which its text is the description.
    pub is_image: bool,
    /// The time in UTC since when its file cannot be read, such as 2026-11-25 14:05, so that all there is of it is its
    /// text; empty if it can.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub unreachable: String,
    /// The number of its passages.
    pub passages: u32,
    /// The request, as far as the document can meet it.
    pub opening: Opening,
    /// The passages of the stretch, in order.
    pub parts: Vec<OpenedPart>,
    /// The paths of documents that it encloses, as a mail its attachments.
    pub enclosed: Vec<String>,
}

/// A passage of an opened document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OpenedPart {
    /// Its place in the document, from 0.
    pub ordinal: u32,
    /// Its page, from 1; `None` where the format has no pages.
    pub page: Option<u32>,
    /// The headings that begin with it, in Markdown.
    pub headings: String,
    /// Its text, in Markdown.
    pub text: String,
}

/// The areas of a page that a passage covers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Places {
    /// The areas of the passage, line by line; none if they are not known.
    pub passage: Vec<Area>,
    /// The areas of the words that are meant.
    pub words: Vec<Area>,
}

/// A part of a page, in fractions of its width and height from the upper left.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Area {
    /// The left edge.
    pub left: f32,
    /// The upper edge.
    pub top: f32,
    /// The right edge.
    pub right: f32,
    /// The lower edge.
    pub bottom: f32,
}

impl Opening {
    /// The address at which it is opened: `/documents/<path>` with the passage, or else the page, and the
    /// words that are meant.
    pub fn address(&self, path: &str) -> String {
        let number = |name: &str, number: Option<u32>| {
            number.map_or_else(String::new, |number| format!("&{name}={number}"))
        };
        let page = self.page.unwrap_or(1);
        let passage = number("passage", self.passage);
        let from = number("from", self.from);
        let passages = if self.passages { "&passages=true" } else { "" };
        let words = beginning(&self.words, LONGEST_WORDS);
        let words = match utf8_percent_encode(words, NON_ALPHANUMERIC).to_string() {
            words if words.is_empty() => words,
            words => format!("&words={words}"),
        };
        let path = source::encoded(path);
        format!("/documents/{path}?page={page}{passage}{words}{from}{passages}#cited")
    }

    /// The part of a source's document to open: its passage, if known, with the words that are meant.
    pub fn of_source(source: &str, passage: Option<u32>, words: &str) -> Self {
        Self { passage, page: source::split(source).1, words: words.to_owned(), ..Self::default() }
    }
}

impl OpenedDocument {
    /// The passage that is marked, if it is among these.
    pub fn marked(&self) -> Option<&OpenedPart> {
        let marked = self.opening.passage?;
        self.parts.iter().find(|part| part.ordinal == marked)
    }

    /// The cited words, which the document has, or else the passage.
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
        let page = Opening { page: Some(4), ..Opening::default() };
        assert_eq!(page.address("b.pdf"), "/documents/b.pdf?page=4#cited");
        let passages = Opening { passages: true, ..Opening::default() };
        let address = passages.address("b.pdf");
        assert_eq!(address, "/documents/b.pdf?page=1&passages=true#cited");
    }
}
