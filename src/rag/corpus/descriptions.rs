//! The descriptions of images, each in a file that is named by the hash of its image.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::documents::replace;

/// The ending of the names of the files.
const ENDING: &str = ".md";

/// The digits before it.
const DIGITS: usize = 32;

/// The descriptions that are kept, each under the hash of its image.
#[derive(Clone, Debug)]
pub struct Descriptions {
    place: PathBuf,
    /// The images that were described, each with whether there are words for it.
    known: Arc<Mutex<HashMap<u128, bool>>>,
}

impl Descriptions {
    /// The descriptions in the folder of data `data`.
    pub fn open(data: &Path) -> Self {
        // Hidden, so that they are no documents where the data lie among these.
        let place = data.join(".descriptions");
        let files = fs::read_dir(&place).into_iter().flatten().flatten();
        let known = files.filter_map(|file| {
            let name = file.file_name();
            let name = name.to_str()?.strip_suffix(ENDING)?;
            let image = u128::from_str_radix(name, 16).ok()?;
            // Shorter hashes are those of earlier versions, which may be gone back to.
            if name.len() < DIGITS {
                return None;
            }
            Some((image, file.metadata().ok()?.len() > 0))
        });
        Self { known: Arc::new(Mutex::new(known.collect())), place }
    }

    /// True if there are words for the image with this hash, false if there can be none, `None` if it was not
    /// described.
    pub(super) fn known(&self, image: u128) -> Option<bool> {
        self.lock().get(&image).copied()
    }

    /// The name of the model that described the image with this hash, and its words, as Markdown; `None` if there
    /// are none.
    pub(super) fn of(&self, image: u128) -> Option<(String, String)> {
        self.known(image).filter(|has_words| *has_words)?;
        let kept = fs::read_to_string(self.file(image)).ok();
        let parts = kept.as_deref().and_then(|kept| kept.split_once('\n'));
        if parts.is_none() {
            // It is described anew, and not looked for in each pass.
            self.lock().remove(&image);
        }
        parts.map(|(model, text)| (model.to_owned(), text.to_owned()))
    }

    /// Keeps what a model wrote about an image; nothing where it cannot be described.
    pub(super) fn keep(&self, image: u128, text: &str) -> io::Result<()> {
        fs::create_dir_all(&self.place)?;
        replace(&self.file(image), text.as_bytes())?;
        self.lock().insert(image, !text.is_empty());
        Ok(())
    }

    pub(super) fn file(&self, image: u128) -> PathBuf {
        self.place.join(format!("{image:0DIGITS$x}{ENDING}"))
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u128, bool>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_under_shorter_hashes_of_former_versions_stay_and_do_not_count() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join(".descriptions");
        fs::create_dir(&place).unwrap();
        fs::write(place.join("00000000000000ab.md"), "model\nwords\n").unwrap();
        let descriptions = Descriptions::open(folder.path());
        assert_eq!(descriptions.known(0xab), None);
        descriptions.keep(0xab, "model\nother words\n").unwrap();
        assert_eq!(fs::read_dir(&place).unwrap().count(), 2);
        let kept = Some(("model".to_owned(), "other words\n".to_owned()));
        assert_eq!(Descriptions::open(folder.path()).of(0xab), kept);
    }
}
