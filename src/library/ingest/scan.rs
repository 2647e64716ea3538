//! Scans the folders for files that may be documents, with their stamps.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use footnote_documents::acl::{Acl, FOLDER_FILE};
use footnote_documents::{Record, Stamp, names};

use super::IngestError;
use super::acls::FolderAcls;
use super::left_out::Rules;
use crate::beneath::{Entry, OpenFolder, is_gone};
use crate::folders::{Folder, Folders};
use crate::skipped::SkippedFiles;

/// Maximum length of a folder's path in the file system, in bytes.
const MAX_PATH_LEN: usize = 4096;

/// Size from which a file counts as large, in bytes: about that of a book. Its text may take seconds to index.
const LARGE_FILE: u64 = 1 << 20;

/// A file in the folders.
#[derive(Clone, Debug)]
pub(super) struct File {
    /// Displayed path relative to the folder, with `/` as separator.
    pub(super) path: String,
    /// Stamp that reveals changes.
    pub(super) stamp: Stamp,
    /// ACL of its folder; `None` if no folder has one.
    pub(super) acl: Option<Acl>,
    /// ACL in its own text at the last reading; `None` if it had none.
    pub(super) own: Option<Acl>,
    /// Its record from the last reading, under its former path if it was moved; `None` for a new file.
    pub(super) known: Option<Arc<Record>>,
    /// True if its own text may set an ACL; not true for uploads.
    pub(super) has_own_acl: bool,
}

impl File {
    /// True if it may take seconds to read.
    pub(super) fn is_large(&self) -> bool {
        self.stamp.size >= LARGE_FILE
    }

    /// Its ACL if its own text cannot change it; otherwise `None`.
    pub(super) fn certain_acl(&self) -> Option<Acl> {
        let may_have_own = self.has_own_acl && footnote_extract::may_have_acl(&self.path);
        (!may_have_own).then(|| self.acl.clone().unwrap_or_default())
    }

    /// True if it was read under this path and its folder's ACL is unchanged, so that the old passages may still be
    /// found.
    pub(super) fn was_read(&self) -> bool {
        self.known.as_ref().is_some_and(|known| {
            known.is_ready() && known.path == self.path && known.folder == self.acl
        })
    }

    /// True if its last reading was inconclusive, for example because it was being written.
    pub(super) fn is_unsettled(&self) -> bool {
        self.known.as_ref().is_some_and(|known| known.stamp == Stamp::default())
    }
}

/// The results of a scan.
#[derive(Debug, Default)]
pub(super) struct FolderScan {
    /// All files in supported formats, by path.
    pub(super) files: BTreeMap<String, File>,
    /// Files in unsupported formats.
    pub(super) skipped: SkippedFiles,
    /// Folders closed to everybody because their `.access` is invalid or gone, with the reason.
    pub(super) closed: Vec<String>,
    /// Unreadable folders and files, by path, with the reason. Their contents do not count as deleted.
    pub(super) unreachable: BTreeMap<String, String>,
    /// Mount points, by path.
    pub(super) mounts: BTreeSet<String>,
    /// The first folder of documents that cannot be read at all.
    pub(super) lost: Option<IngestError>,
}

/// Scans the folders.
///
/// Skips hidden files, files excluded by a `.footnoteignore`, and links, which could lead outside. A folder that
/// `was_mounted` before but is not now counts as unreachable, because its present contents are something else.
pub(super) async fn scan(
    folders: &Folders,
    was_mounted: BTreeSet<String>,
) -> Result<FolderScan, IngestError> {
    let folders = folders.clone();
    let scan = tokio::task::spawn_blocking(move || {
        let mut scan = FolderScan::default();
        for folder in folders.iter() {
            if let Err(error) = walk(folder, &was_mounted, &mut scan) {
                scan.unreachable.insert(folder.name.clone(), error.to_string());
                scan.lost.get_or_insert(IngestError::Folder(folder.fs_path.clone(), error));
            }
        }
        scan
    });
    Ok(scan.await?)
}

/// Scans one folder. The error is that of the folder itself.
fn walk(folder: &Folder, was_mounted: &BTreeSet<String>, scan: &mut FolderScan) -> io::Result<()> {
    let (acls, files) = (FolderAcls::default(), Vec::new());
    let mut walk = Walk { folder, was_mounted, scan, acls, files };
    let around = folder.fs_path.join("..").metadata().ok();
    let around = around.map(|around| around.dev());
    let mut coming = vec![Place { below: PathBuf::new(), around, rules: None }];
    while let Some(place) = coming.pop() {
        let below = place.below.clone();
        match walk.enter(place, &mut coming) {
            Err(error) if below.as_os_str().is_empty() => return Err(error),
            Err(error) => walk.keep(&below, &error),
            Ok(()) => {}
        }
    }
    walk.end();
    Ok(())
}

/// A folder to scan.
struct Place {
    /// Its path below the folder of documents.
    below: PathBuf,
    /// Device of its parent folder.
    around: Option<u64>,
    /// Exclusion rules of its parent folders.
    rules: Option<Arc<Rules>>,
}

/// The scan of one folder of documents.
struct Walk<'a> {
    folder: &'a Folder,
    was_mounted: &'a BTreeSet<String>,
    scan: &'a mut FolderScan,
    acls: FolderAcls,
    /// Files whose ACL is not known yet, with their locations; without a stamp if the format is unsupported.
    files: Vec<(String, PathBuf, Option<Stamp>)>,
}

impl Walk<'_> {
    /// Scans the folder at this place, and adds its subfolders to `coming`.
    ///
    /// Opens it from the folder of documents down, because a link may have been put in its place.
    fn enter(&mut self, place: Place, coming: &mut Vec<Place>) -> io::Result<()> {
        let Some(root) = self.folder.open()? else {
            return Ok(());
        };
        let opened = match root.folder(&place.below) {
            Err(error) if is_gone(&error) => return Ok(()),
            opened => opened?,
        };
        let fs_path = self.folder.fs_path.join(&place.below);
        // Names that are not UTF-8, and names reserved for another folder, cannot be documents.
        let Some(path) = self.folder.path(&fs_path) else {
            return Ok(());
        };
        let device = Some(opened.device()?);
        if device != place.around {
            self.scan.mounts.insert(path.clone());
        } else if self.was_mounted.contains(&path) {
            return Err(io::Error::other("nothing is mounted there any more"));
        }
        let rules = Rules::of(&opened, &fs_path, place.rules)?;
        if let Some(why) = self.acls.read(path, &opened)? {
            self.scan.closed.push(format!("the folder {}: {why}", fs_path.display()));
        }
        for entry in opened.entries()? {
            let Entry { name, is_folder, is_file } = entry?;
            let below = place.below.join(&name);
            let fs_path = fs_path.join(&name);
            let is_left_out = |rules: &Arc<Rules>| rules.leaves_out(&fs_path, is_folder);
            if names::is_hidden(&name.to_string_lossy()) || rules.as_ref().is_some_and(is_left_out)
            {
                continue;
            }
            if is_folder && below.as_os_str().len() > MAX_PATH_LEN {
                tracing::warn!(folder = ?self.folder.fs_path, "folders nested too deeply are left out");
            } else if is_folder {
                coming.push(Place { below, around: device, rules: rules.clone() });
            } else if is_file {
                self.take(&opened, &name, &below);
            }
        }
        Ok(())
    }

    /// Adds the file of this name in the folder `opened`.
    fn take(&mut self, opened: &OpenFolder, name: &OsStr, below: &Path) {
        let fs_path = self.folder.fs_path.join(below);
        let Some(path) = self.folder.path(&fs_path) else {
            if fs_path.to_str().is_none() {
                tracing::warn!(file = ?fs_path, "a name that is not UTF-8 cannot be cited");
            }
            return;
        };
        if !footnote_extract::supports(&path) {
            self.files.push((path, fs_path, None));
            return;
        }
        match opened.metadata(name) {
            Ok(metadata) => self.files.push((path, fs_path, Some(self.folder.stamp(&metadata)))),
            Err(error) if is_gone(&error) => {}
            Err(error) => self.keep(below, &error),
        }
    }

    /// Records a folder or a file that cannot be read.
    fn keep(&mut self, below: &Path, error: &io::Error) {
        if let Some(path) = self.folder.path(&self.folder.fs_path.join(below)) {
            self.scan.unreachable.insert(path, error.to_string());
        }
    }

    /// The ACL of the file at `path`, to which no list of readers applies: closed if it was uploaded into a reader's
    /// folder, since each had one.
    fn without_list(&mut self, path: &str) -> Option<Acl> {
        let below = path.strip_prefix(&self.folder.name)?.trim_start_matches('/');
        let (folder, _) = below.split_once('/').filter(|_| self.folder.is_uploads)?;
        let fs_path = self.folder.fs_path.join(folder);
        let closed = format!("the folder {}: its {FOLDER_FILE} is gone", fs_path.display());
        if !self.scan.closed.contains(&closed) {
            self.scan.closed.push(closed);
        }
        Some(Acl::closed())
    }

    /// Adds all files with the ACLs of their folders. If two files are displayed alike, the one that really has the
    /// displayed name counts: only that one can be opened.
    fn end(mut self) {
        for (path, fs_path, stamp) in std::mem::take(&mut self.files) {
            let acl = self.acls.of(&path).or_else(|| self.without_list(&path));
            let Some(stamp) = stamp else {
                self.scan.skipped.add(path, acl.unwrap_or_default());
                continue;
            };
            let has_own_acl = !self.folder.is_uploads;
            let is_called = self.folder.is_called(&path, &fs_path);
            if is_called || !self.scan.files.contains_key(&path) {
                let file =
                    File { path: path.clone(), stamp, acl, own: None, known: None, has_own_acl };
                self.scan.files.insert(path, file);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use footnote_documents::acl::Reader;
    use footnote_protocol::Listing;
    use footnote_store::FileBlobs;

    use super::*;
    use crate::uploads::Mirror;

    fn walked(folder: &Path) -> io::Result<FolderScan> {
        let mut scan = FolderScan::default();
        Folders::from(folder)
            .iter()
            .try_for_each(|folder| walk(folder, &BTreeSet::new(), &mut scan))?;
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
        assert!(scan(&folders, BTreeSet::new()).await.unwrap().unreachable.is_empty());
        let blobs = FileBlobs::over(PathBuf::from("/nowhere/else"));
        let mirror = Arc::new(Mirror::new(Arc::new(blobs), FileBlobs::over(uploads)));
        let folders = Folders::default().with_mirror("uploads", &mirror);
        let lost = scan(&folders, BTreeSet::new()).await.unwrap().lost;
        assert!(matches!(lost, Some(IngestError::Folder(..))));
    }
}
