//! A button for asking about a single document.

use footnote_client::browser;
use footnote_client::state::scope::hand_on;
use footnote_client::state::{Chat, EvidenceView};
use footnote_client::words;
use footnote_protocol::Scope;
use leptos::either::Either;
use leptos::prelude::*;

/// The button that limits the scope to the shown document and leads to the question field.
///
/// # Server rendering
///
/// Hidden, because it needs scripts.
#[component]
pub fn AskDocument(
    /// The document's path.
    path: String,
) -> impl IntoView {
    let Some((chat, evidence)) = use_context::<Chat>().zip(use_context::<EvidenceView>()) else {
        // The question field is on another page.
        let hand_on = move |_| hand_on(&Scope::of_document(path.clone()));
        let link = view! {
            <a class="quiet scripted" href="/" rel="external" on:click=hand_on>
                {words::ask_this_document()}
            </a>
        };
        return Either::Left(link);
    };
    let ask = move |_| {
        chat.ask_in(Scope::of_document(path.clone()));
        if browser::narrow() {
            // The panel covers the question field.
            evidence.close();
        }
        browser::after_render(|| browser::focus("question"));
    };
    Either::Right(view! {
        <button class="quiet scripted" type="button" on:click=ask>
            {words::ask_this_document()}
        </button>
    })
}
