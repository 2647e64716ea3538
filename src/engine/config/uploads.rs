//! Settings of uploads: who may upload documents, and the size limit.

use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use footnote_documents::acl::Allowed;
use footnote_retrieval::corpus::uploads::FOLDER;

use super::read::{megabytes, non_empty};
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
pub(super) fn config(
    settings: &Settings,
    address: SocketAddr,
    problems: &mut Vec<String>,
) -> UploadTerms {
    let most = megabytes("FOOTNOTE_UPLOAD_MEGABYTES", &settings.upload_megabytes, problems);
    let folder = Path::new(&settings.data).join(FOLDER);
    let allowed = allowed(non_empty(settings.uploads.clone()), address);
    UploadTerms { folder, allowed, most }
}

/// Parses the setting. The default is everybody on a loopback address, and nobody otherwise.
pub(super) fn allowed(non_empty: Option<String>, address: SocketAddr) -> Allowed {
    match non_empty.as_deref() {
        None if address.ip().is_loopback() => Allowed::Everybody,
        None | Some("nobody") => Allowed::Nobody,
        Some("everybody") => Allowed::Everybody,
        Some(groups) => {
            Allowed::Groups(groups.split(',').map(|group| group.trim().to_owned()).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strangers_bring_documents_only_where_somebody_says_so() {
        let allowed = |non_empty: Option<&str>, address: &str| {
            allowed(non_empty.map(str::to_owned), address.parse().unwrap())
        };
        let (here, anywhere) = ("127.0.0.1:3000", "0.0.0.0:3000");
        assert_eq!(allowed(None, here), Allowed::Everybody);
        assert_eq!(allowed(None, anywhere), Allowed::Nobody);
        assert_eq!(allowed(Some("everybody"), anywhere), Allowed::Everybody);
        assert_eq!(allowed(Some("nobody"), here), Allowed::Nobody);
        let groups = Allowed::Groups(vec!["hr".to_owned(), "board".to_owned()]);
        assert_eq!(allowed(Some("hr, board"), anywhere), groups);
    }
}
