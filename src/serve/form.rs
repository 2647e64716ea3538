//! The page as a plain form: asking without scripts.

use axum::Form;
use axum::body::Body;
use axum::extract::{FromRequest, Request, State};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use http::{HeaderMap, Method, header};
use leptos::prelude::provide_context;
use serde::Deserialize;

use super::router::provide_services;
use super::state::AppState;
use crate::api::codec::AnswerStream;
use crate::api::posted::{Posted, PostedTurn};
use crate::protocol::{Answer, ChatRequest, Message, Overrides, ProtocolError, json};
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
    /// The earlier turns as the page holds them: a JSON list of [`PostedTurn`]s, oldest first.
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
    let form = Request::from_parts(parts.clone(), body);
    let fields = match Form::<Fields>::from_request(form, &()).await {
        Ok(Form(fields)) => fields.chosen(),
        Err(rejection) => return rejection.into_response(),
    };
    let posted = answer(&state, &parts.headers, fields).await;
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
async fn answer(state: &AppState, headers: &HeaderMap, fields: Fields) -> Posted {
    let (mut turns, answer) = match earlier(&fields.conversation) {
        Ok(turns) => {
            let answer = collect(state, headers, request(&turns, &fields.question)).await;
            (turns, answer)
        }
        Err(error) => (Vec::new(), Err(error)),
    };
    turns.push(PostedTurn {
        question: fields.question,
        answer: answer.unwrap_or_else(|error| Answer {
            error: Some(error),
            ..Answer::default()
        }),
    });
    Posted { turns }
}

/// The question after its conversation, asked as the page asks it where nothing is adjusted.
fn request(turns: &[PostedTurn], question: &str) -> ChatRequest {
    let earlier = turns.iter().flat_map(messages);
    ChatRequest {
        messages: earlier.chain([Message::user(question)]).collect(),
        overrides: Overrides {
            suggest_followup_questions: Some(true),
            ..Overrides::default()
        },
        session_state: None,
    }
}

/// A turn as messages; an answer without text is left out.
fn messages(turn: &PostedTurn) -> impl Iterator<Item = Message> {
    let text = &turn.answer.text;
    let answer = (!text.is_empty()).then(|| Message::assistant(text));
    std::iter::once(Message::user(&turn.question)).chain(answer)
}

async fn collect(
    state: &AppState,
    headers: &HeaderMap,
    request: ChatRequest,
) -> Result<Answer, ProtocolError> {
    request.validate()?;
    let events = chat::answer(&state.rag_for(headers), request)?;
    let events = AnswerStream::new(events).until(state.stop.clone().cancelled_owned());
    Ok(events.collect::<Vec<_>>().await.into_iter().collect())
}

/// The earlier turns; none if the field is empty.
fn earlier(field: &str) -> Result<Vec<PostedTurn>, ProtocolError> {
    if field.trim().is_empty() {
        return Ok(Vec::new());
    }
    json::read(field)
        .map_err(|_| ProtocolError::refused("the earlier conversation could not be read"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn earlier_turns_are_the_conversation_before_the_question() {
        let mut turns = [PostedTurn::default(), PostedTurn::default()];
        turns[0].question = "a?".to_owned();
        turns[0].answer.text = "A.".to_owned();
        turns[1].question = "b?".to_owned();
        let field = serde_json::to_string(&turns).unwrap();
        let asked = request(&earlier(&field).unwrap(), "c?");
        let said = [
            Message::user("a?"),
            Message::assistant("A."),
            Message::user("b?"),
            Message::user("c?"),
        ];
        assert_eq!(asked.messages, said);
    }

    #[test]
    fn a_conversation_that_is_no_json_is_refused() {
        assert!(earlier("{").is_err());
        assert!(earlier("").unwrap().is_empty());
    }
}
