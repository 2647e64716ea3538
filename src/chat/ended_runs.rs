//! Finished answers that can still be read, within limits on bytes and time.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;

use footnote_protocol::AnswerEvent;
use tokio::time::Instant;

use super::packed::Packed;

/// The holder of a run, and the id that the page chose for it.
pub(super) type Key = (String, String);

/// The events of an answer.
pub(super) type PackedEvents = Packed<Vec<AnswerEvent>>;

/// Number of bytes that a run takes besides its events and key.
const OVERHEAD: usize = 512;

/// Finished runs. When they take too many bytes, the oldest are dropped first, but the newest run of each holder last:
/// its page is the most likely to come back.
#[derive(Debug)]
pub(super) struct EndedRuns {
    runs: HashMap<Key, EndedRun>,
    /// The runs in the order of eviction; true marks a holder's newest.
    order: BTreeMap<(bool, u64), Key>,
    /// The number of each holder's newest run.
    newest: HashMap<String, u64>,
    /// Number of runs so far.
    count: u64,
    bytes: usize,
    most_bytes: usize,
}

#[derive(Debug)]
struct EndedRun {
    number: u64,
    at: Instant,
    bytes: usize,
    events: Arc<PackedEvents>,
}

impl EndedRuns {
    /// Creates an empty collection that never holds more than `most_bytes`.
    pub(super) fn within(most_bytes: usize) -> Self {
        Self {
            runs: HashMap::new(),
            order: BTreeMap::new(),
            newest: HashMap::new(),
            count: 0,
            bytes: 0,
            most_bytes,
        }
    }

    /// Keeps a run that has just ended as its holder's newest, and drops others to make room.
    pub(super) fn keep(&mut self, key: Key, events: PackedEvents) {
        self.remove(&key);
        self.count += 1;
        let number = self.count;
        if let Some(former) = self.newest.insert(key.0.clone(), number)
            && let Some(former_key) = self.order.remove(&(true, former))
        {
            self.order.insert((false, former), former_key);
        }
        let bytes = events.size() + 2 * (key.0.len() + key.1.len()) + OVERHEAD;
        self.bytes += bytes;
        self.order.insert((true, number), key.clone());
        let run = EndedRun { number, at: Instant::now(), bytes, events: Arc::new(events) };
        self.runs.insert(key, run);
        while self.bytes > self.most_bytes
            && let Some((_, key)) = self.order.first_key_value()
        {
            let key = key.clone();
            self.remove(&key);
        }
    }

    /// Returns the events of a run.
    pub(super) fn events(&self, key: &Key) -> Option<Arc<PackedEvents>> {
        self.runs.get(key).map(|run| Arc::clone(&run.events))
    }

    /// Drops a run.
    pub(super) fn remove(&mut self, key: &Key) {
        let Some(run) = self.runs.remove(key) else {
            return;
        };
        self.bytes -= run.bytes;
        let is_newest = self.newest.get(&key.0) == Some(&run.number);
        if is_newest {
            self.newest.remove(&key.0);
        }
        self.order.remove(&(is_newest, run.number));
    }

    /// Drops the runs that ended longer ago than `lifetime`.
    pub(super) fn expire(&mut self, lifetime: Duration) {
        let old = self.runs.iter().filter(|(_, run)| run.at.elapsed() >= lifetime);
        let old: Vec<Key> = old.map(|(key, _)| key.clone()).collect();
        for key in &old {
            self.remove(key);
        }
    }

    /// Returns true if there is none.
    pub(super) fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keeps a run of `holder` with the id `id`.
    fn keep(runs: &mut EndedRuns, (holder, id): (&str, &str)) {
        let events = vec![AnswerEvent::Delta("Tea at four.".to_owned())];
        runs.keep((holder.to_owned(), id.to_owned()), Packed::of(&events).unwrap());
    }

    /// Returns the remaining runs by holder and id.
    fn left(runs: &EndedRuns) -> Vec<String> {
        let mut left: Vec<_> =
            runs.runs.keys().map(|(holder, id)| format!("{holder}{id}")).collect();
        left.sort_unstable();
        left
    }

    /// Creates a collection with room for this many small runs.
    fn room(count: usize) -> EndedRuns {
        let mut one = EndedRuns::within(usize::MAX);
        keep(&mut one, ("a", "1"));
        EndedRuns::within(count * one.bytes)
    }

    #[test]
    fn the_oldest_go_first_and_the_newest_of_a_holder_last() {
        let mut runs = room(3);
        for key in [("a", "1"), ("b", "1"), ("b", "2"), ("b", "3")] {
            keep(&mut runs, key);
        }
        assert_eq!(left(&runs), ["a1", "b2", "b3"]);
        keep(&mut runs, ("c", "1"));
        keep(&mut runs, ("d", "1"));
        assert_eq!(left(&runs), ["b3", "c1", "d1"], "of the newest, the oldest");
    }

    #[test]
    fn bytes_are_counted_until_a_run_goes() {
        let mut runs = room(9);
        for _ in 0..3 {
            keep(&mut runs, ("a", "1"));
        }
        assert_eq!((left(&runs).len(), runs.bytes * 9), (1, runs.most_bytes));
        runs.remove(&("a".to_owned(), "1".to_owned()));
        assert_eq!((runs.bytes, runs.order.len(), runs.newest.len()), (0, 0, 0));
        let mut none = EndedRuns::within(0);
        keep(&mut none, ("a", "1"));
        assert!(none.is_empty() && none.bytes == 0);
    }

    #[tokio::test(start_paused = true)]
    async fn what_ended_long_ago_goes() {
        let (mut runs, lifetime) = (room(9), Duration::from_mins(1));
        keep(&mut runs, ("a", "1"));
        tokio::time::advance(lifetime / 2).await;
        keep(&mut runs, ("a", "2"));
        tokio::time::advance(lifetime / 2).await;
        runs.expire(lifetime);
        assert_eq!(left(&runs), ["a2"]);
    }
}
