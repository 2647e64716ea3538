//! The links by which others read conversations.

use footnote_store::sharing::new_token;
use footnote_store::{ShareStore, StoreError, StoreFuture};

use crate::PostgresSessions;
use crate::parameters::p;
use crate::sessions::text;

/// Creates a link to a session that is neither hidden nor expired, or finds the existing one.
const SHARE: &str = "INSERT INTO footnote.shares (token, session) \
    SELECT $1, number FROM footnote.sessions WHERE id = $2 AND owner = $3 \
        AND used > now() - $4 * interval '1 second' AND discarded IS NULL \
    ON CONFLICT (session) DO UPDATE SET session = excluded.session RETURNING token";

const LINK: &str = "SELECT token FROM footnote.shares JOIN footnote.sessions ON number = session \
    WHERE id = $1 AND owner = $2";

const REVOKE: &str = "DELETE FROM footnote.shares WHERE session IN \
    (SELECT number FROM footnote.sessions WHERE id = $1 AND owner = $2)";

const OPEN: &str = "SELECT owner, id FROM footnote.shares \
    JOIN footnote.sessions ON number = session WHERE token = $1";

const IMPORT: &str = "INSERT INTO footnote.shares (token, session) \
    SELECT $2, number FROM footnote.sessions WHERE id = $1 ON CONFLICT DO NOTHING";

impl PostgresSessions {
    /// Stores the link of an imported session, if it had one.
    pub(crate) async fn import_link(
        &self,
        id: &[u8],
        link: Option<String>,
    ) -> Result<(), StoreError> {
        let Some(token) = link else {
            return Ok(());
        };
        self.database().execute(IMPORT, &[p(&id), p(&token)]).await.map(drop)
    }
}

impl ShareStore for PostgresSessions {
    fn share<'a>(&'a self, owner: &'a str, id: &'a str) -> StoreFuture<'a, Option<String>> {
        Box::pin(async move {
            let lifetime = self.seconds_of(owner);
            let (token, id, owner) = (new_token(), id.as_bytes(), owner.as_bytes());
            let made = [p(&token), p(&id), p(&owner), p(&lifetime)];
            Ok(self.database().row(SHARE, &made).await?.map(|row| row.get(0)))
        })
    }

    fn link<'a>(&'a self, owner: &'a str, id: &'a str) -> StoreFuture<'a, Option<String>> {
        Box::pin(async move {
            let (id, owner) = (id.as_bytes(), owner.as_bytes());
            Ok(self.database().row(LINK, &[p(&id), p(&owner)]).await?.map(|row| row.get(0)))
        })
    }

    fn revoke<'a>(&'a self, owner: &'a str, id: &'a str) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            let (id, owner) = (id.as_bytes(), owner.as_bytes());
            self.database().execute(REVOKE, &[p(&id), p(&owner)]).await.map(drop)
        })
    }

    fn shared<'a>(&'a self, token: &'a str) -> StoreFuture<'a, Option<(String, String)>> {
        Box::pin(async move {
            let named = self.database().row(OPEN, &[p(&token)]).await?;
            Ok(named.map(|named| (text(&named, 0), text(&named, 1))))
        })
    }
}
