//! Removed documents, which can be restored for a while.

use std::collections::BTreeMap;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use footnote_documents::acl::Reader;
use footnote_store::StoreError;
use footnote_store::blobs::{ASIDE, Blob, set_aside};

use super::owner::{blob_of, folder_of};
use super::{Audience, UploadError, Uploads};

/// Time for which a removed document can be restored.
const RESTORE_PERIOD: Duration = Duration::from_hours(24 * 30);

impl Uploads {
    /// Removes the document at `path`; returns the number with which it can be restored.
    ///
    /// # Errors
    ///
    /// Fails if the reader has no such document, or it cannot be moved.
    pub async fn remove(&self, reader: &Reader, path: &str) -> Result<u64, UploadError> {
        let _lock = self.rename_lock.lock().await;
        self.own(reader, path)?;
        let number = u64::try_from(since_1970(SystemTime::now()).as_millis()).unwrap_or(u64::MAX);
        let name = blob_of(path);
        self.blobs.rename(name, &removed_name(number, name)).await?;
        self.stop_waiting_for(path).await;
        Ok(number)
    }

    /// Restores the document that was removed from `path` under this number.
    ///
    /// # Errors
    ///
    /// Fails if the removed document is gone, if a document of the same name exists, or if it cannot be moved.
    pub async fn restore(
        &self,
        reader: &Reader,
        path: &str,
        number: u64,
    ) -> Result<(), UploadError> {
        let _lock = self.rename_lock.lock().await;
        let own = self.own(reader, path)?;
        if !Audience::is_open_to(reader, own) {
            return Err(UploadError::Forbidden);
        }
        self.close(reader).await?;
        let name = blob_of(path);
        self.blobs.rename(&removed_name(number, name), name).await?;
        self.wait_for(path).await
    }

    /// Deletes all documents of a user: those that are shared or removed too, and who may read them. Returns the number
    /// of files. The user must be known.
    ///
    /// # Errors
    ///
    /// Fails if they cannot be listed or deleted.
    pub async fn forget_user(&self, user: &Reader) -> Result<usize, StoreError> {
        let _lock = self.rename_lock.lock().await;
        let own = folder_of(user);
        let is_own = |blob: &Blob| {
            let name = set_aside(&blob.name).map_or(&*blob.name, |(_, name)| name);
            !own.is_empty() && name.split('/').next() == Some(&own)
        };
        let mut blobs = self.blobs.list("").await?;
        blobs.retain(is_own);
        self.delete(&blobs).await?;
        Ok(blobs.len())
    }

    /// Deletes documents whose time to be restored is over, and unfinished files of an earlier process.
    ///
    /// # Errors
    ///
    /// Fails if they cannot be deleted.
    pub async fn expire(&self) -> Result<(), StoreError> {
        let forgotten = self.forget(SystemTime::now()).await;
        let given_up = self.blobs.expire().await;
        forgotten.and(given_up).and(self.blobs.recount().await)
    }

    /// Deletes removed documents until the rest fits next to the documents: this reader's first, and among those the
    /// oldest first.
    pub(super) async fn keep_removed(&self, reader: &Reader) -> Result<(), StoreError> {
        if self.has_room_for_removed().await? {
            return Ok(());
        }
        let own = folder_of(reader);
        let is_own =
            |(_, name): (u64, &str)| own.is_empty() || name.split('/').next() == Some(&own);
        let mut all: Vec<_> = self.removals().await?.into_values().collect();
        let own = |blob: &Blob| set_aside(&blob.name).is_some_and(is_own);
        all.sort_by_key(|removal| !removal.iter().any(own));
        for removal in all {
            self.delete(&removal).await?;
            // Another machine may have made room meanwhile.
            if self.has_room_for_removed().await? {
                break;
            }
        }
        Ok(())
    }

    async fn has_room_for_removed(&self) -> Result<bool, StoreError> {
        let bytes = self.blobs.bytes().await?;
        let documents = bytes.shown.saturating_add(self.incoming.bytes());
        Ok(bytes.aside <= self.most.saturating_sub(documents))
    }

    /// Deletes documents removed more than [`RESTORE_PERIOD`] before `now`.
    async fn forget(&self, now: SystemTime) -> Result<(), StoreError> {
        let before = since_1970(now).saturating_sub(RESTORE_PERIOD).as_millis();
        let removals = self.removals().await?.into_iter();
        for (_, blobs) in removals.take_while(|(number, _)| u128::from(*number) < before) {
            self.delete(&blobs).await?;
        }
        Ok(())
    }

    /// The removed documents, by the number of their removal.
    async fn removals(&self) -> Result<BTreeMap<u64, Vec<Blob>>, StoreError> {
        let mut removals: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for blob in self.blobs.list(ASIDE).await? {
            if let Some((number, _)) = set_aside(&blob.name) {
                removals.entry(number).or_default().push(blob);
            }
        }
        Ok(removals)
    }

    async fn delete(&self, blobs: &[Blob]) -> Result<(), StoreError> {
        for blob in blobs {
            self.blobs.remove(&blob.name).await?;
        }
        Ok(())
    }
}

/// Name of a document removed under this number.
fn removed_name(number: u64, name: &str) -> String {
    format!("{ASIDE}{number}/{name}")
}

fn since_1970(time: SystemTime) -> Duration {
    time.duration_since(UNIX_EPOCH).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use footnote_documents::acl::Allowed;
    use footnote_store::FileBlobs;

    use super::*;

    #[tokio::test]
    async fn what_was_removed_long_ago_is_forgotten() {
        let place = tempfile::tempdir().unwrap();
        for number in ["1000", "90000000", "notes"] {
            let folder = place.path().join(ASIDE).join(number).join("alice");
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(folder.join("a.md"), "Tea").unwrap();
        }
        let blobs = FileBlobs::over(place.path().to_owned());
        let uploads = Uploads::new(Arc::new(blobs), Allowed::Nobody, 0);
        let now = UNIX_EPOCH + RESTORE_PERIOD + Duration::from_mins(1);
        uploads.forget(now).await.unwrap();
        let left = |name: &str| place.path().join(ASIDE).join(name).exists();
        assert_eq!(["1000", "90000000", "notes"].map(left), [false, true, true]);
    }
}
