//! Opens files below a folder of documents without following symbolic links: a link swapped in for a folder or a file
//! at any moment leads nowhere.

use std::ffi::{OsStr, OsString};
use std::fs::{File, Metadata};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Component, Path};

use footnote_documents::names;
use rustix::fs::{Dir, FileType, Mode, OFlags, fstat, open, openat};
use rustix::io::Errno;

/// An open folder.
#[derive(Debug)]
pub(super) struct OpenFolder(OwnedFd);

/// An entry of a folder. A link counts as neither a folder nor a file.
pub(super) struct Entry {
    pub(super) name: OsString,
    pub(super) is_folder: bool,
    pub(super) is_file: bool,
}

impl OpenFolder {
    /// Opens a folder of documents. Follows links here, because the operator named this path.
    pub(super) fn root(fs_path: &Path) -> io::Result<Self> {
        Ok(Self(open(
            fs_path,
            OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC,
            Mode::empty(),
        )?))
    }

    /// Id of its device. It differs from that of the parent folder at a mount point.
    pub(super) fn device(&self) -> io::Result<u64> {
        Ok(fstat(&self.0)?.st_dev)
    }

    /// Opens the folder at `below`, given by the names in the file system.
    pub(super) fn folder(self, below: &Path) -> io::Result<Self> {
        below.components().try_fold(self, |folder, part| folder.inner(part.as_os_str()))
    }

    /// Opens the file displayed as `path` below this folder.
    pub(super) fn file(self, path: &str) -> io::Result<File> {
        let path = Path::new(path);
        let (Some(name), Some(parent)) = (path.file_name(), path.parent()) else {
            return Err(io::ErrorKind::NotFound.into());
        };
        let folder = parent.components().try_fold(self, |folder, part| match part {
            Component::Normal(name) => folder.inner(&folder.called(name)?),
            _ => Err(io::ErrorKind::NotFound.into()),
        })?;
        folder.open(&folder.called(name)?)
    }

    /// Opens the file of this name in the folder.
    pub(super) fn open(&self, name: &OsStr) -> io::Result<File> {
        self.open_file(name, OFlags::NOFOLLOW)
    }

    /// Opens the file of this name, following a link wherever it leads; only for files that are not documents.
    pub(super) fn open_followed(&self, name: &OsStr) -> io::Result<File> {
        self.open_file(name, OFlags::empty())
    }

    fn open_file(&self, name: &OsStr, flags: OFlags) -> io::Result<File> {
        // Do not block on anything else, such as a pipe.
        let flags = flags | OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let file = File::from(openat(&self.0, name, flags, Mode::empty())?);
        if file.metadata()?.is_file() { Ok(file) } else { Err(io::ErrorKind::NotFound.into()) }
    }

    /// Metadata of the entry of this name.
    pub(super) fn metadata(&self, name: &OsStr) -> io::Result<Metadata> {
        File::from(self.open_unfollowed(name, OFlags::PATH)?).metadata()
    }

    /// All entries, in no particular order.
    pub(super) fn entries(&self) -> io::Result<impl Iterator<Item = io::Result<Entry>>> {
        let entries = Dir::read_from(&self.0)?.filter_map(|entry| {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => return Some(Err(error.into())),
            };
            let name = OsStr::from_bytes(entry.file_name().to_bytes());
            (name != "." && name != "..").then(|| self.entry(name, entry.file_type()))
        });
        Ok(entries)
    }

    fn entry(&self, name: &OsStr, kind: FileType) -> io::Result<Entry> {
        let [mut is_folder, mut is_file] = [kind.is_dir(), kind.is_file()];
        if kind == FileType::Unknown {
            // Some file systems do not report the type with the entry.
            let metadata = self.metadata(name)?;
            [is_folder, is_file] = [metadata.is_dir(), metadata.is_file()];
        }
        Ok(Entry { name: name.to_owned(), is_folder, is_file })
    }

    fn inner(&self, name: &OsStr) -> io::Result<Self> {
        Ok(Self(self.open_unfollowed(name, OFlags::RDONLY | OFlags::DIRECTORY)?))
    }

    fn open_unfollowed(&self, name: &OsStr, flags: OFlags) -> io::Result<OwnedFd> {
        Ok(openat(&self.0, name, flags | OFlags::NOFOLLOW | OFlags::CLOEXEC, Mode::empty())?)
    }

    /// The file system's name for what is displayed as `name`.
    fn called(&self, name: &OsStr) -> io::Result<OsString> {
        let is_escaped = name.to_str().is_some_and(|name| name.contains("\\u"));
        if is_escaped && self.metadata(name).is_err() {
            for entry in self.entries()? {
                let called = entry?.name;
                if called.to_str().map(names::shown).as_deref() == name.to_str() {
                    return Ok(called);
                }
            }
        }
        Ok(name.to_owned())
    }
}

/// True if there is nothing to open. After any other error, the file may still exist.
pub(super) fn is_gone(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidFilename, NotADirectory, NotFound};
    matches!(error.kind(), NotFound | NotADirectory | InvalidFilename)
        || Errno::from_io_error(error) == Some(Errno::LOOP)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Read as _;
    use std::os::unix::fs::symlink;

    use super::*;

    fn text(folder: &Path, path: &str) -> io::Result<String> {
        let mut text = String::new();
        OpenFolder::root(folder)?.file(path)?.read_to_string(&mut text)?;
        Ok(text)
    }

    #[test]
    fn what_is_shown_leads_to_its_file() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["a\u{202e}b.md", "c.md", "d\\u202e.md", "d\u{202e}.md"] {
            let file = folder.path().join(name);
            fs::write(&file, name).unwrap();
            let path = names::relative(folder.path(), &file).unwrap();
            // A file with exactly this name takes precedence over one that is displayed like it.
            let meant = if name.starts_with('d') { "d\\u202e.md" } else { name };
            assert_eq!(text(folder.path(), &path).unwrap(), meant);
        }
        assert!(is_gone(&text(folder.path(), "e\\u202e.md").unwrap_err()));
    }

    #[test]
    fn no_link_and_no_step_upwards_leads_anywhere() {
        let place = tempfile::tempdir().unwrap();
        let [folder, outside] = ["in", "out"].map(|name| place.path().join(name));
        fs::create_dir_all(folder.join("real")).unwrap();
        fs::create_dir(&outside).unwrap();
        fs::write(folder.join("real/a.md"), "in").unwrap();
        fs::write(outside.join("a.md"), "out").unwrap();
        symlink(&outside, folder.join("way")).unwrap();
        symlink(outside.join("a.md"), folder.join("a.md")).unwrap();
        symlink("real", folder.join("loop")).unwrap();
        assert_eq!(text(&folder, "real/a.md").unwrap(), "in");
        for path in
            ["way/a.md", "a.md", "loop/a.md", "../out/a.md", "real/../real/a.md", "real", "", "/"]
        {
            assert!(is_gone(&text(&folder, path).unwrap_err()), "{path}");
        }
        let entries = OpenFolder::root(&folder).unwrap();
        let entries: Vec<_> = entries.entries().unwrap().map(Result::unwrap).collect();
        let folders = entries.iter().filter(|entry| entry.is_folder);
        assert_eq!(folders.map(|entry| &entry.name).collect::<Vec<_>>(), ["real"]);
        assert!(entries.iter().all(|entry| !entry.is_file));
        symlink(&folder, place.path().join("root")).unwrap();
        assert_eq!(text(&place.path().join("root"), "real/a.md").unwrap(), "in", "it is named so");
    }

    #[test]
    fn a_pipe_is_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("a.md");
        rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, Mode::RUSR | Mode::WUSR).unwrap();
        assert!(is_gone(&text(folder.path(), "a.md").unwrap_err()));
    }
}
