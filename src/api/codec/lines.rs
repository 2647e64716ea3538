//! An answer as bytes and back: JSON Lines in the 2024-05-29 form, cut anywhere.

use bytes::Bytes;
use futures_util::stream::{self, Stream, StreamExt};
use serde_json::Value;
use server_fn::ContentType;
use server_fn::codec::{Encoding, FromRes, IntoRes};
use server_fn::response::{ClientRes, TryRes};

use super::{AnswerStream, DISCONNECTED, encode};
use crate::protocol::decode::Decoder;
use crate::protocol::json_lines::{self, LineError};
use crate::protocol::{AnswerEvent, ErrorKind, ProtocolError};

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
        Response::try_from_stream(JsonLines::CONTENT_TYPE, encode::events(self).map(Ok))
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

fn disconnected() -> AnswerEvent {
    AnswerEvent::Failed(ProtocolError::new(ErrorKind::Unavailable, DISCONNECTED))
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
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

    type Part = Result<Bytes, ()>;

    fn decoded(
        parts: impl IntoIterator<Item = Part, IntoIter: Send + 'static>,
    ) -> Vec<AnswerEvent> {
        all(decode(stream::iter(parts)))
    }

    fn encoded(events: Vec<AnswerEvent>) -> Vec<u8> {
        let bytes: Vec<Bytes> = encode::events(stream::iter(events))
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
}
