//! The documents page: the table, the notices, and the upload.

use footnote_client::browser;
use footnote_client::state::{FileUploads, Library, Notices, shared};
use footnote_client::words;
use leptos::prelude::*;

use crate::components::DropSheet;
use crate::components::documents::{DocumentTable, FolderTree, Upload};
use crate::components::header::PageHeader;
use crate::components::settings::language::LanguageChoice;

/// The page for listing, uploading, sharing and removing documents.
///
/// # Server rendering
///
/// Everything works with plain forms; scripts add progress and live updates.
#[component]
pub fn DocumentsPage() -> impl IntoView {
    let library = Library::new();
    let said = shared(|| use_context::<Notices>().unwrap_or_default().0);
    let uploads = FileUploads::new(library, said);
    provide_context(library);
    provide_context(uploads);
    Effect::new(move |_| {
        library.wake();
        library.keep_fresh();
        uploads.wake();
        uploads.hand_over(move |files| uploads.send(files));
        uploads.add_chosen();
        library.keep_in_address();
        uploads.send(browser::picked_before("files"));
        browser::mark_awake();
    });
    let state = move || library.in_words();
    view! {
        <div class="library">
            <PageHeader is_documents=true>
                <p class="state" role="status">
                    {state}
                </p>
            </PageHeader>
            <main class="documents">
                <h1>{words::documents()}</h1>
                <Upload />
                <div class="beside-folders">
                    <FolderTree />
                    <div class="list">
                        <DocumentTable />
                    </div>
                </div>
                <LanguageChoice />
            </main>
        </div>
        <DropSheet says=words::drop_files() where_allowed=true />
    }
}
