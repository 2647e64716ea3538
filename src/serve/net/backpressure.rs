//! Backpressure for a parsed body: receives it no faster than its parser consumes it.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};

use axum::body::BodyDataStream;
use bytes::Bytes;
use futures_util::Stream;

/// Number of bytes received before yielding to the parser.
const STRIDE: usize = 64 * 1024;

/// Maximum number of bytes received without completing a part or a chunk. The parser searches them for the boundary
/// again and again, and they count against no quota. Heads of parts take a few hundred bytes.
const MAX_UNREAD: usize = 256 * 1024;

/// A body whose parser reports how much it has consumed. Otherwise a parser that buffers all available bytes first
/// would hold the whole of a body in which no part begins.
pub(crate) struct BackpressuredBody {
    body: BodyDataStream,
    /// Bytes received since the parser last reset this to zero.
    unread: Arc<AtomicUsize>,
    /// Value of `unread` when we last yielded to the parser.
    turned: usize,
}

impl BackpressuredBody {
    /// Wraps a body; `unread` counts the received bytes.
    pub(crate) fn new(body: BodyDataStream, unread: Arc<AtomicUsize>) -> Self {
        Self { body, unread, turned: 0 }
    }
}

impl Stream for BackpressuredBody {
    type Item = Result<Bytes, axum::BoxError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let unread = self.unread.load(Ordering::Relaxed);
        self.turned = self.turned.min(unread);
        if unread - self.turned >= STRIDE {
            self.turned = unread;
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        if unread > MAX_UNREAD {
            return Poll::Ready(Some(Err("a part of the body does not begin or end".into())));
        }
        let next = Pin::new(&mut self.body).poll_next(context);
        if let Poll::Ready(Some(Ok(bytes))) = &next {
            self.unread.fetch_add(bytes.len(), Ordering::Relaxed);
        }
        next.map_err(Into::into)
    }
}
