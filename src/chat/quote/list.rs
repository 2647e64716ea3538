//! Lists that answer as a whole.

use std::collections::BTreeSet;
use std::ops::Range;

use footnote_documents::statements::Kind;
use footnote_text::languages::{Pairs, Table, pairs};
use footnote_text::source;

use crate::weigh::units::Unit;

/// The items of a list that are quoted where all are asked for.
pub(super) const MOST_ITEMS: usize = 12;

/// True if a question asks for the items of a list: "List all the values."
pub(super) fn is_asked_for(question: &str) -> bool {
    static CALCULATIONS: Pairs = Pairs::new(|| pairs(Table::Calculations));
    let lower = question.trim_start().to_lowercase();
    let opens = |phrase: &str| {
        let rest = lower.strip_prefix(phrase).filter(|_| !Table::Which.has(phrase));
        rest.is_some_and(|rest| rest.starts_with(char::is_whitespace))
    };
    CALCULATIONS.iter().any(|(phrase, asked)| *asked == "list" && opens(phrase))
}

/// The items of the list that a unit is one of, in order, over the ends of passages; empty if it is none.
pub(super) fn list_items(units: &[Unit], at: usize) -> Vec<usize> {
    let Some(within) = item_run(units, at) else {
        return Vec::new();
    };
    let mut items: Vec<usize> = within.clone().collect();
    let mut last = within.end - 1;
    while let Some(next) =
        adjacent_unit(units, last, PassageEdge::Behind).and_then(|at| item_run(units, at))
    {
        last = next.end - 1;
        items.extend(next);
        if items.len() > MOST_ITEMS {
            break;
        }
    }
    let mut first = within.start;
    while let Some(before) =
        adjacent_unit(units, first, PassageEdge::Before).and_then(|at| item_run(units, at))
    {
        first = before.start;
        items.splice(0..0, before);
        if items.len() > 2 * MOST_ITEMS {
            break;
        }
    }
    items
}

/// The items that stand one behind the other around a unit, in its passage.
fn item_run(units: &[Unit], at: usize) -> Option<Range<usize>> {
    let unit = units.get(at).filter(|unit| unit.kind == Kind::Item)?;
    let goes_on = |at: &usize| {
        units.get(*at).is_some_and(|other| {
            let is_same = (other.hit, other.needs) == (unit.hit, unit.needs);
            other.kind == Kind::Item && is_same && other.heading == unit.heading
        })
    };
    let first = (0..at).rev().take_while(goes_on).last().unwrap_or(at);
    let last = (at..units.len()).take_while(goes_on).last().unwrap_or(at);
    Some(first..last + 1)
}

/// The side of a passage.
#[derive(Clone, Copy)]
enum PassageEdge {
    Before,
    Behind,
}

/// The unit beside the one that ends its passage at that side, in the neighbouring passage of its document.
fn adjacent_unit(units: &[Unit], at: usize, side: PassageEdge) -> Option<usize> {
    let unit = units.get(at)?;
    let (path, _) = source::split(&unit.source);
    let is_of = |hit: usize| move |other: &&Unit| other.hit == hit;
    let (ends, ordinal) = match side {
        PassageEdge::Before => (unit.place == 0, unit.ordinal.checked_sub(1)?),
        PassageEdge::Behind => {
            let is_last = units.get(at + 1).is_none_or(|next| next.hit != unit.hit);
            (is_last, unit.ordinal.checked_add(1)?)
        }
    };
    let is_neighbour =
        |other: &Unit| other.ordinal == ordinal && source::split(&other.source).0 == path;
    let first = units.iter().position(is_neighbour).filter(|_| ends)?;
    let length = units.iter().skip(first).take_while(is_of(units.get(first)?.hit)).count();
    Some(match side {
        PassageEdge::Before => first + length - 1,
        PassageEdge::Behind => first,
    })
}

/// The number of items that the lists of chosen units have beside those that are chosen.
pub(super) fn left_out(units: &[Unit], chosen: &BTreeSet<usize>) -> usize {
    let items = chosen.iter().flat_map(|at| {
        let introduced = units.get(*at).map(|unit| unit.introduces.as_slice());
        let introduced = introduced.filter(|items| items.iter().any(|item| chosen.contains(item)));
        introduced.unwrap_or_default().iter().copied().chain(list_items(units, *at))
    });
    let left: BTreeSet<usize> = items.filter(|item| !chosen.contains(item)).collect();
    left.len()
}
