//! Answers without a model: the best sentences of the best passages, each with its citation.

mod choose;
mod layout;
mod otherwise;
mod overview;
mod parts;
mod refusal;

use super::question::Question;
use super::weigh::units::Unit;
use super::weigh::{Evidence, Weighed};
use crate::protocol::confidence::{Confidence, Outcome};
use crate::rag::retrieval::Found;
use crate::text::question::file_words;
use choose::Most;
pub(super) use parts::quote_each;
pub use refusal::NEAREST_PASSAGES;

/// An answer made of quotations.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Quote {
    /// The quotations in reading order, grouped by source.
    pub sentences: Vec<Quoted>,
    /// The probability that the documents answer, with the outcome that follows.
    pub confidence: Confidence,
    deltas: Vec<String>,
}

/// One quotation.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Quoted {
    /// The sentence, list item or table, word for word.
    pub text: String,
    /// The source that holds it.
    pub source: String,
    /// The place of its passage in the document.
    pub ordinal: u32,
    /// The heading that it stands under, where its passage itself holds one.
    pub heading: Option<String>,
    /// Its score as an answer, comparable within one answer only.
    pub score: f32,
}

impl Quote {
    /// The answer where there is no document at all.
    pub(super) fn without_documents() -> Self {
        let words = "I found no answer: there are no documents yet.";
        Self::refusal(vec![words.to_owned()], Confidence::default())
    }

    /// An answer that quotes nothing.
    fn refusal(deltas: Vec<String>, confidence: Confidence) -> Self {
        Self {
            confidence: Confidence { outcome: Outcome::Refused, ..confidence },
            deltas,
            ..Self::default()
        }
    }

    /// True if the documents do not seem to hold the answer.
    pub(super) fn is_refused(&self) -> bool {
        self.confidence.outcome == Outcome::Refused
    }

    /// The answer's Markdown, one piece for each quotation.
    pub(super) fn deltas(&self) -> Vec<String> {
        self.deltas.clone()
    }
}

/// Answers in quotations from the passages found. The same input always gives the same answer.
pub(super) fn quote(evidence: &Evidence, question: &Question, least: f32) -> Quote {
    if let Some(reply) = question.reply {
        return Quote::refusal(vec![reply.to_owned()], Confidence::default());
    }
    let weighed = Weighed::of(evidence, question);
    let confidence = weighed.confidence(least);
    let units = &weighed.units;
    let chosen = chosen(&weighed, confidence.outcome, WHOLE);
    if chosen.is_empty() {
        return Quote::refusal(refusal::deltas(evidence, question, units), confidence);
    }
    let (sentences, mut deltas) = layout::lay_out(units, &chosen);
    if confidence.outcome == Outcome::Unsure {
        deltas.insert(0, refusal::UNSURE.to_owned());
    }
    let quoted = chosen.iter().filter_map(|chosen| units.get(chosen.unit));
    let told: Vec<String> = quoted.map(|unit| in_its_place(&evidence.found, unit)).collect();
    deltas.extend(otherwise::told(units, &chosen));
    let asked = (question, confidence.outcome);
    deltas.extend(refusal::caveat(evidence, asked, &told.join(" ")));
    Quote { sentences, confidence, deltas }
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
    if weighed.is_overview {
        return overview::choose(&weighed.units);
    }
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
