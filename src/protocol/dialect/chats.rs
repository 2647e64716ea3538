//! The form of the library with a list of conversations: the session is in the context, and follow-up questions are in
//! the text.

use http::StatusCode;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::body::{RequestBody, example};
use super::context::Context;
use super::followups::{in_text, leave_out, with_questions};
use super::parts::{AnswerDelta, AnswerMessage, TextDelta, values};
use super::sdk::{self, Sdk};
use super::{AnswerHead, Delivery, Description, Dialect, Encoder, RawRequest, ServerMemory};
use crate::{Answer, AnswerEvent, ChatRequest, ProtocolError};

/// The form of `serverless-chat-langchainjs`, which uses the protocol's library.
///
/// Since 2026 it sends requests to `/chats`, with its session in `context.sessionId`. Its versions of 2024 use `/chat`,
/// like every page with the library, so they have to name the form, or their server has it as the default. All versions
/// look for follow-up questions only in the text.
pub struct Chats;

/// Paths used by the versions with a list of conversations.
const CHAT_PATHS: [&str; 2] = ["/chats", "/chats/stream"];

impl Dialect for Chats {
    fn description(&self) -> Description {
        Description::of::<ChatsAnswer, ChatsLine, sdk::SdkError>(
            "The library's form with a list of conversations: the session in the context, follow-up \
             questions in the text.",
        )
        .with_request::<RequestBody>(example(json!({"context": {"userId": "ann", "sessionId": ""}})))
    }

    fn recognises(&self, raw: &RawRequest<'_>) -> bool {
        CHAT_PATHS.contains(&raw.path)
    }

    fn may_take(&self, raw: &RawRequest<'_>) -> bool {
        Sdk.recognises(raw) || raw.names_no_form()
    }

    fn parse(&self, raw: &RawRequest<'_>) -> Result<(ChatRequest, Delivery), ProtocolError> {
        let body = RequestBody::read(raw.body)?;
        let session = body.context.as_ref().and_then(|it| it.session.clone());
        let mut request = body.request(raw)?;
        request.session_state = session.filter(|id| id != "");
        leave_out(&mut request.messages);
        if raw.path != "/ask" {
            let proposed = &mut request.overrides.suggest_followup_questions;
            *proposed = proposed.or(Some(true));
        }
        Ok((request, raw.delivery()))
    }

    fn remembers(&self, raw: &RawRequest<'_>) -> ServerMemory {
        // On other paths a front end has no session to return to.
        if CHAT_PATHS.contains(&raw.path) {
            ServerMemory::Conversation
        } else {
            ServerMemory::Nothing
        }
    }

    fn encoder(&self, head: AnswerHead) -> Box<dyn Encoder + Send> {
        Box::new(move |event: AnswerEvent| {
            let text = |content| {
                let delta = TextDelta { content };
                Some(ChatsLine::TextDelta { delta })
            };
            let line = match event {
                AnswerEvent::Delta(piece) => text(piece),
                AnswerEvent::FollowUps(questions) => text(in_text(&questions)),
                AnswerEvent::Failed(error) => return vec![Chats.error(&error)],
                event => Context::part(event).map(|part| ChatsLine::Beside {
                    delta: AnswerDelta::role_only(),
                    context: Box::new(SessionContext::of(&head, part)),
                }),
            };
            values(line)
        })
    }

    fn whole(&self, head: &AnswerHead, answer: &Answer) -> Value {
        let mut context = answer.context.clone();
        let questions = context.followup_questions.take();
        json!(ChatsAnswer {
            message: AnswerMessage::new(with_questions(&answer.text, questions.as_deref())),
            context: SessionContext::of(head, context.into()),
        })
    }

    fn error(&self, error: &ProtocolError) -> Value {
        Sdk.error(error)
    }

    fn status(&self, error: &ProtocolError) -> StatusCode {
        Sdk.status(error)
    }
}

/// A whole answer.
#[derive(Serialize, ToSchema)]
struct ChatsAnswer {
    message: AnswerMessage,
    context: SessionContext,
}

/// A line.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
enum ChatsLine {
    /// A part of the context.
    Beside { delta: AnswerDelta, context: Box<SessionContext> },
    /// A piece of the text.
    TextDelta { delta: TextDelta },
}

/// A part of the context, with the session.
#[derive(Serialize, ToSchema)]
#[schema(as = chats::InSession)]
struct SessionContext {
    /// Id of the stored conversation.
    #[serde(rename = "sessionId", skip_serializing_if = "Option::is_none")]
    session: Option<Value>,
    #[serde(flatten)]
    part: Context,
}

impl SessionContext {
    fn of(head: &AnswerHead, part: Context) -> Self {
        Self { session: head.session_state.clone(), part }
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
        let raw = RawRequest { body: &body, ..RawRequest::at("/chats/stream") };
        assert!(Chats.recognises(&raw));
        let (request, delivery) = Chats.parse(&raw).unwrap();
        assert_eq!(request.messages[1].content, "b");
        assert_eq!(request.messages[2].content, "<<e>>");
        assert_eq!(request.session_state, Some(json!("7")));
        assert_eq!(request.overrides.suggest_followup_questions, Some(true));
        assert_eq!(delivery, Delivery::Lines);
    }
}
