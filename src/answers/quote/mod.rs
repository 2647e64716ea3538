//! Answers without a model: the unit that answers, quoted whole and cited.

mod choose;
mod contradictions;
mod editions;
mod overview;
mod refusal;
mod several;
mod unit;

use editions::Editions;
use footnote_protocol::confidence::{Confidence, Outcome};
use footnote_question::claims::{Number, numbers};
use footnote_retrieval::SearchResult;
use footnote_text::question::file_words;
use footnote_text::words::parted;
pub(super) use overview::overview;
pub(super) use several::quote_each;
use unit::QuotedUnit;

use super::composed::ComposedAnswer;
use super::phrases::{Phrase, Phrases};
use super::weigh::Evidence;
use super::weigh::units::Unit;

/// Answers with quotations from the passages found. The same input always gives the same answer.
pub fn quote(evidence: &Evidence, threshold: f32) -> ComposedAnswer {
    let question = evidence.question.text.as_str();
    let Quoted { confidence, chosen, replaced } = quoted(evidence, threshold);
    if chosen.is_empty() {
        let units = &evidence.weighed().units;
        return ComposedAnswer::refusal(refusal::deltas(evidence, units), confidence);
    }
    let mut answer = laid_out(confidence, &chosen);
    if confidence.outcome == Outcome::Unsure {
        answer.deltas.insert(0, format!("{}\n\n", Phrases::of(question).say(Phrase::Unsure)));
    }
    answer.deltas.extend(others(evidence, &chosen, &replaced));
    let caveat = refusal::caveat(evidence, confidence.outcome, &quoted_text(evidence, &chosen));
    if let Some(caveat) = caveat {
        answer.note_lack(caveat);
    }
    answer
}

/// The quotations from the passages found.
struct Quoted {
    confidence: Confidence,
    /// The units, best first; none if the question is refused.
    chosen: Vec<QuotedUnit>,
    /// The statements of older editions that newer ones also make, each paired with the newest.
    replaced: Vec<(usize, usize)>,
}

/// Returns the units that answer and the confidence that they do. A question for a measure is not certainly answered
/// without any number.
fn quoted(evidence: &Evidence, threshold: f32) -> Quoted {
    let weighed = evidence.weighed();
    let replaced = replaced(evidence);
    let mut scored = weighed.scored.clone();
    for (old, new) in &replaced {
        // The replacement says as much of what is asked as the older statement.
        let score = scored.get(*old).map_or(f32::NEG_INFINITY, |scored| scored.score);
        if let Some(scored) = scored.get_mut(*new) {
            scored.score = scored.score.max(score);
        }
        if let Some(scored) = scored.get_mut(*old) {
            scored.score = f32::NEG_INFINITY;
        }
    }
    let mut confidence = weighed.confidence(threshold);
    let mut chosen = match confidence.outcome {
        Outcome::Refused => Vec::new(),
        Outcome::Answered | Outcome::Unsure => choose::choose(evidence, &scored),
    };
    let has_number = || chosen.iter().any(|unit| !numbers(&unit.text()).is_empty());
    if evidence.question.is_measured && confidence.outcome == Outcome::Answered && !has_number() {
        confidence.outcome = Outcome::Unsure;
    }
    if confidence.outcome == Outcome::Unsure {
        chosen.truncate(1);
    }
    Quoted { confidence, chosen, replaced }
}

/// Lays out an answer of these units, each as one or more paragraphs.
fn laid_out(confidence: Confidence, chosen: &[QuotedUnit]) -> ComposedAnswer {
    let markdown = |(at, unit): (usize, &QuotedUnit)| {
        format!("{}{}", if at == 0 { "" } else { "\n\n" }, unit.markdown())
    };
    ComposedAnswer {
        quoted: chosen.iter().filter_map(QuotedUnit::quotation).collect(),
        confidence,
        deltas: chosen.iter().enumerate().map(markdown).collect(),
        ..ComposedAnswer::default()
    }
}

/// Returns lines, shown below the quotations, with statements of older editions or other documents that differ from
/// them.
fn others(evidence: &Evidence, chosen: &[QuotedUnit], replaced: &[(usize, usize)]) -> Vec<String> {
    let (units, question) = (&evidence.weighed().units, &evidence.question);
    let chosen: Vec<usize> = chosen.iter().map(QuotedUnit::answering).collect();
    let older = editions::older(units, replaced, &chosen);
    if older.is_empty() {
        let editions = Editions::of(&evidence.found.hits);
        return contradictions::contradicting(units, &chosen, &editions, question);
    }
    contradictions::listed(Phrase::Earlier, &question.text, &older)
}

/// Returns the units of older editions that newer ones also have; none if the question names a year.
fn replaced(evidence: &Evidence) -> Vec<(usize, usize)> {
    let is_dated = numbers(&evidence.question.text).iter().any(Number::is_year);
    let editions = Editions::of(&evidence.found.hits);
    if is_dated { Vec::new() } else { editions.replaced(&evidence.weighed().units) }
}

/// Returns the text of the quotations, each with its context.
fn quoted_text(evidence: &Evidence, chosen: &[QuotedUnit]) -> String {
    let units = &evidence.weighed().units;
    let in_context = chosen.iter().flat_map(QuotedUnit::weighed).filter_map(|at| units.get(at));
    let in_context = in_context.map(|unit| text_in_context(&evidence.found, unit));
    let whole = chosen.iter().map(QuotedUnit::text);
    in_context.chain(whole).collect::<Vec<_>>().join(" ")
}

/// Returns the text of a unit after its file name, title and headings.
fn text_in_context(found: &SearchResult, unit: &Unit) -> String {
    let passage = found.hits.get(unit.hit).map(|hit| &hit.passage);
    let above = passage.map(|passage| {
        let file = file_words(&passage.path);
        format!("{file}. {}. {}. {}", parted(&file), passage.title, passage.headings.join(". "))
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
