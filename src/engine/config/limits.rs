//! Limits on concurrent answers, and on the rate of each client.

use super::read::{non_empty, number};
use super::settings::Settings;

/// Upper bound of the settings for concurrent answers and questions per minute.
const MAX: u32 = 1_000_000;

/// Limits on answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Maximum number of concurrent answers.
    pub answers: usize,
    /// Maximum number of concurrent answers per client.
    pub answers_each: usize,
    /// Maximum number of questions per client and minute; 0 means no limit.
    pub rate: u32,
    /// Maximum size of the page's finished answers that are kept in memory, in bytes.
    pub run_bytes: usize,
}

/// Reads the settings.
pub(super) fn config(settings: &Settings, problems: &mut Vec<String>) -> Limits {
    let all = number("FOOTNOTE_ANSWERS", &settings.answers, 1..=MAX, problems);
    // Half, so that no client shuts out all others, and an unlisted proxy with many readers still has room.
    let each = non_empty(settings.answers_each.clone())
        .map_or(all.div_ceil(2), |each| number("FOOTNOTE_ANSWERS_EACH", &each, 1..=MAX, problems));
    let rate = number("FOOTNOTE_RATE", &settings.rate, 0..=MAX, problems);
    let count = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
    let run_megabytes =
        number("FOOTNOTE_RUN_MEGABYTES", &settings.run_megabytes, 0..=MAX, problems);
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
