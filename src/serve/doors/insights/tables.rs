//! The tables and lists of the page.

use footnote_chat::insight::{InsightSummary, UnansweredQuestion, UncitedDocuments, date};
use footnote_retrieval::store::insights::{AnswerOutcome, JudgementRecord};
use footnote_text::source;
use leptos::prelude::*;

/// The note shown if the words of questions are not kept.
const NO_WORDS: &str = "What was asked is not kept. Where FOOTNOTE_INSIGHTS_TEXTS is true, the words of such questions are, from then on.";

/// Wraps a table so that it scrolls by itself if it is too wide.
pub(super) fn scrolled(name: &'static str, table: impl IntoView) -> impl IntoView {
    view! {
        <div class="scroll" role="region" aria-label=name tabindex="0">
            {table}
        </div>
    }
}

/// Number of answers per outcome.
pub(super) fn outcomes(summary: &InsightSummary) -> impl IntoView + use<> {
    let all = summary.count(|_| true);
    let row = |outcome: AnswerOutcome| {
        let count = summary.count(|one| one == outcome);
        let share = (count * 100 + all / 2).checked_div(all).unwrap_or_default();
        view! {
            <tr>
                <th scope="row">{in_words(outcome)}</th>
                <td>{count}</td>
                <td class="figure">{format!("{share} %")}</td>
            </tr>
        }
    };
    let rows = AnswerOutcome::ALL.map(row);
    let table = view! {
        <table>
            <caption>{format!("{} in this time", counted(all, "question"))}</caption>
            <thead>
                <tr>
                    <th scope="col">"Outcome"</th>
                    <th scope="col">"Questions"</th>
                    <th scope="col">"Share"</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    };
    view! {
        <section>
            <h2>"What became of questions"</h2>
            {scrolled("What became of questions", table)}
        </section>
    }
}

fn in_words(outcome: AnswerOutcome) -> &'static str {
    match outcome {
        AnswerOutcome::Answered => "Answered by a model, with sources",
        AnswerOutcome::Quoted => "Answered by quotations",
        AnswerOutcome::Unsure => "Perhaps not answered: nearest passages shown",
        AnswerOutcome::NotFound => "Not answered",
        AnswerOutcome::Failed => "Broke off with an error",
        AnswerOutcome::Cancelled => "Stopped by the reader",
    }
}

/// Questions that got no answer.
pub(super) fn unanswered(summary: &InsightSummary, keeps_texts: bool) -> impl IntoView + use<> {
    let count = summary.count(AnswerOutcome::is_unanswered);
    let rows: Vec<_> = summary.questions.iter().map(question).collect();
    let hint = (!keeps_texts).then(|| view! { <p class="hint">{NO_WORDS}</p> });
    let table = (!rows.is_empty()).then(|| {
        let table = view! {
            <table>
                <thead>
                    <tr>
                        <th scope="col">"Question"</th>
                        <th scope="col">"Asked"</th>
                        <th scope="col">"Last"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        };
        scrolled("Questions without an answer", table)
    });
    view! {
        <section>
            <h2>"Questions without an answer"</h2>
            <p>{format!("{} got no answer in this time.", counted(count, "question"))}</p>
            {hint}
            {table}
        </section>
    }
}

fn question(asked: &UnansweredQuestion) -> impl IntoView + use<> {
    view! {
        <tr>
            <td>{asked.question.clone()}</td>
            <td>{asked.count}</td>
            <td class="figure">{date(asked.last)}</td>
        </tr>
    }
}

/// Feedback of readers.
pub(super) fn feedback(summary: &InsightSummary, keeps_texts: bool) -> impl IntoView + use<> {
    let said = format!(
        "{} marked as helpful, {} as wrong.",
        counted(summary.helpful, "answer"),
        summary.wrong
    );
    let hint = (!keeps_texts)
        .then(|| view! { <p class="hint">"What readers say was wrong is not kept."</p> });
    let rows: Vec<_> = summary.remarks.iter().map(remark).collect();
    let table = (!rows.is_empty()).then(|| {
        let table = view! {
            <table>
                <thead>
                    <tr>
                        <th scope="col">"Day"</th>
                        <th scope="col">"What was wrong"</th>
                        <th scope="col">"Question"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        };
        scrolled("What readers said", table)
    });
    view! {
        <section>
            <h2>"What readers said"</h2>
            <p>{said}</p>
            {hint}
            {table}
        </section>
    }
}

fn remark(judgement: &JudgementRecord) -> impl IntoView + use<> {
    view! {
        <tr>
            <th class="figure" scope="row">
                {date(judgement.at)}
            </th>
            <td>{judgement.remark.clone()}</td>
            <td>{judgement.question.clone()}</td>
        </tr>
    }
}

/// Documents that no answer cited.
pub(super) fn uncited(uncited: &UncitedDocuments) -> impl IntoView + use<> {
    let UncitedDocuments { paths, count, seen, has_more } = uncited;
    let of = if *has_more { "of the first" } else { "of" };
    let said = format!("No answer of this time cites {count} {of} {}.", counted(*seen, "document"));
    let rest = count - paths.len();
    let rest = (rest > 0).then(|| view! { <p class="hint">{format!("and {rest} more")}</p> });
    let links: Vec<_> = paths.iter().map(|path| document(path)).collect();
    view! {
        <section>
            <h2>"Documents never cited"</h2>
            <p>{said}</p>
            <ul class="documents-list">{links}</ul>
            {rest}
        </section>
    }
}

fn document(path: &str) -> impl IntoView + use<> {
    let address = format!("/documents/{}", source::encoded(path));
    view! {
        <li>
            <a href=address>{path.to_owned()}</a>
        </li>
    }
}

/// A count with its noun.
fn counted(count: usize, thing: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {thing}{ending}")
}
