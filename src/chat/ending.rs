//! The ending of an answer: what follows its text.

use std::time::Instant;

use super::composed::{Composed, Quoted};
use super::ground::Ground;
use super::turn::{Turn, elapsed_ms};
use super::write::Text;
use super::{audit, propose, thoughts, tried, work};
use footnote_protocol::audit::Audit;
use footnote_protocol::confidence::Outcome;
use footnote_protocol::{
    AnswerEvent, FinishReason, ModelReport, NO_MODEL, ProtocolError, TokenUsage,
};
use footnote_retrieval::corpus::examples::Trial;

/// An answer whose text is whole, or broken off.
pub(super) struct Ending {
    turn: Turn,
    ground: Ground,
    /// Text that is still to be shown.
    rest: Vec<String>,
    /// The text of the answer that is checked.
    said: String,
    /// The places of the brackets in it that its writer did not put.
    put: Vec<usize>,
    by: By,
    reason: Result<FinishReason, ProtocolError>,
    model: String,
    first_token_ms: Option<u64>,
    usage: Option<TokenUsage>,
    report: Option<Box<ModelReport>>,
}

/// The maker of a text, with what is told of it.
enum By {
    /// It was composed of these pieces.
    Sources(Vec<Quoted>),
    /// It was looked up, so that nothing in it can be checked; or it says that nothing, or nothing sure, was
    /// found: a mark of support would make it look like an answer.
    Nobody,
    /// A model wrote it, and proposes these questions.
    Model(Vec<String>),
}

impl Ending {
    /// The ending of an answer that was composed, and shown.
    pub(super) fn composed(turn: Turn, ground: Ground, composed: &Composed) -> Self {
        let by = match composed.confidence.outcome {
            _ if composed.is_looked_up => By::Nobody,
            Outcome::Answered => By::Sources(composed.quoted.clone()),
            Outcome::Unsure | Outcome::Refused => By::Nobody,
        };
        Self {
            turn,
            ground,
            rest: Vec::new(),
            said: composed.checked(),
            put: Vec::new(),
            by,
            reason: Ok(FinishReason::Stop),
            model: NO_MODEL.to_owned(),
            first_token_ms: None,
            usage: None,
            report: None,
        }
    }

    /// The same where it stands in for a model that failed, and is still to be shown.
    pub(super) fn in_place_of(self, text: &Text, rest: Vec<String>) -> Self {
        Self { rest, first_token_ms: text.first_token_ms, usage: text.usage, ..self }
    }

    /// The ending of an answer that a model wrote.
    pub(super) fn written(turn: Turn, mut ground: Ground, text: Text) -> Self {
        ground.thoughts.extend(thoughts::left_out(text.left_out));
        let model = turn.model.as_ref();
        Self {
            model: model.map_or(NO_MODEL, |model| model.name()).to_owned(),
            turn,
            ground,
            rest: if text.rest.is_empty() { Vec::new() } else { vec![text.rest] },
            said: text.said,
            put: text.put,
            by: By::Model(text.questions),
            reason: text.ending.map_err(ProtocolError::from),
            first_token_ms: text.first_token_ms,
            usage: text.usage,
            report: text.report,
        }
    }

    /// Checks the answer against its sources; `None` where there is nothing to check.
    pub(super) fn check(&mut self) -> Option<Audit> {
        let begun = Instant::now();
        let hits = &self.ground.whole.found.hits;
        let mut audit = match &self.by {
            _ if self.reason.is_err() => return None,
            By::Nobody => return None,
            By::Sources(_) => audit::of_quotations(&self.said, hits),
            By::Model(_) => audit::of_written(&self.said, &self.put, hits),
        };
        if self.turn.looks() {
            // A statement without a passage may be about the images, which cannot be checked.
            audit.statements.retain(|checked| !checked.sources.is_empty());
        }
        if audit.statements.is_empty() {
            return None;
        }
        self.ground.thoughts.push(thoughts::audit(&audit, elapsed_ms(begun)));
        Some(audit)
    }

    /// The questions to ask next, where they are wished for; none where the documents do not answer: passages
    /// that do not are about anything. Those that are made of the passages have been tried.
    pub(super) async fn propose(&self) -> Vec<String> {
        if !self.turn.wants_follow_ups() || self.reason.is_err() {
            return Vec::new();
        }
        match &self.by {
            By::Nobody => Vec::new(),
            By::Model(questions) => questions.clone(),
            By::Sources(quoted) => {
                let hits = &self.ground.whole.found.hits;
                let trials = propose::propose(hits, quoted, &self.turn.asked());
                self.answered(&trials).await
            }
        }
    }

    /// The first of these questions that are answered; each takes as long as a quoted answer.
    async fn answered(&self, trials: &[Trial]) -> Vec<String> {
        let mut answered = Vec::new();
        for trial in trials {
            if answered.len() == propose::WANTED || work::is_left() {
                break;
            }
            if tried::is_answered(&self.turn.rag, trial).await {
                answered.push(trial.question.clone());
            }
        }
        answered
    }

    /// The events that end the answer.
    pub(super) fn events(
        mut self,
        audit: Option<Audit>,
        questions: Vec<String>,
    ) -> Vec<AnswerEvent> {
        let mut events: Vec<AnswerEvent> = Vec::new();
        events.extend(std::mem::take(&mut self.rest).into_iter().map(AnswerEvent::Delta));
        if !questions.is_empty() {
            events.push(AnswerEvent::FollowUps(questions));
        }
        events.extend(audit.map(AnswerEvent::Audited));
        let reports = matches!(self.by, By::Model(_)) && self.reason.is_ok();
        events.extend(self.report.take().filter(|_| reports).map(AnswerEvent::Reported));
        events.push(self.thoughts());
        events.push(match self.reason {
            Ok(reason) => AnswerEvent::Finished { reason, model: self.model, usage: self.usage },
            Err(error) => AnswerEvent::Failed(error),
        });
        events
    }

    /// All thoughts, the last with the time and the tokens of the answer.
    fn thoughts(&mut self) -> AnswerEvent {
        let mut all = std::mem::take(&mut self.ground.thoughts);
        let elapsed = elapsed_ms(self.turn.begun);
        let timed = |last| thoughts::timed(last, elapsed, self.first_token_ms, self.usage);
        let last = all.pop().map(timed);
        all.extend(last);
        AnswerEvent::Thoughts(all)
    }
}
