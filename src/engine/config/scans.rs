//! The terms on which scans are read.

use super::read::non_empty;
use super::settings::Settings;

/// The terms on which scans are read, where the program for it is installed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScanTerms {
    /// Their languages, with `+` between them; all that are installed where there are none.
    pub languages: Option<String>,
}

/// The terms of the settings.
pub(super) fn config(settings: &Settings, problems: &mut Vec<String>) -> Option<ScanTerms> {
    let languages = non_empty(settings.scan_languages.clone());
    if let Some(wrong) = languages.as_ref().filter(|languages| !are_names(languages)) {
        problems.push(format!(
            "FOOTNOTE_SCAN_LANGUAGES: {wrong:?} is not one or more of tesseract's languages such as deu+eng"
        ));
    }
    match settings.scans.as_str() {
        "on" => Some(ScanTerms { languages }),
        "off" => None,
        other => {
            problems.push(format!("FOOTNOTE_SCANS: {other:?} is neither on nor off"));
            None
        }
    }
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
        assert_eq!(terms("on", " "), (Some(ScanTerms::default()), 0));
        let languages = Some("chi_sim+eng".to_owned());
        assert_eq!(terms("on", "chi_sim+eng"), (Some(ScanTerms { languages }), 0));
        assert_eq!(terms("off", ""), (None, 0));
        for wrong in ["--psm", "deu,eng", "deu+", "../x"] {
            assert_eq!(terms("on", wrong).1, 1, "{wrong}");
        }
    }
}
