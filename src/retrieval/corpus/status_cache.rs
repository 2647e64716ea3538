//! The states of lists of documents that were made a moment ago, for others who ask for the same.

use std::sync::{Mutex as SyncMutex, MutexGuard, PoisonError};

use footnote_documents::acl::Reader;
use footnote_protocol::{LibraryStatus, Listing};
use tokio::sync::Mutex;
use tokio::time::{Duration, Instant};

use crate::store::StoreError;

/// The time for which a state is the same for all who ask for it.
const LIFETIME: Duration = Duration::from_millis(500);

/// The numbers of changes to the library, its catalog and the uploads, of which a state tells.
pub(super) type StatusVersion = [u64; 3];

/// The states that were made a moment ago, each for one reader and one part of the list.
#[derive(Debug, Default)]
pub struct StatusCache {
    recent: SyncMutex<Vec<CachedStatus>>,
    /// Held by whoever makes a state.
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
    /// The state of a part of the list as a reader may see it: one that was made a moment ago of this `version`, or
    /// else what `make` returns. One is made at a time, which leaves processors for answers, however many ask.
    ///
    /// # Errors
    ///
    /// Those of `make`.
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
