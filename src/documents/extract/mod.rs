//! Extraction of passages from files: the reader of each format, and the choice among them.

mod child;
mod child_main;
mod child_request;
mod chunks;
mod code;
mod contents;
mod enclosed;
pub(super) mod error;
mod file_names;
mod format;
mod formats;
mod grid;
mod html;
mod json;
mod mail;
mod markdown;
mod matter;
mod notebook;
mod office;
mod packed;
mod parsed;
mod parts;
mod passages;
mod pdf;
mod places;
mod plain;
mod raised;
mod reply;
mod rtf;
mod scan;
mod searched;
mod sheets;
mod subtitles;
mod tags;
mod tex;
mod title;
mod visible;
mod wrapped;

#[cfg(test)]
mod formats_tests;
#[cfg(test)]
mod passages_tests;
#[cfg(test)]
mod tests;

pub use child::FileContent;
pub use child_request::WANTED;
pub use enclosed::{EnclosedFile, unpack};
pub use error::ExtractError;
pub use file_names::{clean, numbered, visible_name};
pub use format::{Format, View};
pub use formats::{ending, kind, of_name};
use parsed::ParsedDocument;
pub use passages::{Description, Passages, described, passages};
pub use places::{PlacesError, places};
pub use scan::{
    KeptScan, PROGRAM as SCANNER, ScanRequest, ScanTool, Scanned, ScannedPage, scanned,
};
pub use searched::SearchedText;

use super::acl::Acl;
use super::{Block, Document};

impl Document {
    /// Returns the document, or this error if it has no content.
    fn unless_empty(self, error: ExtractError) -> Result<Self, ExtractError> {
        let has_any = self.pages.iter().any(|page| !page.blocks.is_empty());
        let error = if self.pictures.is_empty() { error } else { ExtractError::NoText };
        has_any.then_some(self).ok_or(error)
    }

    fn first_heading(&self) -> Option<String> {
        let mut blocks = self.pages.iter().flat_map(|page| &page.blocks);
        blocks.find_map(|block| match block {
            Block::Heading { text, .. } => Some(text.clone()),
            _ => None,
        })
    }
}

/// Returns true if the ending of the name belongs to a known format.
pub fn supports(path: &str) -> bool {
    of_name(path).is_some()
}

/// Returns the ACL in the text of the file at `path`; `None` if it has none. `head` is its beginning, or all of it
/// unless it `is_cut`.
pub fn acl(path: &str, head: &[u8], is_cut: bool) -> Option<Acl> {
    may_have_acl(path).then(|| markdown::acl(head, is_cut)).flatten()
}

/// Returns true if the file at `path` can have an ACL in its text.
pub fn may_have_acl(path: &str) -> bool {
    of_name(path).is_some_and(|format| format.name() == "md")
}

/// Returns true if the line ends of the file at `path` are those of its writer.
pub fn keeps_lines(path: &str) -> bool {
    of_name(path).is_some_and(|format| ["eml", "msg", "mbox", "txt"].contains(&format.name()))
}

/// Returns true if the file at `path` is a workbook or has separated values.
pub fn is_sheet(path: &str) -> bool {
    of_name(path).is_some_and(|format| ["xlsx", "xls", "ods", "csv"].contains(&format.name()))
}

/// Runs the hidden subcommand `extract <kind>`. It limits this process to 1 GiB of address space and 30 seconds of
/// processor time, reads the file from standard input, and writes its passages to standard output as JSON lines, or
/// whatever else the `request` in [`WANTED`] asks for.
///
/// # Errors
///
/// The reason why the file cannot be read, which has also been written to standard output.
pub fn serve_child(kind: &str, request: Option<&str>) -> Result<(), ExtractError> {
    child_main::serve(kind, request)
}
