//! The errors of the doors, as JSON with their status.

use bytes::Bytes;
use serde_json::json;
use server_fn::error::{FromServerFnError, ServerFnErrorErr};
use server_fn::{ContentType, Decodes, Encodes, Format, FormatType};

use super::{DISCONNECTED, INVALID_BODY};
use crate::api::status;
use crate::protocol::{ErrorKind, ProtocolError, read_error};

/// Errors as `{"error": …}`; on the server, encoding one also sets the response's status.
pub struct JsonError;

impl ContentType for JsonError {
    const CONTENT_TYPE: &'static str = "application/json";
}

impl FormatType for JsonError {
    const FORMAT_TYPE: Format = Format::Text;
}

impl Encodes<ProtocolError> for JsonError {
    type Error = serde_json::Error;

    fn encode(error: &ProtocolError) -> Result<Bytes, Self::Error> {
        status::set(error.status());
        let body = json!({"error": error.message, "kind": error.kind});
        Ok(body.to_string().into())
    }
}

impl Decodes<ProtocolError> for JsonError {
    type Error = serde_json::Error;

    fn decode(bytes: Bytes) -> Result<ProtocolError, Self::Error> {
        let value = serde_json::from_slice(&bytes)?;
        // A body without an error is still no answer.
        Ok(read_error(&value).unwrap_or_else(ProtocolError::failed))
    }
}

impl FromServerFnError for ProtocolError {
    type Encoder = JsonError;

    fn from_server_fn_error(value: ServerFnErrorErr) -> Self {
        match value {
            ServerFnErrorErr::Request(_) => Self::new(ErrorKind::Unavailable, DISCONNECTED),
            ServerFnErrorErr::Args(_) | ServerFnErrorErr::MissingArg(_) => {
                Self::refused(INVALID_BODY)
            }
            ServerFnErrorErr::Deserialization(why) if why == INVALID_BODY => {
                Self::refused(INVALID_BODY)
            }
            _ => Self::failed(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_keeps_its_kind_on_the_wire() {
        let error = ProtocolError::too_large("too much");
        let bytes = JsonError::encode(&error).unwrap();
        assert_eq!(JsonError::decode(bytes).unwrap(), error);
    }
}
