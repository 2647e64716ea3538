//! The store of conversations, and its limits.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use footnote_documents::Passage;
use footnote_documents::attach::Image;
use footnote_protocol::{Message, Role};
use uuid::Uuid;

use super::{ShareStore, StoreFuture, is_known};

/// Maximum number of stored messages per conversation; a prompt holds far fewer.
pub const MAX_MESSAGES: i64 = 200;

/// Maximum number of conversations in a list.
pub const MAX_LISTED: i64 = 200;

/// Maximum length of a question in the list, in characters.
pub const MAX_FIRST_LEN: u16 = 400;

/// Default size limit of the store, in bytes: some twenty thousand turns.
pub const MAX_BYTES: i64 = 250_000_000;

/// Overhead of a session besides its content, in bytes.
pub const SESSION_OVERHEAD_BYTES: i64 = 1000;

/// A stored conversation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Session {
    /// Messages, oldest first.
    pub messages: Vec<Message>,
    /// Passages of the attached files.
    pub passages: Vec<Passage>,
    /// Data stored with the last message besides its words, in JSON; empty if none.
    pub detail: String,
}

/// The change that one turn makes to a session.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Change {
    /// True if `messages` replace the stored ones; false if they are appended.
    pub replaces: bool,
    /// Messages, oldest first.
    pub messages: Vec<Message>,
    /// Data stored with the last message besides its words, in JSON; empty if none.
    pub detail: String,
    /// Newly attached files, each with its name and passages.
    pub attachments: Vec<(String, Vec<Passage>)>,
    /// Newly attached images.
    pub images: Vec<Image>,
    /// Names of the files and images to detach.
    pub detached: Vec<String>,
    /// Address of the client, unless it is on this machine. A client may store as much as a user. The address itself is
    /// not stored.
    pub client: Option<IpAddr>,
}

/// A complete session, for copying it to another store.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExportedSession {
    /// Id of the session.
    pub id: String,
    /// Owner of the session.
    pub owner: String,
    /// Time of its last turn, in seconds since 1970.
    pub used: i64,
    /// Its messages and attachments.
    pub content: Change,
    /// Name given by its owner.
    pub name: String,
    /// True if it is pinned to the top.
    pub pinned: bool,
    /// Turn id and detail of each message, as in [`KeptTurn`](super::KeptTurn).
    pub details: Vec<(String, String)>,
    /// Token of the link by which others read it, if it is shared.
    pub link: Option<String>,
}

/// Times for which sessions are kept after their last turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lifetimes {
    /// Sessions of known readers.
    pub known: Duration,
    /// Sessions of unknown ones.
    pub nobody: Duration,
    /// Files and images attached to any of them.
    pub attachments: Duration,
}

impl Lifetimes {
    /// Lifetime of the sessions of `owner`.
    pub fn of(&self, owner: &str) -> Duration {
        if is_known(owner) { self.known } else { self.nobody }
    }

    /// True if attachments may expire before their session.
    pub fn expires_attachments(&self) -> bool {
        self.attachments < self.known.max(self.nobody)
    }
}

impl From<Duration> for Lifetimes {
    fn from(all: Duration) -> Self {
        Self { known: all, nobody: all, attachments: all }
    }
}

/// Numbers of stored sessions, without discarded ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SessionCounts {
    /// All sessions.
    pub sessions: u64,
    /// Sessions that others can read through a link.
    pub links: u64,
}

/// The store of conversations, shared by all users of it.
pub type Sessions = Arc<dyn SessionStore>;

/// An unguessable id: the time and 196 random bits, as 64 letters.
pub fn new_id() -> String {
    format!("{}{}", Uuid::now_v7().simple(), Uuid::new_v4().simple())
}

/// Maximum length of a client's id for a conversation or a turn, in bytes.
const MAX_ID_LEN: usize = 100;

/// True if a page can have generated this id for a conversation or a turn.
pub fn is_id(id: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    (1..=MAX_ID_LEN).contains(&id.len()) && id.bytes().all(is_plain)
}

/// Time at which an id was generated, in seconds since 1970; `None` if it does not contain a time.
pub fn made_at(id: &str) -> Option<u64> {
    let first = Uuid::try_parse(id.get(..32)?).ok()?;
    Some(first.get_timestamp()?.to_unix().0)
}

/// A store of conversations, which expire if they are not continued for some time. No method blocks.
pub trait SessionStore: ShareStore {
    /// The session `id` of `owner`; `None` if it does not exist, has expired or belongs to somebody else.
    fn find<'a>(&'a self, owner: &'a str, id: &'a str) -> StoreFuture<'a, Option<Session>>;

    /// The images of the session `id`, oldest first. Separate from [`Self::find`], which checks the owner, because
    /// images may be large and only some models see them.
    fn images<'a>(&'a self, id: &'a str) -> StoreFuture<'a, Vec<Image>>;

    /// Starts the session `id` of `owner` with `change`. Fails with [`StoreError::Exists`](super::StoreError::Exists) if
    /// any session has this id.
    fn begin<'a>(&'a self, owner: &'a str, id: &'a str, change: Change) -> StoreFuture<'a, ()>;

    /// Adds `change` to the session `id` of `owner`, unless it has been deleted.
    fn append<'a>(&'a self, owner: &'a str, id: &'a str, change: Change) -> StoreFuture<'a, ()>;

    /// Deletes the session `id` of `owner`, if it exists.
    fn delete<'a>(&'a self, owner: &'a str, id: &'a str) -> StoreFuture<'a, ()>;

    /// Deletes all sessions of a user, whatever the user's groups were: those whose owner is `user`, or `user` followed
    /// by a line break and more. Returns what was deleted.
    fn forget<'a>(&'a self, user: &'a str) -> StoreFuture<'a, SessionCounts>;

    /// The next page of all sessions of all owners: those after the id `after`, by id.
    fn export<'a>(&'a self, after: &'a str, limit: usize) -> StoreFuture<'a, Vec<ExportedSession>>;

    /// Stores a session of another store; leaves an existing session unchanged.
    fn import(&self, session: ExportedSession) -> StoreFuture<'_, ()>;

    /// Numbers of all sessions of all owners.
    fn counts(&self) -> StoreFuture<'_, SessionCounts>;

    /// Seconds since any session was last used, by the clock used for expiry; `None` if there are no sessions.
    fn idle(&self) -> StoreFuture<'_, Option<i64>>;

    /// Deletes expired sessions.
    fn expire(&self) -> StoreFuture<'_, ()>;
}

/// Name of a role in the store.
pub fn role_name(role: Role) -> &'static str {
    match role {
        Role::User => "user",
        Role::Assistant => "assistant",
        Role::System => "system",
    }
}

/// The role of a name returned by [`role_name`].
pub fn role_of(name: &str) -> Role {
    match name {
        "assistant" => Role::Assistant,
        "system" => Role::System,
        _ => Role::User,
    }
}
