//! Keyboard shortcuts of the page, and the dialog that lists them.

use footnote_client::browser;
use footnote_client::state::appearance::SINGLE_KEYS;
use footnote_client::state::{Chat, EvidenceView};
use footnote_client::words;
use leptos::prelude::*;

use crate::components::late::{Arrival, Demanded, DemandedViews};

/// The id of the dialog with the list.
const DIALOG: &str = "keys";

/// Returns the shortcuts in the list.
fn listed() -> [(String, &'static str); 8] {
    [
        ("/".to_owned(), words::key_write()),
        ("Esc".to_owned(), words::key_leave()),
        (words::either_key(".", "Esc"), words::key_stop()),
        ("Esc".to_owned(), words::key_close()),
        (words::both_keys("[", "]"), words::key_notes()),
        (words::both_keys("j", "k"), words::key_questions()),
        ("e".to_owned(), words::key_sources()),
        ("?".to_owned(), words::key_shortcuts()),
    ]
}

/// Listens for keyboard shortcuts, except while the reader is typing.
///
/// # Server rendering
///
/// A closed dialog.
#[component]
pub fn Keys() -> impl IntoView {
    let chat = expect_context::<Chat>();
    let evidence = expect_context::<EvidenceView>();
    let demanded = expect_context::<Arrival<DemandedViews>>();
    let listener = window_event_listener(leptos::ev::keydown, move |event| {
        if event.ctrl_key() || event.meta_key() || event.alt_key() || event.is_composing() {
            return;
        }
        let key = event.key();
        let leaving = key == "Escape" && !browser::dialog_is_open();
        let stopping = leaving && untrack(|| chat.is_busy());
        if leaving && !stopping && evidence.open.get_untracked() {
            evidence.close();
        }
        if stopping || (!browser::is_occupied() && press(&key, chat, evidence, demanded)) {
            event.prevent_default();
        }
        if stopping {
            chat.stop();
        }
    });
    on_cleanup(move || listener.remove());
    view! {
        <dialog class="keys" id=DIALOG aria-labelledby="keys-title">
            <Demanded draw=|views: DemandedViews| (views.keys)() />
        </dialog>
    }
}

/// The list of shortcuts.
#[component]
pub fn KeyList() -> impl IntoView {
    view! {
        <form method="dialog">
            <h2 id="keys-title">{words::keyboard_shortcuts()}</h2>
            <dl>
                {listed()
                    .map(|(key, what)| view! {
                        <div>
                            <dt><kbd>{key}</kbd></dt>
                            <dd>{what}</dd>
                        </div>
                    })
                    .collect_view()}
            </dl>
            <div class="end">
                <button type="submit">{words::close()}</button>
            </div>
        </form>
    }
}

/// Runs the action of a key; returns false if it has none.
fn press(key: &str, chat: Chat, evidence: EvidenceView, demanded: Arrival<DemandedViews>) -> bool {
    if browser::variable(SINGLE_KEYS) == "off" {
        return false;
    }
    match key {
        "/" => browser::focus("question"),
        "." => chat.stop(),
        "]" => browser::walk(".mark a", 1),
        "[" => browser::walk(".mark a", -1),
        "j" => browser::walk(".turn", 1),
        "k" => browser::walk(".turn", -1),
        "e" => evidence.toggle(),
        "?" => demanded.open(DIALOG),
        _ => return false,
    }
    true
}
