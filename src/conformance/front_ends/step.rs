//! The steps of a front end.

use super::asking::opened;
use super::view::{Talk, View};
use crate::conformance::client::{Ask, Client, Seen};
use crate::conformance::report::{Finding, Visited};

/// A front end and its steps; it gives up once its first question is not answered.
pub(in crate::conformance) struct FrontEnd {
    /// Its name, with the time at which it was so.
    pub(in crate::conformance) name: &'static str,
    /// Its steps.
    pub(super) steps: &'static [Step],
}

/// One thing that a front end does.
pub(super) struct Step {
    /// In a few words.
    does: &'static str,
    /// The request that it sends; `None` if the answers so far give no occasion.
    ask: fn(&Talk) -> Option<Ask>,
    /// Its reading of the answer.
    read: Read,
}

/// The reading of an answer: the reader's view, or the reason why it is not as it should be.
enum Read {
    /// It is shown.
    Show(View),
    /// It is used.
    With(fn(&Seen, &mut Talk) -> Result<String, String>),
}

impl Step {
    /// A question whose streamed answer is shown.
    pub(super) const fn streams(ask: fn(&Talk) -> Option<Ask>, view: View) -> Self {
        Self::shows("shows a streamed answer", ask, view)
    }

    /// The next question of a conversation.
    pub(super) const fn goes_on(ask: fn(&Talk) -> Option<Ask>, view: View) -> Self {
        Self::shows("goes on with the conversation", ask, view)
    }

    /// A click on a citation.
    pub(super) const fn opens(ask: fn(&Talk) -> Option<Ask>) -> Self {
        Self::uses("opens a citation", ask, opened)
    }

    /// A step whose answer is shown.
    pub(super) const fn shows(
        does: &'static str,
        ask: fn(&Talk) -> Option<Ask>,
        view: View,
    ) -> Self {
        let read = Read::Show(view);
        Self { does, ask, read }
    }

    /// A step whose answer is used.
    pub(super) const fn uses(
        does: &'static str,
        ask: fn(&Talk) -> Option<Ask>,
        read: fn(&Seen, &mut Talk) -> Result<String, String>,
    ) -> Self {
        let read = Read::With(read);
        Self { does, ask, read }
    }
}

impl FrontEnd {
    /// Acts as the front end does.
    pub(in crate::conformance) async fn visit(
        &'static self,
        client: &Client,
        question: &str,
    ) -> Visited {
        let mut talk = Talk::about(question);
        let mut checks: Vec<Finding> = Vec::new();
        for step in self.steps {
            let Some(ask) = (step.ask)(&talk) else {
                continue;
            };
            let seen = client.send(&ask).await;
            let read = match &step.read {
                Read::Show(view) => talk.show(view, &seen),
                Read::With(read) => read(&seen, &mut talk),
            };
            checks.push(Finding::of(step.does, read));
            if checks.len() == 1 && checks.iter().any(|finding| !finding.passed) {
                break;
            }
        }
        Visited {
            front_end: self.name,
            runs: checks.iter().all(|finding| finding.passed),
            checks,
        }
    }
}
