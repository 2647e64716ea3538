//! The label of a chip: a document's name, shortened if there is no space, and its page.

use footnote_text::source;
use leptos::prelude::*;

use super::page_name;

/// The label of a source.
pub fn chip_label(of: &str) -> impl IntoView + use<> {
    let (path, page) = source::split(of);
    let name = path.rsplit('/').next().unwrap_or(path);
    let page = page.map(|page| format!(" · {}", page_name::short(path, page)));
    view! {
        <span class="chip-name" title=of.to_owned()>
            {name.to_owned()}
        </span>
        {page.map(|page| view! { <span class="chip-page">{page}</span> })}
    }
}
