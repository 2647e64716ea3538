//! The tree of folders with their documents, fetched part by part when they are first shown.

use footnote_client::api::library::library_folder;
use footnote_client::state::{Chat, Choice};
use footnote_client::words;
use footnote_protocol::{DocumentName, FolderListing, Subfolder};
use leptos::prelude::*;
use leptos::task::spawn_local;

/// The content of a folder fetched so far.
#[derive(Clone, Copy, Default)]
struct ContentSoFar {
    folders: RwSignal<Vec<Subfolder>>,
    documents: RwSignal<Vec<DocumentName>>,
    /// Total number of its documents; `None` until known.
    all: RwSignal<Option<usize>>,
    failed: RwSignal<bool>,
}

impl ContentSoFar {
    /// Fetches a page of the folder at `path`; the first page is also passed to `top`.
    async fn fetch(self, path: String, page: usize, top: Option<RwSignal<FolderListing>>) {
        let Ok(mut listing) = library_folder(path, page).await else {
            self.failed.try_set(true);
            return;
        };
        let new = std::mem::take(&mut listing.documents);
        self.failed.try_set(false);
        // The same page may have been requested twice.
        self.documents.try_update(|documents| {
            documents.truncate(page * FolderListing::DOCUMENTS);
            documents.extend(new);
        });
        self.all.try_set(Some(listing.all));
        if page == 0 {
            self.folders.try_set(listing.folders.clone());
            if let Some(top) = top {
                top.try_set(listing);
            }
        }
    }
}

/// The content of a folder: its subfolders, and its documents page by page.
#[component]
pub fn FolderContent(
    /// The path of the folder; empty for the root.
    path: String,
    /// The signal that receives its first page, if any.
    top: Option<RwSignal<FolderListing>>,
) -> impl IntoView {
    let content = ContentSoFar::default();
    let ContentSoFar { folders, documents, all, failed } = content;
    let fetched = path.clone();
    let fetch = Callback::new(move |page: usize| {
        spawn_local(content.fetch(fetched.clone(), page, top));
    });
    fetch.run(0);
    let left = move || {
        let shown = documents.with(Vec::len);
        all.get().map_or(0, |all| all.saturating_sub(shown))
    };
    let has_more = move || left() > 0;
    let is_empty = move || {
        let is_none = folders.with(Vec::is_empty) && documents.with(Vec::is_empty);
        is_none && all.get().is_some()
    };
    let more = move |_| fetch.run(documents.with_untracked(Vec::len) / FolderListing::DOCUMENTS);
    let below =
        move |name: &str| [path.as_str(), name].join("/").trim_start_matches('/').to_owned();
    view! {
        <ul>
            <For each=move || folders.get() key=|folder| folder.name.clone() let:folder>
                <FolderBranch path=below(&folder.name) name=folder.name documents=folder.documents />
            </For>
            <For each=move || documents.get() key=|document| document.path.clone() let:document>
                <li>
                    <ChoiceBox path=document.path.clone() is_folder=false>
                        {name_of(&document)}
                    </ChoiceBox>
                </li>
            </For>
        </ul>
        <Show when=has_more>
            <button class="quiet more" type="button" on:click=more>
                {move || words::show_more(left())}
            </button>
        </Show>
        <Show when=is_empty>
            <p class="hint">{words::none_here()}</p>
        </Show>
        <Show when=move || failed.get()>
            <p class="hint" role="alert">{words::folders_unlisted()}</p>
        </Show>
    }
}

/// A folder in the tree: its checkbox, and its content once it is unfolded.
#[component]
fn FolderBranch(
    /// Its path.
    path: String,
    /// Its own name.
    name: String,
    /// The number of documents in it.
    documents: usize,
) -> impl IntoView {
    let open = RwSignal::new(false);
    let label = words::show_inside(&name);
    let inside = path.clone();
    let content = move || {
        // Type-erased, because the view of a folder contains views of folders.
        open.get().then(|| view! { <FolderContent path=inside.clone() top=None /> }.into_any())
    };
    view! {
        <li>
            <div class="branch">
                <button
                    class="quiet fold"
                    type="button"
                    aria-label=label
                    aria-expanded=move || open.get().to_string()
                    on:click=move |_| open.update(|open| *open = !*open)
                ></button>
                <ChoiceBox path is_folder=true>
                    {name}
                    " "
                    <span class="count">{documents}</span>
                </ChoiceBox>
            </div>
            {content}
        </li>
    }
}

/// The checkbox that adds a folder or document to the scope, or removes it.
///
/// # Accessibility
///
/// A native checkbox: indeterminate if something below it is selected; checked and disabled if a parent folder is
/// selected.
#[component]
pub fn ChoiceBox(
    /// Its path.
    path: String,
    /// True if it is a folder.
    is_folder: bool,
    /// Its name.
    children: Children,
) -> impl IntoView {
    let chat = expect_context::<Chat>();
    let of = path.clone();
    let choice = Memo::new(move |_| chat.scope.with(|scope| Choice::of(scope, &of)));
    let change = move |event: leptos::ev::Event| {
        let is_chosen = event_target_checked(&event);
        chat.adjust_scope(|scope| Choice::set(scope, &path, is_folder, is_chosen));
    };
    view! {
        <label class="choice">
            <input
                type="checkbox"
                prop:checked=move || matches!(choice.get(), Choice::Chosen | Choice::Contained)
                prop:indeterminate=move || choice.get() == Choice::Partly
                disabled=move || choice.get() == Choice::Contained
                on:change=change
            />
            <span class="name">{children()}</span>
        </label>
    }
}

/// Returns the name of a file, with the title of the document if it has one.
fn name_of(document: &DocumentName) -> String {
    let name = document.path.rsplit('/').next().unwrap_or(&document.path);
    match document.title.as_str() {
        "" => name.to_owned(),
        title if name.starts_with(title) => name.to_owned(),
        title => format!("{name} — {title}"),
    }
}
