//! The summary of a report: the questions that went well, the measures, and the changes.

use std::collections::BTreeSet;

use leptos::prelude::*;

use super::Report;
use super::standing::QuestionStanding;
use crate::EvaluationRun;
use crate::compare::MeasureChange;
use crate::labels::{MeasureLabel, Unit, label, place};

/// The measures that are shown large, if they were taken.
const HEADLINES: &str = "\
    right wrong citations_matched precision recall_05 ndcg_10 refusals_matched answers_refused token_f1 p50_ms";

/// Figures in one row on a wide screen.
const ONE_ROW: usize = 6;

/// Chance below which a difference counts as one.
const CHANCE: f64 = 0.05;

/// The summary.
pub(super) fn overview(report: &Report<'_>) -> AnyView {
    let compared = report.earlier.map(|earlier| compared(report, earlier));
    view! {
        <section class="summary">
            {bar(report)} {tiles(report)}
        </section>
        {compared}
        {table(report)}
    }
    .into_any()
}

/// The numbers of questions of each standing, as a line of that many parts.
fn bar(report: &Report<'_>) -> AnyView {
    let count = |standing| {
        let those = report.current.outcomes.iter();
        those.filter(|outcome| QuestionStanding::of(outcome) == standing).count()
    };
    let counted = QuestionStanding::ALL.map(|standing| (standing, count(standing)));
    let some = counted.into_iter().filter(|(_, count)| *count > 0);
    let parts = some.clone().map(|(standing, count)| {
        view! { <i class=standing.class() style=format!("flex-grow:{count}")></i> }
    });
    let links = some.map(|(standing, count)| {
        view! {
            <a class=standing.class() href=format!("#{}", standing.class())>
                <b>{count}</b>
                {standing.name()}
            </a>
        }
    });
    view! {
        <div class="bar" aria-hidden="true">{parts.collect::<Vec<_>>()}</div>
        <p class="counts">{links.collect::<Vec<_>>()}</p>
    }
    .into_any()
}

fn tiles(report: &Report<'_>) -> AnyView {
    let tiles = HEADLINES.split(' ').filter_map(|name| {
        let value = report.current.summary.of(name)?;
        let label = label(name);
        let was = report.earlier.and_then(|earlier| earlier.summary.of(name));
        let was = was.map(|was| view! { <small>"was "{label.large(was)}</small> });
        Some(view! {
            <div>
                <dt>{label.name.clone()}</dt>
                <dd>{label.large(value)} {was}</dd>
            </div>
        })
    });
    let tiles: Vec<_> = tiles.collect();
    // In one row, or in two of the same length.
    let columns = match tiles.len() {
        count if count > ONE_ROW => count.div_ceil(2),
        count => count.max(1),
    };
    view! { <dl class="tiles" style=format!("--columns:{columns}")>{tiles}</dl> }.into_any()
}

/// Every measure, with the earlier value where there is one.
fn table(report: &Report<'_>) -> AnyView {
    let runs: Vec<&EvaluationRun> = report.earlier.into_iter().chain([report.current]).collect();
    let names = runs.iter().flat_map(|run| run.summary.measures.keys());
    // The check of answers has a table of its own.
    let names = names.filter(|name| !name.starts_with("audit_"));
    let names: BTreeSet<(usize, &String)> = names.map(|name| (place(name), name)).collect();
    let names = names.into_iter().map(|(_, name)| name);
    let rows = names.map(|name| row(name, &runs));
    let head = |run: &&EvaluationRun| view! { <th class="number">{run.name.clone()}</th> };
    view! {
        <section>
            <h2>"All measures"</h2>
            <table class="measures">
                <thead>
                    <tr>
                        <th>"Measure"</th>
                        <th class="meaning">"What it says"</th>
                        {runs.iter().map(head).collect::<Vec<_>>()}
                    </tr>
                </thead>
                <tbody>{rows.collect::<Vec<_>>()}</tbody>
            </table>
        </section>
    }
    .into_any()
}

fn row(name: &str, runs: &[&EvaluationRun]) -> AnyView {
    let label = label(name);
    let cell = |run: &&EvaluationRun| {
        let value = run.summary.of(name).map_or("–".to_owned(), |value| label.shown(value));
        view! { <td class="number">{value}</td> }
    };
    view! {
        <tr>
            <th scope="row">
                {label.name.clone()} <code>{name.to_owned()}</code>
            </th>
            <td class="meaning">{label.meaning.clone()}</td>
            {runs.iter().map(cell).collect::<Vec<_>>()}
        </tr>
    }
    .into_any()
}

/// The changes, and whether they are more than chance.
fn compared(report: &Report<'_>, earlier: &EvaluationRun) -> AnyView {
    let name = &report.current.name;
    let rows = report.changes.iter().map(changed).collect::<Vec<_>>();
    view! {
        <section>
            <h2>{earlier.name.clone()}" against "{name.clone()}</h2>
            <table class="changes">
                <thead>
                    <tr>
                        <th>"Measure"</th>
                        <th class="number">"Questions"</th>
                        <th class="number">{earlier.name.clone()}</th>
                        <th class="number">{name.clone()}</th>
                        <th class="number">"Difference"</th>
                        <th class="number">"p"</th>
                        <th>"Verdict"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
            <p class="note">
                "The same questions in pairs; p is how likely chance alone makes such a difference \
                (randomisation test, two-sided). From 0.05 on a difference is no more than chance."
            </p>
        </section>
    }
    .into_any()
}

fn changed(change: &MeasureChange) -> AnyView {
    let label = label(&change.name);
    let by = change.after - change.before;
    let (by, p) = match change.differing {
        0 => ("0.000".to_owned(), "–".to_owned()),
        _ => (format!("{by:+.3}"), format!("{:.3}", change.p)),
    };
    let (class, verdict) = verdict(change);
    let (before, after) = (label.shown(change.before), label.shown(change.after));
    view! {
        <tr>
            <th scope="row">{label.name}</th>
            <td class="number">{change.questions}</td>
            <td class="number">{before}</td>
            <td class="number">{after}</td>
            <td class="number">{by}</td>
            <td class="number">{p}</td>
            <td class=class>{verdict}</td>
        </tr>
    }
    .into_any()
}

/// A class and a word for a change.
fn verdict(change: &MeasureChange) -> (&'static str, &'static str) {
    // Of shares more is better; of counts it is only more or less, but for faults.
    let MeasureLabel { kind, is_cost, .. } = label(&change.name);
    let is_more = change.after > change.before;
    match is_more != is_cost {
        _ if change.differing == 0 => ("chance", "no difference"),
        _ if change.p >= CHANCE => ("chance", "no more than chance"),
        true if kind == Unit::Share || is_cost => ("better", "▲ better"),
        false if kind == Unit::Share || is_cost => ("worse", "▼ worse"),
        true => ("chance", "more"),
        false => ("chance", "fewer"),
    }
}
