//! A placeholder for a view whose code is loaded later.

use leptos::prelude::*;

use crate::state::Turn;

/// The views in a separate file, which is fetched once the page is hydrated; `None` until it has been loaded.
#[derive(Clone, Copy)]
pub struct Arrival(pub RwSignal<Option<LateViews>>);

/// The views of that file.
#[derive(Clone, Copy)]
pub struct LateViews {
    /// A question with its answer.
    pub turn: fn(Turn) -> AnyView,
    /// The offer to use a chat model on this machine.
    pub first_offer: fn() -> AnyView,
    /// The actions on a conversation as a whole.
    pub take_away: fn() -> AnyView,
    /// The evidence of an answer.
    pub evidence: fn() -> AnyView,
    /// The announcements of an answer.
    pub announcements: fn() -> AnyView,
    /// The list of conversations.
    pub conversations: fn() -> AnyView,
    /// The files attached to the conversation.
    pub attached: fn() -> AnyView,
    /// The list of keyboard shortcuts.
    pub keys: fn() -> AnyView,
    /// The choice of the scope.
    pub scope: fn() -> AnyView,
    /// The content of the settings.
    pub settings: fn() -> AnyView,
    /// The documents page.
    pub documents: fn() -> AnyView,
    /// The page of one document.
    pub document: fn() -> AnyView,
}

/// Shows a view once its code has been loaded.
#[component]
pub fn Late(
    /// Renders the view.
    #[prop(into)]
    draw: Callback<LateViews, AnyView>,
) -> impl IntoView {
    let Arrival(views) = expect_context::<Arrival>();
    move || views.get().map(|views| draw.run(views))
}
