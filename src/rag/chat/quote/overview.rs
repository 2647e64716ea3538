//! The overview of a document: the first sentence of several of its parts.

use std::collections::BTreeSet;

use super::choose::Chosen;
use crate::rag::chat::retrieve::overview::{PARTS, is_telling};
use crate::rag::chat::weigh::units::Unit;

/// The first sentence of each hit that can stand alone.
pub(super) fn choose(units: &[Unit]) -> Vec<Chosen> {
    let mut seen = BTreeSet::new();
    let all = units.iter().enumerate();
    let mut said = BTreeSet::new();
    all.filter(|(_, unit)| {
        unit.says
            && unit.needs.is_none()
            && is_telling(unit.kind, &unit.text)
            && !seen.contains(&unit.hit)
            && said.insert(&unit.text)
            && seen.insert(unit.hit)
    })
    .map(|(unit, _)| Chosen { unit, score: 1.0 })
    .take(PARTS)
    .collect()
}
