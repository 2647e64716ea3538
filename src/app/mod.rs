//! The page: everything that the reader sees and touches.

// Views nest deeply, beyond the compiler's default limit.
#![recursion_limit = "256"]

pub mod api;
pub mod browser;
pub mod components;
pub mod formulas;
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
pub use state::{
    Account, HasInsight, LibraryAtHand, MissingRights, Notices, RenderedPage, ServerNotes,
};
pub use words::Locale;

/// The application.
///
/// It has four pages, each loaded on its own. A router would add a quarter to the download.
#[component]
pub fn App() -> impl IntoView {
    let page = state::shared(|| use_context::<RenderedPage>().unwrap_or_default());
    provide_context(late::arrival(page));
    // Not `Show`, which erases the type of the page and so adds rendering code that is never used.
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
