//! Complete sessions, for copying them to another store.

use footnote_protocol::Message;
use rusqlite::{Connection, Transaction, params};

use super::contents::{attachments, images};
use crate::sessions::role_of;
use crate::{Change, ExportedSession, StoreError};

/// The first sessions after an id with all their content, without discarded ones.
pub(super) fn exported(
    connection: &Connection,
    after: &str,
    limit: usize,
) -> Result<Vec<ExportedSession>, StoreError> {
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let mut sessions = connection.prepare_cached(
        "SELECT id, owner, used, name, pinned, (SELECT token FROM shares WHERE session = id) \
         FROM sessions \
         WHERE id > ? AND discarded IS NULL ORDER BY id LIMIT ?",
    )?;
    let sessions = sessions.query_map(params![after, limit], |row| {
        Ok(ExportedSession {
            id: row.get(0)?,
            owner: row.get(1)?,
            used: row.get(2)?,
            name: row.get(3)?,
            pinned: row.get(4)?,
            link: row.get(5)?,
            ..ExportedSession::default()
        })
    })?;
    let sessions = sessions.collect::<Result<Vec<_>, _>>()?;
    sessions.into_iter().map(|session| filled(connection, session)).collect()
}

/// Adds messages, attachments and images to a session.
fn filled(
    connection: &Connection,
    session: ExportedSession,
) -> Result<ExportedSession, StoreError> {
    let mut messages = connection.prepare_cached(
        "SELECT role, content, turn, detail FROM messages \
         WHERE session = ? AND replaced = '' ORDER BY place",
    )?;
    let messages = messages.query_map([&session.id], |row| {
        let role: String = row.get(0)?;
        let message = Message { role: role_of(&role), content: row.get(1)? };
        Ok((message, (row.get(2)?, row.get(3)?)))
    })?;
    let (messages, details) = messages.collect::<Result<_, _>>()?;
    let content = Change {
        messages,
        attachments: attachments(connection, &session.id)?,
        images: images(connection, &session.id)?,
        ..Change::default()
    };
    Ok(ExportedSession { content, details, ..session })
}

/// Completes a session after its messages have been imported.
pub(super) fn complete(all: &Transaction<'_>, session: &ExportedSession) -> Result<(), StoreError> {
    let ExportedSession { id, owner, name, pinned, details, link, .. } = session;
    let set = "UPDATE sessions SET name = ?, pinned = ? WHERE id = ?";
    all.execute(set, params![name, pinned, id])?;
    let places = all
        .prepare("SELECT place FROM messages WHERE session = ? ORDER BY place")?
        .query_map([id], |row| row.get(0))?
        .collect::<Result<Vec<i64>, _>>()?;
    for (place, (turn, detail)) in places.iter().zip(details) {
        let set = "UPDATE messages SET turn = ?, detail = ? WHERE place = ?";
        all.execute(set, params![turn, detail, place])?;
    }
    if let Some(token) = link {
        let share = "INSERT OR IGNORE INTO shares (token, session) \
            SELECT ?, id FROM sessions WHERE id = ? AND owner = ?";
        all.execute(share, params![token, id, owner])?;
    }
    Ok(())
}
