//! Caches states of the list of documents for a moment, for all who request the same one.

use std::sync::{Mutex as SyncMutex, MutexGuard, PoisonError};

use footnote_documents::acl::Reader;
use footnote_protocol::{LibraryStatus, Listing};
use footnote_store::StoreError;
use tokio::sync::Mutex;
use tokio::time::{Duration, Instant};

/// Time for which a state may be reused.
const LIFETIME: Duration = Duration::from_millis(500);

/// Versions of the library, its catalog and the uploads.
pub(super) type StatusVersion = [u64; 3];

/// Cache of recent states, each for one reader and one part of the list.
#[derive(Debug, Default)]
pub struct StatusCache {
    recent: SyncMutex<Vec<CachedStatus>>,
    /// Held while a state is being computed.
    turn: Mutex<()>,
}

#[derive(Debug)]
struct CachedStatus {
    reader: Reader,
    listing: Listing,
    version: StatusVersion,
    made: Instant,
    status: LibraryStatus,
}

impl StatusCache {
    /// Returns a recent state with this `version`, or the result of `make`. Computes one state at a time, however many
    /// are requested, to leave processors for answers.
    ///
    /// # Errors
    ///
    /// As `make`.
    pub async fn get(
        &self,
        reader: &Reader,
        listing: &Listing,
        version: StatusVersion,
        make: impl Future<Output = Result<LibraryStatus, StoreError>>,
    ) -> Result<LibraryStatus, StoreError> {
        let find = || self.find(reader, listing, version);
        if let Some(status) = find() {
            return Ok(status);
        }
        let _turn = self.turn.lock().await;
        if let Some(status) = find() {
            return Ok(status);
        }
        let status = make.await?;
        self.recent().push(CachedStatus {
            reader: reader.clone(),
            listing: listing.clone(),
            version,
            made: Instant::now(),
            status: status.clone(),
        });
        Ok(status)
    }

    fn find(
        &self,
        reader: &Reader,
        listing: &Listing,
        version: StatusVersion,
    ) -> Option<LibraryStatus> {
        let mut recent = self.recent();
        recent.retain(|one| one.made.elapsed() < LIFETIME);
        let mut same = recent.iter().filter(|one| one.version == version);
        let same = same.find(|one| one.reader == *reader && one.listing == *listing);
        same.map(|one| one.status.clone())
    }

    fn recent(&self) -> MutexGuard<'_, Vec<CachedStatus>> {
        self.recent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_state_is_made_once_for_all_who_look_at_the_same() {
        let statuses = StatusCache::default();
        let named = Listing { named: "tea".to_owned(), ..Listing::default() };
        let (nobody, alice) = (Reader::default(), Reader::new(Some("alice"), []));
        let mut count = 0;
        for (reader, listing, version, expected) in [
            (&nobody, &Listing::default(), 1, 1),
            (&nobody, &Listing::default(), 1, 1),
            (&nobody, &named, 1, 2),
            (&alice, &named, 1, 3),
            (&alice, &named, 1, 3),
            (&alice, &named, 2, 4),
        ] {
            let make = async {
                count += 1;
                Ok(LibraryStatus::default())
            };
            statuses.get(reader, listing, [version, 0, 0], make).await.unwrap();
            assert_eq!(count, expected);
        }
        tokio::time::advance(LIFETIME).await;
        let status = LibraryStatus { ready: 7, ..LibraryStatus::default() };
        assert_eq!(
            statuses.get(&alice, &named, [2, 0, 0], async { Ok(status) }).await.unwrap().ready,
            7
        );
    }
}
