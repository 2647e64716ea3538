//! Queues that let each conversation have one question at a time: the next one waits until the turn before it is kept.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use footnote_protocol::{ErrorKind, ProtocolError};
use tokio::sync::{Mutex as Queue, OwnedMutexGuard};

/// Maximum time to wait for earlier answers. Many proxies give up after a minute without a byte.
const MAX_WAIT: Duration = Duration::from_secs(50);

/// The owner and the id of a conversation.
type Key = (String, String);

/// The conversations with a question under way. Clones share their state.
#[derive(Clone, Debug, Default)]
pub struct ConversationQueues(Arc<Mutex<HashMap<Key, Weak<Queue<()>>>>>);

/// The turn of one question in the queue. Dropping it admits the next.
#[derive(Debug)]
pub struct QueueTurn {
    _guard: OwnedMutexGuard<()>,
}

impl ConversationQueues {
    /// Waits until no other question of `owner` is under way in the conversation `id`. Questions are admitted in the
    /// order of arrival.
    ///
    /// # Errors
    ///
    /// Fails after 50 seconds.
    pub async fn enter(&self, owner: &str, id: &str) -> Result<QueueTurn, ProtocolError> {
        let waiting = self.queue(owner, id).lock_owned();
        let entered = tokio::time::timeout(MAX_WAIT, waiting).await;
        entered.map(|held| QueueTurn { _guard: held }).map_err(|_| {
            let busy =
                "The question before this one is still being answered. Ask again in a moment.";
            ProtocolError::new(ErrorKind::Unavailable, busy)
        })
    }

    fn queue(&self, owner: &str, id: &str) -> Arc<Queue<()>> {
        let mut queues = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // There are no more queues than answers under way.
        queues.retain(|_, queue| queue.strong_count() > 0);
        let key = (owner.to_owned(), id.to_owned());
        if let Some(queue) = queues.get(&key).and_then(Weak::upgrade) {
            return queue;
        }
        let queue = Arc::default();
        queues.insert(key, Arc::downgrade(&queue));
        queue
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_question_waits_for_those_before_it_but_not_for_ever() {
        let queues = ConversationQueues::default();
        let first = queues.enter("alice", "a").await.unwrap();
        for (owner, id) in [("alice", "b"), ("bob", "a")] {
            queues.enter(owner, id).await.unwrap();
        }
        let refused = queues.enter("alice", "a").await.unwrap_err();
        assert_eq!(refused.kind, ErrorKind::Unavailable);
        let (second, ()) = tokio::join!(queues.enter("alice", "a"), async { drop(first) });
        drop(second.unwrap());
        queues.enter("alice", "c").await.unwrap();
        assert_eq!(queues.0.lock().unwrap().len(), 1, "only what is under way is kept");
    }
}
