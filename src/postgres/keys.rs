//! Keys that all machines share.

use footnote_store::keys::{ApiKey, KeyHash, KeyStore, KeyUse, Secret, SignedIn};
use footnote_store::{StoreError, StoreFuture};
use tokio_postgres::Row;

use crate::Database;
use crate::parameters::p;

/// The keys in a database.
#[derive(Debug)]
pub struct PostgresKeys(Database);

impl PostgresKeys {
    /// Returns the keys in `database`.
    pub fn over(database: Database) -> Self {
        Self(database)
    }

    async fn kept_secret(&self, fresh: Secret) -> Result<Secret, StoreError> {
        let select = "SELECT bits FROM footnote.secret";
        // Servers read the key every few seconds, and must not write each time.
        let mut bits = self.0.row(select, &[]).await?;
        if bits.is_none() {
            let insert = "INSERT INTO footnote.secret VALUES (true, $1) ON CONFLICT DO NOTHING";
            self.0.execute(insert, &[p(&fresh.0.as_slice())]).await?;
            bits = self.0.row(select, &[]).await?;
        }
        let bits = bits.ok_or(StoreError::Missing)?;
        Ok(Secret(bytes(bits.get(0))?))
    }

    async fn put_link(&self, hash: KeyHash, now: i64, expires: i64) -> Result<(), StoreError> {
        self.0.execute("DELETE FROM footnote.links WHERE expires <= $1", &[p(&now)]).await?;
        let insert = "INSERT INTO footnote.links VALUES ($1, $2)";
        self.0.execute(insert, &[p(&hash.as_slice()), p(&expires)]).await.map(drop)
    }

    async fn insert(&self, key: ApiKey) -> Result<(), StoreError> {
        let ApiKey { name, groups, hash, created, expires, used, requests } = key;
        let insert = "INSERT INTO footnote.keys VALUES ($1, $2, $3, $4, $5, $6, $7) \
            ON CONFLICT DO NOTHING";
        let hash = hash.as_slice();
        let values =
            [p(&name), p(&groups), p(&hash), p(&created), p(&expires), p(&used), p(&requests)];
        match self.0.execute(insert, &values).await? {
            0 => Err(StoreError::Exists),
            _ => Ok(()),
        }
    }

    async fn count_all(&self, uses: Vec<KeyUse>) -> Result<(), StoreError> {
        if uses.is_empty() {
            return Ok(());
        }
        let hashes: Vec<&[u8]> = uses.iter().map(|one| one.hash.as_slice()).collect();
        let requests: Vec<i64> = uses.iter().map(|one| one.requests).collect();
        let at: Vec<i64> = uses.iter().map(|one| one.at).collect();
        self.0.execute(COUNT, &[p(&hashes), p(&requests), p(&at)]).await.map(drop)
    }

    async fn put_browser(&self, browser: SignedIn, now: i64) -> Result<(), StoreError> {
        let SignedIn { hash, name, groups, expires, used } = browser;
        let ended = "DELETE FROM footnote.browsers WHERE expires <= $1 OR used + $2 <= $1";
        self.0.execute(ended, &[p(&now), p(&SignedIn::IDLE)]).await?;
        let insert = "INSERT INTO footnote.browsers VALUES ($1, $2, $3, $4, $5)";
        let hash = hash.as_slice();
        let values = [p(&hash), p(&name), p(&groups), p(&expires), p(&used)];
        self.0.execute(insert, &values).await.map(drop)
    }

    async fn noted_browser(&self, hash: KeyHash, now: i64) -> Result<Option<SignedIn>, StoreError> {
        let find = "SELECT name, groups, expires, used FROM footnote.browsers WHERE hash = $1";
        let Some(row) = self.0.row(find, &[p(&hash.as_slice())]).await? else {
            return Ok(None);
        };
        let (name, groups) = (row.get(0), row.get(1));
        let browser = SignedIn { hash, name, groups, expires: row.get(2), used: row.get(3) };
        if browser.is_ended(now) {
            return Ok(None);
        }
        if browser.used + SignedIn::NOTED <= now {
            let note = "UPDATE footnote.browsers SET used = $1 WHERE hash = $2";
            self.0.execute(note, &[p(&now), p(&hash.as_slice())]).await?;
        }
        Ok(Some(browser))
    }
}

impl KeyStore for PostgresKeys {
    fn secret(&self, fresh: Secret) -> StoreFuture<'_, Secret> {
        Box::pin(self.kept_secret(fresh))
    }

    fn replace_secret(&self, fresh: Secret) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let replace = "INSERT INTO footnote.secret VALUES (true, $1) \
                ON CONFLICT (single) DO UPDATE SET bits = excluded.bits";
            self.0.execute(replace, &[p(&fresh.0.as_slice())]).await?;
            self.0.execute("DELETE FROM footnote.browsers", &[]).await.map(drop)
        })
    }

    fn add_link(&self, hash: KeyHash, now: i64, expires: i64) -> StoreFuture<'_, ()> {
        Box::pin(self.put_link(hash, now, expires))
    }

    fn use_link(&self, hash: KeyHash, now: i64) -> StoreFuture<'_, bool> {
        Box::pin(async move {
            let used = "DELETE FROM footnote.links WHERE hash = $1 AND expires > $2";
            Ok(self.0.execute(used, &[p(&hash.as_slice()), p(&now)]).await? > 0)
        })
    }

    fn add(&self, key: ApiKey) -> StoreFuture<'_, ()> {
        Box::pin(self.insert(key))
    }

    fn all(&self) -> StoreFuture<'_, Vec<ApiKey>> {
        Box::pin(async move {
            let all = "SELECT name, groups, hash, created, expires, used, requests \
                FROM footnote.keys ORDER BY name";
            self.0.rows(all, &[]).await?.iter().map(key).collect()
        })
    }

    fn remove<'a>(&'a self, name: &'a str) -> StoreFuture<'a, bool> {
        Box::pin(async move {
            let remove = "DELETE FROM footnote.keys WHERE name = $1";
            Ok(self.0.execute(remove, &[p(&name)]).await? > 0)
        })
    }

    fn count(&self, uses: Vec<KeyUse>) -> StoreFuture<'_, ()> {
        Box::pin(self.count_all(uses))
    }

    fn add_browser(&self, browser: SignedIn, now: i64) -> StoreFuture<'_, ()> {
        Box::pin(self.put_browser(browser, now))
    }

    fn use_browser(&self, hash: KeyHash, now: i64) -> StoreFuture<'_, Option<SignedIn>> {
        Box::pin(self.noted_browser(hash, now))
    }

    fn remove_browser(&self, hash: KeyHash) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let remove = "DELETE FROM footnote.browsers WHERE hash = $1";
            self.0.execute(remove, &[p(&hash.as_slice())]).await.map(drop)
        })
    }

    fn remove_browsers_of<'a>(&'a self, name: &'a str) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            let remove = "DELETE FROM footnote.browsers WHERE name = $1";
            self.0.execute(remove, &[p(&name)]).await.map(drop)
        })
    }
}

/// Every machine updates keys in the same order, so that two of them never wait for each other.
const COUNT: &str = "UPDATE footnote.keys AS kept SET requests = kept.requests + new.requests, \
    used = greatest(kept.used, new.at) \
    FROM (SELECT * FROM unnest($1, $2, $3) AS used (hash, requests, at) ORDER BY hash) AS new \
    WHERE kept.hash = new.hash";

fn key(row: &Row) -> Result<ApiKey, StoreError> {
    Ok(ApiKey {
        name: row.get(0),
        groups: row.get(1),
        hash: bytes(row.get(2))?,
        created: row.get(3),
        expires: row.get(4),
        used: row.get(5),
        requests: row.get(6),
    })
}

/// Returns the 32 bytes of a hash or a secret.
fn bytes(stored: &[u8]) -> Result<[u8; 32], StoreError> {
    stored.try_into().map_err(|error| StoreError::Damaged(Box::new(error)))
}

#[cfg(test)]
mod tests {
    use footnote_store::contract_tests::keys::keeps_keys;

    use super::*;
    use crate::tests::databases;

    #[tokio::test]
    async fn the_contract_is_kept() {
        for database in databases().await {
            keeps_keys(&PostgresKeys::over(database)).await;
        }
    }
}
