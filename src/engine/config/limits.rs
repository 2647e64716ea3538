//! The limits on answers under way at once, and on how often a client may ask.

use super::read::{non_empty, number};
use super::settings::Settings;

/// The most answers at once, and the most questions in a minute, that can be set.
const MOST: u32 = 1_000_000;

/// The limits on answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Answers that may be under way at once.
    pub answers: usize,
    /// Answers that may be under way at once for one client.
    pub answers_each: usize,
    /// Questions that one client may ask in a minute; 0 for any number.
    pub rate: u32,
    /// Bytes of the page's answers that have ended and are kept in memory.
    pub run_bytes: usize,
}

/// The limits as the settings have them.
pub(super) fn config(settings: &Settings, problems: &mut Vec<String>) -> Limits {
    let all = number("FOOTNOTE_ANSWERS", &settings.answers, 1..=MOST, problems);
    // Half, so that no client shuts all others out, and a proxy for many that is not listed has room.
    let each = non_empty(settings.answers_each.clone())
        .map_or(all.div_ceil(2), |each| number("FOOTNOTE_ANSWERS_EACH", &each, 1..=MOST, problems));
    let rate = number("FOOTNOTE_RATE", &settings.rate, 0..=MOST, problems);
    let count = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
    let run_megabytes =
        number("FOOTNOTE_RUN_MEGABYTES", &settings.run_megabytes, 0..=MOST, problems);
    let run_bytes = count(run_megabytes).saturating_mul(1024 * 1024);
    Limits { answers: count(all), answers_each: count(each), rate, run_bytes }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_all_answers_is_for_each_unless_it_is_said() {
        let limits = |all: &str, each: Option<&str>, rate: &str| {
            let settings = Settings {
                answers: all.to_owned(),
                answers_each: each.map(str::to_owned),
                rate: rate.to_owned(),
                run_megabytes: "1".to_owned(),
                ..Settings::default()
            };
            let mut problems = Vec::new();
            let limits = config(&settings, &mut problems);
            let Limits { answers, answers_each, rate, run_bytes } = limits;
            assert_eq!(run_bytes, 1024 * 1024);
            (answers, answers_each, rate, problems.len())
        };
        assert_eq!(limits("9", None, "60"), (9, 5, 60, 0));
        assert_eq!(limits("9", Some("3"), "0"), (9, 3, 0, 0));
        assert_eq!(limits("0", Some("all"), "-1").3, 3);
    }
}
