//! The stop words of each language, which say nothing about the subject of a text.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashSet};
use std::sync::LazyLock;

use tantivy::tokenizer::{RawTokenizer, StopWordFilter, TextAnalyzer, TokenStream};

use super::fold;
use super::language::Language;
use crate::languages::{self, Table};

/// Returns a filter for the stop words of the languages that the index engine supports itself.
pub(super) fn filter(language: Language) -> StopWordFilter {
    let engine = language.stemmer().and_then(StopWordFilter::new);
    engine
        .filter(|_| language != Language::English)
        .unwrap_or_else(|| StopWordFilter::remove(std::iter::empty()))
}

/// Returns the stop words of a language that the engine's filter does not support.
pub(super) fn further(language: Language) -> impl Iterator<Item = &'static str> {
    let named = match language {
        Language::Other => Language::English,
        language => language,
    };
    languages::of(named.name(), Table::StopWords)
}

/// Returns true if a word is a stop word of the language, whichever languages the index has.
pub fn is_stop_word(language: Language, word: &str) -> bool {
    static FURTHER: LazyLock<BTreeMap<Language, HashSet<&str>>> = LazyLock::new(|| {
        Language::all().map(|language| (language, further(language).collect())).collect()
    });
    // The engine does not expose its stop words, and an analyzer is too expensive to clone for each word.
    static FILTERS: LazyLock<BTreeMap<Language, TextAnalyzer>> = LazyLock::new(|| {
        let analyzer = |l| TextAnalyzer::builder(RawTokenizer::default()).filter(filter(l)).build();
        Language::all().map(|language| (language, analyzer(language))).collect()
    });
    thread_local! {
        // Clones share their words.
        static OF_THREAD: RefCell<BTreeMap<Language, TextAnalyzer>> = RefCell::new(FILTERS.clone());
    }
    let mut word = word.to_owned();
    fold::lower(&mut word);
    if word.is_empty() || FURTHER.get(&language).is_some_and(|words| words.contains(&*word)) {
        return !word.is_empty();
    }
    OF_THREAD.with_borrow_mut(|filters| {
        filters.get_mut(&language).is_some_and(|filter| !filter.token_stream(&word).advance())
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
