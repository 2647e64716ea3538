//! Answers without invented sources, for clients that cannot mark them.

use futures_util::StreamExt;

use super::Events;
use crate::protocol::AnswerEvent;
use crate::text::citation::Genuine;

/// Removes invented sources from the text of an answer. Its audit still names them.
pub fn genuine(mut events: Events) -> Events {
    async_stream::stream! {
        let mut genuine = Genuine::default();
        while let Some(event) = events.next().await {
            let (text, event) = match event {
                AnswerEvent::Delta(text) => (genuine.push(&text), None),
                event => (genuine.finish(), Some(event)),
            };
            if let Some(AnswerEvent::Grounded(context)) = &event {
                let points = context.data_points.as_ref();
                genuine = Genuine::new(points.map_or_else(Vec::new, |points| points.citations.clone()));
            }
            if !text.is_empty() {
                yield AnswerEvent::Delta(text);
            }
            if let Some(event) = event {
                yield event;
            }
        }
    }
    .boxed()
}
