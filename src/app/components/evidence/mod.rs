//! The panel beside the answer that shows its evidence.

pub mod card;
pub mod document;
pub mod passages;
pub mod thought;
pub mod thoughts;

use card::NoteCard;
use document::DocumentPanel;
use footnote_client::browser;
use footnote_client::state::evidence::MIN_WIDTH;
use footnote_client::state::{EvidenceView, Tab};
use footnote_client::words;
use leptos::prelude::*;
use passages::Passages;
use thoughts::Thoughts;

use crate::components::ahead::Ahead;

/// Distance by which an arrow key moves the edge, in CSS pixels.
const STEP: i32 = 24;

/// A function that returns the name of a tab.
type TabName = fn() -> &'static str;

/// The tabs in order, with the functions that return their names and the ids of their panels.
const TABS: [(Tab, TabName, &str); 3] = [
    (Tab::Passages, words::sources, "passages"),
    (Tab::Thoughts, words::steps, "thoughts"),
    (Tab::Document, words::document, "document"),
];

/// The evidence of the answer: passages, thoughts and the document itself.
///
/// # Server rendering
///
/// Open beside a posted answer; without scripts, the panels are below each other.
#[component]
pub fn Evidence() -> impl IntoView {
    let evidence = expect_context::<EvidenceView>();
    let escape = move |event: leptos::ev::KeyboardEvent| {
        if event.key() == "Escape" {
            event.stop_propagation();
            evidence.close();
        }
    };
    view! {
        <aside
            class="evidence"
            id="evidence"
            aria-label=words::sources()
            tabindex="-1"
            hidden=move || !evidence.open.get()
            on:keydown=escape
        >
            <ResizeHandle />
            <div class="top">
                <div class="tabs" role="tablist" aria-label=words::sources()>
                    {TABS.map(|(tab, name, id)| view! { <TabButton tab name=name() id /> }).collect_view()}
                </div>
                <button
                    class="quiet close scripted"
                    type="button"
                    aria-label=words::close_sources()
                    on:click=move |_| evidence.close()
                >
                    "×"
                </button>
            </div>
            <TabPanel tab=Tab::Passages id="passages">
                <Passages />
            </TabPanel>
            <TabPanel tab=Tab::Thoughts id="thoughts">
                <Thoughts />
            </TabPanel>
            <TabPanel tab=Tab::Document id="document">
                <DocumentPanel />
            </TabPanel>
        </aside>
        <NoteCard />
        <Ahead />
    }
}

/// The button of a tab; arrow keys move to the neighbouring tabs.
#[component]
fn TabButton(
    /// The tab.
    tab: Tab,
    /// Its name.
    name: &'static str,
    /// The id of its panel.
    id: &'static str,
) -> impl IntoView {
    let evidence = expect_context::<EvidenceView>();
    let chosen = move || evidence.tab.get() == tab;
    let moved = move |event: leptos::ev::KeyboardEvent| {
        let step = match arrow(&event) {
            Some(1) => 1,
            Some(_) => TABS.len() - 1,
            None => return,
        };
        event.prevent_default();
        let at = TABS.iter().position(|(other, ..)| *other == tab).unwrap_or(0);
        if let Some((next, _, id)) = TABS.get((at + step) % TABS.len()) {
            evidence.tab.set(*next);
            browser::focus(&format!("tab-{id}"));
        }
    };
    view! {
        <button
            type="button"
            role="tab"
            id=format!("tab-{id}")
            aria-controls=format!("panel-{id}")
            aria-selected=move || chosen().to_string()
            tabindex=move || if chosen() { "0" } else { "-1" }
            on:click=move |_| evidence.tab.set(tab)
            on:keydown=moved
        >
            {name}
        </button>
    }
}

/// Returns the direction of an arrow key: 1 towards the end of a line, -1 towards its beginning.
fn arrow(event: &leptos::ev::KeyboardEvent) -> Option<i32> {
    let step = match event.key().as_str() {
        "ArrowRight" => 1,
        "ArrowLeft" => -1,
        _ => return None,
    };
    Some(if browser::is_right_to_left() { -step } else { step })
}

/// The panel of a tab.
#[component]
fn TabPanel(
    /// The tab.
    tab: Tab,
    /// The base of its id.
    id: &'static str,
    /// Its content.
    children: Children,
) -> impl IntoView {
    let evidence = expect_context::<EvidenceView>();
    view! {
        <div
            class="panel"
            role="tabpanel"
            id=format!("panel-{id}")
            aria-labelledby=format!("tab-{id}")
            tabindex="0"
            hidden=move || evidence.tab.get() != tab
        >
            {children()}
        </div>
    }
}

/// The movable edge between answer and evidence. It is moved by a pointer or by arrow keys, Home and End move it to the
/// limits, and a double click restores the default width.
#[component]
fn ResizeHandle() -> impl IntoView {
    let evidence = expect_context::<EvidenceView>();
    let width = Memo::new(move |_| evidence.width());
    let held = RwSignal::new(None::<(i32, i32)>);
    let pressed = move |event: leptos::ev::PointerEvent| {
        event.prevent_default();
        held.set(Some((event.client_x(), width.get_untracked())));
    };
    let moved = window_event_listener(leptos::ev::pointermove, move |event| {
        if let Some((from, width)) = held.get_untracked() {
            let moved = from - event.client_x();
            evidence.resize(width + if browser::is_right_to_left() { -moved } else { moved });
        }
    });
    let release = move |_: leptos::ev::PointerEvent| {
        let was = held.get_untracked().map(|(_, width)| width);
        held.set(None);
        if was.is_some_and(|was| was != width.get_untracked()) {
            evidence.keep_width();
        }
    };
    let released = window_event_listener(leptos::ev::pointerup, release);
    let lost = window_event_listener(leptos::ev::pointercancel, release);
    on_cleanup(move || {
        moved.remove();
        released.remove();
        lost.remove();
    });
    let typed = move |event: leptos::ev::KeyboardEvent| {
        let wanted = match (arrow(&event), event.key().as_str()) {
            (Some(step), _) => width.get_untracked() - step * STEP,
            (None, "Home") => MIN_WIDTH,
            (None, "End") => i32::MAX,
            _ => return,
        };
        event.prevent_default();
        evidence.resize(wanted);
        evidence.keep_width();
    };
    view! {
        <div
            class="edge scripted"
            role="separator"
            aria-label=words::width_of_sources()
            aria-orientation="vertical"
            aria-valuemin=MIN_WIDTH.to_string()
            aria-valuemax=move || evidence.widest().to_string()
            aria-valuenow=move || width.get().to_string()
            tabindex="0"
            title=words::drag_to_resize()
            on:pointerdown=pressed
            on:dblclick=move |_| evidence.reset_width()
            on:keydown=typed
        ></div>
    }
}
