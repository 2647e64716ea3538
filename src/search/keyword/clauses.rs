//! The weighted clauses of a query: the question's terms, its hints, and the conversation before it.

use std::collections::{HashMap, HashSet};

use footnote_documents::dates;
use footnote_store::StoreError;
use footnote_store::search::{Query, Technique};
use footnote_text::analysis::{Hint, compounds, quarters};
use footnote_text::words::beginning;

use super::terms::{AnalysedQuestion, rarity};
use super::view::{Clause, Field, IndexView, TermKey};
use crate::framing;

/// Weight of a hint relative to a term, as measured in `docs/decisions/search-techniques.md`.
const HINT_WEIGHT: f32 = 0.3;

/// Maximum number of hints; longer questions use the rarest.
const MAX_HINTS: usize = 96;

/// Maximum number of terms from the conversation; more take time and find nothing more.
const MAX_CONTEXT_TERMS: usize = 16;

/// Number of bytes read of an earlier message: its subject comes early.
const MAX_BYTES: usize = 4_000;

/// All clauses of `query`; empty if the documents contain none of its words.
pub(super) fn clauses<V: IndexView>(
    view: &V,
    analysed: &AnalysedQuestion,
    query: &Query,
) -> Result<Vec<Clause>, StoreError> {
    let known = analysed.terms.iter().filter(|indexed| indexed.term.known);
    let known = known.filter(|indexed| !analysed.context_stems.contains(&indexed.term.stem));
    let mut clauses: Vec<Clause> = known
        .map(|indexed| Clause { keys: indexed.keys.clone(), weight: indexed.weight() })
        .collect();
    let searches_stems = !analysed.is_weak;
    if searches_stems {
        clauses.extend(of_hints(view, analysed, query)?);
    }
    if searches_stems && query.uses(Technique::Compounds) {
        clauses.extend(of_compounds(view, analysed)?);
    }
    if searches_stems && query.uses(Technique::Conversation) {
        of_context(view, analysed, query, &mut clauses)?;
    }
    Ok(clauses)
}

fn technique(hint: Hint) -> Technique {
    match hint {
        Hint::Pair => Technique::Pairs,
        Hint::Part => Technique::Parts,
        Hint::Character => Technique::Characters,
    }
}

fn of_hints<V: IndexView>(
    view: &V,
    analysed: &AnalysedQuestion,
    query: &Query,
) -> Result<Vec<Clause>, StoreError> {
    let mut seen = HashSet::new();
    let hints = analysed.languages.hints(&analysed.question).into_iter();
    let hints =
        hints.filter(|(hint, text)| query.uses(technique(*hint)) && seen.insert(text.clone()));
    let keys: Vec<TermKey> = hints.map(|(_, text)| (Field::Hints, text)).collect();
    let mut found: Vec<(f32, TermKey)> = Vec::new();
    for key in keys {
        let frequency = view.frequency(&key)?;
        if frequency > 0 {
            found.push((rarity(view.passage_count(), frequency), key));
        }
    }
    found.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    found.truncate(MAX_HINTS);
    let clause = |(_, key)| Clause { keys: vec![key], weight: HINT_WEIGHT };
    Ok(found.into_iter().map(clause).collect())
}

/// Compounds in the question, which the index stores as one word with or without hyphens; quarters, which it stores in
/// every spelling; and dates.
fn of_compounds<V: IndexView>(
    view: &V,
    analysed: &AnalysedQuestion,
) -> Result<Vec<Clause>, StoreError> {
    let mut clauses: Vec<Clause> = Vec::new();
    let compounds = compounds(&analysed.question).map(|word| (word, HINT_WEIGHT));
    let quarters = quarters(&analysed.question).map(|word| (word, 1.0));
    let words = compounds.chain(quarters).take(MAX_HINTS);
    let words = words.flat_map(|(word, weight)| {
        let words = analysed.languages.likeliest(&word).into_iter();
        words.map(move |word| ((Field::Text, word.term), weight))
    });
    let words: Vec<(TermKey, f32)> = words.chain(dates(&analysed.question)).collect();
    for (key, weight) in words {
        let is_known = view.frequency(&key)? > 0;
        let keys = vec![key];
        if is_known && clauses.iter().all(|clause| clause.keys != keys) {
            clauses.push(Clause { keys, weight });
        }
    }
    Ok(clauses)
}

/// The days and months of the question, as the index has those of documents. A year is a word.
fn dates(question: &str) -> impl Iterator<Item = (TermKey, f32)> {
    let dates = dates::in_text(question).into_iter().flat_map(dates::terms).take(MAX_HINTS);
    let dates = dates.filter(|date| date.contains('-'));
    dates.map(|date| ((Field::Text, date), 1.0))
}

/// Adds the content terms of the conversation, or raises those that the question also has.
fn of_context<V: IndexView>(
    view: &V,
    analysed: &AnalysedQuestion,
    query: &Query,
    clauses: &mut Vec<Clause>,
) -> Result<(), StoreError> {
    let mut weights: HashMap<TermKey, f32> = HashMap::new();
    for (text, weight) in &query.context {
        let mut seen = HashSet::new();
        for word in analysed.languages.likeliest(beginning(text, MAX_BYTES)) {
            let frame = framing::weight(&word.word);
            if seen.insert(word.term.clone()) {
                *weights.entry((Field::Text, word.term)).or_default() += weight * frame;
            }
        }
    }
    let mut context: Vec<(f32, TermKey, f32)> = Vec::new();
    for (key, weight) in weights {
        let frequency = view.frequency(&key)?;
        let selectivity = weight * rarity(view.passage_count(), frequency);
        if selectivity > 0.0 {
            context.push((selectivity, key, weight));
        }
    }
    context.sort_by(|(a, left, _), (b, right, _)| b.total_cmp(a).then_with(|| left.cmp(right)));
    context.truncate(MAX_CONTEXT_TERMS);
    for (_, key, weight) in context {
        match clauses.iter_mut().find(|clause| clause.keys.contains(&key)) {
            Some(clause) => clause.weight += weight,
            None => clauses.push(Clause { keys: vec![key], weight }),
        }
    }
    Ok(())
}
