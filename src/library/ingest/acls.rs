//! The ACL files of folders, which also apply to subfolders.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io::{self, Read as _};

use footnote_documents::acl::{Acl, FOLDER_FILE};

use crate::beneath::OpenFolder;

/// Maximum size of an ACL file, in bytes; a larger one closes its folder.
const MAX_ACL_BYTES: u64 = 256 * 1024;

/// ACLs by folder path.
#[derive(Debug, Default)]
pub(super) struct FolderAcls(BTreeMap<String, Acl>);

impl FolderAcls {
    /// Reads the ACL file of the folder `opened`, displayed as `path`, if there is one. If it is invalid, closes the
    /// folder to everybody and returns the reason.
    ///
    /// # Errors
    ///
    /// Fails if the file exists but cannot be read: then nobody knows who may read the folder.
    pub(super) fn read(&mut self, path: String, opened: &OpenFolder) -> io::Result<Option<String>> {
        let unread = |error| io::Error::other(format!("{FOLDER_FILE}: {error}"));
        let (acl, closed) = match read(opened).map_err(unread)? {
            Some(Ok(acl)) => (acl, None),
            Some(Err(why)) => (Acl::closed(), Some(why)),
            None => return Ok(None),
        };
        // If two folders are displayed alike, both are closed.
        let is_taken = self.0.contains_key(&path);
        let acl = if is_taken { Acl::closed() } else { acl };
        self.0.insert(path, acl);
        Ok(closed)
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

/// The ACL in a folder's ACL file, or why it is invalid; `None` if there is no such file. Rejects a link, because its
/// target could be changed from outside.
fn read(folder: &OpenFolder) -> io::Result<Option<Result<Acl, String>>> {
    let name = OsStr::new(FOLDER_FILE);
    let metadata = match folder.metadata(name) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        metadata => metadata?,
    };
    if !metadata.is_file() {
        return Ok(Some(Err("it is no file".to_owned())));
    }
    let mut text = Vec::new();
    folder.open(name)?.take(MAX_ACL_BYTES + 1).read_to_end(&mut text)?;
    if text.len() as u64 > MAX_ACL_BYTES {
        return Ok(Some(Err("it is too long".to_owned())));
    }
    let text = String::from_utf8(text).map_err(|error| error.to_string());
    Ok(Some(text.and_then(|text| Acl::of_folder(&text).map_err(|error| error.to_string()))))
}

#[cfg(test)]
mod tests {
    use footnote_documents::acl::Reader;

    use super::*;

    #[test]
    fn the_nearest_folder_says_who_may_read() {
        let folder = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let fs_path = folder.path().join(path);
            std::fs::create_dir_all(fs_path.parent().unwrap()).unwrap();
            std::fs::write(&fs_path, text).unwrap();
        };
        let mut acls = FolderAcls::default();
        let read = |acls: &mut FolderAcls, path: &str| {
            let opened = OpenFolder::root(&folder.path().join(path)).unwrap();
            acls.read(path.to_owned(), &opened).unwrap()
        };
        for (path, text) in [
            ("hr/.access", "group: hr"),
            ("hr/open/.access", "public"),
            ("hr/broken/.access", "hr may"),
        ] {
            write(path, text);
            let closed = read(&mut acls, path.trim_end_matches("/.access"));
            assert_eq!(closed.is_some(), path.contains("broken"));
        }
        let reader = Reader::new(None, ["hr"]);
        let admits = |acls: &FolderAcls, path: &str| acls.of(path).map(|acl| acl.admits(&reader));
        assert_eq!(admits(&acls, "hr/a.md"), Some(true));
        assert_eq!(admits(&acls, "hr/deep/er/a.md"), Some(true));
        assert_eq!(acls.of("hr/open/a.md"), Some(Acl::Public));
        assert_eq!(admits(&acls, "hr/broken/deep/a.md"), Some(false));
        assert_eq!(acls.of("hr.md"), None);
        write(".access", "user: a");
        read(&mut acls, "");
        assert_eq!(admits(&acls, "hr.md"), Some(false));
    }
}
