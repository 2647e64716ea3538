//! How many answers may be under way at once; whoever comes on top is asked to come again.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use axum::body::Body;
use axum::extract::{ConnectInfo, Request, State};
use axum::middleware::Next;
use axum::response::Response;
use bytes::Bytes;
use http::{Extensions, Method};
use hyper::body::{Frame, SizeHint};

use super::body::Refusal;
use super::state::AppState;
use crate::protocol::{ErrorKind, ProtocolError};

/// The page's paths behind which answers are written, or looked through as closely.
const ANSWERING: [&str; 4] = ["/", "/page/stream", "/page/answer", "/page/explain"];

/// How many answers may be under way at once; cloning shares the count.
#[derive(Clone, Debug)]
pub struct Capacity {
    all: usize,
    each: usize,
    under_way: Arc<Mutex<UnderWay>>,
}

#[derive(Debug, Default)]
struct UnderWay {
    all: usize,
    clients: HashMap<IpAddr, usize>,
}

impl Default for Capacity {
    /// 256: more than readers of one folder are, and at some 100 KB for each still no burden. Half
    /// for each client, so that none of them shuts all others out, and a proxy for many has room.
    fn default() -> Self {
        Self::new(256, 128)
    }
}

impl Capacity {
    /// At most `all` answers at once, and `each` for one client of another machine.
    pub fn new(all: usize, each: usize) -> Self {
        Self {
            all,
            each,
            under_way: Arc::default(),
        }
    }

    /// A place for an answer to whoever sent a request with these `extensions`.
    ///
    /// # Errors
    ///
    /// A refusal while every place is taken, or every place that this client may take.
    pub(super) fn admit(&self, extensions: &Extensions) -> Result<Place, Refusal> {
        let client = client(extensions);
        let mut under_way = self.lock();
        let taken = client.and_then(|client| under_way.clients.get(&client));
        if under_way.all >= self.all || taken.is_some_and(|taken| *taken >= self.each) {
            return Err(ProtocolError::new(
                ErrorKind::Unavailable,
                "Too many answers are under way. Ask again in a moment.",
            )
            .into());
        }
        under_way.all += 1;
        if let Some(client) = client {
            *under_way.clients.entry(client).or_default() += 1;
        }
        Ok(Place {
            capacity: self.clone(),
            client,
        })
    }

    fn lock(&self) -> MutexGuard<'_, UnderWay> {
        self.under_way
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// The place of one answer, free again when it is dropped.
#[derive(Debug)]
pub(super) struct Place {
    capacity: Capacity,
    client: Option<IpAddr>,
}

impl Place {
    /// Keeps the place until the whole `response` has been sent, or its client is gone.
    pub(super) fn until_sent(self, response: Response) -> Response {
        response.map(|body| Body::new(Held { body, _place: self }))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut under_way = self.capacity.lock();
        under_way.all = under_way.all.saturating_sub(1);
        let Some(client) = self.client else { return };
        if let Some(taken) = under_way.clients.get_mut(&client) {
            *taken = taken.saturating_sub(1);
            if *taken == 0 {
                under_way.clients.remove(&client);
            }
        }
    }
}

/// Gives each answer of the page a place.
pub(super) async fn limit(State(state): State<AppState>, request: Request, next: Next) -> Response {
    if request.method() != Method::POST || !ANSWERING.contains(&request.uri().path()) {
        return next.run(request).await;
    }
    match state.capacity.admit(request.extensions()) {
        Ok(place) => place.until_sent(next.run(request).await),
        Err(refusal) => refusal.response_to(request.uri(), request.headers()),
    }
}

/// Who asks, by the connection and by no header, which anyone can write. Nobody where it is this
/// machine: its owner, or a proxy that speaks for many.
fn client(extensions: &Extensions) -> Option<IpAddr> {
    let ConnectInfo(peer) = extensions.get::<ConnectInfo<SocketAddr>>()?;
    let client = match peer.ip().to_canonical() {
        // Whoever has one address of a network has all of its last 64 bits.
        IpAddr::V6(ip) => {
            let [a, b, c, d, ..] = ip.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        ip @ IpAddr::V4(_) => ip,
    };
    (!peer.ip().to_canonical().is_loopback()).then_some(client)
}

/// A response's body with the place that it takes.
struct Held {
    body: Body,
    _place: Place,
}

impl hyper::body::Body for Held {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(peer: &str) -> Extensions {
        let mut extensions = Extensions::new();
        let peer: SocketAddr = peer.parse().unwrap();
        extensions.insert(ConnectInfo(peer));
        extensions
    }

    #[test]
    fn a_place_is_free_again_when_it_is_dropped() {
        let capacity = Capacity::new(1, 1);
        let place = capacity.admit(&from("10.0.0.1:1")).unwrap();
        assert!(capacity.admit(&from("10.0.0.2:1")).is_err());
        drop(place);
        assert!(capacity.admit(&from("10.0.0.2:1")).is_ok());
        assert!(capacity.lock().clients.is_empty());
    }

    #[test]
    fn no_client_takes_all_places_but_this_machine() {
        let capacity = Capacity::new(9, 1);
        let _first = capacity.admit(&from("10.0.0.1:1")).unwrap();
        assert!(capacity.admit(&from("10.0.0.1:2")).is_err());
        let _other = capacity.admit(&from("[2001:db8::1]:1")).unwrap();
        assert!(capacity.admit(&from("[2001:db8::2]:1")).is_err());
        let _local = [
            "127.0.0.1:1",
            "[::1]:1",
            "[::ffff:127.0.0.1]:1",
            "127.0.0.1:2",
        ]
        .map(|local| capacity.admit(&from(local)).unwrap());
    }
}
