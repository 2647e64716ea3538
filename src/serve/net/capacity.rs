//! The limit on concurrent answers; clients beyond it are told to retry.

use std::net::IpAddr;
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
use super::client::Client;
use super::quota::Quota;
use super::rate::RateLimit;

/// The limits on concurrent answers and on the rate of each client; cloning shares the counts.
#[derive(Clone)]
pub struct Capacity {
    rate: Option<Arc<RateLimit>>,
    /// The rate limit of lookups of documents and their lists.
    lookup_rate: Option<Arc<RateLimit>>,
    answers: Arc<Quota>,
    /// The quota of answers that are read again.
    readings: Arc<Quota>,
    /// The quota of streams of changes.
    streams: Arc<Quota>,
    /// The quota of pages and lists being made.
    pages: Arc<Quota>,
    /// The quota of conversations that are read and laid out.
    conversations: Arc<Quota>,
    /// The quota of those that are written as files.
    exports: Arc<Quota>,
}

/// The lookups of documents and their lists that a client may make for each question: a page makes one when it is
/// opened, as its reader types and while documents are read.
const LOOKUPS_PER_QUESTION: u32 = 20;

/// The most concurrent streams of changes, and the most of one client: each is a page that is open and visible.
const STREAM_LIMITS: (usize, usize) = (256, 4);

/// The most pages and lists being made at once, and the most of one client: each takes some milliseconds of work, for
/// which others wait.
const PAGE_LIMITS: (usize, usize) = (64, 8);

/// Maximum number of concurrent pages of conversations, and of one client. Each takes some 20 MB at worst.
const CONVERSATION_LIMITS: (usize, usize) = (8, 4);

/// Maximum number of conversations that are written as files at the same time, and of one client. Each takes some
/// 100 MB at worst.
const EXPORT_LIMITS: (usize, usize) = (4, 2);

/// The refusal while too many conversations are read.
const BUSY: &str = "Too many conversations are being read. Try again in a moment.";

impl Capacity {
    /// The limits as configured. An answer costs some 45 KB while a model writes, most of it the buffers of two
    /// connections: see `docs/decisions/answers-under-way.md`.
    pub fn within(limits: &Limits) -> Self {
        Self::new(limits.answers, limits.answers_each, limits.rate)
    }

    /// At most `all` concurrent answers, `each` for one client of another machine, which may ask so many questions
    /// `per_minute`; any number if it is 0.
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

    /// Counts a lookup of a document or of their list against the rate of the client that sent a request with these
    /// `extensions`.
    ///
    /// # Errors
    ///
    /// A refusal of a client that exceeds its rate.
    pub(crate) fn count_lookup(&self, extensions: &Extensions) -> Result<(), Refusal> {
        count(self.lookup_rate.as_deref(), Client::of_request(extensions))
    }

    /// A permit to read an answer again, which holds one of its own while its model writes.
    ///
    /// # Errors
    ///
    /// As [`Self::admit`].
    pub(crate) fn reread(&self, extensions: &Extensions) -> Result<Permit, Refusal> {
        self.count_lookup(extensions)?;
        let busy = "Too many answers are read. Ask again in a moment.";
        permit(&self.readings, Client::of_request(extensions), busy)
    }

    /// A permit for a stream of changes.
    ///
    /// # Errors
    ///
    /// As [`Self::admit`].
    pub(crate) fn follow(&self, extensions: &Extensions) -> Result<Permit, Refusal> {
        self.count_lookup(extensions)?;
        let busy = "Too many pages follow the documents. They are asked now and then instead.";
        permit(&self.streams, Client::of_request(extensions), busy)
    }

    /// A permit to have a page or a list made.
    ///
    /// # Errors
    ///
    /// As [`Self::admit`].
    pub(crate) fn make_page(&self, extensions: &Extensions) -> Result<Permit, Refusal> {
        self.count_lookup(extensions)?;
        let busy = "Too many pages are asked for at once. Ask again in a moment.";
        permit(&self.pages, Client::of_request(extensions), busy)
    }

    /// A permit to read and lay out a page of a conversation.
    ///
    /// # Errors
    ///
    /// A refusal while the quota of all clients or of this one is exhausted.
    pub(crate) fn read(&self, extensions: &Extensions) -> Result<Permit, Refusal> {
        permit(&self.conversations, Client::of_request(extensions), BUSY)
    }

    /// A permit to write a conversation as a file.
    ///
    /// # Errors
    ///
    /// As [`Self::read`].
    pub(crate) fn export(&self, extensions: &Extensions) -> Result<Permit, Refusal> {
        permit(&self.exports, Client::of_request(extensions), BUSY)
    }

    /// A permit for an answer to the client that sent a request with these `extensions`.
    ///
    /// # Errors
    ///
    /// A refusal of a client that exceeds its rate, or while the quota of all clients or of this one is exhausted.
    pub(crate) fn admit(&self, extensions: &Extensions) -> Result<Permit, Refusal> {
        let client = Client::of_request(extensions);
        count(self.rate.as_deref(), client)?;
        permit(&self.answers, client, "Too many answers are under way. Ask again in a moment.")
    }
}

/// Counts a request of a client, if its rate is limited.
fn count(rate: Option<&RateLimit>, Client(client): Client) -> Result<(), Refusal> {
    match (client, rate) {
        (Some(client), Some(rate)) => rate.ask(client).map_err(Refusal::too_often),
        _ => Ok(()),
    }
}

/// A permit out of a quota; where that is exhausted, a refusal with the message `busy`.
fn permit(quota: &Arc<Quota>, Client(client): Client, busy: &str) -> Result<Permit, Refusal> {
    if !quota.try_acquire(client, 1) {
        return Err(ProtocolError::new(ErrorKind::Unavailable, busy).into());
    }
    Ok(Permit { _held: Arc::new(HeldQuota { quota: Arc::clone(quota), client }) })
}

/// The permit of one answer or stream, released when its last clone is dropped.
#[derive(Clone, Debug)]
pub(crate) struct Permit {
    _held: Arc<HeldQuota>,
}

/// One of a quota.
#[derive(Debug)]
struct HeldQuota {
    quota: Arc<Quota>,
    client: Option<IpAddr>,
}

impl Permit {
    /// Keeps the permit until the whole `response` has been sent, or its client is gone.
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
        extensions.insert(Client(address.parse().ok()));
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
