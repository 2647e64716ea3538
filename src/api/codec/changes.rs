//! The state of the documents as it changes, as JSON Lines.

use std::pin::Pin;

use bytes::Bytes;
use futures_util::stream::{self, Stream, StreamExt};
use server_fn::ContentType;
use server_fn::codec::{FromRes, IntoRes};
use server_fn::response::{ClientRes, TryRes};

use super::JsonLines;
use crate::protocol::{LibraryStatus, ProtocolError, json_lines};

/// The state of the documents, again whenever it changes; dropping it ends the request.
pub struct StatusStream(Pin<Box<dyn Stream<Item = LibraryStatus> + Send>>);

impl StatusStream {
    /// Wraps the states.
    pub fn new(states: impl Stream<Item = LibraryStatus> + Send + 'static) -> Self {
        Self(Box::pin(states))
    }

    /// The next state; none at the end, and where the connection breaks.
    pub async fn next(&mut self) -> Option<LibraryStatus> {
        self.0.next().await
    }
}

impl std::fmt::Debug for StatusStream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("StatusStream")
    }
}

impl<Response> IntoRes<JsonLines, Response, ProtocolError> for StatusStream
where
    Response: TryRes<ProtocolError>,
{
    async fn into_res(self) -> Result<Response, ProtocolError> {
        let lines = self.0.map(|status| Ok(line(&status)));
        Response::try_from_stream(JsonLines::CONTENT_TYPE, lines)
    }
}

impl<Response> FromRes<JsonLines, Response, ProtocolError> for StatusStream
where
    Response: ClientRes<ProtocolError> + Send,
{
    async fn from_res(res: Response) -> Result<Self, ProtocolError> {
        Ok(Self::new(decode(res.try_into_stream()?)))
    }
}

fn line(status: &LibraryStatus) -> Bytes {
    let value = serde_json::to_value(status).unwrap_or_default();
    json_lines::encode(&value).into()
}

/// Decodes bytes, wherever they are cut, into states; anything else is left out.
fn decode<E>(bytes: impl Stream<Item = Result<Bytes, E>>) -> impl Stream<Item = LibraryStatus> {
    let mut lines = json_lines::Decoder::default();
    bytes.flat_map(move |bytes| {
        let read = bytes.map_or_else(|_| Vec::new(), |bytes| lines.feed(&bytes));
        let values = read.into_iter().flatten();
        let states = values.filter_map(|value| serde_json::from_value(value).ok());
        stream::iter(states.collect::<Vec<_>>())
    })
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[test]
    fn states_are_read_wherever_their_bytes_are_cut() {
        let state = |done| LibraryStatus {
            done,
            problem: Some("Größe\n".to_owned()),
            ..LibraryStatus::default()
        };
        let states: Vec<_> = (0..3).map(state).collect();
        let bytes: Vec<u8> = states
            .iter()
            .flat_map(|state| line(state).to_vec())
            .collect();
        for size in 1..bytes.len() {
            let pieces = bytes
                .chunks(size)
                .map(|piece| Ok::<_, ()>(Bytes::copy_from_slice(piece)));
            let read = decode(stream::iter(pieces.collect::<Vec<_>>())).collect::<Vec<_>>();
            assert_eq!(read.now_or_never().as_ref(), Some(&states));
        }
    }
}
