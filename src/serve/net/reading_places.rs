//! Places for reading attached files: a few in all, and fewer per client.

use tokio::sync::Notify;

use super::client::ClientId;
use super::quota::Quota;

/// A semaphore with a limit per client.
#[derive(Debug)]
pub(super) struct ReadingPlaces {
    quota: Quota,
    freed: Notify,
}

/// An occupied place; freed on drop.
#[derive(Debug)]
pub(super) struct ReadingPlace<'a> {
    places: &'a ReadingPlaces,
    client: Option<ClientId>,
}

impl ReadingPlaces {
    /// `all` places, of which each client on another machine may occupy `each`.
    pub(super) const fn new(all: usize, each: usize) -> Self {
        Self { quota: Quota::new(all, each), freed: Notify::const_new() }
    }

    /// Waits for a place for this client.
    pub(super) async fn take(&self, client: Option<ClientId>) -> ReadingPlace<'_> {
        loop {
            // Register before checking, so that a place freed in between is not missed.
            let freed = self.freed.notified();
            if self.quota.try_acquire(client, 1) {
                return ReadingPlace { places: self, client };
            }
            freed.await;
        }
    }
}

impl Drop for ReadingPlace<'_> {
    fn drop(&mut self) {
        self.places.quota.release(self.client, 1);
        self.places.freed.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    #[tokio::test]
    async fn a_client_leaves_places_to_others_and_its_next_file_waits() {
        let places = ReadingPlaces::new(3, 2);
        let [one, other] = [1, 2].map(|client| Some(ClientId::Key(client)));
        let first = places.take(one).await;
        let _second = places.take(one).await;
        let mut third = Box::pin(places.take(one));
        assert!((&mut third).now_or_never().is_none());
        let of_other = places.take(other).now_or_never().expect("a place is left");
        let mut waiting = Box::pin(places.take(other));
        assert!((&mut waiting).now_or_never().is_none(), "all are taken");
        drop(of_other);
        assert!((&mut third).now_or_never().is_none(), "it is not this client's turn");
        let _theirs = waiting.now_or_never().unwrap();
        drop(first);
        assert!(third.now_or_never().is_some());
    }
}
