//! The content of the scope dialog: a search field, the tree of folders, and filters.

use footnote_client::browser;
use footnote_client::state::Chat;
use footnote_client::words;
use footnote_protocol::{FolderListing, Scope};
use leptos::either::Either;
use leptos::prelude::*;

use super::DIALOG;
use super::found::FoundDocuments;
use super::narrowing::{Days, Kinds};
use super::tree::FolderContent;

/// The content of the dialog.
#[component]
pub fn ScopePanel() -> impl IntoView {
    let chat = expect_context::<Chat>();
    let named = RwSignal::new(String::new());
    let top = RwSignal::new(FolderListing::default());
    let is_everything = move || chat.scope.with(Scope::is_everything);
    let is_seeking = Memo::new(move |_| named.with(|named| !named.trim().is_empty()));
    let tree = move || {
        if is_seeking.get() {
            Either::Left(view! { <FoundDocuments named /> })
        } else {
            Either::Right(view! { <FolderContent path=String::new() top=Some(top) /> })
        }
    };
    view! {
        <p class="hint">{words::scope_hint()}</p>
        <input
            type="search"
            aria-label=words::find_document()
            placeholder=words::find_document()
            autocomplete="off"
            prop:value=move || named.get()
            on:input=move |event| named.set(event_target_value(&event))
        />
        <div class="tree" role="group" aria-label=words::folders_and_documents() tabindex="-1">
            {tree}
        </div>
        <Kinds kinds=Memo::new(move |_| top.with(|top| top.kinds.clone())).into() />
        <Days />
        <div class="end">
            <button
                class="quiet"
                type="button"
                disabled=is_everything
                on:click=move |_| chat.ask_in(Scope::default())
            >
                {words::all_documents()}
            </button>
            <button class="done" type="button" on:click=move |_| browser::close_dialog(DIALOG)>
                {words::done()}
            </button>
        </div>
    }
}
