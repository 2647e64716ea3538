//! Settings of the insights: who may see the outcomes of questions, and what is kept.

use std::net::SocketAddr;
use std::time::Duration;

use footnote_documents::acl::{Allowed, Reader};

use super::model;
use super::proxies::Proxies;
use super::read::{listed, non_empty, number, switch};
use super::sessions::MOST_DAYS;
use super::settings::Settings;

/// Access to the insights, and the terms on which they are kept.
#[derive(Clone, Debug, Default)]
pub struct InsightTerms {
    /// People who may see the insights.
    pub allowed: Allowed,
    /// True if no setting names them. Then only direct requests from this machine may see them, none through a proxy.
    pub is_default: bool,
    /// Lifetime of insights; zero keeps none.
    pub lifetime: Duration,
    /// True if the words of unanswered questions and of readers' remarks are kept.
    pub keeps_texts: bool,
    /// Machines that may read the metrics, besides this one.
    pub meter_readers: Proxies,
}

impl InsightTerms {
    /// True if this reader may see the insights, given whether a proxy forwarded the request.
    pub fn admit(&self, reader: &Reader, is_passed_on: bool) -> bool {
        self.allowed.include(reader) && !(self.is_default && is_passed_on)
    }

    /// True if insights are kept: someone may see them, and their lifetime is not zero.
    pub fn keep(&self) -> bool {
        self.allowed != Allowed::Nobody && !self.lifetime.is_zero()
    }
}

/// Reads the settings.
pub(super) fn config(
    settings: &Settings,
    address: SocketAddr,
    problems: &mut Vec<String>,
) -> InsightTerms {
    let readers = non_empty(settings.insights.clone());
    let days = number("FOOTNOTE_INSIGHTS_DAYS", &settings.insights_days, 0..=MOST_DAYS, problems);
    let meter_readers = Proxies::new(&listed(settings.metrics.as_deref()));
    InsightTerms {
        is_default: readers.is_none(),
        allowed: model::trusted(readers, settings, address),
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

    fn terms(settings: &Settings, address: &str) -> InsightTerms {
        let mut problems = Vec::new();
        let terms = config(settings, address.parse().unwrap(), &mut problems);
        assert_eq!(problems, [""; 0]);
        terms
    }

    #[test]
    fn whoever_sits_at_the_machine_has_insight_unless_others_are_named() {
        let (here, anywhere) = ("127.0.0.1:3000", "0.0.0.0:3000");
        let nobody = Reader::default();
        let plain = terms(&settings(), here);
        assert!(plain.keep() && plain.admit(&nobody, false) && !plain.admit(&nobody, true));
        let open = terms(&settings(), anywhere);
        assert!(!open.keep() && !open.admit(&nobody, false));
        let named = Settings { insights: Some("ops".to_owned()), ..settings() };
        let named = terms(&named, anywhere);
        let ops = Reader::new(Some("ada"), ["ops"]);
        assert!(named.keep() && named.admit(&ops, true) && !named.admit(&nobody, false));
    }

    #[test]
    fn nothing_is_kept_for_no_days() {
        let none = Settings { insights_days: "0".to_owned(), ..settings() };
        assert!(!terms(&none, "127.0.0.1:3000").keep());
    }
}
