//! A place in the page for a view whose program comes late.

use leptos::prelude::*;

use crate::state::Turn;

/// The views that come in a file of their own, fetched once the page is awake; `None` before it has come.
#[derive(Clone, Copy)]
pub struct Arrival(pub RwSignal<Option<LateViews>>);

/// The views of that file.
#[derive(Clone, Copy)]
pub struct LateViews {
    /// A question with its answer.
    pub turn: fn(Turn) -> AnyView,
    /// The offer of a chat model on this machine.
    pub first_offer: fn() -> AnyView,
    /// The actions on a conversation as a whole.
    pub take_away: fn() -> AnyView,
    /// The evidence of an answer.
    pub evidence: fn() -> AnyView,
    /// The announcements of an answer.
    pub announcements: fn() -> AnyView,
    /// The kept conversations.
    pub conversations: fn() -> AnyView,
    /// The files that are attached to the conversation.
    pub attached: fn() -> AnyView,
    /// The content of the list of keys.
    pub keys: fn() -> AnyView,
    /// The choice of what is asked.
    pub scope: fn() -> AnyView,
    /// The content of the settings.
    pub settings: fn() -> AnyView,
    /// The page of documents.
    pub documents: fn() -> AnyView,
    /// The page of one document.
    pub document: fn() -> AnyView,
}

/// Shows a view once it has come.
#[component]
pub fn Late(
    /// Draws it.
    #[prop(into)]
    draw: Callback<LateViews, AnyView>,
) -> impl IntoView {
    let Arrival(views) = expect_context::<Arrival>();
    move || views.get().map(|views| draw.run(views))
}
