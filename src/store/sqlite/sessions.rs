//! Conversations in a `SQLite` file: find, continue, expire and delete them.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use footnote_documents::Passage;
use footnote_documents::attach::{Image, MAX_IMAGES};
use footnote_protocol::Message;
use futures_util::FutureExt as _;
use rusqlite::{Connection, OptionalExtension, Transaction, params};

use super::contents::images;
use super::{Database, Schema, eviction, exporting};
use crate::conversations::RECOVERY_SECONDS;
use crate::sessions::{MAX_BYTES, MAX_MESSAGES, role_name, role_of};
use crate::{
    Change, ExportedSession, Lifetimes, Session, SessionCounts, SessionStore, StoreError,
    StoreFuture,
};

/// Tables of conversations.
pub(super) const SCHEMA: Schema = Schema {
    content: "conversations",
    file: "sessions.db",
    version: 1,
    tables: include_str!("sessions.sql"),
    upgrades: &[
        include_str!("sessions-2.sql"),
        include_str!("shares.sql"),
        include_str!("pots.sql"),
        include_str!("replaced.sql"),
        include_str!("browsers.sql"),
    ],
    complete: eviction::fill_pots,
};

/// Conversations in a file.
#[derive(Debug)]
pub struct SqliteSessions {
    database: Arc<Database>,
    lifetimes: Lifetimes,
    most: i64,
}

impl SqliteSessions {
    /// The conversations in `file`, which expire if not continued for `lifetime`.
    ///
    /// # Errors
    ///
    /// Fails if the file can neither be read nor created.
    pub fn open(file: &Path, lifetime: impl Into<Lifetimes>) -> Result<Self, StoreError> {
        Ok(Self::over(Database::open(file, &SCHEMA)?, lifetime))
    }

    /// Conversations in a `file` that cannot be opened now, for example on a full disk. Every operation tries to open
    /// it again, and fails until that succeeds.
    pub fn unopened(file: &Path, lifetime: impl Into<Lifetimes>) -> Self {
        Self::over(Database::unopened(file, &SCHEMA), lifetime)
    }

    /// Conversations in memory.
    ///
    /// # Errors
    ///
    /// Fails if out of memory.
    pub fn in_memory(lifetime: impl Into<Lifetimes>) -> Result<Self, StoreError> {
        Ok(Self::over(Database::in_memory(&SCHEMA)?, lifetime))
    }

    fn over(database: Database, lifetime: impl Into<Lifetimes>) -> Self {
        Self { database: Arc::new(database), lifetimes: lifetime.into(), most: MAX_BYTES }
    }

    /// Limits the size to `bytes`, divided as in [`quotas`](crate::quotas); the oldest sessions are evicted first.
    #[must_use]
    pub fn within(mut self, bytes: u64) -> Self {
        self.most = i64::try_from(bytes).unwrap_or(i64::MAX);
        self
    }

    /// Writes `change` if `touch`, given the time, `id` and `owner`, finds or creates its session. A session deleted
    /// meanwhile must not come back.
    fn change(
        &self,
        touch: &'static str,
        owner: &str,
        id: &str,
        change: Change,
    ) -> StoreFuture<'static, ()> {
        let (owner, id, most) = (owner.to_owned(), id.to_owned(), self.most);
        self.run_blocking(move |connection| {
            let all = connection.transaction()?;
            let known = match all.execute(touch, params![now(), id, owner]) {
                Err(error) if is_taken(&error) => return Err(StoreError::Exists),
                touched => touched? > 0,
            };
            if !known {
                return Ok(());
            }
            write(&all, &id, &change)?;
            let holder = eviction::holder(&all, &owner, change.client)?;
            let has_dropped = eviction::settle(&all, &id, holder, most)?;
            all.commit()?;
            if has_dropped {
                overwrite(connection)?;
            }
            Ok(())
        })
    }

    /// Size limit of the store, in bytes.
    pub(super) fn most(&self) -> i64 {
        self.most
    }

    /// Sessions of `owner` last used before this time have expired; in seconds since 1970.
    pub(super) fn oldest(&self, owner: &str) -> i64 {
        before(self.lifetimes.of(owner))
    }

    /// Times for which sessions are kept.
    pub(super) fn lifetimes(&self) -> Lifetimes {
        self.lifetimes
    }

    /// Runs blocking `work` on a separate thread.
    pub(super) fn run_blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> StoreFuture<'static, T> {
        let database = Arc::clone(&self.database);
        let done = async move {
            let done = tokio::task::spawn_blocking(move || database.run(work));
            done.await.unwrap_or(Err(StoreError::Cancelled))
        };
        done.boxed()
    }
}

impl SessionStore for SqliteSessions {
    fn find<'a>(&'a self, owner: &'a str, id: &'a str) -> StoreFuture<'a, Option<Session>> {
        let (owner, id, since) = (owner.to_owned(), id.to_owned(), self.oldest(owner));
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

    fn forget<'a>(&'a self, user: &'a str) -> StoreFuture<'a, SessionCounts> {
        let user = user.to_owned();
        self.run_blocking(move |connection| {
            let theirs = "owner = ?1 OR substr(owner, 1, length(?1) + 1) = ?1 || char(10)";
            let counts = counts(connection, theirs, [&user])?;
            connection.execute(&format!("DELETE FROM sessions WHERE {theirs}"), [&user])?;
            overwrite(connection)?;
            Ok(counts)
        })
    }

    fn export<'a>(&'a self, after: &'a str, limit: usize) -> StoreFuture<'a, Vec<ExportedSession>> {
        let after = after.to_owned();
        self.run_blocking(move |connection| exporting::exported(connection, &after, limit))
    }

    fn import(&self, session: ExportedSession) -> StoreFuture<'_, ()> {
        let most = self.most;
        self.run_blocking(move |connection| {
            let all = connection.transaction()?;
            let ExportedSession { id, owner, used, content, .. } = &session;
            let begin = "INSERT OR IGNORE INTO sessions (used, id, owner) VALUES (?, ?, ?)";
            if all.execute(begin, params![used, id, owner])? == 0 {
                return Ok(());
            }
            write(&all, id, content)?;
            exporting::complete(&all, &session)?;
            let holder = eviction::holder_of_import(&all, owner, id)?;
            eviction::settle(&all, id, holder, most)?;
            Ok(all.commit()?)
        })
    }

    fn counts(&self) -> StoreFuture<'_, SessionCounts> {
        self.run_blocking(|connection| counts(connection, "discarded IS NULL", []))
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
        let Lifetimes { known, nobody, attachments } = self.lifetimes;
        let expires_attachments = self.lifetimes.expires_attachments();
        self.run_blocking(move |connection| {
            let gone = "DELETE FROM sessions \
                WHERE used <= CASE WHEN owner < 'a' THEN ? ELSE ? END OR discarded <= ?";
            let unrecoverable = now() - RECOVERY_SECONDS;
            let mut expired =
                connection.execute(gone, [before(nobody), before(known), unrecoverable])?;
            let replaced = "DELETE FROM messages WHERE replaced <> '' \
                AND session IN (SELECT id FROM sessions WHERE used <= ?)";
            expired += connection.execute(replaced, [unrecoverable])?;
            if expires_attachments {
                expired += eviction::expire_attachments(connection, before(attachments))?;
            }
            if expired > 0 {
                overwrite(connection)?;
            }
            Ok(())
        })
    }
}

/// The time so long ago, in seconds since 1970.
fn before(lifetime: Duration) -> i64 {
    now().saturating_sub_unsigned(lifetime.as_secs())
}

/// Numbers of the sessions on which `condition` holds.
fn counts(
    connection: &Connection,
    condition: &str,
    parameters: impl rusqlite::Params,
) -> Result<SessionCounts, StoreError> {
    let count = format!(
        "SELECT count(*), count(token) FROM sessions LEFT JOIN shares ON session = id WHERE {condition}"
    );
    let counts = |row: &rusqlite::Row<'_>| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?));
    let (sessions, links) = connection.query_row(&count, parameters, counts)?;
    Ok(SessionCounts { sessions: sessions.unsigned_abs(), links: links.unsigned_abs() })
}

/// True if a row with this key already exists.
fn is_taken(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(rusqlite::ErrorCode::ConstraintViolation)
}

/// Writes deletions to the file itself; otherwise deleted data would remain in the write-ahead log until that is full.
fn overwrite(connection: &Connection) -> Result<(), StoreError> {
    Ok(connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)")?)
}

/// The current time, in seconds since 1970.
pub(super) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| i64::try_from(since.as_secs()).unwrap_or(i64::MAX))
}

fn read(connection: &Connection, id: &str) -> Result<Session, StoreError> {
    let mut messages = connection.prepare_cached(
        "SELECT role, content, detail FROM messages \
         WHERE session = ? AND content <> '' AND replaced = '' ORDER BY place",
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

/// Deletes the oldest messages over the limit.
pub(super) fn trim(all: &Transaction<'_>, id: &str) -> Result<(), StoreError> {
    all.execute(
        "DELETE FROM messages WHERE session = ?1 AND place NOT IN
         (SELECT place FROM messages WHERE session = ?1 ORDER BY place DESC LIMIT ?2)",
        params![id, MAX_MESSAGES],
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
    let most = u32::try_from(MAX_IMAGES).unwrap_or(u32::MAX);
    all.execute(
        "DELETE FROM images WHERE session = ?1 AND place NOT IN
         (SELECT place FROM images WHERE session = ?1 ORDER BY place DESC LIMIT ?2)",
        params![id, most],
    )?;
    Ok(())
}
