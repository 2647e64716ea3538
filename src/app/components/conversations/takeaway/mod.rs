//! The actions on the open conversation as a whole: taken away in a file, printed, shared.

pub mod share;

use footnote_client::browser;
use footnote_client::state::Chat;
use footnote_client::words;
use leptos::prelude::*;
use share::ShareButton;

use crate::components::late::{Demanded, DemandedViews};

/// The menu of the open conversation, below its last answer; on paper the day and the address stand there.
///
/// # Server rendering
///
/// Links to the files.
#[component]
pub fn TakeAway() -> impl IntoView {
    let chat = expect_context::<Chat>();
    // The server knows neither the reader's calendar nor the address.
    let paper = RwSignal::new(String::new());
    Effect::new(move |_| paper.set(printed(chat)));
    let is_there = move || {
        let is_open = chat.open.with(Option::is_some);
        is_open && !chat.writing.get() && chat.turns.with(|turns| !turns.is_empty())
    };
    view! {
        <Show when=is_there>
            <div class="takeaway">
                <details>
                    <summary>{words::download_conversation()}</summary>
                    <ul>
                        {forms().map(|(form, label)| view! { <li><FormLink form label /></li> })}
                    </ul>
                </details>
                <ShareButton />
            </div>
            <p class="on-paper">{move || paper.get()}</p>
        </Show>
        <Demanded draw=|views: DemandedViews| (views.share)() />
    }
}

/// The forms of files by their endings, with their names.
fn forms() -> [(&'static str, &'static str); 3] {
    [("md", "Markdown"), ("docx", "Word"), ("html", words::print())]
}

/// The way to a file of one form.
#[component]
fn FormLink(
    /// The form, as in its address.
    form: &'static str,
    /// Its name.
    label: &'static str,
) -> impl IntoView {
    let chat = expect_context::<Chat>();
    // What is printed has a tab of its own.
    let target = (form == "html").then_some("_blank");
    let address = move || {
        let id = chat.open.get().unwrap_or_default();
        chat.export_address(&id, form)
    };
    view! { <a href=address rel="external" target=target>{label}</a> }
}

/// The day of the open conversation and its address, once it is on paper.
fn printed(chat: Chat) -> String {
    let id = chat.open.get().unwrap_or_default();
    let at = chat.open_entry().map(|entry| entry.at).filter(|at| *at > 0);
    let day = browser::date(at.unwrap_or_else(browser::now));
    format!("{day} · {}", chat.page_address(&id))
}
