//! The terms on which scans are read.

use std::ffi::OsStr;
use std::path::PathBuf;

use footnote_extract::SCANNER;

use super::read::non_empty;
use super::settings::Settings;

/// The terms on which scans are read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScanTerms {
    /// The program that reads them; `None` if it is not installed.
    pub program: Option<PathBuf>,
    /// Their languages, separated by `+`; `None` for all installed ones.
    pub languages: Option<String>,
}

/// Reads the settings of scans; `None` if reading scans is turned off.
pub(super) fn config(settings: &Settings, problems: &mut Vec<String>) -> Option<ScanTerms> {
    let languages = non_empty(settings.scan_languages.clone());
    if let Some(wrong) = languages.as_ref().filter(|languages| !are_names(languages)) {
        problems.push(format!(
            "FOOTNOTE_SCAN_LANGUAGES: {wrong:?} is not one or more of tesseract's languages such as deu+eng"
        ));
    }
    match settings.scans.as_str() {
        "on" => {
            let program = settings.programs.as_deref().and_then(installed);
            Some(ScanTerms { program, languages })
        }
        "off" => None,
        other => {
            problems.push(format!("FOOTNOTE_SCANS: {other:?} is neither on nor off"));
            None
        }
    }
}

/// The program in the first of these folders that has it.
fn installed(path: &OsStr) -> Option<PathBuf> {
    let mut programs = std::env::split_paths(path).map(|folder| folder.join(SCANNER));
    programs.find(|program| program.is_file())
}

/// True if these are names such as `chi_sim` with `+` between them.
fn are_names(languages: &str) -> bool {
    let is_name = |name: &str| {
        let is_sign = |sign: char| sign.is_ascii_alphanumeric() || sign == '_';
        !name.is_empty() && name.chars().all(is_sign)
    };
    languages.split('+').all(is_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(scans: &str, languages: &str) -> (Option<ScanTerms>, usize) {
        let mut problems = Vec::new();
        let (scans, scan_languages) = (scans.to_owned(), Some(languages.to_owned()));
        let settings = Settings { scans, scan_languages, ..Settings::default() };
        (config(&settings, &mut problems), problems.len())
    }

    #[test]
    fn scans_are_read_in_the_languages_that_are_named() {
        let languages = |named| {
            let (terms, problems) = terms("on", named);
            assert_eq!(problems, 0, "{named}");
            terms.unwrap().languages
        };
        assert_eq!(languages(" "), None);
        assert_eq!(languages("chi_sim+eng").as_deref(), Some("chi_sim+eng"));
        assert_eq!(terms("off", ""), (None, 0));
        for wrong in ["--psm", "deu,eng", "deu+", "../x"] {
            assert_eq!(terms("on", wrong).1, 1, "{wrong}");
        }
    }

    #[test]
    fn the_program_is_the_first_of_its_name_on_the_path() {
        let folder = tempfile::tempdir().unwrap();
        let path = std::env::join_paths([&folder.path().join("none"), folder.path()]).unwrap();
        assert_eq!(installed(&path), None);
        let program = folder.path().join(SCANNER);
        std::fs::write(&program, "").unwrap();
        assert_eq!(installed(&path), Some(program));
    }
}
