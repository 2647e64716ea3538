//! Extraction of passages from files: the reader of each format, and the choice among them.

pub mod attach;
mod child;
mod child_main;
mod child_request;
mod chunks;
mod code;
mod contents;
mod enclosed;
mod file_names;
mod format;
mod formats;
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
mod places;
mod plain;
mod raised;
mod reply;
mod rtf;
mod scan;
mod sheets;
mod subtitles;
mod tags;
mod tex;
pub mod unpacked;
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
pub use file_names::{clean, numbered, visible_name};
pub use footnote_pdf::SearchedText;
pub use format::{Format, View};
pub use formats::{ending, kind, of_name};
use parsed::ParsedDocument;
pub use passages::{Description, Passages, described, passages};
pub use places::{PlacesError, places};
pub use scan::{
    KeptScan, PROGRAM as SCANNER, ScanRequest, ScanTool, Scanned, ScannedPage, scanned,
};

pub use footnote_documents::ExtractError;
use footnote_documents::acl::Acl;

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
