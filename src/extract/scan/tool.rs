//! The installed program that reads scans.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::request::ScanRequest;

/// The name of the program.
pub const PROGRAM: &str = "tesseract";

/// Data files listed among the languages that are not languages: text direction and formulas.
const NO_LANGUAGES: [&str; 2] = ["osd", "equ"];

/// Tesseract, and the languages that it reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScanTool {
    program: PathBuf,
    name: String,
    languages: String,
}

impl ScanTool {
    /// Returns the tesseract at this path with these languages, such as `deu+eng`, or all installed ones; `None` if it
    /// is another program, or has no language.
    pub fn at(program: &Path, languages: Option<&str>) -> Option<Self> {
        // The first line is "tesseract 5.3.0".
        let version = output(program, "--version")?;
        let name = version.lines().next()?.trim().to_owned();
        let languages = match languages {
            Some(named) => named.to_owned(),
            None => installed(&output(program, "--list-langs")?),
        };
        let is_there = name.starts_with(PROGRAM) && !languages.is_empty();
        is_there.then(|| Self::new(program, name, languages))
    }

    /// Returns the tesseract of this name and version at this path, with these languages. It need not exist.
    pub fn new(program: &Path, name: String, languages: String) -> Self {
        Self { program: program.to_owned(), name, languages }
    }

    /// Its name and version.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its languages, separated by `+`.
    pub fn languages(&self) -> &str {
        &self.languages
    }

    /// Returns a request for a page, counted from 1, or only for the pictures on it.
    pub fn request(&self, page: u32, only_pictures: bool) -> ScanRequest {
        ScanRequest {
            page: page as usize,
            only_pictures,
            program: self.program.clone(),
            languages: self.languages.clone(),
        }
    }
}

/// Returns the output of the program for an option that asks about it. It runs in the same environment as when it
/// reads.
fn output(program: &Path, about: &str) -> Option<String> {
    let said = Command::new(program).arg(about).env_clear().output();
    let said = said.inspect_err(|error| tracing::warn!(%error, ?program, "cannot be run"));
    String::from_utf8(said.ok()?.stdout).ok()
}

/// Returns the languages in a list with a headline. Scripts, which are in a folder of their own, are left out.
fn installed(list: &str) -> String {
    let all = list.lines().skip(1).map(str::trim);
    let languages = all.filter(|one| !one.is_empty() && !one.contains('/'));
    let languages: Vec<_> = languages.filter(|one| !NO_LANGUAGES.contains(one)).collect();
    languages.join("+")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_those_that_are_installed() {
        let list = "List of available languages in \"/t/\" (4):\ndeu\neng\nosd\nscript/Latin\n";
        assert_eq!(installed(list), "deu+eng");
        assert_eq!(ScanTool::at(Path::new("/nowhere/tesseract"), None), None);
    }
}
