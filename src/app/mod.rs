//! The page: everything that the reader sees and touches.

// Views nest deeply, beyond the compiler's default limit.
#![recursion_limit = "256"]

pub mod components;
pub mod demanded;
pub mod formulas;
pub mod late;
pub mod pages;
pub mod plain;
pub mod shell;

use components::late::{Demanded, DemandedViews};
use footnote_client::RenderedPage;
use footnote_client::state::shared;
use leptos::either::EitherOf4;
use leptos::prelude::*;
use pages::{ChatPage, MissingPage};
pub use plain::plain_shell;
pub use shell::shell;

/// The name of the file of `demanded.rs`.
const DEMANDED: &str = "demanded";

/// The application.
///
/// It has four pages, each loaded on its own. A router would add a quarter to the download.
#[component]
pub fn App() -> impl IntoView {
    let page = shared(|| use_context::<RenderedPage>().unwrap_or_default());
    provide_context(late::arrival(page));
    provide_context(demanded::arrival(page));
    // Not `Show`, which erases the type of the page and so adds rendering code that is never used.
    match page {
        RenderedPage::Chat => EitherOf4::A(ChatPage()),
        RenderedPage::Documents => {
            EitherOf4::B(view! { <Demanded draw=|views: DemandedViews| (views.documents)() /> })
        }
        RenderedPage::Document => {
            EitherOf4::C(view! { <Demanded draw=|views: DemandedViews| (views.document)() /> })
        }
        RenderedPage::Nowhere => EitherOf4::D(MissingPage()),
    }
}

/// The name of the file with views that the server has rendered; `None` if there are none.
fn whole() -> Option<&'static str> {
    let page = use_context::<RenderedPage>().unwrap_or_default();
    let late = late::is_needed(page).then_some("late");
    late.or_else(|| demanded::is_needed(page).then_some(DEMANDED))
}

/// Waits for the file of this name; returns false if it cannot be loaded.
pub async fn fetched(file: &str) -> bool {
    if file == DEMANDED { demanded::fetched().await } else { late::fetched().await }
}
