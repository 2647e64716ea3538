//! Answers that continue while nobody reads them: a page that is reloaded, or whose connection broke, finds its answer
//! where it is.

use std::any::Any;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::fmt;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use footnote_protocol::{Answer, AnswerEvent};
use futures_util::future::BoxFuture;
use futures_util::stream::{self, BoxStream, Stream, StreamExt as _};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::Events;
use super::ended_runs::{EndedRuns, Key};
use super::packed::Packed;

/// Time for which an answer can be read after it has ended, and for which one continues that nobody reads.
const KEPT: Duration = Duration::from_mins(5);

/// Maximum number of unread answers of one holder that continue. Beyond it, the oldest is stopped.
const MAX_UNREAD: usize = 2;

/// Interval at which expired answers are dropped.
const SWEEP_INTERVAL: Duration = Duration::from_secs(10);

/// Default limit on the total bytes of finished answers that can still be read.
const ENDED_BYTES: usize = 64 * 1024 * 1024;

/// Maximum length of a run's id, in bytes.
const MAX_ID_LEN: usize = 100;

/// The answers under way and those that ended recently. Clones share their state.
#[derive(Clone, Debug)]
pub struct AnswerRuns(Arc<Mutex<Registry>>);

impl Default for AnswerRuns {
    /// Creates the registry with the default limit on bytes.
    fn default() -> Self {
        Self::keeping(ENDED_BYTES)
    }
}

#[derive(Debug)]
struct Registry {
    /// The runs whose events are kept uncompressed, because the answer is under way or somebody still reads it.
    open: HashMap<Key, Arc<Run>>,
    ended: EndedRuns,
    /// True while a task drops expired runs.
    is_swept: bool,
    begun: u64,
}

/// An answer as far as it has been received.
#[derive(Debug)]
struct Run {
    /// Its place in the order in which runs began.
    number: u64,
    state: watch::Sender<RunState>,
    stop: CancellationToken,
    /// True once its reader has stopped it.
    is_stopped: AtomicBool,
    /// False once another run has taken its id.
    is_wanted: AtomicBool,
}

#[derive(Debug, Default)]
struct RunState {
    events: Vec<AnswerEvent>,
    has_ended: bool,
}

/// The reader who asks through the page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asker {
    /// The holder of the runs: the owner of the conversations, or the client without one.
    pub holder: String,
    /// The owner of the conversations kept here: the reader, or the browser of an unknown one; `None` where none are
    /// kept.
    pub owner: Option<String>,
    /// The address of the client, unless it is on this machine.
    pub client: Option<IpAddr>,
}

/// A permit that an answer holds until its model has ended, whoever reads it. It is released with its last clone.
#[derive(Clone)]
pub struct AnswerPermit(Arc<dyn Any + Send + Sync>);

impl AnswerPermit {
    /// Wraps `permit`.
    pub fn new(permit: impl Any + Send + Sync) -> Self {
        Self(Arc::new(permit))
    }
}

impl fmt::Debug for AnswerPermit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "AnswerPermit({} clones)", Arc::strong_count(&self.0))
    }
}

/// Called with an answer once it has ended, to keep it; the flag is true if its reader stopped it.
pub type Ended = Box<dyn FnOnce(Answer, bool) -> BoxFuture<'static, ()> + Send>;

impl AnswerRuns {
    /// Creates an empty registry. Finished answers may take `most_bytes` in total, compressed.
    pub fn keeping(most_bytes: usize) -> Self {
        Self(Arc::new(Mutex::new(Registry {
            open: HashMap::new(),
            ended: EndedRuns::within(most_bytes),
            is_swept: false,
            begun: 0,
        })))
    }

    /// Runs `events` to their end, whoever reads them, as the run `id` of `holder`. An earlier run of that id is
    /// dropped. `ended` receives the answer as far as it was received.
    pub fn begin(
        &self,
        (holder, id): (&str, &str),
        events: Events,
        ended: Ended,
    ) -> impl Stream<Item = AnswerEvent> + Send + use<> {
        let key = (holder.to_owned(), id.to_owned());
        let run = self.register(key.clone());
        let (runs, reading) = (self.clone(), self.read(holder, &run));
        #[expect(
            clippy::disallowed_methods,
            reason = "it outlives the page that asked, for a while"
        )]
        tokio::spawn(async move {
            run.drive(events, ended).await;
            // Readers hold permits of their own, so few runs wait here.
            run.state.closed().await;
            runs.pack(&key, &run);
        });
        reading
    }

    /// Returns the events of the run `id` of `holder` from the first one on; `None` if there is no such run any more.
    pub fn resume(&self, holder: &str, id: &str) -> Option<BoxStream<'static, AnswerEvent>> {
        let key = (holder.to_owned(), id.to_owned());
        let (open, ended) = {
            let registry = self.lock();
            (registry.open.get(&key).cloned(), registry.ended.events(&key))
        };
        if let Some(run) = open {
            return Some(self.read(holder, &run).boxed());
        }
        Some(stream::iter(ended?.value()?).boxed())
    }

    /// Stops the run `id` of `holder` if it is under way, and waits until what was received is kept.
    pub async fn stop(&self, holder: &str, id: &str) {
        let key = (holder.to_owned(), id.to_owned());
        let run = {
            let mut registry = self.lock();
            registry.ended.remove(&key);
            registry.open.remove(&key)
        };
        if let Some(run) = run {
            run.is_stopped.store(true, Ordering::Release);
            run.stop.cancel();
            // Its end is the last state it reaches.
            let _ = run.state.subscribe().wait_for(|state| state.has_ended).await;
        }
    }

    /// Returns true if this is a valid id of a run.
    pub fn takes(id: &str) -> bool {
        (1..=MAX_ID_LEN).contains(&id.len())
    }

    fn lock(&self) -> MutexGuard<'_, Registry> {
        lock(&self.0)
    }

    fn register(&self, key: Key) -> Arc<Run> {
        let mut registry = self.lock();
        registry.begun += 1;
        let run = Run {
            number: registry.begun,
            state: watch::Sender::default(),
            stop: CancellationToken::new(),
            is_stopped: AtomicBool::new(false),
            is_wanted: AtomicBool::new(true),
        };
        let run = Arc::new(run);
        registry.ended.remove(&key);
        if let Some(former) = registry.open.insert(key, Arc::clone(&run)) {
            former.drop_answer();
        }
        run
    }

    /// Compresses a run that has ended and that nobody reads, unless it was stopped or replaced.
    fn pack(&self, key: &Key, run: &Arc<Run>) {
        let packed = Packed::of(&run.state.borrow().events);
        let mut registry = self.lock();
        if !registry.open.get(key).is_some_and(|known| Arc::ptr_eq(known, run)) {
            return;
        }
        registry.open.remove(key);
        if let Some(packed) = packed {
            registry.ended.keep(key.clone(), packed);
            if !std::mem::replace(&mut registry.is_swept, true) {
                self.sweep();
            }
        }
    }

    /// Drops runs as they expire, until there are none left.
    fn sweep(&self) {
        let registry = Arc::downgrade(&self.0);
        #[expect(
            clippy::disallowed_methods,
            reason = "one task for all runs, which ends with them"
        )]
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(SWEEP_INTERVAL).await;
                let Some(registry) = Weak::upgrade(&registry) else {
                    return;
                };
                let mut registry = lock(&registry);
                registry.ended.expire(KEPT);
                registry.is_swept = !registry.ended.is_empty();
                if !registry.is_swept {
                    return;
                }
            }
        });
    }

    /// Streams the events of a run from the beginning.
    fn read(&self, holder: &str, run: &Arc<Run>) -> impl Stream<Item = AnswerEvent> + Send + use<> {
        let reading = Reading { runs: self.clone(), holder: holder.to_owned() };
        let state = (run.state.subscribe(), 0, reading);
        let events = stream::unfold(state, |(mut changes, from, reading)| async move {
            // A run that was stopped is dropped with its events.
            let changed = changes.wait_for(|state| state.has_ended || state.events.len() > from);
            let events = changed.await.ok()?.events.get(from..)?.to_vec();
            let next = from + events.len();
            (!events.is_empty()).then_some((stream::iter(events), (changes, next, reading)))
        });
        events.flatten()
    }

    /// Stops the oldest unread runs of `holder`, except for the newest ones.
    fn bound(&self, holder: &str) {
        let mut registry = self.lock();
        let is_unread = |run: &Run| run.state.receiver_count() == 0 && !run.has_ended();
        let own = |(of, _): &Key, run: &Run| of == holder && is_unread(run);
        for run in registry.take_oldest(MAX_UNREAD, own) {
            run.stop.cancel();
        }
    }
}

fn lock(registry: &Mutex<Registry>) -> MutexGuard<'_, Registry> {
    registry.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Registry {
    /// Takes out the runs for which `which` is true, except for the `most` that began last.
    fn take_oldest(&mut self, most: usize, which: impl Fn(&Key, &Run) -> bool) -> Vec<Arc<Run>> {
        let found = self.open.iter().filter(|(key, run)| which(key, run));
        let mut found: Vec<(u64, Key)> =
            found.map(|(key, run)| (run.number, key.clone())).collect();
        found.sort_unstable_by_key(|(number, _)| Reverse(*number));
        found.iter().skip(most).filter_map(|(_, key)| self.open.remove(key)).collect()
    }
}

impl Run {
    fn has_ended(&self) -> bool {
        self.state.borrow().has_ended
    }

    /// Ends the run without keeping it.
    fn drop_answer(&self) {
        self.is_wanted.store(false, Ordering::Release);
        self.stop.cancel();
    }

    /// Waits until nobody has read the run for a while: a reader who has left by then does not come back.
    async fn abandoned(&self) {
        loop {
            self.state.closed().await;
            tokio::time::sleep(KEPT).await;
            if self.state.receiver_count() == 0 {
                return;
            }
        }
    }

    /// Receives all events until the run is stopped or abandoned.
    async fn drive(&self, mut events: Events, ended: Ended) {
        let mut abandoned = Box::pin(self.abandoned());
        loop {
            let event = tokio::select! {
                event = events.next() => event,
                () = self.stop.cancelled() => None,
                () = &mut abandoned => None,
            };
            let Some(event) = event else {
                break;
            };
            self.state.send_modify(|state| state.events.push(event));
        }
        // Dropping the stream cancels the answer.
        drop(events);
        if self.is_wanted.load(Ordering::Acquire) {
            let answer = self.state.borrow().events.iter().cloned().collect();
            ended(answer, self.is_stopped.load(Ordering::Acquire)).await;
        }
        self.state.send_modify(|state| state.has_ended = true);
    }
}

/// Counts as a reader until dropped.
struct Reading {
    runs: AnswerRuns,
    holder: String,
}

impl Drop for Reading {
    fn drop(&mut self) {
        self.runs.bound(&self.holder);
    }
}

#[cfg(test)]
#[path = "runs_tests.rs"]
mod tests;
