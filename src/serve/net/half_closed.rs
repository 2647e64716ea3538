//! Keeps a connection open whose client has closed its sending side but may still read.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

/// Maximum silence of an answer after its client has closed its sending side. Until we write something, a client that
/// has left looks like one that still reads. Clients that have left are far more common, and they should not occupy a
/// model for long.
const GRACE: Duration = Duration::from_secs(2);

/// A connection that hides the end of its client's sending side until nothing has been written for [`GRACE`]. Otherwise
/// the server would abort the answer at once.
pub(crate) struct HalfClosed<S> {
    stream: S,
    /// Timer for the end of the grace period, started when the client closes its sending side.
    grace: Option<Pin<Box<Sleep>>>,
}

impl<S> HalfClosed<S> {
    /// Wraps `stream`.
    pub(crate) fn new(stream: S) -> Self {
        Self { stream, grace: None }
    }

    /// Restarts the grace period after a successful write, since writing to a client that has left fails.
    fn wrote(&mut self, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if let (Poll::Ready(Ok(1..)), Some(grace)) = (&written, &mut self.grace) {
            grace.as_mut().reset(Instant::now() + GRACE);
        }
        written
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for HalfClosed<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.grace.is_none() {
            let left = buffer.remaining();
            ready!(Pin::new(&mut self.stream).poll_read(cx, buffer))?;
            if left == 0 || buffer.remaining() < left {
                return Poll::Ready(Ok(()));
            }
        }
        let grace = self.grace.get_or_insert_with(|| Box::pin(sleep(GRACE)));
        grace.as_mut().poll(cx).map(Ok)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for HalfClosed<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.wrote(written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.wrote(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn an_end_is_told_once_nothing_has_been_written_for_a_while() {
        let (server, mut client) = duplex(64);
        client.write_all(b"asked").await.unwrap();
        client.shutdown().await.unwrap();
        let (mut reading, mut writing) = tokio::io::split(HalfClosed::new(server));
        let begun = Instant::now();
        let answer = async {
            for _ in 0..3 {
                sleep(GRACE / 2).await;
                writing.write_all(b"word").await.unwrap();
            }
        };
        let mut asked = Vec::new();
        let (read, ()) = tokio::join!(reading.read_to_end(&mut asked), answer);
        assert_eq!((read.unwrap(), asked.as_slice()), (5, b"asked".as_slice()));
        assert_eq!(begun.elapsed(), 3 * (GRACE / 2) + GRACE);
    }
}
