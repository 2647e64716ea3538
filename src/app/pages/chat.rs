//! The chat page: conversations, answer and evidence side by side.

use footnote_client::browser;
use footnote_client::state::{
    AnswerWriter, Chat, EvidenceView, FileUploads, HasInsight, Library, ServerNotes, Viewport,
    shared,
};
use footnote_client::words;
use leptos::prelude::*;

use crate::components::late::{Arrival, Late, LateViews};
use crate::components::{
    Composer, Conversations, DropSheet, Header, Keys, SettingsDialog, Transcript,
};

/// The page for asking questions and reading answers.
///
/// # Server rendering
///
/// Renders the conversation at the address or that of a plain form, or an empty page. The list of conversations and
/// the settings, which the browser stores, appear after hydration.
#[component]
pub fn ChatPage() -> impl IntoView {
    let library = Library::new();
    let chat = Chat::new();
    let writer = AnswerWriter::new(library);
    provide_context(library);
    provide_context(chat);
    provide_context(writer);
    let come = prepare();
    let evidence = EvidenceView::new(chat);
    let uploads = FileUploads::new(library, Vec::new());
    provide_context::<HasInsight>(shared(|| use_context().unwrap_or_default()));
    let is_new_operator = provide_notes();
    provide_context(uploads);
    provide_context(evidence);
    let viewport = Viewport::new(chat, evidence);
    let covered = move || viewport.is_covered();
    Effect::new(move |_| {
        chat.wake();
        evidence.wake();
        viewport.wake();
        library.wake();
        uploads.wake();
        if let Some(late) = come {
            (late.wake)();
        }
        // The page says it once.
        if is_new_operator {
            browser::set_query("", false);
        }
        browser::mark_awake();
    });
    view! {
        <a class="skip" href="#question">
            {words::skip_to_question()}
        </a>
        <div class="page">
            <Header {..} inert=covered />
            <Conversations />
            <main class="reading" inert=covered>
                <Transcript />
                <Composer />
            </main>
            <Show when=covered>
                <div class="scrim" on:click=move |_| viewport.uncover()></div>
            </Show>
            <Late draw=|late: LateViews| (late.evidence)() />
        </div>
        <Late draw=|late: LateViews| (late.announcements)() />
        <SettingsDialog />
        <Keys />
        <DropSheet says=words::drop_to_ask() />
    }
}

/// Prepares what comes late, and returns it, if it has come; otherwise prepares and wakes it as soon as it comes.
fn prepare() -> Option<LateViews> {
    let late = expect_context::<Arrival<LateViews>>();
    let come = late.views.get_untracked();
    if let Some(late) = come {
        (late.prepare)();
    } else {
        late.begin_with(|late| {
            (late.prepare)();
            (late.wake)();
        });
    }
    come
}

/// Provides the notes of the server; returns true if the reader has just become an operator.
fn provide_notes() -> bool {
    let notes = shared(|| use_context::<ServerNotes>().unwrap_or_default());
    let is_new_operator = notes.is_new_operator;
    provide_context(notes);
    is_new_operator
}
