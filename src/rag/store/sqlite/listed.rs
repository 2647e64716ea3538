//! The conversations of one owner, listed.

use rusqlite::params;

use super::sessions::Sessions;
use crate::rag::store::StoreError;

/// The most conversations that are listed.
const MOST: i64 = 200;

/// The most characters that are told of a question.
const LONGEST: i64 = 400;

impl Sessions {
    /// The sessions of `owner` that have not expired, the one that was used last first: the id of each,
    /// and the beginning of the first question that is kept of it.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub async fn list(&self, owner: &str) -> Result<Vec<(String, String)>, StoreError> {
        let (owner, since) = (owner.to_owned(), self.oldest());
        self.with(move |connection| {
            let mut sessions = connection.prepare_cached(
                "SELECT id, (SELECT substr(content, 1, ?4) FROM messages WHERE session = id AND role = 'user'
                             ORDER BY place LIMIT 1) AS first
                 FROM sessions WHERE owner = ?1 AND used > ?2 AND first IS NOT NULL
                 ORDER BY used DESC, rowid DESC LIMIT ?3",
            )?;
            let sessions = sessions.query_map(params![owner, since, MOST, LONGEST], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })?;
            Ok(sessions.collect::<Result<_, _>>()?)
        })
        .await
    }
}
