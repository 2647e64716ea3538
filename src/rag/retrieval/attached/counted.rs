//! Scores of attached passages by the index's formula, with counts among themselves.

use std::collections::HashMap;

use super::words::Asked;
use crate::rag::corpus::Passage;
use crate::rag::retrieval::Term;
use crate::rag::retrieval::framing;
use crate::rag::retrieval::keyword::rarity;
use crate::text::analysis::stems;

/// BM25's constants for repeated words and for length. They are the usual ones, as in the index, so that the
/// scores of both compare.
const SATURATION: f32 = 1.2;
const LENGTH: f32 = 0.75;

/// A reader attaches a file to ask about it, so of two passages that fit as well it is the one meant.
pub(super) const PREFERENCE: f32 = 1.5;

/// The attached passages as counts of stems.
pub(super) struct Counted {
    passages: Vec<HashMap<String, f32>>,
    lengths: Vec<f32>,
}

impl Counted {
    pub(super) fn new(passages: &[Passage]) -> Self {
        let counted = passages.iter().map(|passage| {
            let mut counts: HashMap<String, f32> = HashMap::new();
            for heading in passage.headings.iter().chain([&passage.text]) {
                for stem in stems(heading) {
                    *counts.entry(stem).or_default() += 1.0;
                }
            }
            counts
        });
        let passages: Vec<_> = counted.collect();
        let lengths = passages.iter().map(|counts| counts.values().sum());
        Self { lengths: lengths.collect(), passages }
    }

    /// The terms of the question: those of the other retriever, and those that only the attached files have.
    pub(super) fn terms(&self, mut terms: Vec<Term>, words: Vec<Asked>) -> Vec<Term> {
        for Asked { word, stem, forms } in words {
            let mut own =
                Term { word, stem, forms: forms.into_iter().collect(), ..Term::default() };
            own.weight = self.rarity(&own);
            own.known = own.weight > 0.0;
            match terms.iter_mut().find(|term| term.stem == own.stem) {
                Some(term) => {
                    if !term.known && own.known {
                        (term.known, term.weight) = (true, own.weight);
                    }
                    term.forms.extend(own.forms);
                    term.forms.sort();
                    term.forms.dedup();
                }
                None if own.known => terms.push(own),
                None => {}
            }
        }
        terms
    }

    /// The weight of a term, as the index would have it.
    fn rarity(&self, term: &Term) -> f32 {
        let having = self.passages.iter().filter(|p| times(p, term) > 0.0);
        rarity(self.passages.len() as u64, having.count() as u64) * framing::worth(&term.word)
    }

    /// The score of each passage; 0 where it has none of the terms.
    pub(super) fn scores(&self, terms: &[Term]) -> Vec<f32> {
        let all: f32 = self.lengths.iter().sum();
        let usual = (all / self.lengths.len() as f32).max(1.0);
        let scores = self.passages.iter().zip(&self.lengths);
        scores
            .map(|(counts, length)| {
                let damping = SATURATION * (1.0 - LENGTH + LENGTH * length / usual);
                let each = terms.iter().map(|term| {
                    let times = times(counts, term);
                    term.weight * term.times() * times * (SATURATION + 1.0) / (times + damping)
                });
                each.sum::<f32>() * PREFERENCE
            })
            .collect()
    }
}

/// The number of times that a passage has a term in any of its forms.
fn times(counts: &HashMap<String, f32>, term: &Term) -> f32 {
    let forms = term.forms.iter().filter(|form| **form != term.stem);
    let each = forms.chain([&term.stem]).filter_map(|stem| counts.get(stem));
    each.sum()
}
