//! The telling terms of a question: stemmed, weighed, corrected, and the weak ones left out.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use tantivy::Term as Key;
use tantivy::query::FuzzyTermQuery;
use tantivy::schema::Field;

use super::tongues::{self, Candidate, Tongues};
use super::visible::Visible;
use crate::rag::corpus::index::{Index, IndexError};
use crate::rag::retrieval::framing::{self, is_framing};
use crate::rag::retrieval::{Correction, Query, Technique, Term, mended};
use crate::text::analysis::stems;

/// The most distinct words of a question that are looked at; more are a pasted document.
const MOST_WORDS: usize = 10_000;

/// The most terms that are searched for, the most telling ones: each costs time.
const MOST_TERMS: usize = 96;

/// The most words of a question that is corrected: unknown words of pasted text are names, not typing errors.
const MOST_CORRECTED: usize = 40;

/// The shortest word that is corrected: shorter ones have too many neighbours.
const SHORTEST_CORRECTED: usize = 4;

/// The length from which two errors in a word are forgiven: shorter words turn into others too easily.
const LONG_WORD: usize = 10;

/// The telling terms of a question, and its corrections.
pub(super) struct Telling {
    /// The terms, in the question's order, with their keys in the index.
    pub(super) terms: Vec<Sought>,
    /// The languages that the question may be in.
    pub(super) tongues: Tongues,
    /// True if there are no terms but stop words.
    pub(super) is_weak: bool,
    /// All stems of the question, the weak ones included.
    pub(super) stems: HashSet<String>,
    /// The question itself with its typing errors mended.
    pub(super) question: String,
    /// The stems that an earlier question lent, where the conversation is searched for anyway.
    pub(super) lent: HashSet<String>,
    /// The words that were taken for typing errors.
    pub(super) corrections: Vec<Correction>,
}

/// A term, and under which keys the index has it: any of them is as good.
#[derive(Clone)]
pub(super) struct Sought {
    pub(super) term: Term,
    pub(super) keys: Vec<(Field, String)>,
}

impl Sought {
    /// The weight of the term, which grows with the times that the question has it.
    pub(super) fn weight(&self) -> f32 {
        self.term.times() * framing::worth(&self.term.word)
    }
}

/// The telling terms of `question`; its stop words if there are no others.
pub(super) fn telling(
    index: &Index,
    visible: &Visible<'_>,
    query: &Query,
) -> Result<Telling, IndexError> {
    let question = &query.text;
    let tongues = Tongues::of(index, visible.searcher, question)?;
    let mut words = distinct(tongues.words(question));
    let is_weak = words.is_empty();
    if is_weak {
        words = distinct(tongues::plain(index, question));
    }
    let correct = !is_weak && words.len() <= MOST_CORRECTED && query.uses(Technique::Corrections);
    let mut terms = Vec::with_capacity(words.len());
    let mut corrections = Vec::new();
    for (word, repeats) in words {
        let mut sought = weigh(visible, word)?;
        sought.term.repeats = repeats;
        if !sought.term.known
            && let Some(parts) = parted(visible, &tongues, &sought)?
        {
            terms.extend(parts);
            continue;
        }
        // A word that frames questions is spelt right, even where no document has it.
        terms.push(if sought.term.known || !correct || is_framing(&sought.term.word) {
            sought
        } else {
            corrected(index, visible, &tongues, sought, &mut corrections)?
        });
    }
    let stems = terms.iter().map(|sought| sought.term.stem.clone());
    Ok(Telling {
        stems: stems.collect(),
        terms: strongest(terms),
        is_weak,
        lent: lent(query),
        question: mended(query.own(), &corrections),
        corrections,
        tongues,
    })
}

/// The words that capitals part in one that no document has (`BestBuy`), if the documents have them all.
fn parted(
    visible: &Visible<'_>,
    tongues: &Tongues,
    sought: &Sought,
) -> Result<Option<Vec<Sought>>, IndexError> {
    let mut parts = vec![String::new()];
    let mut before = ' ';
    for c in sought.term.word.chars() {
        if c.is_uppercase() && before.is_lowercase() {
            parts.push(String::new());
        }
        if let Some(part) = parts.last_mut() {
            part.push(c);
        }
        before = c;
    }
    let mut known = Vec::new();
    for part in parts.iter().filter_map(|part| tongues.written(part)) {
        let mut part = weigh(visible, part)?;
        part.term.repeats = sought.term.repeats;
        known.push(part);
    }
    let is_known = parts.len() > 1 && known.iter().all(|part| part.term.known);
    Ok(is_known.then_some(known).filter(|known| !known.is_empty()))
}

/// The stems that only the words lent to the question have.
fn lent(query: &Query) -> HashSet<String> {
    let lent = query.text.get(query.own().len()..).unwrap_or_default();
    if query.context.is_empty() || !query.uses(Technique::Conversation) {
        return HashSet::new();
    }
    let own: HashSet<String> = stems(query.own()).into_iter().collect();
    let lent = stems(lent).into_iter();
    lent.filter(|stem| !own.contains(stem)).collect()
}

/// The words, each once, with how often it stands there again.
fn distinct(words: Vec<Candidate>) -> Vec<(Candidate, u16)> {
    let mut seen: HashMap<Option<(Field, String)>, usize> = HashMap::new();
    let mut distinct: Vec<(Candidate, u16)> = Vec::new();
    for word in words {
        match seen.entry(word.keys.first().cloned()) {
            Entry::Occupied(at) => {
                if let Some((_, repeats)) = distinct.get_mut(*at.get()) {
                    *repeats = repeats.saturating_add(1);
                }
            }
            Entry::Vacant(new) if distinct.len() < MOST_WORDS => {
                new.insert(distinct.len());
                distinct.push((word, 0));
            }
            Entry::Vacant(_) => {}
        }
    }
    distinct
}

/// Keeps the terms of the greatest weight, in their order; of unknown ones the first few.
fn strongest(mut terms: Vec<Sought>) -> Vec<Sought> {
    if terms.len() <= MOST_TERMS {
        return terms;
    }
    let weight = |sought: &Sought| sought.term.weight * sought.term.times();
    let mut weights: Vec<f32> = terms.iter().map(weight).collect();
    weights.sort_by(|a, b| b.total_cmp(a));
    let least = weights.get(MOST_TERMS - 1).copied().unwrap_or_default();
    let mut room = MOST_TERMS;
    terms.retain(|sought| {
        let kept = weight(sought) >= least && room > 0;
        room -= usize::from(kept);
        kept
    });
    terms
}

/// The word with its keys in the index; the rarest of them gives the weight.
fn weigh(visible: &Visible<'_>, candidate: Candidate) -> Result<Sought, IndexError> {
    let mut keys = Vec::new();
    let mut most = 0.0_f32;
    for key in candidate.keys {
        let frequency = visible.frequency(key.0, &key.1)?;
        if frequency > 0 && (keys.is_empty() || !candidate.is_sure) {
            most = most.max(rarity(visible.all(), frequency));
            keys.push(key);
        }
    }
    if let Some(key) = candidate.last.filter(|_| keys.is_empty()) {
        let frequency = visible.frequency(key.0, &key.1)?;
        most = rarity(visible.all(), frequency);
        keys.extend((frequency > 0).then_some(key));
    }
    let term = Term {
        weight: most * framing::worth(&candidate.word),
        word: candidate.word,
        stem: candidate.stem,
        known: !keys.is_empty(),
        ..Term::default()
    };
    Ok(Sought { term, keys })
}

/// The number of passages that weights are based on at least: among fewer, a word may be missing by chance,
/// and one that is there stands in most of them.
const FEW_PASSAGES: u64 = 100;

/// The weight of a term that no passage has, by the same formula.
pub(super) fn rarest(all: u64) -> f32 {
    let all = all.max(FEW_PASSAGES) as f32;
    (2.0 * (all + 0.5)).ln_1p()
}

/// BM25's inverse document frequency of a term that so many of all passages have; 0 for one that none has.
pub(in crate::rag::retrieval) fn rarity(all: u64, frequency: u64) -> f32 {
    if frequency == 0 {
        return 0.0;
    }
    let without = all.max(FEW_PASSAGES).saturating_sub(frequency) as f32 + 0.5;
    (without / (frequency as f32 + 0.5)).ln_1p()
}

/// The term with its typing error mended, if a word of the documents is near enough.
fn corrected(
    index: &Index,
    visible: &Visible<'_>,
    tongues: &Tongues,
    sought: Sought,
    corrections: &mut Vec<Correction>,
) -> Result<Sought, IndexError> {
    let word: String = sought.term.word.to_lowercase();
    let letters = word.chars().count();
    // Words of other scripts are searched by their parts too, which forgive errors.
    let is_latin = |c: char| c.is_alphabetic() && c < '\u{250}';
    if letters < SHORTEST_CORRECTED || !word.chars().all(is_latin) {
        return Ok(sought);
    }
    let farthest = if letters >= LONG_WORD { 2 } else { 1 };
    for distance in 1..=farthest {
        let Some(near) = nearest(visible, index.fields().words, &word, distance)? else {
            continue;
        };
        // The documents' own words are known without their accents.
        let Some(meant) = tongues.written(&near) else {
            continue;
        };
        let mended = weigh(visible, meant)?;
        if mended.term.known {
            let word = sought.term.word;
            corrections.push(Correction { word: word.clone(), meant: near });
            let term = Term { word, repeats: sought.term.repeats, ..mended.term };
            return Ok(Sought { term, ..mended });
        }
    }
    Ok(sought)
}

/// The most frequent word of the documents that lies `distance` edits from `word`.
///
/// The first letter is taken to be right, as it nearly always is.
fn nearest(
    visible: &Visible<'_>,
    field: Field,
    word: &str,
    distance: u8,
) -> Result<Option<String>, IndexError> {
    let near = FuzzyTermQuery::new(Key::from_field_text(field, word), distance, true);
    let mut best: Option<(u32, String)> = None;
    for segment in visible.searcher.segment_readers() {
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
            let begins_alike = found.chars().next() == word.chars().next();
            // A word that only others may read is none.
            if better && begins_alike && visible.frequency(field, found)? > 0 {
                best = Some((frequency, found.to_owned()));
            }
        }
    }
    Ok(best.map(|(_, found)| found))
}
