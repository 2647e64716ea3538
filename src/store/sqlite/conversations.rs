//! Sessions as conversations of the page.

use std::net::IpAddr;
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension as _, Transaction, params};

use super::eviction;
use super::sessions::{SqliteSessions, now};
use crate::conversations;
use crate::conversations::says;
use crate::sessions::{MAX_FIRST_LEN, MAX_LISTED};
use crate::turn_page::{MessageSize, page};
use crate::{
    ConversationStore, KeptConversation, KeptTurn, ListedConversation, StoreError, StoreFuture,
    TurnPlace,
};

/// Columns of the list of conversations that are neither discarded nor expired.
const LISTED: &str = "SELECT id, name, coalesce((SELECT substr(content, 1, ?1) FROM messages \
        WHERE session = id AND role = 'user' AND replaced = '' ORDER BY place LIMIT 1), '') AS first, pinned, used, version, \
        EXISTS (SELECT 1 FROM shares WHERE session = id) FROM sessions WHERE owner = ?2 AND used > ?3 AND discarded IS NULL AND first <> ''";

/// Finds or creates a session, unless its id belongs to another owner.
const TOUCH: &str = "INSERT INTO sessions (used, id, owner) VALUES (?1, ?2, ?3) \
    ON CONFLICT (id) DO UPDATE SET used = ?1, version = version + 1 WHERE owner = ?3";

/// Finds a session and marks it as used now.
const FIND: &str = "UPDATE sessions SET used = max(used, ?1), version = version + 1 \
    WHERE id = ?2 AND owner = ?3";

impl ConversationStore for SqliteSessions {
    fn lifetime(&self, owner: &str) -> Duration {
        self.lifetimes().of(owner)
    }

    fn list<'a>(&'a self, owner: &'a str) -> StoreFuture<'a, Vec<ListedConversation>> {
        let (owner, since) = (owner.to_owned(), self.oldest(owner));
        self.run_blocking(move |connection| {
            let all = format!("{LISTED} ORDER BY used DESC, rowid DESC LIMIT {MAX_LISTED}");
            let mut sessions = connection.prepare_cached(&all)?;
            let sessions = sessions.query_map(params![MAX_FIRST_LEN, owner, since], listed)?;
            Ok(sessions.collect::<Result<_, _>>()?)
        })
    }

    fn search<'a>(&'a self, owner: &'a str, words: &'a str) -> StoreFuture<'a, Vec<String>> {
        let (owner, words, since) = (owner.to_owned(), words.to_lowercase(), self.oldest(owner));
        self.run_blocking(move |connection| {
            let mut texts = connection.prepare_cached(
                "SELECT id, name, content FROM sessions JOIN messages ON session = id \
                 WHERE owner = ? AND used > ? AND discarded IS NULL AND replaced = '' ORDER BY id",
            )?;
            let mut texts = texts.query(params![owner, since])?;
            let mut found: Vec<String> = Vec::new();
            while let Some(row) = texts.next()? {
                let id: String = row.get(0)?;
                let is_new = found.last() != Some(&id);
                if is_new
                    && (says(row.get_ref(1)?.as_str().unwrap_or_default(), &words)
                        || says(row.get_ref(2)?.as_str().unwrap_or_default(), &words))
                {
                    found.push(id);
                }
            }
            Ok(found)
        })
    }

    fn open<'a>(
        &'a self,
        owner: &'a str,
        id: &'a str,
        skipped: usize,
    ) -> StoreFuture<'a, Option<KeptConversation>> {
        let (owner, id, since) = (owner.to_owned(), id.to_owned(), self.oldest(owner));
        self.run_blocking(move |connection| {
            let one = format!("{LISTED} AND id = ?4");
            let found = connection
                .prepare_cached(&one)?
                .query_row(params![MAX_FIRST_LEN, owner, since, id], listed)
                .optional()?;
            let Some(listed) = found else {
                return Ok(None);
            };
            let (turns, earlier) = turns(connection, &id, skipped)?;
            Ok(Some(KeptConversation { listed, turns, earlier }))
        })
    }

    fn keep_turn<'a>(
        &'a self,
        owner: (&'a str, Option<IpAddr>),
        id: &'a str,
        turn: KeptTurn,
        place: TurnPlace<'a>,
    ) -> StoreFuture<'a, bool> {
        let from = if let TurnPlace::From(from) = place { Some(from.to_owned()) } else { None };
        let session = id.to_owned();
        if place == TurnPlace::Known {
            return self.write_turns(FIND, owner, id, move |all| answer(all, &session, &turn));
        }
        self.write_turns(TOUCH, owner, id, move |all| begin(all, &session, &turn, from.as_deref()))
    }

    fn restore_turns<'a>(
        &'a self,
        owner: (&'a str, Option<IpAddr>),
        id: &'a str,
        turn: &'a str,
    ) -> StoreFuture<'a, bool> {
        let (session, by) = (id.to_owned(), turn.to_owned());
        self.write_turns(FIND, owner, id, move |all| restore(all, &session, &by))
    }

    fn rename<'a>(&'a self, owner: &'a str, id: &'a str, name: &'a str) -> StoreFuture<'a, bool> {
        let name = name.to_owned();
        self.update(owner, id, "name = ?3", move |_| Box::new(name))
    }

    fn pin<'a>(&'a self, owner: &'a str, id: &'a str, pinned: bool) -> StoreFuture<'a, bool> {
        self.update(owner, id, "pinned = ?3", move |_| Box::new(pinned))
    }

    fn discard<'a>(
        &'a self,
        owner: &'a str,
        id: &'a str,
        discarded: bool,
    ) -> StoreFuture<'a, bool> {
        self.update(owner, id, "discarded = ?3", move |now| Box::new(discarded.then_some(now)))
    }
}

impl SqliteSessions {
    /// Writes turns of the session that `touch` finds or creates. Rolls back if `write` returns false.
    fn write_turns(
        &self,
        touch: &'static str,
        (owner, client): (&str, Option<IpAddr>),
        id: &str,
        write: impl FnOnce(&Transaction<'_>) -> Result<bool, StoreError> + Send + 'static,
    ) -> StoreFuture<'static, bool> {
        let (owner, id, most) = (owner.to_owned(), id.to_owned(), self.most());
        self.run_blocking(move |connection| {
            let all = connection.transaction()?;
            if all.execute(touch, params![now(), id, owner])? == 0 || !write(&all)? {
                return Ok(false);
            }
            let holder = eviction::holder(&all, &owner, client)?;
            eviction::settle(&all, &id, holder, most)?;
            all.commit()?;
            Ok(true)
        })
    }

    /// Sets a column of a session of `owner`; false if it does not exist.
    fn update(
        &self,
        owner: &str,
        id: &str,
        column: &'static str,
        value: impl FnOnce(i64) -> Box<dyn rusqlite::ToSql> + Send + 'static,
    ) -> StoreFuture<'static, bool> {
        let (owner, id) = (owner.to_owned(), id.to_owned());
        self.run_blocking(move |connection| {
            let set = format!(
                "UPDATE sessions SET {column}, version = version + 1 WHERE id = ?1 AND owner = ?2"
            );
            Ok(connection.execute(&set, params![id, owner, value(now())])? > 0)
        })
    }
}

fn listed(row: &rusqlite::Row<'_>) -> rusqlite::Result<ListedConversation> {
    Ok(ListedConversation {
        id: row.get(0)?,
        name: row.get(1)?,
        first: row.get(2)?,
        pinned: row.get(3)?,
        used: row.get(4)?,
        version: row.get(5)?,
        shared: row.get(6)?,
    })
}

/// The page of turns before the last `skipped`, and the number of turns before it.
fn turns(
    connection: &Connection,
    id: &str,
    skipped: usize,
) -> Result<(Vec<KeptTurn>, usize), StoreError> {
    let mut sizes = connection.prepare_cached(
        "SELECT place, role = 'user', octet_length(content) + octet_length(detail) \
         FROM messages WHERE session = ? AND replaced = '' ORDER BY place DESC",
    )?;
    let sizes = sizes.query_map([id], |row| {
        Ok(MessageSize { place: row.get(0)?, is_question: row.get(1)?, bytes: row.get(2)? })
    })?;
    let sizes = sizes.collect::<Result<Vec<_>, _>>()?;
    let (places, earlier) = page(&sizes, skipped);
    let mut messages = connection.prepare_cached(
        "SELECT role, content, turn, detail FROM messages \
         WHERE session = ? AND replaced = '' AND place BETWEEN ? AND ? ORDER BY place",
    )?;
    let messages = messages
        .query_map(params![id, places.start(), places.end()], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
        })?
        .collect::<Result<Vec<_>, _>>()?;
    Ok((conversations::turns(messages, earlier), earlier))
}

/// Starts a turn after all others, or in place of the turn `from` and those after it; false if `from` does not exist.
/// An existing turn is left unchanged.
fn begin(
    all: &Transaction<'_>,
    id: &str,
    turn: &KeptTurn,
    from: Option<&str>,
) -> Result<bool, StoreError> {
    let KeptTurn { id: own, question, answer, detail } = turn;
    let there = "SELECT 1 FROM messages WHERE session = ? AND turn = ?";
    if all.prepare_cached(there)?.exists(params![id, own])? {
        return Ok(true);
    }
    // With a new question, turns that were replaced earlier can no longer be restored.
    let close = "DELETE FROM messages WHERE session = ? AND replaced NOT IN ('', ?)";
    all.execute(close, params![id, from.unwrap_or_default()])?;
    if let Some(from) = from
        && !replace(all, id, from, own)?
    {
        return Ok(false);
    }
    // A question in one window restores a conversation that another window has discarded.
    all.execute("UPDATE sessions SET discarded = NULL WHERE id = ?", [id])?;
    let insert =
        "INSERT INTO messages (session, turn, role, content, detail) VALUES (?, ?, ?, ?, ?)";
    all.execute(insert, params![id, own, "user", question, ""])?;
    all.execute(insert, params![id, own, "assistant", answer, detail])?;
    super::sessions::trim(all, id)?;
    Ok(true)
}

/// Stores the answer of a turn, unless it is empty and the old one is not; false if there is no such turn.
fn answer(all: &Transaction<'_>, id: &str, turn: &KeptTurn) -> Result<bool, StoreError> {
    let update = "UPDATE messages SET \
            content = CASE WHEN ?3 <> '' THEN ?3 ELSE content END, \
            detail = CASE WHEN ?3 <> '' OR content = '' THEN ?4 ELSE detail END \
        WHERE session = ?1 AND turn = ?2 AND role = 'assistant'";
    let KeptTurn { id: own, answer, detail, .. } = turn;
    Ok(all.execute(update, params![id, own, answer, detail])? > 0)
}

/// Replaces the turn `from` and those after it by the turn `by`; false if `from` does not exist. If `from` has itself
/// replaced turns, those remain the ones to restore.
fn replace(all: &Transaction<'_>, id: &str, from: &str, by: &str) -> Result<bool, StoreError> {
    let again = "SELECT 1 FROM messages WHERE session = ? AND replaced = ?";
    if all.prepare_cached(again)?.exists(params![id, from])? {
        let moved = "UPDATE messages SET replaced = ? WHERE session = ? AND replaced = ?";
        all.execute(moved, params![by, id, from])?;
        return cut(all, id, from);
    }
    let hide = "UPDATE messages SET replaced = ?3 WHERE session = ?1 AND replaced = '' AND place >= \
        (SELECT min(place) FROM messages WHERE session = ?1 AND replaced = '' AND turn = ?2)";
    Ok(all.execute(hide, params![id, from, by])? > 0)
}

/// Removes the turn `from` and those after it; false if it does not exist.
fn cut(all: &Transaction<'_>, id: &str, from: &str) -> Result<bool, StoreError> {
    let cut = "DELETE FROM messages WHERE session = ?1 AND replaced = '' AND place >= \
        (SELECT min(place) FROM messages WHERE session = ?1 AND replaced = '' AND turn = ?2)";
    Ok(all.execute(cut, params![id, from])? > 0)
}

/// Restores the turns replaced by the turn `by`; false if there are none.
fn restore(all: &Transaction<'_>, id: &str, by: &str) -> Result<bool, StoreError> {
    cut(all, id, by)?;
    let restore = "UPDATE messages SET replaced = '' WHERE session = ? AND replaced = ?";
    Ok(!by.is_empty() && all.execute(restore, params![id, by])? > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SessionStore as _;
    use crate::contract_tests::earlier::{earlier_versions, write_earlier};

    #[tokio::test]
    async fn conversations_of_earlier_versions_are_kept() {
        for version in earlier_versions() {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("sessions.db");
            write_earlier(&file, version);
            for _ in 0..2 {
                let sessions = SqliteSessions::open(&file, Duration::from_hours(1)).unwrap();
                let kept = sessions.open("ada", "a", 0).await.unwrap().unwrap();
                let turn = &kept.turns[0];
                assert_eq!((&*turn.question, &*turn.answer), ("Tea?", "At four."));
                assert_eq!(sessions.find("ada", "a").await.unwrap().unwrap().messages.len(), 2);
            }
        }
    }
}
