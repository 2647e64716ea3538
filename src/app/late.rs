//! The part of the page in a separate file: the views that are only shown once there is an answer.

use footnote_client::api::posted::Posted;
use footnote_client::state::{RenderedPage, prepared, shared};
use futures_util::FutureExt;
use leptos::prelude::*;
use leptos::wasm_split::SplitLoaderError;

use crate::components::Announcements;
use crate::components::answer::turn::TurnView;
use crate::components::composer::attached::AttachedFileList;
use crate::components::conversations::list::ConversationList;
use crate::components::conversations::takeaway::TakeAway;
use crate::components::evidence::Evidence;
use crate::components::late::{Arrival, LateViews};
use crate::components::scope::ScopeChoice;
use crate::components::settings::choice::FirstOffer;
use crate::components::speech::Dictation;

/// The views in the file.
const VIEWS: Result<LateViews, SplitLoaderError> = Ok(LateViews {
    prepare: prepared::prepare,
    wake: prepared::wake,
    turn: |turn| view! { <TurnView turn /> }.into_any(),
    first_offer: || FirstOffer().into_any(),
    take_away: || TakeAway().into_any(),
    evidence: || Evidence().into_any(),
    announcements: || Announcements().into_any(),
    conversations: || ConversationList().into_any(),
    attached: || AttachedFileList().into_any(),
    scope: || ScopeChoice().into_any(),
    dictation: || Dictation().into_any(),
});

/// Returns the views once the file is loaded. The tool that splits the program finds the boundary by this function.
#[cfg(feature = "split")]
#[lazy(fallible)]
fn views() -> Result<LateViews, SplitLoaderError> {
    VIEWS
}

/// Returns the views immediately, in builds where the program is not split, such as during development.
#[cfg(not(feature = "split"))]
async fn views() -> Result<LateViews, SplitLoaderError> {
    VIEWS
}

/// Waits for the file; returns false if it cannot be loaded.
pub(crate) async fn fetched() -> bool {
    views().await.is_ok()
}

/// Returns true if the page rendered on the server contains views of that file; hydration then waits for it.
pub(crate) fn is_needed(page: RenderedPage) -> bool {
    page == RenderedPage::Chat && use_context::<Posted>().is_some_and(|posted| posted.has_turns())
}

/// Returns the views, loaded immediately if the page needs them, and otherwise soon on the chat page.
pub(crate) fn arrival(page: RenderedPage) -> Arrival<LateViews> {
    let needed = shared(|| is_needed(page));
    let come = || views().now_or_never().and_then(Result::ok);
    let arrival = Arrival::new(needed.then(come).flatten(), views);
    if page == RenderedPage::Chat {
        arrival.want();
    }
    arrival
}
