//! A whole answer, gathered from its events.

use serde::{Deserialize, Serialize};

use super::confidence::Outcome;
use super::{
    AnswerEvent, FinishReason, ModelReport, ProtocolError, ResponseContext, RestsOn, TokenUsage,
};

/// The model's name for answers that quote.
pub const NO_MODEL: &str = "quotations";

/// A whole answer, for clients that do not stream and for the page's state.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The Markdown so far.
    pub text: String,
    /// Data points, thoughts and follow-up questions so far.
    pub context: ResponseContext,
    /// The finish reason, once the text has ended.
    pub finish: Option<FinishReason>,
    /// The model's name, once known.
    pub model: String,
    /// Token use, where reported.
    pub usage: Option<TokenUsage>,
    /// The report of the model's provider on it.
    #[serde(default)]
    pub report: ModelReport,
    /// The error that broke the answer off, if any.
    pub error: Option<ProtocolError>,
    /// Its basis; `None` if nobody knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rests_on: Option<RestsOn>,
}

impl Answer {
    /// The sources that it may cite.
    pub fn sources(&self) -> &[String] {
        self.context.data_points.as_ref().map_or(&[], |points| &points.citations)
    }

    /// True if no model wrote it: it quotes passages word for word.
    pub fn is_quoted(&self) -> bool {
        self.model == NO_MODEL
    }

    /// True unless the documents may not answer: then the nearest passages are cited as such.
    pub fn is_answered(&self) -> bool {
        let outcome = self.context.confidence.map(|confidence| confidence.outcome);
        outcome.is_none_or(|outcome| outcome == Outcome::Answered)
    }

    /// The answer without the parts that hold its passages once more: raw results and prompts.
    #[must_use]
    pub fn without_results(mut self) -> Self {
        for thought in &mut self.context.thoughts {
            if thought.description.is_array() || thought.description.is_object() {
                thought.description = serde_json::Value::Null;
            }
        }
        self
    }

    /// Takes in the next event.
    pub fn apply(&mut self, event: AnswerEvent) {
        match event {
            AnswerEvent::Step(step) => self.context.thoughts.push(step.thought()),
            AnswerEvent::Grounded(context) => self.context = *context,
            AnswerEvent::RestsOn(rests_on) => self.rests_on = Some(rests_on),
            AnswerEvent::Delta(text) => self.text.push_str(&text),
            AnswerEvent::FollowUps(questions) => {
                self.context.followup_questions = Some(questions);
            }
            AnswerEvent::Audited(audit) => self.context.audit = Some(audit),
            AnswerEvent::Reported(report) => self.report = *report,
            AnswerEvent::Thoughts(thoughts) => self.context.thoughts = thoughts,
            AnswerEvent::Finished { reason, model, usage } => {
                self.finish = Some(reason);
                self.model = model;
                self.usage = usage;
            }
            AnswerEvent::Failed(error) => self.error = Some(error),
        }
    }
}

impl FromIterator<AnswerEvent> for Answer {
    fn from_iter<I: IntoIterator<Item = AnswerEvent>>(events: I) -> Self {
        let mut answer = Self::default();
        events.into_iter().for_each(|event| answer.apply(event));
        answer
    }
}
