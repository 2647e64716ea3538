//! Sends a prompt: builds the body, retries once after a pause, and interprets error responses.

use std::error::Error;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use footnote_documents::attach::Image;
use footnote_protocol::json::number as written;
use reqwest::header::RETRY_AFTER;
use reqwest::redirect::Policy;
use reqwest::{Client, Response, StatusCode};
use serde_json::{Value, json};

use super::chunk::error_kind;
use super::context_window::ContextWindow;
use super::thought_filter::ThoughtMarking;
use super::{Endpoint, Timeouts};
use crate::{ModelError, Prompt, Tool, ToolCall, ToolRound};

/// Number of bytes read of an error body: enough to recognise its kind.
const MAX_ERROR_BYTES: usize = 16 * 1024;

/// Pause before a retry if the server does not state one.
const DEFAULT_RETRY_PAUSE: Duration = Duration::from_secs(1);

/// Sends prompts to one endpoint.
pub(super) struct ChatClient {
    client: Client,
    /// The endpoint.
    pub(super) endpoint: Endpoint,
    /// Timeouts of an answer.
    pub(super) timeouts: Timeouts,
    /// Quirks learnt from error responses of the endpoint.
    quirks: Mutex<Quirks>,
    /// Marking of thoughts in the last answer.
    thought_marking: Mutex<ThoughtMarking>,
    /// Context window of the model at the endpoint.
    context_window: Mutex<ContextWindow>,
    /// Reason of the last error response in the endpoint's own words, for the person who tries the model.
    refusal: Mutex<Option<String>>,
}

/// Deviations of an endpoint from OpenAI's API.
#[expect(clippy::struct_excessive_bools, reason = "each is learnt by itself; they make no states")]
#[derive(Clone, Copy, Default)]
struct Quirks {
    /// Requires `max_completion_tokens` instead of `max_tokens`.
    completion_tokens: bool,
    /// Rejects any temperature but its default.
    no_temperature: bool,
    /// Rejects `stream_options`.
    no_stream_options: bool,
    /// Rejects tools.
    no_tools: bool,
}

impl ChatClient {
    pub(super) fn new(endpoint: Endpoint, timeouts: Timeouts) -> Result<Self, ModelError> {
        let client = client(&endpoint, timeouts.connect);
        Ok(Self {
            client: client.map_err(|_| ModelError::Unreachable)?,
            endpoint,
            timeouts,
            quirks: Mutex::default(),
            thought_marking: Mutex::default(),
            context_window: Mutex::default(),
            refusal: Mutex::default(),
        })
    }

    /// Sends a prompt and returns once the response has begun.
    ///
    /// Retries once if the server is busy, and whenever it rejects a parameter by name.
    pub(super) async fn send(&self, prompt: &Prompt) -> Result<Response, ModelError> {
        let sent = self.send_with_retries(prompt);
        let waited = tokio::time::timeout(self.timeouts.first, sent).await;
        waited.unwrap_or(Err(ModelError::TooSlow))
    }

    async fn send_with_retries(&self, prompt: &Prompt) -> Result<Response, ModelError> {
        let mut may_wait = true;
        let mut quirks = *self.quirks();
        // One attempt more than there are quirks to learn and pauses to make.
        for _ in 0..6 {
            let response = self.post(prompt, quirks).await?;
            let status = response.status();
            if status.is_success() {
                // Only on success: a wrong guess must not outlive this prompt.
                self.store_quirks(quirks);
                return Ok(response);
            }
            if may_wait && let Some(retry_pause) = retry_pause(&response, self.timeouts.retry) {
                may_wait = false;
                tokio::time::sleep(retry_pause).await;
                continue;
            }
            let body = read_prefix(response, MAX_ERROR_BYTES).await;
            if !prompt.tools.is_empty() && refuses_tools(status, &body) {
                // The server said so in words, so remember it even if this prompt fails.
                self.quirks().no_tools = true;
            }
            let learnt = quirks.learn(status, &body, !prompt.tools.is_empty());
            quirks = learnt.ok_or_else(|| {
                *self.refusal.lock().unwrap_or_else(PoisonError::into_inner) = reason(&body);
                refused(status, &body)
            })?;
        }
        Err(ModelError::Broken)
    }

    /// True unless the endpoint has rejected tools.
    pub(super) fn takes_tools(&self) -> bool {
        !self.quirks().no_tools
    }

    /// Takes the reason of the last error response. It may contain the key.
    pub(super) fn take_refusal(&self) -> Option<String> {
        self.refusal.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// The endpoint's marking of thoughts within its text, judging by its last answer.
    pub(super) fn thought_marking(&self) -> ThoughtMarking {
        *self.thought_marking.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records how an answer marked its thoughts.
    pub(super) fn set_thought_marking(&self, thought_marking: ThoughtMarking) {
        *self.thought_marking.lock().unwrap_or_else(PoisonError::into_inner) = thought_marking;
    }

    /// Locks the context window for reading or changing.
    pub(super) fn context_window(&self) -> MutexGuard<'_, ContextWindow> {
        self.context_window.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn quirks(&self) -> MutexGuard<'_, Quirks> {
        self.quirks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stores the quirks of an accepted prompt. Keeps `no_tools`, because most prompts offer no tools.
    fn store_quirks(&self, quirks: Quirks) {
        let mut known = self.quirks();
        let no_tools = known.no_tools || quirks.no_tools;
        *known = Quirks { no_tools, ..quirks };
    }

    async fn post(&self, prompt: &Prompt, quirks: Quirks) -> Result<Response, ModelError> {
        let sent = post(&self.client, &self.endpoint, &self.body(prompt, quirks)).await;
        sent.map_err(|error| {
            tracing::warn!(%error, "the chat model cannot be reached");
            connection_error(&error)
        })
    }

    fn body(&self, prompt: &Prompt, quirks: Quirks) -> Value {
        let tokens = if quirks.completion_tokens { "max_completion_tokens" } else { "max_tokens" };
        let tools: Vec<Value> = prompt.tools.iter().map(tool_json).collect();
        let messages = prompt.messages.iter().map(|message| json!(message));
        let rounds = prompt.rounds.iter().enumerate();
        let rounds = rounds.flat_map(|(at, round)| round_json(at, round));
        let mut body = json!({
            "model": self.endpoint.model(),
            "messages": messages.chain(rounds).collect::<Vec<Value>>(),
            "stream": true,
            tokens: prompt.max_tokens,
            "tools": Some(tools).filter(|tools| !tools.is_empty() && !quirks.no_tools),
            "stream_options": (!quirks.no_stream_options).then(|| json!({"include_usage": true})),
            "temperature": prompt.temperature.filter(|_| !quirks.no_temperature).map(written),
            "top_p": prompt.top_p.map(written),
            "stop": Some(&prompt.stop).filter(|stop| !stop.is_empty()),
            "seed": prompt.seed,
        });
        if !prompt.images.is_empty() {
            attach_images(&mut body, prompt.messages.len(), &prompt.images);
        }
        if let Value::Object(body) = &mut body {
            body.retain(|_, value| !value.is_null());
        }
        body
    }
}

impl Quirks {
    /// Learns from an error response to a prompt sent with these quirks; `None` if there is nothing new to try.
    fn learn(mut self, status: StatusCode, body: &str, with_tool: bool) -> Option<Self> {
        let tool_json = with_tool && !self.no_tools;
        if tool_json && refuses_tools(status, body) {
            self.no_tools = true;
            return Some(self);
        }
        let refused = [StatusCode::BAD_REQUEST, StatusCode::UNPROCESSABLE_ENTITY];
        // Not for a prompt that is too long: that error also mentions `max_tokens`.
        if !refused.contains(&status) || error_kind(body) != ModelError::Broken {
            return None;
        }
        let is_named = |parameter| body.contains(parameter);
        let tokens = is_named("max_tokens") || is_named("max_completion_tokens");
        let quirk = if tokens && !self.completion_tokens {
            &mut self.completion_tokens
        } else if is_named("stream_options") && !self.no_stream_options {
            &mut self.no_stream_options
        } else if is_named("temperature") && !self.no_temperature {
            &mut self.no_temperature
        } else if tool_json {
            // The error names no parameter, so drop the one that the fewest servers support.
            &mut self.no_tools
        } else {
            return None;
        };
        *quirk = true;
        Some(self)
    }
}

/// True if the server says that it does not support tools. Some do so with a server error, or as if the model did not
/// exist.
fn refuses_tools(status: StatusCode, body: &str) -> bool {
    let statuses = [
        StatusCode::BAD_REQUEST,
        StatusCode::NOT_FOUND,
        StatusCode::UNPROCESSABLE_ENTITY,
        StatusCode::INTERNAL_SERVER_ERROR,
        StatusCode::NOT_IMPLEMENTED,
    ];
    let body = body.to_ascii_lowercase();
    statuses.contains(&status) && (body.contains("tool") || body.contains("function call"))
}

/// Encodes a round of calls: the model's message, and a message per result.
fn round_json(at: usize, round: &ToolRound) -> Vec<Value> {
    let id = |place: usize, call: &ToolCall| match call.id.as_str() {
        "" => format!("call_{at}_{place}"),
        id => id.to_owned(),
    };
    let calls = round.calls.iter().enumerate().map(|(place, (call, _))| {
        let function = json!({"name": call.name, "arguments": call.arguments});
        json!({"id": id(place, call), "type": "function", "function": function})
    });
    let calls: Vec<Value> = calls.collect();
    let asked = json!({"role": "assistant", "content": round.text, "tool_calls": calls});
    let results = round.calls.iter().enumerate().map(|(place, (call, result))| {
        json!({"role": "tool", "tool_call_id": id(place, call), "content": result})
    });
    std::iter::once(asked).chain(results).collect()
}

/// Encodes a tool.
fn tool_json(tool: &Tool) -> Value {
    json!({
        "type": "function",
        "function": {
            "name": tool.name,
            "description": tool.description,
            "parameters": tool.parameters,
        },
    })
}

/// Creates the HTTP client for `endpoint`, with a connection timeout.
pub(super) fn client(endpoint: &Endpoint, connect: Duration) -> reqwest::Result<Client> {
    // Has no effect after the first call.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut client = Client::builder()
        .connect_timeout(connect)
        .redirect(Policy::none())
        .user_agent(concat!("footnote/", env!("CARGO_PKG_VERSION")));
    if endpoint.is_local() {
        client = client.no_proxy();
    }
    client.build()
}

/// Posts a body to a model.
///
/// # Errors
///
/// Fails if the model cannot be reached; the error does not contain its address.
pub(super) async fn post(
    client: &Client,
    endpoint: &Endpoint,
    body: &Value,
) -> reqwest::Result<Response> {
    let mut request = client.post(endpoint.url());
    if let Some((name, value)) = endpoint.key() {
        request = request.header(name, value);
    }
    request.json(body).send().await.map_err(reqwest::Error::without_url)
}

/// Returns the pause before a retry; `None` if a retry is pointless or the pause is longer than `longest`.
pub(super) fn retry_pause(response: &Response, longest: Duration) -> Option<Duration> {
    let busy = [StatusCode::TOO_MANY_REQUESTS, StatusCode::SERVICE_UNAVAILABLE];
    if !busy.contains(&response.status()) {
        return None;
    }
    let asked = response.headers().get(RETRY_AFTER).map(|value| {
        let seconds = value.to_str().ok()?.trim().parse().ok()?;
        Some(Duration::from_secs(seconds))
    });
    // An HTTP date or anything else that is not a number means the default pause.
    let retry_pause = asked.flatten().unwrap_or(DEFAULT_RETRY_PAUSE);
    (retry_pause <= longest).then_some(retry_pause)
}

/// Adds images to the question, which is the last of `messages` messages; tool calls follow it.
fn attach_images(body: &mut Value, messages: usize, images: &[Image]) {
    let last = messages.checked_sub(1);
    let last = last.and_then(|last| body.get_mut("messages")?.get_mut(last));
    if let Some(content) = last.and_then(|last| last.get_mut("content")) {
        let part =
            |image: &Image| json!({"type": "image_url", "image_url": {"url": image.data_url()}});
        let mut parts = vec![json!({"type": "text", "text": content.take()})];
        parts.extend(images.iter().map(part));
        *content = parts.into();
    }
}

/// Reads the first `most` bytes of a body, or slightly more; drops what cannot be read.
pub(super) async fn read_prefix(mut response: Response, most: usize) -> String {
    let mut body = Vec::new();
    while let Ok(Some(part)) = response.chunk().await {
        body.extend_from_slice(&part);
        if body.len() > most {
            break;
        }
    }
    body.truncate(most);
    String::from_utf8_lossy(&body).into_owned()
}

/// The error if there was no response.
pub(super) fn connection_error(error: &reqwest::Error) -> ModelError {
    let first: Option<&(dyn Error + 'static)> = Some(error);
    let mut causes = std::iter::successors(first, |cause| (*cause).source());
    if causes.any(is_tls_error) { ModelError::Untrusted } else { ModelError::Unreachable }
}

/// True if a cause is a TLS error, possibly wrapped in I/O errors.
fn is_tls_error(cause: &(dyn Error + 'static)) -> bool {
    let mut wrapped = std::iter::successors(Some(cause), |cause| {
        let inner = cause.downcast_ref::<io::Error>()?.get_ref()?;
        Some(inner as &(dyn Error + 'static))
    });
    wrapped.any(<dyn Error>::is::<rustls::Error>)
}

/// The reason in an error body as servers state it: `{"error": {"message": …}}`, `{"error": …}`, `{"message": …}` or
/// `{"detail": …}`.
fn reason(body: &str) -> Option<String> {
    let body: Value = serde_json::from_str(body).ok()?;
    let places = ["/error/message", "/error", "/message", "/detail"];
    let mut reasons = places.iter().filter_map(|place| body.pointer(place)?.as_str());
    reasons.find(|reason| !reason.trim().is_empty()).map(str::to_owned)
}

/// Logs and returns the error for a response. The body may contain the key, so it is neither shown nor logged.
fn refused(status: StatusCode, body: &str) -> ModelError {
    tracing::warn!(%status, "the chat model refused");
    refusal(status, body)
}

/// The error for this status and body.
pub(super) fn refusal(status: StatusCode, body: &str) -> ModelError {
    match (status, error_kind(body)) {
        (StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN, _) => ModelError::Unauthorised,
        (StatusCode::NOT_FOUND | StatusCode::METHOD_NOT_ALLOWED, _) => ModelError::Missing,
        (StatusCode::TOO_MANY_REQUESTS, _) => ModelError::RateLimited,
        (StatusCode::PAYLOAD_TOO_LARGE, ModelError::Broken) => ModelError::TooLong(None),
        (_, error_kind) => error_kind,
    }
}
