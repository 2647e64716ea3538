//! Wire forms to prefer if a request leaves a choice.

use footnote_protocol::dialect::{self, Preferences};

use super::read::{non_empty, switch};
use super::settings::Settings;

/// Reads the preferences from the settings.
pub(super) fn config(settings: &Settings, problems: &mut Vec<String>) -> Preferences {
    let form = non_empty(settings.form.clone()).and_then(|name| {
        let form = dialect::named(&name);
        form.map_err(|error| problems.push(format!("FOOTNOTE_FORM: {error}"))).ok()
    });
    Preferences {
        form: form.map(|form| form.name),
        digits: switch("FOOTNOTE_COMPONENT_DIGITS", &settings.component_digits, problems),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(form: &str, digits: &str) -> (Preferences, Vec<String>) {
        let settings = Settings {
            form: Some(form.to_owned()),
            component_digits: digits.to_owned(),
            ..Settings::default()
        };
        let mut problems = Vec::new();
        (config(&settings, &mut problems), problems)
    }

    #[test]
    fn a_form_is_named_as_clients_name_it() {
        let (preferences, problems) = read("completion_chunks", "false");
        assert_eq!(preferences.form, Some("completion_chunks"));
        assert!(!preferences.digits && problems.is_empty());
        assert_eq!(read("", "true").0, Preferences::default());
    }

    #[test]
    fn a_form_that_there_is_none_of_is_a_problem() {
        let problems = read("klingon", "maybe").1;
        assert!(problems[0].starts_with("FOOTNOTE_FORM: "), "{problems:?}");
        assert!(problems[1].starts_with("FOOTNOTE_COMPONENT_DIGITS: "));
    }
}
