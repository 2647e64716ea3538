//! The states of lists of documents that were made a moment ago, for others who ask for the same.

use footnote_documents::acl::Reader;
use footnote_protocol::{LibraryStatus, Listing};
use tokio::sync::Mutex;
use tokio::time::{Duration, Instant};

use crate::store::StoreError;

/// The time for which a state is the same for all who ask for it.
const LIFETIME: Duration = Duration::from_millis(500);

/// The states that were made a moment ago, each for one reader and one part of the list.
#[derive(Debug, Default)]
pub struct StatusCache(Mutex<Vec<CachedStatus>>);

#[derive(Debug)]
struct CachedStatus {
    reader: Reader,
    listing: Listing,
    version: u64,
    made: Instant,
    status: LibraryStatus,
}

impl StatusCache {
    /// The state of a part of the list as a reader may see it: one that was made a moment ago of this `version`
    /// of the library, or else what `make` returns. One is made at a time, so that streams of changes leave
    /// processors for answers, however many there are.
    ///
    /// # Errors
    ///
    /// Those of `make`.
    pub async fn get(
        &self,
        reader: &Reader,
        listing: &Listing,
        version: u64,
        make: impl Future<Output = Result<LibraryStatus, StoreError>>,
    ) -> Result<LibraryStatus, StoreError> {
        let mut recent = self.0.lock().await;
        recent.retain(|one| one.version == version && one.made.elapsed() < LIFETIME);
        let same = recent.iter().find(|one| one.reader == *reader && one.listing == *listing);
        if let Some(same) = same {
            return Ok(same.status.clone());
        }
        let status = make.await?;
        recent.push(CachedStatus {
            reader: reader.clone(),
            listing: listing.clone(),
            version,
            made: Instant::now(),
            status: status.clone(),
        });
        Ok(status)
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
            statuses.get(reader, listing, version, make).await.unwrap();
            assert_eq!(count, expected);
        }
        tokio::time::advance(LIFETIME).await;
        let status = LibraryStatus { ready: 7, ..LibraryStatus::default() };
        assert_eq!(statuses.get(&alice, &named, 2, async { Ok(status) }).await.unwrap().ready, 7);
    }
}
