//! The footnotes below an answer: number, document, page and the words that support it.

use footnote_text::source;
use leptos::prelude::*;

use crate::browser;
use crate::components::chip::chip_label;
use crate::components::click::taken;
use crate::state::{EvidenceView, Footnotes, Note};
use crate::words;

/// The footnotes of an answer.
#[component]
pub fn Notes(
    /// The turn that they belong to.
    turn: u32,
    /// The notes in the order of their numbers.
    notes: Memo<Footnotes>,
) -> impl IntoView {
    view! {
        <Show when=move || notes.with(|found| !found.notes.is_empty())>
            <ol class="notes" aria-label=words::notes()>
                <For each=move || notes.get().notes key=Note::clone let:note>
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
    let chip = chip_label(&note.source);
    let href = note.opening().address(source::split(&note.source).0);
    let (number, words) = (note.number, note.words.clone());
    let more = (note.more > 0).then(|| match note.more {
        10.. => format!(" {}", words::many_more_rows()),
        more => format!(" {}", words::more_rows(more)),
    });
    let light = move || evidence.light(turn, vec![number]);
    let open = move |event: leptos::ev::MouseEvent| {
        if taken(&event) {
            browser::remember_focus();
            evidence.show_note(turn, &note);
        }
    };
    view! {
        <li
            class="note"
            id=format!("note-{turn}-{number}")
            class:lit=move || evidence.is_lit(turn, number)
            on:mouseenter=move |_| light()
            on:mouseleave=move |_| evidence.dim()
        >
            <span class="number">{number}</span>
            <a
                class="chip"
                href=href
                rel="external"
                on:click=open
                on:focus=move |_| light()
                on:blur=move |_| evidence.dim()
            >
                {chip}
            </a>
            {(!words.is_empty())
                .then(|| {
                    view! {
                        <span class="words">
                            <q>{words}</q>
                            {more}
                        </span>
                    }
                })}
        </li>
    }
}
