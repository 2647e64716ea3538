//! Settings of uploads: who may upload documents, and the size limit.

use std::io;
use std::path::{Path, PathBuf};

use footnote_documents::acl::Allowed;
use footnote_library::uploads::FOLDER;

use super::people;
use super::read::megabytes;
use super::settings::Settings;

/// Settings of uploads.
#[derive(Clone, Debug)]
pub struct UploadTerms {
    /// Folder of the uploaded documents.
    pub folder: PathBuf,
    /// People who may upload.
    pub allowed: Allowed,
    /// Maximum total size, in bytes.
    pub most: u64,
}

impl UploadTerms {
    /// Returns the folder of uploads; `None` if nobody may upload and nobody has.
    ///
    /// # Errors
    ///
    /// Fails if the folder cannot be created.
    pub fn place(&self) -> io::Result<Option<&Path>> {
        if self.allowed != Allowed::Nobody {
            std::fs::create_dir_all(&self.folder)?;
        }
        Ok(self.folder.is_dir().then_some(&*self.folder))
    }
}

/// Reads the settings; the folder is in the data folder.
pub(super) fn config(settings: &Settings, problems: &mut Vec<String>) -> UploadTerms {
    let most = megabytes("FOOTNOTE_UPLOAD_MEGABYTES", &settings.upload_megabytes, problems);
    let folder = Path::new(&settings.data).join(FOLDER);
    let allowed = people::allowed(settings.uploads.clone());
    UploadTerms { folder, allowed, most }
}
