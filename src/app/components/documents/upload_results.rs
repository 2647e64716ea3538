//! The results of uploading, sharing and removing documents, and uploads in progress.

use footnote_client::state::FileUploads;
use footnote_client::state::uploads::PendingUpload;
use footnote_client::words;
use footnote_protocol::{Notice, Undo};
use leptos::prelude::*;

/// Number of uploads from which those that succeeded are one line.
const MANY: usize = 4;

/// Uploads in progress and notices, each with its undo button if there is one.
#[component]
pub fn UploadResults(
    /// True if the reader can dismiss the notices.
    #[prop(default = false)]
    closes: bool,
) -> impl IntoView {
    let uploads = expect_context::<FileUploads>();
    let FileUploads { notices, sending, .. } = uploads;
    let lines = move || counted(notices.get(), |notice| uploads.outcome_of(notice).1);
    let rendered = untrack(lines);
    let numbered = move || lines().into_iter().enumerate().collect::<Vec<_>>();
    view! {
        <div class="brought">
            <div role="status">
                <ul class="notices">
                    <For each=numbered key=|(at, notice)| (*at, notice.text.clone()) let:numbered>
                        // After a reload, the keyboard focus continues at the notice.
                        <NoticeLine takes_focus={rendered.contains(&numbered.1)} notice=numbered.1 />
                    </For>
                </ul>
            </div>
            <ul class="sending" aria-label=words::being_uploaded()>
                <For each=move || sending.get() key=|one: &PendingUpload| one.percent.clone() let:one>
                    <li>
                        {one.name.clone()} " "
                        <progress max="100" value=one.percent.clone() aria-label=one.name></progress>
                        {move || format!(" {} %", one.percent.get())}
                    </li>
                </For>
            </ul>
            <Show when=move || closes && notices.with(|notices| !notices.is_empty())>
                <button
                    class="quiet"
                    type="button"
                    aria-label=words::dismiss()
                    on:click=move |_| notices.set(Vec::new())
                >
                    "×"
                </button>
            </Show>
        </div>
    }
}

/// Returns the notices; the uploads among them that did not fail are one with their number, if there are many.
fn counted(notices: Vec<Notice>, is_failed: impl Fn(&Notice) -> bool) -> Vec<Notice> {
    let is_done = |one: &Notice| !one.path.is_empty() && one.undo.is_none() && !is_failed(one);
    let (done, mut others): (Vec<_>, Vec<_>) = notices.iter().cloned().partition(is_done);
    if done.len() < MANY {
        return notices;
    }
    others.insert(0, Notice { text: words::files_uploaded(done.len()), ..Notice::default() });
    others
}

/// A notice.
#[component]
fn NoticeLine(
    /// True if it came with the page.
    takes_focus: bool,
    /// The notice.
    notice: Notice,
) -> impl IntoView {
    let uploads = expect_context::<FileUploads>();
    let takes_focus = takes_focus && notice.undo.is_none();
    let undo = notice.undo.clone();
    let outcome_of = Memo::new(move |_| uploads.outcome_of(&notice));
    view! {
        <li
            class:failed=move || outcome_of.get().1
            tabindex=takes_focus.then_some("-1")
            autofocus=takes_focus
        >
            {move || outcome_of.get().0} {undo.map(|undo| view! { <UndoButton undo /> })}
        </li>
    }
}

/// The button that restores a removed document.
#[component]
fn UndoButton(
    /// The document.
    undo: Undo,
) -> impl IntoView {
    view! {
        <form method="post">
            <input type="hidden" name="path" value=undo.path />
            <input type="hidden" name="number" value=undo.number.to_string() />
            <button class="quiet" name="action" value="restore" autofocus>
                {words::undo()}
            </button>
        </form>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_uploads_are_one_line_above_those_that_failed() {
        let upload = |number: usize| Notice {
            text: format!("Uploaded {number}.md."),
            path: format!("{number}.md"),
            ..Notice::default()
        };
        let lines = |count| {
            let lines = counted((0..count).map(upload).collect(), |one| one.path == "7.md");
            lines.into_iter().map(|line| line.text).collect::<Vec<_>>()
        };
        assert_eq!(lines(2), ["Uploaded 0.md.", "Uploaded 1.md."]);
        assert_eq!(lines(60), ["Uploaded 59 files.", "Uploaded 7.md."]);
    }
}
