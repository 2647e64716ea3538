//! The page as a plain form: asking without scripts.

use axum::Form;
use axum::body::Body;
use axum::extract::{FromRequest, Request, State};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use http::{Method, StatusCode, header};
use leptos::prelude::provide_context;
use serde::Deserialize;

use super::router::provide_services;
use super::state::AppState;
use crate::api::codec::AnswerStream;
use crate::api::posted::{Posted, PostedTurn};
use crate::protocol::{Answer, ChatRequest, Message, ProtocolError, Role};
use crate::rag::chat;

/// The fields of the form.
#[derive(Deserialize)]
pub(super) struct Fields {
    /// What is asked.
    #[serde(default)]
    question: String,
    /// A question that the page has proposed; it is asked where it is sent.
    #[serde(default)]
    suggestion: String,
    /// The earlier messages as JSON: a list of `{role, content}`, oldest first.
    #[serde(default)]
    conversation: String,
}

impl Fields {
    /// The fields with the chosen suggestion as the question.
    fn chosen(mut self) -> Self {
        if !self.suggestion.is_empty() {
            self.question = std::mem::take(&mut self.suggestion);
        }
        self
    }
}

/// `POST /`: answers the question and renders the page with the whole conversation.
pub(super) async fn ask(State(state): State<AppState>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    // A form of another site may not spend this one's model.
    if parts
        .headers
        .get("sec-fetch-site")
        .is_some_and(|site| site == "cross-site")
    {
        return (StatusCode::FORBIDDEN, "Ask from this site's own page.").into_response();
    }
    let form = Request::from_parts(parts.clone(), body);
    let fields = match Form::<Fields>::from_request(form, &()).await {
        Ok(Form(fields)) => fields.chosen(),
        Err(rejection) => return rejection.into_response(),
    };
    let posted = answer(&state, fields).await;
    let mut page = Request::from_parts(parts, Body::empty());
    *page.method_mut() = Method::GET;
    page.headers_mut().remove(header::CONTENT_LENGTH);
    page.headers_mut().remove(header::CONTENT_TYPE);
    render(state, posted, page).await
}

/// Renders the page with `posted` in context.
async fn render(state: AppState, posted: Posted, request: Request) -> Response {
    let options = state.leptos_options.clone();
    leptos_axum::render_app_to_stream_with_context(
        move || {
            provide_services(&state);
            provide_context(posted.clone());
        },
        move || crate::app::shell(options.clone()),
    )(request)
    .await
}

/// The conversation with its new turn; an error stands in the turn's answer.
async fn answer(state: &AppState, fields: Fields) -> Posted {
    let mut messages = match history(&fields.conversation) {
        Ok(messages) => messages,
        Err(error) => {
            return Posted {
                turns: vec![failed(fields.question, error)],
            };
        }
    };
    let mut turns = turns(&messages);
    messages.push(Message::user(&fields.question));
    let request = ChatRequest {
        messages,
        ..ChatRequest::default()
    };
    turns.push(match collect(state, request).await {
        Ok(answer) => PostedTurn {
            question: fields.question,
            answer,
        },
        Err(error) => failed(fields.question, error),
    });
    Posted { turns }
}

async fn collect(state: &AppState, request: ChatRequest) -> Result<Answer, ProtocolError> {
    request.validate()?;
    let events = chat::answer(&state.rag, request)?;
    let events = AnswerStream::new(events).until(state.stop.clone().cancelled_owned());
    Ok(events.collect::<Vec<_>>().await.into_iter().collect())
}

fn failed(question: String, error: ProtocolError) -> PostedTurn {
    PostedTurn {
        question,
        answer: Answer {
            error: Some(error),
            ..Answer::default()
        },
    }
}

/// The earlier messages; none if the field is empty.
fn history(json: &str) -> Result<Vec<Message>, ProtocolError> {
    if json.trim().is_empty() {
        return Ok(Vec::new());
    }
    serde_json::from_str(json)
        .map_err(|_| ProtocolError::refused("the earlier conversation could not be read"))
}

/// The earlier messages as turns: each question with the answer that follows it.
fn turns(messages: &[Message]) -> Vec<PostedTurn> {
    let mut turns: Vec<PostedTurn> = Vec::new();
    for message in messages {
        match (message.role, turns.last_mut()) {
            (Role::User, _) => turns.push(PostedTurn {
                question: message.content.clone(),
                ..PostedTurn::default()
            }),
            (Role::Assistant, Some(turn)) => turn.answer.text.push_str(&message.content),
            _ => {}
        }
    }
    turns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_and_answers_pair_up() {
        let messages = [
            Message::user("a?"),
            Message::assistant("A."),
            Message::user("b?"),
        ];
        let turns = turns(&messages);
        assert_eq!(turns.len(), 2);
        assert_eq!(turns[0].answer.text, "A.");
        assert_eq!(turns[1].answer.text, "");
    }

    #[test]
    fn a_conversation_that_is_no_json_is_refused() {
        assert!(history("{").is_err());
        assert!(history("").unwrap().is_empty());
    }
}
