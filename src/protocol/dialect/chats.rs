//! The library's form with a list of conversations: the session in the context, follow-up questions in
//! the text.

use serde::Serialize;
use serde_json::{Value, json};

use super::body::Body;
use super::context::added;
use super::followups::{in_text, with_questions};
use super::sdk::Sdk;
use super::{AnswerHead, Asked, Delivery, Dialect, Encoder, Framing, Remembers};
use crate::protocol::{Answer, AnswerEvent, ChatRequest, ProtocolError, Role};
use crate::text::followup::Cutter;

/// The form of `serverless-chat-langchainjs`, which asks by the protocol's library.
///
/// Since 2026 it asks at `/chats`, and its session is `context.sessionId`. Its editions of 2024 ask at
/// `/chat` as any page with the library does, so that they name the form, or their server does. All of
/// them find follow-up questions in the text alone.
pub struct Chats;

/// Where the editions with a list of conversations ask.
const PATHS: [&str; 2] = ["/chats", "/chats/stream"];

impl Dialect for Chats {
    fn name(&self) -> &'static str {
        "chats"
    }

    fn recognises(&self, asked: &Asked<'_>) -> bool {
        PATHS.contains(&asked.path)
    }

    fn may_take(&self, asked: &Asked<'_>) -> bool {
        Sdk.recognises(asked) || asked.tells_nothing()
    }

    fn parse(&self, asked: &Asked<'_>) -> Result<(ChatRequest, Delivery), ProtocolError> {
        let mut request = Body::read(asked.body)?.request(asked)?;
        let session = asked.body.pointer("/context/sessionId").cloned();
        request.session_state = session.filter(|id| id != "");
        let answers = request.messages.iter_mut();
        for answer in answers.filter(|message| message.role == Role::Assistant) {
            answer.content = without_questions(&answer.content);
        }
        if asked.path != "/ask" {
            let proposed = &mut request.overrides.suggest_followup_questions;
            *proposed = proposed.or(Some(true));
        }
        Ok((request, asked.delivery()))
    }

    fn remembers(&self, asked: &Asked<'_>) -> Remembers {
        // Elsewhere there is no session that a front end could come back to.
        if PATHS.contains(&asked.path) {
            Remembers::Conversation
        } else {
            Remembers::Nothing
        }
    }

    fn framing(&self) -> Framing {
        Sdk.framing()
    }

    fn encoder(&self, head: AnswerHead) -> Box<dyn Encoder + Send> {
        Box::new(Lines { head })
    }

    fn whole(&self, head: &AnswerHead, answer: &Answer) -> Value {
        let mut context = answer.context.clone();
        let questions = context.followup_questions.take();
        json!(Whole {
            message: Said {
                role: Some("assistant"),
                content: Some(&with_questions(&answer.text, questions.as_deref())),
            },
            context: Context::of(head, json!(context)),
        })
    }

    fn error(&self, error: &ProtocolError) -> Value {
        Sdk.error(error)
    }

    fn status(&self, error: &ProtocolError) -> u16 {
        Sdk.status(error)
    }
}

/// An answer as it was written, without the questions that were proposed behind it.
fn without_questions(answer: &str) -> String {
    let mut cutter = Cutter::default();
    let shown = cutter.push(answer);
    shown + &cutter.finish().0
}

/// A whole answer.
#[derive(Serialize)]
struct Whole<'a> {
    message: Said<'a>,
    context: Context<'a>,
}

/// A line of a streamed answer.
#[derive(Serialize)]
struct Line<'a> {
    delta: Said<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    context: Option<Context<'a>>,
}

/// What is said, or the next piece of it.
#[derive(Default, Serialize)]
struct Said<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<&'a str>,
}

/// A part of the context, with the session in it.
#[derive(Serialize)]
struct Context<'a> {
    #[serde(rename = "sessionId", skip_serializing_if = "Option::is_none")]
    session: Option<&'a Value>,
    #[serde(flatten)]
    part: Value,
}

impl<'a> Context<'a> {
    fn of(head: &'a AnswerHead, part: Value) -> Self {
        Self {
            session: head.session_state.as_ref(),
            part,
        }
    }
}

/// The lines of one answer.
struct Lines {
    head: AnswerHead,
}

impl Lines {
    fn context(&self, part: Value) -> Value {
        json!(Line {
            delta: Said {
                role: Some("assistant"),
                ..Said::default()
            },
            context: Some(Context::of(&self.head, part)),
        })
    }
}

fn text(piece: &str) -> Value {
    json!(Line {
        delta: Said {
            content: Some(piece),
            ..Said::default()
        },
        context: None,
    })
}

impl Encoder for Lines {
    fn lines(&mut self, event: AnswerEvent) -> Vec<Value> {
        match event {
            AnswerEvent::Grounded(context) => vec![self.context(json!(context))],
            AnswerEvent::Delta(piece) => vec![text(&piece)],
            AnswerEvent::FollowUps(questions) => vec![text(&in_text(&questions))],
            AnswerEvent::Failed(error) => vec![Chats.error(&error)],
            later => added(&later)
                .map(|part| self.context(part))
                .into_iter()
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proposed_questions_are_no_part_of_an_earlier_answer() {
        let body = json!({
            "messages": [
                {"role": "user", "content": "a"},
                {"role": "assistant", "content": "b\n\n<<Why c?>>\n<<Why d?>>\n"},
                {"role": "user", "content": "<<e>>"},
            ],
            "context": {"userId": "ann", "sessionId": "7"},
        });
        let asked = Asked {
            body: &body,
            ..Asked::at("/chats/stream")
        };
        assert!(Chats.recognises(&asked));
        let (request, delivery) = Chats.parse(&asked).unwrap();
        assert_eq!(request.messages[1].content, "b");
        assert_eq!(request.messages[2].content, "<<e>>");
        assert_eq!(request.session_state, Some(json!("7")));
        assert_eq!(request.overrides.suggest_followup_questions, Some(true));
        assert_eq!(delivery, Delivery::Lines);
    }
}
