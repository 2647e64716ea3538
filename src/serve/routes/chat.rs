//! Chat routes for protocol clients: one handler for every wire form.

use std::time::{Instant, SystemTime, UNIX_EPOCH};

use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use axum::{Json, Router};
use bytes::Bytes;
use footnote_answers::Rag;
use footnote_chat::insight::Asked;
use footnote_chat::memory;
use footnote_client::api::codec::AnswerStream;
use footnote_documents::ExtractError;
use footnote_documents::attach::{AttachError, File, MAX_IMAGES, image_type};
use footnote_protocol::dialect::openai::KeptDetail;
use footnote_protocol::dialect::{
    self, AnswerHead, Delivery, Encoder, Framing, RawRequest, SentFile, ServerMemory, WireForm,
};
use footnote_protocol::{Answer, AnswerEvent, ChatRequest, ErrorKind, ProtocolError, Sampling};
use futures_util::{Stream, StreamExt, stream};
use http::request::Parts;
use http::{HeaderName, Method, StatusCode, Uri, header};
use serde_json::Value;

use crate::net::client::Client;
use crate::net::multipart::{QuestionFiles, QuestionWithFiles};
use crate::net::{body, heartbeat, multipart, parts, paths};
use crate::state::AppState;

/// Header that names the wire form, for clients that cannot change the query.
const DIALECT_HEADER: &str = "x-footnote-dialect";

/// The routes of protocol clients: at the root, under `/api`, and under the name of a form.
pub(super) fn routes() -> Router<AppState> {
    let handler = axum::routing::post(ask).fallback(listen);
    let questions = paths::QUESTIONS.map(|path| (path, handler.clone()));
    let resume = axum::routing::get(resume).fallback(listen);
    paths::routes(questions.into_iter().chain([(paths::RESUME, resume)]))
}

/// `GET /chat/<id>/stream`: there is never a stream to resume, since an answer requested here ends when its client
/// disconnects.
async fn resume() -> StatusCode {
    StatusCode::NO_CONTENT
}

/// Answers a question given in the address of a `GET`. Every other request has to be a `POST`.
pub(super) async fn listen(State(state): State<AppState>, request: Request) -> Response {
    let (parts, _) = request.into_parts();
    if parts.method == Method::GET && paths::is_question(&parts.uri) {
        return answer(&state, &parts, Value::Null, QuestionFiles::none(&parts)).await;
    }
    let refusal = body::Refusal::wrong_method("Questions are asked by POST.");
    allowing("POST", refusal.response(form_without_body(&state, &parts)))
}

/// Answers a request in its own wire form.
pub(super) async fn ask(State(state): State<AppState>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    if parts::is_multipart(&parts.headers) {
        return ask_with_files(&state, &parts, body).await;
    }
    let body = match body::json(&parts, body).await {
        Ok(body) => body,
        Err(refusal) => return refusal.response(form_without_body(&state, &parts)),
    };
    answer(&state, &parts, body, QuestionFiles::none(&parts)).await
}

/// Answers a question with attached files.
async fn ask_with_files(state: &AppState, parts: &Parts, body: Body) -> Response {
    match multipart::read(parts, body).await {
        Ok(QuestionWithFiles { body, files }) => answer(state, parts, body, files).await,
        Err(refusal) => refusal.response(form_without_body(state, parts)),
    }
}

/// Returns the wire form of a request whose body could not be read.
fn form_without_body(state: &AppState, parts: &Parts) -> &'static WireForm {
    let raw_request = raw_request(parts, &Value::Null);
    dialect::recognise(&raw_request, state.preferences).unwrap_or(dialect::at(raw_request.path))
}

/// Converts an attachment error; the status says whether the client or the server is at fault.
pub(super) fn attach_error(error: AttachError) -> ProtocolError {
    match error {
        AttachError::TooMuch => ProtocolError::too_large(format!("{error}")),
        AttachError::TooSlow => ProtocolError::new(ErrorKind::Unavailable, format!("{error}")),
        AttachError::Unreadable(_, ExtractError::NotStarted) => ProtocolError::failed(),
        AttachError::Unreadable(..) => ProtocolError::refused(format!("the attached {error}")),
    }
}

/// Maximum size of the data that a client sends only to get it back (settings and session state), in bytes.
const MAX_ECHOED: usize = 64 * 1024;

/// Rejects echoed data that is too large: several copies stay in memory until the answer ends.
fn check_echoed(echoed: &Value, state: Option<&Value>) -> Result<(), ProtocolError> {
    let bytes = echoed.to_string().len() + state.map_or(0, |state| state.to_string().len());
    if bytes > MAX_ECHOED {
        let large = "the settings and the session state hold more than 64 KiB";
        return Err(ProtocolError::too_large(large));
    }
    Ok(())
}

/// Answers a parsed request.
pub(super) async fn answer(
    state: &AppState,
    parts: &Parts,
    body: Value,
    files: QuestionFiles,
) -> Response {
    let raw_request = raw_request(parts, &body);
    let dialect = match dialect::recognise(&raw_request, state.preferences) {
        Ok(dialect) => dialect,
        Err(error) => return refuse(dialect::at(raw_request.path), &error),
    };
    let place = match state.capacity.admit(&parts.extensions) {
        Ok(place) => place,
        Err(refusal) => return refusal.response(dialect),
    };
    let begun = start(state, parts, dialect, &raw_request, files).await;
    // An answer may take minutes, and a parsed body takes more memory than its bytes.
    drop(body);
    place.until_sent(match begun {
        Ok((events, head, Delivery::Lines)) => lines(dialect, head, events),
        Ok((events, head, Delivery::Whole)) => whole(dialect, &head, events).await,
        Err(error) => refuse(dialect, &error),
    })
}

/// The parts of a request that determine its wire form.
fn raw_request<'a>(parts: &'a Parts, body: &'a Value) -> RawRequest<'a> {
    let header = |name: &str| parts.headers.get(name).and_then(|value| value.to_str().ok());
    let query = parts.uri.query().unwrap_or_default();
    let named = query.split('&').find_map(|pair| pair.strip_prefix("dialect="));
    let (by_path, path) = dialect::place(parts.uri.path());
    let by_files = parts::is_multipart(&parts.headers).then_some("sdk");
    RawRequest {
        path,
        query,
        form: named.or(header(DIALECT_HEADER)).or(by_path).or(by_files),
        // Browsers do not let scripts set `user-agent`, so the protocol's own library sends a header of its own.
        agent: header("x-ms-useragent").or(header("user-agent")).unwrap_or_default(),
        body,
    }
}

/// The address of this server as the client sees it, from the request headers; empty if they do not say.
pub(super) fn origin(parts: &Parts) -> String {
    let header = |name: &str| parts.headers.get(name)?.to_str().ok();
    let authority = parts.uri.authority().map(http::uri::Authority::as_str);
    let Some(host) = header("host").or(authority) else {
        return String::new();
    };
    let scheme = match header("x-forwarded-proto") {
        Some("https") => "https",
        _ => "http",
    };
    format!("{scheme}://{host}")
}

/// Rejects requests to paths without a handler.
pub(super) async fn nowhere(method: Method, uri: Uri) -> Response {
    let dialect = dialect::at(dialect::place(uri.path()).1);
    if !matches!(method, Method::POST) {
        let refusal = body::Refusal::wrong_method("Nothing can be changed here.");
        return allowing("GET, HEAD", refusal.response(dialect));
    }
    let error = ProtocolError::refused("Nothing answers here: ask at /chat or /chat/stream.");
    (StatusCode::NOT_FOUND, Json(dialect.error(&error))).into_response()
}

/// Adds the allowed methods to a 405 response.
fn allowing(methods: &'static str, refused: Response) -> Response {
    ([(header::ALLOW, methods)], refused).into_response()
}

/// Reads the request and starts answering it.
async fn start(
    state: &AppState,
    parts: &Parts,
    dialect: &WireForm,
    raw_request: &RawRequest<'_>,
    QuestionFiles { files, mut reservation }: QuestionFiles,
) -> Result<(AnswerStream, AnswerHead, Delivery), ProtocolError> {
    let (mut request, delivery) = dialect.parse(raw_request)?;
    request.validate()?;
    let echo = dialect.echo(raw_request);
    check_echoed(&echo, request.session_state.as_ref())?;
    let rag = state.rag_for(&parts.extensions);
    let sees = rag.model.current().is_some_and(|model| model.sees());
    let sent = dialect.files(raw_request)?;
    if !sees {
        refuse_images(&files, &sent)?;
    }
    let files = multipart::with_sent(files, sent)?;
    let client = Client::of_request(&parts.extensions);
    let attached = multipart::attached(files, client, &state.program).await;
    let mut attached = attached.map_err(attach_error)?;
    attached.images.drain(..attached.images.len().saturating_sub(MAX_IMAGES));
    let owner = (rag.reader.owner(), client.address());
    let remembers = dialect.remembers(raw_request);
    let kept = (&state.sessions, &state.queues);
    let mut memory = memory::remembered(kept, owner, &mut request, remembers).await?;
    let head = AnswerHead { echo, origin: origin(parts), ..head(&rag, &request) };
    if let Some(memory) = &mut memory {
        attached = memory.attach(attached, sees).await.map_err(attach_error)?;
    }
    // Images stay in memory until a model has seen them; of other files, only the text is kept.
    let images = attached.images.iter().map(|image| image.bytes.len());
    reservation.resize(images.sum())?;
    let asked = Asked::of(&request, dialect.name);
    let is_task = request.is_task;
    let events = footnote_chat::answer_with(&rag, request, attached)?;
    let events = if is_task { events } else { state.recorder.observe(asked, events) };
    let mut events = footnote_chat::drop_unknown_citations(events);
    if let Some(memory) = memory {
        let head = head.clone();
        let keeps_details = matches!(remembers, ServerMemory::Answers { .. });
        events = memory.keep(events, move |answer| {
            if keeps_details { KeptDetail::of(&head, answer).to_json() } else { String::new() }
        });
    }
    let events = events.inspect(move |_| _ = &reservation).boxed();
    let events = AnswerStream::new(events).until(state.stop.clone().cancelled_owned());
    Ok((events, head, delivery))
}

/// Rejects an image that comes with a question if no model can see it: an answer about something else would not be what
/// was asked for. An image from an earlier message is skipped, and the answer says so.
fn refuse_images(attached: &[File], sent: &[SentFile]) -> Result<(), ProtocolError> {
    let is_image = |content_type: &str, bytes: &[u8]| {
        content_type.starts_with("image/") || image_type(bytes).is_some()
    };
    let attached = attached.iter().filter(|file| is_image(&file.content_type, &file.bytes));
    let sent = sent.iter().filter(|file| is_image(&file.content_type, &file.bytes));
    let sent = sent.filter(|file| !file.is_earlier).map(|file| file.place.as_str());
    match attached.map(|file| file.name.as_str()).chain(sent).next() {
        Some(name) => {
            let name = if name.is_empty() { "an attached file" } else { name };
            let why = "is an image, and no chat model here can see images";
            Err(ProtocolError::refused(format!("{name} {why}")))
        }
        None => Ok(()),
    }
}

fn head(rag: &Rag, request: &ChatRequest) -> AnswerHead {
    let created = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    AnswerHead {
        id: uuid::Uuid::new_v4().to_string(),
        created,
        begun: Some(Instant::now()),
        model: rag.model_name(),
        temperature: temperature(rag, request),
        in_force: rag.model.current().map(|_| in_force(rag, request)),
        session_state: request.session_state.clone(),
        asked_bytes: request.messages.iter().map(|m| m.content.len()).sum(),
        ..AnswerHead::default()
    }
}

/// Sampling temperature of the model, rounded to hundredths: further digits come from the float encoding.
fn temperature(rag: &Rag, request: &ChatRequest) -> f64 {
    let wanted = request.overrides.temperature.unwrap_or(rag.settings.temperature);
    (f64::from(wanted.clamp(0.0, 1.0)) * 100.0).round() / 100.0
}

/// The other sampling settings, within the limits of the server.
fn in_force(rag: &Rag, request: &ChatRequest) -> Sampling {
    let mut sampling = request.sampling.clone();
    sampling.max_tokens = sampling.max_tokens.map(|most| most.min(rag.settings.answer_tokens));
    sampling
}

/// Streams the answer, one value at a time.
fn lines(dialect: &WireForm, head: AnswerHead, events: AnswerStream) -> Response {
    let (framing, own) = (dialect.framing, dialect.header());
    let sign = Bytes::from(dialect.heartbeat(&head));
    let bytes = encode(framing, dialect.encoder(head), events);
    let response = Response::new(Body::from_stream(bytes.map(Ok::<_, axum::Error>)));
    let headers = [
        (header::CONTENT_TYPE, framing.content_type()),
        (header::CACHE_CONTROL, "no-cache"),
        // Proxies that buffer a response would defeat streaming.
        (HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    let own = own.map(|own| [own]);
    (headers, own, heartbeat::with_heartbeat(response, sign)).into_response()
}

fn encode(
    framing: Framing,
    mut encoder: Box<dyn Encoder + Send>,
    events: impl Stream<Item = AnswerEvent> + Send + 'static,
) -> impl Stream<Item = Bytes> + Send + 'static {
    let values = events.flat_map(move |event| {
        // No form can take text back.
        let event = match event {
            AnswerEvent::Remark => AnswerEvent::Delta("\n\n".to_owned()),
            event => event,
        };
        let values = encoder.lines(event).into_iter();
        stream::iter(values.map(move |value| Bytes::from(framing.encode(&value))))
    });
    let end = framing.end();
    let end = (!end.is_empty()).then(|| Bytes::from_static(end));
    values.chain(stream::iter(end))
}

/// Returns the whole answer in one body.
async fn whole(dialect: &WireForm, head: &AnswerHead, events: AnswerStream) -> Response {
    let answer: Answer = events.collect::<Vec<_>>().await.into_iter().collect();
    match &answer.error {
        Some(error) => refuse(dialect, error),
        None => Json(dialect.whole(head, &answer)).into_response(),
    }
}

fn refuse(dialect: &WireForm, error: &ProtocolError) -> Response {
    body::Refusal::of(error.clone(), dialect).response(dialect)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_are_not_read_in_time_may_be_sent_again_and_bad_ones_not() {
        let status = |error| attach_error(error).status();
        assert_eq!(status(AttachError::TooSlow), 503);
        assert_eq!(status(AttachError::TooMuch), 413);
        let file = |reason| AttachError::Unreadable("a.pdf".to_owned(), reason);
        assert_eq!(status(file(ExtractError::Protected)), 400);
        assert_eq!(status(file(ExtractError::NotStarted)), 500);
    }
}
