//! What the reader sees and touches.

pub mod browser;
pub mod components;
pub mod pages;
pub mod shell;
pub mod state;

use leptos::prelude::*;
use leptos_meta::{Title, provide_meta_context};

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
    provide_meta_context();
    let missing = state::shared(|| use_context::<NotFound>().is_some());
    view! {
        <Title text="Footnote" />
        <Show when=move || missing fallback=ChatPage>
            <MissingPage />
        </Show>
    }
}
