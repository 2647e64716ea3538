//! Dedicated threads for computing answers, so that smaller requests do not wait for them.

use std::collections::HashMap;
use std::future::poll_fn;
use std::hash::{DefaultHasher, Hash, Hasher as _};
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::available_parallelism;

use footnote_protocol::{ErrorKind, ProtocolError};
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;

/// Default maximum number of answer steps that wait for a thread, which equals the default number of answers under way.
/// Each takes some milliseconds; those of the longest questions take hundredths of a second.
const DEFAULT_QUEUE: usize = 1_000;

/// Maximum number of searches under way per thread. They wait for the disk and for models.
const SEARCHES_PER_THREAD: usize = 32;

tokio::task_local! {
    /// Cancelled once nobody waits for the work of this thread any more.
    static CANCELLED: CancellationToken;
}

/// Returns true if nobody waits for the current work any more. Long loops check this.
pub fn is_cancelled() -> bool {
    CANCELLED.try_with(CancellationToken::is_cancelled).unwrap_or(false)
}

/// The threads that compute answers. Clones share their state.
#[derive(Clone, Debug)]
pub struct Workers {
    threads: Arc<Semaphore>,
    searches: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    queue: usize,
    /// Permits for long work of all clients.
    long: Arc<Semaphore>,
    /// Those of this client.
    share: Arc<Semaphore>,
    /// The shares of the clients with work under way.
    shares: Arc<Mutex<HashMap<u64, Weak<Semaphore>>>>,
}

/// A turn at long work, until dropped.
pub struct Turn {
    _own: Option<OwnedSemaphorePermit>,
    _of_all: Option<OwnedSemaphorePermit>,
}

impl Default for Workers {
    /// Creates as many threads as there are processors.
    fn default() -> Self {
        Self::new(available_parallelism().map_or(1, usize::from), DEFAULT_QUEUE)
    }
}

impl Workers {
    /// Creates this many threads. At most `queue` steps of answers may wait for them.
    pub fn new(threads: usize, queue: usize) -> Self {
        Self {
            threads: Arc::new(Semaphore::new(threads)),
            searches: Arc::new(Semaphore::new(threads * SEARCHES_PER_THREAD)),
            waiting: Arc::default(),
            queue,
            // One thread is left to questions.
            long: Arc::new(Semaphore::new(threads.saturating_sub(1).max(1))),
            share: Arc::new(Semaphore::new(threads)),
            shares: Arc::default(),
        }
    }

    /// Returns the same threads for one client, who does long work one piece at a time.
    #[must_use]
    pub fn of_client(&self, client: &impl Hash) -> Self {
        let mut hasher = DefaultHasher::new();
        client.hash(&mut hasher);
        let key = hasher.finish();
        let mut shares = self.shares.lock().unwrap_or_else(PoisonError::into_inner);
        let share = shares.get(&key).and_then(Weak::upgrade).unwrap_or_else(|| {
            shares.retain(|_, share| share.strong_count() > 0);
            let share = Arc::new(Semaphore::new(1));
            shares.insert(key, Arc::downgrade(&share));
            share
        });
        Self { share, ..self.clone() }
    }

    /// Waits for a turn at long work, such as reading a whole document or running SQL. Clients take turns.
    pub async fn turn(&self) -> Turn {
        // Semaphores that are never closed always give a permit.
        let own = Arc::clone(&self.share).acquire_owned().await.ok();
        let of_all = Arc::clone(&self.long).acquire_owned().await.ok();
        Turn { _own: own, _of_all: of_all }
    }

    /// Checks that there is room for the work of one more answer.
    ///
    /// # Errors
    ///
    /// Fails while too many steps wait.
    pub fn admit(&self) -> Result<(), ProtocolError> {
        if self.waiting.load(Ordering::Relaxed) < self.queue {
            return Ok(());
        }
        Err(ProtocolError::new(
            ErrorKind::Unavailable,
            "Too many questions are waiting. Ask again in a moment.",
        ))
    }

    /// Runs `work` on these threads. It occupies a thread while it is busy, and none while it waits. Dropping the
    /// future ends it at its next pause, or where it checks [`is_cancelled`].
    ///
    /// # Errors
    ///
    /// Fails if the work panics.
    pub fn run<T: Send + 'static>(
        &self,
        work: impl Future<Output = T> + Send + 'static,
    ) -> impl Future<Output = Result<T, ProtocolError>> + Send {
        // Boxed here, because otherwise the future that waits for an answer would be as large as all of its work.
        self.step_by_step(work.boxed())
    }

    async fn step_by_step<T: Send + 'static>(
        &self,
        mut work: BoxFuture<'static, T>,
    ) -> Result<T, ProtocolError> {
        if CANCELLED.try_with(|_| ()).is_ok() {
            // The work around it has a thread. With one of its own, each could wait for the thread of the other.
            return Ok(work.await);
        }
        let cancelled = CancellationToken::new();
        let _leaves = cancelled.clone().drop_guard();
        let woken = Arc::new(WakeSignal::default());
        loop {
            let step = WorkStep {
                work,
                cancelled: cancelled.clone(),
                waker: Waker::from(Arc::clone(&woken)),
                _thread: self.thread().await?,
            };
            let done = tokio::task::spawn_blocking(|| step.take()).await;
            match done.map_err(|_| ProtocolError::failed())? {
                (_, Poll::Ready(done)) => return Ok(done),
                (pending, Poll::Pending) => work = pending,
            }
            woken.0.notified().await;
        }
    }

    async fn thread(&self) -> Result<OwnedSemaphorePermit, ProtocolError> {
        let waiting = QueueSlot::new(&self.waiting);
        let thread = Arc::clone(&self.threads).acquire_owned().await;
        drop(waiting);
        thread.map_err(|_| ProtocolError::failed())
    }

    /// Runs a search, once few enough others are under way.
    pub(super) async fn search<T>(&self, search: impl Future<Output = T>) -> T {
        let _place = self.searches.acquire().await;
        search.await
    }
}

/// Lets other waiting work take its turn on the thread.
pub async fn pause() {
    let mut paused = false;
    poll_fn(|context| {
        if std::mem::replace(&mut paused, true) {
            return Poll::Ready(());
        }
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

/// A piece of work, up to its next wait.
struct WorkStep<T> {
    work: BoxFuture<'static, T>,
    cancelled: CancellationToken,
    waker: Waker,
    _thread: OwnedSemaphorePermit,
}

impl<T> WorkStep<T> {
    fn take(mut self) -> (BoxFuture<'static, T>, Poll<T>) {
        let mut context = Context::from_waker(&self.waker);
        let work = Pin::new(&mut self.work);
        let polled = CANCELLED.sync_scope(self.cancelled, || work.poll(&mut context));
        (self.work, polled)
    }
}

/// The signal that work can continue.
#[derive(Default)]
struct WakeSignal(Notify);

impl Wake for WakeSignal {
    fn wake(self: Arc<Self>) {
        self.0.notify_one();
    }
}

/// A step that waits for a thread, until dropped.
struct QueueSlot<'a>(&'a AtomicUsize);

impl<'a> QueueSlot<'a> {
    fn new(count: &'a AtomicUsize) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Self(count)
    }
}

impl Drop for QueueSlot<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[tokio::test]
    async fn work_that_waits_leaves_its_thread_to_others() {
        let workers = Workers::new(1, 1);
        let (sender, receiver) = tokio::sync::oneshot::channel();
        let first = workers.run(receiver);
        let second = workers.run(async { sender.send(7) });
        let (first, second) = tokio::join!(first, second);
        assert_eq!((first.unwrap(), second.unwrap()), (Ok(7), Ok(())));
    }

    #[tokio::test]
    async fn work_that_pauses_lets_others_have_their_turn() {
        let workers = Workers::new(1, 1);
        let begun = Arc::new(Notify::new());
        let long = async {
            begun.notify_one();
            let endless = async {
                loop {
                    pause().await;
                }
            };
            workers.run::<()>(endless).await
        };
        let short = async {
            begun.notified().await;
            workers.run(async { 7 }).await
        };
        tokio::select! {
            _ = long => panic!("it has no end"),
            done = short => assert_eq!(done.unwrap(), 7),
        }
    }

    #[tokio::test]
    async fn work_that_nobody_waits_for_learns_it() {
        let workers = Workers::new(1, 1);
        let work = workers.run(async {
            while !is_cancelled() {
                std::thread::yield_now();
            }
        });
        assert!(tokio::time::timeout(Duration::from_millis(20), work).await.is_err());
        // There is only one thread, so the work has ended.
        assert_eq!(workers.run(async { 7 }).await.unwrap(), 7);
    }

    #[tokio::test]
    async fn who_comes_to_a_full_queue_is_asked_to_come_again() {
        let workers = Workers::new(1, 1);
        let busy = Arc::clone(&workers.threads).acquire_owned().await.unwrap();
        let mut first = workers.run(async {}).boxed();
        assert!(workers.admit().is_ok());
        assert!(futures_util::poll!(&mut first).is_pending());
        assert_eq!(workers.admit().unwrap_err().kind, ErrorKind::Unavailable);
        drop(first);
        assert!(workers.admit().is_ok());
        drop(busy);
    }

    #[tokio::test]
    async fn work_within_work_shares_its_thread() {
        let workers = Workers::new(1, 9);
        let nested = |at: u32| {
            let (one, two) = (workers.clone(), workers.clone());
            workers.run(async move {
                pause().await;
                let inner = async move {
                    pause().await;
                    two.run(async move { at }).await
                };
                one.run(inner).await.unwrap().unwrap()
            })
        };
        let all = futures_util::future::join_all((0..9).map(nested)).await;
        let all: Vec<u32> = all.into_iter().map(Result::unwrap).collect();
        assert_eq!(all, (0..9).collect::<Vec<_>>());
    }

    #[tokio::test]
    async fn clients_take_turns_at_long_work_and_leave_a_thread_to_others() {
        let workers = Workers::new(3, 1);
        let [one, same, other, third] = [1, 1, 2, 3].map(|client| workers.of_client(&client));
        let first = one.turn().await;
        let mut again: Vec<_> = (0..9).map(|_| same.turn().boxed()).collect();
        for turn in &mut again {
            assert!(futures_util::poll!(turn).is_pending(), "a client has one turn");
        }
        let second = other.turn().await;
        let mut beyond = third.turn().boxed();
        assert!(futures_util::poll!(&mut beyond).is_pending(), "one thread is left to questions");
        assert_eq!(workers.run(async { 7 }).await.unwrap(), 7);
        drop(second);
        assert!(futures_util::poll!(&mut beyond).is_ready());
        drop(first);
        assert!(futures_util::poll!(&mut again[0]).is_ready());
        drop((again, beyond));
        drop((one, same, other, third));
        let _last = workers.of_client(&4);
        assert_eq!(workers.shares.lock().unwrap().len(), 1, "who has left is forgotten");
    }

    #[tokio::test]
    async fn work_that_panics_is_a_failure_of_its_own() {
        let workers = Workers::new(1, 1);
        assert!(workers.run(async { panic!("a fault") }).await.is_err());
        assert!(workers.run(async {}).await.is_ok());
    }
}
