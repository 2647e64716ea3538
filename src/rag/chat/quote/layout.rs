//! How quotations are set: by source, in reading order, each with its citation.

use super::Quoted;
use super::choose::Chosen;
use super::units::{Kind, Unit};

/// The quotations in order, and the Markdown of each.
pub(super) fn lay_out(units: &[Unit], chosen: &[Chosen]) -> (Vec<Quoted>, Vec<String>) {
    let mut quoted = Vec::new();
    let mut deltas = Vec::new();
    let mut before: Option<&Unit> = None;
    for (unit, score) in ordered(units, chosen) {
        deltas.push(format!("{}{}", gap(before, unit), set(unit)));
        quoted.push(Quoted {
            text: unit.text.clone(),
            source: unit.source.clone(),
            score,
        });
        before = Some(unit);
    }
    (quoted, deltas)
}

/// Sources in the order in which they were chosen; within a source, hits and units in order.
fn ordered<'a>(units: &'a [Unit], chosen: &[Chosen]) -> Vec<(&'a Unit, f32)> {
    let mut sources: Vec<&str> = Vec::new();
    let mut found: Vec<(usize, usize, &Unit, f32)> = Vec::new();
    for choice in chosen {
        let Some(unit) = units.get(choice.unit) else {
            continue;
        };
        let known = sources.iter().position(|source| *source == unit.source);
        let source = known.unwrap_or(sources.len());
        if known.is_none() {
            sources.push(&unit.source);
        }
        found.push((source, choice.unit, unit, choice.score));
    }
    found.sort_by_key(|(source, at, _, _)| (*source, *at));
    found
        .into_iter()
        .map(|(_, _, unit, score)| (unit, score))
        .collect()
}

/// What stands between two units.
fn gap(before: Option<&Unit>, unit: &Unit) -> &'static str {
    match before {
        None => "",
        Some(before) if before.kind == Kind::Item && unit.kind == Kind::Item => "\n",
        Some(before)
            if before.kind == Kind::Sentence
                && unit.kind == Kind::Sentence
                && before.source == unit.source
                && !before.text.ends_with(':') =>
        {
            " "
        }
        Some(_) => "\n\n",
    }
}

/// A unit with its citation.
fn set(unit: &Unit) -> String {
    let Unit { text, source, .. } = unit;
    match unit.kind {
        Kind::Sentence => format!("{text} [{source}]"),
        Kind::Item => format!("- {text} [{source}]"),
        Kind::Table | Kind::Code => format!("{text}\n\n[{source}]"),
    }
}
