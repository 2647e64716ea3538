//! An evaluation as one page that explains itself, on the screen and on paper.

mod check;
mod overview;
mod questions;
mod standing;

use std::collections::HashMap;
use std::time::SystemTime;

use leptos::prelude::*;
use time::OffsetDateTime;

use super::EvaluationRun;
use super::compare::MeasureChange;
use super::summary::Outcome;

/// The colours, sizes and faces of the page that answers, and what only a report has.
const STYLE: &str =
    concat!(include_str!("../../../../style/tokens.css"), include_str!("report.css"));

/// The content of a report.
pub(super) struct Report<'a> {
    /// The name of the set of questions.
    pub(super) title: &'a str,
    pub(super) current: &'a EvaluationRun,
    /// The evaluation that it is compared with, if any.
    pub(super) earlier: Option<&'a EvaluationRun>,
    pub(super) changes: &'a [MeasureChange],
}

impl Report<'_> {
    /// The report as a document that needs no other file.
    pub(super) fn html(&self, at: SystemTime) -> String {
        let owner = Owner::new();
        let page = owner.with(|| self.page(at).to_html());
        format!("<!DOCTYPE html>\n{page}\n")
    }

    fn page(&self, at: SystemTime) -> impl IntoView {
        let title = format!("{} · evaluation", self.title);
        let facts = [
            format!("{} questions", self.current.summary.questions),
            self.current.name.clone(),
            date(at),
        ];
        view! {
            <html lang="en">
                <head>
                    <meta charset="utf-8" />
                    <title>{title}</title>
                    <meta name="viewport" content="width=device-width, initial-scale=1" />
                    <meta name="color-scheme" content="light dark" />
                    <style>{STYLE}</style>
                </head>
                <body>
                    <header class="top">
                        <p class="product">"Footnote"</p>
                        <h1>"How good are the answers?"</h1>
                        <p class="facts">
                            <b>{self.title.to_owned()}</b>
                            {facts.map(|fact| view! { <span>{fact}</span> })}
                        </p>
                    </header>
                    <main>{overview::overview(self)} {check::check(&self.current.audit)}
                        {questions::questions(self)}</main>
                </body>
            </html>
        }
    }

    /// The earlier outcome of each question.
    fn before(&self) -> HashMap<&str, &Outcome> {
        let earlier = self.earlier.iter().flat_map(|earlier| &earlier.outcomes);
        earlier.map(|outcome| (&*outcome.question, outcome)).collect()
    }
}

/// The day of a moment, in universal time: `21 November 2026`.
fn date(at: SystemTime) -> String {
    let at = OffsetDateTime::from(at);
    format!("{} {} {}", at.day(), at.month(), at.year())
}

#[cfg(test)]
mod tests;
