//! The insights page as a whole.

use footnote_app::plain_shell;
use footnote_chat::insight::{InsightSummary, UncitedDocuments};
use footnote_client::{Locale, words};
use leptos::config::LeptosOptions;
use leptos::prelude::*;

use super::tables::{feedback, outcomes, unanswered, uncited};

/// Style of this page, in addition to the common style.
const STYLE: &str = include_str!("insights.css");

/// Periods offered by the page, in days.
const PERIODS: [u32; 3] = [7, 30, 90];

/// Everything that the page shows.
pub(super) struct InsightPage {
    /// Length of the shown period, in days.
    pub(super) days: u32,
    /// Lifetime of insights, in days.
    pub(super) lifetime_days: u64,
    /// True if the words of questions are kept.
    pub(super) keeps_texts: bool,
    /// Summary of the period; `None` if no insights are kept.
    pub(super) summary: Option<InsightSummary>,
    /// Documents that no answer cited.
    pub(super) uncited: UncitedDocuments,
}

impl InsightPage {
    /// Renders the page as HTML in a language, with the nonce of its response.
    pub(super) fn rendered(self, locale: Locale, options: LeptosOptions, nonce: String) -> String {
        words::in_locale(locale, || {
            let bar = view! { <p class="state">{self.retention()}</p> }.into_any();
            let main = self.main().into_any();
            plain_shell(options, words::insights(), (STYLE, nonce), bar, main).to_html()
        })
    }

    /// A sentence that says what is kept, and for how long.
    fn retention(&self) -> String {
        match self.lifetime_days {
            0 => words::nothing_is_kept().to_owned(),
            days => words::kept_for_days(days),
        }
    }

    fn main(self) -> impl IntoView {
        let (days, keeps_texts) = (self.days, self.keeps_texts);
        let content = match self.summary {
            None => view! { <p>{words::insights_are_off()}</p> }.into_any(),
            Some(summary) => sections(summary, self.uncited, keeps_texts).into_any(),
        };
        view! {
            <main class="insights" id="content" tabindex="-1">
                <h1>{words::insights()}</h1>
                <nav aria-label=words::period()>{PERIODS.map(|period| period_link(period, days))}</nav>
                {content}
            </main>
        }
    }
}

/// A link to another period, or a mark for the shown one.
fn period_link(period: u32, shown: u32) -> impl IntoView {
    let current = (period == shown).then_some("page");
    view! {
        <a href=format!("/insights?days={period}") aria-current=current>
            {words::days_counted(period)}
        </a>
    }
}

fn sections(
    summary: InsightSummary,
    not_cited: UncitedDocuments,
    keeps_texts: bool,
) -> impl IntoView {
    let questions = unanswered(&summary, keeps_texts);
    view! {
        {outcomes(&summary)}
        {questions}
        {feedback(&summary, keeps_texts)}
        {uncited(&not_cited)}
    }
}
