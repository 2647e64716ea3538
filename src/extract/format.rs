//! Formats: how their files are recognised, read, shown and served.

use super::{ExtractError, ParsedDocument};
use footnote_documents::Document;

/// The content type of text that browsers show unchanged.
pub(super) const PLAIN: &str = "text/plain; charset=utf-8";

/// A format of documents: one of the table in `formats.rs`.
pub struct Format {
    /// The endings of its file names, in lower case, separated by blanks, the usual one first.
    pub(super) endings: &'static str,
    /// The signature by which its files are recognised, regardless of their names.
    pub(super) signature: Signature,
    /// The reader of its files.
    pub(super) reader: FormatReader,
    /// The content type of its files.
    pub media_type: &'static str,
}

impl Format {
    /// Returns the format of files with this content type.
    pub(super) const fn new(
        endings: &'static str,
        media_type: &'static str,
        signature: Signature,
        reader: FormatReader,
    ) -> Self {
        Self { endings, signature, reader, media_type }
    }

    /// Its name in a child process: its usual ending.
    pub fn name(&self) -> &'static str {
        self.endings.split(' ').next().unwrap_or_default()
    }

    /// Returns true if the pictures in its files are on numbered pages or slides.
    pub(super) fn has_pictures_on_pages(&self) -> bool {
        ["pdf", "pptx"].contains(&self.name())
    }

    /// Returns the way in which browsers show its files.
    pub fn view(&self) -> View {
        match self.media_type {
            "application/pdf" => View::Pages,
            PLAIN | "text/html; charset=utf-8" => View::Sandbox,
            "image/png" | "image/jpeg" | "image/gif" | "image/webp" | "image/bmp" => View::Image,
            _ => View::None,
        }
    }
}

/// The signature by which the files of a format are recognised.
#[derive(Clone, Copy, Debug)]
pub(super) enum Signature {
    /// The name alone: the file is text.
    Name,
    /// The first bytes.
    Begins(&'static [&'static [u8]]),
    /// An archive with files in this folder.
    Folder(&'static str),
    /// An archive whose file `mimetype` begins like this.
    MediaType(&'static str),
    /// Any other archive, by its name.
    Archive,
    /// A file of Microsoft's older container, with a stream of one of these names.
    Stream(&'static [&'static str]),
}

/// The way in which the files of a format are read.
#[derive(Clone, Copy)]
pub(super) enum FormatReader {
    /// Reads text part by part; small files are read without a child process.
    Text(fn(&[u8]) -> Result<ParsedDocument<'_>, ExtractError>),
    /// Reads a whole document, only in a child process. It is pure: the same bytes give the same document. Bytes of
    /// another format give an error or a poor document, but no avoidable panic. A returned document has its pages in
    /// order and at least one block.
    Guarded(fn(&[u8]) -> Result<Document, ExtractError>),
    /// Reads a document that encloses others, in the same way.
    Enclosing(fn(&[u8]) -> Result<ParsedDocument<'_>, ExtractError>),
    /// Not supported: the format is known, and readers get this error.
    None(ExtractError),
}

/// The way in which a browser shows a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// Page by page.
    Pages,
    /// As an image.
    Image,
    /// Without any permissions.
    Sandbox,
    /// Not at all: it is downloaded.
    None,
}
