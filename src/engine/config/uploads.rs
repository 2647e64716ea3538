//! Uploads: the people who may bring documents, and the limit of their size.

use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use footnote_documents::acl::Allowed;
use footnote_retrieval::corpus::uploads::FOLDER;

use super::read::{megabytes, non_empty};
use super::settings::Settings;

/// The terms on which readers bring documents.
#[derive(Clone, Debug)]
pub struct UploadTerms {
    /// The folder in which the documents are kept.
    pub folder: PathBuf,
    /// The people who may bring some.
    pub allowed: Allowed,
    /// The most bytes of all of them.
    pub most: u64,
}

impl UploadTerms {
    /// The folder of uploads, if anybody may bring any or has brought some.
    ///
    /// # Errors
    ///
    /// If the folder is not there and cannot be made.
    pub fn place(&self) -> io::Result<Option<&Path>> {
        if self.allowed != Allowed::Nobody {
            std::fs::create_dir_all(&self.folder)?;
        }
        Ok(self.folder.is_dir().then_some(&*self.folder))
    }
}

/// The uploads as the settings have them, in the folder of data.
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

/// Reads the setting. By default everybody may on a loopback address, and nobody elsewhere.
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
