//! Answers without a model: the best sentences of the best passages, each with its citation.

mod bound;
mod choose;
mod compound;
mod count;
mod definition;
mod followups;
mod form;
pub(super) mod function_words;
mod irregular;
mod label;
mod layout;
mod lines;
mod measure;
mod narrow;
pub(crate) mod overview;
mod parts;
mod records;
mod refusal;
mod score;
mod section;
mod small_talk;
mod support;
mod table;
mod twins;
mod units;
mod wish;

use crate::rag::retrieval::{Found, likeness};
use choose::Most;
pub(in crate::rag::chat) use definition::Subject;
pub use parts::quote_each;
pub use refusal::{NEAREST_IN_MEANING, NEAREST_PASSAGES};
pub use support::support;

/// An answer made of quotations.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Quote {
    /// What is quoted, in reading order; grouped by source.
    pub sentences: Vec<Quoted>,
    /// Questions to ask next; empty where none are wanted.
    pub followups: Vec<String>,
    /// Whether the documents do not seem to hold the answer.
    pub refused: bool,
    /// How well the passages hold the question; below 1 the answer is a refusal.
    pub support: f32,
    deltas: Vec<String>,
}

/// One quotation.
#[derive(Clone, Debug, PartialEq)]
pub struct Quoted {
    /// The sentence, list item or table, word for word.
    pub text: String,
    /// The source that holds it.
    pub source: String,
    /// How well it answers; comparable within one answer only.
    pub score: f32,
}

impl Quote {
    /// The answer where there is no document at all.
    pub fn without_documents() -> Self {
        let words = "The documents do not seem to hold the answer: there are no documents yet.";
        Self::refusal(vec![words.to_owned()], 0.0)
    }

    /// An answer that quotes nothing.
    fn refusal(deltas: Vec<String>, support: f32) -> Self {
        Self {
            refused: true,
            support,
            deltas,
            ..Self::default()
        }
    }

    /// The answer's Markdown, one piece for each quotation.
    pub fn deltas(&self) -> Vec<String> {
        self.deltas.clone()
    }
}

/// What can be quoted of the hits, each with what it is about: its title and headings, and its lead-in.
pub fn statements(found: &Found) -> Vec<(String, String)> {
    let units = units_of(found);
    let statement = |unit: &units::Unit| {
        let passage = &found.hits.get(unit.hit)?.passage;
        let lead_in = unit.needs.and_then(|at| units.get(at));
        let mut above = vec![passage.title.as_str()];
        match &unit.heading {
            Some(heading) => above.push(heading),
            None => above.extend(passage.headings.iter().map(String::as_str)),
        }
        above.extend(lead_in.map(|unit| unit.text.as_str()));
        let text = likeness::in_place(&above, &unit.text);
        Some((unit.text.clone(), text))
    };
    units
        .iter()
        .filter(|unit| unit.says)
        .filter_map(statement)
        .collect()
}

fn units_of(found: &Found) -> Vec<units::Unit> {
    units::of_hits(&found.hits, |rows| table::matching_rows(rows, &found.terms))
}

/// Answers from what was found.
///
/// `asked` holds the reader's questions so far, the one to answer last; follow-ups repeat none of them.
/// The same input always gives the same answer.
pub fn quote(found: &Found, asked: &[&str], followups: bool) -> Quote {
    let question = asked.last().copied().unwrap_or_default();
    let support = support(found, question);
    if let Some(reply) = small_talk::reply(question) {
        return Quote::refusal(vec![reply.to_owned()], support);
    }
    let units = units_of(found);
    let chosen = chosen(found, question, &units, WHOLE);
    let refused = chosen.is_empty() || support < 1.0;
    let answered = if refused { &[][..] } else { &chosen };
    let followups = if followups {
        followups::propose(&found.hits, &units, answered, asked)
    } else {
        Vec::new()
    };
    if refused {
        let refusal = Quote::refusal(refusal::deltas(found, question, &units), support);
        return Quote {
            followups,
            ..refusal
        };
    }
    let (sentences, mut deltas) = layout::lay_out(&units, &chosen);
    deltas.extend(refusal::caveat(found, question));
    Quote {
        sentences,
        followups,
        refused,
        support,
        deltas,
    }
}

/// The most that answers one question.
const WHOLE: Most = Most {
    units: choose::MOST,
    sources: choose::SOURCES,
};

/// The units that answer, best first.
fn chosen(found: &Found, question: &str, units: &[units::Unit], most: Most) -> Vec<choose::Chosen> {
    if overview::of(found, question).is_some() {
        return overview::choose(units);
    }
    let scored = score::score(units, found, question);
    choose::choose(units, &scored, &choose::Asked::of(found, question, most))
}

#[cfg(test)]
mod form_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod wishes_tests;
