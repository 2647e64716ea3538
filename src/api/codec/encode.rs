//! Answers and errors as bytes in the 2024-05-29 form, which only the server writes.

use bytes::Bytes;
use futures_util::stream::Stream;
#[cfg(feature = "ssr")]
use futures_util::stream::StreamExt;

#[cfg(feature = "ssr")]
use crate::protocol::dialect::{AnswerHead, Dialect, message_delta::MessageDelta};
#[cfg(feature = "ssr")]
use crate::protocol::json_lines;
use crate::protocol::{AnswerEvent, ProtocolError};

/// The events as bytes, each event's lines together; nothing in the browser, which answers nobody.
#[cfg(feature = "ssr")]
pub(super) fn events(
    events: impl Stream<Item = AnswerEvent> + Send + 'static,
) -> impl Stream<Item = Bytes> + Send + 'static {
    let mut encoder = MessageDelta.encoder(AnswerHead::default());
    events.map(move |event| {
        let lines = encoder.lines(event);
        lines.iter().flat_map(json_lines::encode).collect()
    })
}

/// The events as bytes, each event's lines together; nothing in the browser, which answers nobody.
#[cfg(not(feature = "ssr"))]
pub(super) fn events(
    _events: impl Stream<Item = AnswerEvent> + Send + 'static,
) -> impl Stream<Item = Bytes> + Send + 'static {
    futures_util::stream::empty()
}

/// The error as the body of a response; nothing in the browser, which refuses nobody.
#[cfg(feature = "ssr")]
pub(super) fn error(error: &ProtocolError) -> Bytes {
    MessageDelta.error(error).to_string().into()
}

/// The error as the body of a response; nothing in the browser, which refuses nobody.
#[cfg(not(feature = "ssr"))]
pub(super) fn error(_error: &ProtocolError) -> Bytes {
    Bytes::new()
}
