//! The pages of a PDF as they look, with the cited words marked in place.

use footnote_client::browser;
use footnote_client::words;
use footnote_protocol::OpenedDocument;
use footnote_text::source;
use leptos::ev::CustomEvent;
use leptos::prelude::*;

use super::PassageHighlight;

/// The script that defines the element for the pages; it loads pdf.js.
const SCRIPT: &str = "/pdf-pages.js";

/// The messages of the element, in its order; numbers have the places `{n}` and `{all}`.
fn messages() -> String {
    [
        words::pages(),
        words::page(),
        &words::page_numbered("{n}"),
        words::page_before(),
        words::next_page(),
        words::smaller(),
        words::larger(),
        &words::of_pages("{n}"),
        &search_messages(),
    ]
    .join("\n")
}

/// The messages of a search, in the order of its element.
pub fn search_messages() -> String {
    [
        words::search(),
        words::search_in_document(),
        words::match_before(),
        words::next_match(),
        &words::match_of("{n}", "{all}"),
        words::no_match(),
    ]
    .join("\n")
}

/// These words, where there are any, while `is_shown`.
fn quoted(words: String, is_shown: impl Fn() -> bool + Send + 'static) -> impl IntoView {
    move || {
        let is_shown = is_shown() && !words.is_empty();
        is_shown.then(|| view! { <q class="quoted">{words.clone()}</q> })
    }
}

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
    light: PassageHighlight,
    /// True while the pages are wanted.
    wanted: RwSignal<bool>,
    /// True while the pages are shown in place of the text.
    shown: RwSignal<bool>,
) -> impl IntoView {
    let OpenedDocument { path, opening, .. } = &document;
    let marked = document.marked();
    let page = marked.map_or(opening.page, |part| part.page).unwrap_or(1);
    let (url, path) = (source::content_url(path), path.clone());
    let (passage, words) = (marked.map(|part| part.ordinal), opening.words.clone());
    Effect::new(move |_| {
        browser::add_module(SCRIPT);
        // On a phone the letters of a page are too small to read.
        wanted.set(!browser::phone());
    });
    // Words that have no place on the page, or none yet, stand above it.
    let is_unplaced = RwSignal::new(false);
    let quoted = quoted(document.quoted().to_owned(), move || shown.get() && is_unplaced.get());
    let drawn = move || {
        wanted.get().then(|| {
            view! {
                <pdf-pages
                    hidden=move || !shown.get()
                    src=url.clone()
                    page=page.to_string()
                    path=path.clone()
                    passage=passage.map(|passage| passage.to_string())
                    words=words.clone()
                    label=words::cited_words() messages=messages()
                    class:lit=move || light.is_lit()
                    on:drawn=move |_: CustomEvent| shown.set(true)
                    on:failed=move |_: CustomEvent| [shown, wanted].iter().for_each(|one| one.set(false))
                    on:unplaced=move |_: CustomEvent| is_unplaced.set(true)
                    on:placed=move |_: CustomEvent| is_unplaced.set(false)
                    on:enter=move |_: CustomEvent| light.set(true)
                    on:leave=move |_: CustomEvent| light.set(false)
                ></pdf-pages>
            }
        })
    };
    view! {
        {quoted}
        {drawn}
    }
}
