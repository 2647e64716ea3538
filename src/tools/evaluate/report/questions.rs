//! The questions of a report, the worst first, each with its expected and given answer.

use footnote_app::components::answer::markdown::{MarkdownContext, block};
use footnote_text::markdown;
use leptos::prelude::*;

use super::Report;
use super::standing::{QuestionStanding, worse};
use crate::labels::label;
use crate::summary::{Outcome, Ranked};

/// The measures that are shown for each question, if they were taken.
const SHOWN_MEASURES: [&str; 7] =
    ["citations_matched", "precision", "rouge_l", "token_f1", "ndcg_10", "mrr", "recall_10"];

/// All questions, by how they went.
pub(super) fn questions(report: &Report<'_>) -> AnyView {
    let before = report.before();
    let mut outcomes: Vec<&Outcome> = report.current.outcomes.iter().collect();
    outcomes.sort_by(|one, other| worse(one, other));
    let sections = QuestionStanding::ALL.into_iter().filter_map(|standing| {
        let those = outcomes.iter().filter(|one| QuestionStanding::of(one) == standing);
        let those: Vec<AnyView> = those
            .map(|outcome| question(outcome, before.get(&*outcome.question).copied()))
            .collect();
        (!those.is_empty()).then(|| section(standing, those))
    });
    sections.collect::<Vec<_>>().into_any()
}

fn section(standing: QuestionStanding, questions: Vec<AnyView>) -> AnyView {
    view! {
        <section id=standing.class()>
            <h2>
                {standing.name()} <small class="count">{questions.len()}</small>
            </h2>
            {questions}
        </section>
    }
    .into_any()
}

/// One question; what went well is folded.
fn question(outcome: &Outcome, before: Option<&Outcome>) -> AnyView {
    let standing = QuestionStanding::of(outcome);
    let is_open = standing < QuestionStanding::Found;
    let has_answer = !outcome.answer.is_empty();
    let answers = has_answer.then(|| answers(outcome));
    view! {
        <details class="question" open=is_open>
            <summary>
                <h3>{outcome.question.clone()}</h3>
                <p class="standing">
                    <b class=standing.class()>{standing.name()}</b>
                    {standing.in_words(outcome)}
                    {faults(outcome)}
                </p>
            </summary>
            {sources(outcome)}
            {answers}
            {measures(outcome, before)}
            {hits(outcome)}
        </details>
    }
    .into_any()
}

/// The faults that an answer was marked down for.
fn faults(outcome: &Outcome) -> Option<AnyView> {
    let faults = outcome.faults.join("; ");
    (!faults.is_empty()).then(|| view! { <small>{format!(": {faults}")}</small> }.into_any())
}

/// The expected sources beside the given ones, and the others.
fn sources(outcome: &Outcome) -> AnyView {
    let chip = |source: &String, (class, mark): (&'static str, &'static str)| {
        view! {
            <li class=class>
                <b>{mark}</b>
                {source.clone()}
            </li>
        }
    };
    let expected = outcome.truth.iter().map(|source| {
        let is_found = outcome.cited.contains(source);
        chip(source, if is_found { ("found", "✓ found") } else { ("missed", "✗ missed") })
    });
    // Extra hits are no fault before there is an answer.
    let is_answer = !outcome.answer.is_empty();
    let extra = outcome.cited.iter().filter(|source| is_answer && !outcome.truth.contains(source));
    let extra = extra.map(|source| chip(source, ("extra", "+ extra")));
    let chips: Vec<_> = expected.chain(extra).collect();
    if chips.is_empty() {
        return view! { <p class="note">"Nothing to cite, and nothing cited."</p> }.into_any();
    }
    view! { <ul class="sources" aria-label="Sources">{chips}</ul> }.into_any()
}

/// The answer beside the expected one.
fn answers(outcome: &Outcome) -> AnyView {
    let reference = match outcome.reference.trim() {
        "" => view! { <p class="note">"None is known."</p> }.into_any(),
        reference => text(reference),
    };
    view! {
        <div class="answers">
            <div>
                <h4>"Answer"</h4>
                {text(&outcome.answer)}
            </div>
            <div>
                <h4>"Expected"</h4>
                {reference}
            </div>
        </div>
    }
    .into_any()
}

/// Markdown with its citations as they were written.
fn text(markdown: &str) -> AnyView {
    let blocks = markdown::parse(markdown, &[], false).into_iter();
    let marks = MarkdownContext {
        // Headings of answers head nothing here.
        excerpt: true,
        ..MarkdownContext::default()
    };
    let blocks: Vec<AnyView> = blocks.map(|one| block(one, &marks)).collect();
    view! { <div class="text">{blocks}</div> }.into_any()
}

/// The measures of the question, and its time.
fn measures(outcome: &Outcome, before: Option<&Outcome>) -> AnyView {
    let measures = SHOWN_MEASURES.iter().filter_map(|name| {
        let value = outcome.measures.get(*name)?;
        let was = before.and_then(|before| before.measures.get(*name));
        let was = was.filter(|was| (*was - value).abs() > 0.0005);
        let label = label(name);
        let was = was.map(|was| view! { <small>" was "{label.shown(*was)}</small> });
        Some(view! {
            <div>
                <dt>{label.name.clone()}</dt>
                <dd>{label.shown(*value)} {was}</dd>
            </div>
        })
    });
    let refused = outcome.refused.map(|refused| if refused { "yes" } else { "no" });
    let refused = refused.map(|refused| view! { <div><dt>"Refused"</dt><dd>{refused}</dd></div> });
    let took = label("p50_ms").shown(outcome.elapsed_ms);
    let embedding = outcome.embedding_ms.map(|ms| {
        let ms = label("p50_ms").shown(ms);
        view! { <div><dt>"Embedding"</dt><dd>{ms}</dd></div> }
    });
    view! {
        <dl class="told">
            {measures.collect::<Vec<_>>()}
            {refused}
            <div>
                <dt>"Time"</dt>
                <dd>{took}</dd>
            </div>
            {embedding}
        </dl>
    }
    .into_any()
}

/// The passages found, folded.
fn hits(outcome: &Outcome) -> AnyView {
    if outcome.hits.is_empty() {
        return view! { <p class="note">"No passages were found."</p> }.into_any();
    }
    let ranked = (1..).zip(&outcome.hits);
    let rows = ranked.map(|(rank, hit)| self::hit(rank, hit, outcome)).collect::<Vec<_>>();
    let count = rows.len();
    view! {
        <details class="hits">
            <summary>"Passages found: "{count}</summary>
            <ol>{rows}</ol>
        </details>
    }
    .into_any()
}

fn hit(rank: usize, hit: &Ranked, outcome: &Outcome) -> AnyView {
    let is_expected = outcome.truth.contains(&hit.source);
    let is_cited = !outcome.answer.is_empty() && outcome.cited.contains(&hit.source);
    let tag = |is: bool, class: &'static str, text: &'static str| {
        is.then(|| view! { <b class=class>{text}</b> })
    };
    view! {
        <li value=rank.to_string()>
            <span class="source">{hit.source.clone()}</span>
            {tag(is_expected, "found", "expected")}
            {tag(is_cited, "cited", "cited")}
            <p>{hit.excerpt.clone()}</p>
        </li>
    }
    .into_any()
}
