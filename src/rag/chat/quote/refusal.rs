//! When the documents do not seem to hold the answer: saying so, and naming what comes nearest.

use std::collections::BTreeSet;

use super::score::{holds, share};
use crate::rag::corpus::index::stems;
use crate::rag::retrieval::{Found, Hit, Term};

/// The share of the question's weight that the best passage must hold.
const COVERAGE: f32 = 0.34;
/// What counts of that which only several passages together hold: long questions ask for much.
const TOGETHER: f32 = 0.75;
/// How many passages are named.
const NEAREST: usize = 3;

/// Whether no passage holds enough of the question, nor all of them together much of it.
pub(super) fn is_due(found: &Found) -> bool {
    let each: Vec<BTreeSet<String>> = found.hits.iter().map(stems_of).collect();
    let best = each.iter().map(|stems| coverage(found, stems));
    let best = best.fold(0.0, f32::max);
    let together = coverage(found, &each.iter().flatten().cloned().collect());
    !found.terms.is_empty() && best.max(TOGETHER * together) < COVERAGE
}

/// The share of the question's weight among the stems; a term that was guessed counts half.
fn coverage(found: &Found, stems: &BTreeSet<String>) -> f32 {
    let terms = capped(&found.terms);
    let named = |term: &Term| found.hits.iter().any(|hit| names(hit, term));
    let held = share(&terms, |term| holds(stems, term) || named(term));
    let guessed = share(&terms, |term| is_guess(term) && holds(stems, term));
    held - guessed / 2.0
}

/// The terms, none with more than twice the average weight: one rare word that the documents use
/// elsewhere must not outweigh all others.
fn capped(terms: &[Term]) -> Vec<Term> {
    let (sum, count) = terms
        .iter()
        .filter(|term| term.known)
        .fold((0.0, 0.0), |(sum, count), term| {
            (sum + term.weight, count + 1.0)
        });
    let most = if count > 0.0 { 2.0 * sum / count } else { 0.0 };
    let cap = |term: &Term| Term {
        weight: term.weight.min(most),
        ..term.clone()
    };
    terms.iter().map(cap).collect()
}

/// Whether the term is part of the name of the hit's file.
fn names(hit: &Hit, term: &Term) -> bool {
    let (path, word) = (hit.passage.path.to_lowercase(), term.word.to_lowercase());
    word.chars().count() > 3 && path.contains(&word)
}

/// Whether the term is another word than the question has, taken for a typing error.
fn is_guess(term: &Term) -> bool {
    term.known && !stems(&term.word).contains(&term.stem)
}

fn stems_of(hit: &Hit) -> BTreeSet<String> {
    let passage = &hit.passage;
    let texts = passage
        .headings
        .iter()
        .chain([&passage.title, &passage.text]);
    texts.flat_map(|text| stems(text)).collect()
}

/// The refusal, piece by piece.
pub(super) fn deltas(found: &Found) -> Vec<String> {
    let mut deltas = vec!["The documents do not seem to hold the answer.".to_owned()];
    let unknown: Vec<String> = found
        .terms
        .iter()
        .filter(|term| !term.known)
        .map(|term| format!("“{}”", term.word))
        .collect();
    if !unknown.is_empty() {
        deltas.push(format!(" Nothing in them mentions {}.", listed(&unknown)));
    }
    let nearest = nearest(found);
    if nearest.is_empty() {
        deltas.push(" Try other words, or ask about something else.".to_owned());
    } else {
        deltas.push("\n\nThe passages that come nearest:\n".to_owned());
        deltas.extend(nearest.iter().map(|hit| format!("\n- {}", named(hit))));
    }
    deltas
}

/// The best passages, one for each source.
fn nearest(found: &Found) -> Vec<&Hit> {
    let mut seen = BTreeSet::new();
    let hits = found.hits.iter();
    hits.filter(|hit| seen.insert(hit.passage.source()))
        .take(NEAREST)
        .collect()
}

/// `Title, Heading [source]`.
fn named(hit: &Hit) -> String {
    let passage = &hit.passage;
    let heading = passage.headings.last().filter(|h| **h != passage.title);
    let parts: Vec<&str> = [Some(&passage.title), heading]
        .into_iter()
        .flatten()
        .map(String::as_str)
        .filter(|part| !part.is_empty())
        .collect();
    let name = if parts.is_empty() {
        passage.path.clone()
    } else {
        parts.join(", ")
    };
    format!("{name} [{}]", passage.source())
}

/// `a`, `a or b`, `a, b or c`.
fn listed(words: &[String]) -> String {
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => words.concat(),
    }
}
