//! The analyzer of the searched field.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use tantivy::tokenizer::{
    RemoveLongFilter, Stemmer, StopWordFilter, TextAnalyzer, Token, TokenStream as _,
};

use super::fold::{self, MapFilter};
use super::language::Language;
use super::stop;
use super::tokenizer::{MAX_TOKEN_BYTES, WordTokenizer};

/// Returns the analyzer of the searched field: it folds letters, drops stop words and stems.
pub fn stemming(language: Language) -> TextAnalyzer {
    static ANALYZERS: LazyLock<BTreeMap<Language, TextAnalyzer>> = LazyLock::new(|| {
        let analyzers = Language::all().map(|language| (language, built(language)));
        analyzers.collect()
    });
    let known = ANALYZERS.get(&language).cloned();
    known.unwrap_or_else(|| built(language))
}

/// Returns the stems of a text, in order.
pub fn stemmed(analyzer: &mut TextAnalyzer, text: &str) -> Vec<Token> {
    let mut stems = Vec::new();
    let mut stream = analyzer.token_stream(text);
    stream.process(&mut |token| stems.push(token.clone()));
    stems
}

fn built(language: Language) -> TextAnalyzer {
    let further = stop::further(language).map(str::to_owned);
    let lower = if language == Language::Turkish { fold::lower_turkish } else { fold::lower };
    let words = TextAnalyzer::builder(WordTokenizer)
        .filter(RemoveLongFilter::limit(MAX_TOKEN_BYTES))
        .filter(MapFilter(lower))
        .dynamic();
    let words = match language {
        Language::English | Language::Other => words.filter_dynamic(MapFilter(fold::latin)),
        // Stemmers of other languages recognise endings by their accents.
        _ => words.filter_dynamic(stop::filter(language)),
    };
    let words = words.filter_dynamic(StopWordFilter::remove(further));
    let words = match (language, language.stemmer()) {
        (Language::Other, _) => words.filter_dynamic(Stemmer::new(ENGLISH)),
        (_, Some(stemmer)) => words.filter_dynamic(Stemmer::new(stemmer)),
        (_, None) => words,
    };
    words.filter_dynamic(MapFilter(fold::latin)).filter_dynamic(MapFilter(fold::plain)).build()
}

/// Words of unknown languages are English names and terms as often as anything else.
const ENGLISH: tantivy::tokenizer::Language = tantivy::tokenizer::Language::English;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stop_words_go_and_the_rest_is_stemmed() {
        let stems = stemmed(&mut stemming(Language::English), "What are the covered Cafés?");
        let stems: Vec<&str> = stems.iter().map(|stem| stem.text.as_str()).collect();
        assert_eq!(stems, ["cover", "cafe"]);
    }
}
