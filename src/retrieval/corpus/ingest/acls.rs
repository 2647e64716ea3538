//! The ACL files of folders, which hold for the folders in them too.

use std::collections::BTreeMap;
use std::io::{self, Read as _};
use std::path::Path;

use footnote_documents::acl::{Acl, FOLDER_FILE};

use crate::corpus::folders::Folder;

/// The longest ACL file in bytes; a longer one closes its folder.
const MOST_ACL_BYTES: u64 = 256 * 1024;

/// The ACLs of folders, by path.
#[derive(Debug, Default)]
pub(super) struct FolderAcls(BTreeMap<String, Acl>);

impl FolderAcls {
    /// Reads the ACL file at `fs_path` in `folder`, if there is one. If it cannot be understood, nobody may read
    /// there, and the reason is returned with its place.
    pub(super) fn read(&mut self, folder: &Folder, fs_path: &Path) -> Option<String> {
        // Of a name that is not UTF-8 there are no documents.
        let path = folder.path(fs_path)?;
        let fs_path = &fs_path.join(FOLDER_FILE);
        if fs_path.symlink_metadata().is_err_and(|error| error.kind() == io::ErrorKind::NotFound) {
            return None;
        }
        let (acl, closed) = match read(fs_path) {
            Ok(acl) => (acl, None),
            Err(error) => {
                let why = format!("the folder of {}: {error}", fs_path.display());
                (Acl::closed(), Some(why))
            }
        };
        // Of two folders that are shown alike neither is open.
        let is_taken = self.0.contains_key(&path);
        let acl = if is_taken { Acl::closed() } else { acl };
        self.0.insert(path, acl);
        closed
    }

    /// The ACL of the file at `path`: that of the nearest folder that has one.
    pub(super) fn of(&self, path: &str) -> Option<Acl> {
        let mut folder = path;
        while !folder.is_empty() {
            folder = folder.rsplit_once('/').map_or("", |(above, _)| above);
            if let Some(acl) = self.0.get(folder) {
                return Some(acl.clone());
            }
        }
        None
    }
}

/// The ACL in the file at `fs_path`. A link is refused: it could be changed from outside of the folder.
fn read(fs_path: &Path) -> io::Result<Acl> {
    if !fs_path.symlink_metadata()?.is_file() {
        return Err(io::Error::other("it is no file"));
    }
    let mut text = String::new();
    let file = std::fs::File::open(fs_path)?;
    file.take(MOST_ACL_BYTES + 1).read_to_string(&mut text)?;
    if text.len() as u64 > MOST_ACL_BYTES {
        return Err(io::Error::other("it is too long"));
    }
    Acl::of_folder(&text).map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use footnote_documents::acl::Reader;

    use super::*;
    use crate::corpus::folders::Folders;

    #[test]
    fn the_nearest_folder_says_who_may_read() {
        let folder = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let fs_path = folder.path().join(path);
            std::fs::create_dir_all(fs_path.parent().unwrap()).unwrap();
            std::fs::write(&fs_path, text).unwrap();
            fs_path.parent().unwrap().to_owned()
        };
        let mut acls = FolderAcls::default();
        let folders = Folders::from(folder.path());
        let root = folders.iter().next().unwrap();
        for (path, text) in [
            ("hr/.access", "group: hr"),
            ("hr/open/.access", "public"),
            ("hr/broken/.access", "hr may"),
        ] {
            let closed = acls.read(root, &write(path, text));
            assert_eq!(closed.is_some(), path.contains("broken"));
        }
        let reader = Reader::new(None, ["hr"]);
        let admits = |acls: &FolderAcls, path: &str| acls.of(path).map(|acl| acl.admits(&reader));
        assert_eq!(admits(&acls, "hr/a.md"), Some(true));
        assert_eq!(admits(&acls, "hr/deep/er/a.md"), Some(true));
        assert_eq!(acls.of("hr/open/a.md"), Some(Acl::Public));
        assert_eq!(admits(&acls, "hr/broken/deep/a.md"), Some(false));
        assert_eq!(acls.of("hr.md"), None);
        acls.read(root, &write(".access", "user: a"));
        assert_eq!(admits(&acls, "hr.md"), Some(false));
    }
}
