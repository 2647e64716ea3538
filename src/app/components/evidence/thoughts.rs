//! The steps towards an answer, as a timeline.

use footnote_client::state::EvidenceView;
use footnote_client::words;
use leptos::prelude::*;

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
                let steps = thoughts.get().into_iter();
                steps.map(|thought| view! { <ThoughtStep thought /> }).collect_view()
            }}
        </ol>
    }
}
