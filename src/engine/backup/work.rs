//! A folder for unfinished files, used by one process at a time and emptied by the next.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use footnote_store::lock;

/// Name of the file that is locked.
const LOCK: &str = "lock";

/// A folder for unfinished files, which only their owner can read. It is removed when it is dropped; if the process is
/// killed, the next one empties it.
pub(crate) struct WorkFolder {
    path: PathBuf,
    _lock: File,
}

impl WorkFolder {
    /// Creates the folder, or takes over one that is ours.
    ///
    /// # Errors
    ///
    /// Fails if another process uses it, if something else is there, or if it cannot be created or emptied.
    pub(crate) fn claim(path: PathBuf) -> anyhow::Result<Self> {
        let name = path.display().to_string();
        let claim = || -> io::Result<(File, bool)> {
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent)?;
            }
            lock::own_folder(&path)?;
            let lock = lock::open(&path.join(LOCK))?;
            let is_ours = lock.try_lock().is_ok();
            Ok((lock, is_ours))
        };
        let (lock, is_ours) = claim().with_context(|| format!("creating {name}"))?;
        ensure!(is_ours, "another backup or restore is under way: it uses {name}");
        let work = Self { path, _lock: lock };
        work.empty().with_context(|| format!("emptying {name}"))?;
        Ok(work)
    }

    /// Path of a file in the folder.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Gives a finished file its place, replacing what was there.
    pub(crate) fn persist(&self, name: &str, target: &Path) -> io::Result<()> {
        fs::rename(self.file(name), target)?;
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
        // Otherwise a crash of the machine could undo it.
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
    }

    fn empty(&self) -> io::Result<()> {
        for entry in fs::read_dir(&self.path)? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                fs::remove_dir_all(entry.path())?;
            } else if entry.file_name() != LOCK {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }
}

impl Drop for WorkFolder {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_dir_all(&self.path) {
            tracing::warn!(folder = %self.path.display(), %error, "a folder of unfinished files stays");
        }
    }
}
