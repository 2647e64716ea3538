//! Blobs in chunks, such as uploaded documents and descriptions of images.

use std::{fmt, io};

use footnote_store::blobs::{Blob, BlobBytes, BlobDraft, BlobStore, OpenBlob, is_name};
use footnote_store::{StoreError, StoreFuture};
use futures_util::stream::{self, Stream};
use tokio::runtime::Handle;
use tokio_postgres::Row;
use tokio_util::io::StreamReader;

use crate::Database;
use crate::error::failure;
use crate::parameters::p;

/// Size of a chunk in bytes.
const CHUNK_BYTES: usize = 256 * 1024;

/// Maximum length of a name in bytes, about what a database index can hold.
const MAX_NAME_LEN: usize = 2000;

/// The blobs of one store. A database may hold several such stores.
#[derive(Clone, Debug)]
pub struct PostgresBlobs {
    database: Database,
    space: &'static str,
}

impl PostgresBlobs {
    /// Returns the blobs in `database` of the store named `space`.
    pub fn over(database: Database, space: &'static str) -> Self {
        Self { database, space }
    }

    /// Returns the row that a statement with the space and a name selects.
    async fn row(&self, statement: &str, name: &str) -> Result<Option<Row>, StoreError> {
        check(name)?;
        self.database.row(statement, &[p(&self.space), p(&name)]).await
    }

    /// Executes a statement with the space and a name; returns the number of rows changed.
    async fn execute(&self, statement: &str, name: &str) -> Result<u64, StoreError> {
        check(name)?;
        self.database.execute(statement, &[p(&self.space), p(&name)]).await
    }

    async fn draft(&self) -> Result<PostgresDraft, StoreError> {
        let begin = "INSERT INTO footnote.blobs (space, remove_at) \
            VALUES ($1, now() + interval '1 day') RETURNING id";
        let client = self.database.client().await?;
        let row = client.query_typed_one(begin, &[p(&self.space)]).await.map_err(failure)?;
        Ok(PostgresDraft {
            blobs: self.clone(),
            id: row.get(0),
            chunks: 0,
            size: 0,
            buffer: Vec::new(),
            is_finished: false,
        })
    }

    async fn is_kept(&self, name: &str, content: &[u8]) -> Result<bool, StoreError> {
        let size = self.find(name).await?.map(|blob| blob.size);
        let is_as_large = size.is_some_and(|size| u64::try_from(content.len()) == Ok(size));
        Ok(is_as_large && self.read(name).await?.is_some_and(|kept| kept == content))
    }
}

impl BlobStore for PostgresBlobs {
    fn begin(&self) -> StoreFuture<'_, Box<dyn BlobDraft>> {
        Box::pin(async { Ok(Box::new(self.draft().await?) as Box<dyn BlobDraft>) })
    }

    fn put<'a>(&'a self, name: &'a str, content: &'a [u8]) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            check_new(name)?;
            if self.is_kept(name, content).await? {
                return Ok(());
            }
            let mut draft = Box::new(self.draft().await?);
            draft.write(content).await?;
            draft.finish(name, None).await
        })
    }

    fn open<'a>(&'a self, name: &'a str) -> StoreFuture<'a, Option<OpenBlob>> {
        Box::pin(async move {
            let find = "SELECT id, size FROM footnote.blobs WHERE space = $1 AND name = $2";
            let Some(row) = self.row(find, name).await? else {
                return Ok(None);
            };
            let size: i64 = row.get(1);
            let chunks = chunks(self.database.clone(), row.get(0), size);
            let content = Box::pin(StreamReader::new(chunks));
            Ok(Some(OpenBlob { size: size.unsigned_abs(), content }))
        })
    }

    fn find<'a>(&'a self, name: &'a str) -> StoreFuture<'a, Option<Blob>> {
        Box::pin(async move {
            let find = "SELECT name, size, modified, changed FROM footnote.blobs \
                WHERE space = $1 AND name = $2";
            Ok(self.row(find, name).await?.as_ref().map(blob))
        })
    }

    fn touch<'a>(&'a self, name: &'a str) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            let touch = "UPDATE footnote.blobs \
                SET modified = clock_timestamp(), changed = clock_timestamp() \
                WHERE space = $1 AND name = $2";
            let touched = self.execute(touch, name).await?;
            (touched > 0).then_some(()).ok_or(StoreError::Missing)
        })
    }

    fn rename<'a>(&'a self, from: &'a str, to: &'a str) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            check(from)?;
            check_new(to)?;
            let mut client = self.database.client().await?;
            let all = client.transaction().await.map_err(failure)?;
            lock(&all, self.space, to).await?;
            let parameters = [p(&self.space), p(&from), p(&to)];
            // In order of name, so that two processes swapping names do not deadlock.
            let both = "SELECT name FROM footnote.blobs \
                WHERE space = $1 AND (name = $2 OR name = $3) ORDER BY name FOR UPDATE";
            let both = all.query_typed(both, &parameters).await.map_err(failure)?;
            let is_there = |name| both.iter().any(|row| row.get::<_, &str>(0) == name);
            if !is_there(from) {
                return Err(StoreError::Missing);
            }
            if is_there(to) {
                return Err(StoreError::Exists);
            }
            let rename = "UPDATE footnote.blobs SET name = $3, changed = clock_timestamp() \
                WHERE space = $1 AND name = $2";
            all.execute_typed(rename, &parameters).await.map_err(failure)?;
            all.commit().await.map_err(failure)
        })
    }

    fn remove<'a>(&'a self, name: &'a str) -> StoreFuture<'a, ()> {
        Box::pin(async move { self.execute(UNNAME, name).await.map(drop) })
    }

    fn list<'a>(&'a self, prefix: &'a str) -> StoreFuture<'a, Vec<Blob>> {
        Box::pin(async move {
            if prefix.contains('\0') {
                return Ok(Vec::new());
            }
            let list = "SELECT name, size, modified, changed FROM footnote.blobs \
                WHERE space = $1 AND starts_with(name, $2) ORDER BY name";
            let rows = self.database.rows(list, &[p(&self.space), p(&prefix)]).await?;
            Ok(rows.iter().map(blob).collect())
        })
    }

    fn bytes(&self) -> StoreFuture<'_, BlobBytes> {
        Box::pin(async {
            let row = self.database.row(BYTES, &[p(&self.space)]).await?;
            Ok(row.as_ref().map(bytes).unwrap_or_default())
        })
    }

    fn expire(&self) -> StoreFuture<'_, ()> {
        Box::pin(async {
            // Applies to all stores. The number of blobs is limited, because a statement has little time and blobs may
            // be large.
            let expire = "DELETE FROM footnote.blobs WHERE id IN \
                (SELECT id FROM footnote.blobs WHERE remove_at <= now() \
                 ORDER BY remove_at LIMIT 20 FOR UPDATE SKIP LOCKED)";
            while self.database.execute(expire, &[]).await? > 0 {}
            Ok(())
        })
    }
}

/// Total bytes of the blobs of a store. A trigger maintains this row, and whoever changes blobs locks it.
const BYTES: &str = "SELECT aside, shown FROM footnote.blob_bytes WHERE space = $1";

/// Removes the name of a blob, but keeps its content for an hour for those who are still reading it.
const UNNAME: &str = "UPDATE footnote.blobs SET name = NULL, remove_at = now() + interval '1 hour' \
    WHERE space = $1 AND name = $2";

/// Makes writers of the same name wait for each other.
async fn lock(
    all: &deadpool_postgres::Transaction<'_>,
    space: &str,
    name: &str,
) -> Result<(), StoreError> {
    let lock = "SELECT pg_advisory_xact_lock(hashtextextended($1 || '/' || $2, 0))";
    all.query_typed(lock, &[p(&space), p(&name)]).await.map_err(failure)?;
    Ok(())
}

/// Refuses names that no blob can have.
fn check(name: &str) -> Result<(), StoreError> {
    if is_name(name) { Ok(()) } else { Err(StoreError::Name(name.to_owned())) }
}

/// Refuses names that a new blob cannot have in this store.
fn check_new(name: &str) -> Result<(), StoreError> {
    if name.len() > MAX_NAME_LEN { Err(StoreError::Name(name.to_owned())) } else { check(name) }
}

fn blob(row: &Row) -> Blob {
    Blob {
        name: row.get(0),
        size: row.get::<_, i64>(1).unsigned_abs(),
        modified: row.get(2),
        changed: row.get(3),
    }
}

fn bytes(row: &Row) -> BlobBytes {
    let [aside, shown] = [0, 1].map(|at| u64::try_from(row.get::<_, i64>(at)).unwrap_or_default());
    BlobBytes { aside, shown }
}

/// Returns the chunks of content of this size, each read on demand.
fn chunks(
    database: Database,
    id: i64,
    size: i64,
) -> impl Stream<Item = io::Result<io::Cursor<Vec<u8>>>> + Send {
    stream::try_unfold((database, 0_i32, size), move |(database, number, left)| async move {
        if left <= 0 {
            return Ok(None);
        }
        let read = "SELECT bytes FROM footnote.blob_chunks WHERE blob = $1 AND number = $2";
        let row = database.row(read, &[p(&id), p(&number)]).await.map_err(io::Error::other)?;
        // Otherwise a slow reader would take a truncated blob for a complete one.
        let chunk: Vec<u8> = row.ok_or(io::ErrorKind::UnexpectedEof)?.get(0);
        let left = left.saturating_sub_unsigned(chunk.len().try_into().unwrap_or(u64::MAX));
        Ok(Some((io::Cursor::new(chunk), (database, number.saturating_add(1), left))))
    })
}

/// A blob that is being written, under a random number that nobody else knows.
struct PostgresDraft {
    blobs: PostgresBlobs,
    id: i64,
    /// Number of chunks stored so far.
    chunks: i32,
    size: i64,
    /// Bytes added since the last stored chunk.
    buffer: Vec<u8>,
    is_finished: bool,
}

impl fmt::Debug for PostgresDraft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PostgresDraft").field("id", &self.id).finish_non_exhaustive()
    }
}

impl PostgresDraft {
    /// Stores the buffered bytes. They stay in the buffer until that succeeds, so a chunk is never stored twice.
    async fn store(&mut self) -> Result<(), StoreError> {
        let store = "WITH renewed AS (UPDATE footnote.blobs SET remove_at = now() + interval '1 day' \
                WHERE id = $1 AND remove_at < now() + interval '23 hours') \
            INSERT INTO footnote.blob_chunks (blob, number, bytes) VALUES ($1, $2, $3)";
        let parameters = [p(&self.id), p(&self.chunks), p(&self.buffer)];
        self.blobs.database.execute(store, &parameters).await?;
        let too_large = || io::Error::from(io::ErrorKind::FileTooLarge);
        self.chunks = self.chunks.checked_add(1).ok_or_else(too_large)?;
        self.size += i64::try_from(self.buffer.len()).unwrap_or(i64::MAX);
        self.buffer.clear();
        Ok(())
    }

    async fn give_name(&mut self, name: &str, most: Option<u64>) -> Result<(), StoreError> {
        let mut client = self.blobs.database.client().await?;
        let all = client.transaction().await.map_err(failure)?;
        let space = self.blobs.space;
        lock(&all, space, name).await?;
        all.execute_typed(UNNAME, &[p(&space), p(&name)]).await.map_err(failure)?;
        let give = "UPDATE footnote.blobs SET name = $2, size = $3, remove_at = NULL, \
            modified = clock_timestamp(), changed = clock_timestamp() WHERE id = $1";
        let parameters = [p(&self.id), p(&name), p(&self.size)];
        if all.execute_typed(give, &parameters).await.map_err(failure)? == 0 {
            return Err(StoreError::Missing);
        }
        if let Some(most) = most {
            let kept = all.query_typed(BYTES, &[p(&space)]).await.map_err(failure)?;
            // Returning an error rolls the transaction back.
            if kept.first().is_some_and(|row| bytes(row).shown > most) {
                return Err(StoreError::Full);
            }
        }
        all.commit().await.map_err(failure)?;
        self.is_finished = true;
        Ok(())
    }
}

impl BlobDraft for PostgresDraft {
    fn write<'a>(&'a mut self, mut bytes: &'a [u8]) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            while !bytes.is_empty() {
                let room = CHUNK_BYTES.saturating_sub(self.buffer.len()).min(bytes.len());
                let (now, later) = bytes.split_at(room);
                self.buffer.extend_from_slice(now);
                bytes = later;
                if self.buffer.len() >= CHUNK_BYTES {
                    self.store().await?;
                }
            }
            Ok(())
        })
    }

    fn flush(&mut self) -> StoreFuture<'_, ()> {
        Box::pin(async move { if self.buffer.is_empty() { Ok(()) } else { self.store().await } })
    }

    fn finish(mut self: Box<Self>, name: &str, most: Option<u64>) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            check_new(name)?;
            self.flush().await?;
            self.give_name(name, most).await
        })
    }
}

impl Drop for PostgresDraft {
    /// Removes an abandoned draft at once if the program keeps running; otherwise [`BlobStore::expire`] removes it
    /// later.
    fn drop(&mut self) {
        if let (false, Ok(runtime)) = (self.is_finished, Handle::try_current()) {
            let (database, id) = (self.blobs.database.clone(), self.id);
            runtime.spawn(async move {
                let delete = "DELETE FROM footnote.blobs WHERE id = $1 AND name IS NULL";
                database.execute(delete, &[p(&id)]).await
            });
        }
    }
}

#[cfg(test)]
#[path = "blobs_tests.rs"]
mod tests;
