//! A footnote mark: the small number in the text that leads to its source.

use leptos::prelude::*;

use crate::browser;
use crate::components::click::taken;
use crate::components::page_name;
use crate::state::EvidenceView;
use crate::words;

/// A footnote mark.
///
/// # Server rendering
///
/// A link to the note below the answer; with scripts it opens the passage beside it.
#[component]
pub fn Mark(
    /// The turn that it stands in.
    turn: u32,
    /// Its number.
    number: u32,
    /// The source that it stands for.
    source: String,
) -> impl IntoView {
    let evidence = expect_context::<EvidenceView>();
    let name = words::note(number, &page_name::spoken(&source));
    let light = move || evidence.light(turn, vec![number]);
    let open = move |event: leptos::ev::MouseEvent| {
        if taken(&event) {
            browser::remember_focus();
            evidence.show(turn, number);
        }
    };
    view! {
        <sup class="mark">
            <a
                href=format!("#note-{turn}-{number}")
                aria-label=name
                class:lit=move || evidence.is_lit(turn, number)
                on:click=open
                on:mouseenter=move |_| light()
                on:mouseleave=move |_| evidence.dim()
                on:focus=move |_| light()
                on:blur=move |_| evidence.dim()
            >
                {number}
            </a>
        </sup>
    }
}
