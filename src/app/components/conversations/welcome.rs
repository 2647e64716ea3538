//! The empty page: the state of the documents, and suggested questions.

use footnote_protocol::Scope;
use leptos::prelude::*;

use crate::components::composer::followups::Suggestion;
use crate::components::listing::DocumentList;
use crate::components::settings::choice::FirstOffer;
use crate::state::{Chat, Library};
use crate::words;

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
            Some(model) => words::written_by(model),
            None => words::quoted_from_them().to_owned(),
        })
    };
    view! {
        <div class="welcome">
            <p class="promise">{words::promise()}</p>
            <Show when=ready fallback=move || view! { <Unread /> }>
                <p class="writer">{writer}</p>
                <FirstOffer />
                <Show when=move || !examples().is_empty()>
                    <div class="examples" role="group" aria-label=words::examples()>
                        <p class="writer">{words::begin_with()}</p>
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
            view! { <p class="writer">{words::being_read()}</p> }
        } else {
            view! { <p class="writer">{words::none_yet()}</p> }
        }
    }
}
