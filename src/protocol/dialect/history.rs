//! The oldest front ends: pairs of `user` and `bot` in a `history`, or a single `question`.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use super::body::RequestContext;
use super::followups::{in_text, leave_out, with_questions};
use super::parts::{AnswerMessage, ErrorBody, values};
use super::sampling::SentSettings;
use super::{AnswerHead, Delivery, Description, Dialect, Encoder, RawRequest, html};
use crate::{Answer, AnswerEvent, ChatRequest, Message, Overrides, ProtocolError, ResponseContext};

/// The form of the demo until early October 2023, and of its sibling in C#.
///
/// The versions of its first year read an answer in two ways: as an `answer` with `thoughts` and `data_points`, or as
/// `choices` with `extra_args`. Requests do not tell them apart, and each version ignores what is meant for the other.
/// All of them look for follow-up questions in the text.
pub struct History;

/// A request body; unknown keys are ignored.
#[derive(Deserialize, ToSchema)]
struct HistoryRequest {
    /// The conversation, oldest first; the last pair has no answer yet.
    #[serde(default)]
    #[schema(required, min_items = 1)]
    history: Vec<HistoryTurn>,
    /// A single question, for `/ask`.
    question: Option<String>,
    #[schema(value_type = Option<Overrides>)]
    overrides: Option<Map<String, Value>>,
    stream: Option<bool>,
}

/// A question and its answer, which is missing from the last turn.
#[derive(Deserialize, ToSchema)]
#[schema(as = history::Pair)]
struct HistoryTurn {
    user: String,
    bot: Option<String>,
}

impl HistoryRequest {
    fn read(body: &Value) -> Result<Self, ProtocolError> {
        Self::deserialize(body).map_err(|_| {
            ProtocolError::refused(
                "history must be a list of objects with \"user\" and \"bot\", \
                 or question a string; overrides must be an object, stream a boolean",
            )
        })
    }

    fn messages(self) -> Vec<Message> {
        let said = self.history.into_iter().flat_map(|pair| {
            let answer = pair.bot.map(Message::assistant);
            std::iter::once(Message::user(pair.user)).chain(answer)
        });
        said.chain(self.question.map(Message::user)).collect()
    }
}

impl Dialect for History {
    fn description(&self) -> Description {
        Description::of::<HistoryAnswer, HistoryLine, ErrorBody>(
            "The form of the demonstration's front ends until October 2023: turns as pairs of `user` and \
             `bot`, or a `question` by itself.",
        )
        .with_request::<HistoryRequest>(json!({
            "history": [{"user": "How much leave do I get?"}],
            "overrides": {"top": 3},
        }))
    }

    fn recognises(&self, raw: &RawRequest<'_>) -> bool {
        let has = |key| raw.body.get(key).is_some();
        (has("history") || has("question")) && !has("messages")
    }

    fn parse(&self, raw: &RawRequest<'_>) -> Result<(ChatRequest, Delivery), ProtocolError> {
        let mut body = HistoryRequest::read(raw.body)?;
        let by_path = raw.delivery() == Delivery::Lines;
        let delivery = Delivery::streamed(by_path || body.stream == Some(true));
        let overrides = body.overrides.take().unwrap_or_default();
        let context = RequestContext::with(snake_case(overrides));
        let settings = context.settings("context", &SentSettings::default())?;
        let mut request = ChatRequest { messages: body.messages(), ..settings };
        if raw.path == "/ask" {
            let proposed = &mut request.overrides.suggest_followup_questions;
            *proposed = proposed.or(Some(false));
        }
        leave_out(&mut request.messages);
        Ok((request, delivery))
    }

    fn encoder(&self, _head: AnswerHead) -> Box<dyn Encoder + Send> {
        Box::new(|event: AnswerEvent| {
            let line = match event {
                AnswerEvent::Grounded(context) => {
                    HistoryLine::of("", Some(HistoryContext::of(&context)))
                }
                AnswerEvent::Delta(text) => HistoryLine::of(text, None),
                AnswerEvent::FollowUps(questions) => HistoryLine::of(in_text(&questions), None),
                AnswerEvent::Failed(error) => return vec![History.error(&error)],
                // Front ends cannot add later findings to an answer.
                AnswerEvent::Step(_)
                | AnswerEvent::Sources(_)
                | AnswerEvent::Remark
                | AnswerEvent::RestsOn(_)
                | AnswerEvent::Audited(_)
                | AnswerEvent::Reported(_)
                | AnswerEvent::Thoughts(_)
                | AnswerEvent::Finished { .. } => return Vec::new(),
            };
            values([line])
        })
    }

    fn whole(&self, _head: &AnswerHead, answer: &Answer) -> Value {
        let questions = answer.context.followup_questions.as_deref();
        let text = with_questions(&answer.text, questions);
        let grounds = HistoryContext::of(&answer.context);
        json!(HistoryAnswer {
            choices: [HistoryAnswerChoice {
                index: 0,
                message: AnswerMessage::new(&text),
                extra_args: grounds.clone(),
            }],
            answer: text,
            grounds,
        })
    }
}

/// Renames overrides to the current names; until October 2023 they were called `semanticRanker` and the like.
fn snake_case(overrides: Map<String, Value>) -> Map<String, Value> {
    let name = |key: String| {
        let parts = key.chars().map(|char| match char {
            'A'..='Z' => format!("_{}", char.to_ascii_lowercase()),
            char => char.to_string(),
        });
        parts.collect()
    };
    let named = overrides.into_iter();
    named.map(|(key, value)| (name(key), value)).collect()
}

/// The basis of an answer.
#[derive(Clone, Serialize, ToSchema)]
#[schema(as = history::Grounds)]
struct HistoryContext {
    data_points: Vec<String>,
    /// A single piece of HTML.
    thoughts: String,
}

impl HistoryContext {
    fn of(context: &ResponseContext) -> Self {
        let points = context.data_points.as_ref();
        Self {
            data_points: points.map_or_else(Vec::new, |points| points.text.clone()),
            thoughts: html::thoughts(&context.thoughts),
        }
    }
}

/// A whole answer, for both ways of reading it.
#[derive(Serialize, ToSchema)]
struct HistoryAnswer {
    answer: String,
    #[serde(flatten)]
    grounds: HistoryContext,
    choices: [HistoryAnswerChoice; 1],
}

/// The only choice of a whole answer.
#[derive(Serialize, ToSchema)]
#[schema(as = history::WholeChoice)]
struct HistoryAnswerChoice {
    index: u32,
    message: AnswerMessage,
    extra_args: HistoryContext,
}

/// A line of a streamed answer. Only the first has the context, and it has no text.
#[derive(Serialize, ToSchema)]
struct HistoryLine {
    #[serde(skip_serializing_if = "Option::is_none")]
    data_points: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    thoughts: Option<String>,
    choices: [HistoryLineChoice; 1],
}

/// The only choice of a line.
#[derive(Serialize, ToSchema)]
#[schema(as = history::LineChoice)]
struct HistoryLineChoice {
    index: u32,
    delta: AnswerMessage,
    #[serde(skip_serializing_if = "Option::is_none")]
    extra_args: Option<HistoryContext>,
}

impl HistoryLine {
    fn of(text: impl Into<String>, grounds: Option<HistoryContext>) -> Self {
        let (data_points, thoughts) =
            grounds.clone().map(|grounds| (grounds.data_points, grounds.thoughts)).unzip();
        Self {
            data_points,
            thoughts,
            choices: [HistoryLineChoice {
                index: 0,
                delta: AnswerMessage::new(text),
                extra_args: grounds,
            }],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(path: &str, body: Value) -> Result<(ChatRequest, Delivery), ProtocolError> {
        let raw = RawRequest { body: &body, ..RawRequest::at(path) };
        assert!(History.recognises(&raw));
        History.parse(&raw)
    }

    #[test]
    fn pairs_are_turns_and_the_last_one_waits() {
        let body = json!({
            "history": [{"user": "a", "bot": "b\n\n<<Why?>>\n"}, {"user": "c"}],
            "overrides": {"top": 3, "semanticRanker": true, "suggestFollowupQuestions": true},
        });
        let (request, delivery) = request("/chat_stream", body).unwrap();
        let expected = [Message::user("a"), Message::assistant("b"), Message::user("c")];
        assert_eq!(request.messages, expected);
        assert_eq!(request.overrides.top, Some(3));
        assert_eq!(request.overrides.semantic_ranker, Some(true));
        assert_eq!(request.overrides.suggest_followup_questions, Some(true));
        assert_eq!(delivery, Delivery::Lines);
    }

    #[test]
    fn a_refusal_names_what_is_wrong() {
        for (body, fault) in [
            (json!({"history": "x"}), "history must be a list"),
            (json!({"question": 7}), "question a string"),
            (
                json!({"question": "x", "overrides": {"top": "x"}}),
                "context.overrides.top must be a number",
            ),
        ] {
            let refusal = request("/ask", body).unwrap_err();
            assert!(refusal.message.contains(fault), "{refusal}");
        }
    }
}
