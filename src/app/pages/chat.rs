//! The chat page: conversations, answer and evidence side by side.

use leptos::prelude::*;

use crate::app::browser;
use crate::app::components::{
    Announcements, Composer, Conversations, Evidence, Header, Keys, SettingsDialog, Transcript,
};
use crate::app::state::{Chat, EvidenceView, Library, Viewport};

/// The page where questions are asked and answers are read.
///
/// # Server rendering
///
/// Renders the conversation that a plain form posted, or the empty page; conversations and settings are kept
/// in the browser and appear once it is awake.
#[component]
pub fn ChatPage() -> impl IntoView {
    let library = Library::new();
    let chat = Chat::new();
    let evidence = EvidenceView::new(chat);
    provide_context(library);
    provide_context(chat);
    provide_context(evidence);
    let viewport = Viewport::new(chat, evidence);
    let covered = move || viewport.is_covered();
    Effect::new(move |_| {
        chat.wake();
        evidence.wake();
        viewport.wake();
        library.wake();
        browser::mark_awake();
    });
    view! {
        <a class="skip" href="#question">
            "Skip to the question"
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
            <Evidence />
        </div>
        <Announcements />
        <SettingsDialog />
        <Keys />
    }
}
