//! The sessions as conversations of the page.

use rusqlite::{Connection, OptionalExtension as _, Transaction, params};

use super::eviction;
use super::sessions::{SqliteSessions, now};
use crate::store::conversations::{self, says};
use crate::store::sessions::{LONGEST_LISTED, MOST_LISTED};
use crate::store::turn_page::{MessageSize, page};
use crate::store::{
    ConversationStore, KeptConversation, KeptTurn, ListedConversation, StoreError, StoreFuture,
    TurnPlace,
};

/// The columns of a conversation in a list, of those that are not hidden or expired.
const LISTED: &str = "SELECT id, name, coalesce((SELECT substr(content, 1, ?1) FROM messages \
        WHERE session = id AND role = 'user' ORDER BY place LIMIT 1), '') AS first, pinned, used, version, \
        EXISTS (SELECT 1 FROM shares WHERE session = id) FROM sessions WHERE owner = ?2 AND used > ?3 AND discarded IS NULL AND first <> ''";

/// Finds or begins a session, unless its id is another owner's.
const TOUCH: &str = "INSERT INTO sessions (used, id, owner) VALUES (?1, ?2, ?3) \
    ON CONFLICT (id) DO UPDATE SET used = ?1, version = version + ?4 WHERE owner = ?3 \
    RETURNING version";

/// Finds a session, as of this moment.
const FIND: &str =
    "UPDATE sessions SET used = max(used, ?1) WHERE id = ?2 AND owner = ?3 RETURNING version";

impl ConversationStore for SqliteSessions {
    fn keeps(&self) -> bool {
        self.oldest() < now()
    }

    fn list<'a>(&'a self, owner: &'a str) -> StoreFuture<'a, Vec<ListedConversation>> {
        let (owner, since) = (owner.to_owned(), self.oldest());
        self.run_blocking(move |connection| {
            let all = format!("{LISTED} ORDER BY used DESC, rowid DESC LIMIT {MOST_LISTED}");
            let mut sessions = connection.prepare_cached(&all)?;
            let sessions = sessions.query_map(params![LONGEST_LISTED, owner, since], listed)?;
            Ok(sessions.collect::<Result<_, _>>()?)
        })
    }

    fn search<'a>(&'a self, owner: &'a str, words: &'a str) -> StoreFuture<'a, Vec<String>> {
        let (owner, words, since) = (owner.to_owned(), words.to_lowercase(), self.oldest());
        self.run_blocking(move |connection| {
            let mut texts = connection.prepare_cached(
                "SELECT id, name, content FROM sessions JOIN messages ON session = id \
                 WHERE owner = ? AND used > ? AND discarded IS NULL ORDER BY id",
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
        let (owner, id, since) = (owner.to_owned(), id.to_owned(), self.oldest());
        self.run_blocking(move |connection| {
            let one = format!("{LISTED} AND id = ?4");
            let found = connection
                .prepare_cached(&one)?
                .query_row(params![LONGEST_LISTED, owner, since, id], listed)
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
        owner: &'a str,
        id: &'a str,
        turn: KeptTurn,
        place: TurnPlace<'a>,
    ) -> StoreFuture<'a, Option<i64>> {
        let (owner, id, most) = (owner.to_owned(), id.to_owned(), self.most());
        let from = if let TurnPlace::From(from) = place { Some(from.to_owned()) } else { None };
        let (is_known, is_new) = (place == TurnPlace::Known, place == TurnPlace::New);
        self.run_blocking(move |connection| {
            let all = connection.transaction()?;
            let version: Option<i64> = if is_known {
                all.query_row(FIND, params![now(), id, owner], |row| row.get(0)).optional()?
            } else {
                let touched = params![now(), id, owner, i64::from(!is_new)];
                all.query_row(TOUCH, touched, |row| row.get(0)).optional()?
            };
            let Some(version) = version else {
                return Ok(None);
            };
            let there = update(&all, &id, &turn, is_new)?;
            if let Some(from) = from {
                cut(&all, &id, &from, &turn.id)?;
            }
            if !there && !is_known {
                insert(&all, &id, &turn)?;
            }
            let holder = eviction::holder(&all, &owner, None)?;
            eviction::settle(&all, &id, holder, most)?;
            all.commit()?;
            Ok((there || !is_known).then_some(version))
        })
    }

    fn rename<'a>(&'a self, owner: &'a str, id: &'a str, name: &'a str) -> StoreFuture<'a, ()> {
        let name = name.to_owned();
        self.update(owner, id, "name = ?3", move |_| Box::new(name))
    }

    fn pin<'a>(&'a self, owner: &'a str, id: &'a str, pinned: bool) -> StoreFuture<'a, ()> {
        self.update(owner, id, "pinned = ?3", move |_| Box::new(pinned))
    }

    fn discard<'a>(&'a self, owner: &'a str, id: &'a str, discarded: bool) -> StoreFuture<'a, ()> {
        self.update(owner, id, "discarded = ?3", move |now| Box::new(discarded.then_some(now)))
    }
}

impl SqliteSessions {
    /// Sets a column of a session of `owner`.
    fn update(
        &self,
        owner: &str,
        id: &str,
        column: &'static str,
        value: impl FnOnce(i64) -> Box<dyn rusqlite::ToSql> + Send + 'static,
    ) -> StoreFuture<'static, ()> {
        let (owner, id) = (owner.to_owned(), id.to_owned());
        self.run_blocking(move |connection| {
            let set = format!(
                "UPDATE sessions SET {column}, version = version + 1 WHERE id = ?1 AND owner = ?2"
            );
            connection.execute(&set, params![id, owner, value(now())])?;
            Ok(())
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

/// The page of turns of a session before the last `skipped`, and the number of turns before it.
fn turns(
    connection: &Connection,
    id: &str,
    skipped: usize,
) -> Result<(Vec<KeptTurn>, usize), StoreError> {
    let mut sizes = connection.prepare_cached(
        "SELECT place, role = 'user', octet_length(content) + octet_length(detail) \
         FROM messages WHERE session = ? ORDER BY place DESC",
    )?;
    let sizes = sizes.query_map([id], |row| {
        Ok(MessageSize { place: row.get(0)?, is_question: row.get(1)?, bytes: row.get(2)? })
    })?;
    let sizes = sizes.collect::<Result<Vec<_>, _>>()?;
    let (places, earlier) = page(&sizes, skipped);
    let mut messages = connection.prepare_cached(
        "SELECT role, content, turn, detail FROM messages \
         WHERE session = ? AND place BETWEEN ? AND ? ORDER BY place",
    )?;
    let messages = messages
        .query_map(params![id, places.start(), places.end()], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
        })?
        .collect::<Result<Vec<_>, _>>()?;
    Ok((conversations::turns(messages, earlier), earlier))
}

/// Writes a turn in the place of the one of its id, unless that is `kept` as it is; false if there is none.
fn update(
    all: &Transaction<'_>,
    id: &str,
    turn: &KeptTurn,
    kept: bool,
) -> Result<bool, StoreError> {
    let KeptTurn { id: own, question, answer, detail } = turn;
    if kept {
        let there = "SELECT 1 FROM messages WHERE session = ? AND turn = ?";
        return Ok(all.prepare_cached(there)?.exists(params![id, own])?);
    }
    let update = "UPDATE messages SET content = ?4, detail = ?5 \
        WHERE session = ?1 AND turn = ?2 AND role = ?3";
    let there = all.execute(update, params![id, own, "user", question, ""])? > 0;
    all.execute(update, params![id, own, "assistant", answer, detail])?;
    Ok(there)
}

/// Removes the turn `from` and those behind it, but not `own`.
fn cut(all: &Transaction<'_>, id: &str, from: &str, own: &str) -> Result<(), StoreError> {
    all.execute(
        "DELETE FROM messages WHERE session = ?1 AND turn <> ?3 AND place >= \
         (SELECT min(place) FROM messages WHERE session = ?1 AND turn = ?2)",
        params![id, from, own],
    )?;
    Ok(())
}

/// Writes a turn behind all others.
fn insert(all: &Transaction<'_>, id: &str, turn: &KeptTurn) -> Result<(), StoreError> {
    let KeptTurn { id: own, question, answer, detail } = turn;
    // One that another window has discarded is wanted again.
    all.execute("UPDATE sessions SET discarded = NULL WHERE id = ?", [id])?;
    let insert =
        "INSERT INTO messages (session, turn, role, content, detail) VALUES (?, ?, ?, ?, ?)";
    all.execute(insert, params![id, own, "user", question, ""])?;
    all.execute(insert, params![id, own, "assistant", answer, detail])?;
    super::sessions::trim(all, id)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::store::SessionStore as _;

    #[tokio::test]
    async fn conversations_of_an_earlier_version_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("sessions.db");
        let old = Connection::open(&file).unwrap();
        old.execute_batch(include_str!("sessions.sql")).unwrap();
        old.pragma_update(None, "user_version", 1).unwrap();
        let said = "INSERT INTO sessions VALUES ('a', 'ada', unixepoch()); \
            INSERT INTO messages VALUES (1, 'a', 'user', 'Tea?'), (2, 'a', 'assistant', 'At four.')";
        old.execute_batch(said).unwrap();
        drop(old);
        for _ in 0..2 {
            let sessions = SqliteSessions::open(&file, Duration::from_hours(1)).unwrap();
            let kept = sessions.open("ada", "a", 0).await.unwrap().unwrap();
            assert_eq!((&*kept.turns[0].question, &*kept.turns[0].answer), ("Tea?", "At four."));
            assert_eq!(sessions.find("ada", "a").await.unwrap().unwrap().messages.len(), 2);
        }
    }
}
