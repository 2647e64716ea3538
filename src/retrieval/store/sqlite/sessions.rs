//! The conversations: found, continued, forgotten after a time, and deleted.

use std::hash::{BuildHasher, RandomState};
use std::net::IpAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use footnote_documents::Passage;
use footnote_documents::attach::{Image, MOST_IMAGES};
use footnote_protocol::Message;
use futures_util::FutureExt as _;
use rusqlite::{Connection, OptionalExtension, Transaction, params};

use super::contents::images;
use super::{Database, Schema, eviction, exporting};
use crate::store::conversations::RECOVERY_SECONDS;
use crate::store::sessions::{MOST_BYTES, MOST_MESSAGES, role_name, role_of};
use crate::store::{
    BEARER, Change, ExportedSession, Session, SessionStore, StoreError, StoreFuture,
};

const SCHEMA: Schema = Schema {
    content: "conversations",
    version: 1,
    tables: include_str!("sessions.sql"),
    upgrades: &[include_str!("sessions-2.sql"), include_str!("shares.sql")],
};

/// The conversations in a file.
#[derive(Debug)]
pub struct SqliteSessions {
    database: Arc<Database>,
    lifetime: Duration,
    most: i64,
    /// Makes clients numbers that reveal nothing about them, and mean nothing after a restart.
    numbers: RandomState,
}

impl SqliteSessions {
    /// The conversations in `file`, each kept until it was not continued for `lifetime`.
    ///
    /// # Errors
    ///
    /// If the file can neither be read nor made.
    pub fn open(file: &Path, lifetime: Duration) -> Result<Self, StoreError> {
        Ok(Self::over(Database::open(file, &SCHEMA)?, lifetime))
    }

    /// The conversations in `file`, which cannot be opened now, as on a full disk: it is tried again whenever one is
    /// to be found or kept, and until then that fails.
    pub fn unopened(file: &Path, lifetime: Duration) -> Self {
        Self::over(Database::unopened(file, &SCHEMA), lifetime)
    }

    /// No conversations, and none longer than the process lives.
    ///
    /// # Errors
    ///
    /// If there is no memory.
    pub fn in_memory(lifetime: Duration) -> Result<Self, StoreError> {
        Ok(Self::over(Database::in_memory(&SCHEMA)?, lifetime))
    }

    fn over(database: Database, lifetime: Duration) -> Self {
        Self {
            database: Arc::new(database),
            lifetime,
            most: MOST_BYTES,
            numbers: RandomState::new(),
        }
    }

    /// Keeps at most this many `bytes`, and a tenth of them for one owner or client; the oldest go first.
    #[must_use]
    pub fn within(mut self, bytes: u64) -> Self {
        self.most = i64::try_from(bytes).unwrap_or(i64::MAX);
        self
    }

    /// Writes `change` where `touch`, with the time, `id` and `owner`, finds or makes its session: one
    /// that was deleted meanwhile must not come back.
    fn change(
        &self,
        touch: &'static str,
        owner: &str,
        id: &str,
        change: Change,
    ) -> StoreFuture<'static, ()> {
        self.change_of(self.holder(owner, change.client), touch, owner, id, change)
    }

    /// The same in the share of this holder.
    fn change_of(
        &self,
        holder: i64,
        touch: &'static str,
        owner: &str,
        id: &str,
        change: Change,
    ) -> StoreFuture<'static, ()> {
        let (owner, id, most) = (owner.to_owned(), id.to_owned(), self.most);
        self.run_blocking(move |connection| {
            let all = connection.transaction()?;
            let known = match all.execute(touch, params![now(), id, owner]) {
                Err(error) if is_taken(&error) => return Err(StoreError::Taken),
                touched => touched? > 0,
            };
            let mut dropped = false;
            if known {
                write(&all, &id, &change)?;
                eviction::record_size(&all, &id, holder)?;
                dropped = eviction::evict(&all, holder, most)?;
            }
            all.commit()?;
            if dropped {
                overwrite(connection)?;
            }
            Ok(())
        })
    }

    /// In whose share a session counts.
    pub(super) fn holder(&self, owner: &str, client: Option<IpAddr>) -> i64 {
        let client = client.filter(|_| owner == BEARER);
        self.numbers.hash_one((owner, client)).cast_signed()
    }

    /// The bytes that the store may take.
    pub(super) fn most(&self) -> i64 {
        self.most
    }

    /// The time since which a session must have been used to be kept still, in seconds since 1970.
    pub(super) fn oldest(&self) -> i64 {
        now().saturating_sub_unsigned(self.lifetime.as_secs())
    }

    /// Runs `work` where it may wait for the disk.
    pub(super) fn run_blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> StoreFuture<'static, T> {
        let database = Arc::clone(&self.database);
        let done = async move {
            let done = tokio::task::spawn_blocking(move || database.run(work));
            done.await.unwrap_or(Err(StoreError::Ended))
        };
        done.boxed()
    }
}

impl SessionStore for SqliteSessions {
    fn find<'a>(&'a self, owner: &'a str, id: &'a str) -> StoreFuture<'a, Option<Session>> {
        let (owner, id, since) = (owner.to_owned(), id.to_owned(), self.oldest());
        self.run_blocking(move |connection| {
            let known = connection
                .prepare_cached("SELECT 1 FROM sessions WHERE id = ? AND owner = ? AND used > ? AND discarded IS NULL")?
                .query_row(params![id, owner, since], |_| Ok(()))
                .optional()?;
            known.map(|()| read(connection, &id)).transpose()
        })
    }

    fn images<'a>(&'a self, id: &'a str) -> StoreFuture<'a, Vec<Image>> {
        let id = id.to_owned();
        self.run_blocking(move |connection| images(connection, &id))
    }

    fn begin<'a>(&'a self, owner: &'a str, id: &'a str, change: Change) -> StoreFuture<'a, ()> {
        let begin = "INSERT INTO sessions (used, id, owner) VALUES (?, ?, ?)";
        self.change(begin, owner, id, change)
    }

    fn append<'a>(&'a self, owner: &'a str, id: &'a str, change: Change) -> StoreFuture<'a, ()> {
        let touch = "UPDATE sessions SET used = ?, version = version + 1 \
            WHERE id = ? AND owner = ? AND discarded IS NULL";
        self.change(touch, owner, id, change)
    }

    fn delete<'a>(&'a self, owner: &'a str, id: &'a str) -> StoreFuture<'a, ()> {
        let (owner, id) = (owner.to_owned(), id.to_owned());
        self.run_blocking(move |connection| {
            connection
                .execute("DELETE FROM sessions WHERE id = ? AND owner = ?", params![id, owner])?;
            overwrite(connection)
        })
    }

    fn export<'a>(&'a self, after: &'a str, limit: usize) -> StoreFuture<'a, Vec<ExportedSession>> {
        let after = after.to_owned();
        self.run_blocking(move |connection| exporting::exported(connection, &after, limit))
    }

    fn import(&self, session: ExportedSession) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let begin = "INSERT OR IGNORE INTO sessions (used, id, owner) VALUES (?, ?, ?)";
            let ExportedSession { id, owner, content, .. } = &session;
            // Whose clients they were is not known: each counts for itself.
            let holder = self.holder(if owner == BEARER { id } else { owner }, None);
            self.change_of(holder, begin, owner, id, content.clone()).await?;
            self.run_blocking(move |connection| exporting::complete(connection, &session)).await
        })
    }

    fn idle(&self) -> StoreFuture<'_, Option<i64>> {
        self.run_blocking(|connection| {
            let newest: Option<i64> = connection
                .prepare_cached("SELECT max(used) FROM sessions")?
                .query_row([], |row| row.get(0))?;
            Ok(newest.map(|newest| now() - newest))
        })
    }

    fn expire(&self) -> StoreFuture<'_, ()> {
        let since = self.oldest();
        self.run_blocking(move |connection| {
            let gone = "DELETE FROM sessions WHERE used <= ? OR discarded <= ?";
            let expired = connection.execute(gone, [since, now() - RECOVERY_SECONDS])?;
            if expired > 0 {
                overwrite(connection)?;
            }
            Ok(())
        })
    }
}

/// True if a row of this key is there already.
fn is_taken(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(rusqlite::ErrorCode::ConstraintViolation)
}

/// Brings deletions into the file itself: otherwise deleted data would lie in the log of changes until that
/// is full.
fn overwrite(connection: &Connection) -> Result<(), StoreError> {
    Ok(connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)")?)
}

/// The time in seconds since 1970.
pub(super) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| i64::try_from(since.as_secs()).unwrap_or(i64::MAX))
}

fn read(connection: &Connection, id: &str) -> Result<Session, StoreError> {
    let mut messages = connection.prepare_cached(
        "SELECT role, content, detail FROM messages WHERE session = ? AND content <> '' ORDER BY place",
    )?;
    let messages = messages.query_map([id], |row| {
        let role: String = row.get(0)?;
        Ok((Message { role: role_of(&role), content: row.get(1)? }, row.get(2)?))
    })?;
    let (messages, mut details): (_, Vec<String>) = messages.collect::<Result<_, _>>()?;
    let mut attachments = connection
        .prepare_cached("SELECT passages FROM attachments WHERE session = ? ORDER BY name")?;
    let mut passages = Vec::new();
    for attachment in attachments.query_map([id], |row| row.get::<_, String>(0))? {
        passages.extend(serde_json::from_str::<Vec<Passage>>(&attachment?)?);
    }
    Ok(Session { messages, passages, detail: details.pop().unwrap_or_default() })
}

fn write(all: &Transaction<'_>, id: &str, change: &Change) -> Result<(), StoreError> {
    if change.replaces {
        all.execute("DELETE FROM messages WHERE session = ?", [id])?;
    }
    let last = change.messages.len().saturating_sub(1);
    for (at, message) in change.messages.iter().enumerate() {
        let detail = if at == last { change.detail.as_str() } else { "" };
        all.execute(
            "INSERT INTO messages (session, role, content, detail) VALUES (?, ?, ?, ?)",
            params![id, role_name(message.role), message.content, detail],
        )?;
    }
    trim(all, id)?;
    for (name, passages) in &change.attachments {
        all.execute(
            "INSERT OR REPLACE INTO attachments (session, name, passages) VALUES (?, ?, ?)",
            params![id, name, serde_json::to_string(passages)?],
        )?;
    }
    for name in &change.detached {
        for table in ["attachments", "images"] {
            let delete = format!("DELETE FROM {table} WHERE session = ? AND name = ?");
            all.execute(&delete, params![id, name])?;
        }
    }
    write_images(all, id, &change.images)
}

/// Lets the oldest messages go.
pub(super) fn trim(all: &Transaction<'_>, id: &str) -> Result<(), StoreError> {
    all.execute(
        "DELETE FROM messages WHERE session = ?1 AND place NOT IN
         (SELECT place FROM messages WHERE session = ?1 ORDER BY place DESC LIMIT ?2)",
        params![id, MOST_MESSAGES],
    )?;
    Ok(())
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
