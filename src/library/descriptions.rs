//! The descriptions of images and scans, each in a blob named by the hash of its document.

use std::collections::HashMap;
use std::sync::Arc;

use footnote_extract::Description;
use footnote_store::StoreError;
use footnote_store::blobs::{Blob, BlobStore};

/// Folder of the descriptions within the data folder. It is hidden, so that it is not indexed if the data folder lies
/// among the documents.
pub const FOLDER: &str = ".descriptions";

/// The makers of descriptions, each with an extension for the names of its blobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Maker {
    /// An OCR program.
    Scanner,
    /// A vision model.
    Model,
}

/// Number of hexadecimal digits before the extension.
const DIGITS: usize = 32;

/// The outcomes of describing a document, for each maker that has tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Outcomes {
    scanner: Option<bool>,
    model: Option<bool>,
}

impl Outcomes {
    /// Returns true if there are words.
    pub(super) fn has_words(self) -> bool {
        self.scanner == Some(true) || self.model == Some(true)
    }

    /// Returns true if this maker has tried.
    pub(super) fn has_tried(self, maker: Maker) -> bool {
        match maker {
            Maker::Scanner => self.scanner.is_some(),
            Maker::Model => self.model.is_some(),
        }
    }
}

/// The stored descriptions, each under the hash of its document.
#[derive(Clone, Debug)]
pub struct Descriptions(Arc<dyn BlobStore>);

impl Descriptions {
    /// The store of the blobs.
    pub fn blobs(&self) -> Arc<dyn BlobStore> {
        Arc::clone(&self.0)
    }

    /// The descriptions in `blobs`, which must contain nothing else.
    pub fn new(blobs: Arc<dyn BlobStore>) -> Self {
        Self(blobs)
    }

    /// Returns the documents that were tried, with the outcomes.
    ///
    /// # Errors
    ///
    /// Fails if they cannot be listed.
    pub(super) async fn known(&self) -> Result<HashMap<u128, Outcomes>, StoreError> {
        let mut known: HashMap<u128, Outcomes> = HashMap::new();
        for Blob { name, size, .. } in self.0.list("").await? {
            let Some((content, maker)) = document(&name) else {
                continue;
            };
            let outcomes = known.entry(content).or_default();
            let outcome = match maker {
                Maker::Scanner => &mut outcomes.scanner,
                Maker::Model => &mut outcomes.model,
            };
            *outcome = Some(size > 0);
        }
        Ok(known)
    }

    /// Returns the description of the document with this hash; `None` if there is none, or if it cannot be read.
    pub(super) async fn of(&self, content: u128) -> Option<Description> {
        for maker in [Maker::Scanner, Maker::Model] {
            match self.read(content, maker).await {
                Ok(None) => {}
                Ok(found) => return found,
                Err(error) => {
                    let error = &error as &dyn std::error::Error;
                    tracing::warn!(error, "a description cannot be read");
                }
            }
        }
        None
    }

    async fn read(&self, content: u128, maker: Maker) -> Result<Option<Description>, StoreError> {
        let name = name(content, maker);
        let stored = self.0.read(&name).await?.filter(|stored| !stored.is_empty());
        let Some(stored) = stored else {
            return Ok(None);
        };
        let stored = str::from_utf8(&stored).ok();
        let parts = stored.and_then(|stored| stored.split_once('\n'));
        if parts.is_none() {
            // Remove the damaged description, so that the image is described again.
            self.0.remove(&name).await?;
        }
        Ok(parts.map(|(by, text)| Description {
            maker: by.to_owned(),
            text: text.to_owned(),
            is_scan: maker == Maker::Scanner,
        }))
    }

    /// Stores the text of a maker, which begins with a line naming it. An empty text means that it could not make one.
    pub(super) async fn keep(
        &self,
        content: u128,
        maker: Maker,
        text: &str,
    ) -> Result<(), StoreError> {
        self.0.put(&name(content, maker), text.as_bytes()).await
    }
}

impl Maker {
    /// Returns the extension of the names of its blobs.
    fn ending(self) -> &'static str {
        match self {
            Self::Scanner => ".txt",
            Self::Model => ".md",
        }
    }
}

/// Returns the name of the blob with a maker's description of a document.
pub(super) fn name(content: u128, maker: Maker) -> String {
    format!("{content:0DIGITS$x}{}", maker.ending())
}

/// Returns the document and the maker of the blob with this name.
fn document(name: &str) -> Option<(u128, Maker)> {
    let mut makers = [Maker::Scanner, Maker::Model].into_iter();
    let (digits, maker) =
        makers.find_map(|maker| Some((name.strip_suffix(maker.ending())?, maker)))?;
    // Shorter hashes are from earlier versions, to which an operator may return.
    let is_whole = digits.len() == DIGITS;
    let content = u128::from_str_radix(digits, 16).ok().filter(|_| is_whole);
    content.map(|content| (content, maker))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use footnote_store::FileBlobs;

    use super::*;

    #[tokio::test]
    async fn descriptions_under_shorter_hashes_of_former_versions_stay_and_do_not_count() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join(FOLDER);
        fs::create_dir(&place).unwrap();
        fs::write(place.join("00000000000000ab.md"), "model\nwords\n").unwrap();
        let open = || Descriptions::new(Arc::new(FileBlobs::over(place.clone())));
        let descriptions = open();
        assert!(descriptions.known().await.unwrap().is_empty());
        descriptions.keep(0xab, Maker::Model, "model\nother words\n").await.unwrap();
        assert_eq!(fs::read_dir(&place).unwrap().count(), 2);
        let (maker, text) = ("model".to_owned(), "other words\n".to_owned());
        let stored = Description { maker, text, is_scan: false };
        assert_eq!(open().of(0xab).await, Some(stored));
        let known = open().known().await.unwrap();
        assert!(known.len() == 1 && known[&0xab].has_words());
    }

    #[tokio::test]
    async fn a_scan_without_words_leaves_them_to_a_model() {
        let folder = tempfile::tempdir().unwrap();
        let descriptions = Descriptions::new(Arc::new(FileBlobs::over(folder.path().join(FOLDER))));
        descriptions.keep(1, Maker::Scanner, "").await.unwrap();
        let outcomes = descriptions.known().await.unwrap()[&1];
        assert!(outcomes.has_tried(Maker::Scanner) && !outcomes.has_tried(Maker::Model));
        assert!(!outcomes.has_words() && descriptions.of(1).await.is_none());
        descriptions.keep(1, Maker::Model, "model\nA boat.\n").await.unwrap();
        assert!(descriptions.known().await.unwrap()[&1].has_words());
        assert!(!descriptions.of(1).await.unwrap().is_scan);
        descriptions.keep(1, Maker::Scanner, "tesseract 5\nTea\n").await.unwrap();
        assert!(descriptions.of(1).await.unwrap().is_scan);
    }
}
