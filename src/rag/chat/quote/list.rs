//! Lists that answer as a whole.

use std::collections::BTreeSet;

use super::choose::{self, Chosen, Most};
use crate::rag::chat::weigh::units::Unit;
use crate::rag::corpus::statements::Kind;
use crate::text::languages::{Pairs, Table, pairs};

/// The items of a list that are quoted where all are asked for.
pub(super) const ITEMS: usize = 12;

/// Limits of an answer that is a list.
pub(super) const LIST: Most = Most { units: choose::MOST + ITEMS, sources: choose::SOURCES };

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

/// The items of the list that a unit is one of, in order; empty if it is none.
pub(super) fn around(units: &[Unit], at: usize) -> Vec<usize> {
    let Some(unit) = units.get(at).filter(|unit| unit.kind == Kind::Item) else {
        return Vec::new();
    };
    let goes_on = |at: &usize| {
        units.get(*at).is_some_and(|other| {
            let is_same = (other.hit, other.needs) == (unit.hit, unit.needs);
            other.kind == Kind::Item && is_same && other.heading == unit.heading
        })
    };
    let before: Vec<usize> = (0..at).rev().take_while(goes_on).collect();
    let behind = (at..units.len()).take_while(goes_on);
    before.into_iter().rev().chain(behind).collect()
}

/// The number of items that the chosen lists have beside those that are quoted.
pub(super) fn left_out(units: &[Unit], chosen: &[Chosen]) -> usize {
    let is_chosen = |at: &usize| chosen.iter().any(|chosen| chosen.unit == *at);
    let items = chosen.iter().flat_map(|one| {
        let introduced = units.get(one.unit).map(|unit| unit.introduces.as_slice());
        let introduced = introduced.filter(|items| items.iter().any(is_chosen));
        introduced.unwrap_or_default().iter().copied().chain(around(units, one.unit))
    });
    let left: BTreeSet<usize> = items.filter(|item| !is_chosen(item)).collect();
    left.len()
}
