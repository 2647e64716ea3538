//! The reader's judgement of an answer: that it helped, or what is wrong with it.

use footnote_client::browser;
use footnote_client::state::{Chat, Judgement};
use footnote_client::words;
use leptos::ev::{KeyboardEvent, SubmitEvent};
use leptos::prelude::*;

use crate::components::header::Icon;

/// Maximum number of characters of a remark.
const MAX_LEN: &str = "500";

/// An icon of a thumb pointing up.
const UP: &[&str] = &["M2 8h3v8h-3zM5 8l3-6c2 0 2 2 1.5 5h5.5l-1.5 9h-8.5"];

/// An icon of a thumb pointing down.
const DOWN: &[&str] = &["M2 2h3v8h-3zM5 10l3 6c2 0 2-2 1.5-5h5.5l-1.5-9h-8.5"];

/// The judgement of one answer.
#[derive(Clone, Copy)]
pub struct JudgementState {
    /// The turn of the answer.
    pub turn: u32,
    /// The judgement so far.
    pub judgement: RwSignal<Option<Judgement>>,
    /// True while the reader writes a remark.
    pub remarking: RwSignal<bool>,
    /// True once the server has said that it stores the reader's words and the question.
    pub words_kept: RwSignal<bool>,
}

impl JudgementState {
    /// Judges the answer as helpful or not; the same judgement again removes it.
    fn press(self, chat: Chat, helps: bool) {
        let is_said = untrack(|| self.is_said(helps));
        let judgement = (!is_said).then(|| Judgement { helps, ..Judgement::default() });
        self.remarking.set(!is_said && !helps);
        chat.judge(self.turn, judgement, self.words_kept);
        if self.remarking.get_untracked() {
            let field = self.field();
            browser::after_render(move || browser::focus(&field));
        }
    }

    fn is_said(self, helps: bool) -> bool {
        let judgement = self.judgement.get();
        judgement.is_some_and(|judgement| judgement.helps == helps)
    }

    fn button(self, helps: bool) -> String {
        format!("helps-{}-{helps}", self.turn)
    }

    fn field(self) -> String {
        format!("remark-{}", self.turn)
    }
}

/// The buttons for judging an answer; pressed again, they remove the judgement.
#[component]
pub fn Thumbs(
    /// The judgement of the answer.
    judgement: JudgementState,
) -> impl IntoView {
    let chat = expect_context::<Chat>();
    let thumb = move |helps: bool, label: &'static str, lines| {
        view! {
            <button
                class="quiet scripted thumb"
                type="button"
                id=judgement.button(helps)
                aria-label=label
                title=label
                aria-pressed=move || judgement.is_said(helps).to_string()
                on:click=move |_| judgement.press(chat, helps)
            >
                <Icon lines />
            </button>
        }
    };
    view! {
        // On narrow screens, both move to the next line together.
        <span class="thumbs">
            {thumb(true, words::is_helpful(), UP)} {thumb(false, words::is_wrong(), DOWN)}
        </span>
    }
}

/// The judgement of an answer in words, and the field for a remark.
#[component]
pub fn JudgementSummary(
    /// The judgement of the answer.
    judgement: JudgementState,
) -> impl IntoView {
    let said = move || {
        let judgement = judgement.judgement.get();
        judgement.map(|judgement| judgement.in_words())
    };
    let is_judged = move || judgement.judgement.with(Option::is_some);
    view! {
        <Show when=is_judged>
            <p class="judged" role="status">
                {said}
            </p>
        </Show>
        <Show when=move || judgement.remarking.get() && judgement.is_said(false)>
            <Remark judgement />
        </Show>
    }
}

/// The field for a remark on what is wrong: Enter stores it, Escape skips it.
#[component]
fn Remark(
    /// The judgement of the answer.
    judgement: JudgementState,
) -> impl IntoView {
    let chat = expect_context::<Chat>();
    let draft = RwSignal::new(String::new());
    let end = move |remark: String| {
        judgement.remarking.set(false);
        browser::after_render(move || browser::catch_focus(&judgement.button(false)));
        if !remark.trim().is_empty() {
            let remark = remark.trim().to_owned();
            let helps = false;
            let said = Some(Judgement { helps, remark });
            chat.judge(judgement.turn, said, judgement.words_kept);
        }
    };
    let escape = move |event: KeyboardEvent| {
        if event.key() == "Escape" && !event.is_composing() {
            event.stop_propagation();
            end(String::new());
        }
    };
    view! {
        <form
            class="remark"
            on:submit=move |event: SubmitEvent| {
                event.prevent_default();
                end(draft.get_untracked());
            }
        >
            <label for=judgement.field()>{words::what_was_wrong()}</label>
            <input
                type="text"
                id=judgement.field()
                maxlength=MAX_LEN
                autocomplete="off"
                prop:value=move || draft.get()
                on:input=move |event| draft.set(event_target_value(&event))
                on:keydown=escape
            />
            <button type="submit">{words::save()}</button>
            <p class="hint">
                {move || {
                    if judgement.words_kept.get() { words::words_kept() } else { words::words_not_kept() }
                }}
            </p>
        </form>
    }
}
