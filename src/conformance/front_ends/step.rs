//! The steps of a front end.

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
    pub(super) does: &'static str,
    /// The request that it sends; `None` if the answers so far give no occasion.
    pub(super) ask: fn(&Talk) -> Option<Ask>,
    /// Its reading of the answer.
    pub(super) read: Read,
}

/// The reading of an answer: the reader's view, or the reason why it is not as it should be.
pub(super) enum Read {
    /// It is shown.
    Show(View),
    /// It is used.
    With(fn(&Seen, &mut Talk) -> Result<String, String>),
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
