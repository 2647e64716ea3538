//! The footnotes below an answer: number, document, page and the words that support it.

use leptos::prelude::*;

use crate::app::browser;
use crate::app::components::chip::chip_label;
use crate::app::components::click::taken;
use crate::app::state::{EvidenceView, Note};
use crate::text::source;

/// The footnotes of an answer.
#[component]
pub fn Notes(
    /// The turn that they belong to.
    turn: u32,
    /// The notes in the order of their numbers.
    notes: Memo<Vec<Note>>,
) -> impl IntoView {
    view! {
        <Show when=move || notes.with(|notes| !notes.is_empty())>
            <ol class="notes" aria-label="Notes">
                <For each=move || notes.get() key=Note::clone let:note>
                    <NoteLine turn note />
                </For>
            </ol>
        </Show>
    }
}

/// One footnote: a chip that leads to the document, and the supporting words.
///
/// # Server rendering
///
/// The chip is a link to the document at these words.
#[component]
fn NoteLine(
    /// The turn that it belongs to.
    turn: u32,
    /// The note.
    note: Note,
) -> impl IntoView {
    let evidence = expect_context::<EvidenceView>();
    let opening = note.opening();
    let Note { number, source, words, .. } = note;
    let chip = chip_label(&source);
    let href = opening.address(source::split(&source).0);
    let (shown, lit, entered, focused) = (source.clone(), source.clone(), source.clone(), source);
    let open = move |event: leptos::ev::MouseEvent| {
        if taken(&event) {
            browser::remember_focus();
            evidence.show_source(turn, &shown, opening.clone());
        }
    };
    view! {
        <li
            class="note"
            id=format!("note-{turn}-{number}")
            class:lit=move || evidence.is_lit(turn, &lit)
            on:mouseenter=move |_| evidence.light(turn, &entered)
            on:mouseleave=move |_| evidence.dim()
        >
            <span class="number">{number}</span>
            <a
                class="chip"
                href=href
                rel="external"
                on:click=open
                on:focus=move |_| evidence.light(turn, &focused)
                on:blur=move |_| evidence.dim()
            >
                {chip}
            </a>
            {(!words.is_empty()).then(|| view! { <q class="words">{words}</q> })}
        </li>
    }
}
