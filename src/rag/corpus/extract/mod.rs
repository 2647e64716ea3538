//! Files into passages: the reader of each format, and the choice among them.

mod child;
mod chunks;
mod code;
mod error;
mod format;
mod formats;
mod grid;
mod html;
mod json;
mod mail;
mod markdown;
mod office;
mod passages;
mod pdf;
mod places;
pub(super) mod plain;
mod reading;
mod rtf;
mod seen;
mod sheets;
mod sought;
mod subtitles;
mod title;
mod unread;

#[cfg(test)]
mod tests;

pub use child::Content;
pub use error::ExtractError;
pub use format::{Format, View};
pub use formats::{ending, of_name};
pub use passages::{Passages, passages};
pub use places::{PlacesError, places};
use reading::Reading;
pub use sought::Sought;

use super::Document;
use super::readers::Access;

/// Reads one format whole.
///
/// An implementation is pure: the same bytes give the same document. Bytes that are not of its
/// format give an error or a poor document, never a panic it could avoid. A document that it
/// returns has pages in order and at least one block.
pub trait Extractor {
    /// The document that `bytes` hold.
    ///
    /// # Errors
    ///
    /// Why they cannot be read, for the reader.
    fn extract(&self, bytes: &[u8]) -> Result<Document, ExtractError>;
}

/// True if the name's ending is of a format that is known.
pub fn supports(path: &str) -> bool {
    of_name(path).is_some()
}

/// Who may read the file called `path` by its own words, of which `head` is the beginning, and all unless
/// it `is_cut`; `None` if it does not say.
pub fn access(path: &str, head: &[u8], is_cut: bool) -> Option<Access> {
    may_name_readers(path)
        .then(|| markdown::access(head, is_cut))
        .flatten()
}

/// True if a file called `path` can say itself who may read it.
pub fn may_name_readers(path: &str) -> bool {
    of_name(path).is_some_and(|format| *format == markdown::FORMAT)
}

/// What the hidden subcommand `extract <kind>` does: limits this process to 1 GiB of addresses and
/// 30 seconds of processor time, reads the file from standard input and writes its passages to standard
/// output, one line of JSON each; or where in a PDF stands what is `sought`, as [`Sought::VARIABLE`] has it.
///
/// # Errors
///
/// Why the file cannot be read; it has been written to standard output as well.
pub fn serve_child(kind: &str, sought: Option<&str>) -> Result<(), ExtractError> {
    child::serve(kind, sought)
}
