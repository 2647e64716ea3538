//! Files attached to the conversation: sends, removes and restores them.

use footnote_protocol::{AttachedFile, AttachedFiles, ProtocolError};
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::json;

use super::uploads::{PendingUpload, answer};
use super::{Chat, fault};
use crate::api::attached::{detach_file, list_attached};
use crate::browser::{self, PickedFile};
use crate::words;

/// Path to which files are uploaded, and the fields of its form.
const ATTACHED: &str = "/attached";
const SESSION: &str = "json";
const FILE: &str = "messages[0].files[0]";

/// Key under which the window remembers, across reloads, a session with files but no question yet; the value starts
/// with the conversation that the files belong to.
const UNASKED: &str = "footnote.attached";

/// A picked file, and the conversation that was open at the time.
#[derive(Clone)]
struct FileForConversation {
    file: PickedFile,
    place: u32,
}

/// The files of the open conversation.
#[derive(Clone, Copy)]
pub struct Attachments {
    /// Files being sent, in order.
    pub sending: RwSignal<Vec<PendingUpload>>,
    /// Errors of files that could not be attached.
    pub problems: RwSignal<Vec<String>>,
    /// All files picked in this window.
    picked: StoredValue<Vec<FileForConversation>>,
    chat: Chat,
}

impl Attachments {
    /// Returns the files of the conversation in this chat.
    pub fn of(chat: Chat) -> Self {
        Self {
            sending: RwSignal::default(),
            problems: RwSignal::default(),
            picked: StoredValue::default(),
            chat,
        }
    }

    /// Returns the attached files.
    pub fn files(self) -> Vec<AttachedFile> {
        self.chat.attached.with(|attached| attached.files.clone())
    }

    /// Returns a file of this name that was picked in this window for this conversation, if any.
    pub fn at_hand(self, name: &str) -> Option<PickedFile> {
        let place = self.chat.place();
        self.picked.with_value(|picked| {
            let is_it = |one: &&FileForConversation| one.place == place && one.file.name == name;
            picked.iter().rfind(is_it).map(|one| one.file.clone())
        })
    }

    /// Requests the files of each conversation that is opened, or changed by another window: it may have other files
    /// than its last turn.
    pub fn follow(self) {
        let open = self.chat.open;
        let elsewhere = move || self.chat.attaching.with(|changes| changes.elsewhere);
        let opened = Memo::new(move |_| (open.get(), elsewhere()));
        Effect::new(move |_| {
            opened.track();
            self.problems.set(Vec::new());
            let session = Some(self.session()).filter(|session| !session.is_empty());
            if let Some(session) = session.or_else(|| self.unasked()) {
                spawn_local(self.refresh(session));
            }
        });
    }

    async fn refresh(self, session: String) {
        let place = self.chat.place();
        if let Ok(files) = list_attached(session).await {
            self.show(place, files);
        }
    }

    /// Sends files one after the other: each response names the session for the next file.
    pub fn send(self, files: Vec<PickedFile>) {
        self.problems.set(Vec::new());
        if self.chat.temporary.get_untracked() {
            self.problems.set(vec![words::temporary_takes_no_files().to_owned()]);
            return;
        }
        let place = self.chat.place();
        let line = |file: &PickedFile| PendingUpload {
            name: file.name.clone(),
            percent: ArcRwSignal::new(0),
        };
        let lines: Vec<PendingUpload> = files.iter().map(line).collect();
        let is_idle = self.sending.with_untracked(Vec::is_empty);
        self.sending.update(|all| all.extend(lines));
        let before = self.picked.with_value(Vec::len);
        let files = files.into_iter().map(|file| FileForConversation { file, place });
        self.picked.update_value(|picked| picked.extend(files));
        if is_idle {
            self.chat.attaching.update(|changes| changes.under_way += 1);
            spawn_local(self.send_all(before));
        }
    }

    /// Sends the picked files, starting at index `at`.
    async fn send_all(self, mut at: usize) {
        while let Some(next) = self.picked.with_value(|picked| picked.get(at).cloned()) {
            at += 1;
            let line = self.sending.with_untracked(|sending| sending.first().cloned());
            let Some(line) = line else {
                break;
            };
            // The reader may have switched to another conversation meanwhile.
            if self.chat.place() == next.place {
                self.send_one(next, line.percent.clone()).await;
            } else {
                let unsent = words::not_sent(&line.name);
                self.problems.update(|problems| problems.push(unsent));
            }
            self.sending.update(|sending| sending.retain(|one| one.percent != line.percent));
        }
        self.chat.attaching.update(|changes| changes.under_way -= 1);
    }

    async fn send_one(self, next: FileForConversation, percent: ArcRwSignal<u32>) {
        let FileForConversation { file, place } = next;
        let json = json!({"messages": [{}], "session": self.session()}).to_string();
        let others = [(SESSION, json.as_str())];
        let sent =
            browser::send_file(ATTACHED, &others, (FILE, &file), move |now| percent.set(now));
        match answer(&file.name, sent.await.as_deref()) {
            Ok(files) => self.show(place, files),
            Err(problem) => self.problems.update(|problems| problems.push(problem)),
        }
    }

    /// Returns the session to send files to: that of the conversation, once it has one.
    fn session(self) -> String {
        let own = self.chat.attached.with_untracked(|attached| attached.session.clone());
        self.chat.open.get_untracked().unwrap_or(own)
    }

    /// Removes a file; questions wait until that is done.
    pub fn remove(self, name: &str) {
        let (name, session, place) = (name.to_owned(), self.session(), self.chat.place());
        self.chat.attaching.update(|changes| changes.under_way += 1);
        spawn_local(async move {
            match detach_file(session, name).await {
                Ok(files) => self.show(place, files),
                Err(error) => {
                    let problem = fault::in_words(&ProtocolError::from(error));
                    self.problems.update(|problems| problems.push(problem));
                }
            }
            self.chat.attaching.update(|changes| changes.under_way -= 1);
        });
    }

    /// Shows the files of the conversation at `place`, if it is still open.
    fn show(self, place: u32, files: AttachedFiles) {
        if self.chat.place() == place {
            browser::remember(UNASKED, &format!("{}\n{}", self.chat.opened(), files.session));
            self.chat.attached.set(files);
        }
    }

    /// Returns the session that the window remembers for this conversation.
    fn unasked(self) -> Option<String> {
        let remembered = browser::remembered(UNASKED)?;
        let (open, session) = remembered.split_once('\n')?;
        (open == self.chat.opened()).then(|| session.to_owned())
    }
}

impl Chat {
    /// Forgets the files of a conversation without a question: either it is abandoned, or its first question now stores
    /// them.
    pub(super) fn forget_draft() {
        if browser::remembered(UNASKED).is_some_and(|remembered| remembered.starts_with('\n')) {
            browser::remember(UNASKED, "");
        }
    }

    fn opened(self) -> String {
        self.open.get_untracked().unwrap_or_default()
    }

    /// True while files are being attached or removed, which questions wait for.
    pub fn is_attaching(self) -> bool {
        self.attaching.with(|changes| changes.under_way > 0)
    }

    /// Id under which the conversation is stored. If files were attached before the first question, the server has
    /// created a session whose id is used.
    pub(super) fn id(self) -> String {
        let session = self.attached.with_untracked(|attached| attached.session.clone());
        let begun = Some(session).filter(|session| !session.is_empty());
        self.open.get_untracked().or(begun).unwrap_or_else(browser::new_id)
    }
}
