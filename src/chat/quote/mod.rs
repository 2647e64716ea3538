//! Answers without a model: the best sentences of the best passages, each with its citation.

mod choose;
mod contradictions;
mod editions;
mod layout;
mod list;
mod overview;
mod refusal;
mod several;

use choose::{ChosenUnit, QuotationLimits};
use editions::Editions;
use footnote_protocol::confidence::{Confidence, Outcome};
use footnote_retrieval::SearchResult;
use footnote_text::question::file_words;
pub(super) use overview::overview;
pub(super) use several::quote_each;

use super::claims::{Number, numbers};
use super::composed::ComposedAnswer;
use super::phrases::{Phrase, Phrases};
use super::weigh::Evidence;
use super::weigh::units::Unit;

/// Answers in quotations from the passages found. The same input always gives the same answer.
pub(super) fn quote(evidence: &Evidence, threshold: f32) -> ComposedAnswer {
    let (units, question) = (&evidence.weighed().units, evidence.question.text.as_str());
    let most = if list::is_asked_for(question) { LIST_LIMITS } else { SINGLE_LIMITS };
    let replaced = replaced(evidence);
    let (confidence, chosen) = choose_with_number(evidence, (&replaced, threshold), most);
    if chosen.is_empty() {
        return ComposedAnswer::refusal(refusal::deltas(evidence, units), confidence);
    }
    let (quoted, mut deltas) = layout::lay_out(units, &chosen);
    if confidence.outcome == Outcome::Unsure {
        deltas.insert(0, format!("{}\n\n", Phrases::of(question).say(Phrase::Unsure)));
    }
    let mut answer = ComposedAnswer { quoted, confidence, deltas, ..ComposedAnswer::default() };
    let places = chosen.iter().map(|chosen| chosen.unit).collect();
    let left = if most == LIST_LIMITS { list::left_out(units, &places) } else { 0 };
    if left > 0 {
        answer.note(&format!("… and {left} more."));
    }
    answer.deltas.extend(others(evidence, &chosen, &replaced));
    let caveat = refusal::caveat(evidence, confidence.outcome, &quoted_text(evidence, &chosen));
    if let Some(caveat) = caveat {
        answer.note_lack(caveat);
    }
    answer
}

/// The statements of older editions or other documents that say otherwise than what is quoted, as lines below it.
fn others(evidence: &Evidence, chosen: &[ChosenUnit], replaced: &[(usize, usize)]) -> Vec<String> {
    let (units, question) = (&evidence.weighed().units, &evidence.question);
    let older = editions::older(units, replaced, chosen);
    if older.is_empty() {
        let editions = Editions::of(&evidence.found.hits);
        return contradictions::contradicting(units, chosen, &editions, question);
    }
    contradictions::listed(Phrase::Earlier, &question.text, &older)
}

/// Limits of the answer to one question.
const SINGLE_LIMITS: QuotationLimits = QuotationLimits {
    units: choose::MOST_UNITS,
    sources: choose::MOST_SOURCES,
    share: 0.3,
    items: 0,
};

/// Limits of an answer that is a list.
const LIST_LIMITS: QuotationLimits = QuotationLimits {
    units: choose::MOST_UNITS + list::MOST_ITEMS,
    items: list::MOST_ITEMS,
    ..SINGLE_LIMITS
};

/// Limits of the answer where the documents may not hold it.
const NEAREST_LIMITS: QuotationLimits =
    QuotationLimits { units: 2, sources: 2, share: 0.0, items: 0 };

/// The units that answer one question, with the confidence: what asks for a measure is not surely answered without any
/// number.
fn choose_with_number(
    evidence: &Evidence,
    grounding: (&[(usize, usize)], f32),
    most: QuotationLimits,
) -> (Confidence, Vec<ChosenUnit>) {
    let (confidence, answer) = chosen(evidence, grounding, most);
    let lacks_number = evidence.question.focus.is_measured
        && confidence.outcome == Outcome::Answered
        && !has_number(&evidence.weighed().units, &answer);
    if !lacks_number {
        return (confidence, answer);
    }
    let (_, nearest) = chosen(evidence, grounding, NEAREST_LIMITS);
    (Confidence { outcome: Outcome::Unsure, ..confidence }, nearest)
}

/// The units that answer, best first, with the confidence that they do; none where the question is refused.
fn chosen(
    evidence: &Evidence,
    (replaced, threshold): (&[(usize, usize)], f32),
    most: QuotationLimits,
) -> (Confidence, Vec<ChosenUnit>) {
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
    let confidence = weighed.confidence(threshold);
    let chosen = match confidence.outcome {
        Outcome::Answered => choose(most),
        Outcome::Unsure => choose(NEAREST_LIMITS),
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
fn has_number(units: &[Unit], chosen: &[ChosenUnit]) -> bool {
    let mut chosen = chosen.iter().filter_map(|chosen| units.get(chosen.unit));
    chosen.any(|unit| !numbers(&unit.text).is_empty())
}

/// The words of chosen units, each in its place.
fn quoted_text(evidence: &Evidence, chosen: &[ChosenUnit]) -> String {
    let units = &evidence.weighed().units;
    let quoted_text = chosen.iter().filter_map(|chosen| units.get(chosen.unit));
    let quoted_text: Vec<String> =
        quoted_text.map(|unit| text_in_context(&evidence.found, unit)).collect();
    quoted_text.join(" ")
}

/// The words of a unit behind those of its file's name, its title and its headings.
fn text_in_context(found: &SearchResult, unit: &Unit) -> String {
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
mod compared_tests;
#[cfg(test)]
mod form_tests;
#[cfg(test)]
mod refusals_tests;
#[cfg(test)]
mod table_tests;
#[cfg(test)]
mod tests;
