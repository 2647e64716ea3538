//! Keys in a `SQLite` file that only its owner can read.

use std::path::Path;
use std::sync::Arc;

use rusqlite::ErrorCode::ConstraintViolation;
use rusqlite::{Connection, OptionalExtension as _, Row, params};

use super::{Database, Schema};
use crate::keys::{ApiKey, KeyHash, KeyStore, KeyUse, Secret, SignedIn};
use crate::{StoreError, StoreFuture};

pub(super) const SCHEMA: Schema = Schema {
    content: "keys",
    file: "keys.db",
    version: 1,
    tables: include_str!("keys.sql"),
    upgrades: &[include_str!("keys-2.sql")],
    complete: |_| Ok(()),
};

/// Keys in a file.
#[derive(Debug)]
pub struct SqliteKeys(Arc<Database>);

impl SqliteKeys {
    /// The keys in `file`. If it cannot be opened, every read and write tries again.
    pub fn open(file: &Path) -> Self {
        Self(Arc::new(Database::unopened(file, &SCHEMA)))
    }

    /// Keys in memory.
    ///
    /// # Errors
    ///
    /// Fails if out of memory.
    pub fn in_memory() -> Result<Self, StoreError> {
        Ok(Self(Arc::new(Database::in_memory(&SCHEMA)?)))
    }

    /// Runs blocking `work` on a separate thread.
    fn run_blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> StoreFuture<'static, T> {
        let database = Arc::clone(&self.0);
        Box::pin(async move {
            let done = tokio::task::spawn_blocking(move || database.run(work));
            done.await.unwrap_or(Err(StoreError::Cancelled))
        })
    }
}

impl KeyStore for SqliteKeys {
    fn secret(&self, Secret(fresh): Secret) -> StoreFuture<'_, Secret> {
        self.run_blocking(move |connection| {
            let select = "SELECT bits FROM secret";
            // Servers read it every few seconds, and must not write each time.
            let kept = connection.query_row(select, [], |row| row.get(0)).optional()?;
            if let Some(bits) = kept {
                return Ok(Secret(bits));
            }
            connection.execute("INSERT OR IGNORE INTO secret VALUES (1, ?)", [fresh])?;
            Ok(Secret(connection.query_row(select, [], |row| row.get(0))?))
        })
    }

    fn replace_secret(&self, Secret(fresh): Secret) -> StoreFuture<'_, ()> {
        self.run_blocking(move |connection| {
            let all = connection.transaction()?;
            all.execute("INSERT OR REPLACE INTO secret VALUES (1, ?)", [fresh])?;
            all.execute("DELETE FROM browsers", [])?;
            Ok(all.commit()?)
        })
    }

    fn add_link(&self, hash: KeyHash, now: i64, expires: i64) -> StoreFuture<'_, ()> {
        self.run_blocking(move |connection| {
            let all = connection.transaction()?;
            all.execute("DELETE FROM links WHERE expires <= ?", [now])?;
            all.execute("INSERT INTO links VALUES (?, ?)", params![hash, expires])?;
            Ok(all.commit()?)
        })
    }

    fn use_link(&self, hash: KeyHash, now: i64) -> StoreFuture<'_, bool> {
        self.run_blocking(move |connection| {
            let used = "DELETE FROM links WHERE hash = ? AND expires > ?";
            Ok(connection.execute(used, params![hash, now])? > 0)
        })
    }

    fn add(&self, key: ApiKey) -> StoreFuture<'_, ()> {
        self.run_blocking(move |connection| {
            let ApiKey { name, groups, hash, created, expires, used, requests } = key;
            let groups = serde_json::to_string(&groups)?;
            let values = params![name, groups, hash, created, expires, used, requests];
            let done = connection.execute("INSERT INTO keys VALUES (?, ?, ?, ?, ?, ?, ?)", values);
            done.map(drop).map_err(|error| match error.sqlite_error_code() {
                Some(ConstraintViolation) => StoreError::Exists,
                _ => error.into(),
            })
        })
    }

    fn all(&self) -> StoreFuture<'_, Vec<ApiKey>> {
        self.run_blocking(|connection| {
            let all = "SELECT name, groups, hash, created, expires, used, requests FROM keys \
                ORDER BY name";
            let mut all = connection.prepare_cached(all)?;
            let rows = all.query_map([], |row| Ok((row.get(1)?, key(row)?)))?;
            let keys = rows.map(|row| {
                let (groups, key): (String, ApiKey) = row?;
                Ok(ApiKey { groups: serde_json::from_str(&groups)?, ..key })
            });
            keys.collect()
        })
    }

    fn remove<'a>(&'a self, name: &'a str) -> StoreFuture<'a, bool> {
        let name = name.to_owned();
        self.run_blocking(move |connection| {
            Ok(connection.execute("DELETE FROM keys WHERE name = ?", [name])? > 0)
        })
    }

    fn count(&self, uses: Vec<KeyUse>) -> StoreFuture<'_, ()> {
        self.run_blocking(move |connection| {
            let all = connection.transaction()?;
            for KeyUse { hash, requests, at } in uses {
                let count = "UPDATE keys SET requests = requests + ?, \
                    used = max(coalesce(used, 0), ?) WHERE hash = ?";
                all.execute(count, params![requests, at, hash])?;
            }
            Ok(all.commit()?)
        })
    }

    fn add_browser(&self, browser: SignedIn, now: i64) -> StoreFuture<'_, ()> {
        self.run_blocking(move |connection| {
            let SignedIn { hash, name, groups, expires, used } = browser;
            let groups = serde_json::to_string(&groups)?;
            let all = connection.transaction()?;
            let ended = "DELETE FROM browsers WHERE expires <= ?1 OR used + ?2 <= ?1";
            all.execute(ended, params![now, SignedIn::IDLE])?;
            let insert = "INSERT INTO browsers VALUES (?, ?, ?, ?, ?)";
            all.execute(insert, params![hash, name, groups, expires, used])?;
            Ok(all.commit()?)
        })
    }

    fn use_browser(&self, hash: KeyHash, now: i64) -> StoreFuture<'_, Option<SignedIn>> {
        self.run_blocking(move |connection| {
            let find = "SELECT name, groups, expires, used FROM browsers WHERE hash = ?";
            let mut find = connection.prepare_cached(find)?;
            let found = find.query_row([hash], |row| {
                Ok((row.get(0)?, row.get::<_, String>(1)?, row.get(2)?, row.get(3)?))
            });
            let Some((name, groups, expires, used)) = found.optional()? else {
                return Ok(None);
            };
            let groups = serde_json::from_str(&groups)?;
            let browser = SignedIn { hash, name, groups, expires, used };
            if browser.is_ended(now) {
                return Ok(None);
            }
            if used + SignedIn::NOTED <= now {
                let note = "UPDATE browsers SET used = ? WHERE hash = ?";
                connection.execute(note, params![now, hash])?;
            }
            Ok(Some(browser))
        })
    }

    fn remove_browser(&self, hash: KeyHash) -> StoreFuture<'_, ()> {
        self.run_blocking(move |connection| {
            connection.execute("DELETE FROM browsers WHERE hash = ?", [hash])?;
            Ok(())
        })
    }

    fn remove_browsers_of<'a>(&'a self, name: &'a str) -> StoreFuture<'a, ()> {
        let name = name.to_owned();
        self.run_blocking(move |connection| {
            connection.execute("DELETE FROM browsers WHERE name = ?", [name])?;
            Ok(())
        })
    }
}

/// A key without its groups.
fn key(row: &Row<'_>) -> rusqlite::Result<ApiKey> {
    Ok(ApiKey {
        name: row.get(0)?,
        groups: Vec::new(),
        hash: row.get(2)?,
        created: row.get(3)?,
        expires: row.get(4)?,
        used: row.get(5)?,
        requests: row.get(6)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract_tests::keys::keeps_keys;

    #[tokio::test]
    async fn the_contract_is_kept() {
        keeps_keys(&SqliteKeys::in_memory().unwrap()).await;
    }

    #[tokio::test]
    async fn the_secret_outlives_the_process_in_a_file_of_its_owner_alone() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("keys.db");
        let [one, other] = [1, 2].map(|bits| Secret([bits; 32]));
        let kept =
            async |fresh: &Secret| SqliteKeys::open(&file).secret(fresh.clone()).await.unwrap();
        assert_eq!(kept(&one).await, one);
        assert_eq!(kept(&other).await, one);
        for entry in folder.path().read_dir().unwrap() {
            let mode = entry.unwrap().metadata().unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
    }
}
