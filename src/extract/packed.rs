//! Archives of documents (ZIP): each member is a document of its own, under the name of the archive.

use super::ExtractError;
use super::office::archive::Archive;
use super::parsed::ParsedDocument;
use footnote_documents::Block;
use footnote_documents::parts::{Attachment, MAX_PARTS};

/// The folder in which macOS keeps what belongs to its own file system.
const OF_MACOS: &str = "__MACOSX";

/// Reads an archive: a list of its members, and the members whose names promise a known format.
pub(super) fn extract(
    bytes: &[u8],
    is_known: fn(&str) -> bool,
) -> Result<ParsedDocument<'static>, ExtractError> {
    let mut archive = Archive::open(bytes)?;
    let mut names = archive.names();
    names.retain(|name| is_shown(name));
    let mut parts = Vec::new();
    let known = names.iter().filter(|name| is_known(name));
    let mut fault = None;
    for path in known.take(MAX_PARTS + 1) {
        // A member that cannot be unpacked is told as a document without content.
        let unpacked = archive.bytes(path).unwrap_or_else(|error| {
            fault = Some(error);
            Some(Vec::new())
        });
        let Some(bytes) = unpacked else { continue };
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let (folder, name) = (folder.to_owned(), name.to_owned());
        parts.push(Attachment { name, folder, bytes, ..Attachment::default() });
    }
    if let Some(fault) = fault.filter(|_| parts.iter().all(|part| part.bytes.is_empty())) {
        return Err(fault);
    }
    let listed = names.into_iter().take(MAX_PARTS).map(Block::Item);
    Ok(ParsedDocument { parts, ..ParsedDocument::of_text(String::new(), listed)? })
}

/// Returns true for a file that is neither hidden nor part of a file system.
fn is_shown(name: &str) -> bool {
    let is_hidden = |part: &str| part.starts_with('.') || part == OF_MACOS;
    !name.ends_with('/') && !name.split('/').any(is_hidden)
}
