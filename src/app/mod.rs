//! The page: everything that the reader sees and touches.

// Its views nest deeply; the compiler's default depth does not reach.
#![recursion_limit = "256"]

pub mod api;
pub mod browser;
pub mod components;
pub mod late;
pub mod pages;
pub mod plain;
pub mod shell;
pub mod state;
pub mod words;

use components::late::{Late, LateViews};
use leptos::either::EitherOf4;
use leptos::prelude::*;
use pages::{ChatPage, MissingPage};
pub use plain::plain_shell;
pub use shell::shell;
pub use state::{HasInsight, LibraryAtHand, Notices, RenderedPage};
pub use words::Locale;

/// The application.
///
/// It has four pages, each loaded on its own; a router would be a quarter of the download.
#[component]
pub fn App() -> impl IntoView {
    let page = state::shared(|| use_context::<RenderedPage>().unwrap_or_default());
    provide_context(late::arrival(page));
    // Not `Show`: it erases the type of the page, and with it comes code for rendering that it
    // never does.
    match page {
        RenderedPage::Chat => EitherOf4::A(ChatPage()),
        RenderedPage::Documents => {
            EitherOf4::B(view! { <Late draw=|late: LateViews| (late.documents)() /> })
        }
        RenderedPage::Document => {
            EitherOf4::C(view! { <Late draw=|late: LateViews| (late.document)() /> })
        }
        RenderedPage::Nowhere => EitherOf4::D(MissingPage()),
    }
}
