//! Fetches what is shown on demand before it is demanded, so that a click finds it there.

use footnote_client::browser;
use footnote_client::state::Chat;
use leptos::ev;
use leptos::prelude::*;

use super::late::{Arrival, DemandedViews};

/// Fetches the file once an answer has ended, which may lead to a document, or once the pointer or the focus is on a
/// button that opens a dialog.
#[component]
pub fn Ahead() -> impl IntoView {
    let demanded = expect_context::<Arrival<DemandedViews>>();
    let chat = expect_context::<Chat>();
    Effect::new(move |_| {
        if !chat.writing.get() && chat.turns.with(|turns| !turns.is_empty()) {
            demanded.want();
        }
    });
    let pointed = window_event_listener(ev::pointerover, move |event| {
        if browser::is_on_opener(&event) {
            demanded.want();
        }
    });
    let focused = window_event_listener(ev::focusin, move |event| {
        if browser::is_on_opener(&event) {
            demanded.want();
        }
    });
    on_cleanup(move || {
        pointed.remove();
        focused.remove();
    });
}
