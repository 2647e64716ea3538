//! A footnote mark: the small number in the text that leads to its source.

use footnote_client::browser;
use footnote_client::state::{EvidenceView, note_id};
use footnote_client::words;
use leptos::ev::{Event, MouseEvent};
use leptos::prelude::*;

use crate::components::click::taken;
use crate::components::page_name;

/// A footnote mark.
///
/// When pointed at or focused, it shows the cited words in a card. A click or a touch opens the document.
///
/// # Server rendering
///
/// A link to its note.
#[component]
pub fn Mark(
    /// The turn of the answer.
    turn: u32,
    /// Its number.
    number: u32,
    /// Its source.
    source: String,
) -> impl IntoView {
    let evidence = expect_context::<EvidenceView>();
    let name = words::note(number, &page_name::spoken(&source));
    let note = note_id(turn, number);
    let light = move |event: &Event| {
        if !browser::touches() {
            evidence.light(turn, vec![number]);
            browser::place_card(event);
            evidence.point(turn, number);
        }
    };
    let open = move |event: MouseEvent| {
        if !taken(&event) {
            return;
        }
        browser::remember_focus();
        evidence.show(turn, number);
        // Keys go on in what they have opened.
        if event.detail() == 0 {
            browser::after_render(|| browser::focus("evidence"));
        }
    };
    view! {
        <sup class="mark">
            <a
                href=format!("#{note}")
                aria-label=name
                aria-describedby=note
                class:lit=move || evidence.is_lit(turn, number)
                on:click=open
                on:mouseenter=move |event| light(&event)
                on:mouseleave=move |_| {
                    if !browser::touches() {
                        evidence.dim();
                    }
                }
                on:focus=move |event| light(&event)
                on:blur=move |_| evidence.dim()
            >
                {number}
            </a>
        </sup>
    }
}
