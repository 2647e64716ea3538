//! The bytes that uploaded documents take: counted once, and kept as they change.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::REMOVED;

/// The bytes in the folder of uploads.
#[derive(Clone, Debug, Default)]
pub(super) struct Taken {
    place: PathBuf,
    sums: Arc<Mutex<Sums>>,
}

/// The sums of the bytes of files.
#[derive(Debug, Default)]
struct Sums {
    /// `None` until the files are counted.
    kept: Option<Kept>,
    /// Of the parts of files that are coming in.
    coming: u64,
}

/// Of the files in the folder.
#[derive(Clone, Copy, Debug)]
struct Kept {
    documents: u64,
    removed: u64,
}

/// The bytes of a part of a file that is coming in, counted until it is dropped.
#[derive(Debug)]
pub(super) struct Share {
    taken: Taken,
    bytes: u64,
}

impl Taken {
    pub(super) fn of(place: PathBuf) -> Self {
        Self { place, sums: Arc::default() }
    }

    /// The bytes of all documents, and of what is coming in but for so many; blocks.
    pub(super) fn but(&self, own: u64) -> u64 {
        self.with(|kept, coming| kept.documents.saturating_add(coming.saturating_sub(own)))
    }

    /// The bytes of removed documents; blocks.
    pub(super) fn removed(&self) -> u64 {
        self.with(|kept, _| kept.removed)
    }

    /// Tells of a document of so many bytes that came in the place of one of so many.
    pub(super) fn put(&self, bytes: u64, replaced: u64) {
        self.change(|kept| {
            kept.documents = kept.documents.saturating_sub(replaced).saturating_add(bytes);
        });
    }

    /// Tells of a document of so many bytes that was removed.
    pub(super) fn remove(&self, bytes: u64) {
        self.change(|kept| {
            kept.documents = kept.documents.saturating_sub(bytes);
            kept.removed = kept.removed.saturating_add(bytes);
        });
    }

    /// Tells of one that was brought back.
    pub(super) fn restore(&self, bytes: u64) {
        self.change(|kept| {
            kept.removed = kept.removed.saturating_sub(bytes);
            kept.documents = kept.documents.saturating_add(bytes);
        });
    }

    /// Has the files counted anew when the sums are next needed: others may have changed them.
    pub(super) fn doubt(&self) {
        self.lock().kept = None;
    }

    /// A share of no bytes yet.
    pub(super) fn share(&self) -> Share {
        Share { taken: self.clone(), bytes: 0 }
    }

    /// Changes the sums; files that are yet to be counted will be counted as they are.
    fn change(&self, change: impl FnOnce(&mut Kept)) {
        let mut sums = self.lock();
        if let Some(kept) = &mut sums.kept {
            change(kept);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Sums> {
        self.sums.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn with<T>(&self, work: impl FnOnce(&Kept, u64) -> T) -> T {
        // Counted before the lock is taken, for which files that come in wait on threads of the runtime.
        let missing = self.lock().kept.is_none().then(|| counted(&self.place));
        let mut sums = self.lock();
        let coming = sums.coming;
        let kept = sums.kept.get_or_insert_with(|| missing.unwrap_or_else(|| counted(&self.place)));
        work(kept, coming)
    }
}

impl Share {
    /// The bytes of the part so far.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Adds some.
    pub(super) fn add(&mut self, bytes: u64) {
        self.bytes += bytes;
        self.taken.lock().coming += bytes;
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut sums = self.taken.lock();
        sums.coming = sums.coming.saturating_sub(self.bytes);
    }
}

fn counted(place: &Path) -> Kept {
    Kept { documents: bytes(place), removed: bytes(&place.join(REMOVED)) }
}

/// The bytes of all files in a folder and below that are not hidden.
pub(super) fn bytes(folder: &Path) -> u64 {
    let walk = ignore::WalkBuilder::new(folder)
        .standard_filters(false)
        .filter_entry(|entry| {
            entry.depth() == 0 || !entry.file_name().as_encoded_bytes().starts_with(b".")
        })
        .build();
    let files = walk.flatten().filter_map(|entry| entry.metadata().ok());
    files.filter(std::fs::Metadata::is_file).map(|file| file.len()).sum()
}
