//! The stop words of each language, which say nothing about the subject of a text.

use std::collections::{BTreeMap, HashSet};
use std::sync::LazyLock;

use tantivy::tokenizer::{StopWordFilter, TextAnalyzer, TokenStream};

use super::fold;
use super::language::Language;
use super::tokenizer::WordTokenizer;
use crate::languages::{self, Table};

/// A filter for the stop words of the languages that the index engine supports itself.
pub(super) fn filter(language: Language) -> StopWordFilter {
    let engine = language.stemmer().and_then(StopWordFilter::new);
    engine
        .filter(|_| language != Language::English)
        .unwrap_or_else(|| StopWordFilter::remove(std::iter::empty()))
}

/// The stop words of a language that the engine's filter does not support.
pub(super) fn further(language: Language) -> impl Iterator<Item = &'static str> {
    let named = match language {
        Language::Other => Language::English,
        language => language,
    };
    languages::of(named.name(), Table::StopWords)
}

/// True if a word is a stop word of the language, whichever languages the index has.
pub fn is_stop_word(language: Language, word: &str) -> bool {
    static FILTERS: LazyLock<BTreeMap<Language, (TextAnalyzer, HashSet<&str>)>> =
        LazyLock::new(|| {
            let known = |language| {
                let engine = TextAnalyzer::builder(WordTokenizer).filter(filter(language)).build();
                (language, (engine, further(language).collect()))
            };
            Language::all().map(known).collect()
        });
    let mut word = word.to_owned();
    fold::lower(&mut word);
    FILTERS.get(&language).is_some_and(|(engine, further)| {
        let passes = || engine.clone().token_stream(&word).advance();
        further.contains(&*word) || (!word.is_empty() && !passes())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_language_has_its_stop_words() {
        for (language, word) in [
            (Language::English, "The"),
            (Language::German, "Wann"),
            (Language::German, "nicht"),
            (Language::French, "quelles"),
            (Language::Greek, "Πότε"),
            (Language::Turkish, "nerede"),
            (Language::Hungarian, "hogy"),
        ] {
            assert!(is_stop_word(language, word), "{word}");
        }
        assert!(!is_stop_word(Language::German, "the"));
        assert!(!is_stop_word(Language::English, ""));
    }
}
