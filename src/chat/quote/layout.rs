//! The layout of quotations: by source, in reading order, each with its citation.

use footnote_documents::statements::Kind;

use super::choose::ChosenUnit;
use crate::composed::Quotation;
use crate::weigh::units::Unit;

/// The quotations in order, and the Markdown of each.
pub(super) fn lay_out(units: &[Unit], chosen: &[ChosenUnit]) -> (Vec<Quotation>, Vec<String>) {
    let mut quoted: Vec<Quotation> = Vec::new();
    let mut deltas = Vec::new();
    let mut before: Option<&Unit> = None;
    let ordered = ordered(units, chosen);
    for table in ordered.chunk_by(|(one, _), (next, _)| is_one_table(one, next)) {
        let Some((unit, score)) = table.first() else {
            continue;
        };
        let lines: Vec<&str> = table.iter().map(|(unit, _)| unit.text.as_str()).collect();
        let text = lines.join("\n");
        deltas.push(format!("{}{}", separator(before, unit), format_unit(before, unit, &text)));
        quoted.push(Quotation {
            text,
            source: unit.source.clone(),
            ordinal: unit.ordinal,
            heading: unit.heading.clone(),
            score: *score,
        });
        before = Some(unit);
    }
    (quoted, deltas)
}

/// True if a unit goes on with the table that the one before it belongs to.
fn is_one_table(one: &Unit, next: &Unit) -> bool {
    one.is_of_table() && next.kind == Kind::Row && one.hit == next.hit
}

/// Sources, and the hits of each, in the order in which they were chosen; within a hit, units in order.
/// Items follow their lead-in, even where a page ends between them.
fn ordered<'a>(units: &'a [Unit], chosen: &[ChosenUnit]) -> Vec<(&'a Unit, f32)> {
    let mut sources: Vec<&str> = Vec::new();
    let mut hits: Vec<usize> = Vec::new();
    let mut found: Vec<(SortKey, &Unit, f32)> = Vec::new();
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
        let hit = place(&mut hits, anchor.hit);
        // A lead-in stands before its items, and a page before the next.
        let behind = (at != choice.unit).then_some((unit.ordinal, choice.unit));
        found.push(((source, hit, at, behind), unit, choice.score));
    }
    found.sort_by_key(|(place, _, _)| *place);
    found.into_iter().map(|(_, unit, score)| (unit, score)).collect()
}

/// The sort key of a unit: its source, its hit, its anchor, and its place behind that.
type SortKey = (usize, usize, usize, Option<(u32, usize)>);

/// The place of a hit among those met so far; a new one is added at their end.
fn place(hits: &mut Vec<usize>, hit: usize) -> usize {
    if let Some(at) = hits.iter().position(|other| *other == hit) {
        return at;
    }
    hits.push(hit);
    hits.len() - 1
}

/// The unit behind which a unit is set: the lead-in of an item, otherwise itself.
fn anchor<'a>(units: &'a [Unit], at: usize, unit: &'a Unit) -> (usize, &'a Unit) {
    let lead_in = unit.needs.and_then(|needs| Some((needs, units.get(needs)?)));
    let is_item = |lead_in: &Unit| lead_in.hit != unit.hit || unit.kind == Kind::Item;
    let lead_in = lead_in.filter(|(_, lead_in)| is_item(lead_in));
    lead_in.unwrap_or((at, unit))
}

/// The separator between two units.
fn separator(before: Option<&Unit>, unit: &Unit) -> &'static str {
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

/// The text of a unit, or of the table that it begins, with its citation.
fn format_unit(before: Option<&Unit>, unit: &Unit, text: &str) -> String {
    let source = &unit.source;
    match unit.kind {
        Kind::Sentence => format!("{text} [{source}]"),
        Kind::Item => format!("{}{text} [{source}]", marker(before, unit)),
        Kind::Head | Kind::Row | Kind::Code => format!("{text}\n\n[{source}]"),
    }
}

/// The marker of an item. Markdown counts on from the first number of a list, so that one behind a gap stands in
/// brackets.
fn marker(before: Option<&Unit>, unit: &Unit) -> String {
    let above = before.filter(|before| before.kind == Kind::Item);
    match (unit.number, above) {
        (None, _) => "- ".to_owned(),
        (Some(number), Some(above)) if above.number.is_none_or(|last| last + 1 != number) => {
            format!("- ({number}) ")
        }
        (Some(number), _) => format!("{number}. "),
    }
}
