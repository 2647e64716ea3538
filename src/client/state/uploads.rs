//! Uploads to the server, and their results.

use std::cell::RefCell;
use std::rc::Rc;

use footnote_protocol::{ErrorKind, FailedFile, Notice, ProtocolError, read_error};
use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{Library, MissingRights, fault};
use crate::browser::{self, PickedFile};
use crate::words;

/// Number of concurrent uploads.
const AT_ONCE: usize = 3;

/// A file being uploaded.
#[derive(Clone)]
pub struct PendingUpload {
    /// Name of the file.
    pub name: String,
    /// Percentage sent. Not owned by a view, because the upload continues whatever is shown.
    pub percent: ArcRwSignal<u32>,
}

/// Files that the reader uploads: picked, pasted, or dropped anywhere on the page.
#[derive(Clone, Copy)]
pub struct FileUploads {
    /// Uploads in progress.
    pub sending: RwSignal<Vec<PendingUpload>>,
    /// Results of uploads, oldest first.
    pub notices: RwSignal<Vec<Notice>>,
    /// True while files are dragged over the page.
    pub dragged: RwSignal<bool>,
    /// Dropped, pasted or picked files, until the view that sends them takes them.
    pub picked: RwSignal<Vec<PickedFile>>,
    /// Files chosen to become documents, until they are sent.
    pub chosen: RwSignal<Vec<PickedFile>>,
    /// True if the link that the server printed would let the reader upload.
    pub needs_link: bool,
    library: Library,
}

impl FileUploads {
    /// No uploads in progress, and the results that came with the page.
    pub fn new(library: Library, notices: Vec<Notice>) -> Self {
        Self {
            needs_link: MissingRights::here().uploads,
            sending: RwSignal::default(),
            notices: RwSignal::new(notices),
            dragged: RwSignal::new(false),
            picked: RwSignal::default(),
            chosen: RwSignal::default(),
            library,
        }
    }

    /// Accepts files dropped anywhere on the page from now on. `early.js` makes sure that a dropped file never replaces
    /// the page.
    pub fn wake(self) {
        let over = window_event_listener(ev::dragover, move |event| {
            if browser::has_files(&event) && !self.dragged.get_untracked() {
                self.dragged.set(true);
            }
        });
        let left = window_event_listener(ev::dragleave, move |event| {
            if browser::leaves(&event) {
                self.dragged.set(false);
            }
        });
        let dropped = window_event_listener(ev::drop, move |event| {
            self.dragged.set(false);
            let files = if self.begins_library() { self.chosen } else { self.picked };
            files.update(|files| files.extend(browser::dropped(&event)));
            browser::after_render(|| browser::catch_focus("question"));
        });
        on_cleanup(move || {
            over.remove();
            left.remove();
            dropped.remove();
        });
    }

    /// Returns true if the reader may upload documents.
    pub fn is_allowed(self) -> bool {
        self.library.status.with(|status| status.uploads.is_some())
    }

    /// Returns true if there is nothing to ask yet, so that dropped files become documents.
    pub fn begins_library(self) -> bool {
        self.library.status.with(|status| status.ready == 0 && status.uploads.is_some())
    }

    /// Returns the current result of an upload: a sentence, and true if it failed.
    pub fn outcome_of(self, notice: &Notice) -> (String, bool) {
        let failed = self.library.status.with(|status| {
            let failed = status.brought.iter().find(|file| file.path == notice.path);
            failed.map(|file: &FailedFile| {
                words::uploaded_unread(&file.path, words::fault(&file.reason))
            })
        });
        let is_failed = failed.is_some() || notice.failed;
        (failed.unwrap_or_else(|| notice.text.clone()), is_failed)
    }

    /// Sends the files chosen to become documents, now and whenever there are more.
    pub fn add_chosen(self) {
        Effect::new(move |_| {
            if self.chosen.with(|chosen| !chosen.is_empty()) {
                let chosen = self.chosen.try_update(std::mem::take).unwrap_or_default();
                untrack(|| self.send(chosen));
            }
        });
    }

    /// Passes picked files to `take`, now and whenever there are more.
    pub fn hand_over(self, take: impl Fn(Vec<PickedFile>) + Send + Sync + 'static) {
        // Whatever an effect creates is dropped when it runs again; this has to live longer.
        let owner = Owner::current().unwrap_or_default();
        Effect::new(move |_| {
            if self.picked.with(|picked| !picked.is_empty()) {
                let files = self.picked.try_update(std::mem::take).unwrap_or_default();
                owner.with(|| untrack(|| take(files)));
            }
        });
    }

    /// Sends files, some of them concurrently; shows a notice if the reader may not upload.
    pub fn send(self, files: Vec<PickedFile>) {
        if files.is_empty() {
            return;
        }
        if self.sending.with_untracked(Vec::is_empty) {
            self.notices.set(Vec::new());
        }
        if !untrack(|| self.is_allowed()) {
            let reason = if self.needs_link {
                words::open_link_to_add()
            } else {
                words::upload_not_allowed()
            };
            self.notices.set(failed(reason.to_owned()));
            return;
        }
        let lines = files
            .iter()
            .map(|file| PendingUpload { name: file.name.clone(), percent: ArcRwSignal::new(0) });
        let lines: Vec<PendingUpload> = lines.collect();
        self.sending.update(|all| all.extend(lines.clone()));
        let queue = Rc::new(RefCell::new(files.into_iter().zip(lines)));
        for _ in 0..AT_ONCE {
            let queue = queue.clone();
            spawn_local(async move {
                loop {
                    let next = queue.borrow_mut().next();
                    let Some((file, line)) = next else { break };
                    self.send_one(file, line.percent).await;
                }
            });
        }
    }

    async fn send_one(self, file: PickedFile, percent: ArcRwSignal<u32>) {
        let percent_sent = percent.clone();
        let sent = browser::send_file("/documents", &[], ("file", &file), move |now| {
            percent_sent.set(now);
        });
        let said = answer(&file.name, sent.await.as_deref()).unwrap_or_else(failed);
        self.notices.update(|notices| notices.extend(said));
        self.sending.update(|all| all.retain(|one| one.percent != percent));
        self.library.hurry();
    }
}

/// Returns the body of the response to an upload, or the reason why the file was rejected.
pub(super) fn answer<T: DeserializeOwned>(name: &str, said: Option<&str>) -> Result<T, String> {
    let said = said.ok_or_else(|| words::connection_broke_for(name))?;
    let unsent = |_| words::not_sent(name);
    let said: Value = serde_json::from_str(said).map_err(unsent)?;
    match read_error(&said) {
        Some(error) => Err(words::not_taken(name, &reason(&error))),
        None => serde_json::from_value(said).map_err(unsent),
    }
}

/// Returns the reason why a file was rejected, without the sentence that refers to a question.
fn reason(error: &ProtocolError) -> String {
    match error.kind {
        ErrorKind::Refused => error.message.clone(),
        _ => fault::in_words(error),
    }
}

fn failed(text: String) -> Vec<Notice> {
    vec![Notice { text, failed: true, ..Notice::default() }]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_has_notices_or_a_reason() {
        let notices = |said| answer::<Vec<Notice>>("a.md", said);
        let done = notices(Some(r#"[{"text":"Done.","failed":false}]"#)).unwrap();
        assert_eq!(done[0].text, "Done.");
        let refused = notices(Some(r#"{"error":"Too long.","kind":"refused"}"#)).unwrap_err();
        assert!(refused.contains("a.md") && refused.contains("Too long."), "{refused}");
        let german = words::Locale::of_code("de").unwrap();
        let empty = r#"{"error":"die Datei ist leer","kind":"refused"}"#;
        let refused = words::in_locale(german, || notices(Some(empty)).unwrap_err());
        assert_eq!(refused, "a.md wurde nicht angenommen: die Datei ist leer");
        assert_eq!(notices(None), Err("The connection was lost while a.md was being sent.".into()));
        assert_eq!(notices(Some("<html>")), Err("a.md could not be sent.".into()));
    }
}
