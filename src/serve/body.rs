//! Reading a request's body within limits of size and time.

use std::time::Duration;

use axum::body::Body;
use futures_util::StreamExt;
use http::{HeaderMap, header};
use serde_json::Value;

use crate::protocol::{ErrorKind, MAX_CONTENT_BYTES, ProtocolError};

/// The most bytes of a body: the contents' limit twice, since JSON escapes take room.
pub(super) const MAX_BODY_BYTES: usize = 2 * MAX_CONTENT_BYTES;

/// How long a client may take to send its body.
const PATIENCE: Duration = Duration::from_secs(30);

/// Reads a JSON body.
///
/// # Errors
///
/// A refusal, with the kind that its status follows from: another content type, too many bytes,
/// too slow, or not JSON.
pub(super) async fn json(headers: &HeaderMap, body: Body) -> Result<Value, ProtocolError> {
    if !is_json(headers) {
        return Err(ProtocolError::new(
            ErrorKind::UnsupportedMediaType,
            "the content type must be application/json",
        ));
    }
    let bytes = tokio::time::timeout(PATIENCE, bytes(body))
        .await
        .map_err(|_| ProtocolError::refused("the body took too long to arrive"))??;
    if bytes.is_empty() {
        return Err(ProtocolError::refused("the body must not be empty"));
    }
    serde_json::from_slice(&bytes).map_err(|_| ProtocolError::refused("the body is not valid JSON"))
}

/// The whole body, unless it is over [`MAX_BODY_BYTES`].
async fn bytes(body: Body) -> Result<Vec<u8>, ProtocolError> {
    let mut whole = Vec::new();
    let mut parts = body.into_data_stream();
    while let Some(part) = parts.next().await {
        let part = part.map_err(|_| ProtocolError::refused("the body broke off"))?;
        if whole.len() + part.len() > MAX_BODY_BYTES {
            return Err(ProtocolError::too_large("the body is larger than 2 MiB"));
        }
        whole.extend_from_slice(&part);
    }
    Ok(whole)
}

/// Whether the content type is JSON; asking for it also keeps forms of other sites out.
fn is_json(headers: &HeaderMap) -> bool {
    let Some(Ok(kind)) = headers
        .get(header::CONTENT_TYPE)
        .map(|value| value.to_str())
    else {
        return false;
    };
    let essence = kind.split(';').next().unwrap_or("").trim();
    essence.eq_ignore_ascii_case("application/json")
        || essence.to_ascii_lowercase().ends_with("+json")
}
