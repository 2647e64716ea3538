//! The names of documents, and the numbers that are made of them.

use std::collections::BTreeSet;

use footnote_documents::Record;
use footnote_documents::hash::hash;
use footnote_text::analysis::stems;

/// A word in more names than this names none of them.
pub const MOST_NAMED: usize = 256;

/// The stems of a document's title and of its file's name.
pub fn words(record: &Record) -> BTreeSet<String> {
    [record.title.as_str(), file_words(&record.path)].into_iter().flat_map(stems).collect()
}

/// A number for the document at `path`: the same wherever an index is read. A column has 64 bits; to find a path
/// whose number is that of another one takes as many tries.
pub fn document_key(path: &str) -> u64 {
    u64::try_from(hash(path.as_bytes()) >> 64).unwrap_or_default()
}

/// The words of a file's name, without its extension.
pub fn file_words(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}
