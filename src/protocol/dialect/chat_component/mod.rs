//! The web component's form: `choices` with the context inside, and follow-up questions within the text.

use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::body::{RequestBody, example};
use super::completion::{AnswerChoice, Chunk, ChunkChoice, Completion};
use super::followups::{leave_out, with_questions};
use super::parts::{AnswerDelta, AnswerMessage, values};
use super::{AnswerHead, Delivery, Description, Dialect, Encoder, RawRequest, html};
use crate::{Answer, AnswerEvent, ChatRequest, ModelReport, ProtocolError, ResponseContext};

mod digits;
mod pieces;
mod whole;

use digits::DigitsEncoder;

/// Approaches that the component can request; all questions are answered in the same way.
const APPROACHES: [&str; 3] = ["rrr", "rtr", "rda"];

/// Settings that the component puts at the top level of the context, where other clients have `overrides`.
const SETTINGS: &str = "\
    retrieval_mode semantic_ranker semantic_captions suggest_followup_questions top temperature \
    prompt_template exclude_category";

/// The form of the `chat-component` and its back end for Node.
///
/// The component looks for follow-up questions within the text, between `<<` and `>>`. It ignores the HTTP status while
/// streaming, so errors carry their own.
///
/// The released component does not show every streamed answer completely. It takes each piece of text with a digit for
/// the number of a list item and drops it: "$2,000" becomes "$,", and a citation with a page breaks apart. (Its own
/// back end cites whole files.) So digits are sent as look-alike signs, and citations without their page. In an answer
/// that is not streamed, the component takes what follows a colon for steps, so colons are sent as look-alikes too.
/// Copied text contains these signs; an operator can turn them off.
pub struct ChatComponent {
    /// True to send digits as look-alike signs.
    pub digits: bool,
}

/// The context, as the component reads it.
#[derive(Serialize, ToSchema)]
#[schema(as = chat_component::Context)]
struct ComponentContext {
    data_points: ComponentDataPoints,
    /// A single piece of HTML.
    thoughts: String,
}

/// The retrieved passages.
#[derive(Serialize, ToSchema)]
#[schema(as = chat_component::Points)]
struct ComponentDataPoints {
    text: Vec<String>,
}

/// An answer and its context.
#[derive(Serialize, ToSchema)]
#[schema(as = chat_component::Message)]
struct ComponentMessage {
    #[serde(flatten)]
    said: AnswerMessage,
    context: ComponentContext,
}

/// A piece of the text. The first one is empty and has the context.
#[derive(Default, Serialize, ToSchema)]
#[schema(as = chat_component::Delta)]
struct ComponentDelta {
    #[serde(flatten)]
    piece: AnswerDelta,
    #[serde(skip_serializing_if = "Option::is_none")]
    context: Option<ComponentContext>,
}

/// An error with its own status code.
#[derive(Serialize, ToSchema)]
struct ComponentError {
    #[serde(rename = "statusCode")]
    status: u16,
    /// Reason phrase of the status.
    error: String,
    message: String,
}

impl Dialect for ChatComponent {
    fn description(&self) -> Description {
        let summary = if self.digits {
            "The form of the web component in signs that it shows: look-alikes of digits, and whole \
             files as sources."
        } else {
            "The form of the web component: settings right inside the context, follow-up questions in \
             the text."
        };
        Description::of::<
            Completion<AnswerChoice<ComponentMessage>>,
            Chunk<ChunkChoice<ComponentDelta>>,
            ComponentError,
        >(summary)
        .with_request::<RequestBody>(example(
            json!({"context": {"approach": "rrr"}, "stream": false}),
        ))
    }

    fn recognises(&self, raw: &RawRequest<'_>) -> bool {
        let Some(context) = raw.body.get("context").and_then(Value::as_object) else {
            return false;
        };
        let flat = SETTINGS.split(' ').any(|key| context.contains_key(key));
        let streams = raw.body.get("stream").is_some_and(|it| !it.is_null());
        !context.contains_key("overrides") && (context.contains_key("approach") || flat && streams)
    }

    fn parse(&self, raw: &RawRequest<'_>) -> Result<(ChatRequest, Delivery), ProtocolError> {
        let body = RequestBody::read(raw.body)?;
        check_approach(body.context.as_ref().and_then(|it| it.approach.as_ref()))?;
        let delivery = Delivery::streamed(body.stream().unwrap_or_default());
        let mut request = body.request(raw)?;
        if self.digits {
            whole::restore(&mut request.messages);
        } else {
            leave_out(&mut request.messages);
        }
        if raw.path != "/ask" {
            // The component expects follow-up questions unless it turns them off.
            let proposed = &mut request.overrides.suggest_followup_questions;
            *proposed = proposed.or(Some(true));
        }
        Ok((request, delivery))
    }

    fn encoder(&self, head: AnswerHead) -> Box<dyn Encoder + Send> {
        let chunks = ComponentEncoder { head };
        if self.digits { Box::new(DigitsEncoder::new(chunks)) } else { Box::new(chunks) }
    }

    fn whole(&self, head: &AnswerHead, answer: &Answer) -> Value {
        let questions = answer.context.followup_questions.as_deref();
        let text =
            if self.digits { whole::text(answer) } else { with_questions(&answer.text, questions) };
        let message = ComponentMessage {
            said: AnswerMessage::new(text),
            context: ComponentContext::of(&answer.context),
        };
        json!(Completion::of(head, answer, AnswerChoice::of(message, answer)))
    }

    fn error(&self, error: &ProtocolError) -> Value {
        error_value(error)
    }
}

fn error_value(error: &ProtocolError) -> Value {
    let status = error.status();
    json!(ComponentError {
        status: status.as_u16(),
        error: status.canonical_reason().unwrap_or_default().to_owned(),
        message: error.message.clone(),
    })
}

/// Rejects an unknown approach, worded like the back end for Node.
fn check_approach(approach: Option<&Value>) -> Result<(), ProtocolError> {
    match approach {
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

impl ComponentContext {
    fn of(context: &ResponseContext) -> Self {
        let points = context.data_points.as_ref();
        Self {
            data_points: ComponentDataPoints {
                text: points.map_or_else(Vec::new, |points| points.text.clone()),
            },
            thoughts: html::thoughts(&context.thoughts),
        }
    }
}

impl ComponentDelta {
    fn text(text: impl Into<String>) -> Self {
        Self { piece: AnswerDelta::text(text), context: None }
    }

    /// Returns a question between its marks. The component counts questions by the second mark.
    fn question(question: &str) -> impl Iterator<Item = Self> {
        let pieces = pieces::of(question).into_iter();
        let marked = std::iter::once("<<").chain(pieces).chain([">>\n"]);
        marked.map(Self::text)
    }

    fn questions(questions: &[String]) -> Vec<Self> {
        if questions.is_empty() {
            return Vec::new();
        }
        let marked = questions.iter().flat_map(|it| Self::question(it));
        std::iter::once(Self::text("\n\n")).chain(marked).collect()
    }
}

/// Encodes the chunks of one answer.
struct ComponentEncoder {
    head: AnswerHead,
}

impl ComponentEncoder {
    fn parts(&self, parts: impl IntoIterator<Item = ChunkChoice<ComponentDelta>>) -> Vec<Value> {
        values(parts.into_iter().map(|part| Chunk::of(&self.head, part)))
    }
}

impl Encoder for ComponentEncoder {
    fn lines(&mut self, event: AnswerEvent) -> Vec<Value> {
        let deltas = match event {
            AnswerEvent::Grounded(grounds) => {
                vec![ComponentDelta {
                    piece: AnswerDelta::role_and_empty_text(),
                    context: Some(ComponentContext::of(&grounds)),
                }]
            }
            AnswerEvent::Delta(text) => {
                pieces::of(&text).into_iter().map(ComponentDelta::text).collect()
            }
            AnswerEvent::FollowUps(questions) => ComponentDelta::questions(&questions),
            // A second context would replace the data points.
            AnswerEvent::Step(_)
            | AnswerEvent::Sources(_)
            | AnswerEvent::Remark
            | AnswerEvent::RestsOn(_)
            | AnswerEvent::Audited(_)
            | AnswerEvent::Reported(_)
            | AnswerEvent::Thoughts(_) => Vec::new(),
            AnswerEvent::Finished { reason, .. } => {
                return self.parts([ChunkChoice::last(reason, &ModelReport::default())]);
            }
            AnswerEvent::Failed(error) => return vec![error_value(&error)],
        };
        self.parts(deltas.into_iter().map(ChunkChoice::of))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_approach_is_refused() {
        let body = json!({"messages": [], "context": {"approach": "xyz"}});
        let raw = RawRequest { body: &body, ..RawRequest::at("/chat") };
        let refusal = ChatComponent { digits: false }.parse(&raw).unwrap_err();
        assert_eq!(
            error_value(&refusal),
            json!({
                "statusCode": 400,
                "error": "Bad Request",
                "message": "Chat approach \"xyz\" is unknown or not implemented.",
            })
        );
    }

    #[test]
    fn single_questions_get_further_ones_only_if_they_ask_for_them() {
        let message = json!([{"role": "user", "content": "x"}]);
        let silent = json!({"messages": message});
        let asking = json!({"messages": message, "context": {"suggest_followup_questions": true}});
        for (path, body, proposed) in
            [("/chat", &silent, true), ("/ask", &silent, false), ("/ask", &asking, true)]
        {
            let raw = RawRequest { body, ..RawRequest::at(path) };
            let (request, _) = ChatComponent { digits: false }.parse(&raw).unwrap();
            assert_eq!(request.overrides.suggest_followup_questions, Some(proposed));
        }
    }
}
