//! The files of the folder that can be documents, with their stamps.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use footnote_documents::acl::Acl;
use footnote_documents::{Record, Stamp, extract, names};
use ignore::{DirEntry, WalkBuilder};

use super::IngestError;
use super::acls::FolderAcls;
use crate::corpus::folders::{Folder, Folders};
use crate::corpus::skipped::SkippedFiles;

/// Names files and folders that are left out, in the syntax of `.gitignore`.
const IGNORED: &str = ".footnoteignore";

/// A file of the folder.
#[derive(Clone, Debug)]
pub(super) struct File {
    /// Its path relative to the folder as it is shown, with `/` between its parts.
    pub(super) path: String,
    /// Its place in the file system.
    pub(super) fs_path: PathBuf,
    /// The stamp by which a change is recognised.
    pub(super) stamp: Stamp,
    /// The ACL of its folder; `None` if no folder has one.
    pub(super) acl: Option<Acl>,
    /// The ACL in its own text when it was read last; `None` if it had none.
    pub(super) own: Option<Acl>,
    /// Its record when it was read last, under its former path if it was moved since; `None` if it is new.
    pub(super) known: Option<Arc<Record>>,
    /// True if its own text may say who reads it, as it may not where readers upload files.
    pub(super) has_own_acl: bool,
}

impl File {
    /// Its ACL, where its own text has no say in it; `None` if it has.
    pub(super) fn certain_acl(&self) -> Option<Acl> {
        let may_have_own = self.has_own_acl && extract::may_have_acl(&self.path);
        (!may_have_own).then(|| self.acl.clone().unwrap_or_default())
    }

    /// True if its last reading came to no end that lasts, such as where it was written meanwhile.
    pub(super) fn is_unsettled(&self) -> bool {
        self.known.as_ref().is_some_and(|known| known.stamp == Stamp::default())
    }
}

/// The findings of a scan of the folders.
#[derive(Debug, Default)]
pub(super) struct FolderScan {
    /// All files in a format that can be read, by path.
    pub(super) files: BTreeMap<String, File>,
    /// Files in formats that are not read.
    pub(super) skipped: SkippedFiles,
    /// Folders whose `.access` cannot be understood, so that nobody reads them, and why not.
    pub(super) closed: Vec<String>,
}

impl FolderScan {
    /// Takes a file in. Of two that are shown alike, the one with the shown name counts: only it is opened.
    fn take(&mut self, folder: &Folder, file: File) {
        if folder.is_called(&file.path, &file.fs_path) || !self.files.contains_key(&file.path) {
            self.files.insert(file.path.clone(), file);
        }
    }
}

/// Looks through the folders.
///
/// Hidden files are left out, and those that a `.footnoteignore` names. Links are left out too: they could
/// lead out of the folder.
pub(super) async fn scan(folders: &Folders) -> Result<FolderScan, IngestError> {
    let folders = folders.clone();
    tokio::task::spawn_blocking(move || {
        let mut scan = FolderScan::default();
        for folder in folders.iter() {
            walk(folder, &mut scan)?;
        }
        Ok(scan)
    })
    .await?
}

fn walk(folder: &Folder, scan: &mut FolderScan) -> Result<(), IngestError> {
    if folder.may_be_missing() && !folder.fs_path.exists() {
        return Ok(());
    }
    let mut acls = FolderAcls::default();
    let (mut files, mut skipped) = (Vec::new(), Vec::new());
    let entries = WalkBuilder::new(&folder.fs_path)
        .standard_filters(false)
        .add_custom_ignore_filename(IGNORED)
        .filter_entry(|entry| {
            entry.depth() == 0 || !names::is_hidden(&entry.file_name().to_string_lossy())
        })
        .build();
    for entry in entries {
        match entry {
            Ok(entry) if entry.file_type().is_some_and(|kind| kind.is_dir()) => {
                if let Some(error) = entry.error() {
                    tracing::warn!(%error, "a rule of what to leave out is not understood");
                }
                scan.closed.extend(acls.read(folder, entry.path()));
            }
            Ok(entry) => match path(folder, &entry) {
                Some(path) if extract::supports(&path) => files.extend(file(folder, &entry, path)),
                other => skipped.extend(other),
            },
            Err(error) if error.depth().is_none_or(|depth| depth == 0) => {
                return Err(IngestError::Folder(folder.fs_path.clone(), error));
            }
            Err(error) => tracing::warn!(%error, "a part of the folder cannot be read"),
        }
    }
    for mut file in files {
        file.acl = acls.of(&file.path);
        scan.take(folder, file);
    }
    for path in skipped {
        let acl = acls.of(&path).unwrap_or_default();
        scan.skipped.add(path, acl);
    }
    Ok(())
}

/// The path of a file of the folder; `None` if it is something else, or cannot be cited.
fn path(folder: &Folder, entry: &DirEntry) -> Option<String> {
    if !entry.file_type()?.is_file() {
        return None;
    }
    let path = folder.path(entry.path());
    if path.is_none() && entry.path().to_str().is_none() {
        tracing::warn!(file = ?entry.path(), "a name that is not UTF-8 cannot be cited");
    }
    path
}

fn file(folder: &Folder, entry: &DirEntry, path: String) -> Option<File> {
    Some(File {
        path,
        fs_path: entry.path().to_owned(),
        stamp: folder.stamp(&entry.metadata().ok()?),
        acl: None,
        own: None,
        known: None,
        has_own_acl: !folder.is_uploads,
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use footnote_documents::acl::Reader;
    use footnote_protocol::Listing;

    use super::*;
    use crate::corpus::uploads::Mirror;
    use crate::store::FileBlobs;

    fn walked(folder: &Path) -> Result<FolderScan, IngestError> {
        let mut scan = FolderScan::default();
        let folders = Folders::from(folder);
        let folders: Vec<&Folder> = folders.iter().collect();
        folders.into_iter().try_for_each(|folder| walk(folder, &mut scan))?;
        Ok(scan)
    }

    #[test]
    fn hidden_and_foreign_files_are_left_out() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("b/.git")).unwrap();
        for name in ["z.md", "b/a.md", "b/.git/x.md", ".x.md", "~$y.md", "c.exe"] {
            std::fs::write(folder.path().join(name), "text").unwrap();
        }
        let scan = walked(folder.path()).unwrap();
        assert_eq!(scan.files.keys().collect::<Vec<_>>(), ["b/a.md", "z.md"]);
        let left = scan.skipped.of(&Reader::default(), &Listing::default());
        assert_eq!(left, (1, vec!["c.exe".to_owned()]), "it is told");
    }

    #[test]
    fn who_may_know_of_a_file_is_certain_where_its_own_text_has_no_say() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["a.md", "a.pdf"] {
            std::fs::write(folder.path().join(name), "text").unwrap();
        }
        let files = walked(folder.path()).unwrap().files;
        assert_eq!(files["a.md"].certain_acl(), None);
        assert_eq!(files["a.pdf"].certain_acl(), Some(Acl::Public));
        let uploaded = File { has_own_acl: false, ..files["a.md"].clone() };
        assert_eq!(uploaded.certain_acl(), Some(Acl::Public));
    }

    #[test]
    fn what_a_list_names_is_left_out_but_for_the_list_of_readers() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("drafts/old")).unwrap();
        std::fs::create_dir(folder.path().join("board")).unwrap();
        for (path, text) in [
            (".footnoteignore", "drafts/*\n!drafts/good.md\n*.txt\n"),
            ("drafts/a.md", ""),
            ("drafts/good.md", ""),
            ("drafts/old/b.md", ""),
            ("notes.txt", ""),
            ("board/.footnoteignore", "*\n!minutes.md\n"),
            ("board/.access", "group: board"),
            ("board/minutes.md", ""),
            ("board/secret.md", ""),
        ] {
            std::fs::write(folder.path().join(path), text).unwrap();
        }
        let files = walked(folder.path()).unwrap().files;
        let paths: Vec<&String> = files.keys().collect();
        assert_eq!(paths, ["board/minutes.md", "drafts/good.md"]);
        assert_eq!(files["board/minutes.md"].acl, Acl::of_folder("group: board").ok());
    }

    #[cfg(unix)]
    #[test]
    fn links_are_not_followed() {
        let outside = tempfile::tempdir().unwrap();
        std::fs::write(outside.path().join("secret.md"), "text").unwrap();
        let folder = tempfile::tempdir().unwrap();
        let link = std::os::unix::fs::symlink::<_, PathBuf>;
        link(outside.path(), folder.path().join("way")).unwrap();
        link(&outside.path().join("secret.md"), folder.path().join("s.md")).unwrap();
        assert!(walked(folder.path()).unwrap().files.is_empty());
    }

    #[test]
    fn a_missing_folder_is_an_error() {
        assert!(walked(Path::new("/nowhere/at/all")).is_err());
    }

    #[tokio::test]
    async fn the_folder_of_uploads_may_be_missing_unless_it_is_a_mirror_that_was_lost() {
        let uploads = PathBuf::from("/nowhere/at/all");
        let folders = Folders::default().with("uploads", uploads.clone());
        assert!(scan(&folders).await.unwrap().files.is_empty());
        let blobs = FileBlobs::over(PathBuf::from("/nowhere/else"));
        let mirror = Arc::new(Mirror::new(Arc::new(blobs), FileBlobs::over(uploads)));
        let folders = Folders::default().with_mirror("uploads", &mirror);
        assert!(matches!(scan(&folders).await, Err(IngestError::Folder(..))));
    }
}
