//! Servers with scripted responses, byte by byte as the specifications and clients of each form require.

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, Response, Uri};
use serde_json::Value;

/// A server's response: status, content type and body. `SESSION` stands for the client's session.
#[derive(Clone)]
pub(super) struct Said(pub(super) u16, pub(super) &'static str, pub(super) String);

/// The response to a question at another spelling of the address.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Spelling {
    Answered,
    Redirected,
    Unknown,
}

/// A server of one form.
#[derive(Clone)]
pub(super) struct Server {
    pub(super) form: &'static str,
    path: &'static str,
    pub(super) whole: Said,
    pub(super) stream: Said,
    pub(super) refusal: Said,
    pub(super) other_type: u16,
    pub(super) multipart: bool,
    pub(super) slash: Spelling,
    pub(super) api: Spelling,
    /// True if it also answers at the root.
    pub(super) at_root: bool,
    /// True if it accepts a session state, even null.
    pub(super) takes_session: bool,
}

const JSON: &str = "application/json";

impl Server {
    fn new(form: &'static str, whole: &str, kind: &'static str, stream: &[&str]) -> Self {
        let lines = stream.join("\n") + "\n";
        Self {
            form,
            path: "/chat",
            whole: Said(200, JSON, whole.to_owned()),
            stream: Said(200, kind, lines),
            refusal: Said(400, JSON, r#"{"error":"No."}"#.to_owned()),
            other_type: 415,
            multipart: false,
            slash: Spelling::Answered,
            api: Spelling::Answered,
            at_root: true,
            takes_session: true,
        }
    }

    fn refusing(mut self, body: &str) -> Self {
        self.refusal.2 = String::from(body);
        self
    }

    /// Returns the server as routes.
    pub(super) fn router(self) -> Router {
        Router::new().fallback(async move |uri: Uri, headers: HeaderMap, body: Bytes| {
            self.answer(&uri, &headers, &body)
        })
    }

    fn answer(&self, uri: &Uri, headers: &HeaderMap, body: &[u8]) -> Response<Body> {
        let (mut path, mut spellings) = (uri.path(), Vec::new());
        if let Some(rest) = path.strip_prefix("/api") {
            (path, spellings) = (rest, vec![self.api]);
        } else if !self.at_root {
            spellings.push(Spelling::Unknown);
        }
        if let Some(rest) = path.strip_suffix('/') {
            path = rest;
            spellings.push(self.slash);
        }
        if spellings.contains(&Spelling::Redirected) {
            let moved = Response::builder().status(308).header("location", path);
            return moved.body(Body::empty()).unwrap();
        }
        let streams = path.strip_suffix("/stream").unwrap_or(path);
        if spellings.contains(&Spelling::Unknown) || streams != self.path {
            return say(&Said(404, "text/html", "<h1>Not found</h1>".to_owned()), "");
        }
        let streams = streams != path;
        if self.form == "message_events" {
            let asked = uri.query().is_some_and(|query| query.len() > "message=".len());
            return say(if asked { &self.stream } else { &self.refusal }, "");
        }
        let kind = headers.get("content-type").map_or("", |kind| kind.to_str().unwrap());
        if self.multipart && kind.starts_with("multipart/form-data") {
            return say(&self.whole, "null");
        }
        if kind != JSON {
            return say(&Said(self.other_type, JSON, self.refusal.2.clone()), "");
        }
        self.reply(&serde_json::from_slice(body).unwrap(), streams)
    }

    fn reply(&self, body: &Value, streams: bool) -> Response<Body> {
        if !body["messages"].is_array() && !body["input"].is_string() {
            return say(&self.refusal, "");
        }
        let state = body.get("session_state").or(body.get("sessionState"));
        if state.is_some() && !self.takes_session {
            return say(&self.refusal, "");
        }
        let state = state.map_or_else(|| "null".to_owned(), Value::to_string);
        let streams = streams || body["stream"] == true;
        say(if streams { &self.stream } else { &self.whole }, &state)
    }
}

fn say(said: &Said, session: &str) -> Response<Body> {
    let Said(status, kind, body) = said;
    let response = Response::builder().status(*status).header("content-type", *kind);
    response.body(Body::from(body.replace("SESSION", session))).unwrap()
}

/// Returns a correct server of each form.
pub(super) fn servers() -> [Server; 10] {
    [
        choices(),
        chat_component(),
        message_events(),
        sdk(),
        session_state(),
        output_text(),
        ui_message_stream(),
        ag_ui(),
        openai_chat(),
        openai_responses(),
    ]
}

fn choices() -> Server {
    let context = r#"{"data_points":{"text":["a.md: A."]},"thoughts":[]}"#;
    let first = format!(
        r#"{{"choices":[{{"delta":{{"role":"assistant"}},"context":{context},"session_state":SESSION,"finish_reason":null,"index":0}}],"object":"chat.completion.chunk"}}"#
    );
    let whole = format!(
        r#"{{"choices":[{{"message":{{"content":"A [a.md].","role":"assistant"}},"context":{context},"session_state":SESSION,"finish_reason":"stop","index":0}}],"object":"chat.completion"}}"#
    );
    let lines = [
        first.as_str(),
        r#"{"choices":[{"delta":{"content":"A [a"},"finish_reason":null,"index":0}],"object":"chat.completion.chunk"}"#,
        r#"{"choices":[{"delta":{"content":".md]."},"finish_reason":null,"index":0}],"object":"chat.completion.chunk"}"#,
        r#"{"choices":[{"delta":{},"finish_reason":"stop","index":0}],"object":"chat.completion.chunk"}"#,
    ];
    Server::new("choices", &whole, "application/json-lines", &lines)
}

fn chat_component() -> Server {
    let context = r#"{"data_points":{"text":["a.md: A."]},"thoughts":"Searched."}"#;
    let first = format!(
        r#"{{"choices":[{{"delta":{{"content":"","role":"assistant","context":{context}}},"index":0}}],"object":"chat.completion.chunk"}}"#
    );
    let whole = format!(
        r#"{{"choices":[{{"message":{{"content":"A [a.md].","role":"assistant","context":{context}}},"index":0}}],"object":"chat.completion"}}"#
    );
    let lines = [
        first.as_str(),
        r#"{"choices":[{"delta":{"content":"A "},"index":0}],"object":"chat.completion.chunk"}"#,
        r#"{"choices":[{"delta":{"content":"[a.md]."},"index":0}],"object":"chat.completion.chunk"}"#,
        r#"{"choices":[{"delta":{},"index":0,"finish_reason":"stop"}],"object":"chat.completion.chunk"}"#,
    ];
    Server::new("chat_component", &whole, "application/x-ndjson", &lines)
        .refusing(r#"{"statusCode":400,"error":"Bad Request","message":"No."}"#)
}

fn message_events() -> Server {
    let events = [
        "event: start\ndata: {\"type\":\"start\"}\n",
        "event: message\ndata: {\"text\":\"A\",\"sender\":\"assistant\"}\n",
        "event: end\ndata: {\"type\":\"end\"}\n",
    ];
    Server::new("message_events", "", "text/event-stream", &events)
}

const CONTEXT: &str = r#"{"data_points":{"text":["a.md: A."],"citations":["a.md"]},"thoughts":[]}"#;

fn sdk() -> Server {
    let server = Server::new(
        "sdk",
        r#"{"message":{"content":"A.","role":"assistant"},"sessionState":"7"}"#,
        "application/jsonl",
        &[
            "{\"delta\":{\"content\":\"A\",\"role\":\"assistant\"},\"sessionState\":\"7\"}\r",
            "{\"delta\":{\"content\":\".\"}}\r",
        ],
    );
    let server = server.refusing(r#"{"error":{"code":"bad","message":"No."}}"#);
    Server { multipart: true, ..server }
}

fn session_state() -> Server {
    let first = format!(
        r#"{{"delta":{{"role":"assistant"}},"context":{CONTEXT},"session_state":SESSION}}"#
    );
    let whole = format!(
        r#"{{"message":{{"content":"A [a.md].","role":"assistant"}},"context":{CONTEXT},"session_state":SESSION}}"#
    );
    let lines = [
        first.as_str(),
        r#"{"delta":{"content":"A [a.md]","role":"assistant"}}"#,
        r#"{"delta":{"content":"."}}"#,
        r#"{"delta":{"role":"assistant"},"context":{"followup_questions":["B?"]}}"#,
    ];
    Server::new("session_state", &whole, "application/json-lines", &lines)
}

fn output_text() -> Server {
    let first =
        format!(r#"{{"type":"response.context","context":{CONTEXT},"session_state":SESSION}}"#);
    let whole =
        format!(r#"{{"output_text":"A [a.md].","context":{CONTEXT},"session_state":SESSION}}"#);
    let lines = [
        first.as_str(),
        r#"{"type":"response.output_text.delta","delta":"A [a.md]"}"#,
        r#"{"type":"response.output_text.delta","delta":"."}"#,
    ];
    Server::new("output_text", &whole, "application/json-lines", &lines)
}

fn ui_message_stream() -> Server {
    let events = [
        "data: {\"type\":\"start\"}\n",
        "data: {\"type\":\"text-start\",\"id\":\"1\"}\n",
        "data: {\"type\":\"text-delta\",\"id\":\"1\",\"delta\":\"A.\"}\n",
        "data: {\"type\":\"text-end\",\"id\":\"1\"}\n",
        "data: {\"type\":\"finish\"}\n",
        "data: [DONE]\n",
    ];
    let mut server = Server::new("ui_message_stream", "", "text/event-stream", &events);
    (server.refusal.1, server.refusal.2) = ("text/plain", "No.".to_owned());
    Server { whole: server.stream.clone(), ..server }
}

fn ag_ui() -> Server {
    let events = [
        "data: {\"type\":\"RUN_STARTED\",\"threadId\":\"t\",\"runId\":\"r\"}\n",
        "data: {\"type\":\"TEXT_MESSAGE_START\",\"messageId\":\"1\"}\n",
        "data: {\"type\":\"TEXT_MESSAGE_CONTENT\",\"messageId\":\"1\",\"delta\":\"A.\"}\n",
        "data: {\"type\":\"TEXT_MESSAGE_END\",\"messageId\":\"1\"}\n",
        "data: {\"type\":\"RUN_FINISHED\",\"threadId\":\"t\",\"runId\":\"r\"}\n",
    ];
    let server = Server::new("ag_ui", "", "text/event-stream", &events);
    Server { whole: server.stream.clone(), ..server.refusing(r#"{"message":"No."}"#) }
}

fn openai_chat() -> Server {
    let whole = r#"{"id":"1","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"A."},"finish_reason":"stop"}]}"#;
    let events = [
        "data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":\"\"},\"finish_reason\":null,\"index\":0}]}\n",
        "data: {\"choices\":[{\"delta\":{\"content\":\"A.\"},\"finish_reason\":null,\"index\":0}]}\n",
        "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\",\"index\":0}]}\n",
        "data: [DONE]\n",
    ];
    let server = Server::new("openai_chat", whole, "text/event-stream", &events);
    let server = server.refusing(r#"{"error":{"message":"No.","type":"invalid_request_error"}}"#);
    Server {
        path: "/v1/chat/completions",
        slash: Spelling::Unknown,
        api: Spelling::Unknown,
        ..server
    }
}

fn openai_responses() -> Server {
    let whole = r#"{"id":"1","object":"response","created_at":1,"model":"m","status":"completed","error":null,"output":[{"type":"message","content":[{"type":"output_text","text":"A."}]}]}"#;
    let events = [
        "event: response.created\ndata: {\"type\":\"response.created\"}\n",
        "event: response.output_text.delta\ndata: {\"type\":\"response.output_text.delta\",\"delta\":\"A.\"}\n",
        "event: response.completed\ndata: {\"type\":\"response.completed\"}\n",
    ];
    let server = Server::new("openai_responses", whole, "text/event-stream", &events);
    let server = server.refusing(r#"{"error":{"message":"No.","type":"invalid_request_error"}}"#);
    Server { path: "/v1/responses", ..server }
}
