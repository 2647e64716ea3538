//! What the reader sees and touches.

mod shell;

use leptos::prelude::*;
use leptos_meta::{Title, provide_meta_context};
use leptos_router::components::{Route, Router, Routes};
use leptos_router::path;

pub use shell::shell;

/// The page.
#[component]
pub fn App() -> impl IntoView {
    provide_meta_context();
    view! {
        <Title text="Footnote" />
        <Router>
            <Routes fallback=|| "This page does not exist.">
                <Route path=path!("/") view=|| view! { <main><h1>"Footnote"</h1></main> } />
            </Routes>
        </Router>
    }
}
