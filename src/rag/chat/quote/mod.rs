//! Answers without a model: the best sentences of the best passages, each with its citation.

mod choose;
mod layout;
mod otherwise;
mod overview;
mod parts;
mod refusal;

use super::composed::Composed;
use super::phrases::{Phrase, Phrases};
use super::weigh::units::Unit;
use super::weigh::{Evidence, Weighed};
use crate::protocol::confidence::Outcome;
use crate::rag::retrieval::Found;
use crate::text::question::file_words;
use choose::Most;
pub(super) use overview::overview;
pub(super) use parts::quote_each;

/// Answers in quotations from the passages found. The same input always gives the same answer.
pub(super) fn quote(evidence: &Evidence, least: f32) -> Composed {
    let weighed = evidence.weighed();
    let confidence = weighed.confidence(least);
    let (units, question) = (&weighed.units, evidence.question.text.as_str());
    let chosen = chosen(weighed, confidence.outcome, WHOLE);
    if chosen.is_empty() {
        return Composed::refusal(refusal::deltas(evidence, units), confidence);
    }
    let (quoted, mut deltas) = layout::lay_out(units, &chosen);
    if confidence.outcome == Outcome::Unsure {
        deltas.insert(0, format!("{}\n\n", Phrases::of(question).say(Phrase::Unsure)));
    }
    let told = chosen.iter().filter_map(|chosen| units.get(chosen.unit));
    let told: Vec<String> = told.map(|unit| in_its_place(&evidence.found, unit)).collect();
    deltas.extend(otherwise::told(units, &chosen, question));
    deltas.extend(refusal::caveat(evidence, confidence.outcome, &told.join(" ")));
    Composed { quoted, confidence, deltas, ..Composed::default() }
}

/// Limits of the answer to one question.
const WHOLE: Most = Most { units: choose::MOST, sources: choose::SOURCES };

/// Limits of the answer where the documents may not hold it.
const NEAREST: Most = Most { units: 2, sources: 2 };

/// The units that answer, best first; none where the question is refused.
fn chosen(weighed: &Weighed, outcome: Outcome, most: Most) -> Vec<choose::Chosen> {
    let most = match outcome {
        Outcome::Answered => most,
        Outcome::Unsure => NEAREST,
        Outcome::Refused => return Vec::new(),
    };
    choose::choose(&weighed.units, &weighed.scored, most)
}

/// The words of a unit behind those of its file's name, its title and its headings.
fn in_its_place(found: &Found, unit: &Unit) -> String {
    let passage = found.hits.get(unit.hit).map(|hit| &hit.passage);
    let above = passage.map(|passage| {
        let file = file_words(&passage.path);
        format!("{file}. {}. {}", passage.title, passage.headings.join(". "))
    });
    let heading = unit.heading.as_deref().unwrap_or_default();
    format!("{}. {heading}. {}", above.unwrap_or_default(), unit.text)
}

#[cfg(test)]
mod company_tests;
#[cfg(test)]
mod form_tests;
#[cfg(test)]
mod refusals_tests;
#[cfg(test)]
mod table_tests;
#[cfg(test)]
mod tests;
