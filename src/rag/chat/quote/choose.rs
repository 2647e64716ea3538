//! Which units are quoted: the best that do not repeat one another.

use std::collections::BTreeSet;

use super::score::Scored;
use super::units::Unit;

/// The most units of an answer, companions (such as a list's lead-in) not counted.
const MOST: usize = 5;
/// The fewest, where there are so many.
const FEWEST: usize = 2;
/// The most sources that an answer cites: more are not read.
const SOURCES: usize = 3;
/// How much likeness to what is chosen already costs.
const LIKENESS_COST: f32 = 0.6;
/// From this likeness on two units say the same.
const SAME: f32 = 0.75;
/// Units below this share of the best score are left out once the answer has its fewest.
const WORTH: f32 = 0.62;

/// A unit that is quoted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Chosen {
    /// Its index among the units.
    pub(super) unit: usize,
    /// Its score.
    pub(super) score: f32,
}

/// Chooses, best first; each unit is followed by what it needs.
pub(super) fn choose(units: &[Unit], scored: &[Scored]) -> Vec<Chosen> {
    let mut chosen: Vec<Chosen> = Vec::new();
    let mut picked: Vec<usize> = Vec::new();
    let mut best = 0.0_f32;
    while picked.len() < MOST {
        let Some((unit, value)) = next(units, scored, &chosen) else {
            break;
        };
        best = best.max(value);
        if picked.len() >= FEWEST && value < WORTH * best {
            break;
        }
        picked.push(unit);
        with_company(units, scored, unit, &mut chosen);
    }
    chosen
}

/// The best unit that is left, with its score less the cost of likeness.
fn next(units: &[Unit], scored: &[Scored], chosen: &[Chosen]) -> Option<(usize, f32)> {
    let sources: BTreeSet<&str> = chosen
        .iter()
        .filter_map(|c| units.get(c.unit))
        .map(|unit| unit.source.as_str())
        .collect();
    let full = sources.len() >= SOURCES;
    units
        .iter()
        .zip(scored)
        .enumerate()
        .filter(|(at, _)| chosen.iter().all(|c| c.unit != *at))
        .filter(|(_, (unit, _))| !full || sources.contains(unit.source.as_str()))
        .filter(|(_, (_, scored))| scored.own > 0.0)
        .filter_map(|(at, (_, this))| {
            let likeness = chosen
                .iter()
                .filter_map(|c| scored.get(c.unit))
                .map(|other| likeness(&this.stems, &other.stems))
                .fold(0.0, f32::max);
            (likeness < SAME).then_some((at, this.score - LIKENESS_COST * likeness))
        })
        // The first of equals: the order of the hits.
        .reduce(|best, other| if other.1 > best.1 { other } else { best })
}

/// Adds a unit and, transitively, what it needs.
fn with_company(units: &[Unit], scored: &[Scored], unit: usize, chosen: &mut Vec<Chosen>) {
    let mut next = Some(unit);
    // Two companions reach a list's lead-in and what that points back at.
    for _ in 0..3 {
        let Some(at) = next.filter(|at| chosen.iter().all(|c| c.unit != *at)) else {
            return;
        };
        let score = scored.get(at).map_or(0.0, |scored| scored.score);
        chosen.push(Chosen { unit: at, score });
        next = units.get(at).and_then(|unit| unit.needs);
    }
}

/// The share of common stems, 0 to 1, as seen from the shorter text.
#[expect(clippy::cast_precision_loss, reason = "counts of stems are small")]
fn likeness(left: &BTreeSet<String>, right: &BTreeSet<String>) -> f32 {
    let common = left.intersection(right).count();
    let shorter = left.len().min(right.len());
    if shorter == 0 {
        return 0.0;
    }
    // Between the overlap (which short texts reach by chance) and Jaccard's index.
    let overlap = common as f32 / shorter as f32;
    let union = left.union(right).count();
    0.5 * (overlap + common as f32 / union as f32)
}
