//! Editions among the passages found: if a newer one says the same as an older one with other figures, the newer is
//! quoted and the older mentioned.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use footnote_documents::relationship::{Name, Relationship};
use footnote_documents::statements::Kind;
use footnote_question::claims::numbers;
use footnote_retrieval::Hit;
use footnote_text::source;

use super::choose::{SAME_SIMILARITY, similarity};
use crate::weigh::units::Unit;

/// Maximum number of statements of older editions mentioned below an answer.
const MAX: usize = 2;

/// The names of the documents of some hits.
pub(super) struct Editions {
    names: Vec<Name>,
    /// True for each hit that has a newer edition.
    outdated: Vec<bool>,
}

impl Editions {
    pub(super) fn of(hits: &[Hit]) -> Self {
        let name = |hit: &Hit| Name::of(&hit.passage.path, &hit.passage.title);
        let names: Vec<Name> = hits.iter().map(name).collect();
        let is_outdated = |name: &Name| names.iter().any(|other| is_older(name, other));
        Self { outdated: names.iter().map(is_outdated).collect(), names }
    }

    /// Returns the names of the documents of two units.
    pub(super) fn pair(&self, one: &Unit, other: &Unit) -> Option<(&Name, &Name)> {
        self.names.get(one.hit).zip(self.names.get(other.hit))
    }

    /// Returns the units that a newer edition also has, each paired with that edition's unit.
    pub(super) fn replaced(&self, units: &[Unit]) -> Vec<(usize, usize)> {
        let is_outdated = |unit: &Unit| self.outdated.get(unit.hit) == Some(&true);
        let old = units.iter().enumerate().filter(|(_, unit)| is_outdated(unit));
        old.filter_map(|(at, _)| Some((at, self.newer(units, at)?))).collect()
    }

    /// Returns the unit of the newest edition that says most of what this one says.
    fn newer(&self, units: &[Unit], old: usize) -> Option<usize> {
        let unit = units.get(old).filter(|unit| unit.says)?;
        let words = word_stems(unit);
        let all = units.iter().enumerate().filter(|(_, other)| {
            let is_newer = || self.pair(unit, other).is_some_and(|(old, new)| is_older(old, new));
            let is_alike = (other.kind, other.label()) == (unit.kind, unit.label());
            let is_placed = other.heading_stems == unit.heading_stems
                && above(units, other) == above(units, unit);
            other.says && is_alike && is_placed && is_newer()
        });
        let alike = all.map(|(at, other)| (similarity(&words, &word_stems(other)), other, at));
        let alike = alike.filter(|(share, _, _)| *share >= SAME_SIMILARITY);
        let edition = |unit: &Unit| self.names.get(unit.hit).map(|name| &name.edition);
        let best = alike.max_by(|(a, one, _), (b, other, _)| {
            edition(one).cmp(&edition(other)).then(a.total_cmp(b))
        });
        best.map(|(_, _, at)| at)
    }
}

/// Returns the words of the header or lead-in above a row or list item.
fn above<'a>(units: &'a [Unit], unit: &Unit) -> Option<&'a str> {
    let needs = unit.needs.filter(|_| unit.kind != Kind::Sentence)?;
    units.get(needs).map(|above| above.text.as_str())
}

/// Returns true if one document is an older edition of the other by year or version, or has been superseded. Minutes
/// and invoices with dates in their names are not editions.
fn is_older(one: &Name, other: &Name) -> bool {
    let is_of_text = one.edition.len() == 1 || one.is_set_aside != other.is_set_aside;
    one.relationship(other) == Relationship::Edition(Ordering::Less) && is_of_text
}

/// Returns the stems of a unit that are not figures.
fn word_stems(unit: &Unit) -> BTreeSet<String> {
    let is_word = |stem: &&String| !stem.contains(|c: char| c.is_ascii_digit());
    unit.stems.iter().filter(is_word).cloned().collect()
}

/// Returns the statements of older editions that were replaced by others with different figures, one per document.
pub(super) fn older<'a>(
    units: &'a [Unit],
    replaced: &[(usize, usize)],
    chosen: &[usize],
) -> Vec<&'a Unit> {
    let is_chosen = |at: usize| chosen.contains(&at);
    let mentioned = replaced.iter().filter(|(_, new)| is_chosen(*new));
    let pairs = mentioned.filter_map(|(old, new)| units.get(*old).zip(units.get(*new)));
    let differing = pairs.filter(|(old, new)| numbers(&old.text) != numbers(&new.text));
    let mut seen = BTreeSet::new();
    let each = differing.filter(|(old, _)| seen.insert(source::split(&old.source).0));
    each.map(|(old, _)| old).take(MAX).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::hit;
    use crate::weigh::units;

    /// Returns the statements of documents with these names and texts that newer ones replace.
    fn replaced(documents: &[(&str, &str)]) -> Vec<String> {
        let hits = documents.iter().map(|(path, text)| hit(path, None, text, 1.0));
        let hits: Vec<Hit> = hits.collect();
        let units = units::of_hits(&hits);
        let pairs = Editions::of(&hits).replaced(&units).into_iter();
        pairs.map(|(old, _)| units[old].text.clone()).collect()
    }

    #[test]
    fn what_a_newer_edition_says_in_the_same_place_is_replaced() {
        let [old, new] = [12, 24].map(|hours| format!("Cancel at least {hours} hours before."));
        assert_eq!(replaced(&[("rules-2023.md", &old), ("rules-2025.md", &new)]), [old.as_str()]);
        assert_eq!(
            replaced(&[("minutes-2023-02.md", &old), ("minutes-2023-03.md", &new)]),
            [""; 0]
        );
        let [old, new] = [("Dental", 12), ("Optical", 24)].map(|(heading, hours)| {
            format!("# {heading}\n\nCancel at least {hours} hours before.")
        });
        assert_eq!(replaced(&[("rules-2023.md", &old), ("rules-2025.md", &new)]), [""; 0]);
    }
}
