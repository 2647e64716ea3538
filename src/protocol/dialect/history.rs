//! The oldest front ends: pairs of `user` and `bot` in a `history`, or a `question` by itself.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::body;
use super::followups::{in_text, with_questions};
use super::html;
use super::{AnswerHead, Asked, Delivery, Dialect, Encoder, Framing};
use crate::protocol::{
    Answer, AnswerEvent, ChatRequest, Message, ProtocolError, ResponseContext, Thought,
};

/// The form of the demonstration until the beginning of October 2023, and of its sibling in C#.
///
/// The editions of its first year read an answer in two ways: as an `answer` beside its `thoughts` and
/// `data_points`, and as `choices` with `extra_args`. Nothing in a request tells them apart, and each
/// reads past what is meant for the other. All of them look for follow-up questions in the text.
pub struct History;

/// A body; unknown keys are ignored.
#[derive(Deserialize)]
struct Body {
    #[serde(default)]
    history: Vec<Pair>,
    #[serde(default)]
    question: Option<String>,
    #[serde(default)]
    overrides: Option<Map<String, Value>>,
    #[serde(default)]
    stream: Option<bool>,
}

/// A question with its answer, which the last one waits for.
#[derive(Deserialize)]
struct Pair {
    user: String,
    #[serde(default)]
    bot: Option<String>,
}

impl Body {
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
    fn name(&self) -> &'static str {
        "history"
    }

    fn recognises(&self, asked: &Asked<'_>) -> bool {
        let has = |key| asked.body.get(key).is_some();
        (has("history") || has("question")) && !has("messages")
    }

    fn parse(&self, asked: &Asked<'_>) -> Result<(ChatRequest, Delivery), ProtocolError> {
        let mut body = Body::read(asked.body)?;
        let by_path = asked.delivery() == Delivery::Lines;
        let delivery = Delivery::streamed(by_path || body.stream == Some(true));
        let overrides = body.overrides.take().unwrap_or_default();
        let context = Map::from_iter([("overrides".to_owned(), snake_case(overrides).into())]);
        let mut overrides = body::overrides(context)?;
        if asked.path == "/ask" {
            overrides.suggest_followup_questions = Some(false);
        }
        let request = ChatRequest {
            messages: body.messages(),
            overrides,
            session_state: None,
        };
        Ok((request, delivery))
    }

    fn framing(&self) -> Framing {
        Framing::Lines("application/json-lines")
    }

    fn encoder(&self, _head: AnswerHead) -> Box<dyn Encoder + Send> {
        Box::new(Lines)
    }

    fn whole(&self, _head: &AnswerHead, answer: &Answer) -> Value {
        let questions = answer.context.followup_questions.as_deref();
        let text = with_questions(&answer.text, questions);
        let grounds = Grounds::of(&answer.context);
        json!(Whole {
            choices: [WholeChoice {
                index: 0,
                message: Said {
                    role: "assistant",
                    content: &text,
                },
                extra_args: &grounds,
            }],
            answer: &text,
            grounds: &grounds,
        })
    }

    fn error(&self, error: &ProtocolError) -> Value {
        json!({"error": error.message})
    }
}

/// Overrides under the names of today: until October 2023 they were `semanticRanker` and the like.
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

/// What an answer stands on.
#[derive(Serialize)]
struct Grounds<'a> {
    data_points: &'a [String],
    thoughts: String,
}

impl<'a> Grounds<'a> {
    fn of(context: &'a ResponseContext) -> Self {
        let points = context.data_points.as_ref();
        let thoughts: &[Thought] = &context.thoughts;
        Self {
            data_points: points.map_or(&[], |points| points.text.as_slice()),
            thoughts: html::thoughts(thoughts),
        }
    }
}

/// A whole answer, as both ways of reading have it.
#[derive(Serialize)]
struct Whole<'a> {
    answer: &'a str,
    #[serde(flatten)]
    grounds: &'a Grounds<'a>,
    choices: [WholeChoice<'a>; 1],
}

/// The only choice of a whole answer.
#[derive(Serialize)]
struct WholeChoice<'a> {
    index: u32,
    message: Said<'a>,
    extra_args: &'a Grounds<'a>,
}

/// What is said, or the next piece of it.
#[derive(Serialize)]
struct Said<'a> {
    role: &'static str,
    content: &'a str,
}

/// A line of a streamed answer; the first alone has the grounds, and no text.
#[derive(Serialize)]
struct Line<'a> {
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    grounds: Option<&'a Grounds<'a>>,
    choices: [LineChoice<'a>; 1],
}

/// The only choice of a line.
#[derive(Serialize)]
struct LineChoice<'a> {
    index: u32,
    delta: Said<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    extra_args: Option<&'a Grounds<'a>>,
}

/// The lines of one answer. What is known later cannot be added to what a front end has.
struct Lines;

fn line(text: &str, grounds: Option<&Grounds<'_>>) -> Vec<Value> {
    vec![json!(Line {
        grounds,
        choices: [LineChoice {
            index: 0,
            delta: Said {
                role: "assistant",
                content: text,
            },
            extra_args: grounds,
        }],
    })]
}

impl Encoder for Lines {
    fn lines(&mut self, event: AnswerEvent) -> Vec<Value> {
        match event {
            AnswerEvent::Grounded(context) => line("", Some(&Grounds::of(&context))),
            AnswerEvent::Delta(text) => line(&text, None),
            AnswerEvent::FollowUps(questions) => line(&in_text(&questions), None),
            AnswerEvent::Failed(error) => vec![History.error(&error)],
            AnswerEvent::Audited(_)
            | AnswerEvent::Reported(_)
            | AnswerEvent::Thoughts(_)
            | AnswerEvent::Finished { .. } => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(path: &str, body: Value) -> Result<(ChatRequest, Delivery), ProtocolError> {
        let asked = Asked {
            body: &body,
            ..Asked::at(path)
        };
        assert!(History.recognises(&asked));
        History.parse(&asked)
    }

    #[test]
    fn pairs_are_turns_and_the_last_one_waits() {
        let body = json!({
            "history": [{"user": "a", "bot": "b"}, {"user": "c"}],
            "overrides": {"top": 3, "semanticRanker": true, "suggestFollowupQuestions": true},
        });
        let (request, delivery) = request("/chat_stream", body).unwrap();
        let expected = [
            Message::user("a"),
            Message::assistant("b"),
            Message::user("c"),
        ];
        assert_eq!(request.messages, expected);
        assert_eq!(request.overrides.top, Some(3));
        assert_eq!(request.overrides.semantic_ranker, Some(true));
        assert_eq!(request.overrides.suggest_followup_questions, Some(true));
        assert_eq!(delivery, Delivery::Lines);
    }

    #[test]
    fn a_refusal_names_what_is_wrong() {
        for (body, told) in [
            (json!({"history": "x"}), "history must be a list"),
            (json!({"question": 7}), "question a string"),
            (
                json!({"question": "x", "overrides": {"top": "x"}}),
                "context.overrides.top must be a number",
            ),
        ] {
            let refusal = request("/ask", body).unwrap_err();
            assert!(refusal.message.contains(told), "{refusal}");
        }
    }
}
