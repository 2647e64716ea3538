//! The kept conversations of the reader.

pub mod item;
pub mod list;
pub mod pages;
pub mod takeaway;
pub mod transcript;
pub mod welcome;

use footnote_client::browser;
use footnote_client::state::Chat;
use footnote_client::words;
use leptos::prelude::*;

use super::late::{Late, LateViews};

/// The region of kept conversations.
///
/// # Server rendering
///
/// An empty place: the list comes with its code.
#[component]
pub fn Conversations() -> impl IntoView {
    let chat = expect_context::<Chat>();
    let escape = move |event: leptos::ev::KeyboardEvent| {
        if event.key() == "Escape" && browser::tight() {
            event.stop_propagation();
            chat.close_covering_sidebar();
        }
    };
    view! {
        <nav
            class="conversations"
            id="conversations"
            aria-label=words::conversations()
            tabindex="-1"
            hidden=move || !chat.sidebar.get()
            on:keydown=escape
        >
            <Late draw=|late: LateViews| (late.conversations)() />
        </nav>
    }
}
