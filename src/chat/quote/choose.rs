//! The choice of units to quote: the best that do not repeat one another, with their companions.

use std::collections::BTreeSet;

use footnote_documents::statements::Kind;

use super::list;
use crate::claims::numbers;
use crate::weigh::Scored;
use crate::weigh::units::Unit;

/// The most units that are chosen for themselves.
const MOST_PICKED: usize = 3;
/// The most units of an answer, companions (such as a list's lead-in) included.
pub(super) const MOST_UNITS: usize = 6;
/// The most rows of a table that are quoted.
const MOST_ROWS: usize = 8;
/// The most units that a unit brings along by its needs: a list's lead-in and the sentence that it points back
/// at, or the rows that name a row's sections and their head.
const COMPANIONS: usize = 4;
/// The fewest units of a quoted list: its lead-in and two items, if it has as many.
const LEAST_OF_LIST: usize = 3;
/// The most sources that an answer cites: nobody reads more.
pub(super) const MOST_SOURCES: usize = 3;
/// Similarity from which two units say the same.
pub(super) const SAME_SIMILARITY: f32 = 0.65;
/// The most that the score of a quoted unit, a logit, may lie below the best: two units on average
/// (docs/decisions/quotations.md).
const SCORE_MARGIN: f32 = 2.5;

/// Limits of a quotation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct QuotationLimits {
    pub(super) units: usize,
    pub(super) sources: usize,
    /// The least weight of the question's words in further units, as a share of what the best one holds.
    pub(super) share: f32,
    /// The items of the list that a chosen item is one of which come along, in the order of the document.
    pub(super) items: usize,
}

/// A unit that is quoted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ChosenUnit {
    /// Its index among the units.
    pub(super) unit: usize,
    /// Its score.
    pub(super) score: f32,
}

/// Chooses units, best first; each brings along the one that it needs and those that it introduces.
pub(super) fn choose(units: &[Unit], scored: &[Scored], most: QuotationLimits) -> Vec<ChosenUnit> {
    let mut chosen: Vec<ChosenUnit> = Vec::new();
    let mut seen = BTreeSet::new();
    let mut threshold = f32::MIN;
    let mut least_share = 0.0;
    while seen.len() < MOST_PICKED && unit_count(units, &chosen) < most.units {
        let next_best = next_best(units, scored, (&chosen, most.sources), &seen, least_share);
        let Some((unit, score)) = next_best.filter(|(_, score)| *score >= threshold) else {
            break;
        };
        let is_first = seen.is_empty();
        seen.insert(unit);
        // What comes along with a unit counts as much as it.
        let choice = |unit: usize| ChosenUnit { unit, score };
        let group = group(units, &chosen, unit, most);
        if group.is_empty() {
            continue;
        }
        chosen.extend(group.into_iter().map(choice));
        if most.items > 0 {
            let is_new = |at: &usize| chosen.iter().all(|one| one.unit != *at);
            let items = list::list_items(units, unit).into_iter().take(most.items);
            let items: Vec<usize> = items.filter(is_new).collect();
            chosen.extend(items.into_iter().map(choice));
        }
        if is_first {
            threshold = score - SCORE_MARGIN;
            least_share = most.share * scored.get(unit).map_or(0.0, |scored| scored.share);
            let list = list_behind(units, &chosen, unit, most);
            chosen.extend(list.into_iter().map(choice));
        }
        let rows = rows_beside(units, scored, &chosen, (unit, threshold, least_share));
        chosen.extend(rows.into_iter().map(choice));
    }
    if most.items > 0 {
        in_reading_order(units, &mut chosen);
    }
    chosen
}

/// Puts what is chosen of each source in the order of its document, as a list is read.
fn in_reading_order(units: &[Unit], chosen: &mut [ChosenUnit]) {
    let source = |one: &ChosenUnit| units.get(one.unit).map(|unit| unit.source.clone());
    let sources: Vec<Option<String>> = chosen.iter().map(source).collect();
    let rank = |one: &ChosenUnit| sources.iter().position(|other| *other == source(one));
    let place = |one: &ChosenUnit| units.get(one.unit).map(|unit| unit.ordinal);
    chosen.sort_by_key(|one| (rank(one), place(one), one.unit));
}

/// The number of some units; the rows of a table are one with its head.
fn counted(units: &[Unit], some: impl Iterator<Item = usize>) -> usize {
    let of_head = |unit: &Unit| unit.kind == Kind::Row && unit.needs.is_some();
    some.filter(|at| units.get(*at).is_some_and(|unit| !of_head(unit))).count()
}

/// The number of chosen units.
fn unit_count(units: &[Unit], chosen: &[ChosenUnit]) -> usize {
    counted(units, chosen.iter().map(|one| one.unit))
}

/// The other rows of the table of a chosen row that score at least so much, best first, with the rows that name
/// their sections. Rows that are named by amounts go together: which one holds, words do not show.
fn rows_beside(
    units: &[Unit],
    scored: &[Scored],
    chosen: &[ChosenUnit],
    (row, threshold, least_share): (usize, f32, f32),
) -> Vec<usize> {
    let Some(head) = head(units, row) else {
        return Vec::new();
    };
    let is_chosen = |at: usize| chosen.iter().any(|chosen| chosen.unit == at);
    let score = |at: usize| scored.get(at).map_or(f32::MIN, |scored| scored.score);
    let is_by_amount = units.get(row).is_some_and(is_of_amount);
    let (threshold, least_share) =
        if is_by_amount { (f32::MIN, 0.0) } else { (threshold, least_share) };
    let speaks = |at: usize| scored.get(at).is_some_and(|scored| scored.share >= least_share);
    let says = |at: &usize| units.get(*at).is_some_and(|unit| unit.says);
    let rows = (head + 1..units.len()).take_while(|at| self::head(units, *at) == Some(head));
    let rows =
        rows.filter(|at| says(at) && speaks(*at) && !is_chosen(*at) && score(*at) >= threshold);
    let mut rows: Vec<usize> = rows.collect();
    rows.sort_by(|a, b| score(*b).total_cmp(&score(*a)));
    rows.truncate(MOST_ROWS - 1);
    let section = |at: &usize| units.get(*at)?.needs.filter(|needs| *needs != head);
    let sections = rows.iter().flat_map(|row| std::iter::successors(section(row), section));
    let sections: BTreeSet<usize> = sections.filter(|at| !is_chosen(*at)).collect();
    rows.extend(sections);
    rows
}

/// True if a row is named by an amount or a range, such as "2 to 5 years"; a year is a name.
fn is_of_amount(row: &Unit) -> bool {
    let label = row.label().unwrap_or_default();
    numbers(label).iter().any(|number| !number.is_year())
}

/// The head of the table that a row belongs to.
fn head(units: &[Unit], row: usize) -> Option<usize> {
    let is = |kind: Kind| move |at: &usize| units.get(*at).is_some_and(|unit| unit.kind == kind);
    let mut above = std::iter::successors(Some(row), |at| units.get(*at)?.needs);
    above.find(|at| !is(Kind::Row)(at)).filter(is(Kind::Head))
}

/// A unit with all units that must be quoted with it; empty if there is no room for them.
fn group(units: &[Unit], chosen: &[ChosenUnit], unit: usize, most: QuotationLimits) -> Vec<usize> {
    let room = most.units.saturating_sub(unit_count(units, chosen));
    let is_chosen = |at: &usize| chosen.iter().any(|c| c.unit == *at);
    let mut group: Vec<usize> = Vec::new();
    let mut company = Some(unit);
    while let Some(at) = company.filter(|at| group.len() <= COMPANIONS && !is_chosen(at)) {
        group.push(at);
        company = units.get(at).and_then(|unit| unit.needs);
    }
    for lead_in in group.clone() {
        let items = units.get(lead_in).map_or(&[][..], |unit| &unit.introduces);
        if !items.is_empty() && !items.iter().any(|item| group.contains(item)) {
            group.extend(items.iter().filter(|item| !is_chosen(item)));
            // A list may be cut: its lead-in still says what it is a list of.
            let fewest = group.len().min(LEAST_OF_LIST).min(most.units);
            if room < fewest {
                return Vec::new();
            }
            group.truncate(room);
        }
    }
    if counted(units, group.iter().copied()) > room {
        return Vec::new();
    }
    group
}

/// The list that the sentence behind a unit introduces, if that sentence points back at the unit:
/// "Some things are not covered. These are: …"
fn list_behind(
    units: &[Unit],
    chosen: &[ChosenUnit],
    unit: usize,
    most: QuotationLimits,
) -> Vec<usize> {
    let points_back = |lead: &Unit| lead.needs == Some(unit) && !lead.introduces.is_empty();
    if units.get(unit + 1).is_some_and(points_back) {
        group(units, chosen, unit + 1, most)
    } else {
        Vec::new()
    }
}

/// The best unit left that does not repeat the chosen ones.
fn next_best(
    units: &[Unit],
    scored: &[Scored],
    (chosen, most_sources): (&[ChosenUnit], usize),
    seen: &BTreeSet<usize>,
    least_share: f32,
) -> Option<(usize, f32)> {
    let quoted = chosen.iter().filter_map(|chosen| units.get(chosen.unit));
    let sources: BTreeSet<&str> = quoted.map(|unit| unit.source.as_str()).collect();
    let is_full = sources.len() >= most_sources;
    let is_new = |this: &Unit| {
        let others = chosen.iter().filter_map(|chosen| units.get(chosen.unit));
        others
            .filter(|other| other.says)
            .all(|other| similarity(&this.stems, &other.stems) < SAME_SIMILARITY)
    };
    let all = units.iter().zip(scored).enumerate();
    let left = all.filter(|(at, (unit, scored))| {
        let is_free = !seen.contains(at) && chosen.iter().all(|chosen| chosen.unit != *at);
        let has_room = !is_full || sources.contains(unit.source.as_str());
        unit.says && is_free && has_room && scored.share >= least_share && is_new(unit)
    });
    let values = left.map(|(at, (_, scored))| (at, scored.score));
    values.reduce(better)
}

/// The one with the higher score; the first of equals, which is the order of the hits.
fn better(best: (usize, f32), other: (usize, f32)) -> (usize, f32) {
    if other.1 > best.1 { other } else { best }
}

/// The similarity of two texts by their common stems, 0 to 1 (Jaccard's index).
pub(super) fn similarity(left: &BTreeSet<String>, right: &BTreeSet<String>) -> f32 {
    left.intersection(right).count() as f32 / left.union(right).count().max(1) as f32
}
