//! The store of conversations, whichever database keeps them, and its bounds.

use std::net::IpAddr;
use std::sync::Arc;

use footnote_documents::Passage;
use footnote_documents::attach::Image;
use footnote_protocol::{Message, Role};
use uuid::Uuid;

use super::{ShareStore, StoreFuture};

/// The most messages that are stored of one conversation; a prompt holds far fewer.
pub const MOST_MESSAGES: i64 = 200;

/// The most conversations that are listed.
pub const MOST_LISTED: i64 = 200;

/// The most characters of a question in the list.
pub const LONGEST_LISTED: u16 = 400;

/// The most bytes of the store where it is not said: some twenty thousand turns.
pub const MOST_BYTES: i64 = 250_000_000;

/// The bytes that a session takes beside its content.
pub const SESSION_OVERHEAD_BYTES: i64 = 1000;

/// A stored conversation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Session {
    /// The messages, oldest first.
    pub messages: Vec<Message>,
    /// The passages of the files that were attached.
    pub passages: Vec<Passage>,
    /// The data kept with the last message beside its words, in JSON; empty if there are none.
    pub detail: String,
}

/// The part of a session that one turn adds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Change {
    /// True where `messages` replace the stored ones instead of following them.
    pub replaces: bool,
    /// The messages, oldest first.
    pub messages: Vec<Message>,
    /// The data kept with the last of them beside its words, in JSON; empty if there are none.
    pub detail: String,
    /// The files that were attached, by name: their passages.
    pub attachments: Vec<(String, Vec<Passage>)>,
    /// The images that were attached.
    pub images: Vec<Image>,
    /// The names of the files and images that are attached no longer.
    pub detached: Vec<String>,
    /// The address of the client, unless it is on this machine: one client may keep as much as one user. The
    /// address itself is not kept.
    pub client: Option<IpAddr>,
}

/// A whole session, as it is taken from one store to another.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExportedSession {
    /// Its id.
    pub id: String,
    /// Its owner.
    pub owner: String,
    /// The time of its last turn, in seconds since 1970.
    pub used: i64,
    /// Everything that it holds.
    pub content: Change,
    /// The name that its owner gave it.
    pub name: String,
    /// True if it stands above the others.
    pub pinned: bool,
    /// The turn and the detail of each message, as [`KeptTurn`](super::KeptTurn) has them.
    pub details: Vec<(String, String)>,
    /// The token of the link by which others read it, if it is shared.
    pub link: Option<String>,
}

/// The conversations, shared by all who need them.
pub type Sessions = Arc<dyn SessionStore>;

/// An id that nobody can guess: the time, and 196 random bits, in 64 letters.
pub fn new_id() -> String {
    format!("{}{}", Uuid::now_v7().simple(), Uuid::new_v4().simple())
}

/// The longest id that a client gives to a conversation or a turn, in bytes.
const LONGEST_ID: usize = 100;

/// True if a page can have given this id to a conversation or a turn.
pub fn is_id(id: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    (1..=LONGEST_ID).contains(&id.len()) && id.bytes().all(is_plain)
}

/// The time at which an id was made, in seconds since 1970; `None` of one that does not tell.
pub fn made_at(id: &str) -> Option<u64> {
    let first = Uuid::try_parse(id.get(..32)?).ok()?;
    Some(first.get_timestamp()?.to_unix().0)
}

/// A store of conversations, each kept until it was not continued for a time. No method blocks.
pub trait SessionStore: ShareStore {
    /// The session `id` of `owner`; `None` if there is none, it has expired or is somebody else's.
    fn find<'a>(&'a self, owner: &'a str, id: &'a str) -> StoreFuture<'a, Option<Session>>;

    /// The images of the session `id`, oldest first. They may be large, so they are found only if a model
    /// looks at them; whose the session is [`Self::find`] has told.
    fn images<'a>(&'a self, id: &'a str) -> StoreFuture<'a, Vec<Image>>;

    /// Begins the session `id` of `owner` with `change`. If anybody has a session of this id, that is
    /// [`StoreError::Taken`](super::StoreError::Taken).
    fn begin<'a>(&'a self, owner: &'a str, id: &'a str, change: Change) -> StoreFuture<'a, ()>;

    /// Adds `change` to the session `id` of `owner`, unless it is gone by now.
    fn append<'a>(&'a self, owner: &'a str, id: &'a str, change: Change) -> StoreFuture<'a, ()>;

    /// Deletes the session `id` of `owner`, if there is one.
    fn delete<'a>(&'a self, owner: &'a str, id: &'a str) -> StoreFuture<'a, ()>;

    /// The first sessions behind the id `after`, whoever owns them, in the order of their ids.
    fn export<'a>(&'a self, after: &'a str, limit: usize) -> StoreFuture<'a, Vec<ExportedSession>>;

    /// Keeps a session that another store has; one that is here already stays as it is.
    fn import(&self, session: ExportedSession) -> StoreFuture<'_, ()>;

    /// The seconds since any session was used last, by the clock that expiry goes by; `None` if there is none.
    fn idle(&self) -> StoreFuture<'_, Option<i64>>;

    /// Deletes the sessions that have expired.
    fn expire(&self) -> StoreFuture<'_, ()>;
}

/// The name of a role in a store.
pub fn role_name(role: Role) -> &'static str {
    match role {
        Role::User => "user",
        Role::Assistant => "assistant",
        Role::System => "system",
    }
}

/// The role of a name that [`role_name`] has given.
pub fn role_of(name: &str) -> Role {
    match name {
        "assistant" => Role::Assistant,
        "system" => Role::System,
        _ => Role::User,
    }
}
