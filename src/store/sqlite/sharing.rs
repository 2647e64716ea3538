//! Links through which others read conversations.

use rusqlite::{OptionalExtension as _, params};

use super::SqliteSessions;
use crate::sharing::new_token;
use crate::{ShareStore, StoreFuture};

/// Creates a link to a session that is neither discarded nor expired, or finds the existing one.
const SHARE: &str = "INSERT INTO shares (token, session) \
    SELECT ?1, id FROM sessions WHERE id = ?2 AND owner = ?3 AND used > ?4 AND discarded IS NULL \
    ON CONFLICT (session) DO UPDATE SET session = excluded.session RETURNING token";

impl ShareStore for SqliteSessions {
    fn share<'a>(&'a self, owner: &'a str, id: &'a str) -> StoreFuture<'a, Option<String>> {
        let (owner, id, since) = (owner.to_owned(), id.to_owned(), self.oldest(owner));
        self.run_blocking(move |connection| {
            let made = params![new_token(), id, owner, since];
            Ok(connection.query_row(SHARE, made, |row| row.get(0)).optional()?)
        })
    }

    fn link<'a>(&'a self, owner: &'a str, id: &'a str) -> StoreFuture<'a, Option<String>> {
        let (owner, id) = (owner.to_owned(), id.to_owned());
        self.run_blocking(move |connection| {
            let find = "SELECT token FROM shares JOIN sessions ON session = id \
                WHERE id = ? AND owner = ?";
            Ok(connection.query_row(find, params![id, owner], |row| row.get(0)).optional()?)
        })
    }

    fn revoke<'a>(&'a self, owner: &'a str, id: &'a str) -> StoreFuture<'a, ()> {
        let (owner, id) = (owner.to_owned(), id.to_owned());
        self.run_blocking(move |connection| {
            let revoke = "DELETE FROM shares WHERE session IN \
                (SELECT id FROM sessions WHERE id = ? AND owner = ?)";
            connection.execute(revoke, params![id, owner])?;
            Ok(())
        })
    }

    fn shared<'a>(&'a self, token: &'a str) -> StoreFuture<'a, Option<(String, String)>> {
        let token = token.to_owned();
        self.run_blocking(move |connection| {
            let find = "SELECT owner, id FROM shares JOIN sessions ON session = id WHERE token = ?";
            let named = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?));
            Ok(connection.query_row(find, [token], named).optional()?)
        })
    }
}
