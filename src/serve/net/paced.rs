//! A body that does not run ahead of whoever reads its parts.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};

use axum::body::BodyDataStream;
use bytes::Bytes;
use futures_util::Stream;

/// So many bytes come in before whoever reads them gets a turn.
const STRIDE: usize = 64 * 1024;

/// The most bytes that come in without becoming a part or a piece of one: they are searched for the
/// boundary again and again, and held in nobody's room. Heads of parts have some hundreds.
const MOST_UNREAD: usize = 256 * 1024;

/// A body whose reader says how far it has come. A reader that gathers all there is before it looks at
/// it would else hold all of a body that never becomes anything.
pub(crate) struct Paced {
    body: BodyDataStream,
    /// How many bytes have come in since the reader last set this to zero.
    unread: Arc<AtomicUsize>,
    /// How many of them had come in when the reader last got a turn.
    turned: usize,
}

impl Paced {
    /// The body, counting what comes in by `unread`.
    pub(crate) fn new(body: BodyDataStream, unread: Arc<AtomicUsize>) -> Self {
        Self { body, unread, turned: 0 }
    }
}

impl Stream for Paced {
    type Item = Result<Bytes, axum::BoxError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let unread = self.unread.load(Ordering::Relaxed);
        self.turned = self.turned.min(unread);
        if unread - self.turned >= STRIDE {
            self.turned = unread;
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        if unread > MOST_UNREAD {
            return Poll::Ready(Some(Err("a part of the body does not begin or end".into())));
        }
        let next = Pin::new(&mut self.body).poll_next(context);
        if let Poll::Ready(Some(Ok(bytes))) = &next {
            self.unread.fetch_add(bytes.len(), Ordering::Relaxed);
        }
        next.map_err(Into::into)
    }
}
