//! Letters that can be written in several ways become one: capitals, accents, vowel signs.

use std::sync::LazyLock;

use tantivy::tokenizer::{
    AsciiFoldingFilter, PreTokenizedStream, PreTokenizedString, RawTokenizer, TextAnalyzer, Token,
    TokenFilter, TokenStream, Tokenizer,
};

/// A combining dot, which is all that remains of Turkish "İ" in lower case.
const DOT: char = '\u{307}';

/// Lower-cases a word and removes marks that only show its pronunciation.
pub(super) fn lower(word: &mut String) {
    if word.is_ascii() {
        word.make_ascii_lowercase();
        return;
    }
    let small = word.to_lowercase();
    *word = small.chars().filter(|c| *c != DOT && !is_arabic_sign(*c)).collect();
}

/// Like [`lower`], for languages in which "I" is the capital of "ı".
pub(super) fn lower_turkish(word: &mut String) {
    if word.contains('I') {
        *word = word.replace('I', "ı");
    }
    lower(word);
}

/// Removes accents from Latin letters. The engine's filter compares each letter with a thousand others, so it only gets
/// words that have such letters.
pub(super) fn latin(word: &mut String) {
    static FOLDING: LazyLock<TextAnalyzer> = LazyLock::new(|| {
        let word = TextAnalyzer::builder(RawTokenizer::default());
        word.filter(AsciiFoldingFilter).build()
    });
    if !word.contains(may_fold) {
        return;
    }
    let mut folding = FOLDING.clone();
    let folded = {
        let mut words = folding.token_stream(word);
        words.advance().then(|| words.token().text.clone())
    };
    if let Some(folded) = folded {
        *word = folded;
    }
}

/// Returns true if the engine's filter may change a letter.
fn may_fold(c: char) -> bool {
    matches!(u32::from(c), 0xa0..=0x2af | 0x1d00..=0x1eff | 0x2000..=0x2fff | 0xa700..=0xa7ff
        | 0xfb00..=0xffff)
}

/// Removes accents from letters that are not Latin (for those see [`latin`]), and other marks that writers leave out.
pub(super) fn plain(word: &mut String) {
    if !word.is_ascii() {
        *word = word.chars().filter(|c| !is_accent(*c)).map(letter).collect();
    }
}

/// Vowel signs, and the stroke that stretches a word.
fn is_arabic_sign(c: char) -> bool {
    matches!(u32::from(c), 0x610..=0x61a | 0x640 | 0x64b..=0x65f | 0x670 | 0x6d6..=0x6ed)
}

/// Returns a combining accent.
pub(super) fn is_accent(c: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&c)
}

fn letter(c: char) -> char {
    match c {
        'ά' => 'α',
        'έ' => 'ε',
        'ή' => 'η',
        'ί' | 'ϊ' | 'ΐ' => 'ι',
        'ό' => 'ο',
        'ύ' | 'ϋ' | 'ΰ' => 'υ',
        'ώ' => 'ω',
        'ς' => 'σ',
        'ё' => 'е',
        'أ' | 'إ' | 'آ' | 'ٱ' => 'ا',
        'ى' | 'ی' => 'ي',
        'ة' => 'ه',
        'ک' => 'ك',
        _ => c,
    }
}

/// A token filter that maps each token.
#[derive(Clone, Copy)]
pub(super) struct MapFilter(pub(super) fn(&mut String));

impl TokenFilter for MapFilter {
    type Tokenizer<T: Tokenizer> = MapTokenizer<T>;

    fn transform<T: Tokenizer>(self, inner: T) -> MapTokenizer<T> {
        MapTokenizer { inner, each: self }
    }
}

/// A tokenizer that maps its tokens.
#[derive(Clone)]
pub(super) struct MapTokenizer<T> {
    inner: T,
    each: MapFilter,
}

impl<T: Tokenizer> Tokenizer for MapTokenizer<T> {
    type TokenStream<'a> = PreTokenizedStream;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> PreTokenizedStream {
        let mut words = Vec::new();
        let mut stream = self.inner.token_stream(text);
        while stream.advance() {
            let mut word = std::mem::take(stream.token_mut());
            (self.each.0)(&mut word.text);
            words.push(word);
        }
        found(words)
    }
}

/// Returns a stream of mapped tokens.
pub(super) fn found(tokens: Vec<Token>) -> PreTokenizedStream {
    PreTokenizedString { text: String::new(), tokens }.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(word: &str) -> String {
        let mut word = word.to_owned();
        lower(&mut word);
        plain(&mut word);
        word
    }

    #[test]
    fn every_letter_is_folded_as_the_engine_does_it() {
        let mut engine =
            TextAnalyzer::builder(RawTokenizer::default()).filter(AsciiFoldingFilter).build();
        for c in '\u{80}'..='\u{1ffff}' {
            let written = format!("a{c}");
            let mut word = written.clone();
            latin(&mut word);
            let mut stream = engine.token_stream(&written);
            assert!(stream.advance());
            assert_eq!(word, stream.token().text, "{written}");
        }
    }

    #[test]
    fn what_writers_leave_out_makes_no_difference() {
        assert_eq!(folded("İstanbul"), "istanbul");
        assert_eq!(folded("Ελλάδος"), folded("ΕΛΛΑΔΟΣ"));
        assert_eq!(folded("كِتَابٌ"), "كتاب");
        assert_eq!(folded("مدرسة"), folded("مدرسه"));
        assert_eq!(folded("Ёлка"), "елка");
    }
}
