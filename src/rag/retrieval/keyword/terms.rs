//! The telling terms of a question: stemmed, weighed, corrected, and the weak ones left out.

use std::collections::HashSet;

use tantivy::query::FuzzyTermQuery;
use tantivy::schema::Field;
use tantivy::{Searcher, Term as Key};

use crate::rag::corpus::index::{Index, IndexError, Word, is_spaceless};
use crate::rag::retrieval::framing::{self, is_framing};
use crate::rag::retrieval::{Correction, Query, Technique, Term};

/// More distinct words than this are a pasted document; what follows them adds nothing.
const MOST_WORDS: usize = 10_000;

/// Each further term costs time and tells less: the rarest of a question suffice.
const MOST_TERMS: usize = 12;

/// In scripts without spaces a word is two or three terms.
const MOST_SPACELESS: usize = 24;

/// Longer questions are pasted text, whose unknown words are names and not typing errors.
const MOST_CORRECTED: usize = 40;

/// Shorter words have too many neighbours to guess among.
const SHORTEST_CORRECTED: usize = 4;

/// From this length on, two errors are forgiven: shorter words turn into others too easily.
const LONG_WORD: usize = 10;

/// What a question is searched by.
pub(super) struct Telling {
    /// The terms, in the question's order.
    pub(super) terms: Vec<Term>,
    /// The field that they are looked up in.
    pub(super) field: Field,
    /// All stems of the question, the weak ones included.
    pub(super) stems: HashSet<String>,
    /// The question itself with its typing errors mended.
    pub(super) question: String,
    /// The stems that an earlier question lent, where the conversation is searched for anyway.
    pub(super) lent: HashSet<String>,
    /// What was mended.
    pub(super) corrections: Vec<Correction>,
}

/// The telling terms of `question`; those of stop words alone when there are no others.
pub(super) fn telling(
    index: &Index,
    searcher: &Searcher,
    query: &Query,
) -> Result<Telling, IndexError> {
    let question = &query.text;
    let fields = index.fields();
    let mut words = distinct(index.stems(question));
    let mut field = fields.text;
    if words.is_empty() {
        words = distinct(index.plain_words(question));
        field = fields.words;
    }
    let correct =
        field == fields.text && words.len() <= MOST_CORRECTED && query.uses(Technique::Corrections);
    let mut terms = Vec::with_capacity(words.len());
    let mut corrections = Vec::new();
    for word in words {
        let term = weigh(searcher, field, word)?;
        // A word that frames questions is spelt right, even where no document has it.
        terms.push(if term.known || !correct || is_framing(&term.word) {
            term
        } else {
            corrected(index, searcher, term, &mut corrections)?
        });
    }
    let stems = terms.iter().map(|term| term.stem.clone()).collect();
    Ok(Telling {
        terms: strongest(terms),
        field,
        stems,
        lent: lent(index, query),
        question: mended(query.own(), &corrections),
        corrections,
    })
}

/// The stems that only what was lent to the question has.
fn lent(index: &Index, query: &Query) -> HashSet<String> {
    let lent = query.text.get(query.own().len()..).unwrap_or_default();
    if query.context.is_empty() || !query.uses(Technique::Conversation) {
        return HashSet::new();
    }
    let own: HashSet<String> = stems_of(index, query.own()).collect();
    stems_of(index, lent)
        .filter(|stem| !own.contains(stem))
        .collect()
}

fn stems_of(index: &Index, text: &str) -> impl Iterator<Item = String> {
    index.stems(text).into_iter().map(|word| word.term)
}

/// The text with its typing errors mended.
fn mended(text: &str, corrections: &[Correction]) -> String {
    let mut mended = text.to_owned();
    for Correction { word, meant } in corrections {
        mended = mended.replace(word, meant);
    }
    mended
}

fn distinct(words: Vec<Word>) -> Vec<Word> {
    let mut seen = HashSet::new();
    words
        .into_iter()
        .filter(|word| seen.insert(word.term.clone()))
        .take(MOST_WORDS)
        .collect()
}

/// Keeps the terms of the greatest weight, in their order; of unknown ones the first few.
fn strongest(mut terms: Vec<Term>) -> Vec<Term> {
    let is_spaceless = |term: &Term| term.word.chars().any(is_spaceless);
    let most = if terms.iter().any(is_spaceless) {
        MOST_SPACELESS
    } else {
        MOST_TERMS
    };
    if terms.len() <= most {
        return terms;
    }
    let mut weights: Vec<f32> = terms.iter().map(|term| term.weight).collect();
    weights.sort_by(|a, b| b.total_cmp(a));
    let least = weights.get(most - 1).copied().unwrap_or_default();
    let mut room = most;
    terms.retain(|term| {
        let kept = term.weight >= least && room > 0;
        room -= usize::from(kept);
        kept
    });
    terms
}

fn weigh(searcher: &Searcher, field: Field, word: Word) -> Result<Term, IndexError> {
    let frequency = searcher.doc_freq(&Key::from_field_text(field, &word.term))?;
    let rarity = rarity(searcher.num_docs(), frequency);
    Ok(Term {
        weight: if is_framing(&word.word) {
            rarity * framing::WEIGHT
        } else {
            rarity
        },
        word: word.word,
        stem: word.term,
        known: frequency > 0,
    })
}

/// BM25's inverse document frequency; 0 for a term that no passage has.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "a weight needs no more"
)]
pub(super) fn rarity(all: u64, frequency: u64) -> f32 {
    if frequency == 0 {
        return 0.0;
    }
    let without = all.saturating_sub(frequency) as f64 + 0.5;
    (without / (frequency as f64 + 0.5)).ln_1p() as f32
}

/// The term with its typing error mended, if a word of the documents is near enough.
fn corrected(
    index: &Index,
    searcher: &Searcher,
    term: Term,
    corrections: &mut Vec<Correction>,
) -> Result<Term, IndexError> {
    let word: String = term.word.to_lowercase();
    let letters = word.chars().count();
    // Words of other scripts are searched by their parts too, which forgive errors.
    let is_latin = |c: char| c.is_alphabetic() && c < '\u{250}';
    if letters < SHORTEST_CORRECTED || !word.chars().all(is_latin) {
        return Ok(term);
    }
    let farthest = if letters >= LONG_WORD { 2 } else { 1 };
    for distance in 1..=farthest {
        let Some(near) = nearest(searcher, index.fields().words, &word, distance)? else {
            continue;
        };
        let Some(stem) = index.stems(&near).into_iter().next() else {
            continue;
        };
        let mended = weigh(searcher, index.fields().text, stem)?;
        if mended.known {
            corrections.push(Correction {
                word: term.word.clone(),
                meant: near,
            });
            return Ok(Term {
                word: term.word,
                ..mended
            });
        }
    }
    Ok(term)
}

/// The most frequent word of the documents that lies `distance` edits from `word`.
///
/// The first letter is taken to be right, as it nearly always is.
fn nearest(
    searcher: &Searcher,
    field: Field,
    word: &str,
    distance: u8,
) -> Result<Option<String>, IndexError> {
    let near = FuzzyTermQuery::new(Key::from_field_text(field, word), distance, true);
    let mut best: Option<(u32, String)> = None;
    for segment in searcher.segment_readers() {
        let inverted = segment.inverted_index(field)?;
        let mut words = inverted
            .terms()
            .search(near.automaton()?)
            .into_stream()
            .map_err(tantivy::TantivyError::from)?;
        while words.advance() {
            let frequency = words.value().doc_freq;
            let Ok(found) = std::str::from_utf8(words.key()) else {
                continue;
            };
            let better = best.as_ref().is_none_or(|(most, _)| frequency > *most);
            if better && found.chars().next() == word.chars().next() {
                best = Some((frequency, found.to_owned()));
            }
        }
    }
    Ok(best.map(|(_, found)| found))
}
