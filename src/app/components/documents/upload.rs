//! Bringing documents: by picking, dropping or pasting files.

use leptos::ev::{ClipboardEvent, DragEvent, Event};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::notices::NoticeList;
use crate::app::browser::{self, Picked};
use crate::app::state::{Library, Notices, shared};
use crate::protocol::{Notice, ProtocolError};

/// The field for files, and the results of those that were sent.
#[component]
pub fn Upload() -> impl IntoView {
    let library = expect_context::<Library>();
    let said = shared(|| use_context::<Notices>().unwrap_or_default().0);
    let notices = RwSignal::new(said);
    let allowed = Memo::new(move |_| library.status.with(|status| status.uploads));
    view! {
        <NoticeList notices />
        <Show when=move || allowed.get()>
            <Field notices />
        </Show>
    }
}

/// The form that takes files.
#[component]
fn Field(
    /// The results for the files.
    notices: RwSignal<Vec<Notice>>,
) -> impl IntoView {
    let library = expect_context::<Library>();
    let sending = RwSignal::new(String::new());
    let over = RwSignal::new(false);
    let send = move |files: Vec<Picked>| {
        if !files.is_empty() {
            spawn_local(send_all(files, sending, notices, library));
        }
    };
    let dropped = move |event: DragEvent| {
        event.prevent_default();
        over.set(false);
        send(browser::dropped(&event));
    };
    let hovered = move |event: DragEvent| {
        event.prevent_default();
        over.set(true);
    };
    view! {
        <form
            class="upload"
            class:over=over
            method="post"
            enctype="multipart/form-data"
            on:drop=dropped
            on:dragover=hovered
            on:dragleave=move |_| over.set(false)
            on:paste=move |event: ClipboardEvent| send(browser::pasted(&event))
        >
            <label for="files">"Add documents"</label>
            <input
                id="files"
                type="file"
                name="file"
                multiple
                required
                on:change=move |event: Event| send(browser::picked(&event))
            />
            <button class="unscripted" type="submit">
                "Upload"
            </button>
            <p class="hint">
                "Pick files, drop them here, or paste them: up to 100 MB each. "
                "A file replaces an earlier one of its name."
            </p>
            <p class="sending" role="status">
                {sending}
            </p>
        </form>
    }
}

/// Sends the files one after another.
async fn send_all(
    files: Vec<Picked>,
    sending: RwSignal<String>,
    notices: RwSignal<Vec<Notice>>,
    library: Library,
) {
    notices.set(Vec::new());
    let all = files.len();
    for (at, file) in files.into_iter().enumerate() {
        let (name, number) = (file.name.clone(), at + 1);
        let progress = move |percent: u32| {
            sending.set(format!("Uploading {name} ({number} of {all}): {percent} %"));
        };
        progress(0);
        let answer = browser::send_file("/documents", &file, progress).await;
        notices.update(|notices| notices.extend(read(&file.name, answer)));
        library.hurry();
    }
    sending.set(String::new());
}

/// The notices in an answer, or one about the failure if it has none.
fn read(name: &str, answer: Option<String>) -> Vec<Notice> {
    let failed = |text: String| {
        vec![Notice {
            text,
            failed: true,
            undo: None,
        }]
    };
    let Some(answer) = answer else {
        return failed(format!("The connection broke while {name} was sent."));
    };
    if let Ok(notices) = serde_json::from_str(&answer) {
        return notices;
    }
    let error = serde_json::from_str::<ProtocolError>(&answer);
    failed(error.map_or_else(
        |_| format!("{name} could not be sent."),
        |error| format!("{name} was not taken: {}", error.message),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_that_is_none_says_what_is_wrong() {
        let text = |answer: Option<&str>| read("a.md", answer.map(str::to_owned))[0].text.clone();
        assert_eq!(text(Some(r#"[{"text":"Done.","failed":false}]"#)), "Done.");
        assert_eq!(text(None), "The connection broke while a.md was sent.");
        assert_eq!(text(Some("<html>")), "a.md could not be sent.");
    }
}
