//! Conversations: found, continued, deleted on request and when they expire.

use std::net::IpAddr;
use std::time::Duration;

use deadpool_postgres::Transaction;
use footnote_documents::Passage;
use footnote_documents::attach::Image;
use footnote_protocol::Message;
use footnote_store::conversations::RECOVERY_SECONDS;
use footnote_store::quotas::Holder;
use footnote_store::sessions::{MAX_BYTES, MAX_FIRST_LEN, MAX_MESSAGES, role_name, role_of};
use footnote_store::{
    Change, ExportedSession, Lifetimes, Session, SessionCounts, SessionStore, StoreError,
    StoreFuture,
};
use tokio::sync::{OnceCell, Semaphore};
use tokio_postgres::Row;
use tokio_postgres::types::FromSqlOwned;

use crate::error::failure;
use crate::parameters::p;
use crate::{Database, attached, eviction};

/// Longest lifetime of a session in seconds: a thousand years. PostgreSQL has no dates before its own calendar.
const MAX_LIFETIME: i64 = 1000 * 365 * 24 * 60 * 60;

/// Maximum number of concurrent searches on one machine; further ones wait.
const SEARCHES_AT_ONCE: usize = 2;

/// The conversations in a database.
#[derive(Debug)]
pub struct PostgresSessions {
    database: Database,
    lifetimes: Lifetimes,
    /// Maximum number of bytes in the store.
    most: i64,
    secret: OnceCell<String>,
    /// Permits for searches. Each search holds a connection until it ends, and others need connections too.
    searches: Semaphore,
}

impl PostgresSessions {
    /// Returns the conversations in `database`. Each is kept for its lifetime after it was last continued.
    pub fn over(database: Database, lifetime: impl Into<Lifetimes>) -> Self {
        Self {
            database,
            lifetimes: lifetime.into(),
            most: MAX_BYTES,
            secret: OnceCell::new(),
            searches: Semaphore::new(SEARCHES_AT_ONCE),
        }
    }

    /// Keeps at most this many `bytes`, divided as in [`quotas`](footnote_store::quotas). The oldest go first.
    #[must_use]
    pub fn within(mut self, bytes: u64) -> Self {
        self.most = i64::try_from(bytes).unwrap_or(i64::MAX);
        self
    }

    /// Returns the database of the conversations.
    pub(crate) fn database(&self) -> &Database {
        &self.database
    }

    /// Seconds that a conversation of `owner` is kept after it was last continued.
    pub(crate) fn seconds_of(&self, owner: &str) -> i64 {
        seconds(self.lifetimes.of(owner))
    }

    /// Times for which conversations are kept.
    pub(crate) fn lifetimes(&self) -> Lifetimes {
        self.lifetimes
    }

    /// Returns the permits for searches.
    pub(crate) fn searches(&self) -> &Semaphore {
        &self.searches
    }

    /// Maximum number of bytes in the store.
    pub(crate) fn most(&self) -> i64 {
        self.most
    }

    /// Returns the holder of a session.
    pub(crate) async fn holder(
        &self,
        owner: &str,
        client: Option<IpAddr>,
    ) -> Result<Holder, StoreError> {
        Ok(Holder::of(self.secret().await?, owner, client))
    }

    /// Returns the key that holders' numbers are derived with.
    pub(crate) async fn secret(&self) -> Result<&str, StoreError> {
        let read = async || {
            let secret = "SELECT secret FROM footnote.secrets WHERE name = 'holders'";
            let row = self.database.row(secret, &[]).await?.ok_or(StoreError::Missing)?;
            Ok(row.get(0))
        };
        self.secret.get_or_try_init(read).await.map(String::as_str)
    }

    /// Writes `change` to the session that `touch` finds or creates from `id`, `owner` and the holder; returns its
    /// number. The session is locked meanwhile, so the second of two concurrent turns waits.
    async fn change(
        &self,
        touch: &str,
        owner: &str,
        id: &str,
        change: Change,
    ) -> Result<Option<i64>, StoreError> {
        let holder = self.holder(owner, change.client).await?;
        self.change_of(holder, touch, owner, id, change).await
    }

    /// Writes a change like [`Self::change`], for a known holder.
    pub(crate) async fn change_of(
        &self,
        holder: Holder,
        touch: &str,
        owner: &str,
        id: &str,
        change: Change,
    ) -> Result<Option<i64>, StoreError> {
        let mut client = self.database.client().await?;
        let all = client.transaction().await.map_err(failure)?;
        let (id, owner) = (id.as_bytes(), owner.as_bytes());
        let parameters = [p(&id), p(&owner), p(&holder.number)];
        let touched = all.query_typed(touch, &parameters).await.map_err(failure)?;
        let Some(session) = touched.first().map(|row| row.get::<_, i64>(0)) else {
            return Ok(None);
        };
        write(&all, session, &change).await?;
        eviction::record_size(&all, session).await?;
        all.commit().await.map_err(failure)?;
        eviction::evict(&client, self.most, holder, session).await;
        Ok(Some(session))
    }
}

impl SessionStore for PostgresSessions {
    fn find<'a>(&'a self, owner: &'a str, id: &'a str) -> StoreFuture<'a, Option<Session>> {
        Box::pin(async move {
            let lifetime = self.seconds_of(owner);
            let (id, owner) = (id.as_bytes(), owner.as_bytes());
            let parameters = [p(&id), p(&owner), p(&lifetime)];
            let row = self.database.row(FIND, &parameters).await?;
            row.as_ref().map(session).transpose()
        })
    }

    fn images<'a>(&'a self, id: &'a str) -> StoreFuture<'a, Vec<Image>> {
        Box::pin(async move {
            let images = "SELECT images.name, type, images.bytes FROM footnote.images \
                JOIN footnote.sessions ON number = session WHERE id = $1 ORDER BY place";
            let rows = self.database.rows(images, &[p(&id.as_bytes())]).await?;
            let image = |row: &Row| Image {
                source: text(row, 0),
                content_type: text(row, 1),
                bytes: row.get(2),
            };
            Ok(rows.iter().map(image).collect())
        })
    }

    fn begin<'a>(&'a self, owner: &'a str, id: &'a str, change: Change) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            let insert = "INSERT INTO footnote.sessions (id, owner, used, holder, bytes) \
                VALUES ($1, $2, clock_timestamp(), $3, 0) ON CONFLICT DO NOTHING RETURNING number";
            let begun = self.change(insert, owner, id, change).await?;
            begun.map(drop).ok_or(StoreError::Exists)
        })
    }

    fn append<'a>(&'a self, owner: &'a str, id: &'a str, change: Change) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            // A session deleted meanwhile must not be restored.
            let touch = "UPDATE footnote.sessions SET used = clock_timestamp(), holder = $3, \
                    version = version + 1 \
                WHERE id = $1 AND owner = $2 AND discarded IS NULL RETURNING number";
            self.change(touch, owner, id, change).await.map(drop)
        })
    }

    fn delete<'a>(&'a self, owner: &'a str, id: &'a str) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            let delete = "DELETE FROM footnote.sessions WHERE id = $1 AND owner = $2";
            let (id, owner) = (id.as_bytes(), owner.as_bytes());
            let parameters = [p(&id), p(&owner)];
            self.database.execute(delete, &parameters).await.map(drop)
        })
    }

    fn forget<'a>(&'a self, user: &'a str) -> StoreFuture<'a, SessionCounts> {
        Box::pin(async move {
            let more = format!("{user}\n");
            let (user, more) = (user.as_bytes(), more.as_bytes());
            let row = self.database.client().await?;
            let row = row.query_typed_one(FORGET, &[p(&user), p(&more)]).await.map_err(failure)?;
            Ok(counts(&row))
        })
    }

    fn export<'a>(&'a self, after: &'a str, limit: usize) -> StoreFuture<'a, Vec<ExportedSession>> {
        Box::pin(self.exported(after, limit))
    }

    fn import(&self, session: ExportedSession) -> StoreFuture<'_, ()> {
        Box::pin(self.imported(session))
    }

    fn counts(&self) -> StoreFuture<'_, SessionCounts> {
        Box::pin(async move {
            let count = "SELECT count(*), count(token) FROM footnote.sessions \
                LEFT JOIN footnote.shares ON session = number WHERE discarded IS NULL";
            let row = self.database.row(count, &[]).await?.ok_or(StoreError::Missing)?;
            Ok(counts(&row))
        })
    }

    fn idle(&self) -> StoreFuture<'_, Option<i64>> {
        Box::pin(async move {
            let idle =
                "SELECT extract(epoch FROM now() - max(used))::bigint FROM footnote.sessions";
            let row = self.database.row(idle, &[]).await?;
            Ok(row.and_then(|row| row.get(0)))
        })
    }

    fn expire(&self) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let Lifetimes { known, nobody, attachments } = self.lifetimes;
            let (known, nobody) = (seconds(known), seconds(nobody));
            let parameters = [p(&nobody), p(&RECOVERY_SECONDS), p(&known)];
            while self.database.execute(EXPIRE, &parameters).await? > 0 {}
            self.database.execute(EXPIRE_REPLACED, &[p(&RECOVERY_SECONDS)]).await?;
            if self.lifetimes.expires_attachments() {
                eviction::expire_attachments(&self.database, seconds(attachments)).await?;
            }
            Ok(())
        })
    }
}

/// A whole session, as of one moment.
const FIND: &str = "SELECT \
    (SELECT array_agg(role ORDER BY place) FROM footnote.messages WHERE session = number AND content <> '' AND replaced = ''), \
    (SELECT array_agg(content ORDER BY place) FROM footnote.messages WHERE session = number AND content <> '' AND replaced = ''), \
    (SELECT array_agg(passages ORDER BY name) FROM footnote.attachments WHERE session = number), \
    (SELECT detail FROM footnote.messages WHERE session = number AND content <> '' \
        AND replaced = '' ORDER BY place DESC LIMIT 1) \
    FROM footnote.sessions WHERE id = $1 AND owner = $2 AND discarded IS NULL \
        AND used > now() - $3 * interval '1 second'";

/// Deletes a limited number of sessions, since a statement has little time. Sessions that are being changed are
/// skipped: they are no longer old, and skipping them prevents deadlocks.
const EXPIRE: &str = "DELETE FROM footnote.sessions WHERE number IN \
    (SELECT number FROM footnote.sessions \
     WHERE used <= now() - CASE WHEN owner < 'a' THEN $1 ELSE $3 END * interval '1 second' \
        OR discarded <= now() - $2 * interval '1 second' \
     LIMIT 1000 FOR UPDATE SKIP LOCKED)";

/// Deletes the sessions of the user `$1`. `$2` is the common prefix of that user's owners with groups.
const FORGET: &str = "WITH gone AS (DELETE FROM footnote.sessions \
        WHERE owner = $1 OR substring(owner FROM 1 FOR length($2)) = $2 RETURNING number) \
    SELECT count(*), count(token) FROM gone LEFT JOIN footnote.shares ON session = number";

const EXPIRE_REPLACED: &str = "DELETE FROM footnote.messages WHERE replaced <> '' AND session IN \
    (SELECT number FROM footnote.sessions WHERE used <= now() - $1 * interval '1 second')";

/// Seconds of a lifetime.
fn seconds(lifetime: Duration) -> i64 {
    i64::try_from(lifetime.as_secs()).unwrap_or(i64::MAX).min(MAX_LIFETIME)
}

/// Returns the numbers of sessions and of links in a row.
fn counts(row: &Row) -> SessionCounts {
    let [sessions, links] = [0, 1].map(|at| row.get::<_, i64>(at).unsigned_abs());
    SessionCounts { sessions, links }
}

fn session(row: &Row) -> Result<Session, StoreError> {
    let attachments: Vec<String> = column(row, 2);
    let mut passages = Vec::new();
    for attachment in &attachments {
        passages.extend(serde_json::from_str::<Vec<Passage>>(attachment)?);
    }
    let detail = row.get::<_, Option<Vec<u8>>>(3).map(lossy);
    Ok(Session { messages: messages(row, 0), passages, detail: detail.unwrap_or_default() })
}

/// Messages, from the column of their roles and the following column of their contents.
pub(crate) fn messages(row: &Row, at: usize) -> Vec<Message> {
    let (roles, contents): (Vec<String>, Vec<Vec<u8>>) = (column(row, at), column(row, at + 1));
    let messages = roles.iter().zip(contents);
    let message =
        |(role, content): (&String, _)| Message { role: role_of(role), content: lossy(content) };
    messages.map(message).collect()
}

/// Returns a list in a nullable column; empty if the column is null.
pub(crate) fn column<T: FromSqlOwned>(row: &Row, at: usize) -> Vec<T> {
    row.get::<_, Option<Vec<T>>>(at).unwrap_or_default()
}

/// Returns a text that is stored as bytes.
pub(crate) fn text(row: &Row, column: usize) -> String {
    lossy(row.get(column))
}

/// Text from any bytes; invalid ones are replaced.
pub(crate) fn lossy(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// Returns the first characters of a text that may be cut within its last one.
pub(crate) fn beginning(bytes: Vec<u8>) -> String {
    lossy(bytes).chars().take(MAX_FIRST_LEN.into()).collect()
}

async fn write(all: &Transaction<'_>, session: i64, change: &Change) -> Result<(), StoreError> {
    if change.replaces {
        let delete = "DELETE FROM footnote.messages WHERE session = $1";
        all.execute_typed(delete, &[p(&session)]).await.map_err(failure)?;
    }
    write_messages(all, session, change).await?;
    attached::write(all, session, change).await
}

async fn write_messages(
    all: &Transaction<'_>,
    session: i64,
    Change { messages, detail, .. }: &Change,
) -> Result<(), StoreError> {
    let roles: Vec<&str> = messages.iter().map(|message| role_name(message.role)).collect();
    let contents: Vec<&[u8]> = messages.iter().map(|message| message.content.as_bytes()).collect();
    let mut details = vec![&b""[..]; messages.len()];
    if let Some(last) = details.last_mut() {
        *last = detail.as_bytes();
    }
    let insert = "INSERT INTO footnote.messages (session, role, content, detail) \
        SELECT $1, role, content, detail \
        FROM unnest($2, $3, $4) WITH ORDINALITY AS new (role, content, detail, place) \
        ORDER BY new.place";
    let parameters = [p(&session), p(&roles), p(&contents), p(&details)];
    all.execute_typed(insert, &parameters).await.map_err(failure)?;
    trim(all, session).await
}

/// Removes the oldest messages of a session.
pub(crate) async fn trim(all: &Transaction<'_>, session: i64) -> Result<(), StoreError> {
    let trim = "DELETE FROM footnote.messages WHERE session = $1 AND place NOT IN \
        (SELECT place FROM footnote.messages WHERE session = $1 ORDER BY place DESC LIMIT $2)";
    all.execute_typed(trim, &[p(&session), p(&MAX_MESSAGES)]).await.map_err(failure)?;
    Ok(())
}

#[cfg(test)]
#[path = "sessions_tests.rs"]
mod tests;
