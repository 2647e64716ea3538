//! The ending of an answer: what follows its text.

use std::time::Instant;

use footnote_answers::audit::SourceText;
use footnote_answers::grounding::Grounding;
use footnote_answers::passages::ShownPassages;
use footnote_answers::turn::{Turn, elapsed_ms};
use footnote_answers::{audit, thoughts};
use footnote_protocol::audit::Audit;
use footnote_protocol::{
    AnswerEvent, FinishReason, ModelReport, NO_MODEL, ProtocolError, TokenUsage,
};

use super::lookups::ShownSources;
use super::propose;
use super::write::WrittenText;

/// An answer whose text is complete or has broken off.
pub(super) struct Ending {
    turn: Turn,
    grounding: Grounding,
    /// Events that come before all others.
    remaining: Vec<AnswerEvent>,
    author: Author,
    reason: Result<FinishReason, ProtocolError>,
    model: String,
    first_token_ms: Option<u64>,
    usage: Option<TokenUsage>,
    report: Option<Box<ModelReport>>,
}

/// The author of a text, which decides whether it is checked and who proposes questions.
enum Author {
    /// Passages are shown, which claim nothing.
    Nobody(ShownPassages),
    Model(Written),
}

/// A model's answer, as far as it is checked.
struct Written {
    text: String,
    /// The positions of brackets in the text that the model did not put there.
    inserted: Vec<usize>,
    sources: ShownSources,
    checked: Option<Check>,
    /// The questions that the model proposes.
    questions: Vec<String>,
}

/// The check of a text that was complete before the model ended. The reader has it.
pub(super) struct Check {
    /// Length of the text, in bytes.
    pub(super) length: usize,
    pub(super) audit: Audit,
    elapsed_ms: u64,
}

impl Check {
    /// Checks a text against what the model was shown; `None` if there is nothing to check.
    pub(super) fn of(
        turn: &Turn,
        text: &str,
        inserted: &[usize],
        sources: &ShownSources,
    ) -> Option<Self> {
        let begun = Instant::now();
        // What was said before, the model knew too.
        let earlier = turn.request.history().iter();
        let earlier = earlier
            .map(|message| SourceText { text: message.content.clone(), ..SourceText::default() });
        let texts: Vec<SourceText> = sources.texts.iter().cloned().chain(earlier).collect();
        let asked = turn.request.question();
        let mut audit = audit::audit_written(text, inserted, asked, (&sources.hits, &texts));
        if turn.model_sees_images() {
            // A statement without a passage may be about the images, which cannot be checked.
            audit.statements.retain(|checked| !checked.sources.is_empty());
        }
        let elapsed_ms = elapsed_ms(begun);
        (!audit.statements.is_empty()).then_some(Self { length: text.len(), audit, elapsed_ms })
    }
}

impl Ending {
    /// Creates the ending of passages that have been shown.
    pub(super) fn passages(turn: Turn, grounding: Grounding, shown: ShownPassages) -> Self {
        Self {
            turn,
            grounding,
            remaining: Vec::new(),
            author: Author::Nobody(shown),
            reason: Ok(FinishReason::Stop),
            model: NO_MODEL.to_owned(),
            first_token_ms: None,
            usage: None,
            report: None,
        }
    }

    /// Creates the ending of passages that replace a failed model's answer and are still to be shown.
    pub(super) fn instead_of(self, text: &WrittenText, remaining: Vec<AnswerEvent>) -> Self {
        let (first_token_ms, usage) = (text.first_token_ms, text.usage);
        Self { remaining, first_token_ms, usage, ..self }
    }

    /// Creates the ending of an answer that a model wrote.
    pub(super) fn written(
        turn: Turn,
        mut grounding: Grounding,
        (sources, checked): (ShownSources, Option<Check>),
        text: WrittenText,
    ) -> Self {
        grounding.thoughts.extend(thoughts::left_out(text.left_out));
        let model = turn.model.as_ref();
        let WrittenText { text: written, inserted, questions, .. } = text;
        Self {
            model: model.map_or(NO_MODEL, |model| model.name()).to_owned(),
            turn,
            grounding,
            remaining: if text.rest.is_empty() {
                Vec::new()
            } else {
                vec![AnswerEvent::Delta(text.rest)]
            },
            author: Author::Model(Written { text: written, inserted, sources, checked, questions }),
            reason: text.ending.map_err(ProtocolError::from),
            first_token_ms: text.first_token_ms,
            usage: text.usage,
            report: text.report,
        }
    }

    /// Checks the answer against its sources; `None` if there is nothing to check, or the reader has the check.
    pub(super) fn check(&mut self) -> Option<Audit> {
        let Author::Model(written) = &mut self.author else {
            return None;
        };
        if self.reason.is_err() {
            return None;
        }
        let early = written.checked.take();
        let was_sent = early.is_some();
        let Written { text, inserted, sources, .. } = written;
        let check = early.or_else(|| Check::of(&self.turn, text, inserted, sources))?;
        self.grounding.thoughts.push(thoughts::audit(&check.audit, check.elapsed_ms));
        (!was_sent).then_some(check.audit)
    }

    /// Returns the questions to ask next, if they are wanted: a model's own, or headings of the documents shown.
    pub(super) async fn propose(&self) -> Vec<String> {
        if !self.turn.wants_follow_ups() || self.reason.is_err() {
            return Vec::new();
        }
        match &self.author {
            Author::Model(written) => written.questions.clone(),
            Author::Nobody(shown) => propose::headings(&self.turn, shown).await,
        }
    }

    /// Returns the events that end the answer.
    pub(super) fn events(
        mut self,
        audit: Option<Audit>,
        questions: Vec<String>,
    ) -> Vec<AnswerEvent> {
        let mut events = std::mem::take(&mut self.remaining);
        events.extend(audit.map(AnswerEvent::Audited));
        // Pages show nothing for a missing list, so a list that was asked for is sent even if empty.
        if self.turn.wants_follow_ups() && self.reason.is_ok() || !questions.is_empty() {
            events.push(AnswerEvent::FollowUps(questions));
        }
        let reports = matches!(self.author, Author::Model(_)) && self.reason.is_ok();
        events.extend(self.report.take().filter(|_| reports).map(AnswerEvent::Reported));
        events.push(self.thoughts());
        events.push(match self.reason {
            Ok(reason) => AnswerEvent::Finished { reason, model: self.model, usage: self.usage },
            Err(error) => AnswerEvent::Failed(error),
        });
        events
    }

    /// Returns all thoughts, the last with the time and tokens of the answer.
    fn thoughts(&mut self) -> AnswerEvent {
        let mut all = std::mem::take(&mut self.grounding.thoughts);
        let elapsed = elapsed_ms(self.turn.begun);
        let timed = |last| thoughts::timed(last, elapsed, self.first_token_ms, self.usage);
        let last = all.pop().map(timed);
        all.extend(last);
        AnswerEvent::Thoughts(all)
    }
}
