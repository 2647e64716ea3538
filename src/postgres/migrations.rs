//! The schema, updated by numbered migrations.

use deadpool_postgres::Client;
use footnote_retrieval::store::StoreError;

use crate::error::failure;
use crate::parameters::p;

/// The migrations in order. Each is applied once, and none is ever changed.
const MIGRATIONS: &[&str] = &[
    include_str!("migrations/1.sql"),
    include_str!("migrations/2.sql"),
    include_str!("migrations/3.sql"),
    include_str!("migrations/4.sql"),
    include_str!("migrations/5.sql"),
    include_str!("migrations/6.sql"),
    include_str!("migrations/7.sql"),
    include_str!("migrations/8.sql"),
    include_str!("migrations/9.sql"),
    include_str!("migrations/10.sql"),
    include_str!("migrations/11.sql"),
    include_str!("migrations/12.sql"),
];

/// The advisory lock held while the schema changes: "footnote" in hexadecimal.
const LOCK: i64 = 0x666f_6f74_6e6f_7465;

/// Applies the missing migrations. Machines that start at once wait for each other.
///
/// # Errors
///
/// Returns [`StoreError::Mismatch`] if the schema is newer than this program.
pub(crate) async fn run(client: &mut Client) -> Result<(), StoreError> {
    let known = MIGRATIONS.len().try_into().unwrap_or(i32::MAX);
    if version(client).await? == known {
        return Ok(());
    }
    let transaction = client.transaction().await.map_err(failure)?;
    transaction
        .batch_execute("SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = '5min'")
        .await
        .map_err(failure)?;
    let lock = "SELECT pg_advisory_xact_lock($1)";
    transaction.query_typed(lock, &[p(&LOCK)]).await.map_err(failure)?;
    let table = "CREATE SCHEMA IF NOT EXISTS footnote; \
        CREATE TABLE IF NOT EXISTS footnote.migrations (number int PRIMARY KEY)";
    transaction.batch_execute(table).await.map_err(failure)?;
    let done = transaction.query_typed(DONE, &[]).await.map_err(failure)?;
    let done: i32 = done.first().map_or(0, |row| row.get(0));
    if done > known {
        return Err(newer(done, known));
    }
    for (number, migration) in (1..).zip(MIGRATIONS).filter(|(number, _)| *number > done) {
        transaction.batch_execute(migration).await.map_err(failure)?;
        let note = "INSERT INTO footnote.migrations VALUES ($1)";
        transaction.execute_typed(note, &[p(&number)]).await.map_err(failure)?;
        tracing::info!(number, "the schema is brought up to date");
    }
    transaction.commit().await.map_err(failure)
}

/// Checks that the schema is the one that this program knows.
///
/// # Errors
///
/// Returns [`StoreError::Mismatch`] if it is not.
pub(crate) async fn check(client: &Client) -> Result<(), StoreError> {
    let known = MIGRATIONS.len().try_into().unwrap_or(i32::MAX);
    match version(client).await? {
        same if same == known => Ok(()),
        0 => Err(StoreError::Mismatch("no Footnote has used this database yet".to_owned())),
        done if done > known => Err(newer(done, known)),
        done => Err(StoreError::Mismatch(format!(
            "the database has been used by an older Footnote (its schema is number {done}, this program's is {known}): \
             use that version, or start this one first"
        ))),
    }
}

const DONE: &str = "SELECT coalesce(max(number), 0) FROM footnote.migrations";

/// Returns the number of the last migration applied; 0 before the first.
async fn version(client: &Client) -> Result<i32, StoreError> {
    let there = "SELECT to_regclass('footnote.migrations') IS NOT NULL";
    let there = client.query_typed_one(there, &[]).await.map_err(failure)?;
    if !there.get::<_, bool>(0) {
        return Ok(0);
    }
    Ok(client.query_typed_one(DONE, &[]).await.map_err(failure)?.get(0))
}

fn newer(done: i32, known: i32) -> StoreError {
    StoreError::Mismatch(format!(
        "the database has been used by a newer Footnote (its schema is number {done}, this program knows {known}): \
         start that version, or name another database"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Database;
    use crate::tests::addresses;

    #[tokio::test]
    async fn what_an_earlier_version_has_stored_fills_the_pots() {
        for address in addresses().await {
            let database = Database::open(&address, 2).unwrap();
            let (client, connection) = database.connect_alone().await.unwrap();
            let earlier = async {
                let begin = "CREATE SCHEMA footnote; \
                    CREATE TABLE footnote.migrations (number int PRIMARY KEY); \
                    INSERT INTO footnote.migrations SELECT generate_series(1, 6)";
                client.batch_execute(begin).await.unwrap();
                for migration in &MIGRATIONS[..6] {
                    client.batch_execute(migration).await.unwrap();
                }
                let stored = "INSERT INTO footnote.sessions (id, owner, used, holder, bytes) VALUES \
                        ('a', 'ada', now(), 1, 40), ('b', 'ada', now(), 1, 30), ('c', '', now(), 2, 5); \
                    INSERT INTO footnote.blobs (space, name, size) VALUES \
                        ('uploads', 'a/b.md', 7), ('uploads', '.removed/12/a/c.md', 5), ('uploads', 'a/.access', 3)";
                client.batch_execute(stored).await.unwrap();
            };
            tokio::select! {
                () = earlier => {}
                _ = connection => unreachable!(),
            }
            let pots = "SELECT string_agg(concat_ws(' ', holder, known, bytes), ', ' ORDER BY holder) || '; ' || \
                (SELECT concat_ws(' ', shown, aside) FROM footnote.blob_bytes) FROM footnote.pots";
            let pots = database.row(pots, &[]).await.unwrap().unwrap();
            assert_eq!(pots.get::<_, &str>(0), "1 t 70, 2 f 5; 7 5");
        }
    }
}
