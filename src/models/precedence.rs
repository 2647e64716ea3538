//! Questions take precedence over passages that are embedded in the background.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Maximum time for which background work gives way before it takes another step, so that it ends under any load.
const MAX_PAUSE: Duration = Duration::from_millis(200);

/// The questions under way. Background work pauses between two steps while there are any.
#[derive(Clone, Debug, Default)]
pub struct Precedence(Arc<UnderWay>);

#[derive(Debug, Default)]
struct UnderWay {
    questions: Mutex<usize>,
    none: Condvar,
}

/// A question under way, until it is dropped.
#[derive(Debug)]
#[must_use]
pub struct Question(Precedence);

impl Precedence {
    /// Begins a question.
    pub fn question(&self) -> Question {
        *self.0.questions() += 1;
        Question(self.clone())
    }

    /// Waits until no question is under way, for at most [`MAX_PAUSE`]; blocks the thread.
    pub(crate) fn give_way(&self) {
        let are_any = |questions: &mut usize| *questions > 0;
        drop(self.0.none.wait_timeout_while(self.0.questions(), MAX_PAUSE, are_any));
    }
}

impl UnderWay {
    fn questions(&self) -> MutexGuard<'_, usize> {
        self.questions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Question {
    fn drop(&mut self) {
        let Self(Precedence(under_way)) = self;
        *under_way.questions() -= 1;
        under_way.none.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;

    use super::*;

    #[test]
    fn background_work_goes_on_once_the_last_question_is_answered() {
        let precedence = Precedence::default();
        precedence.give_way();
        let (first, second) = (precedence.question(), precedence.question());
        drop(first);
        let (sender, receiver) = mpsc::channel();
        let background = thread::spawn(move || {
            precedence.give_way();
            sender.send(()).unwrap();
        });
        assert!(receiver.recv_timeout(MAX_PAUSE / 4).is_err(), "a question is still under way");
        drop(second);
        receiver.recv_timeout(Duration::from_secs(5)).unwrap();
        background.join().unwrap();
    }

    #[test]
    fn background_work_takes_a_step_now_and_then_under_any_load() {
        let precedence = Precedence::default();
        let _never_ends = precedence.question();
        precedence.give_way();
    }
}
