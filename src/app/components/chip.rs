//! The label of a chip: a document's name, cut short where there is no room, and its page.

use footnote_text::source;
use leptos::prelude::*;

/// The label of a source.
pub fn chip_label(of: &str) -> impl IntoView + use<> {
    let (name, page) = source::label_parts(of);
    view! {
        <span class="chip-name" title=of.to_owned()>
            {name.to_owned()}
        </span>
        {(!page.is_empty()).then(|| view! { <span class="chip-page">{page}</span> })}
    }
}
