//! The content terms of a question: stemmed, weighted, and corrected; weak ones are dropped.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use footnote_documents::table::period::month_of;
use footnote_store::StoreError;
use footnote_store::search::{Correction, Query, Technique, Term};
use footnote_text::analysis::stems;

use super::question_languages::{self, QueryWord, QuestionLanguages};
use super::view::{IndexView, TermKey};
use crate::framing::{self, is_framing};
use crate::with_corrections;

/// Maximum number of distinct words considered; a question with more is a pasted document.
const MAX_WORDS: usize = 10_000;

/// Maximum number of terms to search for, those of the greatest weight; each takes time.
const MAX_TERMS: usize = 96;

/// Maximum number of words in a question that is spell-checked: unknown words in pasted text are names, not typing
/// errors.
const MAX_CORRECTED: usize = 40;

/// Minimum length of a word that is corrected, in letters; shorter ones have too many neighbours.
const MIN_CORRECTED_LEN: usize = 4;

/// Minimum length, of the word or of its correction, for correcting two errors if there is only one possible
/// correction.
const MIN_LETTERS_FOR_TWO_ERRORS: usize = 5;

/// Minimum length for correcting two errors in any case; shorter words turn into others too easily.
const LONG_WORD: usize = 10;

/// The content terms of a question, and its corrections.
pub(super) struct AnalysedQuestion {
    /// Terms in the question's order, with their keys in the index.
    pub(super) terms: Vec<IndexedTerm>,
    /// The languages that the question may be in.
    pub(super) languages: QuestionLanguages,
    /// True if there are only stop words.
    pub(super) is_weak: bool,
    /// The question with its typing errors corrected.
    pub(super) question: String,
    /// Stems of an earlier question that only belong to the conversation, which is searched for separately.
    pub(super) context_stems: HashSet<String>,
    /// Words that were corrected.
    pub(super) corrections: Vec<Correction>,
}

/// A term with its keys in the index; all keys are equivalent.
#[derive(Clone)]
pub(super) struct IndexedTerm {
    pub(super) term: Term,
    pub(super) keys: Vec<TermKey>,
}

impl IndexedTerm {
    /// Weight of the term, which grows with its number of occurrences in the question.
    pub(super) fn weight(&self) -> f32 {
        self.term.times() * framing::weight(&self.term.word)
    }
}

/// The content terms of `question`; its stop words if there are no others.
pub(super) fn analyse<V: IndexView>(
    view: &V,
    query: &Query,
) -> Result<AnalysedQuestion, StoreError> {
    let question = &query.text;
    let languages = QuestionLanguages::of(view, question)?;
    let mut words = distinct(languages.words(question));
    words.retain(|(word, _)| !languages.is_filler(&word.word));
    let is_weak = words.is_empty();
    if is_weak {
        words = distinct(question_languages::unstemmed(question));
    }
    let correct = !is_weak
        && !languages.is_not_indexed
        && words.len() <= MAX_CORRECTED
        && query.uses(Technique::Corrections);
    let mut terms = Vec::with_capacity(words.len());
    let mut corrections = Vec::new();
    for (word, repeats) in words {
        let mut indexed = weigh(view, word)?;
        indexed.term.repeats = repeats;
        if !indexed.term.known
            && let Some(parts) = split_at_capitals(view, &languages, &indexed)?
        {
            terms.extend(parts);
            continue;
        }
        // A framing word or a month is spelt correctly, even if no document contains it.
        let is_sure = |word: &str| is_framing(word) || month_of(&word.to_lowercase()).is_some();
        terms.push(if indexed.term.known || !correct || is_sure(&indexed.term.word) {
            indexed
        } else {
            corrected(view, (&languages, query), indexed, &mut corrections)?
        });
    }
    Ok(AnalysedQuestion {
        terms: strongest(terms),
        is_weak,
        context_stems: context_stems(query),
        question: with_corrections(query.own(), &corrections),
        corrections,
        languages,
    })
}

/// Splits an unknown word at capitals (`BestBuy`), if the documents contain all of the parts.
fn split_at_capitals<V: IndexView>(
    view: &V,
    languages: &QuestionLanguages,
    indexed: &IndexedTerm,
) -> Result<Option<Vec<IndexedTerm>>, StoreError> {
    let mut parts = vec![String::new()];
    let mut before = ' ';
    for c in indexed.term.word.chars() {
        if c.is_uppercase() && before.is_lowercase() {
            parts.push(String::new());
        }
        if let Some(part) = parts.last_mut() {
            part.push(c);
        }
        before = c;
    }
    let mut known = Vec::new();
    for part in parts.iter().filter_map(|part| languages.query_word(part)) {
        let mut part = weigh(view, part)?;
        part.term.repeats = indexed.term.repeats;
        known.push(part);
    }
    let is_known = parts.len() > 1 && known.iter().all(|part| part.term.known);
    Ok(is_known.then_some(known).filter(|known| !known.is_empty()))
}

/// Stems that only occur in the context words of the question.
fn context_stems(query: &Query) -> HashSet<String> {
    let context_stems = query.text.get(query.own().len()..).unwrap_or_default();
    if query.context.is_empty() || !query.uses(Technique::Conversation) {
        return HashSet::new();
    }
    let own: HashSet<String> = stems(query.own()).into_iter().collect();
    let context_stems = stems(context_stems).into_iter();
    context_stems.filter(|stem| !own.contains(stem)).collect()
}

/// The distinct words, each with its number of repetitions.
fn distinct(words: Vec<QueryWord>) -> Vec<(QueryWord, u16)> {
    let mut seen: HashMap<Option<TermKey>, usize> = HashMap::new();
    let mut distinct: Vec<(QueryWord, u16)> = Vec::new();
    for word in words {
        match seen.entry(word.keys.first().cloned()) {
            Entry::Occupied(at) => {
                if let Some((_, repeats)) = distinct.get_mut(*at.get()) {
                    *repeats = repeats.saturating_add(1);
                }
            }
            Entry::Vacant(new) if distinct.len() < MAX_WORDS => {
                new.insert(distinct.len());
                distinct.push((word, 0));
            }
            Entry::Vacant(_) => {}
        }
    }
    distinct
}

/// Keeps the terms of the greatest weight, in order; of unknown ones, the first few.
fn strongest(mut terms: Vec<IndexedTerm>) -> Vec<IndexedTerm> {
    if terms.len() <= MAX_TERMS {
        return terms;
    }
    let weight = |indexed: &IndexedTerm| indexed.term.weight * indexed.term.times();
    let mut weights: Vec<f32> = terms.iter().map(weight).collect();
    weights.sort_by(|a, b| b.total_cmp(a));
    let least = weights.get(MAX_TERMS - 1).copied().unwrap_or_default();
    let mut room = MAX_TERMS;
    terms.retain(|indexed| {
        let kept = weight(indexed) >= least && room > 0;
        room -= usize::from(kept);
        kept
    });
    terms
}

/// A word with its keys in the index; the rarest key determines the weight.
fn weigh<V: IndexView>(view: &V, candidate: QueryWord) -> Result<IndexedTerm, StoreError> {
    let mut keys = Vec::new();
    let mut most = 0.0_f32;
    for key in candidate.keys {
        let frequency = view.frequency(&key)?;
        if frequency > 0 && (keys.is_empty() || !candidate.is_sure) {
            most = most.max(rarity(view.passage_count(), frequency));
            keys.push(key);
        }
    }
    if let Some(key) = candidate.last.filter(|_| keys.is_empty()) {
        let frequency = view.frequency(&key)?;
        most = rarity(view.passage_count(), frequency);
        keys.extend((frequency > 0).then_some(key));
    }
    let term = Term {
        weight: most * framing::weight(&candidate.word),
        word: candidate.word,
        stem: candidate.stem,
        known: !keys.is_empty(),
        ..Term::default()
    };
    Ok(IndexedTerm { term, keys })
}

/// Minimum number of passages assumed for weights. In smaller collections, a word may be missing by chance, and a word
/// that occurs is in most passages.
const FEW_PASSAGES: u64 = 100;

/// Weight of a term that no passage contains, by the same formula.
pub(super) fn rarest(all: u64) -> f32 {
    let all = all.max(FEW_PASSAGES) as f32;
    (2.0 * (all + 0.5)).ln_1p()
}

/// BM25's inverse document frequency of a term in `frequency` of `all` passages; 0 if no passage contains it.
pub(super) fn rarity(all: u64, frequency: u64) -> f32 {
    if frequency == 0 {
        return 0.0;
    }
    let without = all.max(FEW_PASSAGES).saturating_sub(frequency) as f32 + 0.5;
    (without / (frequency as f32 + 0.5)).ln_1p()
}

/// Corrects a typing error in the term, if the documents contain a word that is near enough.
fn corrected<V: IndexView>(
    view: &V,
    (languages, query): (&QuestionLanguages, &Query),
    indexed: IndexedTerm,
    corrections: &mut Vec<Correction>,
) -> Result<IndexedTerm, StoreError> {
    let (word, question) = (indexed.term.word.to_lowercase(), query.own());
    let letters = word.chars().count();
    // Words of other scripts are also searched by their parts, which tolerates errors.
    let is_latin = |c: char| c.is_alphabetic() && c < '\u{250}';
    let is_word = letters >= MIN_CORRECTED_LEN && word.chars().all(is_latin);
    if !is_word || is_code(question, &indexed.term.word) {
        return Ok(indexed);
    }
    // A word that occurs outside of the scope is spelt correctly.
    if query.spelt.contains(&word) || query.scope.is_some() && view.is_word(&word)? {
        return Ok(indexed);
    }
    let mut near = nearest_word(view, &word, 1, None)?;
    let is_long = letters >= LONG_WORD;
    if is_long && near.as_ref().is_none_or(|near| languages.query_word(near).is_none()) {
        near = nearest_word(view, &word, 2, None)?;
    } else if near.is_none() && !is_name(question, &indexed.term.word) {
        near = nearest_word(view, &word, 2, Some(languages))?;
        near = near.filter(|near| letters.max(near.chars().count()) >= MIN_LETTERS_FOR_TWO_ERRORS);
    }
    // The documents' words are known without their accents.
    let Some((near, meant)) = near.and_then(|near| Some((languages.query_word(&near)?, near)))
    else {
        return Ok(indexed);
    };
    let corrected = weigh(view, near)?;
    if !corrected.term.known {
        return Ok(indexed);
    }
    let word = indexed.term.word;
    corrections.push(Correction { word: word.clone(), meant });
    let term = Term { word, repeats: indexed.term.repeats, ..corrected.term };
    Ok(IndexedTerm { term, ..corrected })
}

/// True if a word is part of a code: there are digits next to it.
fn is_code(question: &str, word: &str) -> bool {
    let mut pieces = question.split(|c: char| !c.is_alphanumeric() && !"-_.#/".contains(c));
    pieces.any(|piece| piece.contains(word) && piece.contains(char::is_numeric))
}

/// True if a word may be a name, for which two errors are hardly ever a typing error: it is capitalised and not the
/// first word of the question, or it is all capitals.
fn is_name(question: &str, word: &str) -> bool {
    let opening = question.trim_start_matches(|c: char| !c.is_alphanumeric());
    let is_in_capitals = word.chars().all(char::is_uppercase);
    let opens = opening.starts_with(word) && !is_in_capitals;
    word.starts_with(char::is_uppercase) && !opens
}

/// The most frequent word of the documents within `distance` edits of `word`. With `only`, returns `None` if there are
/// several with different stems.
///
/// Assumes that the first letter is right, as it nearly always is.
fn nearest_word<V: IndexView>(
    view: &V,
    word: &str,
    distance: u8,
    only: Option<&QuestionLanguages>,
) -> Result<Option<String>, StoreError> {
    let near = view.similar_words(word, distance)?.into_iter();
    // On a tie, the first in alphabetical order.
    let most_frequent = |(best, most): (String, u64), (found, frequency): (String, u64)| {
        let is_better = frequency > most || frequency == most && found < best;
        if is_better { (found, frequency) } else { (best, most) }
    };
    let Some(only) = only else {
        return Ok(near.reduce(most_frequent).map(|(found, _)| found));
    };
    let near: Vec<(String, u64)> = near.collect();
    let Some((best, _)) = near.iter().cloned().reduce(most_frequent) else {
        return Ok(None);
    };
    let are_alike = near.iter().all(|(found, _)| only.are_alike(&best, found));
    Ok(are_alike.then_some(best))
}
