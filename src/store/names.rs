//! Names of documents, and numbers derived from them.

use std::collections::BTreeSet;

use footnote_documents::Record;
use footnote_documents::hash::hash;
use footnote_text::analysis::stems;
use footnote_text::source::ATTACHED;

/// Maximum number of names that a word may occur in to identify a document.
pub const MAX_NAMED: usize = 256;

/// Stems of a document's title and file name.
pub fn words(record: &Record) -> BTreeSet<String> {
    [record.title.as_str(), file_words(&record.path)].into_iter().flat_map(stems).collect()
}

/// A number for the document at `path`, the same wherever an index is read. Columns have 64 bits, so finding another
/// path with the same number takes about 2^64 attempts.
pub fn document_key(path: &str) -> u64 {
    u64::try_from(hash(path.as_bytes()) >> 64).unwrap_or_default()
}

/// The words of a document's folders and file name, without its extension.
pub fn path_words(path: &str) -> String {
    let path = path.strip_prefix(ATTACHED).unwrap_or(path);
    let folders = path.rsplit_once('/').map_or("", |(folders, _)| folders);
    format!("{folders} {}", file_words(path))
}

/// The words of a file name, without its extension.
pub fn file_words(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}
