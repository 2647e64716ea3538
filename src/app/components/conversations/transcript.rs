//! The conversation as it is read: turn after turn, with the newest line in reach.

use footnote_client::browser;
use footnote_client::state::{Chat, Turn};
use footnote_client::words;
use leptos::prelude::*;

use super::pages::OtherPages;
use super::welcome::Welcome;
use crate::components::late::{Arrival, Late, LateViews};

/// The element that scrolls.
const SCROLLER: &str = "transcript";

/// Distance to the end, in CSS pixels, below which the reader counts as being there.
const NEAR: i32 = 48;

/// The conversation, or the suggested questions before there is one.
///
/// While an answer comes the page follows it, until its question has reached the top or the reader
/// scrolls.
#[component]
pub fn Transcript() -> impl IntoView {
    let chat = expect_context::<Chat>();
    let late = expect_context::<Arrival<LateViews>>().views;
    let following = RwSignal::new(true);
    let below = RwSignal::new(false);
    let empty = Memo::new(move |_| chat.is_empty());
    let top = StoredValue::new(0);
    Effect::new(move |_| {
        late.track();
        follow(chat, following, below, top);
    });
    view! {
        <div
            class="transcript"
            id=SCROLLER
            on:scroll=move |_| {
                // Further up than the page itself has scrolled: the reader wants to stay there. At the end, the page has
                // only become shorter.
                let left = browser::below(SCROLLER);
                if browser::scrolled(SCROLLER) < top.get_value() && left > 0 {
                    following.set(false);
                }
                below.set(left > NEAR);
            }
        >
            <section class="turns" aria-label=words::conversation()>
                <Show when=move || empty.get()>
                    <Welcome />
                </Show>
                <OtherPages />
                <For each=move || chat.turns.get() key=|turn: &Turn| turn.id let:turn>
                    <Late draw=move |late: LateViews| (late.turn)(turn.clone()) />
                </For>
                <Late draw=|late: LateViews| (late.take_away)() />
            </section>
        </div>
        <Show when=move || chat.writing.get() && below.get()>
            <button class="newest" type="button" on:click=move |_| browser::scroll_to_end(SCROLLER)>
                {words::newest_line()}
            </button>
        </Show>
    }
}

/// Keeps the newest turn in sight after each change of it.
fn follow(chat: Chat, following: RwSignal<bool>, below: RwSignal<bool>, top: StoredValue<i32>) {
    let Some(turn) = chat.turns.with(|turns| turns.last().cloned()) else {
        return;
    };
    following.set(true);
    top.set_value(0);
    Effect::new(move |_| {
        turn.answer.track();
        turn.progress.track();
        let anchor = turn.element_id();
        browser::after_render(move || {
            if following.try_get_untracked() == Some(true) {
                let scrolled = browser::follow(SCROLLER, &anchor);
                top.try_update_value(|top| *top = scrolled);
            }
            below.try_set(browser::below(SCROLLER) > NEAR);
        });
    });
}
