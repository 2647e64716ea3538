//! The card beside a mark that is pointed at: the source, and the very words.

use leptos::prelude::*;

use crate::components::chip::chip_label;
use crate::state::EvidenceView;
use crate::words;

/// The card of the mark under the pointer or the focus. Screen readers hear the mark's note instead.
#[component]
pub fn NoteCard() -> impl IntoView {
    let evidence = expect_context::<EvidenceView>();
    move || {
        let card = evidence.card.get()?;
        let (left, edge) = card.place;
        let (top, bottom) = if edge < 0 { (None, Some(-edge)) } else { (Some(edge), None) };
        let pixels = |one: Option<i32>| one.map_or("auto".to_owned(), |one| format!("{one}px"));
        let has_words = !card.words.is_empty();
        Some(view! {
            <div
                class="card"
                aria-hidden="true"
                style:left=format!("{left}px")
                style:top=pixels(top)
                style:bottom=pixels(bottom)
            >
                <p class="of">{chip_label(&card.source)}</p>
                {if has_words {
                    view! { <q>{card.words}</q> }.into_any()
                } else {
                    view! { <p class="hint">{words::no_source()}</p> }.into_any()
                }}
            </div>
        })
    }
}
