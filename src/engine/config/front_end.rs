//! The front end built elsewhere that the settings may name.

use std::path::Path;
use std::sync::Arc;

use super::read::non_empty;
use super::settings::Settings;

/// A folder of built files, including `index.html`.
#[derive(Clone, Debug)]
pub struct FrontEnd(Arc<Path>);

impl FrontEnd {
    /// The page of a front end, shown at every address without a route.
    pub const INDEX: &str = "index.html";

    /// Checks the front end in a folder.
    ///
    /// # Errors
    ///
    /// Returns a message about the missing file.
    pub fn new(folder: &Path) -> Result<Self, String> {
        let index = folder.join(Self::INDEX);
        if !index.is_file() {
            return Err(format!("there is no {}", index.display()));
        }
        let whole = folder.canonicalize().map_err(|error| error.to_string())?;
        Ok(Self(whole.into()))
    }

    /// The folder, with symbolic links resolved.
    pub fn folder(&self) -> &Path {
        &self.0
    }
}

/// Returns the configured front end.
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
