//! The page: everything that the reader sees and touches.

// Its views nest deeply; the compiler's default depth does not reach.
#![recursion_limit = "256"]

pub mod api;
pub mod browser;
pub mod components;
pub mod late;
pub mod pages;
pub mod shell;
pub mod state;

use components::late::Late;
use leptos::either::EitherOf3;
use leptos::prelude::*;
use pages::{ChatPage, MissingPage};
pub use shell::shell;
pub use state::{LibraryAtHand, Notices, RenderedPage};

/// The application.
///
/// It has four pages, each loaded on its own; a router would be a quarter of the download.
#[component]
pub fn App() -> impl IntoView {
    provide_context(late::arrival());
    // Not `Show`: it erases the type of the page, and with it comes code for rendering that it
    // never does.
    match state::shared(|| use_context::<RenderedPage>().unwrap_or_default()) {
        RenderedPage::Chat => EitherOf3::A(ChatPage()),
        RenderedPage::Documents => EitherOf3::B(
            view! { <Late draw=|late: components::late::LateViews| (late.documents)() /> },
        ),
        RenderedPage::Document => EitherOf3::B(
            view! { <Late draw=|late: components::late::LateViews| (late.document)() /> },
        ),
        RenderedPage::Nowhere => EitherOf3::C(MissingPage()),
    }
}
