//! The vectors of one model in the database, from where each machine reads them into memory.

use std::sync::atomic::{AtomicI64, Ordering};

use footnote_store::{StoreError, Vector, VectorKey, VectorStore};
use tokio::runtime::Handle;
use tokio_postgres::Row;
use uuid::Uuid;

use crate::Database;
use crate::error::failure;
use crate::parameters::{limited, p};

/// Number of vectors read or written with one statement.
const VECTORS_AT_ONCE: usize = 10_000;

/// Advisory lock of writers: "vectors" in hexadecimal. Without it, numbers might become visible out of order.
const LOCK: i64 = 0x76_6563_746f_7273;

const READ: &str = "SELECT number, key, scale, numbers FROM footnote.vectors \
    WHERE model = (SELECT id FROM footnote.models WHERE mark = $1) AND number > $2 ORDER BY number LIMIT $3";

const WRITE: &str = "INSERT INTO footnote.vectors AS kept (model, key, scale, numbers) \
    SELECT DISTINCT ON (r.key) m.id, r.key, r.scale, r.numbers FROM footnote.models m, \
        unnest($2::uuid[], $3::real[], $4::bytea[]) r (key, scale, numbers) WHERE m.mark = $1 \
    ON CONFLICT (model, key) DO UPDATE SET scale = excluded.scale, numbers = excluded.numbers";

/// The vectors of one model.
#[derive(Debug)]
pub struct PostgresVectors {
    database: Database,
    /// Fingerprint of the model.
    mark: String,
    /// Number of the last vector read.
    last: AtomicI64,
}

impl PostgresVectors {
    /// Returns the vectors of the model with this fingerprint. Those of other models are kept beside them.
    pub fn over(database: Database, mark: &str) -> Self {
        Self { database, mark: mark.to_owned(), last: AtomicI64::default() }
    }

    /// Reads the vectors behind the last one read.
    async fn read_on(&self) -> Result<Vec<Vector>, StoreError> {
        let mut vectors = Vec::new();
        loop {
            let (last, limit) = (self.last.load(Ordering::Relaxed), limited(VECTORS_AT_ONCE));
            let rows = self.database.rows(READ, &[p(&self.mark), p(&last), p(&limit)]).await?;
            let Some(end) = rows.last() else {
                return Ok(vectors);
            };
            self.last.store(end.get(0), Ordering::Relaxed);
            vectors.extend(rows.iter().map(vector));
        }
    }

    async fn add(&self, vectors: &[Vector]) -> Result<(), StoreError> {
        let mut client = self.database.client().await?;
        for some in vectors.chunks(VECTORS_AT_ONCE) {
            let keys: Vec<Uuid> = some.iter().map(|one| Uuid::from_u128(one.key.0)).collect();
            let scales: Vec<f32> = some.iter().map(|one| one.scale).collect();
            let bytes = |one: &Vector| one.numbers.iter().map(|it| it.cast_unsigned()).collect();
            let numbers: Vec<Vec<u8>> = some.iter().map(bytes).collect();
            let all = client.transaction().await.map_err(failure)?;
            let lock = "SELECT pg_advisory_xact_lock($1)";
            all.query_typed(lock, &[p(&LOCK)]).await.map_err(failure)?;
            let name = "INSERT INTO footnote.models (mark) VALUES ($1) ON CONFLICT DO NOTHING";
            all.execute_typed(name, &[p(&self.mark)]).await.map_err(failure)?;
            let parameters = [p(&self.mark), p(&keys), p(&scales), p(&numbers)];
            all.execute_typed(WRITE, &parameters).await.map_err(failure)?;
            all.commit().await.map_err(failure)?;
        }
        Ok(())
    }

    /// Returns the first column of the only row of a statement over the model; `None` if there is no row.
    async fn value<T>(&self, statement: &str) -> Result<Option<T>, StoreError>
    where
        T: for<'a> tokio_postgres::types::FromSql<'a>,
    {
        let row = self.database.row(statement, &[p(&self.mark)]).await?;
        Ok(row.map(|row| row.get(0)))
    }
}

impl VectorStore for PostgresVectors {
    fn location(&self) -> String {
        "the database".to_owned()
    }

    fn model(&self) -> Result<Option<String>, StoreError> {
        Handle::current().block_on(self.value("SELECT mark FROM footnote.models WHERE mark = $1"))
    }

    fn read(&self) -> Result<Vec<Vector>, StoreError> {
        self.last.store(0, Ordering::Relaxed);
        self.newer()
    }

    fn newer(&self) -> Result<Vec<Vector>, StoreError> {
        Handle::current().block_on(self.read_on())
    }

    fn count(&self) -> Result<usize, StoreError> {
        let count = "SELECT count(*) FROM footnote.vectors \
            WHERE model = (SELECT id FROM footnote.models WHERE mark = $1)";
        let count: Option<i64> = Handle::current().block_on(self.value(count))?;
        Ok(count.and_then(|count| count.try_into().ok()).unwrap_or_default())
    }

    fn write(&self, _: &str, vectors: &[Vector]) -> Result<(), StoreError> {
        Handle::current().block_on(self.add(vectors))
    }

    fn remove(&self, keys: &[VectorKey]) -> Result<(), StoreError> {
        let keys: Vec<Uuid> = keys.iter().map(|key| Uuid::from_u128(key.0)).collect();
        let remove = "DELETE FROM footnote.vectors \
            WHERE model = (SELECT id FROM footnote.models WHERE mark = $1) AND key = ANY($2)";
        let parameters = [p(&self.mark), p(&keys)];
        Handle::current().block_on(self.database.execute(remove, &parameters)).map(drop)
    }
}

fn vector(row: &Row) -> Vector {
    let numbers: &[u8] = row.get(3);
    Vector {
        key: VectorKey(row.get::<_, Uuid>(1).as_u128()),
        scale: row.get(2),
        numbers: numbers.iter().map(|byte| byte.cast_signed()).collect(),
    }
}
