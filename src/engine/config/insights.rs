//! Settings of the insights: who may see the outcomes of questions, and what is kept.

use std::time::Duration;

use footnote_documents::acl::Allowed;

use super::people;
use super::proxies::Proxies;
use super::read::{listed, number, switch};
use super::sessions::MAX_DAYS;
use super::settings::Settings;

/// Access to the insights, and the terms on which they are kept.
#[derive(Clone, Debug, Default)]
pub struct InsightTerms {
    /// People who may see the insights.
    pub allowed: Allowed,
    /// Lifetime of insights; zero keeps none.
    pub lifetime: Duration,
    /// True if the words of unanswered questions and of readers' remarks are kept.
    pub keeps_texts: bool,
    /// Machines that may read the metrics, besides operators.
    pub meter_readers: Proxies,
}

impl InsightTerms {
    /// True if insights are kept: someone may see them, and their lifetime is not zero.
    pub fn keep(&self) -> bool {
        self.allowed != Allowed::Nobody && !self.lifetime.is_zero()
    }
}

/// Reads the settings.
pub(super) fn config(settings: &Settings, problems: &mut Vec<String>) -> InsightTerms {
    let days = number("FOOTNOTE_INSIGHTS_DAYS", &settings.insights_days, 0..=MAX_DAYS, problems);
    let meter_readers = Proxies::new(&listed(settings.metrics.as_deref()));
    InsightTerms {
        allowed: people::allowed(settings.insights.clone()),
        lifetime: Duration::from_hours(24 * u64::from(days)),
        keeps_texts: switch("FOOTNOTE_INSIGHTS_TEXTS", &settings.insights_texts, problems),
        meter_readers: meter_readers.unwrap_or_else(|name| {
            let wrong = "neither an address nor a network such as 10.0.0.0/8";
            problems.push(format!("FOOTNOTE_METRICS: {name:?} is {wrong}"));
            Proxies::default()
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::settings;
    use super::*;

    #[test]
    fn nothing_is_kept_for_no_days_or_nobody() {
        let keep = |settings: Settings| {
            let mut problems = Vec::new();
            let terms = config(&settings, &mut problems);
            assert_eq!(problems, [""; 0]);
            terms.keep()
        };
        assert!(keep(settings()));
        assert!(!keep(Settings { insights_days: "0".to_owned(), ..settings() }));
        assert!(!keep(Settings { insights: Some("nobody".to_owned()), ..settings() }));
    }
}
