//! A store of blobs as files in one folder.

use std::fs::{self, File, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use footnote_documents::replace;
use tempfile::NamedTempFile;
use tokio::io::{AsyncWriteExt as _, BufReader};

use super::blobs::{Blob, BlobBytes, BlobDraft, BlobStore, OpenBlob, is_name};
use super::{StoreError, StoreFuture};

/// Folder of the files being written, which contains no blobs.
const DRAFT_FOLDER: &str = ".coming";

/// Time after which an unfinished file counts as abandoned.
const DRAFT_LIFETIME: Duration = Duration::from_hours(24);

/// Number of bytes copied at a time.
const COPIED_BYTES: usize = 64 * 1024;

/// Blobs in a folder, which is created with the first of them.
#[derive(Clone, Debug)]
pub struct FileBlobs(Arc<BlobFolder>);

#[derive(Debug)]
struct BlobFolder {
    root: PathBuf,
    /// Sizes of the files; `None` until counted. Locked while a file is named or removed, after others are checked.
    bytes: Mutex<Option<BlobBytes>>,
}

impl FileBlobs {
    /// The blobs in the folder `root`.
    pub fn over(root: PathBuf) -> Self {
        Self(Arc::new(BlobFolder { root, bytes: Mutex::default() }))
    }

    /// The folder of the blobs.
    pub fn root(&self) -> &Path {
        &self.0.root
    }

    /// Stores a copy of another store's blob, with its time of writing.
    ///
    /// # Errors
    ///
    /// Fails if the blob cannot be read, or the copy cannot be written.
    pub async fn keep_copy(&self, blob: &Blob, opened: OpenBlob) -> Result<(), StoreError> {
        let mut draft = Box::new(self.draft().await?);
        draft.modified = Some(blob.modified);
        let mut content = BufReader::with_capacity(COPIED_BYTES, opened.content);
        let copied = tokio::io::copy_buf(&mut content, &mut draft.file).await;
        // Keep the other store's own error, which may say more than that its content cannot be read.
        if copied.map_err(|error| error.downcast().unwrap_or_else(StoreError::File))? != blob.size {
            return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into());
        }
        draft.finish(&blob.name, None).await
    }

    fn draft(&self) -> StoreFuture<'static, FileDraft> {
        let folder = Arc::clone(&self.0);
        self.run_blocking(move |all| {
            let drafts = all.root.join(DRAFT_FOLDER);
            fs::create_dir_all(&drafts)?;
            let temp = NamedTempFile::new_in(drafts)?;
            let file = tokio::fs::File::from_std(temp.reopen()?);
            Ok(FileDraft { folder, temp, file, modified: None })
        })
    }

    /// Runs blocking `work` on a separate thread.
    fn run_blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&BlobFolder) -> Result<T, StoreError> + Send + 'static,
    ) -> StoreFuture<'static, T> {
        run_blocking(&self.0, work)
    }
}

fn run_blocking<T: Send + 'static>(
    folder: &Arc<BlobFolder>,
    work: impl FnOnce(&BlobFolder) -> Result<T, StoreError> + Send + 'static,
) -> StoreFuture<'static, T> {
    let folder = Arc::clone(folder);
    Box::pin(async move {
        let done = tokio::task::spawn_blocking(move || work(&folder));
        done.await.unwrap_or(Err(StoreError::Cancelled))
    })
}

impl BlobStore for FileBlobs {
    fn begin(&self) -> StoreFuture<'_, Box<dyn BlobDraft>> {
        Box::pin(async { Ok(Box::new(self.draft().await?) as Box<dyn BlobDraft>) })
    }

    fn put<'a>(&'a self, name: &'a str, content: &'a [u8]) -> StoreFuture<'a, ()> {
        let (name, content) = (name.to_owned(), content.to_owned());
        self.run_blocking(move |folder| {
            let file = folder.file(&name)?;
            folder.change(&mut folder.lock(), &[&name], || {
                make_parent(&file)?;
                Ok(replace(&file, &content)?)
            })
        })
    }

    fn open<'a>(&'a self, name: &'a str) -> StoreFuture<'a, Option<OpenBlob>> {
        let name = name.to_owned();
        self.run_blocking(move |folder| {
            if folder.find(&name)?.is_none() {
                return Ok(None);
            }
            let Some(file) = if_exists(File::open(folder.file(&name)?))? else {
                return Ok(None);
            };
            let size = file.metadata()?.len();
            let content = Box::pin(tokio::fs::File::from_std(file));
            Ok(Some(OpenBlob { size, content }))
        })
    }

    fn find<'a>(&'a self, name: &'a str) -> StoreFuture<'a, Option<Blob>> {
        let name = name.to_owned();
        self.run_blocking(move |folder| folder.find(&name))
    }

    fn touch<'a>(&'a self, name: &'a str) -> StoreFuture<'a, ()> {
        let name = name.to_owned();
        self.run_blocking(move |folder| {
            folder.find(&name)?.ok_or(StoreError::Missing)?;
            let file = File::options().append(true).open(folder.file(&name)?)?;
            Ok(file.set_modified(SystemTime::now())?)
        })
    }

    fn rename<'a>(&'a self, from: &'a str, to: &'a str) -> StoreFuture<'a, ()> {
        let (from, to) = (from.to_owned(), to.to_owned());
        self.run_blocking(move |folder| folder.rename(&from, &to))
    }

    fn remove<'a>(&'a self, name: &'a str) -> StoreFuture<'a, ()> {
        let name = name.to_owned();
        self.run_blocking(move |folder| {
            folder.change(&mut folder.lock(), &[&name], || {
                if folder.find(&name)?.is_some() {
                    let file = folder.file(&name)?;
                    if_exists(fs::remove_file(&file))?;
                    folder.prune(&file);
                }
                Ok(())
            })
        })
    }

    fn list<'a>(&'a self, prefix: &'a str) -> StoreFuture<'a, Vec<Blob>> {
        let prefix = prefix.to_owned();
        self.run_blocking(move |folder| Ok(folder.list(&prefix)?))
    }

    fn bytes(&self) -> StoreFuture<'_, BlobBytes> {
        self.run_blocking(|folder| folder.counted(&mut folder.lock()))
    }

    fn recount(&self) -> StoreFuture<'_, ()> {
        self.run_blocking(|folder| {
            *folder.lock() = None;
            Ok(())
        })
    }

    fn expire(&self) -> StoreFuture<'_, ()> {
        self.run_blocking(|folder| Ok(folder.delete_stale_drafts(SystemTime::now())?))
    }
}

/// The result of reading a folder; `None` if it is gone or not accessible. Other errors may be temporary, and ignoring
/// them would make an incomplete list look complete.
fn if_open<T>(read: Result<T, ignore::Error>) -> io::Result<Option<T>> {
    read.map(Some).or_else(|error| {
        let error =
            error.into_io_error().unwrap_or_else(|| io::Error::other("a folder cannot be walked"));
        match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::PermissionDenied => Ok(None),
            _ => Err(error),
        }
    })
}

impl BlobFolder {
    /// The file of a blob.
    fn file(&self, name: &str) -> Result<PathBuf, StoreError> {
        let is_draft = name.split('/').next() == Some(DRAFT_FOLDER);
        if is_draft || !is_name(name) {
            return Err(StoreError::Name(name.to_owned()));
        }
        Ok(self.root.join(name))
    }

    fn lock(&self) -> MutexGuard<'_, Option<BlobBytes>> {
        self.bytes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Total sizes of all files; counts them if necessary.
    fn counted(&self, bytes: &mut Option<BlobBytes>) -> Result<BlobBytes, StoreError> {
        match *bytes {
            Some(bytes) => Ok(bytes),
            None => Ok(*bytes.insert(self.list("")?.iter().map(BlobBytes::of).sum())),
        }
    }

    /// Total sizes of these files.
    fn bytes_of(&self, names: &[&str]) -> Result<BlobBytes, StoreError> {
        let blobs = names.iter().map(|name| self.find(name)).collect::<Result<Vec<_>, _>>()?;
        Ok(blobs.iter().flatten().map(BlobBytes::of).sum())
    }

    /// Changes these files, and updates the total sizes.
    fn change(
        &self,
        bytes: &mut Option<BlobBytes>,
        names: &[&str],
        change: impl FnOnce() -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let before = self.bytes_of(names)?;
        let counted = bytes.take();
        let done = change();
        let after = self.bytes_of(names)?;
        *bytes = counted.map(|all| all.changed(before, after));
        done
    }

    /// True if a file of this name and size fits into the limit of `most` bytes for visible files.
    fn has_room(
        &self,
        bytes: &mut Option<BlobBytes>,
        (name, size): (&str, u64),
        most: u64,
    ) -> Result<bool, StoreError> {
        let others = self.counted(bytes)?.shown.saturating_sub(self.bytes_of(&[name])?.shown);
        Ok(others.saturating_add(size) <= most)
    }

    fn find(&self, name: &str) -> Result<Option<Blob>, StoreError> {
        let metadata = if_exists(self.file(name)?.symlink_metadata())?;
        Ok(metadata.and_then(|metadata| blob(name.to_owned(), &metadata)))
    }

    fn rename(&self, from: &str, to: &str) -> Result<(), StoreError> {
        let (old, new) = (self.file(from)?, self.file(to)?);
        self.change(&mut self.lock(), &[from, to], || {
            self.find(from)?.ok_or(StoreError::Missing)?;
            if if_exists(new.symlink_metadata())?.is_some() {
                return Err(StoreError::Exists);
            }
            make_parent(&new)?;
            fs::rename(&old, new)?;
            self.prune(&old);
            Ok(())
        })
    }

    /// Removes the empty parent folders of a removed file.
    fn prune(&self, file: &Path) {
        let folders = file.ancestors().skip(1).take_while(|folder| *folder != self.root);
        for folder in folders {
            if fs::remove_dir(folder).is_err() {
                break;
            }
        }
    }

    /// The blobs whose names start with `prefix`; skips inaccessible files.
    fn list(&self, prefix: &str) -> io::Result<Vec<Blob>> {
        let folder = match prefix.rsplit_once('/') {
            None => self.root.clone(),
            Some((folder, _)) => match self.file(folder) {
                Ok(folder) => folder,
                Err(_) => return Ok(Vec::new()),
            },
        };
        let drafts = self.root.join(DRAFT_FOLDER);
        let walk = ignore::WalkBuilder::new(folder)
            .standard_filters(false)
            .filter_entry(move |entry| entry.path() != drafts)
            .build();
        let mut blobs = Vec::new();
        for entry in walk {
            let Some(entry) = if_open(entry)? else {
                continue;
            };
            let name = entry.path().strip_prefix(&self.root).ok().and_then(Path::to_str);
            if let Some(name) = name.filter(|name| name.starts_with(prefix))
                && let Some(metadata) = if_open(entry.metadata())?
            {
                blobs.extend(blob(name.to_owned(), &metadata));
            }
        }
        blobs.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(blobs)
    }

    /// Deletes unfinished files last written more than [`DRAFT_LIFETIME`] before `now`.
    fn delete_stale_drafts(&self, now: SystemTime) -> io::Result<()> {
        for entry in fs::read_dir(self.root.join(DRAFT_FOLDER)).into_iter().flatten() {
            let entry = entry?;
            // The file may have been finished meanwhile.
            let written = entry.metadata().and_then(|metadata| metadata.modified());
            let age = written.ok().and_then(|written| now.duration_since(written).ok());
            if age.is_some_and(|age| age > DRAFT_LIFETIME) {
                if_exists(fs::remove_file(entry.path()))?;
            }
        }
        Ok(())
    }
}

/// A file being written.
#[derive(Debug)]
struct FileDraft {
    folder: Arc<BlobFolder>,
    temp: NamedTempFile,
    file: tokio::fs::File,
    /// Time of writing to set, if not the current time.
    modified: Option<SystemTime>,
}

impl BlobDraft for FileDraft {
    fn write<'a>(&'a mut self, bytes: &'a [u8]) -> StoreFuture<'a, ()> {
        Box::pin(async { Ok(self.file.write_all(bytes).await?) })
    }

    fn flush(&mut self) -> StoreFuture<'_, ()> {
        Box::pin(async {
            self.file.flush().await?;
            Ok(self.file.sync_all().await?)
        })
    }

    fn finish(mut self: Box<Self>, name: &str, most: Option<u64>) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            // Otherwise a crash could leave the name without the content.
            self.flush().await?;
            let Self { folder, temp, modified, .. } = *self;
            let name = name.to_owned();
            run_blocking(&folder, move |folder| {
                let file = folder.file(&name)?;
                modified.map_or(Ok(()), |modified| temp.as_file().set_modified(modified))?;
                let mut bytes = folder.lock();
                let size = temp.as_file().metadata()?.len();
                if let Some(most) = most
                    && !folder.has_room(&mut bytes, (&name, size), most)?
                {
                    return Err(StoreError::Full);
                }
                folder.change(&mut bytes, &[&name], || {
                    make_parent(&file)?;
                    temp.persist(file).map_err(|error| error.error)?;
                    Ok(())
                })
            })
            .await
        })
    }
}

/// The blob of a file; links and folders are not blobs.
fn blob(name: String, metadata: &Metadata) -> Option<Blob> {
    let (seconds, nanos) = (metadata.ctime(), metadata.ctime_nsec());
    let since = Duration::new(seconds.try_into().ok()?, nanos.try_into().ok()?);
    metadata.is_file().then_some(Blob {
        name,
        size: metadata.len(),
        modified: metadata.modified().ok()?,
        changed: UNIX_EPOCH + since,
    })
}

/// The result for a file that may not exist.
fn if_exists<T>(done: io::Result<T>) -> io::Result<Option<T>> {
    use io::ErrorKind::{InvalidFilename, NotADirectory, NotFound};
    match done {
        Err(error) if matches!(error.kind(), NotFound | NotADirectory | InvalidFilename) => {
            Ok(None)
        }
        done => done.map(Some),
    }
}

fn make_parent(file: &Path) -> io::Result<()> {
    file.parent().map_or(Ok(()), fs::create_dir_all)
}

#[cfg(test)]
#[path = "files_tests.rs"]
mod tests;
