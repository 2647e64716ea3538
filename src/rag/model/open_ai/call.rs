//! Sending a prompt: the body, one patient retry, and what a refusal means.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use reqwest::header::RETRY_AFTER;
use reqwest::redirect::Policy;
use reqwest::{Client, Response, StatusCode};
use serde_json::{Value, json};

use super::chunk::meaning;
use super::{Endpoint, Patience};
use crate::rag::model::{ModelError, Prompt};

/// How much of an error's body is read, in bytes: enough to know what kind it is.
const ERROR_BODY: usize = 16 * 1024;

/// The pause before trying again where the server names none.
const PAUSE: Duration = Duration::from_secs(1);

/// Sends prompts to one endpoint.
pub(super) struct Call {
    client: Client,
    endpoint: Endpoint,
    patience: Patience,
    quirks: Quirks,
}

/// What this endpoint does not take, learnt from its refusals.
#[derive(Default)]
struct Quirks {
    /// It wants `max_completion_tokens` instead of `max_tokens`.
    completion_tokens: AtomicBool,
    /// It takes no temperature but its own.
    no_temperature: AtomicBool,
    /// It does not know `stream_options`.
    no_stream_options: AtomicBool,
}

impl Call {
    pub(super) fn new(endpoint: Endpoint, patience: Patience) -> Result<Self, ModelError> {
        let mut client = Client::builder()
            .connect_timeout(patience.connect)
            .redirect(Policy::none())
            .user_agent(concat!("footnote/", env!("CARGO_PKG_VERSION")));
        if endpoint.is_local() {
            client = client.no_proxy();
        }
        Ok(Self {
            client: client.build().map_err(|_| ModelError::Unreachable)?,
            endpoint,
            patience,
            quirks: Quirks::default(),
        })
    }

    pub(super) fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    pub(super) fn patience(&self) -> Patience {
        self.patience
    }

    /// Sends a prompt; the response has begun when this returns.
    ///
    /// A busy server is asked once more, and so is one that refuses a parameter by name.
    pub(super) async fn send(&self, prompt: &Prompt) -> Result<Response, ModelError> {
        let sent = self.send_patiently(prompt);
        let waited = tokio::time::timeout(self.patience.first, sent).await;
        waited.unwrap_or(Err(ModelError::TooSlow))
    }

    async fn send_patiently(&self, prompt: &Prompt) -> Result<Response, ModelError> {
        let mut may_wait = true;
        // One more than there are quirks to learn and pauses to make.
        for _ in 0..5 {
            let response = self.post(prompt).await?;
            let status = response.status();
            if status.is_success() {
                return Ok(response);
            }
            if may_wait && let Some(pause) = self.pause(&response) {
                may_wait = false;
                tokio::time::sleep(pause).await;
                continue;
            }
            let body = beginning(response).await;
            if !self.quirks.learn(status, &body) {
                return Err(refusal(status, &body));
            }
        }
        Err(ModelError::Broken)
    }

    async fn post(&self, prompt: &Prompt) -> Result<Response, ModelError> {
        let mut request = self.client.post(self.endpoint.url());
        if let Some((name, value)) = self.endpoint.key() {
            request = request.header(name, value);
        }
        request
            .json(&self.body(prompt))
            .send()
            .await
            .map_err(|error| {
                tracing::warn!(error = %error.without_url(), "the chat model cannot be reached");
                ModelError::Unreachable
            })
    }

    fn body(&self, prompt: &Prompt) -> Value {
        let mut body = json!({
            "model": self.endpoint.model(),
            "messages": prompt.messages,
            "stream": true,
        });
        let tokens = if self.quirks.completion_tokens.load(Ordering::Relaxed) {
            "max_completion_tokens"
        } else {
            "max_tokens"
        };
        set(&mut body, tokens, json!(prompt.max_tokens));
        if !self.quirks.no_stream_options.load(Ordering::Relaxed) {
            set(&mut body, "stream_options", json!({"include_usage": true}));
        }
        if let Some(temperature) = prompt.temperature
            && !self.quirks.no_temperature.load(Ordering::Relaxed)
        {
            set(&mut body, "temperature", json!(temperature));
        }
        body
    }

    /// How long to wait before trying again; `None` if that would be in vain.
    fn pause(&self, response: &Response) -> Option<Duration> {
        let busy = [
            StatusCode::TOO_MANY_REQUESTS,
            StatusCode::SERVICE_UNAVAILABLE,
        ];
        if !busy.contains(&response.status()) {
            return None;
        }
        let asked = response.headers().get(RETRY_AFTER).map(|value| {
            let seconds = value.to_str().ok()?.trim().parse().ok()?;
            Some(Duration::from_secs(seconds))
        });
        // A date, or anything else that is no number, is taken for the usual pause.
        let pause = asked.flatten().unwrap_or(PAUSE);
        (pause <= self.patience.retry).then_some(pause)
    }
}

impl Quirks {
    /// Learns from a refusal; whether there was anything new to learn.
    fn learn(&self, status: StatusCode, body: &str) -> bool {
        if !matches!(
            status,
            StatusCode::BAD_REQUEST | StatusCode::UNPROCESSABLE_ENTITY
        ) {
            return false;
        }
        let quirk = if body.contains("max_tokens") || body.contains("max_completion_tokens") {
            &self.completion_tokens
        } else if body.contains("stream_options") {
            &self.no_stream_options
        } else if body.contains("temperature") {
            &self.no_temperature
        } else {
            return false;
        };
        !quirk.swap(true, Ordering::Relaxed)
    }
}

fn set(body: &mut Value, key: &str, value: Value) {
    if let Some(body) = body.as_object_mut() {
        body.insert(key.to_owned(), value);
    }
}

/// The beginning of a body; what cannot be read is left out.
async fn beginning(mut response: Response) -> String {
    let mut body = Vec::new();
    while let Ok(Some(part)) = response.chunk().await {
        body.extend_from_slice(&part);
        if body.len() > ERROR_BODY {
            break;
        }
    }
    body.truncate(ERROR_BODY);
    String::from_utf8_lossy(&body).into_owned()
}

/// What a refusal means. Its body may hold the key, so it is neither shown nor logged.
fn refusal(status: StatusCode, body: &str) -> ModelError {
    tracing::warn!(%status, "the chat model refused");
    match status {
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN | StatusCode::NOT_FOUND => {
            ModelError::Unauthorised
        }
        StatusCode::TOO_MANY_REQUESTS => ModelError::RateLimited,
        StatusCode::PAYLOAD_TOO_LARGE => ModelError::TooLong,
        _ => meaning(body),
    }
}
