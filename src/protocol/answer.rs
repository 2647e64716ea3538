//! A whole answer, collected from its events.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    AnswerEvent, FinishReason, ModelReport, ProtocolError, ResponseContext, RestsOn, Thought,
    TokenUsage,
};

/// Model name where passages are shown and no model writes.
pub const NO_MODEL: &str = "passages";

/// The same in answers that were stored by earlier versions.
const FORMER_NO_MODEL: &str = "quotations";

/// A whole answer, for clients that do not stream and for the state of the page.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The Markdown text so far.
    pub text: String,
    /// Data points, thoughts and follow-up questions so far.
    pub context: ResponseContext,
    /// The finish reason, once the text has ended.
    pub finish: Option<FinishReason>,
    /// Name of the model, once known.
    pub model: String,
    /// Token usage, if reported.
    pub usage: Option<TokenUsage>,
    /// Further data reported by the model's provider.
    #[serde(default)]
    pub report: ModelReport,
    /// The error that ended the answer, if any.
    pub error: Option<ProtocolError>,
    /// The basis of the answer; `None` if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rests_on: Option<RestsOn>,
}

impl Answer {
    /// Returns the sources that the answer may cite.
    pub fn sources(&self) -> &[String] {
        self.context.data_points.as_ref().map_or(&[], |points| &points.citations)
    }

    /// Returns true if no model wrote the answer: its text is that of passages.
    pub fn is_quoted(&self) -> bool {
        [NO_MODEL, FORMER_NO_MODEL].contains(&self.model.as_str())
    }

    /// Leaves only a line of each raw result and prompt, which repeat the passages.
    #[must_use]
    pub fn without_results(mut self) -> Self {
        for thought in &mut self.context.thoughts {
            match &thought.description {
                Value::Array(items) => {
                    thought.description = items.iter().map(Thought::line).collect();
                }
                Value::Object(_) => thought.description = Value::Null,
                _ => {}
            }
        }
        self
    }

    /// Applies the next event.
    pub fn apply(&mut self, event: AnswerEvent) {
        match event {
            AnswerEvent::Step(step) => self.context.thoughts.push(step),
            AnswerEvent::Grounded(context) => self.context = *context,
            AnswerEvent::Sources(context) => {
                self.context.data_points = context.data_points;
                self.context.found = context.found;
            }
            AnswerEvent::Remark => {
                self.text.clear();
                self.context.audit = None;
            }
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn of_raw_results_a_line_each_is_left() {
        let results = json!([{"sourcepage": "a.md", "content": "Long."}]);
        let thoughts = vec![Thought::new("Results", results), Thought::new("Query", "leave")];
        let context = ResponseContext { thoughts, ..ResponseContext::default() };
        let answer = Answer { context, ..Answer::default() }.without_results();
        let left = answer.context.thoughts.iter().map(|thought| &thought.description);
        assert_eq!(left.collect::<Vec<_>>(), [&json!(["a.md"]), &json!("leave")]);
        assert_eq!(answer.clone().without_results(), answer);
    }
}
