//! The tree of folders beside the table, expanded down to the folder whose documents are listed.

use footnote_client::state::Library;
use footnote_client::words;
use footnote_protocol::{Folder, Listing};
use leptos::attr::custom::{CustomAttr, custom_attribute};
use leptos::ev::MouseEvent;
use leptos::prelude::*;

use crate::components::click::taken;

/// The folders as links, each to the list of its documents; nothing if no document is in a folder.
///
/// # Accessibility
///
/// A list of links in the order of the tree. Each item states its level, the selected one is marked as current, and
/// each name includes the number of documents.
#[component]
pub fn FolderTree() -> impl IntoView {
    let library = expect_context::<Library>();
    let folders = Memo::new(move |_| library.status.with(|status| status.folders.clone()));
    let any = Memo::new(move |_| {
        folders.with(|folders| !folders.is_empty()) || library.wanted.with(is_narrowed)
    });
    let all = move || library.status.with(|status| status.ready);
    view! {
        <Show when=move || any.get()>
            <nav class="folders" aria-label=words::folders()>
                <ul>
                    <li {..at_level(1)}>
                        <FolderLink path=String::new() name=words::all_documents().to_owned() />
                        <span class="count">{move || words::figures(all())}</span>
                    </li>
                    // A changed number must not take the focus away.
                    <For each=move || folders.get() key=|folder| folder.path.clone() let:folder>
                        <FolderItem path=folder.path folders />
                    </For>
                </ul>
            </nav>
        </Show>
    }
}

fn is_narrowed(listing: &Listing) -> bool {
    listing.chosen_folder().is_some()
}

/// Returns the attribute for an item's level in the tree, for screen readers.
fn at_level(level: usize) -> CustomAttr<&'static str, String> {
    custom_attribute("aria-level", level.to_string())
}

/// A folder in the tree.
#[component]
fn FolderItem(
    /// The folder's path.
    path: String,
    /// All visible folders.
    folders: Memo<Vec<Folder>>,
) -> impl IntoView {
    let library = expect_context::<Library>();
    let folder = Folder { path, documents: 0 };
    let of = folder.clone();
    let is_open = move || {
        library.wanted.with(|wanted| wanted.chosen_folder().is_some_and(|at| of.encloses(at)))
    };
    let path = folder.path.clone();
    let count = Memo::new(move |_| {
        folders.with(|all| all.iter().find(|one| one.path == path).map(|one| one.documents))
    });
    // Level 1 is the link to all documents.
    let level = folder.depth() + 2;
    view! {
        <li {..at_level(level)} class:open=is_open>
            <FolderLink path=folder.path.clone() name=folder.name().to_owned() />
            <span class="count">{move || count.get().map(words::figures)}</span>
        </li>
    }
}

/// A link to the documents of a folder; a plain click does not reload the page.
#[component]
fn FolderLink(
    /// The folder's path; empty for all documents.
    path: String,
    /// The text of the link.
    name: String,
) -> impl IntoView {
    let library = expect_context::<Library>();
    let of = path.clone();
    let is_chosen = move || {
        library
            .wanted
            .with(|wanted| wanted.chosen_folder().unwrap_or_default() == of)
            .then_some("page")
    };
    let to = path.clone();
    let address = move || library.wanted.with(|wanted| wanted.clone().in_folder(&to).query());
    let open = move |event: MouseEvent| {
        if taken(&event) {
            library.list(library.listed().in_folder(&path));
        }
    };
    view! {
        <a href=address rel="external" aria-current=is_chosen on:click=open>
            {name}
        </a>
    }
}
