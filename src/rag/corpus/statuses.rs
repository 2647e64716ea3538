//! The states of lists of documents that were made a moment ago, for others who look at the same.

use tokio::sync::Mutex;
use tokio::time::{Duration, Instant};

use super::acl::Reader;
use crate::protocol::{LibraryStatus, Listing};

/// How long a state is the same for all who look at it.
const FRESH: Duration = Duration::from_millis(500);

/// The states that were made a moment ago, each for one reader and one part of the list.
#[derive(Debug, Default)]
pub struct Statuses(Mutex<Vec<Recent>>);

#[derive(Debug)]
struct Recent {
    reader: Reader,
    listing: Listing,
    version: u64,
    made: Instant,
    status: LibraryStatus,
}

impl Statuses {
    /// The state of a part of the list as a reader may see it: one that was made a moment ago of this `version`
    /// of the library, or else what `make` returns. One is made at a time, so that streams of changes leave
    /// processors for answers, however many there are.
    pub async fn get(
        &self,
        reader: &Reader,
        listing: &Listing,
        version: u64,
        make: impl FnOnce() -> LibraryStatus,
    ) -> LibraryStatus {
        let mut recent = self.0.lock().await;
        recent.retain(|one| one.version == version && one.made.elapsed() < FRESH);
        let same = recent.iter().find(|one| one.reader == *reader && one.listing == *listing);
        if let Some(same) = same {
            return same.status.clone();
        }
        let status = make();
        recent.push(Recent {
            reader: reader.clone(),
            listing: listing.clone(),
            version,
            made: Instant::now(),
            status: status.clone(),
        });
        status
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_state_is_made_once_for_all_who_look_at_the_same() {
        let statuses = Statuses::default();
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
            let make = || {
                count += 1;
                LibraryStatus::default()
            };
            statuses.get(reader, listing, version, make).await;
            assert_eq!(count, expected);
        }
        tokio::time::advance(FRESH).await;
        let status = LibraryStatus { ready: 7, ..LibraryStatus::default() };
        assert_eq!(statuses.get(&alice, &named, 2, || status).await.ready, 7);
    }
}
