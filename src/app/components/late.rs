//! Placeholders for views whose code is loaded later.

use footnote_client::browser;
use footnote_client::state::Turn;
use footnote_protocol::OpenedDocument;
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos::wasm_split::SplitLoaderError;

/// Pause before a failed download of a file is repeated.
const AGAIN: std::time::Duration = std::time::Duration::from_secs(3);

/// The views in a separate file, which is fetched once they are wanted.
pub struct Arrival<V: 'static> {
    /// The views; `None` until the file has been loaded.
    pub views: RwSignal<Option<V>>,
    /// Called with the views before they are shown.
    begin: StoredValue<Option<Callback<V>>>,
    wanted: RwSignal<bool>,
    /// The dialog to open when the file has been loaded.
    dialog: StoredValue<&'static str>,
}

impl<V> Clone for Arrival<V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V> Copy for Arrival<V> {}

impl<V: Copy + Send + Sync + 'static> Arrival<V> {
    /// Returns the views, if they are there already, or fetches them by `load` once they are wanted.
    pub fn new<F>(views: Option<V>, load: fn() -> F) -> Self
    where
        F: Future<Output = Result<V, SplitLoaderError>> + 'static,
    {
        let arrival = Self {
            views: RwSignal::new(views),
            begin: StoredValue::default(),
            wanted: RwSignal::default(),
            dialog: StoredValue::default(),
        };
        Effect::new(move |_| {
            if arrival.wanted.get() && arrival.views.with_untracked(Option::is_none) {
                arrival.fetch(load);
            }
        });
        arrival
    }

    fn fetch<F>(self, load: fn() -> F)
    where
        F: Future<Output = Result<V, SplitLoaderError>> + 'static,
    {
        spawn_local(async move {
            if let Ok(views) = load().await {
                if let Some(begin) = self.begin.try_get_value().flatten() {
                    begin.run(views);
                }
                self.views.try_set(Some(views));
                let dialog = self.dialog.try_get_value().unwrap_or_default();
                browser::after_render(move || browser::open_dialog(dialog));
            } else {
                let _ = set_timeout(move || self.fetch(load), AGAIN);
            }
        });
    }

    /// Has `begin` called with the views when they come, before they are shown.
    pub fn begin_with(self, begin: impl Fn(V) + Send + Sync + 'static) {
        let owner = Owner::current().unwrap_or_default();
        let begin = move |views| owner.with(|| untrack(|| begin(views)));
        self.begin.set_value(Some(Callback::new(begin)));
    }

    /// Fetches the views, unless that has begun.
    pub fn want(self) {
        if !self.wanted.get_untracked() {
            self.wanted.set(true);
        }
    }

    fn draw(self, draw: Callback<V, AnyView>) -> impl IntoView {
        move || self.views.get().map(|views| draw.run(views))
    }

    /// Opens a dialog that shows one of the views, once they are there.
    pub fn open(self, dialog: &'static str) {
        self.want();
        if self.views.with_untracked(Option::is_some) {
            browser::open_dialog(dialog);
        } else {
            self.dialog.set_value(dialog);
        }
    }
}

/// The views that show answers, in a file that is fetched once the page is hydrated.
#[derive(Clone, Copy)]
pub struct LateViews {
    /// Shows what the server has rendered.
    pub prepare: fn(),
    /// Begins what comes with the views.
    pub wake: fn(),
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
    /// The button that shows the scope.
    pub scope: fn() -> AnyView,
    /// The button for a spoken question.
    pub dictation: fn() -> AnyView,
}

/// The views that are shown on demand, in a file of their own.
#[derive(Clone, Copy)]
pub struct DemandedViews {
    /// The list of keyboard shortcuts.
    pub keys: fn() -> AnyView,
    /// The content of the settings.
    pub settings: fn() -> AnyView,
    /// The choice of the scope.
    pub scope: fn() -> AnyView,
    /// The link to a conversation.
    pub share: fn() -> AnyView,
    /// A document.
    pub viewer: fn(OpenedDocument) -> AnyView,
    /// The documents page.
    pub documents: fn() -> AnyView,
    /// The page of one document.
    pub document: fn() -> AnyView,
}

/// Shows a view that comes late once it is there.
#[component]
pub fn Late(
    /// Renders the view.
    #[prop(into)]
    draw: Callback<LateViews, AnyView>,
) -> impl IntoView {
    expect_context::<Arrival<LateViews>>().draw(draw)
}

/// Shows a view that comes on demand once it is there.
#[component]
pub fn Demanded(
    /// Renders the view.
    #[prop(into)]
    draw: Callback<DemandedViews, AnyView>,
) -> impl IntoView {
    expect_context::<Arrival<DemandedViews>>().draw(draw)
}
