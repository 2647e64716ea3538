//! The uploaded documents of an engine: their store, and their files on this machine.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context as _;
use footnote_library::Folders;
use footnote_library::uploads::{FOLDER, Mirror, Uploads};
use footnote_store::FileBlobs;
use footnote_store::blobs::BlobStore;

use crate::config::Config;

/// Folder of the mirror within the data folder. It is not the folder of uploads, whose files may be the only copies.
const MIRROR_FOLDER: &str = "uploads-mirror";

/// Store of the uploaded documents, and location of their files.
pub(super) struct OpenedUploads {
    blobs: Arc<dyn BlobStore>,
    files: UploadedFiles,
}

/// Location of the uploaded documents' files.
enum UploadedFiles {
    /// The blobs are files in this folder, if there is one.
    Own(Option<PathBuf>),
    /// The files are copies of blobs stored elsewhere.
    Mirrored(Arc<Mirror>),
}

impl OpenedUploads {
    /// Uploads stored as files in the configured folder.
    ///
    /// # Errors
    ///
    /// Fails if the folder cannot be created.
    pub(super) fn in_folder(config: &Config) -> anyhow::Result<Self> {
        let place = config.uploads.place().context("making the folder of uploaded documents")?;
        let files = UploadedFiles::Own(place.map(ToOwned::to_owned));
        Ok(Self { blobs: Arc::new(FileBlobs::over(config.uploads.folder.clone())), files })
    }

    /// Uploads stored as blobs elsewhere and copied to files.
    pub(super) fn mirrored(config: &Config, blobs: Arc<dyn BlobStore>) -> Self {
        let copies = FileBlobs::over(config.data.join(MIRROR_FOLDER));
        let mirror = Mirror::new(Arc::clone(&blobs), copies);
        Self { blobs, files: UploadedFiles::Mirrored(Arc::new(mirror)) }
    }

    /// The store of the blobs.
    pub(super) fn blobs(&self) -> Arc<dyn BlobStore> {
        Arc::clone(&self.blobs)
    }

    /// All folders of documents, including uploads.
    pub(super) fn folders(&self, config: &Config) -> Folders {
        let folders = Folders::new(config.documents.iter().cloned());
        let hidden = folders.named(FOLDER);
        let (folders, place) = match &self.files {
            UploadedFiles::Own(None) => return folders,
            UploadedFiles::Own(Some(place)) => {
                (folders.with(FOLDER, place.clone()), place.as_path())
            }
            UploadedFiles::Mirrored(mirror) => {
                (folders.with_mirror(FOLDER, mirror), mirror.folder())
            }
        };
        if let Some(hidden) = hidden.filter(|hidden| hidden != place) {
            tracing::warn!(
                folder = %hidden.display(),
                "the documents of this folder are left out, since those that readers upload are \
                 shown under its name: give it another"
            );
        }
        folders
    }

    /// The uploads as the routes use them.
    pub(super) fn uploads(self, config: &Config) -> Uploads {
        let terms = &config.uploads;
        let uploads = Uploads::new(self.blobs, terms.allowed.clone(), terms.most);
        match self.files {
            UploadedFiles::Own(_) => uploads,
            UploadedFiles::Mirrored(mirror) => uploads.mirrored(mirror),
        }
    }
}
