//! How an answer came about, as a timeline.

use leptos::prelude::*;

use super::thought::ThoughtStep;
use crate::app::state::EvidenceView;
use crate::protocol::Thought;

/// The thoughts of the shown answer in their order.
#[component]
pub fn Thoughts() -> impl IntoView {
    let evidence = expect_context::<EvidenceView>();
    let thoughts = Memo::new(move |_| {
        let turn = evidence.shown();
        turn.map(|turn| turn.answer.with(|answer| answer.context.thoughts.clone()))
            .unwrap_or_default()
    });
    let total = Memo::new(move |_| thoughts.with(|thoughts| thoughts.iter().map(elapsed).sum()));
    view! {
        <ol class="thoughts" aria-label="Thought process">
            {move || {
                thoughts
                    .get()
                    .into_iter()
                    .map(|thought| view! { <ThoughtStep thought total=total.get() /> })
                    .collect_view()
            }}
        </ol>
    }
}

/// The milliseconds that a step took; 0 where it does not tell.
pub fn elapsed(thought: &Thought) -> u64 {
    let props = thought.props.as_ref();
    let elapsed = props.and_then(|props| props.get("elapsed_ms")?.as_u64());
    elapsed.unwrap_or(0)
}
