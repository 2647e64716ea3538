//! Files that are attached to the conversation: sent one after the other, removed, and known again.

use footnote_protocol::{AttachedFile, AttachedFiles, ProtocolError, read_error};
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::{Value, json};

use super::Chat;
use super::uploads::PendingUpload;
use crate::api::attached::{detach_file, list_attached};
use crate::browser::{self, PickedFile};
use crate::words;

/// The path at which files are taken, and the fields of its form.
const ATTACHED: &str = "/attached";
const SESSION: &str = "json";
const FILE: &str = "messages[0].files[0]";

/// The files of the conversation that is open.
#[derive(Clone, Copy)]
pub struct Attachments {
    /// The files under way, in their order.
    pub sending: RwSignal<Vec<PendingUpload>>,
    /// The reasons why files are not attached.
    pub problems: RwSignal<Vec<String>>,
    /// The files that were picked in this window.
    picked: StoredValue<Vec<PickedFile>>,
    chat: Chat,
}

impl Attachments {
    /// Those of the conversation in this chat.
    pub fn of(chat: Chat) -> Self {
        Self {
            sending: RwSignal::default(),
            problems: RwSignal::default(),
            picked: StoredValue::default(),
            chat,
        }
    }

    /// The files that are attached.
    pub fn files(self) -> Vec<AttachedFile> {
        self.chat.attached.with(|attached| attached.files.clone())
    }

    /// A file of this name, if it was picked in this window.
    pub fn at_hand(self, name: &str) -> Option<PickedFile> {
        let is_it =
            |picked: &Vec<PickedFile>| picked.iter().rfind(|file| file.name == name).cloned();
        self.picked.with_value(is_it)
    }

    /// Asks the server for the files of each conversation that is opened: some may have gone.
    pub fn follow(self) {
        let session = Memo::new(move |_| self.chat.attached.with(AttachedFiles::session));
        let open = self.chat.open;
        let opened = Memo::new(move |_| open.get());
        Effect::new(move |_| {
            opened.track();
            self.problems.set(Vec::new());
            if let Some(session) = session.get_untracked() {
                spawn_local(self.refresh(session));
            }
        });
    }

    async fn refresh(self, session: String) {
        if let Ok(files) = list_attached(session.clone()).await {
            self.show(&session, files);
        }
    }

    /// Sends files one after the other: each answer names the session that the next goes to.
    pub fn send(self, files: Vec<PickedFile>) {
        self.problems.set(Vec::new());
        let lines = files.into_iter().map(|file| {
            let line = PendingUpload { name: file.name.clone(), percent: ArcRwSignal::new(0) };
            (file, line)
        });
        let lines: Vec<(PickedFile, PendingUpload)> = lines.collect();
        let is_idle = self.sending.with_untracked(Vec::is_empty);
        self.sending.update(|all| all.extend(lines.iter().map(|(_, line)| line.clone())));
        self.chat.attaching.set(true);
        let before = self.picked.with_value(Vec::len);
        self.picked.update_value(|picked| picked.extend(lines.into_iter().map(|(file, _)| file)));
        if is_idle {
            spawn_local(self.send_all(before));
        }
    }

    /// Sends what was picked, from the file of this number on.
    async fn send_all(self, mut at: usize) {
        while let Some(file) = self.picked.with_value(|picked| picked.get(at).cloned()) {
            at += 1;
            let line = self.sending.with_untracked(|sending| sending.first().cloned());
            let Some(line) = line else {
                break;
            };
            self.send_one(file, line.percent.clone()).await;
            self.sending.update(|sending| sending.retain(|one| one.percent != line.percent));
        }
        self.chat.attaching.set(false);
    }

    async fn send_one(self, file: PickedFile, percent: ArcRwSignal<u32>) {
        let open = self.chat.open.get_untracked();
        let session = self.session();
        let json = json!({"messages": [{}], "session": session}).to_string();
        let others = [(SESSION, json.as_str())];
        let sent =
            browser::send_file(ATTACHED, &others, (FILE, &file), move |now| percent.set(now));
        let answer = sent.await;
        match read(&file.name, answer.as_deref()) {
            Ok(files) if self.chat.open.get_untracked() == open => self.chat.attached.set(files),
            // The reader has gone on to another conversation meanwhile.
            Ok(_) => {}
            Err(problem) => self.problems.update(|problems| problems.push(problem)),
        }
    }

    /// The session that files go to: that of the conversation where the server keeps it.
    fn session(self) -> String {
        let own = self.chat.attached.with_untracked(|attached| attached.session.clone());
        let open = self.chat.open.get_untracked().filter(|_| self.chat.shared.get_untracked());
        open.unwrap_or(own)
    }

    /// Removes a file.
    pub fn remove(self, name: &str) {
        let (name, session) = (name.to_owned(), self.session());
        spawn_local(async move {
            match detach_file(session.clone(), name).await {
                Ok(files) => self.show(&session, files),
                Err(error) => {
                    let error = ProtocolError::from(error);
                    self.problems.update(|problems| problems.push(error.message));
                }
            }
        });
    }

    fn show(self, session: &str, files: AttachedFiles) {
        if self.chat.attached.with_untracked(|attached| attached.session == session) {
            self.chat.attached.set(files);
        }
    }
}

impl Chat {
    /// The id under which the conversation is kept; one that the server began when files were attached before the
    /// first question has that of its session.
    pub(super) fn id(self) -> String {
        let session = self.attached.with_untracked(|attached| attached.session.clone());
        let is_begun = self.shared.get_untracked() && !session.is_empty();
        let open = self.open.get_untracked().or_else(|| is_begun.then_some(session));
        open.unwrap_or_else(browser::new_id)
    }
}

/// The files in an answer, or the reason why there are none.
fn read(name: &str, answer: Option<&str>) -> Result<AttachedFiles, String> {
    let Some(answer) = answer else {
        return Err(words::connection_broke_for(name));
    };
    let unsent = |_| words::not_sent(name);
    let answer: Value = serde_json::from_str(answer).map_err(unsent)?;
    match read_error(&answer) {
        Some(error) => Err(words::not_taken(name, &error.message)),
        None => serde_json::from_value(answer).map_err(unsent),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_has_files_or_a_reason() {
        let files = read("a.md", Some(r#"{"session":"s","files":[{"name":"a.md"}]}"#)).unwrap();
        assert_eq!((&*files.session, files.files.len()), ("s", 1));
        let refused = read("a.md", Some(r#"{"error":{"message":"Too long."}}"#));
        assert_eq!(refused, Err("a.md was not taken: Too long.".into()));
        assert_eq!(read("a.md", None), Err("The connection broke while a.md was sent.".into()));
        assert_eq!(read("a.md", Some("<html>")), Err("a.md could not be sent.".into()));
    }
}
