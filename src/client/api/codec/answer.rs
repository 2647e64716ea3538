//! A streamed answer, and the error with which a shutdown ends it.

use footnote_protocol::{AnswerEvent, ErrorKind, ProtocolError};
use futures_util::FutureExt;
use futures_util::stream::{self, StreamExt};

use super::lines::ValueStream;

/// The error shown when the server shuts down before the answer is complete.
const SHUTTING_DOWN: &str = "The server is shutting down. Ask again in a moment.";

/// A streamed answer; dropping it cancels the answer.
pub type AnswerStream = ValueStream<AnswerEvent>;

impl AnswerStream {
    /// Ends the answer with an error when `stop` completes, unless the answer has ended by then.
    #[must_use]
    pub fn until(self, stop: impl Future<Output = ()> + Send + 'static) -> Self {
        let events = self.map(Some).chain(stream::iter([None]));
        let stopped = stop.map(|()| Some(AnswerEvent::Failed(stopping())));
        // `None` marks the end; without it, the stream would wait for `stop`.
        let either = Box::pin(stream::select(events, stopped.into_stream()));
        Self::new(stream::unfold(Some(either), async |either| {
            let mut either = either?;
            let event = either.next().await??;
            let over = matches!(event, AnswerEvent::Finished { .. } | AnswerEvent::Failed(_));
            // Dropping the answer here cancels it.
            Some((event, (!over).then_some(either)))
        }))
    }
}

fn stopping() -> ProtocolError {
    ProtocolError::new(ErrorKind::Unavailable, SHUTTING_DOWN)
}

#[cfg(test)]
mod tests {
    use futures_util::Stream;
    use futures_util::future::{pending, ready};

    use super::*;

    fn finished() -> AnswerEvent {
        AnswerEvent::Finished {
            reason: footnote_protocol::FinishReason::Stop,
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
}
