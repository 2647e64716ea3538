//! The words of a question by the rules of each language that it may be in.

use std::collections::HashMap;

use footnote_text::analysis::{
    Hint, Language, Word, clear_language, folded, hints, is_function_word, of_question, plain,
    stems, stems_in, words_by,
};

use super::view::{Field, IndexView, TermKey};
use crate::store::StoreError;

/// Languages to try where a question does not show its own.
const MOST_LANGUAGES: usize = 3;

/// A word of a question, before it is looked up.
pub(super) struct QueryWord {
    /// The word as the question has it.
    pub(super) word: String,
    /// Its stem as texts are compared, see [`stems`].
    pub(super) stem: String,
    /// The keys under which the index may have it, the likeliest first.
    pub(super) keys: Vec<TermKey>,
    /// The key to try if the index has none of them.
    pub(super) last: Option<TermKey>,
    /// True if only the first of them that the index has is meant.
    pub(super) is_sure: bool,
}

/// The languages that a question may be in.
pub(super) struct QuestionLanguages {
    languages: Vec<Language>,
    is_sure: bool,
    /// The language that the question is clearly in, whether the index has texts in it or not.
    own: Option<Language>,
    /// True if it has none: the question's words are no misspelt ones of its documents.
    pub(super) is_not_indexed: bool,
}

impl QuestionLanguages {
    /// The languages of `question`, among those of the index.
    pub(super) fn of<V: IndexView>(view: &V, question: &str) -> Result<Self, StoreError> {
        let mut held = view.languages()?;
        held.sort_by_key(|(_, passages)| std::cmp::Reverse(*passages));
        let (mut languages, is_sure) = of_question(question, &held);
        if languages.is_empty() {
            languages.push(Language::English);
        }
        let own = clear_language(question);
        let is_not_indexed = own.is_some_and(|own| is_foreign(own) && !languages.contains(&own));
        languages.truncate(MOST_LANGUAGES);
        Ok(Self { languages, is_sure, own, is_not_indexed })
    }

    /// The language of the question, if it is clear and the index has others too.
    pub(super) fn certain(&self) -> Option<Language> {
        let is_clear = self.is_sure && self.languages.len() > 1;
        self.languages.first().copied().filter(|_| is_clear)
    }

    /// True if a word only carries the question, in the question's own language.
    pub(super) fn is_filler(&self, word: &str) -> bool {
        self.own.is_some_and(|own| is_foreign(own) && is_function_word(own, word))
    }

    /// The words without the stop words of the likeliest language.
    pub(super) fn words(&self, question: &str) -> Vec<QueryWord> {
        let mut tried = self.languages.iter().map(|l| stems_in(question, *l));
        let first = tried.next().unwrap_or_default();
        let others: Vec<HashMap<usize, String>> = tried
            .map(|words| words.into_iter().map(|word| (word.at, word.term)).collect())
            .collect();
        let candidate = |word: Word| {
            let mut terms = vec![word.term];
            terms.extend(others.iter().filter_map(|terms| terms.get(&word.at).cloned()));
            self.new_query_word(word.word, terms)
        };
        first.into_iter().map(candidate).collect()
    }

    /// The words of a text by the rules of the likeliest language.
    pub(super) fn likeliest(&self, text: &str) -> Vec<Word> {
        let language = self.languages.first().copied();
        stems_in(text, language.unwrap_or(Language::English))
    }

    /// A word of the documents, as their words are written without accents.
    pub(super) fn query_word(&self, word: &str) -> Option<QueryWord> {
        let of = |language: &Language| stems_in(word, *language).into_iter().next();
        let terms: Vec<String> = self.languages.iter().filter_map(of).map(|w| w.term).collect();
        (!terms.is_empty()).then(|| self.new_query_word(word.to_owned(), terms))
    }

    /// True if two words of the documents are forms of one word.
    pub(super) fn are_alike(&self, one: &str, other: &str) -> bool {
        let keys = |word: &str| self.query_word(word).map(|written| written.keys);
        one == other || keys(one).is_some_and(|one| keys(other) == Some(one))
    }

    /// The hints of a text, of whichever of the languages it is in.
    pub(super) fn hints(&self, text: &str) -> Vec<(Hint, String)> {
        let languages = self.languages.iter().take(self.candidate_count());
        languages.flat_map(|language| hints(text, *language)).collect()
    }

    /// The languages other than English that the question may be in: the index may have its words by
    /// their rules.
    pub(super) fn foreign(&self) -> impl Iterator<Item = Language> {
        let languages = self.languages.iter().take(self.candidate_count()).copied();
        languages.filter(|language| is_foreign(*language))
    }

    /// The number of languages that come into question.
    fn candidate_count(&self) -> usize {
        if self.is_sure { 1 } else { MOST_LANGUAGES }
    }

    /// A word with these terms, the likeliest first.
    fn new_query_word(&self, word: String, terms: Vec<String>) -> QueryWord {
        let stem = stems(&word).into_iter().next();
        let mut keys: Vec<TermKey> = Vec::new();
        for term in terms {
            let key = (Field::Text, term);
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        // Readers who leave accents out make endings that no stemmer knows.
        let is_mixed = self.languages.iter().copied().any(is_foreign);
        let written = is_mixed.then(|| (Field::Words, folded(&word)));
        QueryWord {
            stem: stem.unwrap_or_else(|| word.to_lowercase()),
            word,
            keys,
            last: written,
            is_sure: self.is_sure,
        }
    }
}

/// The words as they are written, stop words included.
pub(super) fn unstemmed(text: &str) -> Vec<QueryWord> {
    let candidate = |word: Word| QueryWord {
        word: word.word,
        stem: word.term.clone(),
        keys: vec![(Field::Words, word.term)],
        last: None,
        is_sure: true,
    };
    words_by(&mut plain(), text).into_iter().map(candidate).collect()
}

/// True if a language's words are not stemmed as English.
fn is_foreign(language: Language) -> bool {
    !matches!(language, Language::English | Language::Other)
}
