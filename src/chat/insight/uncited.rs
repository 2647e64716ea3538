//! The documents that no answer has cited, as far as a reader may know of them.

use std::collections::BTreeSet;

use footnote_documents::hash::hash;
use footnote_retrieval::corpus::Library;
use footnote_retrieval::store::StoreError;

/// The files that are read at once.
const PAGE: usize = 1_000;

/// The most documents that are looked through.
const MOST_SEEN: usize = 20_000;

/// The most documents that are named.
const MOST_NAMED: usize = 100;

/// The documents that no answer has cited.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UncitedDocuments {
    /// The paths of the first, in order.
    pub paths: Vec<String>,
    /// The number of all.
    pub count: usize,
    /// The documents that were looked through.
    pub seen: usize,
    /// True if there are more than were looked through.
    pub has_more: bool,
}

/// The documents of `library`, as its reader may see it, whose keys are not among these.
///
/// # Errors
///
/// If they cannot be listed.
pub async fn uncited(
    library: &Library,
    cited: &BTreeSet<u128>,
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
            if found.seen == MOST_SEEN {
                found.has_more = true;
                return Ok(found);
            }
            found.see(&file.path, cited);
        }
    }
}

impl UncitedDocuments {
    fn see(&mut self, path: &str, cited: &BTreeSet<u128>) {
        self.seen += 1;
        if !cited.contains(&hash(path.as_bytes())) {
            self.count += 1;
            if self.paths.len() < MOST_NAMED {
                self.paths.push(path.to_owned());
            }
        }
    }
}
