//! The documents that no answer has cited, restricted to those that a reader may know about.

use std::collections::BTreeMap;

use footnote_documents::hash::hash;
use footnote_library::Library;
use footnote_store::StoreError;

/// Number of files read at once.
const PAGE: usize = 1_000;

/// Maximum number of documents examined.
const MAX_SEEN: usize = 20_000;

/// Maximum number of documents listed.
const MAX_NAMED: usize = 100;

/// The documents that no answer has cited.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UncitedDocuments {
    /// The first paths, in order.
    pub paths: Vec<String>,
    /// Total number.
    pub count: usize,
    /// Number of documents examined.
    pub seen: usize,
    /// True if there are documents that were not examined.
    pub has_more: bool,
}

/// Returns the documents of `library`, as its reader sees it, whose keys are not in the given set.
///
/// # Errors
///
/// Fails if they cannot be listed.
pub async fn uncited(
    library: &Library,
    cited: &BTreeMap<u128, i64>,
) -> Result<UncitedDocuments, StoreError> {
    let mut found = UncitedDocuments::default();
    let mut after = String::new();
    loop {
        let files = library.after(&after, PAGE).await?;
        let Some(last) = files.last() else {
            return Ok(found);
        };
        after.clone_from(&last.path);
        for file in files.iter().filter(|file| file.is_ready()) {
            if found.seen == MAX_SEEN {
                found.has_more = true;
                return Ok(found);
            }
            found.see(&file.path, cited);
        }
    }
}

impl UncitedDocuments {
    fn see(&mut self, path: &str, cited: &BTreeMap<u128, i64>) {
        self.seen += 1;
        if !cited.contains_key(&hash(path.as_bytes())) {
            self.count += 1;
            if self.paths.len() < MAX_NAMED {
                self.paths.push(path.to_owned());
            }
        }
    }
}
