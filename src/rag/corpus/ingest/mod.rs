//! A pass over the folder: what changed is extracted, split and indexed; what is gone disappears.

mod folder;
mod read;
mod rules;

use std::collections::BTreeMap;
use std::io::IsTerminal as _;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use futures_util::{StreamExt as _, stream};
use indicatif::{ProgressBar, ProgressDrawTarget};

use super::index::{Index, IndexError, Record};
use super::readers::Access;
use super::{FileStatus, Library, Passage, examples};
use folder::File;

/// Files read at a time: one waits for the disk or its child process while the other is split.
const AT_A_TIME: usize = 2;

/// A commit costs about as much as reading a few files: so many share one.
const FILES_PER_COMMIT: usize = 50;

/// A reader who watches the first pass sees the first documents soon.
const TIME_PER_COMMIT: Duration = Duration::from_secs(5);

/// Why a pass over the folder ended early. Files that cannot be read do not end it.
#[derive(Debug, thiserror::Error)]
pub enum IngestError {
    /// The folder itself cannot be read.
    #[error("the folder of documents {0} cannot be read")]
    Folder(std::path::PathBuf, #[source] walkdir::Error),
    /// The index cannot be written.
    #[error("the index cannot be written")]
    Index(#[from] IndexError),
    /// A worker thread panicked.
    #[error("a worker thread failed")]
    Worker(#[from] tokio::task::JoinError),
}

/// Brings `index` up to date with the folder of `library`; `program` is this executable, which
/// reads risky formats as a child process.
///
/// Files whose size and time of modification are unchanged are not read again, those that failed
/// included. The library's progress is advanced after each commit, never before. Dropping the
/// future stops the pass; what was committed stays, and the next pass goes on from there.
///
/// # Errors
///
/// When the folder cannot be read or the index not be written; single files never are the cause.
pub async fn run(library: &Library, index: &Arc<Index>, program: &Path) -> Result<(), IngestError> {
    // Later passes are announced only if they have something to do.
    let first = library.everything().finished_at.is_none();
    let running = first.then(|| Running::start(library, index));
    let looked = folder::look(library.folder()).await;
    tell(library, &looked);
    let files = looked?.files;
    let known = index.records();
    let gone: Vec<String> = known
        .keys()
        .filter(|path| !files.contains_key(*path))
        .cloned()
        .collect();
    let seen = files.len();
    let changed: Vec<File> = files
        .into_values()
        .filter(|file| {
            let record = known.get(&file.path);
            record.map(|record| (record.stamp, &record.folder)) != Some((file.stamp, &file.access))
        })
        .map(|file| File {
            own: known.get(&file.path).and_then(own),
            ..file
        })
        .collect();
    let closing = closing(&changed, &known);
    if !first && changed.is_empty() && gone.is_empty() {
        library.update(|progress| progress.finished_at = now());
        return Ok(());
    }
    let _running = running.unwrap_or_else(|| Running::start(library, index));
    let mut pass = Pass::new(library, index, seen, changed.len());
    forget(library, index, gone, closing).await?;
    let mut outcomes = stream::iter(changed)
        .map(|file| read::read(file, program))
        .buffer_unordered(AT_A_TIME);
    while let Some((record, passages)) = outcomes.next().await {
        pass.take(record, passages).await?;
    }
    drop(outcomes);
    pass.commit().await?;
    blocking(index, Index::settle).await?;
    pass.end().await
}

/// Drops what is gone, and what has other readers now until it is read again.
async fn forget(
    library: &Library,
    index: &Arc<Index>,
    gone: Vec<String>,
    closing: Vec<String>,
) -> Result<(), IngestError> {
    // At once: to read the documents again may take long.
    let is_urgent = !closing.is_empty();
    blocking(index, move |index| {
        for path in gone.iter().chain(&closing) {
            index.remove(path);
        }
        if is_urgent { index.commit() } else { Ok(()) }
    })
    .await?;
    if is_urgent {
        let files = statuses(&index.records());
        library.update(|progress| {
            progress.files = files;
            // They may be about what is closed now; the end of the pass makes new ones.
            progress.examples.clear();
        });
    }
    Ok(())
}

/// Tells the library what is wrong with the folder, and the log which folders are newly closed.
fn tell(library: &Library, looked: &Result<folder::Look, IngestError>) {
    let known = library.everything().closed;
    let closed = looked
        .as_ref()
        .map_or(known.clone(), |look| look.closed.clone());
    for folder in closed.iter().filter(|folder| !known.contains(folder)) {
        tracing::error!("nobody may read {folder}");
    }
    library.update(|progress| {
        progress.problem = problem(looked);
        progress.closed = closed;
    });
}

/// What readers should know of a look at the folder. Names of folders are not for all of them.
fn problem(looked: &Result<folder::Look, IngestError>) -> Option<String> {
    match looked {
        Err(_) => Some("The folder of documents cannot be read at the moment.".to_owned()),
        Ok(look) if look.closed.is_empty() => None,
        Ok(look) => {
            let closed = match look.closed.len() {
                1 => "A folder is".to_owned(),
                many => format!("{many} folders are"),
            };
            Some(format!(
                "{closed} closed to everybody, for its list of readers cannot be understood. \
                 The log says where."
            ))
        }
    }
}

/// Who may read a document by its own words; `None` if its folder said so alone.
fn own(record: &Record) -> Option<Access> {
    let folder = record.folder.clone().unwrap_or_default();
    (record.access != folder).then(|| record.access.clone())
}

/// The changed files whose folder says something else of their readers than when they were read.
fn closing(changed: &[File], known: &BTreeMap<String, Record>) -> Vec<String> {
    let differs = |file: &&File| {
        let record = known.get(&file.path);
        record.is_some_and(|record| record.folder != file.access)
    };
    let files = changed.iter().filter(differs);
    files.map(|file| file.path.clone()).collect()
}

/// One pass under way.
struct Pass<'a> {
    library: &'a Library,
    index: &'a Arc<Index>,
    bar: ProgressBar,
    uncommitted: usize,
    committed_at: Instant,
}

impl<'a> Pass<'a> {
    fn new(library: &'a Library, index: &'a Arc<Index>, seen: usize, changed: usize) -> Self {
        library.update(|progress| {
            progress.seen = count(seen);
            progress.done = count(seen.saturating_sub(changed));
        });
        let bar = if changed > 0 && std::io::stderr().is_terminal() {
            ProgressBar::with_draw_target(Some(changed as u64), ProgressDrawTarget::stderr())
        } else {
            ProgressBar::hidden()
        };
        Self {
            library,
            index,
            bar,
            uncommitted: 0,
            committed_at: Instant::now(),
        }
    }

    async fn take(&mut self, record: Record, passages: Vec<Passage>) -> Result<(), IngestError> {
        blocking(self.index, move |index| {
            index.replace(&record.path, &record, &passages)
        })
        .await?;
        self.bar.inc(1);
        self.uncommitted += 1;
        if self.uncommitted >= FILES_PER_COMMIT || self.committed_at.elapsed() >= TIME_PER_COMMIT {
            self.commit().await?;
        }
        Ok(())
    }

    async fn commit(&mut self) -> Result<(), IngestError> {
        blocking(self.index, Index::commit).await?;
        let files = statuses(&self.index.records());
        self.library.update(|progress| {
            progress.done = progress.done.saturating_add(count(self.uncommitted));
            progress.files = files;
        });
        self.uncommitted = 0;
        self.committed_at = Instant::now();
        Ok(())
    }

    async fn end(self) -> Result<(), IngestError> {
        let examples = blocking(self.index, examples::questions).await?;
        self.bar.finish_and_clear();
        self.library.update(|progress| {
            progress.finished_at = now();
            progress.examples = examples;
        });
        Ok(())
    }
}

/// The time in seconds since 1970.
fn now() -> Option<u64> {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.ok().map(|since| since.as_secs())
}

/// Says that a pass is under way, until it is dropped: however the pass ends.
struct Running<'a>(&'a Library);

impl<'a> Running<'a> {
    fn start(library: &'a Library, index: &Index) -> Self {
        let files = statuses(&index.records());
        library.update(|progress| {
            progress.running = true;
            progress.seen = 0;
            progress.done = 0;
            progress.files = files;
        });
        Self(library)
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.update(|progress| progress.running = false);
    }
}

fn statuses(records: &BTreeMap<String, Record>) -> Vec<FileStatus> {
    records
        .values()
        .map(|record| FileStatus {
            path: record.path.clone(),
            title: record.title.clone(),
            state: record.state.clone(),
            access: record.access.clone(),
            stamp: Some(record.stamp),
        })
        .collect()
}

/// The index waits for the disk: its methods run where waiting harms nobody.
async fn blocking<T: Send + 'static>(
    index: &Arc<Index>,
    work: impl FnOnce(&Index) -> Result<T, IndexError> + Send + 'static,
) -> Result<T, IngestError> {
    let index = Arc::clone(index);
    Ok(tokio::task::spawn_blocking(move || work(&index)).await??)
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
