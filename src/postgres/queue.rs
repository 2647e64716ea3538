//! The queue of files to be read: rows that machines lock, skipping those locked by others.

use footnote_store::{ClaimedFiles, QueuedFile, ReadingQueue, Release, StoreError, StoreFuture};
use uuid::Uuid;

use crate::Documents;
use crate::error::failure;
use crate::held::HeldTransaction;
use crate::parameters::{p, path_hash};

/// Maximum number of files sent with one statement.
const FILES_AT_ONCE: usize = 10_000;

/// Claims an eighth of the remaining files, within limits, so that the last ones are shared too, however long each
/// takes. The lower limit is what a machine reads at a time. The upper limit bounds the work that is repeated if a
/// machine ends.
const CLAIM: &str = "SELECT file FROM footnote.queue WHERE analysis = $1 AND path_hash <> ALL($2) ORDER BY number \
    LIMIT greatest(2, least(256, (SELECT count(*) FROM footnote.queue WHERE analysis = $1) / 8)) \
    FOR UPDATE SKIP LOCKED";

/// Deletes the files that no machine has claimed.
const FREE: &str = "DELETE FROM footnote.queue WHERE number IN (\
    SELECT number FROM footnote.queue WHERE analysis = $1 FOR UPDATE SKIP LOCKED)";

const ADD: &str = "INSERT INTO footnote.queue (analysis, path_hash, file) \
    SELECT $1, r.hash, r.file FROM unnest($2::uuid[], $3::text[]) WITH ORDINALITY r (hash, file, place) \
    ORDER BY place ON CONFLICT DO NOTHING";

impl ReadingQueue for Documents {
    fn fill(&self, files: Vec<QueuedFile>) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let mut client = self.database.client().await?;
            let transaction = client.transaction().await.map_err(failure)?;
            transaction.execute_typed(FREE, &[p(&self.analysis)]).await.map_err(failure)?;
            for some in files.chunks(FILES_AT_ONCE) {
                let hashes: Vec<Uuid> = some.iter().map(|file| path_hash(&file.path)).collect();
                let json = some.iter().map(serde_json::to_string);
                let json = json.collect::<Result<Vec<String>, _>>()?;
                let parameters = [p(&self.analysis), p(&hashes), p(&json)];
                transaction.execute_typed(ADD, &parameters).await.map_err(failure)?;
            }
            transaction.commit().await.map_err(failure)
        })
    }

    fn claim<'a>(&'a self, skipped: &'a [String]) -> StoreFuture<'a, ClaimedFiles> {
        Box::pin(async move {
            let held = HeldTransaction::begin(&self.database).await?;
            let skipped: Vec<Uuid> = skipped.iter().map(|path| path_hash(path)).collect();
            let rows = held.client.query_typed(CLAIM, &[p(&self.analysis), p(&skipped)]).await;
            let rows = rows.map_err(failure)?;
            let files = rows.iter().map(|row| serde_json::from_str(row.get(0)));
            let files = files.collect::<Result<Vec<QueuedFile>, _>>()?;
            Ok(ClaimedFiles::by(files, Claim { held, analysis: self.analysis }))
        })
    }

    fn unread(&self) -> StoreFuture<'_, u64> {
        Box::pin(async move {
            let count = "SELECT count(*) FROM footnote.queue WHERE analysis = $1";
            let row = self.database.row(count, &[p(&self.analysis)]).await?;
            Ok(row.map_or(0, |row| row.get::<_, i64>(0).cast_unsigned()))
        })
    }
}

/// Rows locked by a transaction.
struct Claim {
    held: HeldTransaction,
    analysis: i32,
}

impl Release for Claim {
    fn release(self: Box<Self>, read: Vec<String>) -> StoreFuture<'static, ()> {
        Box::pin(self.end(read))
    }
}

impl Claim {
    async fn end(self: Box<Self>, read: Vec<String>) -> Result<(), StoreError> {
        let hashes: Vec<Uuid> = read.iter().map(|path| path_hash(path)).collect();
        let done = "DELETE FROM footnote.queue WHERE analysis = $1 AND path_hash = ANY($2)";
        let client = &self.held.client;
        client.execute_typed(done, &[p(&self.analysis), p(&hashes)]).await.map_err(failure)?;
        client.batch_execute("COMMIT").await.map_err(failure)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use footnote_documents::Stamp;
    use footnote_library::Library;
    use footnote_library::ingest::{self, Extractors, IngestError};
    use footnote_store::{Access, Catalog as _, DocumentWriter as _, Stores};

    use super::*;
    use crate::Database;
    use crate::tests::databases;

    fn extractors() -> Extractors<'static> {
        Extractors { program: Path::new("/nowhere"), descriptions: None }
    }

    fn queued(folder: &Path, name: &str) -> QueuedFile {
        let stamp = Stamp::of(&folder.join(name).metadata().unwrap());
        QueuedFile { path: name.to_owned(), stamp, acl: None, known: None }
    }

    /// Returns the queue with some files, `a.md` and so on, and the files.
    fn files(folder: &Path, count: u8) -> Vec<QueuedFile> {
        let names = (b'a'..).take(count.into()).map(|letter| format!("{}.md", letter as char));
        let write = |name: String| {
            std::fs::write(folder.join(&name), "Tea is served at four.").unwrap();
            queued(folder, &name)
        };
        names.map(write).collect()
    }

    fn machine(database: &Database, folder: &Path) -> (Stores, Library) {
        let documents = Documents::in_memory(database.clone());
        let library = Library::over(folder.to_owned(), documents.copy.index.catalog());
        (documents.into(), library)
    }

    #[tokio::test]
    async fn what_one_has_claimed_no_other_has_until_it_is_given_back() {
        let folder = tempfile::tempdir().unwrap();
        let files = files(folder.path(), 3);
        for database in databases().await {
            let [one, two] = [(); 2].map(|()| Documents::in_memory(database.clone()));
            one.fill(files.clone()).await.unwrap();
            let claimed = one.claim(&[]).await.unwrap();
            assert_eq!(claimed.files, files[..2]);
            let rest = two.claim(&[]).await.unwrap();
            assert_eq!(rest.files, files[2..]);
            assert!(two.claim(&[]).await.unwrap().files.is_empty());
            // The next pass only finds the last file, and those already claimed.
            two.fill(files[1..].to_vec()).await.unwrap();
            rest.release(vec!["c.md".to_owned()]).await.unwrap();
            claimed.release(vec!["a.md".to_owned()]).await.unwrap();
            assert_eq!(two.claim(&[]).await.unwrap().files, files[1..2]);
            while one.claim(&[]).await.unwrap().files.is_empty() {
                // The other machine was dropped without releasing its files.
                tokio::time::sleep(std::time::Duration::from_millis(5)).await;
            }
            assert_eq!(one.unread().await.unwrap(), 1);
        }
    }

    #[tokio::test]
    async fn a_machine_reads_what_another_has_found_unless_it_sees_other_files() {
        let folder = tempfile::tempdir().unwrap();
        let files = files(folder.path(), 20);
        for database in databases().await {
            let (stores, library) = machine(&database, folder.path());
            let queue = stores.queue.clone().unwrap();
            queue.fill(files.clone()).await.unwrap();
            let empty = tempfile::tempdir().unwrap();
            let (_, elsewhere) = machine(&database, empty.path());
            let refused = ingest::help(&elsewhere, &stores, extractors()).await;
            assert!(matches!(refused, Err(IngestError::Elsewhere(_))));
            while queue.unread().await.unwrap() > 0 {
                // Its claimed files are available again shortly afterwards.
                ingest::help(&library, &stores, extractors()).await.unwrap();
            }
            let ready = stores.catalog.counts(Access::Full).await.unwrap().ready;
            assert_eq!(ready, 20);
        }
    }

    #[tokio::test]
    async fn a_file_that_has_changed_since_is_left_to_others_and_the_rest_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let mut files = files(folder.path(), 20);
        for file in files.iter_mut().step_by(7) {
            file.stamp.size += 1;
        }
        for database in databases().await {
            let (stores, library) = machine(&database, folder.path());
            let queue = stores.queue.clone().unwrap();
            queue.fill(files.clone()).await.unwrap();
            assert_eq!(ingest::help(&library, &stores, extractors()).await.unwrap(), 17);
            let ready = stores.catalog.counts(Access::Full).await.unwrap().ready;
            assert_eq!((ready, queue.unread().await.unwrap()), (17, 3));
        }
    }

    #[tokio::test]
    async fn two_machines_read_one_folder_and_no_document_is_there_twice() {
        let folder = tempfile::tempdir().unwrap();
        files(folder.path(), 26);
        for database in databases().await {
            let (one, first) = machine(&database, folder.path());
            let (two, second) = machine(&database, folder.path());
            let pass = ingest::run(&first, &one, Path::new("/nowhere"));
            let mut helped = 0;
            let helping = async {
                while first.unfiltered_progress().finished_at.is_none() {
                    helped += ingest::help(&second, &two, extractors()).await.unwrap();
                    tokio::task::yield_now().await;
                }
            };
            let (done, ()) = tokio::join!(pass, helping);
            done.unwrap();
            assert!(helped > 0);
            let documents = Documents::in_memory(database.clone());
            documents.begin_pass().await.unwrap();
            assert_eq!(
                documents.copy.index.catalog().counts(Access::Full).await.unwrap().ready,
                26
            );
            let rows = "SELECT count(*) FROM footnote.passages";
            let rows = database.row(rows, &[]).await.unwrap().unwrap();
            assert_eq!(rows.get::<_, i64>(0), 26);
        }
    }
}
