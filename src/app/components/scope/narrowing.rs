//! Filters of the scope: kinds of documents, and the days on which they were changed.

use footnote_client::state::Chat;
use footnote_client::words;
use footnote_protocol::{Day, DocumentKind};
use leptos::prelude::*;

/// A checkbox for each kind of documents; nothing if there is only one kind.
#[component]
pub fn Kinds(
    /// The existing kinds.
    kinds: Signal<Vec<DocumentKind>>,
) -> impl IntoView {
    view! {
        <Show when=move || kinds.with(|kinds| kinds.len() > 1)>
            <fieldset class="kinds">
                <legend>{words::kinds()}</legend>
                {move || {
                    let boxes = kinds.get().into_iter().map(|kind| view! { <KindBox kind /> });
                    boxes.collect::<Vec<_>>()
                }}
            </fieldset>
        </Show>
    }
}

/// The checkbox of a kind.
#[component]
fn KindBox(
    /// The kind.
    kind: DocumentKind,
) -> impl IntoView {
    let chat = expect_context::<Chat>();
    let DocumentKind { name, documents } = kind;
    let of = name.clone();
    let is_chosen = move || chat.scope.with(|scope| scope.kinds.contains(&of));
    let own = name.clone();
    let change = move |event: leptos::ev::Event| {
        let is_chosen = event_target_checked(&event);
        chat.adjust_scope(|scope| {
            scope.kinds.retain(|kind| *kind != own);
            scope.kinds.extend(is_chosen.then(|| own.clone()));
        });
    };
    view! {
        <label class="choice">
            <input type="checkbox" prop:checked=is_chosen on:change=change />
            <span class="name">{format!(".{name}")} <span class="count">{documents}</span></span>
        </label>
    }
}

/// The first and the last day on which documents may have been changed.
#[component]
pub fn Days() -> impl IntoView {
    let chat = expect_context::<Chat>();
    let text = |day: Option<&Day>| day.map_or("", Day::text).to_owned();
    let from = move || chat.scope.with(|scope| text(scope.from.as_ref()));
    let to = move || chat.scope.with(|scope| text(scope.to.as_ref()));
    view! {
        <fieldset class="days">
            <legend>{words::modified()}</legend>
            <label>
                {words::from_day()}
                <input
                    type="date"
                    prop:value=from
                    prop:max=to
                    on:change=move |event| {
                        let day = Day::of(&event_target_value(&event));
                        chat.adjust_scope(|scope| {
                            // A range that ends before it begins would be empty.
                            if scope.to.is_some() && day > scope.to {
                                scope.to = None;
                            }
                            scope.from = day;
                        });
                    }
                />
            </label>
            <label>
                {words::to_day()}
                <input
                    type="date"
                    prop:value=to
                    prop:min=from
                    on:change=move |event| {
                        let day = Day::of(&event_target_value(&event));
                        chat.adjust_scope(|scope| {
                            if day.is_some() && scope.from > day {
                                scope.from = None;
                            }
                            scope.to = day;
                        });
                    }
                />
            </label>
        </fieldset>
    }
}
