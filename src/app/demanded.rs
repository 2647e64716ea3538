//! The part of the page in a third file, which is fetched on demand: dialogs, the documents pages, and the viewer of
//! documents.

use footnote_client::state::RenderedPage;
use futures_util::FutureExt;
use leptos::prelude::*;
use leptos::wasm_split::SplitLoaderError;

use crate::components::composer::keys::KeyList;
use crate::components::conversations::takeaway::share::ShareDialog;
use crate::components::late::{Arrival, DemandedViews};
use crate::components::scope::panel::ScopePanel;
use crate::components::settings::form::SettingsForm;
use crate::components::viewer::Viewer;
use crate::pages::document::DocumentPage;
use crate::pages::documents::DocumentsPage;

/// The views in the file.
const VIEWS: Result<DemandedViews, SplitLoaderError> = Ok(DemandedViews {
    keys: || KeyList().into_any(),
    settings: || SettingsForm().into_any(),
    scope: || ScopePanel().into_any(),
    share: || ShareDialog().into_any(),
    viewer: |document| view! { <Viewer document /> }.into_any(),
    documents: || DocumentsPage().into_any(),
    document: || DocumentPage().into_any(),
});

/// Returns the views once the file is loaded. The tool that splits the program finds the boundary by this function.
#[cfg(feature = "split")]
#[lazy(fallible)]
fn demanded() -> Result<DemandedViews, SplitLoaderError> {
    VIEWS
}

/// Returns the views immediately, in builds where the program is not split, such as during development.
#[cfg(not(feature = "split"))]
async fn demanded() -> Result<DemandedViews, SplitLoaderError> {
    VIEWS
}

/// Waits for the file; returns false if it cannot be loaded.
pub(crate) async fn fetched() -> bool {
    demanded().await.is_ok()
}

/// Returns true if the page rendered on the server consists of views of that file; hydration then waits for it.
pub(crate) fn is_needed(page: RenderedPage) -> bool {
    matches!(page, RenderedPage::Documents | RenderedPage::Document)
}

/// Returns the views, loaded immediately if the page needs them.
pub(crate) fn arrival(page: RenderedPage) -> Arrival<DemandedViews> {
    let come = || demanded().now_or_never().and_then(Result::ok);
    Arrival::new(is_needed(page).then(come).flatten(), demanded)
}
