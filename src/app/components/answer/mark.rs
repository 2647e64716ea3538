//! A footnote mark: the small number in the text that leads to its source.

use leptos::prelude::*;

use crate::app::browser;
use crate::app::components::click::taken;
use crate::app::state::EvidenceView;
use crate::text::source;

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
    /// The sentence that it supports.
    statement: String,
) -> impl IntoView {
    let evidence = expect_context::<EvidenceView>();
    let name = format!("Note {number}: {}", source::spoken(&source));
    let (shown, lit, entered, focused) = (source.clone(), source.clone(), source.clone(), source);
    let open = move |event: leptos::ev::MouseEvent| {
        if taken(&event) {
            browser::remember_focus();
            evidence.show(turn, &shown, &statement);
        }
    };
    view! {
        <sup class="mark">
            <a
                href=format!("#note-{turn}-{number}")
                aria-label=name
                class:lit=move || evidence.is_lit(turn, &lit)
                on:click=open
                on:mouseenter=move |_| evidence.light(turn, &entered)
                on:mouseleave=move |_| evidence.dim()
                on:focus=move |_| evidence.light(turn, &focused)
                on:blur=move |_| evidence.dim()
            >
                {number}
            </a>
        </sup>
    }
}
