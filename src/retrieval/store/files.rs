//! Blobs as the files of one folder, each under its name.

use std::fs::{self, File, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tempfile::NamedTempFile;
use tokio::io::AsyncWriteExt as _;

use super::blobs::{Blob, BlobDraft, BlobStore, OpenBlob, is_name};
use super::{StoreError, Stored};
use footnote_documents::replace;

/// The folder of files that are being written, which no blob lies in.
const COMING: &str = ".coming";

/// The time after which a file is not written any more.
const GIVEN_UP: Duration = Duration::from_hours(24);

/// The blobs in a folder, which is made with the first of them.
#[derive(Clone, Debug)]
pub struct FileBlobs(Arc<BlobFolder>);

#[derive(Debug)]
struct BlobFolder {
    place: PathBuf,
    /// Held while a file gets its name or loses it: whoever does looks first at what else is there.
    moving: Mutex<()>,
}

impl FileBlobs {
    /// The blobs in the folder `place`.
    pub fn over(place: PathBuf) -> Self {
        Self(Arc::new(BlobFolder { place, moving: Mutex::default() }))
    }

    /// Runs `work` where it may wait for the disk.
    fn with<T: Send + 'static>(
        &self,
        work: impl FnOnce(&BlobFolder) -> Result<T, StoreError> + Send + 'static,
    ) -> Stored<'static, T> {
        with(&self.0, work)
    }
}

fn with<T: Send + 'static>(
    folder: &Arc<BlobFolder>,
    work: impl FnOnce(&BlobFolder) -> Result<T, StoreError> + Send + 'static,
) -> Stored<'static, T> {
    let folder = Arc::clone(folder);
    Box::pin(async move {
        let done = tokio::task::spawn_blocking(move || work(&folder));
        done.await.unwrap_or(Err(StoreError::Ended))
    })
}

impl BlobStore for FileBlobs {
    fn begin(&self) -> Stored<'_, Box<dyn BlobDraft>> {
        let folder = Arc::clone(&self.0);
        self.with(move |all| {
            let coming = all.place.join(COMING);
            fs::create_dir_all(&coming)?;
            let whole = NamedTempFile::new_in(coming)?;
            let file = tokio::fs::File::from_std(whole.reopen()?);
            Ok(Box::new(FileDraft { folder, whole, file }) as Box<dyn BlobDraft>)
        })
    }

    fn put<'a>(&'a self, name: &'a str, content: &'a [u8]) -> Stored<'a, ()> {
        let (name, content) = (name.to_owned(), content.to_owned());
        self.with(move |folder| {
            let file = folder.file(&name)?;
            let _moving = folder.moving();
            make_parent(&file)?;
            Ok(replace(&file, &content)?)
        })
    }

    fn open<'a>(&'a self, name: &'a str) -> Stored<'a, Option<OpenBlob>> {
        let name = name.to_owned();
        self.with(move |folder| {
            if folder.find(&name)?.is_none() {
                return Ok(None);
            }
            let Some(file) = there(File::open(folder.file(&name)?))? else {
                return Ok(None);
            };
            let size = file.metadata()?.len();
            let content = Box::pin(tokio::fs::File::from_std(file));
            Ok(Some(OpenBlob { size, content }))
        })
    }

    fn find<'a>(&'a self, name: &'a str) -> Stored<'a, Option<Blob>> {
        let name = name.to_owned();
        self.with(move |folder| folder.find(&name))
    }

    fn touch<'a>(&'a self, name: &'a str) -> Stored<'a, ()> {
        let name = name.to_owned();
        self.with(move |folder| {
            folder.find(&name)?.ok_or(StoreError::Missing)?;
            let file = File::options().append(true).open(folder.file(&name)?)?;
            Ok(file.set_modified(SystemTime::now())?)
        })
    }

    fn rename<'a>(&'a self, from: &'a str, to: &'a str) -> Stored<'a, ()> {
        let (from, to) = (from.to_owned(), to.to_owned());
        self.with(move |folder| folder.rename(&from, &to))
    }

    fn remove<'a>(&'a self, name: &'a str) -> Stored<'a, ()> {
        let name = name.to_owned();
        self.with(move |folder| {
            let _moving = folder.moving();
            if folder.find(&name)?.is_some() {
                let file = folder.file(&name)?;
                there(fs::remove_file(&file))?;
                folder.prune(&file);
            }
            Ok(())
        })
    }

    fn list<'a>(&'a self, prefix: &'a str) -> Stored<'a, Vec<Blob>> {
        let prefix = prefix.to_owned();
        self.with(move |folder| Ok(folder.list(&prefix)))
    }

    fn expire(&self) -> Stored<'_, ()> {
        self.with(|folder| Ok(folder.give_up(SystemTime::now())?))
    }
}

impl BlobFolder {
    /// The file of a blob of this name.
    fn file(&self, name: &str) -> Result<PathBuf, StoreError> {
        let is_coming = name.split('/').next() == Some(COMING);
        if is_coming || !is_name(name) {
            return Err(StoreError::Name(name.to_owned()));
        }
        Ok(self.place.join(name))
    }

    fn moving(&self) -> MutexGuard<'_, ()> {
        self.moving.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&self, name: &str) -> Result<Option<Blob>, StoreError> {
        let metadata = there(self.file(name)?.symlink_metadata())?;
        Ok(metadata.and_then(|metadata| blob(name.to_owned(), &metadata)))
    }

    fn rename(&self, from: &str, to: &str) -> Result<(), StoreError> {
        let (old, new) = (self.file(from)?, self.file(to)?);
        let _moving = self.moving();
        self.find(from)?.ok_or(StoreError::Missing)?;
        if there(new.symlink_metadata())?.is_some() {
            return Err(StoreError::Taken);
        }
        make_parent(&new)?;
        fs::rename(&old, new)?;
        self.prune(&old);
        Ok(())
    }

    /// Removes the folders around a file that is gone, as far as nothing is left in them.
    fn prune(&self, file: &Path) {
        let folders = file.ancestors().skip(1).take_while(|folder| *folder != self.place);
        for folder in folders {
            if fs::remove_dir(folder).is_err() {
                break;
            }
        }
    }

    /// The blobs whose names begin with `prefix`; what cannot be read is none.
    fn list(&self, prefix: &str) -> Vec<Blob> {
        let folder = match prefix.rsplit_once('/') {
            None => self.place.clone(),
            Some((folder, _)) => match self.file(folder) {
                Ok(folder) => folder,
                Err(_) => return Vec::new(),
            },
        };
        let coming = self.place.join(COMING);
        let walk = ignore::WalkBuilder::new(folder)
            .standard_filters(false)
            .filter_entry(move |entry| entry.path() != coming)
            .build();
        let blobs = walk.flatten().filter_map(|entry| {
            let name = entry.path().strip_prefix(&self.place).ok()?.to_str()?;
            let name = name.starts_with(prefix).then(|| name.to_owned())?;
            blob(name, &entry.metadata().ok()?)
        });
        let mut blobs: Vec<_> = blobs.collect();
        blobs.sort_by(|one, other| one.name.cmp(&other.name));
        blobs
    }

    /// Deletes files that are being written and were written last longer than [`GIVEN_UP`] before `now`.
    fn give_up(&self, now: SystemTime) -> io::Result<()> {
        for entry in fs::read_dir(self.place.join(COMING)).into_iter().flatten() {
            let entry = entry?;
            // It may have got its name meanwhile.
            let written = entry.metadata().and_then(|metadata| metadata.modified());
            let age = written.ok().and_then(|written| now.duration_since(written).ok());
            if age.is_some_and(|age| age > GIVEN_UP) {
                there(fs::remove_file(entry.path()))?;
            }
        }
        Ok(())
    }
}

/// A file that is being written.
#[derive(Debug)]
struct FileDraft {
    folder: Arc<BlobFolder>,
    whole: NamedTempFile,
    file: tokio::fs::File,
}

impl BlobDraft for FileDraft {
    fn write<'a>(&'a mut self, bytes: &'a [u8]) -> Stored<'a, ()> {
        Box::pin(async { Ok(self.file.write_all(bytes).await?) })
    }

    fn flush(&mut self) -> Stored<'_, ()> {
        Box::pin(async {
            self.file.flush().await?;
            Ok(self.file.sync_all().await?)
        })
    }

    fn finish(mut self: Box<Self>, name: &str) -> Stored<'_, ()> {
        Box::pin(async move {
            // Else a machine that stops now could keep the name and no content.
            self.flush().await?;
            let Self { folder, whole, .. } = *self;
            let name = name.to_owned();
            with(&folder, move |folder| {
                let file = folder.file(&name)?;
                let _moving = folder.moving();
                make_parent(&file)?;
                whole.persist(file).map_err(|error| error.error)?;
                Ok(())
            })
            .await
        })
    }
}

/// The blob that a file is; links and folders are none.
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

/// The result of asking for a file that may not be there.
fn there<T>(done: io::Result<T>) -> io::Result<Option<T>> {
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
mod tests {
    use super::super::blobs::tests::keeps_the_contract;
    use super::*;

    fn store() -> (tempfile::TempDir, FileBlobs) {
        let folder = tempfile::tempdir().unwrap();
        let blobs = FileBlobs::over(folder.path().join("blobs"));
        (folder, blobs)
    }

    #[tokio::test]
    async fn the_contract_is_kept_in_a_folder() {
        let (_folder, blobs) = store();
        keeps_the_contract(&blobs).await;
    }

    #[tokio::test]
    async fn a_blob_is_the_file_of_its_name_and_leaves_no_folder_behind() {
        let (folder, blobs) = store();
        let place = folder.path().join("blobs");
        blobs.put("a/b/c.md", b"Tea").await.unwrap();
        assert_eq!(fs::read(place.join("a/b/c.md")).unwrap(), b"Tea");
        blobs.put("a/d.md", b"Rum").await.unwrap();
        blobs.rename("a/b/c.md", "e/f.md").await.unwrap();
        assert!(!place.join("a/b").exists() && place.join("a/d.md").exists());
        blobs.remove("e/f.md").await.unwrap();
        blobs.remove("a/d.md").await.unwrap();
        assert_eq!(fs::read_dir(place).unwrap().count(), 0);
    }

    #[tokio::test]
    async fn neither_a_link_nor_a_folder_nor_what_is_coming_is_a_blob() {
        let (folder, blobs) = store();
        let place = folder.path().join("blobs");
        fs::write(folder.path().join("secret"), "x").unwrap();
        blobs.put("a/b.md", b"Tea").await.unwrap();
        std::os::unix::fs::symlink("../secret", place.join("link")).unwrap();
        let mut draft = blobs.begin().await.unwrap();
        draft.write(b"half").await.unwrap();
        draft.flush().await.unwrap();
        let coming = fs::read_dir(place.join(COMING)).unwrap().next().unwrap().unwrap();
        let coming = format!("{COMING}/{}", coming.file_name().to_str().unwrap());
        assert!(matches!(blobs.read(&coming).await, Err(StoreError::Name(_))));
        for name in ["link", "a", "a/b.md/c", &"x".repeat(300)] {
            assert_eq!(blobs.find(name).await.unwrap(), None, "{name}");
            assert!(blobs.read(name).await.unwrap().is_none(), "{name}");
            assert!(matches!(blobs.rename(name, "new").await, Err(StoreError::Missing)), "{name}");
            blobs.remove(name).await.unwrap();
        }
        assert!(matches!(blobs.rename("a/b.md", "link").await, Err(StoreError::Taken)));
        assert_eq!(blobs.list("").await.unwrap().len(), 1);
        assert!(place.join("link").is_symlink());
    }

    #[tokio::test]
    async fn what_nobody_writes_any_more_goes() {
        let (_folder, blobs) = store();
        let mut draft = blobs.begin().await.unwrap();
        draft.write(b"half").await.unwrap();
        draft.flush().await.unwrap();
        let left = || fs::read_dir(blobs.0.place.join(COMING)).unwrap().count();
        blobs.expire().await.unwrap();
        assert_eq!(left(), 1);
        blobs.0.give_up(SystemTime::now() + 2 * GIVEN_UP).unwrap();
        assert_eq!(left(), 0);
    }
}
