//! The uploaded documents of an engine: what keeps them, and where their files lie on this machine.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context as _;
use footnote_retrieval::corpus::Folders;
use footnote_retrieval::corpus::uploads::{FOLDER, Mirror, Uploads};
use footnote_retrieval::store::FileBlobs;
use footnote_retrieval::store::blobs::BlobStore;

use crate::config::Config;

/// The folder of the mirror, in the folder of data: not that of uploads, whose files may be all that there is of them.
const MIRROR_FOLDER: &str = "uploads-mirror";

/// The store of the uploaded documents, and the place of their files.
pub(super) struct OpenedUploads {
    blobs: Arc<dyn BlobStore>,
    files: UploadedFiles,
}

/// The place of the files of the uploaded documents.
enum UploadedFiles {
    /// The blobs are files of this folder, if there are any.
    Own(Option<PathBuf>),
    /// The files are copies of the blobs.
    Mirrored(Arc<Mirror>),
}

impl OpenedUploads {
    /// The files of the folder that the settings name.
    ///
    /// # Errors
    ///
    /// If the folder cannot be made.
    pub(super) fn in_folder(config: &Config) -> anyhow::Result<Self> {
        let place = config.uploads.place().context("making the folder of uploaded documents")?;
        let files = UploadedFiles::Own(place.map(ToOwned::to_owned));
        Ok(Self { blobs: Arc::new(FileBlobs::over(config.uploads.folder.clone())), files })
    }

    /// Blobs that lie elsewhere, whose copies are the files.
    pub(super) fn mirrored(config: &Config, blobs: Arc<dyn BlobStore>) -> Self {
        let copies = FileBlobs::over(config.data.join(MIRROR_FOLDER));
        let mirror = Mirror::new(Arc::clone(&blobs), copies);
        Self { blobs, files: UploadedFiles::Mirrored(Arc::new(mirror)) }
    }

    /// The store that keeps them.
    pub(super) fn blobs(&self) -> Arc<dyn BlobStore> {
        Arc::clone(&self.blobs)
    }

    /// The folders whose files are the documents, the uploaded ones among them.
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

    /// The uploads for those who bring documents.
    pub(super) fn uploads(self, config: &Config) -> Uploads {
        let terms = &config.uploads;
        let uploads = Uploads::new(self.blobs, terms.allowed.clone(), terms.most);
        match self.files {
            UploadedFiles::Own(_) => uploads,
            UploadedFiles::Mirrored(mirror) => uploads.mirrored(mirror),
        }
    }
}
