//! Other forms of the question's words in the hits.

use std::collections::BTreeMap;

use footnote_store::search::{Hit, Term};
use footnote_text::analysis::{Word, stems, stems_in};

use super::question_languages::QuestionLanguages;
use super::terms::IndexedTerm;

/// Minimum number of letters next to a part of a compound; fewer are a prefix, which may negate it.
const MIN_REST_LETTERS: usize = 3;

/// Minimum number of letters in a part of a compound; shorter ones are common endings.
const MIN_PART_LETTERS: usize = 5;

/// Adds to each term its forms in the hits. Later steps stem words as English, which does not conflate the forms of a
/// word in another language.
pub(super) fn terms(
    indexed: Vec<IndexedTerm>,
    hits: &[Hit],
    languages: &QuestionLanguages,
) -> Vec<Term> {
    let mut forms: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for language in languages.foreign() {
        for text in hits.iter().flat_map(texts) {
            for word in stems_in(text, language) {
                let written = forms.entry(word.term).or_default();
                if !written.contains(&word.word) {
                    written.push(word.word);
                }
            }
        }
    }
    let with_forms = |indexed: IndexedTerm| {
        let mut term = indexed.term;
        let words = indexed.keys.iter().filter_map(|(_, key)| forms.get(key));
        term.forms = words.flatten().flat_map(|word| stems(word)).collect();
        if !term.known {
            let languages = languages.foreign().filter(|language| language.compounds());
            let keys = languages.flat_map(|language| stems_in(&term.word, language));
            let keys: Vec<Word> = keys.collect();
            let words = keys.iter().flat_map(|key| related(&key.term, &forms));
            term.forms.extend(words.flat_map(|word| stems(word)));
        }
        term.forms.sort();
        term.forms.dedup();
        term.forms.retain(|form| *form != term.stem);
        term
    };
    indexed.into_iter().map(with_forms).collect()
}

/// Words of the hits related to a compound that no document contains: both start or end with a common word of the hits,
/// such as "Urlaub" in "Urlaubstage" and "Jahresurlaub".
fn related<'a>(
    compound: &str,
    forms: &'a BTreeMap<String, Vec<String>>,
) -> impl Iterator<Item = &'a String> + use<'a> {
    let is_edge = |part: &str, of: &str| of.starts_with(part) || of.ends_with(part);
    let whole = compound.chars().count();
    let is_part = |key: &&String| {
        let letters = key.chars().count();
        (MIN_PART_LETTERS..=whole.saturating_sub(MIN_REST_LETTERS)).contains(&letters)
            && is_edge(key, compound)
    };
    let parts: Vec<&String> = forms.keys().filter(is_part).collect();
    let shares = move |key: &str| parts.iter().any(|part| is_edge(part, key));
    forms.iter().filter(move |(key, _)| shares(key)).flat_map(|(_, written)| written)
}

fn texts(hit: &Hit) -> impl Iterator<Item = &str> {
    let passage = &hit.passage;
    let headings = passage.headings.iter().map(String::as_str);
    headings.chain([&*passage.title, &*passage.text])
}
