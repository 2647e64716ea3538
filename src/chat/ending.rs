//! The ending of an answer: what follows its text.

use std::time::Instant;

use footnote_answers::audit::SourceText;
use footnote_answers::composed::{ComposedAnswer, Quotation};
use footnote_answers::grounding::Grounding;
use footnote_answers::turn::{Turn, elapsed_ms};
use footnote_answers::{Rag, audit, thoughts, workers};
use footnote_protocol::audit::Audit;
use footnote_protocol::confidence::Outcome;
use footnote_protocol::{
    AnswerEvent, FinishReason, ModelReport, NO_MODEL, ProtocolError, RestsOn, TokenUsage,
};
use footnote_retrieval::Hit;
use footnote_retrieval::corpus::examples::CandidateQuestion;
use footnote_retrieval::store::Start;
use footnote_text::{citation, source};

use super::write::WrittenText;
use super::{basis, propose, trials};

/// Maximum number of passages after a quoted one whose headings suggest questions.
const MAX_FOLLOWING: usize = 40;

/// An answer whose text is complete or has broken off.
pub(super) struct Ending {
    turn: Turn,
    grounding: Grounding,
    /// Text that is still to be shown.
    remaining: Vec<String>,
    /// The answer's basis, if it differs from the one sent at the beginning.
    basis: Option<RestsOn>,
    /// The text that is checked.
    checked_text: String,
    /// The positions of brackets in the text that its writer did not put there.
    inserted: Vec<usize>,
    author: Author,
    reason: Result<FinishReason, ProtocolError>,
    model: String,
    first_token_ms: Option<u64>,
    usage: Option<TokenUsage>,
    report: Option<Box<ModelReport>>,
}

/// The author of a text, which decides how it is checked.
enum Author {
    /// The answer was composed of these quotations.
    Quotations(Vec<Quotation>),
    /// The answer was looked up, so there is nothing to check; or it says that nothing certain was found, and a mark of
    /// support would make that look like an answer.
    Unchecked,
    /// A model wrote it and proposes these questions.
    Model(Vec<String>),
}

impl Ending {
    /// Creates the ending of a composed answer that has been shown.
    pub(super) fn composed(turn: Turn, grounding: Grounding, composed: &ComposedAnswer) -> Self {
        let author = match composed.confidence.outcome {
            _ if composed.is_looked_up => Author::Unchecked,
            Outcome::Answered => Author::Quotations(composed.quoted.clone()),
            Outcome::Unsure | Outcome::Refused => Author::Unchecked,
        };
        Self {
            turn,
            grounding,
            remaining: Vec::new(),
            basis: None,
            checked_text: composed.checked(),
            inserted: Vec::new(),
            author,
            reason: Ok(FinishReason::Stop),
            model: NO_MODEL.to_owned(),
            first_token_ms: None,
            usage: None,
            report: None,
        }
    }

    /// Creates the ending of a composed answer that replaces a failed model's and is still to be shown.
    pub(super) fn into_fallback(
        self,
        text: &WrittenText,
        (composed, remaining): (&ComposedAnswer, Vec<String>),
    ) -> Self {
        let basis = Some(basis::of(&self.turn, &self.grounding, Some(composed)));
        Self { remaining, basis, first_token_ms: text.first_token_ms, usage: text.usage, ..self }
    }

    /// Creates the ending of an answer that a model wrote.
    pub(super) fn written(turn: Turn, mut grounding: Grounding, text: WrittenText) -> Self {
        grounding.thoughts.extend(thoughts::left_out(text.left_out));
        let model = turn.model.as_ref();
        Self {
            model: model.map_or(NO_MODEL, |model| model.name()).to_owned(),
            turn,
            grounding,
            basis: None,
            remaining: if text.rest.is_empty() { Vec::new() } else { vec![text.rest] },
            checked_text: text.text,
            inserted: text.inserted,
            author: Author::Model(text.questions),
            reason: text.ending.map_err(ProtocolError::from),
            first_token_ms: text.first_token_ms,
            usage: text.usage,
            report: text.report,
        }
    }

    /// Checks the answer against its sources; `None` if there is nothing to check.
    pub(super) fn check(&mut self) -> Option<Audit> {
        let begun = Instant::now();
        let hits = &self.grounding.whole.found.hits;
        let shown = &self.grounding.candidates;
        let mut audit = match &self.author {
            _ if self.reason.is_err() => return None,
            Author::Unchecked => return None,
            Author::Quotations(_) => audit::audit_quotations(&self.checked_text, hits),
            Author::Model(_) => {
                let asked = self.turn.request.question();
                let earlier = self.turn.request.history().iter().map(|message| SourceText {
                    text: message.content.clone(),
                    ..SourceText::default()
                });
                let texts: Vec<SourceText> =
                    self.grounding.texts.iter().cloned().chain(earlier).collect();
                audit::audit_written(&self.checked_text, &self.inserted, asked, (shown, &texts))
            }
        };
        if self.turn.model_sees_images() {
            // A statement without a passage may be about the images, which cannot be checked.
            audit.statements.retain(|checked| !checked.sources.is_empty());
        }
        if audit.statements.is_empty() {
            return None;
        }
        self.grounding.thoughts.push(thoughts::audit(&audit, elapsed_ms(begun)));
        Some(audit)
    }

    /// Returns the questions to ask next, if they are wanted. There are none where the documents do not answer, since
    /// the passages are then about something else. Questions made from passages have been tried.
    pub(super) async fn propose(&self) -> Vec<String> {
        if !self.turn.wants_follow_ups() || self.reason.is_err() {
            return Vec::new();
        }
        match &self.author {
            Author::Unchecked => Vec::new(),
            Author::Model(questions) if !questions.is_empty() => questions.clone(),
            Author::Model(_) => {
                let cited = self.cited();
                self.proposed(&cited, &cited.iter().map(Quotation::whole).collect::<Vec<_>>()).await
            }
            Author::Quotations(quoted) => {
                self.proposed(&self.grounding.whole.found.hits, quoted).await
            }
        }
    }

    /// Returns the passages that a model has cited.
    fn cited(&self) -> Vec<Hit> {
        let shown = &self.grounding.candidates;
        let known: Vec<String> = shown.iter().map(|hit| hit.passage.source()).collect();
        let cited = citation::cited(&self.checked_text, &known);
        let is_cited = |hit: &&Hit| cited.contains(&hit.passage.source());
        shown.iter().filter(is_cited).cloned().collect()
    }

    /// Returns questions made from these hits, beyond what the answer already quotes.
    async fn proposed(&self, hits: &[Hit], quoted: &[Quotation]) -> Vec<String> {
        let following = self.following(quoted).await;
        let trials = propose::propose(&following, hits, quoted, &self.turn.recent_questions());
        self.answered(&trials).await
    }

    /// Returns the passages that follow the quoted ones in their documents.
    async fn following(&self, quoted: &[Quotation]) -> Vec<Hit> {
        let mut last: Vec<(&str, u32)> = Vec::new();
        for one in quoted {
            let (path, _) = source::split(&one.source);
            match last.iter_mut().find(|(known, _)| *known == path) {
                Some((_, ordinal)) => *ordinal = one.ordinal.max(*ordinal),
                None => last.push((path, one.ordinal)),
            }
        }
        let Rag { retriever, reader, .. } = &self.turn.rag;
        let mut following = Vec::new();
        for (path, ordinal) in last {
            let next = Start::Passage(ordinal.saturating_add(1));
            // If the store fails, a question is lost, but not the answer.
            let passages = retriever.passages_from(path, next, MAX_FOLLOWING, reader).await;
            let passages = passages.unwrap_or_default().into_iter();
            following.extend(passages.map(|passage| Hit { passage, ..Hit::default() }));
        }
        following
    }

    /// Returns the first of these questions that are answered. Each takes as long as a quoted answer.
    async fn answered(&self, trials: &[CandidateQuestion]) -> Vec<String> {
        let mut answered = Vec::new();
        for trial in trials {
            if answered.len() == propose::MAX_PROPOSED || workers::is_cancelled() {
                break;
            }
            if trials::gets_expected_answer(&self.turn.rag, trial).await {
                answered.push(trial.question.clone());
            }
        }
        answered
    }

    /// Returns the events that end the answer.
    pub(super) fn events(
        mut self,
        audit: Option<Audit>,
        questions: Vec<String>,
    ) -> Vec<AnswerEvent> {
        let mut events: Vec<AnswerEvent> = Vec::new();
        events.extend(self.basis.take().map(AnswerEvent::RestsOn));
        events.extend(std::mem::take(&mut self.remaining).into_iter().map(AnswerEvent::Delta));
        // Pages show nothing for a missing list, so a list that was asked for is sent even if empty.
        if self.turn.wants_follow_ups() && self.reason.is_ok() || !questions.is_empty() {
            events.push(AnswerEvent::FollowUps(questions));
        }
        events.extend(audit.map(AnswerEvent::Audited));
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
