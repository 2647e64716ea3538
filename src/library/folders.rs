//! The folders of documents, and the file behind a document's path.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::fs::{File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use footnote_documents::{Stamp, names};
use footnote_store::StoreError;
use tokio::sync::Notify;

use super::beneath::{OpenFolder, is_gone};
use super::uploads::mirror::Mirror;

/// The folders that contain the documents.
///
/// With a single folder, a document's path is relative to that folder. With several, it starts with the folder's name.
#[derive(Clone, Debug, Default)]
pub struct Folders(Vec<Folder>);

/// One folder of documents.
#[derive(Clone, Debug)]
pub struct Folder {
    /// Prefix of its documents' paths; empty for a single folder.
    pub name: String,
    /// Its path in the file system.
    pub fs_path: PathBuf,
    /// Names in it that are taken by another folder, whose documents would have the same paths.
    pub(super) reserved_names: BTreeSet<String>,
    /// True if readers upload its files. Such a folder may be missing, and its files do not set their own ACL.
    pub(super) is_uploads: bool,
    /// The mirror that copies its files, if the documents are stored elsewhere.
    mirror: Option<Arc<Mirror>>,
}

impl Folders {
    /// Creates the folders at `fs_paths`, in order; a repeated name gets a number.
    pub fn new(fs_paths: impl IntoIterator<Item = PathBuf>) -> Self {
        let fs_paths: Vec<PathBuf> = fs_paths.into_iter().collect();
        let is_single = fs_paths.len() < 2;
        let mut reserved_names = BTreeSet::new();
        let folders = fs_paths.into_iter().map(|fs_path| {
            let name =
                if is_single { String::new() } else { unique_name(&fs_path, &reserved_names) };
            reserved_names.insert(name.clone());
            Folder::new(name, fs_path)
        });
        Self(folders.collect())
    }

    /// Adds a folder under this name, which may be missing. A folder of the same name within the others is hidden by
    /// it.
    #[must_use]
    pub fn with(mut self, name: &str, fs_path: PathBuf) -> Self {
        for folder in &mut self.0 {
            if folder.name.is_empty() {
                folder.reserved_names.insert(name.to_owned());
            }
        }
        self.0.push(Folder { is_uploads: true, ..Folder::new(name.to_owned(), fs_path) });
        self
    }

    /// Adds the folder of a mirror, like [`Self::with`].
    #[must_use]
    pub fn with_mirror(self, name: &str, mirror: &Arc<Mirror>) -> Self {
        let mut folders = self.with(name, mirror.folder().to_owned());
        if let Some(added) = folders.0.last_mut() {
            added.mirror = Some(Arc::clone(mirror));
        }
        folders
    }

    /// The folder whose documents' paths start with `name`, if there is one.
    pub fn named(&self, name: &str) -> Option<PathBuf> {
        let unnamed = self.0.iter().filter(|folder| folder.name.is_empty());
        let mut fs_paths = unnamed.map(|folder| folder.fs_path.join(name));
        fs_paths.find(|fs_path| fs_path.is_dir())
    }

    /// Paths of the folders that the settings name, without those of uploads and mirrors.
    pub fn fs_paths(&self) -> impl Iterator<Item = &Path> {
        let named = self.0.iter().filter(|folder| !folder.is_uploads);
        named.map(|folder| folder.fs_path.as_path())
    }

    /// Iterates over the folders.
    pub fn iter(&self) -> impl Iterator<Item = &Folder> {
        self.0.iter()
    }

    /// True if the document `path` has no file.
    pub fn is_missing(&self, path: &str) -> bool {
        matches!(self.open(path), Ok(None))
    }

    /// The stamp of the document's file, and whether readers upload it; `None` if there is no file.
    ///
    /// # Errors
    ///
    /// As [`Self::open`].
    pub(super) fn stamp(&self, path: &str) -> io::Result<Option<(Stamp, bool)>> {
        let (Some((folder, _)), Some(file)) = (self.folder_of(path), self.open(path)?) else {
            return Ok(None);
        };
        let stamp = folder.stamp(&file.metadata()?);
        Ok(Some((stamp, folder.is_uploads)))
    }

    /// Opens the file of the document `path`; `None` if there is none, or a link is in its place.
    ///
    /// # Errors
    ///
    /// Fails if the file may exist but cannot be read.
    pub fn open(&self, path: &str) -> io::Result<Option<File>> {
        let Some((folder, path)) = self.folder_of(path) else {
            return Ok(None);
        };
        let Some(root) = folder.open()? else {
            return Ok(None);
        };
        match root.file(path) {
            Err(error) if is_gone(&error) => Ok(None),
            file => file.map(Some),
        }
    }

    /// The displayed paths of the document and its parent folders, up to the folder of documents.
    pub(super) fn places<'p>(&self, path: &'p str) -> impl Iterator<Item = &'p str> + use<'p> {
        let folder = self.folder_of(path).map(|(folder, _)| folder);
        let root = folder.is_some_and(|folder| folder.name.is_empty()).then_some("");
        std::iter::once(path).chain(names::outer(path)).chain(root)
    }

    /// Opens the file like [`Self::open`], after updating it if it is a copy.
    ///
    /// # Errors
    ///
    /// Fails if the original cannot be read or the copy cannot be written. The inner result has the errors of
    /// [`Self::open`].
    pub async fn fetch(&self, path: &str) -> Result<io::Result<Option<File>>, StoreError> {
        if let Some((Folder { mirror: Some(mirror), .. }, name)) = self.folder_of(path) {
            mirror.fetch(name).await?;
        }
        Ok(self.open(path))
    }

    /// Updates all files that are copies.
    ///
    /// # Errors
    ///
    /// Fails if the originals cannot be read or the copies cannot be written.
    pub async fn refresh(&self) -> Result<(), StoreError> {
        for mirror in self.mirrors() {
            mirror.refresh().await?;
        }
        Ok(())
    }

    /// Announces changes that other machines make to mirrored files, for as long as it is polled.
    pub async fn keep_noticing(&self) -> Infallible {
        match self.mirrors().next() {
            Some(mirror) => mirror.keep_noticing().await,
            None => std::future::pending().await,
        }
    }

    /// The folders to watch for events. Excludes mirrors, which only other machines change.
    pub(super) fn watched(&self) -> impl Iterator<Item = &Path> {
        let own = self.0.iter().filter(|folder| folder.mirror.is_none());
        own.map(|folder| folder.fs_path.as_path())
    }

    /// Notified of each change in the mirrors.
    pub(super) fn changed(&self) -> Arc<Notify> {
        self.mirrors().next().map(Mirror::changed).unwrap_or_default()
    }

    fn mirrors(&self) -> impl Iterator<Item = &Mirror> {
        self.0.iter().filter_map(|folder| folder.mirror.as_deref())
    }

    /// The folder of the document `path`, and the path within that folder.
    fn folder_of<'p>(&self, path: &'p str) -> Option<(&Folder, &'p str)> {
        let (first, rest) = path.split_once('/').unwrap_or((path, ""));
        match self.0.iter().find(|folder| folder.name == first) {
            Some(folder) => Some((folder, rest)),
            None => Some((self.0.iter().find(|folder| folder.name.is_empty())?, path)),
        }
    }
}

impl Folder {
    fn new(name: String, fs_path: PathBuf) -> Self {
        let reserved_names = BTreeSet::new();
        Self { name, fs_path, reserved_names, is_uploads: false, mirror: None }
    }

    /// Opens the folder; `None` if it is missing and may be, which counts as empty.
    pub(super) fn open(&self) -> io::Result<Option<OpenFolder>> {
        // A mirror has just created its folder, so it must exist.
        let may_be_missing = self.is_uploads && self.mirror.is_none();
        match OpenFolder::root(&self.fs_path) {
            Err(error) if may_be_missing && error.kind() == io::ErrorKind::NotFound => Ok(None),
            root => root.map(Some),
        }
    }

    /// The stamp of a file in this folder.
    pub(super) fn stamp(&self, metadata: &Metadata) -> Stamp {
        if self.mirror.is_some() { Stamp::of_copy(metadata) } else { Stamp::of(metadata) }
    }

    /// The displayed path of the file at `fs_path`; `None` if it is not in this folder, not UTF-8, or in a folder with
    /// a reserved name.
    pub(super) fn path(&self, fs_path: &Path) -> Option<String> {
        let path = names::relative(&self.fs_path, fs_path)?;
        if path.is_empty() {
            Some(self.name.clone())
        } else if self.name.is_empty() {
            let first = path.split('/').next().unwrap_or_default();
            (!self.reserved_names.contains(first)).then_some(path)
        } else {
            Some(format!("{}/{path}", self.name))
        }
    }

    /// True if the file at `fs_path` really has the displayed name; names with hidden characters are displayed
    /// differently.
    pub(super) fn is_called(&self, path: &str, fs_path: &Path) -> bool {
        let own = path.strip_prefix(&self.name).unwrap_or(path);
        fs_path == self.fs_path.join(own.trim_start_matches('/'))
    }
}

impl From<PathBuf> for Folders {
    fn from(fs_path: PathBuf) -> Self {
        Self::new([fs_path])
    }
}

impl<P: AsRef<Path> + ?Sized> From<&P> for Folders {
    fn from(fs_path: &P) -> Self {
        Self::from(fs_path.as_ref().to_owned())
    }
}

/// The folder's own name, with a number if it is taken.
fn unique_name(fs_path: &Path, reserved_names: &BTreeSet<String>) -> String {
    let name = fs_path.file_name().and_then(|name| name.to_str());
    let name = name.map_or_else(|| "documents".to_owned(), |name| names::shown(name).into_owned());
    let numbered = (2..).map(|number| format!("{name}-{number}"));
    let mut names = std::iter::once(name.clone()).chain(numbered);
    names.find(|name| !reserved_names.contains(name)).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(root: &Path, path: &str) -> PathBuf {
        let fs_path = root.join(path);
        std::fs::create_dir_all(fs_path.parent().unwrap()).unwrap();
        std::fs::write(&fs_path, path).unwrap();
        fs_path
    }

    /// The text of the document's file.
    fn text(folders: &Folders, path: &str) -> Option<String> {
        let file = folders.open(path).unwrap()?;
        Some(io::read_to_string(file).unwrap())
    }

    #[test]
    fn the_documents_of_several_folders_begin_with_the_folders_names() {
        let root = tempfile::tempdir().unwrap();
        let first = write(root.path(), "a/docs/x.md");
        let second = write(root.path(), "b/docs/x.md");
        let folders = Folders::new([root.path().join("a/docs"), root.path().join("b/docs")]);
        let paths: Vec<String> = folders
            .iter()
            .zip([&first, &second])
            .map(|(folder, file)| folder.path(file).unwrap())
            .collect();
        assert_eq!(paths, ["docs/x.md", "docs-2/x.md"]);
        assert_eq!(text(&folders, "docs/x.md").as_deref(), Some("a/docs/x.md"));
        assert_eq!(text(&folders, "docs-2/x.md").as_deref(), Some("b/docs/x.md"));
        assert_eq!(text(&folders, "x.md"), None);
    }

    #[test]
    fn no_document_passes_for_one_of_another_folder() {
        let root = tempfile::tempdir().unwrap();
        let own = write(root.path(), "docs/uploads/x.md");
        write(root.path(), "data/uploads/x.md");
        let folders = Folders::from(root.path().join("docs"));
        assert_eq!(text(&folders, "uploads/x.md").as_deref(), Some("docs/uploads/x.md"));
        let folders = folders.with("uploads", root.path().join("data/uploads"));
        assert_eq!(text(&folders, "uploads/x.md").as_deref(), Some("data/uploads/x.md"));
        let paths: Vec<Option<String>> = folders.iter().map(|folder| folder.path(&own)).collect();
        assert_eq!(paths, [None, None]);
    }

    #[test]
    fn steps_upwards_lead_nowhere() {
        let root = tempfile::tempdir().unwrap();
        write(root.path(), "secret.md");
        write(root.path(), "docs/a.md");
        let folders = Folders::new([root.path().join("docs")]);
        for path in ["../secret.md", "", "/", "docs", "a.md/..", "./../secret.md"] {
            assert_eq!(text(&folders, path), None, "{path}");
        }
    }

    #[test]
    fn a_document_belongs_to_the_folders_around_it_and_to_no_other() {
        let folders = Folders::from("docs").with("uploads", PathBuf::from("data/uploads"));
        let places = |path| folders.places(path).collect::<Vec<_>>();
        assert_eq!(places("hr/a.md"), ["hr/a.md", "hr", ""]);
        assert_eq!(places("uploads/a.md"), ["uploads/a.md", "uploads"]);
    }

    #[test]
    fn a_folder_that_is_away_is_no_folder_without_files() {
        let folders = Folders::from("/nowhere").with("uploads", PathBuf::from("/nowhere"));
        assert!(folders.open("a.md").is_err());
        assert!(folders.is_missing("uploads/a.md"), "no file was uploaded yet");
    }
}
