//! The conversations: found, continued, forgotten after a time, and deleted.

use std::hash::{BuildHasher, RandomState};
use std::net::IpAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OptionalExtension, Transaction, params};
use uuid::Uuid;

use super::{Database, Schema, bounds};
use crate::protocol::{Message, Role};
use crate::rag::corpus::Passage;
use crate::rag::corpus::attach::{Image, MOST_IMAGES};
use crate::rag::store::{BEARER, StoreError};

/// The most messages that are kept of one conversation; a prompt holds far fewer.
const MOST_MESSAGES: i64 = 200;

/// The most bytes of the store where it is not said: some twenty thousand turns.
const MOST_BYTES: i64 = 250_000_000;

const SCHEMA: Schema = Schema {
    what: "conversations",
    version: 1,
    tables: "
CREATE TABLE IF NOT EXISTS sessions (
    id TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    used INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS sessions_by_use ON sessions (used);
CREATE TABLE IF NOT EXISTS messages (
    place INTEGER PRIMARY KEY,
    session TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE,
    role TEXT NOT NULL,
    content TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS messages_by_session ON messages (session);
CREATE TABLE IF NOT EXISTS attachments (
    session TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE,
    name TEXT NOT NULL,
    passages TEXT NOT NULL,
    PRIMARY KEY (session, name)
);
CREATE TABLE IF NOT EXISTS images (
    place INTEGER PRIMARY KEY,
    session TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE,
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    bytes BLOB NOT NULL,
    UNIQUE (session, name)
);
CREATE TABLE IF NOT EXISTS sizes (
    session TEXT PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
    holder INTEGER NOT NULL,
    bytes INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS sizes_by_holder ON sizes (holder, bytes);
",
};

/// A conversation as it is kept.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Session {
    /// The messages, oldest first.
    pub messages: Vec<Message>,
    /// The passages of the files that were attached.
    pub passages: Vec<Passage>,
}

/// The part of a session that one turn adds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Change {
    /// True where `messages` stand instead of what was kept, and not after it.
    pub replaces: bool,
    /// The messages, oldest first.
    pub messages: Vec<Message>,
    /// The files that were attached, by name: their passages.
    pub attachments: Vec<(String, Vec<Passage>)>,
    /// The images that were attached.
    pub images: Vec<Image>,
    /// From where it comes, if not from this machine: of one client as much is kept as of one user. The
    /// address itself is not kept.
    pub client: Option<IpAddr>,
}

/// The conversations; cloning shares them. No method blocks.
#[derive(Clone, Debug)]
pub struct Sessions {
    database: Arc<Database>,
    keep: Duration,
    most: i64,
    /// Makes clients numbers that tell nothing about them, and mean nothing after a restart.
    numbers: RandomState,
}

impl Sessions {
    /// The conversations in `file`, each kept until it was not continued for `keep`.
    ///
    /// # Errors
    ///
    /// When the file can neither be read nor made.
    pub fn open(file: &Path, keep: Duration) -> Result<Self, StoreError> {
        Ok(Self::over(Database::open(file, &SCHEMA)?, keep))
    }

    /// No conversations, and none longer than the process lives.
    ///
    /// # Errors
    ///
    /// When there is no memory.
    pub fn in_memory(keep: Duration) -> Result<Self, StoreError> {
        Ok(Self::over(Database::in_memory(&SCHEMA)?, keep))
    }

    fn over(database: Database, keep: Duration) -> Self {
        Self {
            database: Arc::new(database),
            keep,
            most: MOST_BYTES,
            numbers: RandomState::new(),
        }
    }

    /// Keeps at most so many `bytes`, and a tenth of them of one owner or client; the oldest go first.
    #[must_use]
    pub fn within(mut self, bytes: u64) -> Self {
        self.most = i64::try_from(bytes).unwrap_or(i64::MAX);
        self
    }

    /// An id that nobody can guess: 244 random bits in 64 letters.
    pub fn new_id() -> String {
        format!("{}{}", Uuid::new_v4().simple(), Uuid::new_v4().simple())
    }

    /// The session `id` of `owner`; `None` if there is none, it has expired or is somebody else's.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub async fn find(&self, owner: &str, id: &str) -> Result<Option<Session>, StoreError> {
        let (owner, id, since) = (owner.to_owned(), id.to_owned(), self.oldest());
        self.with(move |connection| {
            let known = connection
                .prepare_cached("SELECT 1 FROM sessions WHERE id = ? AND owner = ? AND used > ?")?
                .query_row(params![id, owner, since], |_| Ok(()))
                .optional()?;
            known.map(|()| read(connection, &id)).transpose()
        })
        .await
    }

    /// The images of the session `id`, oldest first. They may be large, so they are found only if a model
    /// looks at them; whose the session is [`Self::find`] has told.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub async fn images(&self, id: &str) -> Result<Vec<Image>, StoreError> {
        let id = id.to_owned();
        self.with(move |connection| images(connection, &id)).await
    }

    /// Begins the session `id` of `owner` with `change`.
    ///
    /// # Errors
    ///
    /// When the store cannot be written, or has such a session already.
    pub async fn begin(&self, owner: &str, id: &str, change: Change) -> Result<(), StoreError> {
        let begin = "INSERT INTO sessions (used, id, owner) VALUES (?, ?, ?)";
        self.change(begin, owner, id, change).await
    }

    /// Deletes the sessions that have expired.
    ///
    /// # Errors
    ///
    /// When the store cannot be written.
    pub async fn expire(&self) -> Result<(), StoreError> {
        let since = self.oldest();
        self.with(move |connection| {
            let expired = connection.execute("DELETE FROM sessions WHERE used <= ?", [since])?;
            if expired > 0 {
                overwrite(connection)?;
            }
            Ok(())
        })
        .await
    }

    /// Adds `change` to the session `id` of `owner`, unless it is gone by now.
    ///
    /// # Errors
    ///
    /// When the store cannot be written.
    pub async fn go_on(&self, owner: &str, id: &str, change: Change) -> Result<(), StoreError> {
        let touch = "UPDATE sessions SET used = ? WHERE id = ? AND owner = ?";
        self.change(touch, owner, id, change).await
    }

    /// Writes `change` where `touch`, with the time, `id` and `owner`, finds or makes its session: one
    /// that was deleted meanwhile must not come back.
    async fn change(
        &self,
        touch: &'static str,
        owner: &str,
        id: &str,
        change: Change,
    ) -> Result<(), StoreError> {
        let (owner, id, most) = (owner.to_owned(), id.to_owned(), self.most);
        let holder = self.holder(&owner, change.client);
        self.with(move |connection| {
            let all = connection.transaction()?;
            let known = all.execute(touch, params![now(), id, owner])? > 0;
            let mut dropped = false;
            if known {
                write(&all, &id, &change)?;
                bounds::note(&all, &id, holder)?;
                dropped = bounds::make_room(&all, holder, most)?;
            }
            all.commit()?;
            if dropped {
                overwrite(connection)?;
            }
            Ok(())
        })
        .await
    }

    /// In whose share a session counts.
    fn holder(&self, owner: &str, client: Option<IpAddr>) -> i64 {
        let client = client.filter(|_| owner == BEARER);
        self.numbers.hash_one((owner, client)).cast_signed()
    }

    /// Deletes the session `id` of `owner`, if there is one.
    ///
    /// # Errors
    ///
    /// When the store cannot be written.
    pub async fn delete(&self, owner: &str, id: &str) -> Result<(), StoreError> {
        let (owner, id) = (owner.to_owned(), id.to_owned());
        self.with(move |connection| {
            connection.execute(
                "DELETE FROM sessions WHERE id = ? AND owner = ?",
                params![id, owner],
            )?;
            overwrite(connection)
        })
        .await
    }

    /// The time since which a session must have been used to be kept still, in seconds since 1970.
    pub(super) fn oldest(&self) -> i64 {
        now().saturating_sub_unsigned(self.keep.as_secs())
    }

    /// Runs `work` where it may wait for the disk.
    pub(super) async fn with<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let database = Arc::clone(&self.database);
        let done = tokio::task::spawn_blocking(move || database.run(work));
        done.await.unwrap_or(Err(StoreError::Ended))
    }
}

/// Brings deletions into the file itself: what was deleted would else lie in the log of changes until
/// that is full.
fn overwrite(connection: &Connection) -> Result<(), StoreError> {
    Ok(connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)")?)
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| {
        i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
    })
}

fn read(connection: &Connection, id: &str) -> Result<Session, StoreError> {
    let mut messages = connection
        .prepare_cached("SELECT role, content FROM messages WHERE session = ? ORDER BY place")?;
    let messages = messages
        .query_map([id], |row| {
            let role: String = row.get(0)?;
            Ok(Message {
                role: role_of(&role),
                content: row.get(1)?,
            })
        })?
        .collect::<Result<_, _>>()?;
    let mut attachments = connection
        .prepare_cached("SELECT passages FROM attachments WHERE session = ? ORDER BY name")?;
    let mut passages = Vec::new();
    for attachment in attachments.query_map([id], |row| row.get::<_, String>(0))? {
        passages.extend(serde_json::from_str::<Vec<Passage>>(&attachment?)?);
    }
    Ok(Session { messages, passages })
}

fn images(connection: &Connection, id: &str) -> Result<Vec<Image>, StoreError> {
    let mut images = connection
        .prepare_cached("SELECT name, type, bytes FROM images WHERE session = ? ORDER BY place")?;
    let images = images.query_map([id], |row| {
        Ok(Image {
            source: row.get(0)?,
            content_type: row.get(1)?,
            bytes: row.get(2)?,
        })
    })?;
    Ok(images.collect::<Result<_, _>>()?)
}

fn write(all: &Transaction<'_>, id: &str, change: &Change) -> Result<(), StoreError> {
    if change.replaces {
        all.execute("DELETE FROM messages WHERE session = ?", [id])?;
    }
    for message in &change.messages {
        all.execute(
            "INSERT INTO messages (session, role, content) VALUES (?, ?, ?)",
            params![id, role_name(message.role), message.content],
        )?;
    }
    all.execute(
        "DELETE FROM messages WHERE session = ?1 AND place NOT IN
         (SELECT place FROM messages WHERE session = ?1 ORDER BY place DESC LIMIT ?2)",
        params![id, MOST_MESSAGES],
    )?;
    for (name, passages) in &change.attachments {
        all.execute(
            "INSERT OR REPLACE INTO attachments (session, name, passages) VALUES (?, ?, ?)",
            params![id, name, serde_json::to_string(passages)?],
        )?;
    }
    write_images(all, id, &change.images)
}

fn write_images(all: &Transaction<'_>, id: &str, images: &[Image]) -> Result<(), StoreError> {
    for image in images {
        all.execute(
            "INSERT OR REPLACE INTO images (session, name, type, bytes) VALUES (?, ?, ?, ?)",
            params![id, image.source, image.content_type, image.bytes],
        )?;
    }
    let most = u32::try_from(MOST_IMAGES).unwrap_or(u32::MAX);
    all.execute(
        "DELETE FROM images WHERE session = ?1 AND place NOT IN
         (SELECT place FROM images WHERE session = ?1 ORDER BY place DESC LIMIT ?2)",
        params![id, most],
    )?;
    Ok(())
}

fn role_name(role: Role) -> &'static str {
    match role {
        Role::User => "user",
        Role::Assistant => "assistant",
        Role::System => "system",
    }
}

/// The role of a name that was written here.
fn role_of(name: &str) -> Role {
    match name {
        "assistant" => Role::Assistant,
        "system" => Role::System,
        _ => Role::User,
    }
}
