//! The folders of documents, and where the file behind a document's path lies.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::fs::Metadata;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use footnote_documents::{Stamp, names};
use tokio::sync::Notify;

use super::uploads::mirror::Mirror;
use crate::store::StoreError;

/// The folders whose files are the documents.
///
/// With a single folder, a document's path is its path in the folder. With several, the folder's name comes
/// first.
#[derive(Clone, Debug, Default)]
pub struct Folders(Vec<Folder>);

/// One folder of documents.
#[derive(Clone, Debug)]
pub struct Folder {
    /// The prefix of its documents' paths; empty for a single folder.
    pub name: String,
    /// Its place in the file system.
    pub fs_path: PathBuf,
    /// Names in it that belong to another folder, whose documents would be shown alike.
    pub(super) reserved_names: BTreeSet<String>,
    /// True if readers upload its files: it need not be there, and its files do not say who reads them.
    pub(super) is_uploads: bool,
    /// The mirror whose copies its files are, where others than this machine have the documents.
    mirror: Option<Arc<Mirror>>,
}

impl Folders {
    /// The folders at `fs_paths`, in that order; of two with the same name the second is numbered.
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

    /// Adds another folder of that name, which need not be there. A folder of the same name inside the others
    /// is left out.
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

    /// Adds the folder of a mirror, as [`Self::with`] does.
    #[must_use]
    pub fn with_mirror(self, name: &str, mirror: &Arc<Mirror>) -> Self {
        let mut folders = self.with(name, mirror.folder().to_owned());
        if let Some(added) = folders.0.last_mut() {
            added.mirror = Some(Arc::clone(mirror));
        }
        folders
    }

    /// The folder inside of these whose documents have paths that begin with `name`, if there is one.
    pub fn named(&self, name: &str) -> Option<PathBuf> {
        let unnamed = self.0.iter().filter(|folder| folder.name.is_empty());
        let mut fs_paths = unnamed.map(|folder| folder.fs_path.join(name));
        fs_paths.find(|fs_path| fs_path.is_dir())
    }

    /// Each folder.
    pub fn iter(&self) -> impl Iterator<Item = &Folder> {
        self.0.iter()
    }

    /// Returns whether there is no file of the document `path`.
    pub fn is_missing(&self, path: &str) -> bool {
        self.file(path).is_none()
    }

    /// The file of the document `path` with its stamp, and whether readers upload it; `None` if there is none.
    pub(super) fn stamped(&self, path: &str) -> Option<(PathBuf, Stamp, bool)> {
        let (folder, _) = self.folder_of(path)?;
        let fs_path = self.file(path)?;
        let stamp = folder.stamp(&fs_path.metadata().ok()?);
        Some((fs_path, stamp, folder.is_uploads))
    }

    /// The file of the document `path`, if it is one and no link leads there.
    pub fn file(&self, path: &str) -> Option<PathBuf> {
        let (folder, path) = self.folder_of(path)?;
        join_below(&folder.fs_path, Path::new(path))
    }

    /// The same file, brought up to date where it is a copy.
    ///
    /// # Errors
    ///
    /// If what it is a copy of cannot be read, or the copy not be written.
    pub async fn fetch(&self, path: &str) -> Result<Option<PathBuf>, StoreError> {
        if let Some((Folder { mirror: Some(mirror), .. }, name)) = self.folder_of(path) {
            mirror.fetch(name).await?;
        }
        Ok(self.file(path))
    }

    /// Brings the files up to date that are copies.
    ///
    /// # Errors
    ///
    /// If what they are copies of cannot be read, or the copies not be written.
    pub async fn refresh(&self) -> Result<(), StoreError> {
        for mirror in self.mirrors() {
            mirror.refresh().await?;
        }
        Ok(())
    }

    /// Announces what other machines change in what is mirrored, as long as it is waited for.
    pub async fn keep_noticing(&self) -> Infallible {
        match self.mirrors().next() {
            Some(mirror) => mirror.keep_noticing().await,
            None => std::future::pending().await,
        }
    }

    /// The places of those that others change, so that only their events tell of it.
    pub(super) fn watched(&self) -> impl Iterator<Item = &Path> {
        let own = self.0.iter().filter(|folder| folder.mirror.is_none());
        own.map(|folder| folder.fs_path.as_path())
    }

    /// Told of each change of what is mirrored.
    pub(super) fn changed(&self) -> Arc<Notify> {
        self.mirrors().next().map(Mirror::changed).unwrap_or_default()
    }

    fn mirrors(&self) -> impl Iterator<Item = &Mirror> {
        self.0.iter().filter_map(|folder| folder.mirror.as_deref())
    }

    /// The folder of the document `path`, and its path in there.
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

    /// True if there may be no such folder, which is as good as an empty one then.
    pub(super) fn may_be_missing(&self) -> bool {
        // That of a mirror was there a moment ago, with whatever it should hold.
        self.is_uploads && self.mirror.is_none()
    }

    /// The stamp of a file in it.
    pub(super) fn stamp(&self, metadata: &Metadata) -> Stamp {
        if self.mirror.is_some() { Stamp::of_copy(metadata) } else { Stamp::of(metadata) }
    }

    /// The path of the file at `fs_path` as it is shown; `None` if it is not below, not UTF-8, or another
    /// folder's.
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

    /// True if the file at `fs_path` has the shown name; names with hidden characters are shown otherwise.
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

/// The folder's own name, numbered if it is taken.
fn unique_name(fs_path: &Path, reserved_names: &BTreeSet<String>) -> String {
    let name = fs_path.file_name().and_then(|name| name.to_str());
    let name = name.map_or_else(|| "documents".to_owned(), |name| names::shown(name).into_owned());
    let numbered = (2..).map(|number| format!("{name}-{number}"));
    let mut names = std::iter::once(name.clone()).chain(numbered);
    names.find(|name| !reserved_names.contains(name)).unwrap_or(name)
}

/// Joins a relative path to a folder, part by part, refusing links and steps upwards.
fn join_below(folder: &Path, relative: &Path) -> Option<PathBuf> {
    let mut whole = folder.to_owned();
    for part in relative.components() {
        let Component::Normal(part) = part else {
            return None;
        };
        whole = names::place(&whole, Path::new(part));
        if whole.symlink_metadata().ok()?.is_symlink() {
            return None;
        }
    }
    whole.is_file().then_some(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(root: &Path, path: &str) -> PathBuf {
        let fs_path = root.join(path);
        std::fs::create_dir_all(fs_path.parent().unwrap()).unwrap();
        std::fs::write(&fs_path, "text").unwrap();
        fs_path
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
        assert_eq!(folders.file("docs/x.md"), Some(first));
        assert_eq!(folders.file("docs-2/x.md"), Some(second));
        assert_eq!(folders.file("x.md"), None);
    }

    #[test]
    fn no_document_passes_for_one_of_another_folder() {
        let root = tempfile::tempdir().unwrap();
        let own = write(root.path(), "docs/uploads/x.md");
        let uploaded = write(root.path(), "data/uploads/x.md");
        let folders = Folders::from(root.path().join("docs"));
        assert_eq!(folders.file("uploads/x.md").as_ref(), Some(&own));
        let folders = folders.with("uploads", root.path().join("data/uploads"));
        assert_eq!(folders.file("uploads/x.md").as_ref(), Some(&uploaded));
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
            assert_eq!(folders.file(path), None, "{path}");
        }
    }
}
