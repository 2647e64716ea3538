//! Answers without a model: the best sentences of the best passages, each with its citation.

mod choose;
mod editions;
mod layout;
mod list;
mod otherwise;
mod overview;
mod parts;
mod refusal;

use super::claims::{Number, numbers};
use super::composed::Composed;
use super::phrases::{Phrase, Phrases};
use super::weigh::Evidence;
use super::weigh::units::Unit;
use choose::{Chosen, Most};
use editions::Editions;
use footnote_protocol::confidence::{Confidence, Outcome};
use footnote_retrieval::Found;
use footnote_text::question::file_words;
pub(super) use overview::overview;
pub(super) use parts::quote_each;

/// Answers in quotations from the passages found. The same input always gives the same answer.
pub(super) fn quote(evidence: &Evidence, least: f32) -> Composed {
    let (units, question) = (&evidence.weighed().units, evidence.question.text.as_str());
    let most = if list::is_asked_for(question) { LIST } else { WHOLE };
    let replaced = replaced(evidence);
    let (confidence, chosen) = measured(evidence, (&replaced, least), most);
    if chosen.is_empty() {
        return Composed::refusal(refusal::deltas(evidence, units), confidence);
    }
    let (quoted, mut deltas) = layout::lay_out(units, &chosen);
    if confidence.outcome == Outcome::Unsure {
        deltas.insert(0, format!("{}\n\n", Phrases::of(question).say(Phrase::Unsure)));
    }
    let mut answer = Composed { quoted, confidence, deltas, ..Composed::default() };
    let places = chosen.iter().map(|chosen| chosen.unit).collect();
    let left = if most == LIST { list::left_out(units, &places) } else { 0 };
    if left > 0 {
        answer.note(&format!("… and {left} more."));
    }
    answer.deltas.extend(others(evidence, &chosen, &replaced));
    let caveat = refusal::caveat(evidence, confidence.outcome, &told(evidence, &chosen));
    if let Some(caveat) = caveat {
        answer.note(&caveat);
    }
    answer
}

/// The statements of older editions or other documents that say otherwise than what is quoted, to be told.
fn others(evidence: &Evidence, chosen: &[Chosen], replaced: &[(usize, usize)]) -> Vec<String> {
    let (units, question) = (&evidence.weighed().units, &evidence.question);
    let older = editions::older(units, replaced, chosen);
    if older.is_empty() {
        let editions = Editions::of(&evidence.found.hits);
        return otherwise::told(units, chosen, &editions, question);
    }
    otherwise::listed(Phrase::Earlier, &question.text, &older)
}

/// Answers in few quotations, without a word on what they lack.
pub(super) fn briefly(evidence: &Evidence, least: f32) -> Composed {
    let (confidence, chosen) = chosen(evidence, (&[], least), NEAREST);
    let (quoted, deltas) = layout::lay_out(&evidence.weighed().units, &chosen);
    Composed { quoted, confidence, deltas, ..Composed::default() }
}

/// Limits of the answer to one question.
const WHOLE: Most = Most { units: choose::MOST, sources: choose::SOURCES, items: 0 };

/// Limits of an answer that is a list.
const LIST: Most = Most { units: choose::MOST + list::ITEMS, items: list::ITEMS, ..WHOLE };

/// Limits of the answer where the documents may not hold it.
const NEAREST: Most = Most { units: 2, sources: 2, items: 0 };

/// The units that answer one question, with the confidence: what asks for a measure is not surely answered without any
/// number.
fn measured(
    evidence: &Evidence,
    ground: (&[(usize, usize)], f32),
    most: Most,
) -> (Confidence, Vec<Chosen>) {
    let (confidence, answer) = chosen(evidence, ground, most);
    let lacks_number = evidence.question.focus.is_measured
        && confidence.outcome == Outcome::Answered
        && !has_number(&evidence.weighed().units, &answer);
    if !lacks_number {
        return (confidence, answer);
    }
    let (_, nearest) = chosen(evidence, ground, NEAREST);
    (Confidence { outcome: Outcome::Unsure, ..confidence }, nearest)
}

/// The units that answer, best first, with the confidence that they do; none where the question is refused.
fn chosen(
    evidence: &Evidence,
    (replaced, least): (&[(usize, usize)], f32),
    most: Most,
) -> (Confidence, Vec<Chosen>) {
    let weighed = evidence.weighed();
    let mut scored = weighed.scored.clone();
    for (old, new) in replaced {
        // What is quoted in the place of the older says as much of what is asked.
        let score = scored.get(*old).map_or(f32::NEG_INFINITY, |scored| scored.score);
        if let Some(scored) = scored.get_mut(*new) {
            scored.score = scored.score.max(score);
        }
        if let Some(scored) = scored.get_mut(*old) {
            scored.score = f32::NEG_INFINITY;
        }
    }
    let choose = |most| choose::choose(&weighed.units, &scored, most);
    let confidence = weighed.confidence(least);
    let chosen = match confidence.outcome {
        Outcome::Answered => choose(most),
        Outcome::Unsure => choose(NEAREST),
        Outcome::Refused => Vec::new(),
    };
    (confidence, chosen)
}

/// The units of older editions that newer ones say too; none where the question names a year.
fn replaced(evidence: &Evidence) -> Vec<(usize, usize)> {
    let is_dated = numbers(&evidence.question.text).iter().any(Number::is_year);
    let editions = Editions::of(&evidence.found.hits);
    if is_dated { Vec::new() } else { editions.replaced(&evidence.weighed().units) }
}

/// True if any chosen unit names a number.
fn has_number(units: &[Unit], chosen: &[Chosen]) -> bool {
    let mut chosen = chosen.iter().filter_map(|chosen| units.get(chosen.unit));
    chosen.any(|unit| !numbers(&unit.text).is_empty())
}

/// The words of chosen units, each in its place.
fn told(evidence: &Evidence, chosen: &[Chosen]) -> String {
    let units = &evidence.weighed().units;
    let told = chosen.iter().filter_map(|chosen| units.get(chosen.unit));
    let told: Vec<String> = told.map(|unit| in_its_place(&evidence.found, unit)).collect();
    told.join(" ")
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
