//! The web component's form: `choices` with the context inside, and follow-up questions in the text.

use serde_json::{Map, Value, json};

use super::body::Body;
use super::followups::with_questions;
use super::html;
use super::{AnswerHead, Asked, Delivery, Dialect, Encoder, Framing};
use crate::protocol::{
    Answer, AnswerEvent, ChatRequest, FinishReason, ProtocolError, ResponseContext,
};

mod digits;
mod pieces;

pub use digits::ChatComponentDigits;

/// The approaches that the component can name; every question is answered alike.
const APPROACHES: [&str; 3] = ["rrr", "rtr", "rda"];

/// Settings that the component puts right into the context; other clients have `overrides` there.
const SETTINGS: [&str; 8] = [
    "retrieval_mode",
    "semantic_ranker",
    "semantic_captions",
    "suggest_followup_questions",
    "top",
    "temperature",
    "prompt_template",
    "exclude_category",
];

/// The form of the `chat-component` and its back end for Node.
///
/// The component looks for follow-up questions in the text, between `<<` and `>>`, and never at a status
/// while it streams, so that errors hold their own.
pub struct ChatComponent;

impl Dialect for ChatComponent {
    fn name(&self) -> &'static str {
        "chat_component"
    }

    fn recognises(&self, asked: &Asked<'_>) -> bool {
        let Some(context) = asked.body.get("context").and_then(Value::as_object) else {
            return false;
        };
        let flat = SETTINGS.iter().any(|key| context.contains_key(*key));
        let streams = asked.body.get("stream").is_some_and(|it| !it.is_null());
        !context.contains_key("overrides") && (context.contains_key("approach") || flat && streams)
    }

    fn parse(&self, asked: &Asked<'_>) -> Result<(ChatRequest, Delivery), ProtocolError> {
        let context = asked.body.get("context").and_then(Value::as_object);
        check_approach(context)?;
        let body = Body::read(asked.body)?;
        let delivery = Delivery::streamed(body.stream().unwrap_or_default());
        let mut request = body.request(asked)?;
        if asked.path != "/ask" {
            // The component counts on them unless it switches them off.
            let proposed = &mut request.overrides.suggest_followup_questions;
            *proposed = proposed.or(Some(true));
        }
        Ok((request, delivery))
    }

    fn framing(&self) -> Framing {
        Framing::Lines("application/x-ndjson")
    }

    fn encoder(&self, head: AnswerHead) -> Box<dyn Encoder + Send> {
        Box::new(Chunks::new(head))
    }

    fn whole(&self, head: &AnswerHead, answer: &Answer) -> Value {
        let questions = answer.context.followup_questions.as_deref();
        let message = json!({
            "role": "assistant",
            "content": with_questions(&answer.text, questions),
            "context": context(&answer.context),
        });
        let choice = json!({
            "index": 0,
            "message": message,
            "finish_reason": answer.finish.unwrap_or(FinishReason::Stop),
        });
        super::choices::completion(head, answer, &choice)
    }

    fn error(&self, error: &ProtocolError) -> Value {
        json!({
            "statusCode": error.status(),
            "error": error.kind.reason(),
            "message": error.message,
        })
    }
}

/// Refuses an approach that there is none of, in the words of the back end for Node.
fn check_approach(context: Option<&Map<String, Value>>) -> Result<(), ProtocolError> {
    match context.and_then(|context| context.get("approach")) {
        None | Some(Value::Null) => Ok(()),
        Some(Value::String(name)) if APPROACHES.contains(&name.as_str()) => Ok(()),
        Some(other) => {
            let name = other.as_str().map_or(other.to_string(), str::to_owned);
            Err(ProtocolError::refused(format!(
                "Chat approach \"{name}\" is unknown or not implemented."
            )))
        }
    }
}

/// The context as the component reads it: `thoughts` are one piece of HTML.
fn context(context: &ResponseContext) -> Value {
    let points = context.data_points.as_ref();
    let text = points.map(|points| points.text.as_slice());
    json!({
        "data_points": {"text": text.unwrap_or_default()},
        "thoughts": html::thoughts(&context.thoughts),
    })
}

/// The chunks of one answer.
pub(super) struct Chunks {
    head: AnswerHead,
}

impl Chunks {
    /// Starts an answer.
    pub(super) fn new(head: AnswerHead) -> Self {
        Self { head }
    }

    fn chunk(&self, delta: &Value, reason: Option<FinishReason>) -> Value {
        let choice = json!({"index": 0, "delta": delta, "finish_reason": reason});
        super::choices::chunk(&self.head, &choice)
    }

    fn text(&self, piece: &str) -> Value {
        self.chunk(&json!({"content": piece}), None)
    }

    /// A question with its marks: the component counts questions by the second one.
    fn question(&self, question: &str) -> Vec<Value> {
        let mut chunks = vec![self.text("<<")];
        chunks.extend(pieces::of(question).into_iter().map(|it| self.text(it)));
        chunks.push(self.text(">>\n"));
        chunks
    }

    fn questions(&self, questions: &[String]) -> Vec<Value> {
        if questions.is_empty() {
            return Vec::new();
        }
        let marked = questions.iter().flat_map(|it| self.question(it));
        std::iter::once(self.text("\n\n")).chain(marked).collect()
    }
}

impl Encoder for Chunks {
    fn lines(&mut self, event: AnswerEvent) -> Vec<Value> {
        match event {
            AnswerEvent::Grounded(grounds) => {
                let delta =
                    json!({"role": "assistant", "content": "", "context": context(&grounds)});
                vec![self.chunk(&delta, None)]
            }
            AnswerEvent::Delta(text) => {
                let pieces = pieces::of(&text).into_iter();
                pieces.map(|piece| self.text(piece)).collect()
            }
            AnswerEvent::FollowUps(questions) => self.questions(&questions),
            // A second context would replace the data points.
            AnswerEvent::Audited(_) | AnswerEvent::Reported(_) | AnswerEvent::Thoughts(_) => {
                Vec::new()
            }
            AnswerEvent::Finished { reason, .. } => vec![self.chunk(&json!({}), Some(reason))],
            AnswerEvent::Failed(error) => vec![ChatComponent.error(&error)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_approach_is_refused() {
        let body = json!({"messages": [], "context": {"approach": "xyz"}});
        let asked = Asked {
            body: &body,
            ..Asked::at("/chat")
        };
        let refusal = ChatComponent.parse(&asked).unwrap_err();
        assert_eq!(
            ChatComponent.error(&refusal),
            json!({
                "statusCode": 400,
                "error": "Bad Request",
                "message": "Chat approach \"xyz\" is unknown or not implemented.",
            })
        );
    }

    #[test]
    fn follow_up_questions_are_off_for_single_questions() {
        let body = json!({"messages": [{"role": "user", "content": "x"}]});
        for (path, proposed) in [("/chat", true), ("/ask", false)] {
            let asked = Asked {
                body: &body,
                ..Asked::at(path)
            };
            let (request, _) = ChatComponent.parse(&asked).unwrap();
            assert_eq!(request.overrides.suggest_followup_questions, Some(proposed));
        }
    }
}
