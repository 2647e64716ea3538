//! Documents that are alike but for a word or two of their names, such as two plans of one insurer.

use std::collections::BTreeSet;

use super::units::Unit;
use crate::rag::corpus::index::stems;
use crate::text::source;

/// The path of the document that holds a unit.
pub(super) fn path(unit: &Unit) -> &str {
    source::split(&unit.source).0
}

/// The documents that are twins of a unit's, unless the question names one of them.
pub(super) fn others<'a>(
    units: &'a [Unit],
    asked: &BTreeSet<String>,
    unit: usize,
) -> BTreeSet<&'a str> {
    let Some(own) = units.get(unit).map(path) else {
        return BTreeSet::new();
    };
    let all: BTreeSet<&str> = units
        .iter()
        .map(path)
        .filter(|other| *other != own)
        .collect();
    let words = words(own);
    all.into_iter()
        .filter(|other| are_twins(&words, &self::words(other), asked))
        .collect()
}

/// True if two names share most of their words, and the question has none of the others.
fn are_twins(left: &BTreeSet<String>, right: &BTreeSet<String>, asked: &BTreeSet<String>) -> bool {
    let mut own = left.symmetric_difference(right);
    alike(left, right) && !own.any(|word| asked.contains(word))
}

/// True if two names share most of their words.
fn alike(left: &BTreeSet<String>, right: &BTreeSet<String>) -> bool {
    /// The fewest common words; a single one may name a firm or a kind.
    const COMMON: usize = 2;
    let common = left.intersection(right).count();
    let shorter = left.len().min(right.len());
    left != right && common >= COMMON && 3 * common >= 2 * shorter
}

/// The words of a file's name, as stems.
fn words(path: &str) -> BTreeSet<String> {
    let words = crate::text::question::file_words(path);
    stems(&words).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twins_share_most_words_of_their_names_unless_one_is_asked_for() {
        let asked = |text: &str| stems(text).into_iter().collect();
        let plus = words("x/Northwind_Plus_Benefits.pdf");
        let standard = words("x/Northwind_Standard_Benefits.pdf");
        assert!(are_twins(
            &plus,
            &standard,
            &asked("What is the deductible?")
        ));
        assert!(!are_twins(
            &plus,
            &standard,
            &asked("Is it covered by Standard?")
        ));
        assert!(!are_twins(
            &plus,
            &words("Perks.pdf"),
            &asked("What is it?")
        ));
    }
}
