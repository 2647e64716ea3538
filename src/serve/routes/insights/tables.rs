//! The tables and lists of the page.

use footnote_chat::insight::{InsightSummary, UnansweredQuestion, UncitedDocuments, date};
use footnote_client::words;
use footnote_store::insights::{AnswerOutcome, JudgementRecord};
use footnote_text::source;
use leptos::prelude::*;

/// Wraps a table so that it scrolls by itself if it is too wide.
fn scrolled(name: &'static str, table: impl IntoView) -> impl IntoView {
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
                <td class="amount">{count}</td>
                <td class="amount">{words::percent(share)}</td>
                <td class="bar" aria-hidden="true">
                    <progress max="100" value=share></progress>
                </td>
            </tr>
        }
    };
    let rows = AnswerOutcome::ALL.map(row);
    let table = view! {
        <table>
            <caption>{words::questions_in_period(all)}</caption>
            <thead>
                <tr>
                    <th scope="col">{words::outcome()}</th>
                    <th scope="col" class="amount">{words::questions()}</th>
                    <th scope="col" class="amount">{words::share_of_all()}</th>
                    <td class="bar"></td>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    };
    view! {
        <section>
            <h2>{words::outcomes_of_questions()}</h2>
            {scrolled(words::outcomes_of_questions(), table)}
        </section>
    }
}

fn in_words(outcome: AnswerOutcome) -> &'static str {
    match outcome {
        AnswerOutcome::Answered => words::outcome_answered(),
        AnswerOutcome::Doubted => words::outcome_doubted(),
        AnswerOutcome::Passages => words::outcome_passages(),
        AnswerOutcome::Uncited => words::outcome_uncited(),
        AnswerOutcome::Nothing => words::outcome_nothing(),
        AnswerOutcome::Failed => words::outcome_failed(),
        AnswerOutcome::Cancelled => words::outcome_cancelled(),
    }
}

/// Questions that got no answer.
pub(super) fn unanswered(summary: &InsightSummary, keeps_texts: bool) -> impl IntoView + use<> {
    let count = summary.count(AnswerOutcome::is_unanswered);
    let rows: Vec<_> = summary.questions.iter().map(question).collect();
    let hint = (!keeps_texts).then(|| view! { <p class="hint">{words::questions_not_kept()}</p> });
    let table = (!rows.is_empty()).then(|| {
        let table = view! {
            <table>
                <thead>
                    <tr>
                        <th scope="col">{words::question()}</th>
                        <th scope="col">{words::day()}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        };
        scrolled(words::without_answer(), table)
    });
    view! {
        <section>
            <h2>{words::without_answer()}</h2>
            <p>{words::got_no_answer(count)}</p>
            {hint}
            {table}
        </section>
    }
}

fn question(asked: &UnansweredQuestion) -> impl IntoView + use<> {
    view! {
        <tr>
            <td>{asked.question.clone()}</td>
            <td class="figure">{date(asked.at)}</td>
        </tr>
    }
}

/// Feedback of readers.
pub(super) fn feedback(summary: &InsightSummary, keeps_texts: bool) -> impl IntoView + use<> {
    let said = words::marked_counted(summary.helpful, summary.wrong);
    let hint = (!keeps_texts).then(|| view! { <p class="hint">{words::remarks_not_kept()}</p> });
    let rows: Vec<_> = summary.remarks.iter().map(remark).collect();
    let table = (!rows.is_empty()).then(|| {
        let table = view! {
            <table>
                <thead>
                    <tr>
                        <th scope="col">{words::day()}</th>
                        <th scope="col">{words::what_was_wrong()}</th>
                        <th scope="col">{words::question()}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        };
        scrolled(words::what_readers_said(), table)
    });
    view! {
        <section>
            <h2>{words::what_readers_said()}</h2>
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
    let said = if *has_more {
        words::cites_none_of_first(*count, *seen)
    } else {
        words::cites_none_of(*count, *seen)
    };
    let rest = count - paths.len();
    let rest = (rest > 0).then(|| view! { <p class="hint">{words::and_more(rest)}</p> });
    let links: Vec<_> = paths.iter().map(|path| document(path)).collect();
    view! {
        <section>
            <h2>{words::never_cited()}</h2>
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
