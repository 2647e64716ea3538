//! Stems the words of a question for each language that it may be in.

use std::collections::HashMap;

use footnote_store::StoreError;
use footnote_text::analysis::{
    Hint, Language, Word, clear_language, folded, hints, is_function_word, of_question, plain,
    stems, stems_in, words_by,
};

use super::view::{Field, IndexView, TermKey};

/// Maximum number of languages to try if the question's language is unclear.
const MAX_LANGUAGES: usize = 3;

/// A word of a question, before it is looked up.
pub(super) struct QueryWord {
    /// The word as written in the question.
    pub(super) word: String,
    /// Its stem for comparing texts, see [`stems`].
    pub(super) stem: String,
    /// Keys under which the index may have it, most likely first.
    pub(super) keys: Vec<TermKey>,
    /// Key to try if the index has none of the others.
    pub(super) last: Option<TermKey>,
    /// True if only the first key found in the index counts.
    pub(super) is_sure: bool,
}

/// The languages that a question may be in.
pub(super) struct QuestionLanguages {
    languages: Vec<Language>,
    is_sure: bool,
    /// The question's language if it is clear, whether or not the index has texts in it.
    own: Option<Language>,
    /// True if the index has none, so unknown words of the question are not typing errors.
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
        languages.truncate(MAX_LANGUAGES);
        Ok(Self { languages, is_sure, own, is_not_indexed })
    }

    /// The question's language, if it is clear and the index has others too.
    pub(super) fn certain(&self) -> Option<Language> {
        let is_clear = self.is_sure && self.languages.len() > 1;
        self.languages.first().copied().filter(|_| is_clear)
    }

    /// True if a word is a function word in the question's language.
    pub(super) fn is_filler(&self, word: &str) -> bool {
        self.own.is_some_and(|own| is_foreign(own) && is_function_word(own, word))
    }

    /// The words of the question without stop words, stemmed in the candidate languages.
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

    /// The words of a text, stemmed in the most likely language.
    pub(super) fn likeliest(&self, text: &str) -> Vec<Word> {
        let language = self.languages.first().copied();
        stems_in(text, language.unwrap_or(Language::English))
    }

    /// A word of the documents, as a query word; the documents' words are known without accents.
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

    /// The hints of a text in all candidate languages.
    pub(super) fn hints(&self, text: &str) -> Vec<(Hint, String)> {
        let languages = self.languages.iter().take(self.candidate_count());
        languages.flat_map(|language| hints(text, *language)).collect()
    }

    /// The candidate languages other than English; the index may have the question's words stemmed in them.
    pub(super) fn foreign(&self) -> impl Iterator<Item = Language> {
        let languages = self.languages.iter().take(self.candidate_count()).copied();
        languages.filter(|language| is_foreign(*language))
    }

    /// Number of candidate languages.
    fn candidate_count(&self) -> usize {
        if self.is_sure { 1 } else { MAX_LANGUAGES }
    }

    /// A word with these terms, most likely first.
    fn new_query_word(&self, word: String, terms: Vec<String>) -> QueryWord {
        let stem = stems(&word).into_iter().next();
        let mut keys: Vec<TermKey> = Vec::new();
        for term in terms {
            let key = (Field::Text, term);
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        // Readers who omit accents make endings that no stemmer knows.
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

/// The words as written, including stop words.
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

/// True if words of this language are not stemmed as English.
fn is_foreign(language: Language) -> bool {
    !matches!(language, Language::English | Language::Other)
}
