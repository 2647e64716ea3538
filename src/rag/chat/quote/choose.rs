//! Which units are quoted: the best that do not repeat one another.

use std::collections::BTreeSet;

use super::score::Scored;
use super::units::{Kind, Unit};

/// The most units of an answer, companions (such as a list's lead-in) not counted.
const MOST: usize = 5;
/// What a further unit must tell of the question, as a share of what the best one tells.
const TELLING: f32 = 0.5;
/// The most sources that an answer cites: more are not read.
const SOURCES: usize = 3;
/// How much likeness to what is chosen already costs.
const LIKENESS_COST: f32 = 0.6;
/// From this likeness on two units say the same.
const SAME: f32 = 0.75;
/// Units below this share of the best score are left out.
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
    let most = scored.iter().map(|scored| scored.tells).fold(0.0, f32::max);
    while picked.len() < MOST {
        let telling = |scored: &Scored| scored.tells >= TELLING * most;
        let Some((unit, value)) = next(units, scored, &chosen, telling) else {
            break;
        };
        best = best.max(value);
        if value < WORTH * best {
            break;
        }
        picked.push(unit);
        with_company(units, scored, unit, &mut chosen);
        if picked.len() == 1 {
            with_sequel(units, scored, unit, &mut chosen);
        }
    }
    chosen
}

/// Adds the sentence that goes on from the best one: "They are…".
fn with_sequel(units: &[Unit], scored: &[Scored], unit: usize, chosen: &mut Vec<Chosen>) {
    let sequel = unit + 1;
    let goes_on = units
        .get(sequel)
        .is_some_and(|next| next.kind == Kind::Sentence && next.needs == Some(unit));
    if goes_on && chosen.iter().all(|c| c.unit != sequel) {
        let score = scored.get(sequel).map_or(0.0, |scored| scored.score);
        chosen.push(Chosen {
            unit: sequel,
            score,
        });
    }
}

/// The best unit that is left, with its score less the cost of likeness.
fn next(
    units: &[Unit],
    scored: &[Scored],
    chosen: &[Chosen],
    telling: impl Fn(&Scored) -> bool,
) -> Option<(usize, f32)> {
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
        .filter(|(_, (_, scored))| scored.tells > 0.0 && telling(scored))
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
