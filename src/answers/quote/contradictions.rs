//! Documents that contradict a quotation in one figure. Hiding them would silently take sides.

use footnote_documents::relationship::{Name, Relationship};
use footnote_documents::statements::Kind;
use footnote_question::Question;
use footnote_question::claims::{Number, numbers};
use footnote_text::analysis::stems;
use footnote_text::source;

use super::editions::Editions;
use crate::phrases::{Phrase, Phrases};
use crate::weigh::units::Unit;

/// Maximum number of contradictions shown with an answer.
const MAX: usize = 2;

/// Returns statements of other documents that differ from a quoted one only in a figure; none if the quoted ones
/// already contradict each other.
pub(super) fn contradicting(
    units: &[Unit],
    chosen: &[usize],
    editions: &Editions,
    question: &Question,
) -> Vec<String> {
    let quoted: Vec<&Unit> = chosen.iter().filter_map(|at| units.get(*at)).collect();
    let is_of_one_thing = |quoted: &Unit, unit: &Unit| {
        let names = editions.pair(quoted, unit);
        names.is_none_or(|(name, other)| !concern_different_things(name, other, question))
    };
    let contradicted = |unit: &Unit| {
        let by = |quoted: &&Unit| contradict(quoted, unit) && is_of_one_thing(quoted, unit);
        quoted.iter().any(by)
    };
    if quoted.iter().any(|unit| contradicted(unit)) {
        return Vec::new();
    }
    let mut others: Vec<&Unit> = Vec::new();
    for unit in units.iter().filter(|unit| unit.says && contradicted(unit)) {
        if others.iter().all(|other| path(other) != path(unit)) {
            others.push(unit);
        }
    }
    others.truncate(MAX);
    listed(Phrase::Otherwise, &question.text, &others)
}

/// Lists units under a phrase in the question's language; empty if there are none.
pub(super) fn listed(phrase: Phrase, question: &str, units: &[&Unit]) -> Vec<String> {
    let lines = units.iter().map(|Unit { text, source, .. }| format!("\n- {text} [{source}]"));
    let mut lines: Vec<String> = lines.collect();
    if !lines.is_empty() {
        lines.insert(0, format!("\n\n{}\n", Phrases::of(question).say(phrase)));
    }
    lines
}

/// Returns true if documents with these names concern different things: they are siblings, and the question, or the one
/// before it, names the first by a word that the other lacks.
fn concern_different_things(name: &Name, other: &Name, question: &Question) -> bool {
    let own = name.own(other);
    let context_words = stems(&question.context_words);
    let is_named = question.stems.iter().chain(&context_words).any(|stem| own.contains(stem));
    is_named && name.relationship(other) == Relationship::Sibling
}

/// Returns true if units of two documents differ in one figure only. Different years do not contradict.
fn contradict(one: &Unit, other: &Unit) -> bool {
    let is_prose = |unit: &Unit| matches!(unit.kind, Kind::Sentence | Kind::Item);
    if !is_prose(one) || !is_prose(other) || path(one) == path(other) {
        return false;
    }
    let (own, others) = (words(&one.text), words(&other.text));
    own.len() == others.len()
        && own.iter().zip(&others).filter(|(a, b)| a != b).count() == 1
        && differ_in_one(&numbers(&one.text), &numbers(&other.text))
}

/// Returns the path of the document that contains a unit.
fn path(unit: &Unit) -> &str {
    source::split(&unit.source).0
}

fn differ_in_one(one: &[Number], other: &[Number]) -> bool {
    let mut differing = one.iter().zip(other).filter(|(a, b)| a.value != b.value);
    let is_figure = |(a, b): (&Number, &Number)| !a.is_year() && !b.is_year();
    one.len() == other.len()
        && differing.next().is_some_and(is_figure)
        && differing.next().is_none()
}

/// Returns the words of a text without surrounding punctuation.
fn words(text: &str) -> Vec<String> {
    let words = text.split_whitespace();
    let words = words.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    words.map(str::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::hit;
    use crate::weigh::units;

    /// Returns the contradictions where each text is a document and the first `quoted` of them are quoted.
    fn contradicting(texts: &[&str], quoted: usize) -> String {
        let hits = texts.iter().zip(["a.md", "b.md", "c.md", "d.md", "e.md"]);
        let hits: Vec<_> = hits.map(|(text, path)| hit(path, None, text, 1.0)).collect();
        let units = units::of_hits(&hits);
        let (editions, chosen) = (Editions::of(&hits), (0..quoted).collect::<Vec<_>>());
        super::contradicting(&units, &chosen, &editions, &Question::default()).concat()
    }

    #[test]
    fn documents_with_another_figure_are_told_but_two_at_most() {
        let fees = [12, 95, 96, 97, 98].map(|fee| format!("The harbour fee is {fee} pounds."));
        let fees = fees.each_ref().map(String::as_str);
        assert_eq!(
            contradicting(&fees, 1),
            "\n\nOther documents say otherwise:\n\n- The harbour fee is 95 pounds. [b.md]\n\
             - The harbour fee is 96 pounds. [c.md]"
        );
        assert_eq!(contradicting(&fees, 2), "", "what is quoted shows it");
    }

    #[test]
    fn other_words_other_years_and_the_same_figure_are_no_contradiction() {
        for other in [
            "The harbour fee is 12 pounds.",
            "The harbour fee is 95 euros.",
            "The market fee is 95 pounds.",
            "The harbour fee is twelve pounds.",
            "Boats rest.",
        ] {
            assert_eq!(contradicting(&["The harbour fee is 12 pounds.", other], 1), "");
        }
        let years = [2021, 2022].map(|year| format!("The harbour fee was set in {year}."));
        assert_eq!(contradicting(&years.each_ref().map(String::as_str), 1), "");
    }
}
