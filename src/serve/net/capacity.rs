//! Limits on concurrent answers; clients over a limit are told when to retry.

use std::num::NonZeroU32;
use std::sync::Arc;

use axum::body::Body;
use axum::response::Response;
use footnote_engine::config::Limits;
use footnote_protocol::{ErrorKind, ProtocolError};
use governor::clock::DefaultClock;
use http::Extensions;
use http_body_util::BodyExt as _;

use super::body::Refusal;
use super::client::{Client, ClientId};
use super::quota::Quota;
use super::rate::RateLimit;

/// Limits on concurrent answers and on the rate of each client. Clones share their counters.
#[derive(Clone)]
pub struct Capacity {
    rate: Option<Arc<RateLimit>>,
    /// Rate limit of lookups: documents and their lists.
    lookup_rate: Option<Arc<RateLimit>>,
    answers: Arc<Quota>,
    /// Quota of answers being read again.
    readings: Arc<Quota>,
    /// Quota of streams of changes.
    streams: Arc<Quota>,
    /// Quota of pages and lists being rendered.
    pages: Arc<Quota>,
    /// Quota of conversations being loaded and laid out.
    conversations: Arc<Quota>,
    /// Quota of conversations being written as files.
    exports: Arc<Quota>,
}

/// Number of lookups that a client may make per question. The page makes one when it opens, as its reader types, and
/// while documents are read.
const LOOKUPS_PER_QUESTION: u32 = 20;

/// Maximum number of concurrent streams of changes, in all and per client. Each is an open and visible page.
const STREAM_LIMITS: (usize, usize) = (256, 4);

/// Maximum number of pages and lists being rendered at once, in all and per client. Each takes some milliseconds of CPU
/// time, during which others wait.
const PAGE_LIMITS: (usize, usize) = (64, 8);

/// Maximum number of pages of conversations being rendered at once, in all and per client. Each takes up to 20 MB.
const CONVERSATION_LIMITS: (usize, usize) = (8, 4);

/// Maximum number of conversations being written as files at once, in all and per client. Each takes up to 100 MB.
const EXPORT_LIMITS: (usize, usize) = (4, 2);

/// The error while too many conversations are being read.
const BUSY: &str = "Too many conversations are being read. Try again in a moment.";

impl Capacity {
    /// Creates the limits from the settings. An answer takes about 45 KB while a model writes, most of it the buffers
    /// of two connections: see `docs/decisions/answers-under-way.md`.
    pub fn within(limits: &Limits) -> Self {
        Self::new(limits.answers, limits.answers_each, limits.rate)
    }

    /// At most `all` concurrent answers, and `each` per client on another machine. Each client may ask `per_minute`
    /// questions; 0 means no rate limit.
    pub fn new(all: usize, each: usize, per_minute: u32) -> Self {
        let rate = |per_minute| Arc::new(RateLimit::new(per_minute, DefaultClock::default()));
        let limited = |per_minute| NonZeroU32::new(per_minute).map(rate);
        let quota = |(all, each)| Arc::new(Quota::new(all, each));
        Self {
            rate: limited(per_minute),
            lookup_rate: limited(per_minute.saturating_mul(LOOKUPS_PER_QUESTION)),
            answers: quota((all, each)),
            readings: quota((all, each)),
            streams: quota(STREAM_LIMITS),
            pages: quota(PAGE_LIMITS),
            conversations: quota(CONVERSATION_LIMITS),
            exports: quota(EXPORT_LIMITS),
        }
    }

    /// Counts a lookup of a document or a list of documents against the rate of the client of the request with these
    /// `extensions`.
    ///
    /// # Errors
    ///
    /// Rejects a client over its rate.
    pub(crate) fn count_lookup(&self, extensions: &Extensions) -> Result<(), Refusal> {
        count(self.lookup_rate.as_deref(), Client::of_request(extensions))
    }

    /// Acquires a permit to read an answer again. It is separate from the permit that the answer holds while its model
    /// writes.
    ///
    /// # Errors
    ///
    /// As [`Self::admit`].
    pub(crate) fn reread(&self, extensions: &Extensions) -> Result<Permit, Refusal> {
        self.count_lookup(extensions)?;
        let busy = "Too many answers are read. Ask again in a moment.";
        permit(&self.readings, Client::of_request(extensions), busy)
    }

    /// Acquires a permit for a stream of changes.
    ///
    /// # Errors
    ///
    /// As [`Self::admit`].
    pub(crate) fn follow(&self, extensions: &Extensions) -> Result<Permit, Refusal> {
        self.count_lookup(extensions)?;
        let busy = "Too many pages follow the documents. They are asked now and then instead.";
        permit(&self.streams, Client::of_request(extensions), busy)
    }

    /// Acquires a permit to render a page or a list.
    ///
    /// # Errors
    ///
    /// As [`Self::admit`].
    pub(crate) fn make_page(&self, extensions: &Extensions) -> Result<Permit, Refusal> {
        self.count_lookup(extensions)?;
        let busy = "Too many pages are asked for at once. Ask again in a moment.";
        permit(&self.pages, Client::of_request(extensions), busy)
    }

    /// Acquires a permit to load and lay out a page of a conversation.
    ///
    /// # Errors
    ///
    /// Fails while the quota of all clients or of this one is exhausted.
    pub(crate) fn read(&self, extensions: &Extensions) -> Result<Permit, Refusal> {
        permit(&self.conversations, Client::of_request(extensions), BUSY)
    }

    /// Acquires a permit to write a conversation as a file.
    ///
    /// # Errors
    ///
    /// As [`Self::read`].
    pub(crate) fn export(&self, extensions: &Extensions) -> Result<Permit, Refusal> {
        permit(&self.exports, Client::of_request(extensions), BUSY)
    }

    /// Acquires a permit for an answer to the client of the request with these `extensions`.
    ///
    /// # Errors
    ///
    /// Rejects a client over its rate, and fails while the quota of all clients or of this one is exhausted.
    pub(crate) fn admit(&self, extensions: &Extensions) -> Result<Permit, Refusal> {
        let client = Client::of_request(extensions);
        count(self.rate.as_deref(), client)?;
        permit(&self.answers, client, "Too many answers are under way. Ask again in a moment.")
    }
}

/// Counts a request of a client, if rates are limited.
fn count(rate: Option<&RateLimit>, Client(client): Client) -> Result<(), Refusal> {
    match (client, rate) {
        (Some(client), Some(rate)) => rate.ask(client).map_err(Refusal::too_often),
        _ => Ok(()),
    }
}

/// Acquires a permit; if the quota is exhausted, fails with the message `busy`.
fn permit(quota: &Arc<Quota>, Client(client): Client, busy: &str) -> Result<Permit, Refusal> {
    if !quota.try_acquire(client, 1) {
        return Err(ProtocolError::new(ErrorKind::Unavailable, busy).into());
    }
    Ok(Permit { _held: Arc::new(HeldQuota { quota: Arc::clone(quota), client }) })
}

/// Permit for one answer or stream; released when its last clone is dropped.
#[derive(Clone, Debug)]
pub(crate) struct Permit {
    _held: Arc<HeldQuota>,
}

/// One unit of a quota.
#[derive(Debug)]
struct HeldQuota {
    quota: Arc<Quota>,
    client: Option<ClientId>,
}

impl Permit {
    /// Holds the permit until the whole `response` has been sent or its client has gone.
    pub(crate) fn until_sent(self, response: Response) -> Response {
        response.map(|body| Body::new(body.inspect_err(move |_| _ = &self)))
    }
}

impl Drop for HeldQuota {
    fn drop(&mut self) {
        self.quota.release(self.client, 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The extensions of a request from the client with this address, or from this machine if it is empty.
    fn from(address: &str) -> Extensions {
        let mut extensions = Extensions::new();
        extensions.insert(Client(address.parse().ok().map(ClientId::Address)));
        extensions
    }

    #[test]
    fn a_place_is_free_again_when_it_is_dropped() {
        let capacity = Capacity::new(1, 1, 0);
        let place = capacity.admit(&from("10.0.0.1")).unwrap();
        assert!(capacity.admit(&from("10.0.0.2")).is_err());
        drop(place);
        assert!(capacity.admit(&from("10.0.0.2")).is_ok());
    }

    #[test]
    fn no_client_takes_all_places_but_this_machine() {
        let capacity = Capacity::new(9, 1, 0);
        let _first = capacity.admit(&from("10.0.0.1")).unwrap();
        assert!(capacity.admit(&from("10.0.0.1")).is_err());
        let _other = capacity.admit(&from("2001:db8::")).unwrap();
        let _local = [(); 4].map(|()| capacity.admit(&from("")).unwrap());
    }

    #[test]
    fn a_client_has_four_streams_and_looks_twenty_times_as_often_as_it_asks() {
        let capacity = Capacity::new(9, 9, 1);
        let client = from("10.0.0.1");
        let streams: Vec<_> = (0..5).map(|_| capacity.follow(&client)).collect();
        assert_eq!(streams.iter().filter(|stream| stream.is_ok()).count(), 4);
        assert!(capacity.follow(&from("10.0.0.2")).is_ok());
        let lookups = (0..99).filter(|_| capacity.count_lookup(&client).is_ok()).count();
        assert_eq!(lookups, 20 - 5);
        drop(streams);
        assert!(capacity.admit(&client).is_ok(), "looks are no questions");
    }

    #[test]
    fn no_client_asks_too_often_but_this_machine() {
        let capacity = Capacity::new(9, 9, 2);
        let ask = |client| capacity.admit(&from(client)).is_ok();
        assert_eq!(["10.0.0.1"; 3].map(ask), [true, true, false]);
        assert!(ask("10.0.0.2"));
        assert_eq!([""; 3].map(ask), [true; 3]);
    }
}
