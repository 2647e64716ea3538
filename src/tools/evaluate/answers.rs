//! Answering the questions of a file, and measuring what is shown for each.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use footnote_answers::Rag;
use footnote_protocol::{Answer, ChatRequest, Message, RetrievalMode};
use footnote_text::citation::{Piece, cited, pieces};
use footnote_text::source;
use futures_util::StreamExt;

use super::grade::{self, Shown};
use super::measures;
use super::question::Question;
use super::search::search;
use super::summary::Outcome;

/// Answers one question.
///
/// # Errors
///
/// Fails if the question is refused.
pub async fn outcome(rag: &Rag, question: Question) -> anyhow::Result<Outcome> {
    answered(rag, &question, rag.retriever.default_mode()).await
}

/// Answers one question from passages found in a mode.
///
/// # Errors
///
/// Fails if the question is refused, or searched for in another mode.
pub(super) async fn answered(
    rag: &Rag,
    question: &Question,
    mode: RetrievalMode,
) -> anyhow::Result<Outcome> {
    let mut messages = question.history.clone();
    messages.push(Message::user(&question.question));
    let mut request = ChatRequest { messages, ..ChatRequest::default() };
    request.overrides.retrieval_mode = Some(mode);
    let begun = Instant::now();
    let events: Vec<_> = footnote_chat::answer(rag, request)?.collect().await;
    let elapsed_ms = begun.elapsed().as_secs_f64() * 1000.0;
    let answer: Answer = events.into_iter().collect();
    let found = search(rag, &question.question, &question.history, mode).await?.sources;
    let outcome = measured(question.clone(), &answer, &found);
    Ok(Outcome { elapsed_ms, ..outcome })
}

/// Measures what is shown for a question whose search found these sources.
fn measured(question: Question, answer: &Answer, found: &[String]) -> Outcome {
    let known = answer.sources();
    let units = answer.context.found.iter().flat_map(|found| &found.units);
    let mut cited = cited(&answer.text, known);
    let mut shown = answer.text.clone();
    for unit in units {
        shown.push_str("\n\n");
        shown.push_str(&unit.text);
        if !cited.contains(&unit.source) {
            cited.push(unit.source.clone());
        }
    }
    let needed = &question.citations;
    let ranks: Vec<Option<usize>> = needed.iter().map(|source| rank(source, found)).collect();
    let mut measures = BTreeMap::new();
    if !needed.is_empty() {
        measures = measures::ranked(&canonical(found, needed), &relevance(needed));
        measures.insert("citations_matched".to_owned(), share(needed, &cited));
        if !cited.is_empty() {
            measures.insert("precision".to_owned(), share(&cited, needed));
        }
    }
    measures.insert("citations_per_answer".to_owned(), measures::number(cited.len()));
    let invalid = measures::number(invalid(&answer.text, known));
    measures.insert("invalid_citations".to_owned(), invalid);
    let mut faults = Vec::new();
    if let Some(must) = &question.must {
        let graded = grade::grade(must, &Shown { text: &without_brackets(&shown), cited: &cited });
        measures.insert("said".to_owned(), graded.share);
        measures.insert("right".to_owned(), measures::truth(graded.faults.is_empty()));
        faults = graded.faults;
    }
    Outcome {
        question: question.question,
        answer: shown,
        truth: question.citations,
        reference: question.truth,
        cited,
        ranks,
        faults,
        measures,
        ..Outcome::default()
    }
}

/// Returns the rank of a source, from 1. A document without a page is found by any of its pages.
fn rank(source: &str, found: &[String]) -> Option<usize> {
    Some(found.iter().position(|one| is_part(one, source))? + 1)
}

fn is_part(found: &str, source: &str) -> bool {
    found == source || source::split(found).0 == source
}

/// Returns the found sources, with those that belong to a needed one under its name, once.
fn canonical(found: &[String], needed: &[String]) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let named = found.iter().map(|one| {
        let fitting = needed.iter().find(|source| is_part(one, source));
        fitting.filter(|source| seen.insert(*source)).unwrap_or(one).clone()
    });
    named.collect()
}

/// Returns the relevance of needed sources: 1 each.
fn relevance(needed: &[String]) -> BTreeMap<String, f64> {
    needed.iter().map(|source| (source.clone(), 1.0)).collect()
}

/// Returns the number of brackets that look like sources but name none of the passages found.
fn invalid(text: &str, known: &[String]) -> usize {
    let pieces = pieces(text, known, false).into_iter();
    pieces.filter(|piece| matches!(piece, Piece::Invented(_))).count()
}

/// Returns the text without bracketed parts.
fn without_brackets(text: &str) -> String {
    let mut depth = 0_u32;
    let outside = text.chars().filter(|c| {
        match c {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ => return depth == 0,
        }
        false
    });
    outside.collect()
}

/// Returns the share of `some` that is in `others`.
fn share(some: &[String], others: &[String]) -> f64 {
    let some: BTreeSet<_> = some.iter().collect();
    let common = some.iter().filter(|one| others.contains(one)).count();
    measures::number(common) / measures::number(some.len().max(1))
}

#[cfg(test)]
mod tests {
    use footnote_protocol::{DataPoints, FoundPassages, FoundUnit, ResponseContext};

    use super::*;

    fn answer(text: &str, known: &[&str]) -> Answer {
        Answer {
            text: text.to_owned(),
            context: ResponseContext {
                data_points: Some(DataPoints {
                    citations: known.iter().map(|name| (*name).to_owned()).collect(),
                    ..DataPoints::default()
                }),
                ..ResponseContext::default()
            },
            ..Answer::default()
        }
    }

    fn question(line: &str) -> Question {
        serde_json::from_str(line).unwrap()
    }

    fn is(outcome: &Outcome, name: &str, value: f64) {
        assert!((outcome.measures[name] - value).abs() < 1e-9, "{name}: {outcome:?}");
    }

    #[test]
    fn an_answer_is_measured_against_the_passages_it_needs() {
        let given = answer("Tea at four [a.md]. Late [b.md]. [c.md] [sic]", &["a.md", "b.md"]);
        let asked = question(r#"{"question": "Tea?", "citations": ["a.md", "d.md"]}"#);
        let found = ["b.md", "a.md#page=2"].map(str::to_owned);
        let outcome = measured(asked, &given, &found);
        assert_eq!(outcome.cited, ["a.md", "b.md"]);
        assert_eq!(outcome.ranks, [Some(2), None]);
        for (name, value) in [
            ("citations_matched", 0.5),
            ("precision", 0.5),
            ("invalid_citations", 1.0),
            ("citations_per_answer", 2.0),
            ("mrr", 0.5),
            ("recall_01", 0.0),
            ("recall_10", 0.5),
        ] {
            is(&outcome, name, value);
        }
    }

    #[test]
    fn an_answer_without_citations_has_no_precision() {
        let asked = question(r#"{"question": "Tea?", "citations": ["a.md"]}"#);
        let outcome = measured(asked, &answer("Tea.", &["a.md"]), &[]);
        is(&outcome, "citations_matched", 0.0);
        assert!(!outcome.measures.contains_key("precision"));
    }

    #[test]
    fn passages_that_are_shown_count_as_text_and_as_citations() {
        let mut given = answer("", &[]);
        let unit = FoundUnit {
            source: "a.md".to_owned(),
            text: "Tea is served at four.".to_owned(),
            ..FoundUnit::default()
        };
        given.context.found = Some(FoundPassages { units: vec![unit], ..FoundPassages::default() });
        let line = r#"{"question": "Tea?", "must": {"say": ["four", "milk"], "cite": ["a.md"]}}"#;
        let outcome = measured(question(line), &given, &[]);
        assert_eq!(outcome.faults, ["does not say milk"]);
        is(&outcome, "said", 2.0 / 3.0);
        is(&outcome, "right", 0.0);
    }

    #[test]
    fn further_pages_of_a_document_are_found_once() {
        let found = ["a.md#page=1", "a.md#page=2", "b.md"].map(str::to_owned);
        assert_eq!(canonical(&found, &["a.md".to_owned()]), ["a.md", "a.md#page=2", "b.md"]);
    }
}
