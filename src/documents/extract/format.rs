//! Formats: the ways in which their files are recognised, read, shown and served.

use super::{ExtractError, ParsedDocument};
use crate::Document;

/// The content type of text that browsers show as it is.
pub(super) const PLAIN: &str = "text/plain; charset=utf-8";

/// A format of documents: one of the table in `formats.rs`.
pub struct Format {
    /// The endings of its files' names, in small letters, between blanks, the usual one first.
    pub(super) endings: &'static str,
    /// The signature by which its files are recognised, whatever their names.
    pub(super) signature: Signature,
    /// The reader of its files.
    pub(super) reader: FormatReader,
    /// The content type of its files.
    pub media_type: &'static str,
}

impl Format {
    /// A format of files of this content type.
    pub(super) const fn new(
        endings: &'static str,
        media_type: &'static str,
        signature: Signature,
        reader: FormatReader,
    ) -> Self {
        Self { endings, signature, reader, media_type }
    }

    /// The name under which a child process knows it: its usual ending.
    pub fn name(&self) -> &'static str {
        self.endings.split(' ').next().unwrap_or_default()
    }

    /// The view that browsers have of its files.
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
    /// Their names alone: they are text.
    Name,
    /// The bytes that they begin with.
    Begins(&'static [&'static [u8]]),
    /// They are archives with files in this folder.
    Folder(&'static str),
    /// They are archives whose file `mimetype` begins so.
    MediaType(&'static str),
    /// They are files of Microsoft's older container, with a stream of one of these names.
    Stream(&'static [&'static str]),
}

/// The reader of the files of a format.
#[derive(Clone, Copy)]
pub(super) enum FormatReader {
    /// Reads text part by part; small files are read without a child process.
    Text(fn(&[u8]) -> Result<ParsedDocument<'_>, ExtractError>),
    /// Reads a document whole, in a child process only. It is pure: the same bytes give the same document.
    /// Bytes that are not of its format give an error or a poor document, never a panic it could avoid. A
    /// document that it returns has pages in order and at least one block.
    Guarded(fn(&[u8]) -> Result<Document, ExtractError>),
    /// Reads a document that encloses others, likewise.
    Enclosing(fn(&[u8]) -> Result<ParsedDocument<'_>, ExtractError>),
    /// Reads nothing: the format is known, and readers are told this.
    None(ExtractError),
}

/// The way in which a browser shows a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// Page by page.
    Pages,
    /// As a picture.
    Image,
    /// Without any rights.
    Sandbox,
    /// Not at all: it is downloaded.
    None,
}
