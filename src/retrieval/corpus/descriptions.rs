//! The stored descriptions of images, each in a blob named by the hash of its image.

use std::collections::HashMap;
use std::sync::Arc;

use crate::store::StoreError;
use crate::store::blobs::{Blob, BlobStore};

/// Folder of the descriptions within the data folder. It is hidden, so that it is not indexed if the data folder lies
/// among the documents.
pub const FOLDER: &str = ".descriptions";

/// Extension of the names.
const ENDING: &str = ".md";

/// Number of hexadecimal digits before the extension.
const DIGITS: usize = 32;

/// The stored descriptions, by the hash of the image.
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

    /// The described images. The value is false if the image could not be described.
    ///
    /// # Errors
    ///
    /// Fails if the blobs cannot be listed.
    pub(super) async fn known(&self) -> Result<HashMap<u128, bool>, StoreError> {
        let blobs = self.0.list("").await?;
        let described = |blob: &Blob| Some((image(&blob.name)?, blob.size > 0));
        Ok(blobs.iter().filter_map(described).collect())
    }

    /// The name of the model that described the image, and the description in Markdown; `None` if there is none or it
    /// cannot be read.
    pub(super) async fn of(&self, image: u128) -> Option<(String, String)> {
        let read = self.read(image).await;
        read.unwrap_or_else(|error| {
            tracing::warn!(error = &error as &dyn std::error::Error, "a description is not read");
            None
        })
    }

    async fn read(&self, image: u128) -> Result<Option<(String, String)>, StoreError> {
        let name = name(image);
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
        Ok(parts.map(|(model, text)| (model.to_owned(), text.to_owned())))
    }

    /// Stores the description of an image; an empty text if it cannot be described.
    pub(super) async fn keep(&self, image: u128, text: &str) -> Result<(), StoreError> {
        self.0.put(&name(image), text.as_bytes()).await
    }
}

/// Blob name of an image's description.
pub(super) fn name(image: u128) -> String {
    format!("{image:0DIGITS$x}{ENDING}")
}

/// Parses the image's hash from a blob name.
fn image(name: &str) -> Option<u128> {
    let digits = name.strip_suffix(ENDING)?;
    // Earlier versions used shorter hashes; leave those blobs for a downgrade.
    let is_whole = digits.len() == DIGITS;
    u128::from_str_radix(digits, 16).ok().filter(|_| is_whole)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::store::FileBlobs;

    #[tokio::test]
    async fn descriptions_under_shorter_hashes_of_former_versions_stay_and_do_not_count() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join(FOLDER);
        fs::create_dir(&place).unwrap();
        fs::write(place.join("00000000000000ab.md"), "model\nwords\n").unwrap();
        let open = || Descriptions::new(Arc::new(FileBlobs::over(place.clone())));
        let descriptions = open();
        assert!(descriptions.known().await.unwrap().is_empty());
        descriptions.keep(0xab, "model\nother words\n").await.unwrap();
        assert_eq!(fs::read_dir(&place).unwrap().count(), 2);
        let stored = Some(("model".to_owned(), "other words\n".to_owned()));
        assert_eq!(open().of(0xab).await, stored);
        assert_eq!(open().known().await.unwrap(), HashMap::from([(0xab, true)]));
    }
}
