//! Streams of values for the page as JSON Lines, which may arrive split at any byte.

use std::future::ready;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use footnote_protocol::{LibraryStatus, json, json_lines};
use futures_util::stream::{self, BoxStream, Stream, StreamExt};
use serde::Serialize;
use serde::de::DeserializeOwned;
use server_fn::ContentType;
use server_fn::codec::{Encoding, FromRes, IntoRes};
use server_fn::response::{ClientRes, TryRes};

use super::PageError;

/// JSON Lines with one value each.
pub struct JsonLines;

impl ContentType for JsonLines {
    const CONTENT_TYPE: &'static str = "application/jsonl";
}

impl Encoding for JsonLines {
    const METHOD: http::Method = http::Method::POST;
}

/// A stream of values; dropping it cancels its source.
pub struct ValueStream<T>(BoxStream<'static, T>);

/// The state of the documents, sent again after each change.
pub type StatusStream = ValueStream<LibraryStatus>;

impl<T> ValueStream<T> {
    /// Wraps a stream.
    pub fn new(values: impl Stream<Item = T> + Send + 'static) -> Self {
        Self(values.boxed())
    }
}

impl<T> Stream for ValueStream<T> {
    type Item = T;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<T>> {
        self.0.poll_next_unpin(cx)
    }
}

impl<T, Response> IntoRes<JsonLines, Response, PageError> for ValueStream<T>
where
    T: Serialize + Send + 'static,
    Response: TryRes<PageError>,
{
    async fn into_res(self) -> Result<Response, PageError> {
        let to_json = |value| serde_json::to_value(value).unwrap_or_default();
        let lines = self.map(move |value| Ok(json_lines::encode(&to_json(value)).into()));
        Response::try_from_stream(JsonLines::CONTENT_TYPE, lines)
    }
}

impl<T, Response> FromRes<JsonLines, Response, PageError> for ValueStream<T>
where
    T: DeserializeOwned + Send + 'static,
    Response: ClientRes<PageError> + Send,
{
    async fn from_res(res: Response) -> Result<Self, PageError> {
        Ok(Self::new(decode(res.try_into_stream()?)))
    }
}

/// Decodes values from bytes split at any point. Stops at the first invalid line, because the connection broke there.
fn decode<T: DeserializeOwned, E>(
    bytes: impl Stream<Item = Result<Bytes, E>>,
) -> impl Stream<Item = T> {
    let mut begun = Vec::new();
    let values = bytes.flat_map(move |part| {
        let part = part.unwrap_or_default();
        let end = part.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| begun.len() + at + 1);
        begun.extend_from_slice(&part);
        let rest = begun.split_off(end);
        let whole = std::mem::replace(&mut begun, rest);
        let lines = whole.split(|byte| *byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
        stream::iter(lines.map(|line| json::read(line).ok()).collect::<Vec<_>>())
    });
    values.scan((), |(), value| ready(value))
}

#[cfg(test)]
mod tests {
    use footnote_protocol::{Answer, AnswerEvent, FinishReason};
    use futures_util::FutureExt;
    use proptest::collection::vec;
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    type Part = Result<Bytes, ()>;

    fn decoded<T: DeserializeOwned>(parts: impl IntoIterator<Item = Part>) -> Vec<T> {
        let values = decode(stream::iter(parts)).collect().now_or_never();
        values.expect("nothing to wait for")
    }

    fn encoded<T: Serialize>(values: &[T]) -> Bytes {
        let lines = values.iter().map(|value| json_lines::encode(&json!(value)));
        lines.collect::<Vec<_>>().concat().into()
    }

    fn cut(mut bytes: Bytes, cuts: &[usize]) -> Vec<Part> {
        let mut parts = Vec::new();
        for cut in cuts.iter().cycle() {
            if bytes.is_empty() {
                break;
            }
            parts.push(Ok(bytes.split_to((*cut).min(bytes.len()))));
        }
        parts
    }

    /// The browser tests send such lines.
    #[test]
    fn events_without_what_is_optional_are_read() {
        let lines = br#"{"Grounded":{"data_points":{"text":["a.md: b"],"citations":["a.md"]}}}
{"Delta":"b"}
{"Finished":{"reason":"stop","model":"","usage":null}}
{"Failed":{"kind":"failed","message":"Away."}}
"#;
        let read: Vec<AnswerEvent> = decoded([Ok(Bytes::from_static(lines))]);
        let answer: Answer = read.into_iter().collect();
        assert_eq!(answer.context.data_points.unwrap().citations, ["a.md"]);
        assert_eq!((answer.text.as_str(), answer.model.as_str()), ("b", ""));
        assert_eq!(answer.finish, Some(FinishReason::Stop));
        assert_eq!(answer.error.unwrap().message, "Away.");
    }

    #[test]
    fn nothing_follows_a_line_that_cannot_be_read() {
        let page = Bytes::from_static(b"<html>\n<body>Bad gateway\n");
        let event = [AnswerEvent::Delta("a".into())];
        let line = || Ok(encoded(&event));
        let read: Vec<AnswerEvent> = decoded([line(), Ok(page), line()]);
        assert_eq!(read, event);
    }

    #[test]
    fn lines_come_before_the_end_of_a_broken_connection() {
        let event = [AnswerEvent::Delta("a".into())];
        let read: Vec<AnswerEvent> = decoded([Ok(encoded(&event)), Err(())]);
        assert_eq!(read, event);
    }

    proptest! {
        #[test]
        fn events_are_read_wherever_their_bytes_are_cut(
            texts in vec(".*", 0..9),
            cuts in vec(1_usize..7, 1..9),
        ) {
            let events: Vec<_> = texts.into_iter().map(AnswerEvent::Delta).collect();
            let read: Vec<AnswerEvent> = decoded(cut(encoded(&events), &cuts));
            prop_assert_eq!(read, events);
        }

        #[test]
        fn states_are_read_wherever_their_bytes_are_cut(
            problems in vec(".{0,9}|[äß€語🦀]{1,5}", 1..6),
            cuts in vec(1_usize..7, 1..9),
        ) {
            let state = |problem: &String| LibraryStatus {
                problem: Some(problem.clone()),
                ..LibraryStatus::default()
            };
            let states: Vec<_> = problems.iter().map(state).collect();
            let read: Vec<LibraryStatus> = decoded(cut(encoded(&states), &cuts));
            prop_assert_eq!(read, states);
        }
    }
}
