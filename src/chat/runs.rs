//! Answers that go on while nobody reads them: a page that is loaded anew, or whose connection broke, finds its
//! answer where it is.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use footnote_protocol::{Answer, AnswerEvent};
use futures_util::future::BoxFuture;
use futures_util::stream::{self, Stream, StreamExt as _};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::Events;

/// The time for which an answer that has ended can still be read, and for which one goes on that nobody reads.
const KEPT: Duration = Duration::from_mins(5);

/// The most answers of one holder that go on unread; of more, the oldest is stopped.
const MOST_UNREAD: usize = 2;

/// The most answers that have ended and can still be read.
const MOST_ENDED: usize = 200;

/// The longest id of a run, in bytes.
const LONGEST_ID: usize = 100;

/// The holder of a run, and the id that the page gave it.
type Key = (String, String);

/// The answers under way, and those that have ended lately; clones share them.
#[derive(Clone, Debug, Default)]
pub struct AnswerRuns(Arc<Mutex<Registry>>);

#[derive(Debug, Default)]
struct Registry {
    runs: HashMap<Key, Arc<Run>>,
    begun: u64,
}

/// An answer as far as it came.
#[derive(Debug)]
struct Run {
    /// Its place in the order in which runs were begun.
    number: u64,
    state: watch::Sender<RunState>,
    stop: CancellationToken,
    /// True once its reader has stopped it.
    is_stopped: AtomicBool,
    /// False once another one has taken its id.
    is_wanted: AtomicBool,
}

#[derive(Debug, Default)]
struct RunState {
    events: Vec<AnswerEvent>,
    has_ended: bool,
}

/// The reader of the page that asks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asker {
    /// The holder of the runs: the reader, or the client where nobody is known.
    pub holder: String,
    /// The owner of the conversations that are kept here; `None` where the browser keeps them.
    pub owner: Option<String>,
}

/// Keeps what became of an answer; true if its reader has stopped it.
pub type Ended = Box<dyn FnOnce(Answer, bool) -> BoxFuture<'static, ()> + Send>;

impl AnswerRuns {
    /// Has `events` go on until they end, whoever reads them, as the run `id` of `holder`; an earlier one of that id is
    /// dropped. `ended` is given the answer as far as it came.
    pub fn begin(
        &self,
        (holder, id): (&str, &str),
        events: Events,
        ended: Ended,
    ) -> impl Stream<Item = AnswerEvent> + Send + use<> {
        let key = (holder.to_owned(), id.to_owned());
        let run = self.register(key.clone());
        let (runs, driven, reading) = (self.clone(), Arc::clone(&run), self.read(holder, &run));
        #[expect(
            clippy::disallowed_methods,
            reason = "it outlives the page that asked, for a while"
        )]
        tokio::spawn(async move {
            driven.drive(events, ended).await;
            tokio::time::sleep(KEPT).await;
            runs.forget(&key, &driven);
        });
        reading
    }

    /// The run `id` of `holder` from its first event on; `None` if there is none, or none any more.
    pub fn resume(
        &self,
        holder: &str,
        id: &str,
    ) -> Option<impl Stream<Item = AnswerEvent> + Send + use<>> {
        let key = (holder.to_owned(), id.to_owned());
        let run = self.lock().runs.get(&key).cloned()?;
        Some(self.read(holder, &run))
    }

    /// Stops the run `id` of `holder`, if it goes on, and waits until it is kept as far as it came.
    pub async fn stop(&self, holder: &str, id: &str) {
        let key = (holder.to_owned(), id.to_owned());
        let run = self.lock().runs.remove(&key);
        if let Some(run) = run {
            run.is_stopped.store(true, Ordering::Release);
            run.stop.cancel();
            // It goes no further than its end.
            let _ = run.state.subscribe().wait_for(|state| state.has_ended).await;
        }
    }

    /// True if a run can have this id.
    pub fn takes(id: &str) -> bool {
        (1..=LONGEST_ID).contains(&id.len())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Registry> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
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
        if let Some(former) = registry.runs.insert(key, Arc::clone(&run)) {
            former.drop_answer();
        }
        registry.take_oldest(MOST_ENDED, |_, run| run.has_ended());
        run
    }

    fn forget(&self, key: &Key, run: &Arc<Run>) {
        let mut registry = self.lock();
        if registry.runs.get(key).is_some_and(|known| Arc::ptr_eq(known, run)) {
            registry.runs.remove(key);
        }
    }

    /// The events of a run, the first ones at once.
    fn read(&self, holder: &str, run: &Arc<Run>) -> impl Stream<Item = AnswerEvent> + Send + use<> {
        let reading = Reading { runs: self.clone(), holder: holder.to_owned() };
        let state = (run.state.subscribe(), 0, reading);
        let events = stream::unfold(state, |(mut changes, from, reading)| async move {
            // A run that was stopped is dropped with what it had.
            let changed = changes.wait_for(|state| state.has_ended || state.events.len() > from);
            let events = changed.await.ok()?.events.get(from..)?.to_vec();
            let next = from + events.len();
            (!events.is_empty()).then_some((stream::iter(events), (changes, next, reading)))
        });
        events.flatten()
    }

    /// Stops the oldest runs of `holder` that nobody reads, but for the newest.
    fn bound(&self, holder: &str) {
        let mut registry = self.lock();
        let is_unread = |run: &Run| run.state.receiver_count() == 0 && !run.has_ended();
        let own = |(of, _): &Key, run: &Run| of == holder && is_unread(run);
        for run in registry.take_oldest(MOST_UNREAD, own) {
            run.stop.cancel();
        }
    }
}

impl Registry {
    /// Takes the runs out of which this is true, but for so many that were begun last.
    fn take_oldest(&mut self, most: usize, which: impl Fn(&Key, &Run) -> bool) -> Vec<Arc<Run>> {
        let found = self.runs.iter().filter(|(key, run)| which(key, run));
        let mut found: Vec<(u64, Key)> =
            found.map(|(key, run)| (run.number, key.clone())).collect();
        found.sort_unstable_by_key(|(number, _)| Reverse(*number));
        found.iter().skip(most).filter_map(|(_, key)| self.runs.remove(key)).collect()
    }
}

impl Run {
    fn has_ended(&self) -> bool {
        self.state.borrow().has_ended
    }

    /// Ends it without keeping it.
    fn drop_answer(&self) {
        self.is_wanted.store(false, Ordering::Release);
        self.stop.cancel();
    }

    /// Waits until nobody has read it for a while: whoever left does not come back.
    async fn abandoned(&self) {
        loop {
            self.state.closed().await;
            tokio::time::sleep(KEPT).await;
            if self.state.receiver_count() == 0 {
                return;
            }
        }
    }

    /// Takes in all events until the run is stopped or abandoned.
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
        // Letting go of the answer is what cancels it.
        drop(events);
        if self.is_wanted.load(Ordering::Acquire) {
            let answer = self.state.borrow().events.iter().cloned().collect();
            ended(answer, self.is_stopped.load(Ordering::Acquire)).await;
        }
        self.state.send_modify(|state| state.has_ended = true);
    }
}

/// Counts as a reader until it is dropped.
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
mod tests {
    use futures_util::FutureExt as _;
    use tokio::sync::mpsc;

    use super::*;

    fn said(words: &str) -> AnswerEvent {
        AnswerEvent::Delta(words.to_owned())
    }

    /// Events as they are sent.
    fn sent() -> (mpsc::UnboundedSender<AnswerEvent>, Events) {
        let (sender, mut receiver) = mpsc::unbounded_channel();
        (sender, stream::poll_fn(move |context| receiver.poll_recv(context)).boxed())
    }

    fn nobody() -> Ended {
        Box::new(|_, _| async {}.boxed())
    }

    #[tokio::test]
    async fn an_answer_goes_on_unread_and_is_read_again_from_its_beginning() {
        let (runs, (sender, events)) = (AnswerRuns::default(), sent());
        let mut first = Box::pin(runs.begin(("ada", "1"), events, nobody()));
        sender.send(said("Tea")).unwrap();
        assert_eq!(first.next().await, Some(said("Tea")));
        drop(first);
        sender.send(said(" at four.")).unwrap();
        drop(sender);
        let again: Vec<_> = runs.resume("ada", "1").unwrap().collect().await;
        assert_eq!(again, [said("Tea"), said(" at four.")]);
        assert!(runs.resume("bob", "1").is_none());
    }

    #[tokio::test]
    async fn an_answer_is_kept_whoever_reads_it() {
        let (runs, (sender, events)) = (AnswerRuns::default(), sent());
        let (kept, mut keeping) = mpsc::unbounded_channel();
        let ended: Ended =
            Box::new(move |answer, _| async move { drop(kept.send(answer.text)) }.boxed());
        drop(runs.begin(("ada", "1"), events, ended));
        sender.send(said("Tea.")).unwrap();
        drop(sender);
        assert_eq!(keeping.recv().await.as_deref(), Some("Tea."));
    }

    #[tokio::test]
    async fn a_run_that_is_stopped_lets_go_of_its_answer_and_is_kept_as_far_as_it_came() {
        let (runs, (sender, events)) = (AnswerRuns::default(), sent());
        let (kept, mut keeping) = mpsc::unbounded_channel();
        let ended: Ended = Box::new(move |answer, is_stopped| {
            async move { drop(kept.send((answer.text, is_stopped))) }.boxed()
        });
        let mut reading = Box::pin(runs.begin(("ada", "1"), events, ended));
        sender.send(said("Tea")).unwrap();
        reading.next().await;
        runs.stop("ada", "1").await;
        assert_eq!(keeping.try_recv().unwrap(), ("Tea".to_owned(), true));
        let rest: Vec<_> = reading.collect().await;
        assert_eq!(rest, []);
        sender.closed().await;
        assert!(runs.resume("ada", "1").is_none());
    }

    #[tokio::test(start_paused = true)]
    async fn what_nobody_comes_back_to_ends_and_is_kept_as_far_as_it_came() {
        let (runs, (sender, events)) = (AnswerRuns::default(), sent());
        let (kept, mut keeping) = mpsc::unbounded_channel();
        let ended: Ended =
            Box::new(move |answer, _| async move { drop(kept.send(answer.text)) }.boxed());
        drop(runs.begin(("ada", "1"), events, ended));
        sender.send(said("Tea")).unwrap();
        sender.closed().await;
        assert_eq!(keeping.recv().await.as_deref(), Some("Tea"));
    }

    #[tokio::test]
    async fn of_many_that_nobody_reads_the_newest_go_on() {
        let runs = AnswerRuns::default();
        let mut senders = Vec::new();
        for id in ["1", "2", "3"] {
            let (sender, events) = sent();
            drop(runs.begin(("ada", id), events, nobody()));
            senders.push(sender);
        }
        senders[0].closed().await;
        assert!(!senders[1].is_closed() && !senders[2].is_closed());
    }
}
