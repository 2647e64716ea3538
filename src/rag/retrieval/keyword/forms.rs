//! Other forms of a question's words in the hits.

use std::collections::BTreeMap;

use super::terms::Sought;
use super::tongues::Tongues;
use crate::rag::retrieval::{Hit, Term};
use crate::text::analysis::{stems, stems_in};

/// The terms with their forms in the hits. Later steps compare words by the rules for English, under which
/// the forms of a word in another language differ.
pub(super) fn terms(sought: Vec<Sought>, hits: &[Hit], tongues: &Tongues) -> Vec<Term> {
    let mut forms: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for language in tongues.foreign() {
        for text in hits.iter().flat_map(texts) {
            for word in stems_in(text, language) {
                let written = forms.entry(word.term).or_default();
                if !written.contains(&word.word) {
                    written.push(word.word);
                }
            }
        }
    }
    let with_forms = |sought: Sought| {
        let mut term = sought.term;
        let words = sought.keys.iter().filter_map(|(_, key)| forms.get(key));
        term.forms = words.flatten().flat_map(|word| stems(word)).collect();
        term.forms.sort();
        term.forms.dedup();
        term.forms.retain(|form| *form != term.stem);
        term
    };
    sought.into_iter().map(with_forms).collect()
}

fn texts(hit: &Hit) -> impl Iterator<Item = &str> {
    let passage = &hit.passage;
    let headings = passage.headings.iter().map(String::as_str);
    headings.chain([&*passage.title, &*passage.text])
}
