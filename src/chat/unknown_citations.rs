//! Answers without invented sources, for clients that cannot mark them.

use footnote_protocol::AnswerEvent;
use footnote_text::citation::CitationFilter;
use futures_util::StreamExt;

use super::Events;

/// Removes invented sources from the text of an answer. The audit still names them.
pub fn drop_unknown_citations(mut events: Events) -> Events {
    async_stream::stream! {
        let mut filter = CitationFilter::default();
        while let Some(event) = events.next().await {
            let (text, event) = match event {
                AnswerEvent::Delta(text) => (filter.push(&text), None),
                event => (filter.finish(), Some(event)),
            };
            if let Some(AnswerEvent::Grounded(context) | AnswerEvent::Sources(context)) = &event {
                let points = context.data_points.as_ref();
                filter = CitationFilter::new(points.map_or_else(Vec::new, |points| points.citations.clone()));
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
