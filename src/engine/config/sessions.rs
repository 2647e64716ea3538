//! Lifetimes of conversations and of the files attached to them.

use std::time::Duration;

use footnote_store::Lifetimes;

use super::read::{non_empty, number};
use super::settings::Settings;

/// Maximum number of days to keep a conversation: ten years.
pub(super) const MAX_DAYS: u32 = 3650;

/// Reads the settings.
pub(super) fn config(settings: &Settings, problems: &mut Vec<String>) -> Lifetimes {
    let mut days = |name, text: &str, least| {
        let days = number(name, text, least..=MAX_DAYS, problems);
        Duration::from_hours(24 * u64::from(days))
    };
    let known = days("FOOTNOTE_SESSION_DAYS", &settings.session_days, 0);
    let mut other = |name, text: &Option<String>, least| {
        non_empty(text.clone()).map(|text| days(name, &text, least))
    };
    let nobody = other("FOOTNOTE_ANONYMOUS_DAYS", &settings.anonymous_days, 0).unwrap_or(known);
    let attachments = other("FOOTNOTE_ATTACHMENT_DAYS", &settings.attachment_days, 1);
    Lifetimes { known, nobody, attachments: attachments.unwrap_or(known.max(nobody)) }
}

#[cfg(test)]
mod tests {
    use super::super::tests::settings;
    use super::*;
    use crate::config::Config;

    #[test]
    fn conversations_of_nobody_and_attachments_may_have_days_of_their_own() {
        let lifetimes = |known: &str, nobody: Option<&str>, attachments: Option<&str>| {
            let settings = Settings {
                session_days: known.to_owned(),
                anonymous_days: nobody.map(str::to_owned),
                attachment_days: attachments.map(str::to_owned),
                ..settings()
            };
            Config::new(settings).map(|config| config.sessions)
        };
        let days = |days: u64| Duration::from_hours(24 * days);
        let all = lifetimes("365", None, Some("")).unwrap();
        assert_eq!(all, Lifetimes::from(days(365)));
        assert!(!all.expires_attachments());
        let each = lifetimes("365", Some("0"), Some("7")).unwrap();
        assert_eq!((each.of("ada"), each.of("")), (days(365), days(0)));
        assert!(each.attachments == days(7) && each.expires_attachments());
        let error = lifetimes("365", Some("x"), Some("0")).unwrap_err();
        assert_eq!(error.0.len(), 2, "{error}");
    }
}
