//! The empty page: the state of the documents, and suggested questions.

use footnote_protocol::Scope;
use leptos::prelude::*;

use crate::components::composer::followups::Suggestion;
use crate::components::listing::DocumentList;
use crate::components::settings::choice::FirstOffer;
use crate::state::{Chat, Library};

/// The page before the first question.
#[component]
pub fn Welcome() -> impl IntoView {
    let library = expect_context::<Library>();
    let status = library.status;
    let ready = move || status.with(|status| status.ready > 0);
    let chat = expect_context::<Chat>();
    // They are about all documents.
    let is_everything = move || chat.scope.with(Scope::is_everything);
    let examples = move || {
        let some = is_everything().then(|| status.with(|status| status.examples.clone()));
        some.unwrap_or_default()
    };
    let writer = move || {
        status.with(|status| match &status.model {
            Some(model) => format!(
                "{model} writes the answers from them, and every statement carries its source."
            ),
            None => "Answers quote them word for word, and every quotation carries its source."
                .to_owned(),
        })
    };
    view! {
        <div class="welcome">
            <p class="promise">"Ask your documents."</p>
            <Show when=ready fallback=move || view! { <Unread /> }>
                <p class="writer">{writer}</p>
                <FirstOffer />
                <Show when=move || !examples().is_empty()>
                    <div class="examples" role="group" aria-label="Examples of what to ask">
                        <p class="writer">"Ask in your own words, or begin with:"</p>
                        <For each=examples key=String::clone let:question>
                            <Suggestion question />
                        </For>
                    </div>
                </Show>
                <DocumentList />
            </Show>
        </div>
    }
}

/// The text while nothing can be asked yet.
#[component]
fn Unread() -> impl IntoView {
    let status = expect_context::<Library>().status;
    move || {
        if status.with(|status| status.running) {
            view! { <p class="writer">"The documents are being read; questions can be asked as soon as the first is ready."</p> }
        } else {
            view! { <p class="writer">"There are no documents yet. Put some into the folder that Footnote reads, and they appear here."</p> }
        }
    }
}
