//! The steps towards an answer, as a timeline.

use footnote_client::state::EvidenceView;
use footnote_client::words;
use leptos::prelude::*;
use serde_json::Value;

use super::thought::ThoughtStep;

/// The thoughts of the shown answer, in order.
#[component]
pub fn Thoughts() -> impl IntoView {
    let evidence = expect_context::<EvidenceView>();
    let thoughts = Memo::new(move |_| {
        let turn = evidence.shown();
        turn.map(|turn| turn.answer.with(|answer| answer.context.thoughts.clone()))
            .unwrap_or_default()
    });
    view! {
        <ol class="thoughts" aria-label=words::steps()>
            {move || {
                let mut told: Vec<Value> = Vec::new();
                let steps = thoughts.get().into_iter().map(|thought| {
                    let is_told = told.contains(&thought.description);
                    told.push(thought.description.clone());
                    view! { <ThoughtStep thought is_told /> }
                });
                steps.collect_view()
            }}
        </ol>
    }
}
