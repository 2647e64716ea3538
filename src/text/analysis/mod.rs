//! Analysis of text into languages, tokens, stop words, stems and hints, the same for passages and for questions.

mod analyzer;
mod compounds;
mod detect;
mod fiscal;
mod fold;
mod hints;
mod language;
mod stop;
mod tokenizer;

pub use analyzer::{stemmed, stemming};
pub use compounds::{compounds, joined, quarters};
pub use detect::{
    clear_language, detected_language, is_function_word, language_code, language_of_question,
    of_document, of_passage, of_question,
};
pub use hints::{Hint, beside, hints};
pub use language::Language;
pub use stop::is_stop_word;
use tantivy::tokenizer::{TextAnalyzer, TokenStream};
pub use tokenizer::{LineTokenizer, folded, in_full, is_run, is_spaceless, plain};

/// A word of a text, with its term in the index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The word as written.
    pub word: String,
    /// Its term in the index.
    pub term: String,
    /// Its offset in the text, in bytes.
    pub at: usize,
}

/// Returns the stems of `text`, in order and without stop words, for comparing texts. They follow the rules for English
/// whatever the language; the index has the stems of English texts in this form. Words joined by hyphens are added as
/// one word too, and so are quarters of a year.
pub fn stems(text: &str) -> Vec<String> {
    let words = stems_in(text, Language::English).into_iter();
    let joined = compounds::joined(text).flat_map(|word| stems_in(&word, Language::English));
    words.chain(joined).map(|word| word.term).collect()
}

/// Returns the words of `text`, without stop words, with the terms that the index has for them in this language.
pub fn stems_in(text: &str, language: Language) -> Vec<Word> {
    words_by(&mut analyzer::stemming(language), text)
}

/// Returns the words of a text that an analyzer keeps, each with its term.
pub fn words_by(analyzer: &mut TextAnalyzer, text: &str) -> Vec<Word> {
    let mut stream = analyzer.token_stream(text);
    let mut words = Vec::new();
    while stream.advance() {
        let token = stream.token();
        let written = text.get(token.offset_from..token.offset_to).unwrap_or_default();
        words.push(Word {
            word: fiscal::word(written, &token.text).to_owned(),
            term: token.text.clone(),
            at: token.offset_from,
        });
    }
    words
}
