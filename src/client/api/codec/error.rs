//! JSON encoding of the server functions' errors, with their HTTP status.

use bytes::Bytes;
use footnote_protocol::{ErrorKind, ProtocolError, read_error};
use serde_json::json;
use server_fn::error::{FromServerFnError, ServerFnErrorErr};
use server_fn::{ContentType, Decodes, Encodes, Format, FormatType};

use super::INVALID_BODY;
use crate::api::status;
use crate::words;

/// Errors as `{"error": …}`. On the server, encoding an error also sets the response's status.
pub struct JsonError;

impl ContentType for JsonError {
    const CONTENT_TYPE: &'static str = "application/json";
}

impl FormatType for JsonError {
    const FORMAT_TYPE: Format = Format::Text;
}

/// An error of the protocol, returned by a server function.
#[derive(Clone, Debug, PartialEq)]
pub struct PageError(pub ProtocolError);

impl<E: Into<ProtocolError> + Failure> From<E> for PageError {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

impl From<PageError> for ProtocolError {
    fn from(error: PageError) -> Self {
        error.0
    }
}

/// Errors that are converted to the protocol's errors.
pub trait Failure {}

impl Failure for ProtocolError {}
#[cfg(feature = "ssr")]
impl Failure for footnote_store::RetrieveError {}
#[cfg(feature = "ssr")]
impl Failure for footnote_store::StoreError {}

impl Encodes<PageError> for JsonError {
    type Error = serde_json::Error;

    fn encode(PageError(error): &PageError) -> Result<Bytes, Self::Error> {
        status::set(error.status());
        let body = json!({"error": error.message, "kind": error.kind});
        Ok(body.to_string().into())
    }
}

impl Decodes<PageError> for JsonError {
    type Error = serde_json::Error;

    fn decode(bytes: Bytes) -> Result<PageError, Self::Error> {
        let value = serde_json::from_slice(&bytes)?;
        // A response without an error is still not a valid answer.
        Ok(PageError(read_error(&value).unwrap_or_else(ProtocolError::failed)))
    }
}

impl FromServerFnError for PageError {
    type Encoder = JsonError;

    fn from_server_fn_error(value: ServerFnErrorErr) -> Self {
        Self(match value {
            ServerFnErrorErr::Request(_) => {
                ProtocolError::new(ErrorKind::Unavailable, words::connection_broke())
            }
            ServerFnErrorErr::Args(_) | ServerFnErrorErr::MissingArg(_) => {
                ProtocolError::refused(INVALID_BODY)
            }
            ServerFnErrorErr::Deserialization(why) if why == INVALID_BODY => {
                ProtocolError::refused(INVALID_BODY)
            }
            _ => ProtocolError::failed(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_keeps_its_kind_on_the_wire() {
        let error = PageError(ProtocolError::too_large("too much"));
        let bytes = JsonError::encode(&error).unwrap();
        assert_eq!(JsonError::decode(bytes).unwrap(), error);
    }
}
