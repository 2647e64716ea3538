//! Exclusion rules: the lines of `.footnoteignore` files, in the syntax of `.gitignore`.

use std::ffi::OsStr;
use std::io::{self, Read as _};
use std::path::Path;
use std::sync::Arc;

use ignore::gitignore::{Gitignore, GitignoreBuilder};

use crate::beneath::{OpenFolder, is_gone};

/// Name of the files that list excluded files and folders.
const FILE: &str = ".footnoteignore";

/// Maximum size of such a file, in bytes.
const MAX_BYTES: u64 = 1024 * 1024;

/// The rules of a folder and its parents.
#[derive(Debug)]
pub(super) struct Rules {
    own: Gitignore,
    outer: Option<Arc<Self>>,
}

impl Rules {
    /// Reads the rules in the folder `opened`, which is at `fs_path` in a folder with the rules `outer`.
    ///
    /// # Errors
    ///
    /// Fails if there is a file of rules that cannot be read: then nobody knows what it excludes.
    pub(super) fn of(
        opened: &OpenFolder,
        fs_path: &Path,
        outer: Option<Arc<Self>>,
    ) -> io::Result<Option<Arc<Self>>> {
        let file = match opened.open_followed(OsStr::new(FILE)) {
            Err(error) if is_gone(&error) => return Ok(outer),
            file => file?,
        };
        let mut lines = Vec::new();
        file.take(MAX_BYTES).read_to_end(&mut lines)?;
        let lines = String::from_utf8_lossy(&lines);
        let mut builder = GitignoreBuilder::new(fs_path);
        for line in lines.trim_start_matches('\u{feff}').lines() {
            if let Err(error) = builder.add_line(None, line) {
                warn(fs_path, &error);
            }
        }
        let own = builder.build().inspect_err(|error| warn(fs_path, error));
        Ok(own.map_or(outer.clone(), |own| Some(Arc::new(Self { own, outer }))))
    }

    /// True if `fs_path` is excluded; the innermost matching rule decides.
    pub(super) fn leaves_out(&self, fs_path: &Path, is_folder: bool) -> bool {
        let found = self.own.matched(fs_path, is_folder);
        if found.is_none() {
            return self.outer.as_ref().is_some_and(|outer| outer.leaves_out(fs_path, is_folder));
        }
        found.is_ignore()
    }
}

fn warn(folder: &Path, error: &ignore::Error) {
    let folder = folder.display();
    tracing::warn!(%folder, %error, "an exclusion rule cannot be parsed");
}
