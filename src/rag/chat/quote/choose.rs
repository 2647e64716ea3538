//! Which units are quoted: the best that do not repeat one another.

use std::collections::BTreeSet;

use super::bound::Bounds;
use super::score::{Scored, own_terms};
use super::twins;
use super::units::{Kind, Unit};
use super::wish::{self, Wish};
use crate::rag::corpus::index::stems;
use crate::rag::retrieval::Found;
use crate::rag::retrieval::framing::is_framing;

/// The most units that are chosen for themselves.
const PICKED: usize = 5;
/// The most units of an answer, companions (such as a list's lead-in) included.
pub(super) const MOST: usize = 6;
/// A lead-in is quoted with at least two of its items, if it has as many.
const LEAST_OF_LIST: usize = 3;
/// What a further unit must tell of the question, as a share of what the best one tells.
const TELLING: f32 = 0.6;
/// The same of a unit that gives the value that is wished for.
const TELLING_VALUE: f32 = 0.5;
/// What a unit of a further source must tell of each thing that the best one tells, as a share.
const TELLING_ELSEWHERE: f32 = 0.7;
/// Questions of more telling words ask for much at once, which several sources may answer.
const FEW: usize = 5;
/// [`WORTH`] beside a row that is labelled with what is asked for.
const WORTH_BESIDE_LABEL: f32 = 0.8;
/// The most sources that an answer cites: more are not read.
pub(super) const SOURCES: usize = 3;
/// How much likeness to what is chosen already costs.
const LIKENESS_COST: f32 = 0.6;
/// From this likeness on two units say the same.
const SAME: f32 = 0.75;
/// Units below this share of the best score are left out.
const WORTH: f32 = 0.62;

/// What of the question matters to the choice.
pub(super) struct Asked {
    pub(super) wish: Wish,
    /// Its stems.
    pub(super) stems: BTreeSet<String>,
    /// How many of its terms tell what it is about.
    pub(super) telling: usize,
    /// The most units and sources of its answer.
    pub(super) most: Most,
}

/// How much may be quoted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Most {
    pub(super) units: usize,
    pub(super) sources: usize,
}

impl Asked {
    pub(super) fn of(found: &Found, question: &str, most: Most) -> Self {
        let own = own_terms(&found.terms, question);
        Self {
            wish: Wish::of(question, &Bounds::of(question)),
            stems: stems(question).into_iter().collect(),
            telling: own.iter().filter(|term| !is_framing(&term.word)).count(),
            most,
        }
    }
}

/// A unit that is quoted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Chosen {
    /// Its index among the units.
    pub(super) unit: usize,
    /// Its score.
    pub(super) score: f32,
}

/// Chooses, best first; each unit brings along what it needs and what it introduces.
pub(super) fn choose(units: &[Unit], scored: &[Scored], asked: &Asked) -> Vec<Chosen> {
    let mut chosen: Vec<Chosen> = Vec::new();
    let mut seen = BTreeSet::new();
    let mut best = 0.0_f32;
    let mut first: Option<usize> = None;
    let choice = |unit: usize| Chosen {
        unit,
        score: scored.get(unit).map_or(0.0, |scored| scored.score),
    };
    let most = asked.most;
    let add = |chosen: &mut Vec<Chosen>, units: Vec<usize>| {
        chosen.extend(units.into_iter().map(choice));
    };
    while seen.len() < PICKED && chosen.len() < most.units {
        let leading = first.and_then(|at| Some((units.get(at)?, scored.get(at)?)));
        let telling = |unit: &Unit, this: &Scored| is_telling(scored, asked, leading, (unit, this));
        let so_far = (chosen.as_slice(), most.sources);
        let Some((unit, value)) = next(units, scored, so_far, &seen, telling) else {
            break;
        };
        best = best.max(value);
        let worth = match leading {
            Some((_, first)) if first.is_labelled => WORTH_BESIDE_LABEL,
            _ => WORTH,
        };
        if value < worth * best {
            break;
        }
        seen.insert(unit);
        let with_company = group(units, &chosen, unit, most);
        add(&mut chosen, with_company);
        if first.is_none() {
            first = Some(unit);
            let list = list_behind(units, &chosen, unit, most);
            add(&mut chosen, list);
            for twin in twins(units, scored, asked, (unit, WORTH * best)) {
                seen.insert(twin);
                let with_company = group(units, &chosen, twin, most);
                add(&mut chosen, with_company);
            }
        }
    }
    let sequel = first.and_then(|unit| sequel(units, &chosen, unit));
    chosen.extend(sequel.filter(|_| chosen.len() < most.units).map(choice));
    chosen
}

/// True if a unit tells enough of the question to stand beside the one that was chosen first.
fn is_telling(
    scored: &[Scored],
    asked: &Asked,
    first: Option<(&Unit, &Scored)>,
    (unit, this): (&Unit, &Scored),
) -> bool {
    let most = scored.iter().map(|scored| scored.tells).fold(0.0, f32::max);
    // Beside the very row that is asked for, all else must be as near.
    let apart = |(first, best): &(&Unit, &Scored)| best.is_labelled || first.source != unit.source;
    let is_near = first.filter(apart).is_none_or(|(_, best)| {
        let on = !asked.wish.course || wish::tells_what_to_do(unit);
        asked.telling > FEW || (on && asked.wish.counts(unit) && tells_the_same(best, this))
    });
    let is_near = is_near && first.is_none_or(|(best, _)| asked.wish.is_timed(best, unit));
    let telling = if asked.wish.has_value(unit) {
        TELLING_VALUE
    } else {
        TELLING
    };
    is_near && this.tells >= telling * most
}

/// Of each twin of a unit's document, the best unit that gives a value, if it scores high enough.
fn twins(
    units: &[Unit],
    scored: &[Scored],
    asked: &Asked,
    (unit, least): (usize, f32),
) -> Vec<usize> {
    let best = |path: &str| {
        let is_wanted = |unit: &Unit| twins::path(unit) == path && asked.wish.has_value(unit);
        best_of(units, scored, least, is_wanted)
    };
    let others = twins::others(units, &asked.stems, unit);
    others.into_iter().filter_map(best).collect()
}

/// A unit with all that must be quoted with it; empty if there is no room for that.
fn group(units: &[Unit], chosen: &[Chosen], unit: usize, most: Most) -> Vec<usize> {
    let room = most.units.saturating_sub(chosen.len());
    let is_chosen = |at: &usize| chosen.iter().any(|c| c.unit == *at);
    let mut group: Vec<usize> = Vec::new();
    let mut company = Some(unit);
    // Two companions reach a list's lead-in and what that points back at.
    while let Some(at) = company.filter(|at| group.len() < 3 && !is_chosen(at)) {
        group.push(at);
        company = units.get(at).and_then(|unit| unit.needs);
    }
    for lead_in in group.clone() {
        let items = units.get(lead_in).map_or(&[][..], |unit| &unit.introduces);
        if !items.iter().any(|item| group.contains(item)) {
            group.extend(items.iter().filter(|item| !is_chosen(item)));
            // A list that is cut off in the middle still tells what it is a list of.
            let least = group.len().min(LEAST_OF_LIST);
            if room < least {
                return Vec::new();
            }
            group.truncate(room);
        }
    }
    if group.len() > room {
        return Vec::new();
    }
    group
}

/// The sentence that goes on from a unit, "They are…", unless it is chosen.
fn sequel(units: &[Unit], chosen: &[Chosen], unit: usize) -> Option<usize> {
    let goes_on = |next: &Unit| {
        let says = next.says && next.introduces.is_empty();
        says && next.kind == Kind::Sentence && next.needs == Some(unit)
    };
    Some(unit + 1)
        .filter(|at| units.get(*at).is_some_and(goes_on))
        .filter(|at| chosen.iter().all(|c| c.unit != *at))
}

/// The list that the sentence behind a unit introduces, if that sentence points back at the unit:
/// "Some things are not covered. These are: …"
fn list_behind(units: &[Unit], chosen: &[Chosen], unit: usize, most: Most) -> Vec<usize> {
    let points_back = |lead: &Unit| lead.needs == Some(unit) && !lead.introduces.is_empty();
    if units.get(unit + 1).is_some_and(points_back) {
        group(units, chosen, unit + 1, most)
    } else {
        Vec::new()
    }
}

/// The best of the wanted units, if it is worth being quoted.
fn best_of(
    units: &[Unit],
    scored: &[Scored],
    least: f32,
    is_wanted: impl Fn(&Unit) -> bool,
) -> Option<usize> {
    let all = units.iter().zip(scored).enumerate();
    let wanted = all.filter(|(_, (unit, _))| unit.says && is_wanted(unit));
    let best = wanted
        .filter(|(_, (_, scored))| scored.tells > 0.0 && scored.score >= least)
        .reduce(|best, other| {
            if other.1.1.score > best.1.1.score {
                other
            } else {
                best
            }
        });
    best.map(|(at, _)| at)
}

/// The best unit that is left, with its score less the cost of likeness.
fn next(
    units: &[Unit],
    scored: &[Scored],
    (chosen, most_sources): (&[Chosen], usize),
    seen: &BTreeSet<usize>,
    telling: impl Fn(&Unit, &Scored) -> bool,
) -> Option<(usize, f32)> {
    let sources: BTreeSet<&str> = chosen
        .iter()
        .filter_map(|c| units.get(c.unit))
        .map(|unit| unit.source.as_str())
        .collect();
    let full = sources.len() >= most_sources;
    units
        .iter()
        .zip(scored)
        .enumerate()
        .filter(|(at, (unit, _))| unit.says && !seen.contains(at))
        .filter(|(at, _)| chosen.iter().all(|c| c.unit != *at))
        .filter(|(_, (unit, _))| !full || sources.contains(unit.source.as_str()))
        .filter(|(_, (unit, scored))| scored.tells > 0.0 && telling(unit, scored))
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

/// True if a unit tells most of what the best one tells, and not as much of something else.
fn tells_the_same(best: &Scored, other: &Scored) -> bool {
    let wanted: f32 = best.held.iter().sum();
    let pairs = best.held.iter().zip(&other.held);
    let common: f32 = pairs.map(|(best, other)| best.min(*other)).sum();
    common >= TELLING_ELSEWHERE * wanted
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
