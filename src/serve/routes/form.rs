//! Serves the page as a plain form, so that questions can be asked without scripts.

use axum::Form;
use axum::extract::{FromRequest, Request, State};
use axum::response::{IntoResponse, Response};
use footnote_chat::insight::Asked;
use footnote_chat::kept_turn::{bound, earlier_rest_on};
use footnote_chat::runs::Asker;
use footnote_client::api::codec::AnswerStream;
use footnote_client::api::conversations::AnswerRun;
use footnote_client::api::conversations::store::{self, AskedQuestion, Place};
use footnote_client::api::posted::Posted;
use footnote_client::api::turn::StoredTurn;
use footnote_protocol::{Answer, ChatRequest, Message, Overrides, ProtocolError, json};
use footnote_store::new_id;
use footnote_text::words::fitting;
use futures_util::StreamExt;
use http::header::LOCATION;
use http::request::Parts;
use http::{Extensions, StatusCode};
use leptos::prelude::provide_context;
use serde::Deserialize;
use serde_json::Value;

use super::services::{page_behind, render};
use crate::state::AppState;

/// Path prefix of a conversation's id.
const CONVERSATION: &str = "/c/";

/// Maximum number of earlier turns that the page repeats; older turns are dropped.
const MAX_TURNS: usize = 100;

/// Maximum total size of the earlier turns, in bytes of JSON: about twenty turns with their passages.
const MAX_BYTES: usize = 256 * 1024;

/// Fields of the form.
#[derive(Deserialize)]
pub(super) struct QuestionForm {
    /// The question.
    #[serde(default)]
    question: String,
    /// A question that the page proposed; sent when its button is pressed.
    #[serde(default)]
    suggestion: String,
    /// The earlier turns, oldest first, as a JSON list of [`StoredTurn`]s.
    #[serde(default)]
    conversation: String,
}

impl QuestionForm {
    /// Makes the chosen suggestion the question.
    fn chosen(mut self) -> Self {
        if !self.suggestion.is_empty() {
            self.question = std::mem::take(&mut self.suggestion);
        }
        self
    }
}

/// `POST /` and `POST /c/<id>`: answers the question. If the server keeps this reader's conversations, redirects to the
/// page of the conversation; otherwise renders the page with the whole conversation.
pub(super) async fn ask(State(state): State<AppState>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let form = Request::from_parts(parts.clone(), body);
    let fields = match Form::<QuestionForm>::from_request(form, &()).await {
        Ok(Form(fields)) => fields.chosen(),
        Err(rejection) => return rejection.into_response(),
    };
    let asker = state.asker(&parts.headers, &parts.extensions);
    let posted = if let Some(owner) = &asker.owner {
        match answer_kept(&state, &parts, (&asker, owner), &fields.question).await {
            Ok(address) => return (StatusCode::SEE_OTHER, [(LOCATION, address)]).into_response(),
            Err(error) => {
                Posted { turns: vec![failed(fields.question, error)], ..Posted::default() }
            }
        }
    } else {
        answer(&state, &parts.extensions, fields).await
    };
    let provide = move || provide_context(posted.clone());
    render(state, page_behind(parts), provide).await
}

/// Answers a question in the conversation at the page's address, or in a new one, and stores the answer. Returns the
/// address of the turn, relative to the page.
async fn answer_kept(
    state: &AppState,
    parts: &Parts,
    (asker, owner): (&Asker, &str),
    question: &str,
) -> Result<String, ProtocolError> {
    let path = parts.uri.path();
    let id = path.split_once(CONVERSATION).map_or_else(new_id, |(_, id)| id.to_owned());
    let opened = state.sessions.open(owner, &id, 0).await.map_err(store::failed)?;
    let turns = opened.map(|opened| opened.turns).unwrap_or_default();
    let earlier = turns.iter().flat_map(|turn| messages(&turn.question, &turn.answer));
    let mut request = request(earlier, question);
    request.earlier_rest_on = earlier_rest_on(&state.sessions, asker, &id, &request).await;
    let events = events(state, &parts.extensions, request)?;
    let run = AnswerRun { turn: new_id(), conversation: id.clone(), ..AnswerRun::default() };
    let kept = AskedQuestion { text: question.to_owned(), ..AskedQuestion::default() };
    let (sessions, owner) = (state.sessions.clone(), owner.to_owned());
    let place = Some(Place { sessions, owner, client: asker.client });
    let ended = store::keep_run(place, run.clone(), kept).await?;
    let answer = state.runs.begin((&asker.holder, &run.turn), events.boxed(), ended);
    answer.for_each(|_| async {}).await;
    let place = path.rsplit('/').next().unwrap_or_default();
    let conversation = match (path.contains(CONVERSATION), place) {
        (true, _) => id,
        (false, "") => format!("c/{id}"),
        (false, page) => format!("{page}/c/{id}"),
    };
    Ok(format!("{conversation}#turn-{}", turns.len() + 1))
}

/// The turn of a question that failed.
fn failed(question: String, error: ProtocolError) -> StoredTurn {
    let answer = Answer { error: Some(error), ..Answer::default() };
    StoredTurn { question, answer, ..StoredTurn::default() }
}

/// The conversation with its new turn. An error becomes the turn's answer.
async fn answer(state: &AppState, extensions: &Extensions, fields: QuestionForm) -> Posted {
    let QuestionForm { question, conversation, .. } = fields;
    let (mut turns, answer) = match earlier_turns(&conversation) {
        Ok(turns) => {
            let answer = collect(state, extensions, request_after(&turns, &question)).await;
            (turns, answer)
        }
        Err(error) => (Vec::new(), Err(error)),
    };
    turns.push(match answer {
        Ok(answer) => StoredTurn { question, answer, ..StoredTurn::default() },
        Err(error) => failed(question, error),
    });
    Posted { turns, ..Posted::default() }
}

/// The request for a question that follows these turns.
fn request_after(turns: &[StoredTurn], question: &str) -> ChatRequest {
    let earlier = turns.iter().flat_map(|turn| messages(&turn.question, &turn.answer.text));
    request(earlier, question)
}

/// The request for a question after earlier messages, with the page's default settings.
fn request(earlier: impl Iterator<Item = Message>, question: &str) -> ChatRequest {
    ChatRequest {
        messages: earlier.chain([Message::user(question)]).collect(),
        overrides: Overrides { suggest_followup_questions: Some(true), ..Overrides::default() },
        ..ChatRequest::default()
    }
}

/// Converts a turn to messages; leaves out an empty answer.
fn messages(question: &str, answer: &str) -> impl Iterator<Item = Message> + use<> {
    let answer = (!answer.is_empty()).then(|| Message::assistant(answer));
    std::iter::once(Message::user(question)).chain(answer)
}

/// Streams the events of the answer.
fn events(
    state: &AppState,
    extensions: &Extensions,
    request: ChatRequest,
) -> Result<AnswerStream, ProtocolError> {
    request.validate()?;
    let asked = Asked::of(&request, "page");
    let events = footnote_chat::answer(&state.rag_for(extensions), request)?;
    let events = state.recorder.observe(asked, events);
    Ok(AnswerStream::new(events).until(state.stop.clone().cancelled_owned()))
}

async fn collect(
    state: &AppState,
    extensions: &Extensions,
    request: ChatRequest,
) -> Result<Answer, ProtocolError> {
    let events = events(state, extensions, request)?;
    Ok(events.collect::<Vec<_>>().await.into_iter().collect())
}

/// Parses the earlier turns that the page keeps showing, oldest first; none if the field is empty.
fn earlier_turns(field: &str) -> Result<Vec<StoredTurn>, ProtocolError> {
    if field.trim().is_empty() {
        return Ok(Vec::new());
    }
    let posted = json::read(field).map(newest);
    let turns = posted.and_then(|turns| turns.into_iter().map(serde_json::from_value).collect());
    let mut turns: Vec<StoredTurn> =
        turns.map_err(|_| ProtocolError::refused("the earlier conversation could not be read"))?;
    for turn in &mut turns {
        bound(&mut turn.answer);
    }
    Ok(turns)
}

/// The newest turns that fit the limits.
fn newest(turns: Vec<Value>) -> Vec<Value> {
    let kept = fitting(&turns, MAX_BYTES, |turn| turn.to_string().len());
    let skipped = turns.len() - kept.min(MAX_TURNS);
    turns.into_iter().skip(skipped).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn earlier_turns_are_the_conversation_before_the_question() {
        let mut turns = [StoredTurn::default(), StoredTurn::default()];
        turns[0].question = "a?".to_owned();
        turns[0].answer.text = "A.".to_owned();
        turns[1].question = "b?".to_owned();
        let field = serde_json::to_string(&turns).unwrap();
        let asked = request_after(&earlier_turns(&field).unwrap(), "c?");
        let said = [
            Message::user("a?"),
            Message::assistant("A."),
            Message::user("b?"),
            Message::user("c?"),
        ];
        assert_eq!(asked.messages, said);
    }

    #[test]
    fn of_a_long_conversation_the_newest_turns_stay() {
        let posted = |question: String| StoredTurn { question, ..StoredTurn::default() };
        let many = (0..3000).map(|at| posted(at.to_string())).collect::<Vec<_>>();
        let kept = earlier_turns(&serde_json::to_string(&many).unwrap()).unwrap();
        assert_eq!((kept.len(), kept[MAX_TURNS - 1].question.as_str()), (MAX_TURNS, "2999"));
        let long = ["x".repeat(MAX_BYTES / 2), "y".repeat(MAX_BYTES / 2)].map(posted);
        let kept = earlier_turns(&serde_json::to_string(&long).unwrap()).unwrap();
        assert!(kept.len() == 1 && kept[0].question.starts_with('y'));
    }

    #[test]
    fn a_conversation_that_is_no_json_is_refused() {
        assert!(earlier_turns("{").is_err());
        assert!(earlier_turns("").unwrap().is_empty());
    }
}
