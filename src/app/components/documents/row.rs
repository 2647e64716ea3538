//! One document of the table.

use leptos::prelude::*;

use crate::app::state::Library;
use crate::protocol::{DocumentSummary, FailedFile, Opening};

/// The folder in the path of a document that its owner shares.
const SHARED: &str = "/everybody/";

/// A document that can be asked about.
#[component]
pub fn ReadyRow(
    /// The document.
    file: DocumentSummary,
) -> impl IntoView {
    let is_titled = !file.title.is_empty() && file.title != file.path;
    let title = is_titled.then(|| view! { <span class="hint">{file.title.clone()}</span> });
    let path = file.path.clone();
    let actions = file
        .own
        .then(|| view! { <Share path=path.clone() /> <Act path action="remove" label="Remove" /> });
    view! {
        <tr>
            <th scope="row">
                <a href=Opening::default().address(&file.path) rel="external">
                    {file.path.clone()}
                </a>
                {title}
            </th>
            <td>{size(file.size)}</td>
            <td>{counted(file.pages.max(1), "page")}</td>
            <td>{counted(file.passages, "passage")}</td>
            <td>"Ready"</td>
            <td class="actions">{actions}</td>
        </tr>
    }
}

/// A file that could not be read.
#[component]
pub fn FailedRow(
    /// The file.
    file: FailedFile,
) -> impl IntoView {
    let path = file.path.clone();
    let actions = file.own.then(|| {
        view! {
            <Act path=path.clone() action="retry" label="Try again" />
            <Act path action="remove" label="Remove" />
        }
    });
    view! {
        <tr class="failed">
            <th scope="row">{file.path.clone()}</th>
            <td colspan="3"></td>
            <td>{format!("Not read: {}", file.reason)}</td>
            <td class="actions">{actions}</td>
        </tr>
    }
}

/// A document that was brought and is not read yet.
#[component]
pub fn WaitingRow(
    /// Its path.
    path: String,
) -> impl IntoView {
    view! {
        <tr class="waiting">
            <th scope="row">{path}</th>
            <td colspan="3"></td>
            <td>"Being read …"</td>
            <td></td>
        </tr>
    }
}

/// The button that lets everybody read a document, or nobody else; none where readers are not known.
#[component]
fn Share(
    /// The document's path.
    path: String,
) -> impl IntoView {
    // `uploads/<name>` belongs to everybody.
    let is_owned = path.matches('/').count() > 1;
    let (action, label) = if path.contains(SHARED) {
        ("unshare", "Only for me")
    } else {
        ("share", "For everybody")
    };
    is_owned.then(|| view! { <Act path action label /> })
}

/// A button that does something with a document.
#[component]
pub fn Act(
    /// The document's path.
    path: String,
    /// The name of the action in the form.
    action: &'static str,
    /// The text of the button.
    label: &'static str,
) -> impl IntoView {
    let library = expect_context::<Library>();
    let name = format!("{label}: {path}");
    // The list stays as it was asked for.
    let action_of_form = move || format!("/documents{}", library.wanted.get().query());
    view! {
        <form method="post" action=action_of_form>
            <input type="hidden" name="path" value=path />
            <button class="quiet" name="action" value=action aria-label=name>
                {label}
            </button>
        </form>
    }
}

/// A number with its unit, which is shown where no header says it.
fn counted(count: u32, unit: &str) -> impl IntoView {
    let plural = if count == 1 { "" } else { "s" };
    view! {
        {count}
        <span class="unit">{format!(" {unit}{plural}")}</span>
    }
}

/// A size in bytes as people say it.
fn size(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..999_500 => format!("{} kB", (bytes + 500) / 1_000),
        _ => {
            let tenths = (bytes + 50_000) / 100_000;
            format!("{}.{} MB", tenths / 10, tenths % 10)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_said_as_people_do() {
        assert_eq!([0, 999, 1_000].map(size), ["0 B", "999 B", "1 kB"]);
        assert_eq!([1_673, 999_499].map(size), ["2 kB", "999 kB"]);
        assert_eq!([999_999, 1_250_000].map(size), ["1.0 MB", "1.3 MB"]);
    }
}
