//! The schema, brought up to date by numbered migrations.

use deadpool_postgres::Client;
use footnote_retrieval::store::StoreError;

use crate::error::failure;
use crate::parameters::p;

/// The migrations, in their order: each is done once, and none is ever changed.
const MIGRATIONS: &[&str] = &[
    include_str!("migrations/1.sql"),
    include_str!("migrations/2.sql"),
    include_str!("migrations/3.sql"),
    include_str!("migrations/4.sql"),
    include_str!("migrations/5.sql"),
    include_str!("migrations/6.sql"),
    include_str!("migrations/7.sql"),
];

/// The number of the advisory lock that is held while the schema changes: "footnote" in hexadecimal digits.
const LOCK: i64 = 0x666f_6f74_6e6f_7465;

/// Does what is missing; machines that begin at once wait for each other.
///
/// # Errors
///
/// [`StoreError::Mismatch`] if the schema is newer than this program.
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

const DONE: &str = "SELECT coalesce(max(number), 0) FROM footnote.migrations";

/// The number of the last migration; 0 before the first.
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
