//! Closes the connections of clients that read too slowly.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep};

/// Minimum rate at which a client has to read.
#[derive(Clone, Copy, Debug)]
pub struct MinRate {
    /// Total time that writes may block per `bytes`.
    pub(crate) wait: Duration,
    /// Number of bytes to be written in that time.
    pub(crate) bytes: usize,
}

/// A stream that times out if its client reads below the minimum rate, which ends the answer being written. Only time
/// spent in blocked writes counts: a client is not at fault for an answer that is generated slowly.
pub struct MinRateWriter<S> {
    stream: S,
    min_rate: MinRate,
    /// Time that writes have been blocked since the client last read enough.
    waited: Duration,
    written_bytes: usize,
    blocked: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl<S: AsyncWrite + Unpin> MinRateWriter<S> {
    /// Wraps `stream` with this minimum rate.
    pub(crate) fn new(stream: S, min_rate: MinRate) -> Self {
        Self { stream, min_rate, waited: Duration::ZERO, written_bytes: 0, blocked: None }
    }

    /// Turns a blocked write into an error once the client has read too slowly.
    fn check_rate(
        &mut self,
        cx: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if let Poll::Ready(written_bytes) = &written {
            self.record(*written_bytes.as_ref().unwrap_or(&0));
            return written;
        }
        let left = self.min_rate.wait.saturating_sub(self.waited);
        let (_, deadline) = self
            .blocked
            .get_or_insert_with(|| (Instant::now(), Box::pin(tokio::time::sleep(left))));
        deadline.as_mut().poll(cx).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }

    /// Records the bytes written and the time this took.
    fn record(&mut self, bytes: usize) {
        if let Some((since, _)) = self.blocked.take() {
            self.waited += since.elapsed();
        }
        self.written_bytes += bytes;
        if self.written_bytes >= self.min_rate.bytes {
            (self.waited, self.written_bytes) = (Duration::ZERO, 0);
        }
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for MinRateWriter<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.check_rate(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.check_rate(cx, written)
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

impl<S: AsyncRead + Unpin> AsyncRead for MinRateWriter<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};

    use super::*;

    const MIN_RATE: MinRate = MinRate { wait: Duration::from_secs(30), bytes: 100 };

    /// Writes `bytes` to a client that buffers eight bytes and reads one after each `pause`.
    async fn taken_slowly(bytes: usize, pause: Duration) -> io::Result<()> {
        let (server, mut client) = duplex(8);
        let mut server = MinRateWriter::new(server, MIN_RATE);
        let taking = async move {
            let mut byte = [0];
            while client.read_exact(&mut byte).await.is_ok() {
                tokio::time::sleep(pause).await;
            }
        };
        let writing = async move { server.write_all(&vec![0; bytes]).await };
        tokio::join!(writing, taking).0
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_takes_nothing_is_given_up() {
        let (server, _client) = duplex(8);
        let mut server = MinRateWriter::new(server, MIN_RATE);
        let begun = Instant::now();
        let written = server.write_all(&[0; 9]).await;
        assert_eq!(written.unwrap_err().kind(), io::ErrorKind::TimedOut);
        assert_eq!(begun.elapsed().as_secs(), 30);
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_takes_a_byte_a_second_is_given_up() {
        let written = taken_slowly(1000, Duration::from_secs(1)).await;
        assert_eq!(written.unwrap_err().kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_takes_little_but_enough_gets_everything() {
        taken_slowly(10_000, Duration::from_millis(200)).await.unwrap();
    }

    /// Writes a little each minute, and waits briefly for its reader each time.
    async fn written_slowly(mut server: MinRateWriter<DuplexStream>, mut client: DuplexStream) {
        for _ in 0..99 {
            tokio::time::sleep(Duration::from_mins(1)).await;
            let read = async {
                tokio::time::sleep(Duration::from_millis(10)).await;
                let mut two = [0; 2];
                client.read_exact(&mut two).await
            };
            let (written, read) = tokio::join!(server.write_all(&[0; 2]), read);
            written.unwrap();
            read.unwrap();
        }
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_that_comes_slowly_is_no_fault_of_its_reader() {
        let (server, client) = duplex(1);
        written_slowly(MinRateWriter::new(server, MIN_RATE), client).await;
    }
}
