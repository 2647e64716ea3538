//! Reads request bodies within limits on size and time.

use std::time::Duration;

use axum::body::{Body, HttpBody as _};
use axum::extract::{FromRequest, Request};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::{Form, Json};
use footnote_protocol::dialect::WireForm;
use footnote_protocol::{ErrorKind, MAX_CONTENT_BYTES, ProtocolError, dialect};
use futures_util::StreamExt;
use http::request::Parts;
use http::{Extensions, HeaderMap, HeaderValue, StatusCode, Uri, header};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::client::{Client, ClientId};
use super::quota::Quota;

/// Maximum size of a body, in bytes: twice the limit of the contents, since JSON escapes take room.
pub(crate) const MAX_BODY_BYTES: usize = 2 * MAX_CONTENT_BYTES;

/// Time limit for receiving a body.
const BODY_TIMEOUT: Duration = Duration::from_secs(30);

/// `Retry-After` of a busy server: about as long as an answer takes.
const RETRY_AFTER: Duration = Duration::from_secs(5);

/// A rejected request: the error and its status.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    status: StatusCode,
    error: ProtocolError,
    /// Time until a retry may succeed, if it may.
    come_again: Option<Duration>,
}

impl Refusal {
    /// Wraps an error with the status that a wire form uses for it.
    pub(crate) fn of(error: ProtocolError, dialect: &WireForm) -> Self {
        Self::with(dialect.status(&error), error)
    }

    fn with(status: StatusCode, error: ProtocolError) -> Self {
        Self {
            come_again: (status == StatusCode::SERVICE_UNAVAILABLE).then_some(RETRY_AFTER),
            status,
            error,
        }
    }

    /// Rejects a client over its rate limit, which may retry after `wait`.
    pub(crate) fn too_often(wait: Duration) -> Self {
        let error = ProtocolError::new(
            ErrorKind::RateLimited,
            "You have sent many requests in a short time. Ask again in a moment.",
        );
        Self { come_again: Some(wait), ..Self::from(error) }
    }

    /// Encodes the refusal in a wire form.
    pub(crate) fn response(&self, dialect: &WireForm) -> Response {
        let mut response = match dialect.error(&self.error) {
            Value::String(sentence) => self.sent(sentence),
            error => self.sent(Json(error)),
        };
        if self.status == self.error.status() {
            *response.status_mut() = dialect.status(&self.error);
        }
        response
    }

    /// Encodes the refusal with `write`.
    pub(crate) fn written(&self, write: impl FnOnce(&ProtocolError) -> Value) -> Response {
        self.sent(Json(write(&self.error)))
    }

    /// Message of the error, for protocols without a status.
    pub(crate) fn message(&self) -> &str {
        &self.error.message
    }

    /// The error.
    pub(crate) fn error(&self) -> &ProtocolError {
        &self.error
    }

    /// True if a browser requests a page to show.
    pub(crate) fn is_for_person(headers: &HeaderMap) -> bool {
        let accept = headers.get(header::ACCEPT).map(HeaderValue::as_bytes);
        accept.is_some_and(|kinds| kinds.starts_with(b"text/html"))
    }

    /// Encodes the refusal for the sender of a request to `uri`: plain text for browsers and the page's form.
    pub(crate) fn response_to(&self, uri: &Uri, headers: &HeaderMap) -> Response {
        if Self::is_for_person(headers) || uri.path() == "/" {
            return self.sent(self.error.message.clone());
        }
        let (form, path) = dialect::place(uri.path());
        let named = form.and_then(|name| dialect::named(name).ok());
        self.response(named.unwrap_or_else(|| dialect::at(path)))
    }

    /// 401 with this message.
    pub(crate) fn unauthorized(message: &str) -> Self {
        Self::with(StatusCode::UNAUTHORIZED, ProtocolError::refused(message))
    }

    /// 403 with this message.
    pub(crate) fn forbidden(message: &str) -> Self {
        Self::with(StatusCode::FORBIDDEN, ProtocolError::refused(message))
    }

    /// 404 with this message, also for what exists but is not visible to the client.
    pub(crate) fn not_found(message: &str) -> Self {
        Self::with(StatusCode::NOT_FOUND, ProtocolError::refused(message))
    }

    /// Adds the status, and the headers that say when or how to ask again.
    fn sent(&self, body: impl IntoResponse) -> Response {
        let wait = self.come_again.map(|wait| {
            // Round up to whole seconds, so that a retry never comes too early.
            let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
            [(header::RETRY_AFTER, HeaderValue::from(seconds))]
        });
        let challenge = (self.status == StatusCode::UNAUTHORIZED)
            .then_some([(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"))]);
        (self.status, wait, challenge, body).into_response()
    }

    /// Adds `Retry-After` to a temporary refusal that has none.
    pub(crate) fn with_retry_after(mut response: Response) -> Response {
        if response.status() == StatusCode::SERVICE_UNAVAILABLE {
            let wait = HeaderValue::from(RETRY_AFTER.as_secs());
            let headers = response.headers_mut();
            headers.entry(header::RETRY_AFTER).or_insert(wait);
        }
        response
    }

    /// 405 with this message.
    pub(crate) fn wrong_method(message: &str) -> Self {
        Self::with(StatusCode::METHOD_NOT_ALLOWED, ProtocolError::refused(message))
    }

    /// 408 for a client that sends its body too slowly.
    pub(crate) fn too_slow() -> Self {
        let message = "the body took too long to arrive";
        Self::with(StatusCode::REQUEST_TIMEOUT, ProtocolError::refused(message))
    }
}

impl From<ProtocolError> for Refusal {
    fn from(error: ProtocolError) -> Self {
        Self::with(error.status(), error)
    }
}

/// Maximum number of values in a JSON body. Each takes 32 bytes of memory, and as few as two bytes in the body.
const MAX_VALUES: usize = 100_000;

/// Reads a JSON body.
///
/// # Errors
///
/// Rejects other content types, compressed bodies, too many bytes, slow clients, and invalid JSON.
pub(crate) async fn json(parts: &Parts, body: Body) -> Result<Value, Refusal> {
    check_type(&parts.headers)?;
    if parts.headers.contains_key(header::CONTENT_ENCODING) {
        // A small compressed body can expand to any size, and questions are short.
        return Err(unsupported("the body must not be compressed"));
    }
    let bytes = bytes(parts, body, BODY_TIMEOUT).await?;
    if bytes.is_empty() {
        return Err(ProtocolError::refused("the body must not be empty").into());
    }
    Ok(parsed(&bytes, "body")?)
}

/// Parses JSON from a `part` of a request, or from its whole body.
///
/// # Errors
///
/// Rejects invalid JSON and more than [`MAX_VALUES`] values.
pub(crate) fn parsed(bytes: &[u8], part: &str) -> Result<Value, ProtocolError> {
    // Some editors and libraries begin a file with a mark of its encoding.
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let value = serde_json::from_slice(bytes)
        .map_err(|_| ProtocolError::refused(format!("the {part} is not valid JSON")))?;
    if values(&value) > MAX_VALUES {
        let many = format!("the {part} holds more than {MAX_VALUES} values");
        return Err(ProtocolError::too_large(many));
    }
    Ok(value)
}

/// Counts the values within a value. Recursion is safe: the parser limits the depth.
fn values(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(values).sum(),
        Value::Object(fields) => fields.values().map(values).sum(),
        _ => 0,
    }
}

/// Checks that the content type is JSON.
///
/// # Errors
///
/// Rejects every other type.
pub(crate) fn check_type(headers: &HeaderMap) -> Result<(), Refusal> {
    if is_json(headers) {
        return Ok(());
    }
    Err(unsupported("the content type must be application/json"))
}

/// Reads the fields of a posted form.
///
/// # Errors
///
/// Rejects other content types, too many bytes, slow clients, and unknown fields.
pub(crate) async fn form<T: DeserializeOwned>(parts: &Parts, body: Body) -> Result<T, Refusal> {
    let bytes = bytes(parts, body, BODY_TIMEOUT).await?;
    let posted = Request::from_parts(parts.clone(), bytes.into());
    let form = Form::from_request(posted, &()).await;
    let form = form.map_err(|_| ProtocolError::refused("the fields of the form are invalid"));
    Ok(form.map(|Form(fields)| fields)?)
}

/// Reads a body of sound, such as `audio/webm`; returns its media type with it.
///
/// # Errors
///
/// Rejects other content types, too many bytes, and slow clients.
pub(crate) async fn sound(parts: &Parts, body: Body) -> Result<(String, Vec<u8>), Refusal> {
    let media_type = essence(&parts.headers);
    let format = media_type.strip_prefix("audio/").unwrap_or_default();
    if format.is_empty() || !format.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
    {
        return Err(unsupported("the body must be a recording, such as audio/webm"));
    }
    let bytes = bytes(parts, body, BODY_TIMEOUT).await?;
    if bytes.is_empty() {
        return Err(ProtocolError::refused("the body must not be empty").into());
    }
    Ok((media_type, bytes))
}

/// Reads the body before the server functions do, since they would accept any size and wait for ever.
pub(crate) async fn limit(request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    match bytes(&parts, body, BODY_TIMEOUT).await {
        Ok(bytes) => next.run(Request::from_parts(parts, bytes.into())).await,
        Err(refusal) => refusal.response_to(&parts.uri, &parts.headers),
    }
}

fn unsupported(message: &str) -> Refusal {
    ProtocolError::new(ErrorKind::UnsupportedMediaType, message).into()
}

/// Reads the whole body; fails if it exceeds [`MAX_BODY_BYTES`] or takes longer than `time_limit`.
async fn bytes(parts: &Parts, body: Body, time_limit: Duration) -> Result<Vec<u8>, Refusal> {
    let reservation = Reservation::for_client(&BODIES, &parts.extensions);
    let whole = tokio::time::timeout(time_limit, collect(body, reservation)).await;
    Ok(whole.map_err(|_| Refusal::too_slow())??)
}

async fn collect(body: Body, mut reservation: Reservation) -> Result<Vec<u8>, ProtocolError> {
    let too_large = || ProtocolError::too_large("the body is larger than 2 MiB");
    if body.size_hint().lower() > MAX_BODY_BYTES as u64 {
        return Err(too_large());
    }
    let mut whole = Vec::new();
    let mut parts = body.into_data_stream();
    while let Some(part) = parts.next().await {
        let part = part.map_err(|_| ProtocolError::refused("the body broke off"))?;
        if whole.len() + part.len() > MAX_BODY_BYTES {
            return Err(too_large());
        }
        reservation.grow(part.len())?;
        whole.extend_from_slice(&part);
    }
    Ok(whole)
}

/// Quota of bytes of bodies in memory while they are received: for all clients, and per client.
static BODIES: Quota = Quota::new(256 * 1024 * 1024, 64 * 1024 * 1024);

/// The share of a quota held by a request; released on drop.
#[derive(Debug)]
pub(crate) struct Reservation {
    quota: &'static Quota,
    client: Option<ClientId>,
    bytes: usize,
}

impl Reservation {
    /// An empty reservation for the client of the request with these `extensions`.
    pub(crate) fn for_client(quota: &'static Quota, extensions: &Extensions) -> Self {
        let Client(client) = Client::of_request(extensions);
        Self { quota, client, bytes: 0 }
    }

    /// Reserves this many more bytes.
    ///
    /// # Errors
    ///
    /// Fails if the quota is exhausted.
    pub(crate) fn grow(&mut self, bytes: usize) -> Result<(), ProtocolError> {
        if !self.quota.try_acquire(self.client, bytes) {
            let busy = "Too much is coming in. Ask again in a moment.";
            return Err(ProtocolError::new(ErrorKind::Unavailable, busy));
        }
        self.bytes += bytes;
        Ok(())
    }

    /// Grows or shrinks the reservation to this many bytes.
    ///
    /// # Errors
    ///
    /// Fails if the quota is exhausted.
    pub(crate) fn resize(&mut self, bytes: usize) -> Result<(), ProtocolError> {
        if let Some(more) = bytes.checked_sub(self.bytes) {
            return self.grow(more);
        }
        self.quota.release(self.client, self.bytes - bytes);
        self.bytes = bytes;
        Ok(())
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.quota.release(self.client, self.bytes);
    }
}

/// True if the content type is JSON. Requiring it also keeps out forms of other sites.
fn is_json(headers: &HeaderMap) -> bool {
    let essence = essence(headers);
    essence == "application/json" || essence.ends_with("+json")
}

/// The content type without parameters, in lower case; empty if there is none.
pub(crate) fn essence(headers: &HeaderMap) -> String {
    let kind = headers.get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let essence = kind.split(';').next().unwrap_or_default();
    essence.trim().to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_body_that_never_ends_is_given_up() {
        let body =
            Body::from_stream(futures_util::stream::pending::<Result<Vec<u8>, axum::Error>>());
        let (parts, ()) = Request::new(()).into_parts();
        let read = bytes(&parts, body, Duration::from_millis(1)).await;
        assert_eq!(read.unwrap_err().status, StatusCode::REQUEST_TIMEOUT);
    }
}
