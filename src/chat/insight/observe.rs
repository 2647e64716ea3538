//! The observation of one answer: its outcome, its times and the documents that it cites.

use std::time::Instant;

use footnote_answers::thoughts::MODEL_FAILED;
use footnote_answers::turn::elapsed_ms;
use footnote_documents::attach;
use footnote_documents::hash::hash;
use footnote_protocol::audit::Checked;
use footnote_protocol::{AnswerEvent, ChatRequest, NO_MODEL, Thought};
use footnote_store::Insight;
use footnote_store::insights::{AnswerOutcome, AnswerRecord};
use footnote_text::{citation, source};

use super::{Recorder, beginning, now};

/// A question as it arrives: its wire form and its beginning.
#[derive(Clone, Debug)]
pub struct Asked {
    form: &'static str,
    question: String,
}

impl Asked {
    /// Creates the record of the question in `request`, asked in the wire form of this name.
    pub fn of(request: &ChatRequest, form: &'static str) -> Self {
        let question = beginning(request.question());
        Self { form, question }
    }

    /// Returns the record without the words of the question.
    #[must_use]
    pub fn without_words(self) -> Self {
        Self { question: String::new(), ..self }
    }
}

/// The observation of one answer. Dropping it before the last event counts as a cancellation.
pub(super) struct Observation {
    recorder: Recorder,
    asked: Asked,
    begun: Instant,
    first_ms: Option<i64>,
    /// The sources that the answer may cite.
    sources: Vec<String>,
    /// The sources of the passages that are shown instead of an answer.
    shown: Vec<String>,
    text: String,
    /// True if a model was asked and has not answered.
    has_failed: bool,
    /// True if readers were warned of a statement.
    has_doubts: bool,
    has_ended: bool,
}

impl Observation {
    /// Begins observing an answer.
    pub(super) fn begin(recorder: Recorder, asked: Asked) -> Self {
        recorder.0.meters.begin();
        Self {
            recorder,
            asked,
            begun: Instant::now(),
            first_ms: None,
            sources: Vec::new(),
            shown: Vec::new(),
            text: String::new(),
            has_failed: false,
            has_doubts: false,
            has_ended: false,
        }
    }

    /// Records the next event.
    pub(super) fn see(&mut self, event: &AnswerEvent) {
        let begun = self.begun;
        self.first_ms.get_or_insert_with(|| elapsed(begun));
        match event {
            AnswerEvent::Grounded(context) | AnswerEvent::Sources(context) => {
                self.note(&context.thoughts);
                let points = context.data_points.as_ref();
                self.sources = points.map_or_else(Vec::new, |points| points.citations.clone());
                let units = context.found.iter().flat_map(|found| &found.units);
                self.shown = units.map(|unit| unit.source.clone()).collect();
            }
            AnswerEvent::Remark => self.text.clear(),
            AnswerEvent::Delta(text) => self.text.push_str(text),
            AnswerEvent::Finished { model, .. } => self.finish(model),
            AnswerEvent::Failed(_) => self.end(AnswerOutcome::Failed, Vec::new()),
            AnswerEvent::Audited(audit) => {
                self.has_doubts = audit.statements.iter().any(Checked::is_doubted);
            }
            AnswerEvent::Step(_)
            | AnswerEvent::RestsOn(_)
            | AnswerEvent::FollowUps(_)
            | AnswerEvent::Reported(_) => {}
            AnswerEvent::Thoughts(thoughts) => self.note(thoughts),
        }
    }

    /// Takes note of a model that has failed.
    fn note(&mut self, thoughts: &[Thought]) {
        self.has_failed |= thoughts.iter().any(|thought| thought.title == MODEL_FAILED);
    }

    fn finish(&mut self, model: &str) {
        let mut cited = citation::cited(&self.text, &self.sources);
        let is_written = model != NO_MODEL;
        if !is_written {
            cited.append(&mut self.shown);
        }
        let is_answered = !cited.is_empty();
        let outcome = match (is_written, is_answered) {
            (true, true) if self.has_doubts => AnswerOutcome::Doubted,
            (true, true) => AnswerOutcome::Answered,
            (true, false) => AnswerOutcome::Uncited,
            (false, _) if self.has_failed => AnswerOutcome::Failed,
            (false, true) => AnswerOutcome::Passages,
            (false, false) => AnswerOutcome::Nothing,
        };
        if !outcome.is_answered() {
            cited.clear();
        }
        self.end(outcome, documents(&cited));
    }

    fn end(&mut self, outcome: AnswerOutcome, cited: Vec<u128>) {
        if std::mem::replace(&mut self.has_ended, true) {
            return;
        }
        let whole_ms = elapsed(self.begun);
        let asks = outcome.is_unanswered() && self.recorder.keeps_texts();
        let answer = AnswerRecord {
            at: now(),
            form: self.asked.form.to_owned(),
            outcome,
            first_ms: self.first_ms,
            whole_ms,
            question: Some(std::mem::take(&mut self.asked.question))
                .filter(|question| asks && !question.is_empty()),
        };
        self.recorder.0.meters.end(&answer);
        self.recorder.keep(Insight::Answer(answer, cited));
        self.text = String::new();
    }
}

impl Drop for Observation {
    fn drop(&mut self) {
        self.end(AnswerOutcome::Cancelled, Vec::new());
    }
}

/// Returns the keys of the documents of these sources. Attached files are not counted.
fn documents(cited: &[String]) -> Vec<u128> {
    let paths = cited.iter().map(|source| source::split(source).0);
    let paths = paths.filter(|path| !path.starts_with(attach::FOLDER));
    let mut keys: Vec<u128> = paths.map(|path| hash(path.as_bytes())).collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}

fn elapsed(begun: Instant) -> i64 {
    i64::try_from(elapsed_ms(begun)).unwrap_or(i64::MAX)
}
