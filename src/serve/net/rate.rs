//! Rate limit per client.

use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{Quota, RateLimiter};

use super::client::ClientId;

/// Number of requests between removals of idle clients.
const CLEANUP_INTERVAL: u32 = 1000;

/// Rate limit per client: a number of requests per minute, which may come in one burst.
pub(crate) struct RateLimit<C: Clock = DefaultClock> {
    clients: RateLimiter<ClientId, DefaultKeyedStateStore<ClientId>, C, NoOpMiddleware<C::Instant>>,
    requests: AtomicU32,
}

impl<C: Clock> RateLimit<C> {
    /// Allows `per_minute` requests, measured with this clock.
    pub(crate) fn new(per_minute: NonZeroU32, clock: C) -> Self {
        let store = DefaultKeyedStateStore::default();
        Self {
            clients: RateLimiter::new(Quota::per_minute(per_minute), store, clock),
            requests: AtomicU32::default(),
        }
    }

    /// Counts a request of `client`.
    ///
    /// # Errors
    ///
    /// Returns how long the client has to wait if it exceeds its rate.
    pub(crate) fn ask(&self, client: ClientId) -> Result<(), Duration> {
        let requests = self.requests.fetch_add(1, Ordering::Relaxed);
        if requests % CLEANUP_INTERVAL == CLEANUP_INTERVAL - 1 {
            self.clients.retain_recent();
            self.clients.shrink_to_fit();
        }
        let now = || self.clients.clock().now();
        let checked = self.clients.check_key(&client);
        checked.map_err(|until| until.wait_time_from(now()))
    }
}

#[cfg(test)]
mod tests {
    use governor::clock::FakeRelativeClock;

    use super::*;

    fn rate() -> (RateLimit<FakeRelativeClock>, FakeRelativeClock) {
        let clock = FakeRelativeClock::default();
        let rate = RateLimit::new(NonZeroU32::new(60).unwrap(), clock.clone());
        (rate, clock)
    }

    #[test]
    fn a_minutes_questions_may_come_at_once_and_then_one_after_another() {
        let (rate, clock) = rate();
        let client = ClientId::Address([10, 0, 0, 1].into());
        assert!((0..60).all(|_| rate.ask(client).is_ok()));
        assert_eq!(rate.ask(client), Err(Duration::from_secs(1)));
        assert!(rate.ask(ClientId::Key(1)).is_ok(), "others may ask");
        clock.advance(Duration::from_secs(1));
        assert!(rate.ask(client).is_ok() && rate.ask(client).is_err());
    }

    #[test]
    fn clients_that_have_not_asked_lately_are_forgotten() {
        let (rate, clock) = rate();
        for client in 0..100_000_u32 {
            rate.ask(ClientId::Key(client.into())).unwrap();
            clock.advance(Duration::from_millis(10));
        }
        assert!(rate.clients.len() < 2000, "{}", rate.clients.len());
    }
}
