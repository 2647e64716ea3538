//! The empty page: what is indexed, how fresh it is, and what can be asked.

use leptos::prelude::*;

use super::followups::Suggestion;
use crate::app::state::Library;
use crate::protocol::{DocumentSummary, FailedFile};
use crate::text::source;

/// What stands on the page before the first question.
#[component]
pub fn Welcome() -> impl IntoView {
    let library = expect_context::<Library>();
    let status = library.status;
    let ready = move || status.with(|status| !status.documents.is_empty());
    let examples = move || status.with(|status| status.examples.clone());
    let writer = move || {
        status.with(|status| match &status.model {
            Some(model) => format!(
                "{model} writes the answers from them, and every statement carries its source."
            ),
            None => "Answers quote them word for word, and every quotation carries its source."
                .to_owned(),
        })
    };
    view! {
        <div class="welcome">
            <p class="promise">"Ask your documents."</p>
            <Show when=ready fallback=move || view! { <Unread /> }>
                <p class="writer">{writer}</p>
                <div class="examples" role="group" aria-label="Example questions">
                    <For each=examples key=String::clone let:question>
                        <Suggestion question />
                    </For>
                </div>
                <Shelf />
            </Show>
        </div>
    }
}

/// What is said while nothing can be asked yet.
#[component]
fn Unread() -> impl IntoView {
    let status = expect_context::<Library>().status;
    move || {
        if status.with(|status| status.running) {
            view! { <p class="writer">"The documents are being read; questions can be asked as soon as the first is ready."</p> }
        } else {
            view! { <p class="writer">"There are no documents yet. Put some into the folder that Footnote reads, and they appear here."</p> }
        }
    }
}

/// The documents that can be asked about, and those that cannot.
#[component]
fn Shelf() -> impl IntoView {
    let Library { status, looked } = expect_context::<Library>();
    let count = move || {
        let count = status.with(|status| match status.documents.len() {
            1 => "1 document".to_owned(),
            count => format!("{count} documents"),
        });
        match looked.get() {
            looked if looked.is_empty() => count,
            looked => format!("{count} · last checked at {looked}"),
        }
    };
    let documents = move || status.with(|status| status.documents.clone());
    let failed = move || status.with(|status| status.failed.clone());
    let any_failed = move || status.with(|status| !status.failed.is_empty());
    view! {
        <details class="shelf" open=move || status.with(|status| status.documents.len() <= 12)>
            <summary>{count}</summary>
            <ul>
                <For each=documents key=|document: &DocumentSummary| document.path.clone() let:document>
                    <li>
                        <a href=source::content_url(&document.path) rel="external" target="_blank">
                            {document.path.clone()}
                        </a>
                        <span class="pages">{pages(document.pages)}</span>
                    </li>
                </For>
            </ul>
        </details>
        <Show when=any_failed>
            <details class="shelf" open>
                <summary>"Could not be read"</summary>
                <ul>
                    <For each=failed key=|file: &FailedFile| file.path.clone() let:file>
                        <li>{file.path} <span class="pages">{file.reason}</span></li>
                    </For>
                </ul>
            </details>
        </Show>
    }
}

/// How many pages, where that says something.
fn pages(count: u32) -> String {
    match count {
        0 | 1 => String::new(),
        count => format!("{count} pages"),
    }
}
