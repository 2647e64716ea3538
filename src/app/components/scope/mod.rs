//! The choice of the scope: a button that shows it, and its dialog.

pub mod asked;
pub mod document;
pub mod found;
pub mod narrowing;
pub mod panel;
pub mod tree;

use footnote_client::browser;
use footnote_client::state::Chat;
use footnote_client::words;
use footnote_protocol::{Day, Scope};
use leptos::prelude::*;

use crate::components::late::{Arrival, Demanded, DemandedViews};

/// The id of the dialog.
const DIALOG: &str = "scope";

/// The button that shows the scope of the next question, with the dialog that changes it.
///
/// # Accessibility
///
/// A native dialog: Escape closes it, and the focus returns to the button.
#[component]
pub fn ScopeChoice() -> impl IntoView {
    let chat = expect_context::<Chat>();
    let demanded = expect_context::<Arrival<DemandedViews>>();
    let opened = RwSignal::new(false);
    let open = move |_| {
        opened.set(true);
        browser::after_render(move || demanded.open(DIALOG));
    };
    let is_narrowed = move || chat.scope.with(|scope| !scope.is_everything());
    view! {
        <button
            class="quiet scripted asked-of"
            class:narrowed=is_narrowed
            type="button"
            aria-haspopup="dialog"
            on:click=open
        >
            <span class="unseen">{words::ask_in()} " "</span>
            {move || chat.scope.with(in_words)}
        </button>
        <dialog class="scope" id=DIALOG aria-labelledby="scope-title">
            <h2 id="scope-title">{words::what_to_ask()}</h2>
            <Show when=move || opened.get()>
                <Demanded draw=|views: DemandedViews| (views.scope)() />
            </Show>
        </dialog>
    }
}

/// Returns a scope in a few words: `people/`, `3 documents · .pdf`.
pub fn in_words(scope: &Scope) -> String {
    let chosen = match (scope.folders.as_slice(), scope.documents.as_slice()) {
        ([], []) => None,
        ([folder], []) => Some(format!("{folder}/")),
        ([], [document]) => Some(document.rsplit('/').next().unwrap_or(document).to_owned()),
        (folders, documents) => Some(counted(folders.len(), documents.len())),
    };
    let kinds = scope.kinds.iter().map(|kind| format!(".{kind}"));
    let kinds: Vec<String> = kinds.collect();
    let kinds = (!kinds.is_empty()).then(|| words::listed(&kinds));
    let [from, to] = [&scope.from, &scope.to].map(|day| day.as_ref().map(Day::text));
    let is_dated = from.or(to).is_some();
    let days = is_dated.then(|| format!("{} – {}", from.unwrap_or("…"), to.unwrap_or("…")));
    let parts: Vec<String> = [chosen, kinds, days].into_iter().flatten().collect();
    if parts.is_empty() { words::all_documents().to_owned() } else { parts.join(" · ") }
}

/// Returns the numbers of folders and documents, in words.
fn counted(folders: usize, documents: usize) -> String {
    match (folders, documents) {
        (_, 0) => words::folders_counted(folders),
        (0, _) => words::documents_counted(documents),
        _ => {
            words::and_also(&words::folders_counted(folders), &words::documents_counted(documents))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scope_is_told_in_a_few_words() {
        let list = |paths: &[&str]| paths.iter().map(|path| (*path).to_owned()).collect();
        let scope = |folders: &[&str], documents: &[&str]| Scope {
            folders: list(folders),
            documents: list(documents),
            ..Scope::default()
        };
        for (chosen, words) in [
            (Scope::default(), "All documents"),
            (scope(&["hr/pay"], &[]), "hr/pay/"),
            (scope(&[], &["hr/leave.md"]), "leave.md"),
            (scope(&["a", "b"], &["c.md"]), "2 folders, 1 document"),
            (Scope { kinds: list(&["pdf", "md"]), ..scope(&["a"], &[]) }, "a/ · .pdf, .md"),
            (Scope { to: Day::of("2024-01-31"), ..Scope::default() }, "… – 2024-01-31"),
        ] {
            assert_eq!(in_words(&chosen), words);
        }
    }
}
