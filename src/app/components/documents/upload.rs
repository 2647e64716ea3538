//! Bringing documents: by picking, dropping or pasting files.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::ev::{ClipboardEvent, DragEvent, Event};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::notices::NoticeList;
use crate::app::browser::{self, Picked};
use crate::app::state::{Library, Notices, shared};
use crate::protocol::{Notice, ProtocolError};

/// The number of files that are sent at once.
const AT_ONCE: usize = 3;

/// A file on its way to the server.
#[derive(Clone)]
struct Sending {
    name: String,
    /// The hundredths of it that have gone.
    percent: RwSignal<u32>,
}

/// The field for files, and the results of those that were sent.
#[component]
pub fn Upload() -> impl IntoView {
    let library = expect_context::<Library>();
    let said = shared(|| use_context::<Notices>().unwrap_or_default().0);
    let notices = RwSignal::new(said);
    let most = Memo::new(move |_| library.status.with(|status| status.uploads));
    view! {
        <NoticeList notices />
        <Show when=move || most.with(Option::is_some)>
            <Field notices most />
        </Show>
    }
}

/// The form that takes files.
#[component]
fn Field(
    /// The results for the files.
    notices: RwSignal<Vec<Notice>>,
    /// The most megabytes of all files that are brought.
    most: Memo<Option<u64>>,
) -> impl IntoView {
    let library = expect_context::<Library>();
    let room = move || most.get().map(in_words);
    let sending = RwSignal::new(Vec::new());
    let over = RwSignal::new(false);
    let send = move |files: Vec<Picked>| {
        if !files.is_empty() {
            send_all(files, sending, notices, library);
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
                "Pick files, drop them here, or paste them: PDF, office documents, e-mail, books, web pages, "
                "text, tables and code, up to 100 MB each" {room}
                ". A file replaces an earlier one of its name."
            </p>
            <ul class="sending" aria-label="Being uploaded">
                <For each=move || sending.get() key=|one: &Sending| one.percent let:one>
                    <li>
                        {one.name} " "
                        <progress max="100" value=one.percent></progress>
                        {move || format!(" {} %", one.percent.get())}
                    </li>
                </For>
            </ul>
        </form>
    }
}

/// The room for all files that are brought.
fn in_words(megabytes: u64) -> String {
    match megabytes {
        ..1_000 => format!(" and {megabytes} MB for all uploads together"),
        _ => format!(" and {} GB for all uploads together", megabytes / 1_000),
    }
}

/// Sends the files, some of them at once.
fn send_all(
    files: Vec<Picked>,
    sending: RwSignal<Vec<Sending>>,
    notices: RwSignal<Vec<Notice>>,
    library: Library,
) {
    if sending.with_untracked(Vec::is_empty) {
        notices.set(Vec::new());
    }
    let lines =
        files.iter().map(|file| Sending { name: file.name.clone(), percent: RwSignal::new(0) });
    let lines: Vec<Sending> = lines.collect();
    sending.update(|all| all.extend(lines.clone()));
    let queue = Rc::new(RefCell::new(files.into_iter().zip(lines)));
    for _ in 0..AT_ONCE {
        let queue = queue.clone();
        spawn_local(async move {
            loop {
                let next = queue.borrow_mut().next();
                let Some((file, line)) = next else { break };
                let percent = line.percent;
                let answer = browser::send_file("/documents", &file, move |now| percent.set(now));
                let said = read(&file.name, answer.await);
                notices.update(|notices| notices.extend(said));
                sending.update(|all| all.retain(|one| one.percent != percent));
                library.hurry();
            }
        });
    }
}

/// The notices in an answer, or one about the failure if it has none.
fn read(name: &str, answer: Option<String>) -> Vec<Notice> {
    let failed = |text: String| vec![Notice { text, failed: true, undo: None }];
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
