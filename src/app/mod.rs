//! The page: everything that the reader sees and touches.

pub mod browser;
pub mod components;
pub mod pages;
pub mod shell;
pub mod state;

use leptos::either::Either;
use leptos::prelude::*;

use pages::{ChatPage, MissingPage};
pub use shell::shell;

/// Stands in context where the server renders an address that has no page.
#[derive(Clone, Copy, Debug)]
pub struct NotFound;

/// The application.
///
/// It has one page; a router would be a quarter of what the browser loads.
#[component]
pub fn App() -> impl IntoView {
    let missing = state::shared(|| use_context::<NotFound>().is_some());
    // Not `Show`: it erases the type of the page, and with it comes code for rendering that it
    // never does.
    if missing {
        Either::Left(MissingPage())
    } else {
        Either::Right(ChatPage())
    }
}
