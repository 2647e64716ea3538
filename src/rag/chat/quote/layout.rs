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
/// Items follow their lead-in, even where a page ends between them.
fn ordered<'a>(units: &'a [Unit], chosen: &[Chosen]) -> Vec<(&'a Unit, f32)> {
    let mut sources: Vec<&str> = Vec::new();
    let mut found: Vec<((usize, usize, usize), &Unit, f32)> = Vec::new();
    for choice in chosen {
        let Some(unit) = units.get(choice.unit) else {
            continue;
        };
        let (at, anchor) = anchor(units, choice.unit, unit);
        let known = sources.iter().position(|source| *source == anchor.source);
        let source = known.unwrap_or(sources.len());
        if known.is_none() {
            sources.push(&anchor.source);
        }
        // A lead-in stands before what is set behind it.
        let behind = if at == choice.unit {
            0
        } else {
            choice.unit + 1
        };
        found.push(((source, at, behind), unit, choice.score));
    }
    found.sort_by_key(|(place, _, _)| *place);
    found
        .into_iter()
        .map(|(_, unit, score)| (unit, score))
        .collect()
}

/// Where a unit is set: behind its lead-in if that stands in another passage, else at its own place.
fn anchor<'a>(units: &'a [Unit], at: usize, unit: &'a Unit) -> (usize, &'a Unit) {
    let lead_in = unit
        .needs
        .and_then(|needs| Some((needs, units.get(needs)?)));
    let elsewhere = lead_in.filter(|(_, lead_in)| lead_in.hit != unit.hit);
    elsewhere.unwrap_or((at, unit))
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
