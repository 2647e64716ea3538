//! A connection that breaks when its client takes its answer too slowly.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep};

/// The slowest rate at which a client may take what is there for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patience {
    /// The time that writes may wait altogether until `least` has been taken.
    pub(crate) waiting: Duration,
    /// The bytes that are to be taken in that time.
    pub(crate) least: usize,
}

/// A connection that breaks when its client takes too little for too long; with it ends the answer that
/// was being written. Only the time counts for which a write has to wait: an answer that comes slowly is
/// no fault of its reader.
pub(crate) struct Impatient<S> {
    stream: S,
    patience: Patience,
    /// The time that writes have waited since the client last took enough.
    waited: Duration,
    taken: usize,
    waiting: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl<S: AsyncWrite + Unpin> Impatient<S> {
    /// Gives `stream` this much patience.
    pub(crate) fn new(stream: S, patience: Patience) -> Self {
        Self { stream, patience, waited: Duration::ZERO, taken: 0, waiting: None }
    }

    /// Turns a write that waits into an error once its client has taken too little for too long.
    fn watch(
        &mut self,
        cx: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if let Poll::Ready(taken) = &written {
            self.take(*taken.as_ref().unwrap_or(&0));
            return written;
        }
        let left = self.patience.waiting.saturating_sub(self.waited);
        let (_, giving_up) = self
            .waiting
            .get_or_insert_with(|| (Instant::now(), Box::pin(tokio::time::sleep(left))));
        giving_up.as_mut().poll(cx).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }

    /// Counts what was taken, and how long that took.
    fn take(&mut self, bytes: usize) {
        if let Some((since, _)) = self.waiting.take() {
            self.waited += since.elapsed();
        }
        self.taken += bytes;
        if self.taken >= self.patience.least {
            (self.waited, self.taken) = (Duration::ZERO, 0);
        }
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Impatient<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.watch(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.watch(cx, written)
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

impl<S: AsyncRead + Unpin> AsyncRead for Impatient<S> {
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

    const PATIENCE: Patience = Patience { waiting: Duration::from_secs(30), least: 100 };

    /// Writes `bytes` to a client that has room for eight and takes one after each `pause`.
    async fn taken_slowly(bytes: usize, pause: Duration) -> io::Result<()> {
        let (server, mut client) = duplex(8);
        let mut server = Impatient::new(server, PATIENCE);
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
        let mut server = Impatient::new(server, PATIENCE);
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

    /// Writes a little each minute, and waits a moment for its reader each time.
    async fn written_slowly(mut server: Impatient<DuplexStream>, mut client: DuplexStream) {
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
        written_slowly(Impatient::new(server, PATIENCE), client).await;
    }
}
