//! A built front end of others, which the settings may name.

use std::path::Path;
use std::sync::Arc;

use super::read::non_empty;
use super::settings::Settings;

/// A folder of built files, its `index.html` among them.
#[derive(Clone, Debug)]
pub struct FrontEnd(Arc<Path>);

impl FrontEnd {
    /// The page of a front end, which is shown at every address that is nobody else's.
    pub const INDEX: &str = "index.html";

    /// The front end in a folder.
    ///
    /// # Errors
    ///
    /// The missing file, in words.
    pub fn new(folder: &Path) -> Result<Self, String> {
        let index = folder.join(Self::INDEX);
        if !index.is_file() {
            return Err(format!("there is no {}", index.display()));
        }
        let whole = folder.canonicalize().map_err(|error| error.to_string())?;
        Ok(Self(whole.into()))
    }

    /// The folder, without symbolic links.
    pub fn folder(&self) -> &Path {
        &self.0
    }
}

/// The front end that the settings name.
pub(super) fn config(settings: &Settings, problems: &mut Vec<String>) -> Option<FrontEnd> {
    let folder = non_empty(settings.front_end.clone())?;
    let front_end = FrontEnd::new(Path::new(&folder));
    front_end.map_err(|problem| problems.push(format!("FOOTNOTE_FRONT_END: {problem}"))).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_without_a_page_is_no_front_end() {
        let folder = tempfile::tempdir().unwrap();
        assert!(FrontEnd::new(folder.path()).is_err());
        std::fs::write(folder.path().join("index.html"), "<p>").unwrap();
        assert!(FrontEnd::new(folder.path()).is_ok());
    }
}
