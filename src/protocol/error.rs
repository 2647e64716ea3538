//! Errors of the protocol, in words that a client may read.

use http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The message of every failure whose details are only logged. Both lines come from the specifications' examples.
pub const GENERIC_FAILURE: &str = "The app encountered an error processing your request.\nIf you are an administrator of the app, view the full error in the logs.";

/// Kinds of errors, each with an HTTP status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "dialects", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ErrorKind {
    /// The request cannot be answered as it is.
    Refused,
    /// The answer to continue from is not stored.
    NotKept,
    /// The requested item does not exist, or belongs to somebody else.
    Missing,
    /// The request is over a limit.
    TooLarge,
    /// Unsupported content type.
    UnsupportedMediaType,
    /// The client is over its rate limit.
    RateLimited,
    /// The chat model could not be reached, or its answer ended early.
    Model,
    /// The server is shutting down or too busy.
    Unavailable,
    /// Anything else; the details are logged.
    Failed,
}

/// An error in words that a client may read; never contains the text of its cause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{message}")]
pub struct ProtocolError {
    /// Kind of error.
    pub kind: ErrorKind,
    /// One or two sentences for the reader.
    pub message: String,
}

impl ProtocolError {
    /// Creates an error of `kind`.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }

    /// Returns an error for a request that cannot be answered as it is.
    pub fn refused(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Refused, message)
    }

    /// Returns an error for a request over a limit.
    pub fn too_large(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::TooLarge, message)
    }

    /// Returns an error whose details are only logged.
    pub fn failed() -> Self {
        Self::new(ErrorKind::Failed, GENERIC_FAILURE)
    }

    /// HTTP status of the error, if a status can still be sent.
    pub fn status(&self) -> StatusCode {
        match self.kind {
            ErrorKind::Refused | ErrorKind::NotKept => StatusCode::BAD_REQUEST,
            ErrorKind::Missing => StatusCode::NOT_FOUND,
            ErrorKind::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            ErrorKind::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            ErrorKind::RateLimited => StatusCode::TOO_MANY_REQUESTS,
            ErrorKind::Model => StatusCode::BAD_GATEWAY,
            ErrorKind::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
            ErrorKind::Failed => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

/// Parses the error in a body, if there is one: a sentence, or an object with a `message`. `null` is no error.
pub fn read_error(body: &Value) -> Option<ProtocolError> {
    // A null key does not report an error.
    let error = body.get("error").filter(|error| !error.is_null())?;
    let message = error
        .as_str()
        .or_else(|| error.get("message").and_then(Value::as_str))
        .unwrap_or(GENERIC_FAILURE);
    let kind = body.get("kind").and_then(|kind| ErrorKind::deserialize(kind).ok());
    Some(ProtocolError::new(kind.unwrap_or(ErrorKind::Failed), message))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn errors_may_be_objects() {
        let error = json!({"error": {"code": "rate_limited", "message": "Too many requests."}});
        let error = read_error(&error).unwrap();
        assert_eq!(error.message, "Too many requests.");
    }

    #[test]
    fn an_error_that_is_null_is_none() {
        assert_eq!(read_error(&json!({"error": null, "kind": "failed"})), None);
    }
}
