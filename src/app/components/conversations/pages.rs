//! The links to the turns of a conversation that the page does not show.

use footnote_client::state::{Chat, OtherTurns};
use footnote_client::words;
use leptos::prelude::*;

/// The links to earlier turns, and back to the newest.
#[component]
pub fn OtherPages() -> impl IntoView {
    let chat = expect_context::<Chat>();
    let shown = Memo::new(move |_| {
        let open = chat.open.get().unwrap_or_default();
        chat.other_turns.get().filter_open(&open)
    });
    let earlier = move || {
        let skipped = shown.get().earlier;
        skipped.map(
            |skipped| view! { <a href=format!("?skip={skipped}")>{words::earlier_questions()}</a> },
        )
    };
    let newest = move || {
        shown.get().are_newer.then(|| view! { <a href="?">{words::newest_questions()}</a> })
    };
    view! {
        <Show when=move || shown.with(OtherTurns::are_any)>
            <p class="turn-stretches">{earlier} {newest}</p>
        </Show>
    }
}
