//! The page: everything that the reader sees and touches.

// Its views nest deeply; the compiler's default depth does not reach.
#![recursion_limit = "256"]

pub mod api;
pub mod browser;
pub mod components;
pub mod pages;
pub mod shell;
pub mod state;

use leptos::either::EitherOf4;
use leptos::prelude::*;
use pages::{ChatPage, DocumentPage, DocumentsPage, MissingPage};
pub use shell::shell;
pub use state::{LibraryAtHand, Notices, RenderedPage};

/// The application.
///
/// It has four pages, each loaded on its own; a router would be a quarter of the download.
#[component]
pub fn App() -> impl IntoView {
    // Not `Show`: it erases the type of the page, and with it comes code for rendering that it
    // never does.
    match state::shared(|| use_context::<RenderedPage>().unwrap_or_default()) {
        RenderedPage::Chat => EitherOf4::A(ChatPage()),
        RenderedPage::Documents => EitherOf4::B(DocumentsPage()),
        RenderedPage::Document => EitherOf4::C(DocumentPage()),
        RenderedPage::Nowhere => EitherOf4::D(MissingPage()),
    }
}
