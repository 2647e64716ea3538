//! The pages of a PDF as they look, with the cited words marked in place.

use leptos::ev::CustomEvent;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::Light;
use crate::api::library::places_of;
use crate::app::browser;
use crate::protocol::{OpenedDocument, Places};
use crate::text::source;

/// The script that defines the element for the pages; it loads pdf.js.
const SCRIPT: &str = "/pdf-pages.js";

/// The pages of a document, once they can be drawn.
///
/// # Server rendering
///
/// Nothing: the document stands there as text.
#[component]
pub fn Pages(
    /// The document.
    document: OpenedDocument,
    /// The highlighting shared with the cited passage.
    light: Light,
    /// True while the pages are shown in place of the text.
    shown: RwSignal<bool>,
) -> impl IntoView {
    let OpenedDocument { path, opening, .. } = &document;
    let marked = document.marked();
    let page = marked.map_or(opening.page, |part| part.page).unwrap_or(1);
    let (url, asked) = (source::content_url(path), path.clone());
    let (passage, words) = (marked.map(|part| part.ordinal), opening.words.clone());
    let places = RwSignal::new(None::<Places>);
    Effect::new(move |_| {
        browser::add_module(SCRIPT);
        spawn_local(place(asked.clone(), passage, words.clone(), places));
    });
    // Words that have no place on the page stand above it.
    let quoted = document.quoted().to_owned();
    let is_quoted = move || {
        shown.get() && places.with(|places| places.as_ref().is_some_and(|at| at.passage.is_empty()))
    };
    let quoted = move || {
        let quoted = Some(quoted.clone()).filter(|quoted| !quoted.is_empty() && is_quoted())?;
        Some(view! { <q class="quoted">{quoted}</q> })
    };
    let drawn = move || {
        let places = serde_json::to_string(&places.get()?).unwrap_or_default();
        Some(view! {
            <pdf-pages
                hidden=move || !shown.get()
                src=url.clone()
                page=page.to_string()
                places=places
                label="The cited words"
                class:lit=move || light.is_lit()
                on:drawn=move |_: CustomEvent| shown.set(true)
                on:failed=move |_: CustomEvent| shown.set(false)
                on:enter=move |_: CustomEvent| light.set(true)
                on:leave=move |_: CustomEvent| light.set(false)
            ></pdf-pages>
        })
    };
    view! {
        {quoted}
        {drawn}
    }
}

/// Finds out where a passage stands on its page.
async fn place(
    path: String,
    passage: Option<u32>,
    words: String,
    places: RwSignal<Option<Places>>,
) {
    let found = match passage {
        Some(passage) => places_of(path, passage, words).await.unwrap_or_default(),
        None => Places::default(),
    };
    places.try_set(Some(found));
}
