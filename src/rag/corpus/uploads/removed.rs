//! Removed documents: kept aside for a while, to be brought back.

use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::fs;

use super::owner::{file_of, folder_of};
use super::taken::bytes;
use super::{Audience, COMING, REMOVED, UploadError, Uploads};
use crate::documents::acl::Reader;

/// Time in which a removed document can be brought back.
const KEPT: Duration = Duration::from_hours(24 * 30);

/// Time after which a file does not come in any more.
const GIVEN_UP: Duration = Duration::from_hours(24);

impl Uploads {
    /// Removes the document at `path`; returns the number that brings it back.
    ///
    /// # Errors
    ///
    /// If there is no such document of this reader, or it cannot be moved.
    pub async fn remove(&self, reader: &Reader, path: &str) -> Result<u64, UploadError> {
        let _moving = self.moving.lock().await;
        self.own(reader, path)?;
        let number = u64::try_from(since_1970(SystemTime::now()).as_millis()).unwrap_or(u64::MAX);
        let aside = self.aside(number, path);
        fs::create_dir_all(aside.parent().unwrap_or(&self.place)).await?;
        self.count().await?;
        let bytes = self.size(path);
        self.rename(&self.file(path), &aside).await?;
        self.taken.remove(bytes);
        self.waiting.forget(path);
        Ok(number)
    }

    /// Brings back the document that was removed from `path` under this number.
    ///
    /// # Errors
    ///
    /// If there is no such document of this reader any more, one of its name is there, or it cannot be
    /// moved.
    pub async fn restore(
        &self,
        reader: &Reader,
        path: &str,
        number: u64,
    ) -> Result<(), UploadError> {
        let _moving = self.moving.lock().await;
        let own = self.own(reader, path)?;
        if !Audience::is_open_to(reader, own) {
            return Err(UploadError::Forbidden);
        }
        self.folder(reader).await?;
        let aside = self.aside(number, path);
        self.count().await?;
        self.rename(&aside, &self.file(path)).await?;
        self.taken.restore(self.size(path));
        Ok(self.wait_for(path).await?)
    }

    /// Forgets the documents that were removed long ago, and files that a former server did not take to the end.
    ///
    /// # Errors
    ///
    /// If they cannot be removed.
    pub async fn expire(&self) -> io::Result<()> {
        let (removed, coming) = (self.place.join(REMOVED), self.place.join(COMING));
        let now = SystemTime::now();
        let expired = tokio::task::spawn_blocking(move || {
            forget(&removed, now)?;
            give_up(&coming, now)
        });
        let expired = expired.await.map_err(io::Error::other)?;
        let _moving = self.moving.lock().await;
        self.taken.doubt();
        expired
    }

    /// Has the bytes of all files counted, if they are not: a change is told of what was counted before it.
    async fn count(&self) -> io::Result<()> {
        let taken = self.taken.clone();
        let counted = tokio::task::spawn_blocking(move || taken.removed()).await;
        counted.map(drop).map_err(io::Error::other)
    }

    /// Forgets removed documents, first this reader's and of those the oldest first, until the others take no more
    /// than `most` bytes.
    pub(super) fn keep_removed(&self, reader: &Reader, most: u64) -> io::Result<()> {
        let mut taken = self.taken.removed();
        if taken <= most {
            return Ok(());
        }
        let own = folder_of(reader);
        let removed = self.place.join(REMOVED);
        let entries = std::fs::read_dir(&removed).into_iter().flatten().flatten();
        let numbered = entries.filter_map(|entry| {
            let number = entry.file_name().to_str()?.parse::<u64>().ok()?;
            let is_others = !entry.path().join(&own).exists();
            Some((is_others, number, entry.path()))
        });
        let mut all: Vec<_> = numbered.collect();
        all.sort();
        for (_, _, place) in all {
            if taken <= most {
                break;
            }
            taken = taken.saturating_sub(bytes(&place));
            unless_gone(std::fs::remove_dir_all(place))?;
        }
        self.taken.doubt();
        Ok(())
    }

    /// The place of a removed document.
    fn aside(&self, number: u64, path: &str) -> PathBuf {
        let number = number.to_string();
        self.place.join(REMOVED).join(number).join(file_of(path))
    }
}

/// Deletes documents that were removed longer than [`KEPT`] before `now`.
fn forget(removed: &Path, now: SystemTime) -> io::Result<()> {
    let before = since_1970(now).saturating_sub(KEPT).as_millis();
    for entry in std::fs::read_dir(removed).into_iter().flatten() {
        let entry = entry?;
        let at = entry.file_name().to_string_lossy().parse::<u128>();
        if at.is_ok_and(|at| at < before) {
            unless_gone(std::fs::remove_dir_all(entry.path()))?;
        }
    }
    Ok(())
}

/// The result of deleting what another may have deleted before.
fn unless_gone(deleted: io::Result<()>) -> io::Result<()> {
    deleted.or_else(|error| match error.kind() {
        io::ErrorKind::NotFound => Ok(()),
        _ => Err(error),
    })
}

/// Deletes files in the folder of coming ones that were last written longer than [`GIVEN_UP`] before `now`.
fn give_up(coming: &Path, now: SystemTime) -> io::Result<()> {
    for entry in std::fs::read_dir(coming).into_iter().flatten() {
        let entry = entry?;
        // It may have been put among the documents meanwhile.
        let written = entry.metadata().and_then(|metadata| metadata.modified());
        let age = written.ok().and_then(|written| now.duration_since(written).ok());
        if age.is_some_and(|age| age > GIVEN_UP) {
            unless_gone(std::fs::remove_file(entry.path()))?;
        }
    }
    Ok(())
}

fn since_1970(time: SystemTime) -> Duration {
    time.duration_since(UNIX_EPOCH).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_removed_long_ago_is_forgotten() {
        let place = tempfile::tempdir().unwrap();
        for number in ["1000", "90000000", "notes"] {
            std::fs::create_dir(place.path().join(number)).unwrap();
        }
        let now = UNIX_EPOCH + KEPT + Duration::from_mins(1);
        forget(place.path(), now).unwrap();
        let left = |name: &str| place.path().join(name).exists();
        assert_eq!(["1000", "90000000", "notes"].map(left), [false, true, true]);
    }

    #[test]
    fn a_file_that_nobody_brings_any_more_goes() {
        let place = tempfile::tempdir().unwrap();
        std::fs::write(place.path().join("half"), "x").unwrap();
        let left = || std::fs::read_dir(place.path()).unwrap().count();
        give_up(place.path(), SystemTime::now()).unwrap();
        assert_eq!(left(), 1);
        give_up(place.path(), SystemTime::now() + 2 * GIVEN_UP).unwrap();
        assert_eq!(left(), 0);
    }
}
