//! The reader's settings for answers.

pub mod appearance;
pub mod choice;
pub mod form;
pub mod language;
pub mod model;
pub mod retrieval;

use leptos::prelude::*;

use super::late::{Demanded, DemandedViews};

/// The id of the dialog.
const DIALOG: &str = "settings";

/// The settings dialog.
#[component]
pub fn SettingsDialog() -> impl IntoView {
    view! {
        <dialog class="settings" id=DIALOG aria-labelledby="settings-title">
            <Demanded draw=|views: DemandedViews| (views.settings)() />
        </dialog>
    }
}
