//! The schema: made in an empty database, and brought forward from those since the last release.

use deadpool_postgres::Client;
use footnote_store::StoreError;

use crate::error::failure;
use crate::parameters::p;

/// The statements that make the schema, or bring those since [`OLDEST`] forward.
const SCHEMA: &str = include_str!("schema.sql");

/// Number of the schema of this program.
const NUMBER: i32 = 13;

/// Number of the oldest schema that is brought forward, that of version 0.2.0.
const OLDEST: i32 = 9;

/// The advisory lock held while the schema changes: "footnote" in hexadecimal.
const LOCK: i64 = 0x666f_6f74_6e6f_7465;

/// Brings the schema up to date. Machines that start at once wait for each other.
///
/// # Errors
///
/// Returns [`StoreError::Mismatch`] if the schema is newer than this program, or too old.
pub(crate) async fn run(client: &mut Client) -> Result<(), StoreError> {
    if number(client).await? == NUMBER {
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
    let done = transaction.query_typed_one(DONE, &[]).await.map_err(failure)?.get(0);
    match done {
        NUMBER => return Ok(()),
        0 | OLDEST..NUMBER => {}
        other => return Err(unknown(other)),
    }
    transaction.batch_execute(SCHEMA).await.map_err(failure)?;
    let note = "INSERT INTO footnote.migrations VALUES ($1)";
    transaction.execute_typed(note, &[p(&NUMBER)]).await.map_err(failure)?;
    tracing::info!(number = NUMBER, "the schema is brought up to date");
    transaction.commit().await.map_err(failure)
}

/// Checks that the schema is the one that this program knows.
///
/// # Errors
///
/// Returns [`StoreError::Mismatch`] if it is not.
pub(crate) async fn check(client: &Client) -> Result<(), StoreError> {
    match number(client).await? {
        NUMBER => Ok(()),
        0 => Err(StoreError::Mismatch("no Footnote has used this database yet".to_owned())),
        other => Err(unknown(other)),
    }
}

const DONE: &str = "SELECT coalesce(max(number), 0) FROM footnote.migrations";

/// Returns the number of the schema; 0 if there is none.
async fn number(client: &Client) -> Result<i32, StoreError> {
    let there = "SELECT to_regclass('footnote.migrations') IS NOT NULL";
    let there = client.query_typed_one(there, &[]).await.map_err(failure)?;
    if !there.get::<_, bool>(0) {
        return Ok(0);
    }
    Ok(client.query_typed_one(DONE, &[]).await.map_err(failure)?.get(0))
}

/// Returns the error for a schema of another number.
fn unknown(number: i32) -> StoreError {
    StoreError::Mismatch(if number > NUMBER {
        format!(
            "the database has been used by a newer Footnote (its schema is number {number}, this program knows \
             {NUMBER}): start that version, or name another database"
        )
    } else {
        format!(
            "the database has been used by an older Footnote (its schema is number {number}, this program's is \
             {NUMBER}): write a backup with that version (`footnote backup`), and restore it into an empty database"
        )
    })
}

#[cfg(test)]
mod tests {
    use footnote_store::StoreError;

    use super::*;
    use crate::Database;
    use crate::tests::{addresses, databases};

    /// Leaves the schema of this number behind, which has been made of these statements.
    async fn earlier(address: &str, number: i32, statements: &str) {
        let (client, connection) =
            Database::open(address, 1).unwrap().connect_alone().await.unwrap();
        let begin = format!(
            "CREATE SCHEMA footnote; CREATE TABLE footnote.migrations (number int PRIMARY KEY); \
             INSERT INTO footnote.migrations VALUES ({number}); {statements}"
        );
        tokio::select! {
            made = client.batch_execute(&begin) => made.unwrap(),
            _ = connection => unreachable!(),
        }
    }

    #[tokio::test]
    async fn the_documents_of_the_schema_before_are_kept_and_what_was_searched_of_them_is_not() {
        let former = "CREATE TABLE footnote.catalogs (analysis int PRIMARY KEY, version bigint NOT NULL); \
            CREATE TABLE footnote.documents (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, \
                analysis int NOT NULL, acl int NOT NULL, path text NOT NULL, path_hash uuid NOT NULL, \
                record text NOT NULL); \
            CREATE TABLE footnote.passages (id bigint PRIMARY KEY, document bigint NOT NULL, \
                ordinal int NOT NULL, passage text NOT NULL); \
            CREATE TABLE footnote.postings (term text); CREATE TABLE footnote.vectors_1 (key uuid); \
            INSERT INTO footnote.catalogs VALUES (3, 7); \
            INSERT INTO footnote.documents (analysis, acl, path, path_hash, record) \
                VALUES (3, 1, 'a.md', gen_random_uuid(), '{}')";
        for address in addresses().await {
            earlier(&address, OLDEST, former).await;
            let database = Database::open(&address, 2).unwrap();
            let kept = "SELECT path, version FROM footnote.changes WHERE analysis = 3";
            let kept = database.row(kept, &[]).await.unwrap().unwrap();
            assert_eq!((kept.get::<_, &str>(0), kept.get::<_, i64>(1)), ("a.md", 7));
            let gone = "SELECT coalesce(to_regclass('footnote.postings'), to_regclass('footnote.vectors_1')) IS NULL";
            assert!(database.row(gone, &[]).await.unwrap().unwrap().get::<_, bool>(0));
        }
    }

    #[tokio::test]
    async fn a_schema_that_is_too_old_or_too_new_is_refused_with_what_to_do() {
        for (number, advice) in [(OLDEST - 1, "footnote backup"), (NUMBER + 1, "newer Footnote")] {
            for address in addresses().await {
                earlier(&address, number, "").await;
                let refused = Database::open(&address, 2).unwrap().migrate().await.unwrap_err();
                assert!(matches!(&refused, StoreError::Mismatch(why) if why.contains(advice)));
            }
        }
    }

    #[tokio::test]
    async fn the_statements_can_be_repeated() {
        for database in databases().await {
            let mut client = database.client().await.unwrap();
            let again = client.transaction().await.unwrap();
            again.batch_execute(SCHEMA).await.unwrap();
            again.commit().await.unwrap();
        }
    }
}
