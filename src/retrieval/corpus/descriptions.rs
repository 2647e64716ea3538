//! The descriptions of images, each in a blob that is named by the hash of its image.

use std::collections::HashMap;
use std::sync::Arc;

use crate::store::StoreError;
use crate::store::blobs::{Blob, BlobStore};

/// The folder of their files, where they are files in the folder of data. It is hidden, so that they are no
/// documents where the data lie among these.
pub const FOLDER: &str = ".descriptions";

/// The ending of the names.
const ENDING: &str = ".md";

/// The digits before it.
const DIGITS: usize = 32;

/// The stored descriptions, each under the hash of its image.
#[derive(Clone, Debug)]
pub struct Descriptions(Arc<dyn BlobStore>);

impl Descriptions {
    /// The blobs that they are.
    pub fn blobs(&self) -> Arc<dyn BlobStore> {
        Arc::clone(&self.0)
    }

    /// The descriptions among `blobs`, which are nothing else.
    pub fn new(blobs: Arc<dyn BlobStore>) -> Self {
        Self(blobs)
    }

    /// The images that were described, each with whether there are words for it: there are none if there can be
    /// none.
    ///
    /// # Errors
    ///
    /// If they cannot be listed.
    pub(super) async fn known(&self) -> Result<HashMap<u128, bool>, StoreError> {
        let blobs = self.0.list("").await?;
        let described = |blob: &Blob| Some((image(&blob.name)?, blob.size > 0));
        Ok(blobs.iter().filter_map(described).collect())
    }

    /// The name of the model that described the image with this hash, and its words, as Markdown; `None` if there
    /// are none, or they cannot be read.
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
            // It is described anew, and not looked for in each pass.
            self.0.remove(&name).await?;
        }
        Ok(parts.map(|(model, text)| (model.to_owned(), text.to_owned())))
    }

    /// Keeps what a model wrote about an image; nothing where it cannot be described.
    pub(super) async fn keep(&self, image: u128, text: &str) -> Result<(), StoreError> {
        self.0.put(&name(image), text.as_bytes()).await
    }
}

/// The name of the description of an image.
pub(super) fn name(image: u128) -> String {
    format!("{image:0DIGITS$x}{ENDING}")
}

/// The image whose description has this name.
fn image(name: &str) -> Option<u128> {
    let digits = name.strip_suffix(ENDING)?;
    // Shorter hashes are those of earlier versions, which may be gone back to.
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
