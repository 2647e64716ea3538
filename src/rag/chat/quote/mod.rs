//! Answers without a model: the best sentences of the best passages, each with its citation.

mod choose;
mod layout;
mod otherwise;
pub(crate) mod overview;
mod parts;
mod refusal;
mod table;
mod units;

use super::question::Question;
use super::weigh::{self, Evidence, Sample, Statement};
use crate::protocol::confidence::{Confidence, Outcome};
use crate::rag::corpus::Passage;
use crate::rag::retrieval::Found;
use crate::text::question::file_words;
use choose::Most;
pub(super) use parts::quote_each;
pub use refusal::{NEAREST_IN_MEANING, NEAREST_PASSAGES};

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
        let words = "The documents do not seem to hold the answer: there are no documents yet.";
        Self::refusal(vec![words.to_owned()], Confidence::default())
    }

    /// An answer that quotes nothing.
    fn refusal(deltas: Vec<String>, confidence: Confidence) -> Self {
        Self {
            confidence: Confidence {
                outcome: Outcome::Refused,
                ..confidence
            },
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

/// The statements of the hits that can be quoted, each also as it is compared by meaning.
pub(super) fn statements(found: &Found) -> Vec<(String, String)> {
    let passages = found.hits.iter().map(|hit| &hit.passage);
    let compared: Vec<Vec<String>> = passages.map(Passage::compared).collect();
    let units = units::of_hits(&found.hits).into_iter();
    let statement = |unit: units::Unit| {
        let compared = compared.get(unit.hit)?.get(unit.place)?.clone();
        Some((unit.text, compared))
    };
    units
        .filter(|unit| unit.says)
        .filter_map(statement)
        .collect()
}

/// The texts that an item or a row stands under: its lead-in, or its section, its table's head and the lead-in
/// of that.
fn lead_ins<'a>(units: &'a [units::Unit], unit: &'a units::Unit) -> impl Iterator<Item = &'a str> {
    let above = |unit: &&'a units::Unit| {
        let needs = unit.needs.filter(|_| unit.kind != units::Kind::Sentence)?;
        units.get(needs)
    };
    std::iter::successors(above(&unit), above).map(|unit| unit.text.as_str())
}

/// The probability that the documents answer a question, with the outcome where `least` is required.
pub(super) fn confidence(evidence: &Evidence, question: &Question, least: f32) -> Confidence {
    Weighed::of(evidence, question).confidence(least)
}

/// Measures all statements for a question, to fit weights on.
pub(super) fn samples(evidence: &Evidence, question: &Question) -> Vec<Sample> {
    let units = units::of_hits(&evidence.found.hits);
    weigh::samples(evidence, question, &statements_of(&units, question))
}

/// The units as statements to weigh.
fn statements_of<'a>(units: &'a [units::Unit], question: &Question) -> Vec<Statement<'a>> {
    let statement = |unit: &'a units::Unit| {
        let above = unit.heading.as_deref().into_iter();
        Statement {
            text: &unit.text,
            above: above.chain(lead_ins(units, unit)).collect(),
            heading: unit.heading.as_deref(),
            hit: unit.hit,
            defines: question.subject.is_defined_by(&unit.text),
            label: table::label(&unit.text),
            says: unit.says,
        }
    };
    units.iter().map(statement).collect()
}

/// Answers in quotations from the passages found. The same input always gives the same answer.
pub(super) fn quote(evidence: &Evidence, question: &Question, least: f32) -> Quote {
    if let Some(reply) = question.reply {
        return Quote::refusal(vec![reply.to_owned()], Confidence::default());
    }
    let weighed = Weighed::of(evidence, question);
    let confidence = weighed.confidence(least);
    let units = &weighed.units;
    let chosen = weighed.chosen(confidence.outcome, WHOLE);
    if chosen.is_empty() {
        return Quote::refusal(refusal::deltas(evidence, question, units), confidence);
    }
    let (sentences, mut deltas) = layout::lay_out(units, &chosen);
    if confidence.outcome == Outcome::Unsure {
        deltas.insert(0, refusal::UNSURE.to_owned());
    }
    let quoted = chosen.iter().filter_map(|chosen| units.get(chosen.unit));
    let told: Vec<String> = quoted
        .map(|unit| in_its_place(&evidence.found, unit))
        .collect();
    deltas.extend(otherwise::told(units, &chosen));
    let asked = (question, confidence.outcome);
    deltas.extend(refusal::caveat(evidence, asked, &told.join(" ")));
    Quote {
        sentences,
        confidence,
        deltas,
    }
}

/// Limits of the answer to one question.
const WHOLE: Most = Most {
    units: choose::MOST,
    sources: choose::SOURCES,
};

/// Limits of the answer where the documents may not hold it.
const NEAREST: Most = Most {
    units: 2,
    sources: 2,
};

/// The units of the passages found, weighed for a question.
struct Weighed {
    units: Vec<units::Unit>,
    scored: Vec<weigh::Scored>,
    /// True if the question asks for an overview of a document among the hits.
    is_overview: bool,
}

impl Weighed {
    fn of(evidence: &Evidence, question: &Question) -> Self {
        let units = units::of_hits(&evidence.found.hits);
        Self {
            is_overview: overview::of(&evidence.found, question).is_some(),
            scored: weigh::weigh(evidence, question, &statements_of(&units, question)),
            units,
        }
    }

    /// The confidence that the documents answer; a question for an overview of one is always answered.
    fn confidence(&self, least: f32) -> Confidence {
        if self.is_overview {
            return weigh::sure();
        }
        weigh::confidence(&self.scored, least)
    }

    /// The units that answer, best first; none where the question is refused.
    fn chosen(&self, outcome: Outcome, most: Most) -> Vec<choose::Chosen> {
        let most = match outcome {
            Outcome::Answered => most,
            Outcome::Unsure => NEAREST,
            Outcome::Refused => return Vec::new(),
        };
        if self.is_overview {
            return overview::choose(&self.units);
        }
        choose::choose(&self.units, &self.scored, most)
    }
}

/// The words of a unit behind those of its file's name, its title and its headings.
fn in_its_place(found: &Found, unit: &units::Unit) -> String {
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
