//! The encodings of the doors: JSON in, JSON or JSON Lines out, and errors as the protocol has them.

use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use futures_util::FutureExt;
use futures_util::stream::{self, Stream, StreamExt};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use server_fn::codec::{Encoding, FromRes, IntoRes, Post};
use server_fn::error::{FromServerFnError, ServerFnErrorErr};
use server_fn::response::{ClientRes, TryRes};
use server_fn::{ContentType, Decodes, Encodes, Format, FormatType};

use super::status;
use crate::protocol::dialect::message_delta::{Decoder, Lines, MessageDelta, read_error};
use crate::protocol::dialect::{AnswerHead, Dialect, Encoder};
use crate::protocol::json_lines::{self, LineError};
use crate::protocol::{AnswerEvent, ErrorKind, ProtocolError};

/// What the reader is told when the connection to the server breaks.
const DISCONNECTED: &str = "The connection to the server broke.";

/// What the reader is told when the server ends before the answer does.
const STOPPING: &str = "The server is shutting down. Ask again in a moment.";

/// What a client is told whose body is not what the door takes.
const REFUSED_BODY: &str = "the body is not valid JSON of the expected shape";

/// An answer on its way to the page; dropping it stops the answer.
pub struct AnswerStream(Pin<Box<dyn Stream<Item = AnswerEvent> + Send>>);

impl AnswerStream {
    /// Wraps the events of an answer.
    pub fn new(events: impl Stream<Item = AnswerEvent> + Send + 'static) -> Self {
        Self(Box::pin(events))
    }

    /// Breaks the answer off with an error once `stop` is ready, unless it is whole by then.
    #[must_use]
    pub fn until(self, stop: impl Future<Output = ()> + Send + 'static) -> Self {
        let events = self.map(Some).chain(stream::iter([None]));
        let stopped = stop.map(|()| Some(AnswerEvent::Failed(stopping())));
        // The `None` marks the end: without it the stream would wait for `stop`.
        let either = Box::pin(stream::select(events, stopped.into_stream()));
        Self::new(stream::unfold(Some(either), async |either| {
            let mut either = either?;
            let event = either.next().await??;
            let over = matches!(event, AnswerEvent::Finished { .. } | AnswerEvent::Failed(_));
            // Letting go of the answer here is what cancels it.
            Some((event, (!over).then_some(either)))
        }))
    }
}

impl std::fmt::Debug for AnswerStream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("AnswerStream")
    }
}

impl Stream for AnswerStream {
    type Item = AnswerEvent;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.poll_next_unpin(cx)
    }
}

/// The arguments of a door as JSON.
pub type JsonBody = Post<JsonArguments>;

/// The arguments of a door as JSON; a body of another shape is a refusal, not a failure.
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
        serde_json::from_slice(&bytes).map_err(|_| REFUSED_BODY)
    }
}

/// An answer as JSON Lines in the 2024-05-29 form.
pub struct JsonLines;

impl ContentType for JsonLines {
    const CONTENT_TYPE: &'static str = "application/jsonl";
}

impl Encoding for JsonLines {
    const METHOD: http::Method = http::Method::POST;
}

impl<Response> IntoRes<JsonLines, Response, ProtocolError> for AnswerStream
where
    Response: TryRes<ProtocolError>,
{
    async fn into_res(self) -> Result<Response, ProtocolError> {
        Response::try_from_stream(JsonLines::CONTENT_TYPE, encode(self).map(Ok))
    }
}

impl<Response> FromRes<JsonLines, Response, ProtocolError> for AnswerStream
where
    Response: ClientRes<ProtocolError> + Send,
{
    async fn from_res(res: Response) -> Result<Self, ProtocolError> {
        Ok(Self::new(decode(res.try_into_stream()?)))
    }
}

/// The events as bytes in the 2024-05-29 form: each event's lines together.
fn encode(events: impl Stream<Item = AnswerEvent> + Send + 'static) -> impl Stream<Item = Bytes> {
    let mut encoder = Lines::new(AnswerHead::default());
    events.map(move |event| {
        let lines = encoder.lines(event);
        lines.iter().flat_map(json_lines::encode).collect()
    })
}

/// The bytes as events, wherever they are cut.
fn decode<E>(bytes: impl Stream<Item = Result<Bytes, E>>) -> impl Stream<Item = AnswerEvent> {
    let mut reader = Reader::default();
    let parts = bytes.map(Some).chain(stream::iter([None]));
    parts.flat_map(move |part| {
        stream::iter(match part {
            Some(Ok(bytes)) => reader.read(&bytes),
            Some(Err(_)) | None => reader.end(),
        })
    })
}

/// An answer as it is read: bytes to lines to events.
#[derive(Default)]
struct Reader {
    lines: json_lines::Decoder,
    events: Decoder,
    broken: bool,
}

impl Reader {
    fn read(&mut self, bytes: &[u8]) -> Vec<AnswerEvent> {
        let lines = self.lines.feed(bytes);
        lines.into_iter().flat_map(|line| self.line(line)).collect()
    }

    /// The end of the bytes; where the answer's own end is missing, the connection broke.
    fn end(&mut self) -> Vec<AnswerEvent> {
        let last = self.lines.finish().map(|line| self.line(line));
        let mut events = last.unwrap_or_default();
        if !self.broken && !self.events.has_ended() {
            self.broken = true;
            events.push(disconnected());
        }
        events
    }

    /// A line that cannot be read is a broken connection too; nothing follows it.
    fn line(&mut self, line: Result<Value, LineError>) -> Vec<AnswerEvent> {
        match line {
            _ if self.broken || self.events.has_ended() => Vec::new(),
            Ok(line) => self.events.events(&line),
            Err(_) => {
                self.broken = true;
                vec![disconnected()]
            }
        }
    }
}

fn stopping() -> ProtocolError {
    ProtocolError::new(ErrorKind::Unavailable, STOPPING)
}

fn disconnected() -> AnswerEvent {
    AnswerEvent::Failed(ProtocolError::new(ErrorKind::Unavailable, DISCONNECTED))
}

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
        serde_json::to_vec(&MessageDelta.error(error)).map(Bytes::from)
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
                Self::refused(REFUSED_BODY)
            }
            ServerFnErrorErr::Deserialization(why) if why == REFUSED_BODY => {
                Self::refused(REFUSED_BODY)
            }
            _ => Self::failed(),
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::future::{pending, ready};
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    fn finished() -> AnswerEvent {
        AnswerEvent::Finished {
            reason: crate::protocol::FinishReason::Stop,
            model: String::new(),
            usage: None,
        }
    }

    fn all(stream: impl Stream<Item = AnswerEvent>) -> Vec<AnswerEvent> {
        futures_util::FutureExt::now_or_never(stream.collect()).expect("nothing to wait for")
    }

    #[test]
    fn a_whole_answer_does_not_wait_for_the_end_of_the_server() {
        let events = AnswerStream::new(stream::iter([AnswerEvent::Delta("a".into())]));
        assert_eq!(all(events.until(pending())).len(), 1);
    }

    #[test]
    fn the_end_of_the_server_ends_the_answer_with_an_error() {
        let events = AnswerStream::new(stream::pending());
        let events = all(events.until(ready(())));
        assert!(matches!(events.as_slice(), [AnswerEvent::Failed(_)]));
    }

    #[test]
    fn nothing_follows_the_last_event() {
        let events = AnswerStream::new(stream::iter([finished()]));
        assert_eq!(all(events.until(ready(()))).len(), 1);
    }

    type Part = Result<Bytes, ()>;

    fn decoded(
        parts: impl IntoIterator<Item = Part, IntoIter: Send + 'static>,
    ) -> Vec<AnswerEvent> {
        all(decode(stream::iter(parts)))
    }

    fn encoded(events: Vec<AnswerEvent>) -> Vec<u8> {
        let bytes: Vec<Bytes> = encode(stream::iter(events))
            .collect()
            .now_or_never()
            .unwrap();
        bytes.concat()
    }

    #[test]
    fn a_broken_connection_is_a_failure_of_the_answer() {
        assert_eq!(decoded([Err(())]), [disconnected()]);
    }

    #[test]
    fn an_answer_without_its_end_is_a_failure() {
        let text = AnswerEvent::Delta("a".into());
        let events = decoded([Ok(Bytes::from(encoded(vec![text.clone()])))]);
        assert_eq!(events[1..], [text, disconnected()]);
    }

    #[test]
    fn a_page_of_a_proxy_is_a_failure_and_the_only_one() {
        let page = Bytes::from_static(b"<html>\n<body>Bad gateway\n");
        assert_eq!(decoded([Ok(page), Err(())]), [disconnected()]);
    }

    #[test]
    fn a_connection_that_breaks_after_the_end_is_no_failure() {
        let bytes = Bytes::from(encoded(vec![finished()]));
        assert_eq!(decoded([Ok(bytes), Err(())]), [finished()]);
    }

    proptest! {
        #[test]
        fn bytes_cut_anywhere_are_the_same_events(
            text in vec(".{0,9}|[äß€語🦀]{1,5}", 1..6),
            cuts in vec(1_usize..7, 1..9),
        ) {
            let mut events = vec![AnswerEvent::Grounded(Box::default())];
            events.extend(text.iter().cloned().map(AnswerEvent::Delta));
            events.push(AnswerEvent::FollowUps(text));
            events.push(finished());
            let mut rest = Bytes::from(encoded(events.clone()));
            let mut parts: Vec<Part> = Vec::new();
            for cut in cuts.iter().cycle() {
                if rest.is_empty() {
                    break;
                }
                parts.push(Ok(rest.split_to((*cut).min(rest.len()))));
            }
            prop_assert_eq!(decoded(parts), events);
        }
    }

    #[test]
    fn an_error_keeps_its_kind_on_the_wire() {
        let error = ProtocolError::too_large("too much");
        let bytes = JsonError::encode(&error).unwrap();
        assert_eq!(JsonError::decode(bytes).unwrap(), error);
    }
}
