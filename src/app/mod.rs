//! What the reader sees and touches.

pub mod browser;
pub mod components;
pub mod pages;
pub mod shell;
pub mod state;

use leptos::prelude::*;
use leptos_meta::{Title, provide_meta_context};
use leptos_router::components::{Route, Router, Routes};
use leptos_router::path;

use pages::{ChatPage, MissingPage};
pub use shell::shell;

/// The application: its pages and their addresses.
#[component]
pub fn App() -> impl IntoView {
    provide_meta_context();
    view! {
        <Title text="Footnote" />
        <Router>
            <Routes fallback=MissingPage>
                <Route path=path!("/") view=ChatPage />
            </Routes>
        </Router>
    }
}
