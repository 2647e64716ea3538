//! The empty page: the state of the documents, and suggested questions.

use leptos::prelude::*;

use crate::components::composer::followups::Suggestion;
use crate::components::listing::DocumentList;
use crate::components::settings::choice::FirstOffer;
use crate::state::Library;
use crate::words;

/// The page before the first question.
#[component]
pub fn Welcome() -> impl IntoView {
    let library = expect_context::<Library>();
    let status = library.status;
    let ready = move || status.with(|status| status.ready > 0);
    let examples = move || status.with(|status| status.examples.clone());
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
