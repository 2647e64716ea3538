//! The files attached to the conversation, above the question.

use footnote_client::browser::{self, PickedFile};
use footnote_client::state::uploads::PendingUpload;
use footnote_client::state::{Attachments, Chat, FileUploads};
use footnote_client::words;
use footnote_protocol::AttachedFile;
use leptos::prelude::*;

use crate::components::documents::upload_results::UploadResults;

/// The files of the conversation, uploads in progress, and the errors of files that could not be attached.
///
/// # Server rendering
///
/// Nothing, because it needs scripts.
#[component]
pub fn AttachedFileList() -> impl IntoView {
    let attachments = Attachments::of(expect_context::<Chat>());
    let uploads = expect_context::<FileUploads>();
    provide_context(attachments);
    uploads.hand_over(move |files| attachments.send(files));
    attachments.follow();
    let files = move || attachments.files();
    let is_shown =
        move || !files().is_empty() || attachments.sending.with(|sending| !sending.is_empty());
    uploads.add_chosen();
    view! {
        <QuestionsInLine />
        <UploadResults closes=true />
        <div class="attached">
            <Show when=is_shown>
                <ul class="files" aria-label=words::files_of_conversation()>
                    <For each=files key=AttachedFile::clone let:file>
                        <AttachedFileItem file />
                    </For>
                    <For
                        each=move || attachments.sending.get()
                        key=|one: &PendingUpload| one.percent.clone()
                        let:one
                    >
                        <PendingFileItem file=one />
                    </For>
                </ul>
            </Show>
            <div role="status">
                {move || {
                    let line = |problem| view! { <p class="problem">{problem}</p> };
                    attachments.problems.get().into_iter().map(line).collect::<Vec<_>>()
                }}
            </div>
        </div>
    }
}

/// The questions asked while an answer is being written, with a button that removes them.
#[component]
fn QuestionsInLine() -> impl IntoView {
    let chat = expect_context::<Chat>();
    let waiting = move || chat.line.with(|line| words::waits_in_line(&line.join(" · ")));
    let drop_all = move |_| {
        chat.line.set(Vec::new());
        browser::focus("question");
    };
    view! {
        <p class="line" role="status" hidden=move || chat.line.with(Vec::is_empty)>
            <span>{waiting}</span>
            <button class="quiet" type="button" aria-label=words::cancel() on:click=drop_all>
                "×"
            </button>
        </p>
    }
}

/// A file of the conversation.
#[component]
fn AttachedFileItem(
    /// The file.
    file: AttachedFile,
) -> impl IntoView {
    let attachments = expect_context::<Attachments>();
    let hidden = (file.hidden > 0).then(|| words::hidden_left_out(file.hidden));
    let name = file.name.clone();
    let remove = move |_| attachments.remove(&name);
    view! {
        <li>
            <span class="name">{file.name.clone()}</span>
            {hidden.map(|hidden| view! { <span class="hint">{hidden}</span> })}
            {attachments.at_hand(&file.name).map(|picked| view! { <KeepButton file=picked /> })}
            <button
                class="quiet"
                type="button"
                aria-label=words::remove_file(&file.name)
                on:click=remove
            >
                "×"
            </button>
        </li>
    }
}

/// The button that makes an attached file a document, for readers who may upload documents.
#[component]
fn KeepButton(
    /// The file.
    file: PickedFile,
) -> impl IntoView {
    let uploads = expect_context::<FileUploads>();
    let label = words::keep_file_in_library(&file.name);
    let is_kept = RwSignal::new(false);
    let keep = move |_| {
        is_kept.set(true);
        uploads.send(vec![file.clone()]);
    };
    view! {
        <Show when=move || uploads.is_allowed() && !is_kept.get()>
            <button class="quiet" type="button" aria-label=label.clone() on:click=keep.clone()>
                {words::keep_in_library()}
            </button>
        </Show>
    }
}

/// A file being uploaded and read.
#[component]
fn PendingFileItem(
    /// The file.
    file: PendingUpload,
) -> impl IntoView {
    let PendingUpload { name, percent } = file;
    let state = move || match percent.get() {
        100 => words::file_is_read().to_owned(),
        percent => words::percent(percent),
    };
    view! {
        <li>
            <span class="name">{name}</span>
            " "
            <span class="hint">{state}</span>
        </li>
    }
}
