//! The choice of the folder that questions are kept to.

use futures_util::FutureExt;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::api::library::library_folders;
use crate::state::{Chat, Library, LibraryAtHand, shared};
use crate::words;

/// The choice of a folder; nothing where all documents lie in one place.
///
/// # Server rendering
///
/// Not shown: it takes scripts.
#[component]
pub fn Folders() -> impl IntoView {
    let chat = expect_context::<Chat>();
    let folders = RwSignal::new(shared(|| {
        let at_hand = use_context::<LibraryAtHand>().unwrap_or_default();
        let folders = at_hand.folders;
        let folders = folders.or_else(|| library_folders().now_or_never().and_then(Result::ok));
        folders.unwrap_or_default()
    }));
    follow(folders);
    let option = move |folder: Option<String>| {
        let name = folder.clone().unwrap_or_else(|| words::all_documents().to_owned());
        let value = folder.clone().unwrap_or_default();
        let is_chosen = move || chat.settings.with(|settings| settings.folder == folder);
        view! {
            <option value=value prop:selected=is_chosen>
                {name}
            </option>
        }
    };
    let options = move || {
        let all = std::iter::once(None).chain(folders.get().into_iter().map(Some));
        all.map(option).collect::<Vec<_>>()
    };
    let choose = move |folder: String| {
        let folder = Some(folder).filter(|folder| !folder.is_empty());
        chat.adjust(|settings| settings.folder = folder);
    };
    view! {
        <select
            class="folders scripted"
            aria-label=words::ask_in()
            hidden=move || folders.with(Vec::is_empty)
            on:change=move |event| choose(event_target_value(&event))
        >
            {options}
        </select>
    }
}

/// Fetches the folders anew once there are more documents or fewer, and drops the choice of one that is gone.
fn follow(folders: RwSignal<Vec<String>>) {
    let chat = expect_context::<Chat>();
    let status = expect_context::<Library>().status;
    let ready = Memo::new(move |_| status.with(|status| (status.ready, status.running)));
    Effect::new(move |was: Option<(usize, bool)>| {
        let is = ready.get();
        if was.is_some_and(|was| was != is) {
            spawn_local(async move {
                if let Ok(found) = library_folders().await {
                    folders.try_set(found);
                }
            });
        }
        is
    });
    Effect::new(move |_| {
        let chosen = chat.settings.with(|settings| settings.folder.clone());
        let is_gone = |folder| folders.with(|folders| !folders.contains(&folder));
        // While documents are being read, nobody knows yet.
        if !ready.get().1 && chosen.is_some_and(is_gone) {
            chat.adjust(|settings| settings.folder = None);
        }
    });
}
