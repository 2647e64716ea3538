//! Vectors in a `SQLite` file.

use std::path::Path;

use rusqlite::{Connection, OptionalExtension as _, Row, params};

use super::{Database, Schema};
use crate::{StoreError, Vector, VectorKey, VectorStore};

pub(super) const SCHEMA: Schema = Schema {
    content: "vectors",
    file: "vectors.db",
    version: 4,
    tables: include_str!("vectors.sql"),
    // Version 4 had vectors of statements as well.
    upgrades: &["DROP TABLE IF EXISTS statements"],
    complete: |_| Ok(()),
};

/// Vectors in a file, which several processes may have open.
#[derive(Debug)]
pub struct SqliteVectors(Database);

impl SqliteVectors {
    /// Opens the vectors in `folder`.
    ///
    /// # Errors
    ///
    /// Fails if the file can neither be read nor created.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        Database::open(&folder.join(SCHEMA.file), &SCHEMA).map(Self)
    }

    /// Runs `work`; if the file turns out to be damaged, runs it once more on the new file.
    fn run<T>(
        &self,
        work: impl Fn(&mut Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        match self.0.run(&work) {
            Err(StoreError::Damaged(_)) => self.0.run(&work),
            done => done,
        }
    }
}

impl VectorStore for SqliteVectors {
    fn location(&self) -> String {
        self.0.location()
    }

    fn model(&self) -> Result<Option<String>, StoreError> {
        self.run(|connection| {
            let named = connection.query_row("SELECT name FROM model", [], |row| row.get(0));
            Ok(named.optional()?)
        })
    }

    fn read(&self) -> Result<Vec<Vector>, StoreError> {
        self.run(|connection| read(connection))
    }

    fn count(&self) -> Result<usize, StoreError> {
        self.run(|connection| count(connection))
    }

    fn write(&self, model: &str, vectors: &[Vector]) -> Result<(), StoreError> {
        self.run(|connection| {
            let all = connection.transaction()?;
            name_model(&all, model)?;
            let mut insert =
                all.prepare_cached("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)")?;
            for vector in vectors {
                let numbers = vector.numbers.iter().map(|number| number.cast_unsigned());
                let numbers: Vec<u8> = numbers.collect();
                insert.execute(params![column(vector.key), vector.scale, numbers])?;
            }
            drop(insert);
            Ok(all.commit()?)
        })
    }

    fn remove(&self, keys: &[VectorKey]) -> Result<(), StoreError> {
        self.run(|connection| {
            let all = connection.transaction()?;
            for key in keys {
                all.prepare_cached("DELETE FROM vectors WHERE text = ?")?
                    .execute([column(*key)])?;
            }
            all.commit()?;
            // Otherwise the file would never shrink.
            Ok(connection.execute_batch("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")?)
        })
    }
}

/// Records the model of all vectors, if none is recorded.
fn name_model(connection: &Connection, model: &str) -> Result<(), StoreError> {
    const NAME: &str = "INSERT INTO model SELECT ? WHERE NOT EXISTS (SELECT 1 FROM model)";
    connection.execute(NAME, [model])?;
    Ok(())
}

/// A key as a column value.
fn column(key: VectorKey) -> [u8; 16] {
    key.0.to_be_bytes()
}

/// The key in the first column of a row.
fn key(row: &Row<'_>) -> rusqlite::Result<VectorKey> {
    row.get(0).map(u128::from_be_bytes).map(VectorKey)
}

fn count(connection: &Connection) -> Result<usize, StoreError> {
    let count: isize =
        connection.query_row("SELECT count(*) FROM vectors", [], |row| row.get(0))?;
    Ok(count.unsigned_abs())
}

fn read(connection: &Connection) -> Result<Vec<Vector>, StoreError> {
    let mut all = Vec::with_capacity(count(connection)?);
    let mut rows = connection.prepare("SELECT text, scale, numbers FROM vectors")?;
    let mut rows = rows.query([])?;
    while let Some(row) = rows.next()? {
        let numbers = row.get_ref(2)?.as_blob().unwrap_or_default();
        all.push(Vector {
            key: key(row)?,
            scale: row.get(1)?,
            numbers: numbers.iter().map(|byte| byte.cast_signed()).collect(),
        });
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::contract_tests::vectors::keeps_vector_store;

    #[test]
    fn the_contract_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        keeps_vector_store(&SqliteVectors::open(folder.path()).unwrap());
    }

    #[test]
    fn the_vectors_of_an_earlier_version_are_kept_without_those_of_statements() {
        let folder = tempfile::tempdir().unwrap();
        let earlier = Connection::open(folder.path().join(SCHEMA.file)).unwrap();
        earlier.execute_batch(SCHEMA.tables).unwrap();
        let rows = "CREATE TABLE statements (text BLOB NOT NULL UNIQUE, vectors BLOB NOT NULL); \
            INSERT INTO statements VALUES (x'00', x'00'); INSERT INTO model VALUES ('a'); \
            INSERT INTO vectors VALUES (zeroblob(16), 0.5, x'01ff'); PRAGMA user_version = 4";
        earlier.execute_batch(rows).unwrap();
        drop(earlier);
        let store = SqliteVectors::open(folder.path()).unwrap();
        let kept = Vector { key: VectorKey(0), scale: 0.5, numbers: [1, -1].into() };
        assert_eq!(
            (store.model().unwrap().as_deref(), store.read().unwrap()),
            (Some("a"), vec![kept])
        );
        assert!(
            store.run(|it| Ok(it.query_row("SELECT 1 FROM statements", [], |_| Ok(()))?)).is_err()
        );
    }

    #[test]
    fn a_file_that_is_damaged_is_set_aside_wherever_that_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(SCHEMA.file);
        let many =
            (0..500).map(|id| Vector { key: VectorKey(id), scale: 1.0, numbers: [7; 384].into() });
        let many: Vec<_> = many.collect();
        for from in [0, 40_000] {
            let store = SqliteVectors::open(folder.path()).unwrap();
            store.write("a", &many).unwrap();
            drop(store);
            let mut bytes = fs::read(&file).unwrap();
            bytes[from..from + 9_000].fill(255);
            fs::write(&file, bytes).unwrap();
            let store = SqliteVectors::open(folder.path()).unwrap();
            assert!(store.read().unwrap().is_empty());
            assert_eq!((store.model().unwrap(), store.count().unwrap()), (None, 0));
            fs::remove_file(folder.path().join("vectors.damaged")).unwrap();
            store.write("b", &many[..9]).unwrap();
            assert_eq!(store.read().unwrap().len(), 9);
            drop(store);
            fs::remove_file(&file).unwrap();
        }
    }
}
