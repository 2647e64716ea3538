//! Text into words, alike for passages and for questions.

use std::collections::HashSet;
use std::sync::LazyLock;

use tantivy::tokenizer::{
    AsciiFoldingFilter, Language, LowerCaser, RemoveLongFilter, Stemmer, StopWordFilter,
    TextAnalyzer, Token, TokenStream, Tokenizer,
};

/// Words longer than this (in bytes) are noise such as encoded data, and are not indexed.
const LONGEST_WORD: usize = 80;

/// English words that tell nothing about what a question is about.
const STOP_WORDS: &str = "a about above after again against all also am an and any are as at be \
    because been before being below between both but by can could did do does doing down during \
    each few for from further get had has have having he her here hers herself him himself his how \
    i if in into is it its itself just me more most my myself no nor not of off on once only or \
    other our ours ourselves out over own please same shall she should so some such tell than that \
    the their theirs them themselves then there these they this those through to too under until \
    up us very was we were what when where which while who whom whose why will with would you your \
    yours yourself yourselves";

/// What stands after an apostrophe and is no word of its own: `don't`, `it's`.
const CLITICS: [&str; 7] = ["s", "t", "d", "m", "ll", "re", "ve"];

/// The analyzer of the field that is searched: folded, without stop words, stemmed.
pub(super) fn stems() -> TextAnalyzer {
    TextAnalyzer::builder(Words)
        .filter(RemoveLongFilter::limit(LONGEST_WORD))
        .filter(LowerCaser)
        .filter(AsciiFoldingFilter)
        .filter(StopWordFilter::remove(
            STOP_WORDS.split_whitespace().map(str::to_owned),
        ))
        .filter(Stemmer::new(Language::English))
        .build()
}

/// The analyzer of every word as it is written, but for case and accents.
pub(super) fn plain() -> TextAnalyzer {
    TextAnalyzer::builder(Words)
        .filter(RemoveLongFilter::limit(LONGEST_WORD))
        .filter(LowerCaser)
        .filter(AsciiFoldingFilter)
        .build()
}

/// Splits at everything that is neither a letter, a digit nor a mark that belongs to one.
///
/// Scripts without spaces (Chinese, Japanese) become overlapping pairs of characters.
#[derive(Clone, Default)]
pub(super) struct Words;

impl Tokenizer for Words {
    type TokenStream<'a> = Spans;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> Spans {
        Spans::new(split(text))
    }
}

/// Whether a word is an English stop word.
pub(super) fn is_stop_word(word: &str) -> bool {
    static WORDS: LazyLock<HashSet<&str>> =
        LazyLock::new(|| STOP_WORDS.split_whitespace().collect());
    WORDS.contains(&*word.to_lowercase())
}

/// A word in small letters without accents.
pub(super) fn folded(word: &str) -> String {
    let mut analyzer = plain();
    let mut stream = analyzer.token_stream(word);
    if stream.advance() {
        stream.token().text.clone()
    } else {
        String::new()
    }
}

/// The words of a text, one after the other.
pub(super) struct Spans {
    tokens: std::vec::IntoIter<Token>,
    token: Token,
}

impl Spans {
    /// Over these words.
    pub(super) fn new(tokens: Vec<Token>) -> Self {
        Self {
            tokens: tokens.into_iter(),
            token: Token::default(),
        }
    }
}

impl TokenStream for Spans {
    fn advance(&mut self) -> bool {
        match self.tokens.next() {
            Some(token) => {
                self.token = token;
                true
            }
            None => false,
        }
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}

fn split(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut word: Option<(usize, usize)> = None;
    let mut pair: Option<(usize, usize)> = None;
    for (at, c) in text.char_indices() {
        let end = at + c.len_utf8();
        if is_spaceless(c) {
            push(&mut tokens, text, word.take());
            pair = Some(next_pair(&mut tokens, text, pair, at, end));
            continue;
        }
        end_pair(&mut tokens, text, pair.take());
        if c.is_alphanumeric() || (word.is_some() && is_mark(c)) {
            word = Some((word.map_or(at, |(from, _)| from), end));
        } else {
            push(&mut tokens, text, word.take());
        }
    }
    push(&mut tokens, text, word);
    end_pair(&mut tokens, text, pair);
    tokens
}

/// Adds the pair of the character before (if any) and the one at `at`; returns the latter's span,
/// marked as paired by an empty start when a pair was written.
fn next_pair(
    tokens: &mut Vec<Token>,
    text: &str,
    before: Option<(usize, usize)>,
    at: usize,
    end: usize,
) -> (usize, usize) {
    if let Some((from, _)) = before {
        push(tokens, text, Some((from, end)));
    }
    (at, end)
}

/// A character without spaces around it that stands alone is a word.
fn end_pair(tokens: &mut Vec<Token>, text: &str, last: Option<(usize, usize)>) {
    let paired = |(from, _): (usize, usize)| {
        tokens
            .last()
            .is_some_and(|token| token.offset_from < from && token.offset_to > from)
    };
    if last.is_some_and(|span| !paired(span)) {
        push(tokens, text, last);
    }
}

fn push(tokens: &mut Vec<Token>, text: &str, span: Option<(usize, usize)>) {
    let Some((from, to)) = span else { return };
    let Some(word) = text.get(from..to) else {
        return;
    };
    let after_apostrophe = text
        .get(..from)
        .is_some_and(|before| before.ends_with(['\'', '\u{2019}']));
    if after_apostrophe && CLITICS.contains(&word) && from > 1 {
        return;
    }
    tokens.push(Token {
        offset_from: from,
        offset_to: to,
        position: tokens.len(),
        // A decomposed accent is folded away like a composed one.
        text: word.chars().filter(|c| !is_accent(*c)).collect(),
        position_length: 1,
    });
}

fn is_accent(c: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&c)
}

/// Whether `c` belongs to the letter before it although it is no letter: accents, viramas, tones,
/// and the joiners inside words. Most vowel signs count as letters already.
fn is_mark(c: char) -> bool {
    let code = u32::from(c);
    match code {
        // Devanagari to Malayalam share one layout: nukta, the Malayalam bars and the virama.
        0x900..=0xd7f => matches!(code & 0x7f, 0x3b | 0x3c | 0x4d),
        0x300..=0x36f
        | 0x483..=0x489
        | 0x591..=0x5c7
        | 0x610..=0x61a
        | 0x64b..=0x65f
        | 0x670
        | 0x6d6..=0x6ed
        | 0xdca
        | 0xe31..=0xe3a
        | 0xe47..=0xe4e
        | 0xec8..=0xece
        | 0x1037
        | 0x1039..=0x103a
        | 0x17c9..=0x17d3
        | 0x1ab0..=0x1aff
        | 0x1dc0..=0x1dff
        | 0x200c..=0x200d
        | 0x20d0..=0x20ff
        | 0xfe20..=0xfe2f => true,
        _ => false,
    }
}

/// Whether `c` is of a script that is written without spaces between words.
pub fn is_spaceless(c: char) -> bool {
    matches!(u32::from(c), 0x3041..=0x30ff | 0x31f0..=0x31ff | 0x3400..=0x4dbf | 0x4e00..=0x9fff
        | 0xf900..=0xfaff | 0x2_0000..=0x3_134f)
        && c.is_alphanumeric()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        split(text).into_iter().map(|token| token.text).collect()
    }

    fn stemmed(text: &str) -> Vec<String> {
        let mut analyzer = stems();
        let mut stream = analyzer.token_stream(text);
        let mut found = Vec::new();
        stream.process(&mut |token| found.push(token.text.clone()));
        found
    }

    #[test]
    fn punctuation_and_emoji_are_no_words() {
        assert!(words("?! 🎉 -- ()").is_empty());
        assert_eq!(words("(a_b) c-d"), ["a", "b", "c", "d"]);
    }

    #[test]
    fn a_word_is_never_split_at_a_combining_mark() {
        assert_eq!(words("हिन्दी में"), ["हिन्दी", "में"]);
        assert_eq!(words("cafe\u{301}s"), ["cafes"]);
        assert_eq!(words("น้ำ"), ["น้ำ"]);
    }

    #[test]
    fn chinese_becomes_pairs_of_characters() {
        assert_eq!(words("中国人 ok"), ["中国", "国人", "ok"]);
        assert_eq!(words("a中b"), ["a", "中", "b"]);
        assert_eq!(words("中 国"), ["中", "国"]);
    }

    #[test]
    fn what_follows_an_apostrophe_is_dropped() {
        assert_eq!(words("don't the plan’s"), ["don", "the", "plan"]);
    }

    #[test]
    fn stop_words_go_and_the_rest_is_stemmed() {
        assert_eq!(stemmed("What are the covered Cafés?"), ["cover", "cafe"]);
    }

    proptest::proptest! {
        #[test]
        fn words_stand_where_their_offsets_say(text in "\\PC*") {
            for token in split(&text) {
                let slice = text.get(token.offset_from..token.offset_to).unwrap();
                let kept: String = slice.chars().filter(|c| !is_accent(*c)).collect();
                assert_eq!(kept, token.text);
            }
        }
    }
}
