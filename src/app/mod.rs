//! The page: everything that the reader sees and touches.

pub mod browser;
pub mod components;
pub mod pages;
pub mod shell;
pub mod state;

use leptos::either::EitherOf3;
use leptos::prelude::*;
use pages::{ChatPage, DocumentsPage, MissingPage};
pub use shell::shell;
pub use state::{Notices, Place};

/// The application.
///
/// It has two pages, each of its own loading; a router would be a quarter of what the browser loads.
#[component]
pub fn App() -> impl IntoView {
    // Not `Show`: it erases the type of the page, and with it comes code for rendering that it
    // never does.
    match state::shared(|| use_context::<Place>().unwrap_or_default()) {
        Place::Chat => EitherOf3::A(ChatPage()),
        Place::Documents => EitherOf3::B(DocumentsPage()),
        Place::Nowhere => EitherOf3::C(MissingPage()),
    }
}
