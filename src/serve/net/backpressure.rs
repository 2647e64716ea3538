//! Backpressure for a body that is parsed: it is not received faster than its parser consumes it.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};

use axum::body::BodyDataStream;
use bytes::Bytes;
use futures_util::Stream;

/// The bytes that are received before the parser gets a turn.
const STRIDE: usize = 64 * 1024;

/// The most bytes that are received without becoming a part or a chunk of one: they are searched for the
/// boundary again and again, and count against no quota. Heads of parts have some hundreds.
const MOST_UNREAD: usize = 256 * 1024;

/// A body whose parser says how much it has consumed. A parser that buffers all there is before it looks at it
/// would otherwise hold all of a body in which no part begins.
pub(crate) struct BackpressuredBody {
    body: BodyDataStream,
    /// The bytes that have been received since the parser last set this to zero.
    unread: Arc<AtomicUsize>,
    /// The bytes of them that had been received when the parser last got a turn.
    turned: usize,
}

impl BackpressuredBody {
    /// The body, counting the received bytes by `unread`.
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
