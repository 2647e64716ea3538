//! JSON encoding of the server functions' arguments and simple results.

use bytes::Bytes;
use footnote_protocol::json;
use serde::Serialize;
use serde::de::DeserializeOwned;
use server_fn::codec::Post;
use server_fn::{ContentType, Decodes, Encodes, Format, FormatType};

use super::INVALID_BODY;

/// The arguments of a server function as JSON.
pub type JsonBody = Post<JsonArguments>;

/// JSON codec of arguments; an invalid body is a client error, not a server failure.
pub struct JsonArguments;

impl ContentType for JsonArguments {
    const CONTENT_TYPE: &'static str = "application/json";
}

impl FormatType for JsonArguments {
    const FORMAT_TYPE: Format = Format::Text;
}

impl<T: Serialize> Encodes<T> for JsonArguments {
    type Error = serde_json::Error;

    fn encode(output: &T) -> Result<Bytes, Self::Error> {
        serde_json::to_vec(output).map(Bytes::from)
    }
}

impl<T: DeserializeOwned> Decodes<T> for JsonArguments {
    type Error = &'static str;

    fn decode(bytes: Bytes) -> Result<T, Self::Error> {
        json::read(&bytes).map_err(|_| INVALID_BODY)
    }
}
