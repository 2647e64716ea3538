//! Splitting text into tokens, the same for passages and for questions.

use std::borrow::Cow;

use icu_normalizer::ComposingNormalizerBorrowed;
use tantivy::tokenizer::{
    PreTokenizedStream, RemoveLongFilter, TextAnalyzer, Token, TokenStream as _, Tokenizer,
};

use super::fiscal;
use super::fold::{self, MapFilter, found, is_accent};
use crate::languages::Table;

/// Maximum length of a word in bytes. Longer ones are noise such as encoded data, and are not indexed.
pub(super) const MAX_TOKEN_BYTES: usize = 80;

/// Length of an n-gram in scripts that separate neither words nor syllables: about as selective as a word, and found
/// wherever a word begins.
const NGRAM: usize = 4;

/// Returns the analyzer that keeps every word as written, except for case and accents.
pub fn plain() -> TextAnalyzer {
    TextAnalyzer::builder(WordTokenizer)
        .filter(RemoveLongFilter::limit(MAX_TOKEN_BYTES))
        .filter(MapFilter(fold::lower))
        .filter(MapFilter(fold::latin))
        .filter(MapFilter(fold::plain))
        .build()
}

/// Splits at everything that is neither a letter, a digit nor a mark that belongs to one, and between letters and
/// digits. Years are written out, see [`fiscal`].
///
/// Scripts without spaces (Chinese, Japanese) become overlapping pairs of characters.
#[derive(Clone, Default)]
pub(super) struct WordTokenizer;

impl Tokenizer for WordTokenizer {
    type TokenStream<'a> = PreTokenizedStream;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> PreTokenizedStream {
        found(fiscal::read(text, split(text)))
    }
}

/// Splits text that is already tokenised, with one token per line.
#[derive(Clone, Default)]
pub struct LineTokenizer;

impl Tokenizer for LineTokenizer {
    type TokenStream<'a> = PreTokenizedStream;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> PreTokenizedStream {
        let lines = text.lines().enumerate().map(|(position, line)| Token {
            position,
            text: line.to_owned(),
            ..Token::default()
        });
        found(lines.collect())
    }
}

/// Returns a word in lower case without accents.
pub fn folded(word: &str) -> String {
    let mut analyzer = plain();
    let mut stream = analyzer.token_stream(word);
    if stream.advance() { stream.token().text.clone() } else { String::new() }
}

/// Returns a word in lower case with its accents.
pub(super) fn lowered(word: &str) -> String {
    let mut word = composed(word);
    fold::lower(&mut word);
    word
}

/// Returns the text with its years written out.
pub fn in_full(text: &str) -> Cow<'_, str> {
    if !text.contains(|c: char| c.is_ascii_digit()) {
        return Cow::Borrowed(text);
    }
    let mut full = String::with_capacity(text.len());
    let mut done = 0;
    let tokens = fiscal::read(text, split(text)).into_iter();
    for token in tokens.filter(|token| fiscal::is_short(text, token)) {
        full.push_str(text.get(done..token.offset_from).unwrap_or_default());
        full.push_str(&token.text);
        done = token.offset_to;
    }
    if done == 0 {
        return Cow::Borrowed(text);
    }
    full.push_str(text.get(done..).unwrap_or_default());
    Cow::Owned(full)
}

/// Returns the tokens as written.
fn split(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut word: Option<(usize, usize)> = None;
    let mut pair: Option<(usize, usize)> = None;
    let (mut in_run, mut in_number) = (false, false);
    for (at, c) in text.char_indices() {
        let end = at + c.len_utf8();
        let is_other = is_run(c) != in_run || c.is_ascii_digit() != in_number;
        if word.is_some() && is_other && !is_mark(c) {
            push(&mut tokens, text, word.take());
        }
        in_run = is_run(c) || (in_run && is_mark(c));
        in_number = c.is_ascii_digit() || (in_number && is_mark(c));
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

/// Adds the pair of the previous character, if any, and the one at `at`. Returns the span of the latter; its start is
/// empty if a pair was added.
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

/// Adds a single character without spaces around it as a word.
fn end_pair(tokens: &mut Vec<Token>, text: &str, last: Option<(usize, usize)>) {
    let paired = |(from, _): (usize, usize)| {
        tokens.last().is_some_and(|token| token.offset_from < from && token.offset_to > from)
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
    let after_apostrophe =
        text.get(..from).is_some_and(|before| before.ends_with(['\'', '\u{2019}']));
    if after_apostrophe && Table::Clitics.has(word) && from > 1 {
        return;
    }
    if word.starts_with(is_run) {
        ngrams(tokens, from, word);
    } else {
        add(tokens, from, word);
    }
}

/// Adds each [`NGRAM`] of the characters of a run without spaces.
fn ngrams(tokens: &mut Vec<Token>, from: usize, run: &str) {
    let starts = run.char_indices().map(|(at, _)| at);
    let bounds: Vec<usize> = starts.chain([run.len()]).collect();
    let size = NGRAM.min(bounds.len().saturating_sub(1));
    for bound in bounds.windows(size + 1) {
        if let [first, .., last] = *bound
            && let Some(window) = run.get(first..last)
        {
            add(tokens, from + first, window);
        }
    }
}

fn add(tokens: &mut Vec<Token>, from: usize, word: &str) {
    tokens.push(Token {
        offset_from: from,
        offset_to: from + word.len(),
        position: tokens.len(),
        text: composed(word),
        position_length: 1,
    });
}

/// Returns a word with its letters and accents in the usual form.
fn composed(word: &str) -> String {
    const NORMALIZER: ComposingNormalizerBorrowed<'static> = ComposingNormalizerBorrowed::new_nfc();
    if word.contains(is_accent) { NORMALIZER.normalize(word).into_owned() } else { word.to_owned() }
}

/// Returns true if `c` belongs to the letter before it without being a letter: accents, viramas, tones, and joiners
/// inside words. Most vowel signs are letters already.
fn is_mark(c: char) -> bool {
    let code = u32::from(c);
    // Devanagari to Malayalam share one layout: nukta, the Malayalam bars and the virama.
    (0x900..=0xd7f).contains(&code) && matches!(code & 0x7f, 0x3b | 0x3c | 0x4d)
        || matches!(code, 0x300..=0x36f | 0x483..=0x489 | 0x591..=0x5c7 | 0x610..=0x61a
            | 0x64b..=0x65f | 0x670 | 0x6d6..=0x6ed | 0xdca | 0xe31..=0xe3a | 0xe47..=0xe4e
            | 0xec8..=0xece | 0x1037 | 0x1039..=0x103a | 0x17c9..=0x17d3 | 0x1ab0..=0x1aff
            | 0x1dc0..=0x1dff | 0x200c..=0x200d | 0x20d0..=0x20ff | 0xfe20..=0xfe2f)
}

/// Returns true if `c` belongs to a script without spaces between words.
pub fn is_spaceless(c: char) -> bool {
    matches!(u32::from(c), 0x3041..=0x30ff | 0x31f0..=0x31ff | 0x3400..=0x4dbf | 0x4e00..=0x9fff
        | 0xf900..=0xfaff | 0x2_0000..=0x3_134f)
        && c.is_alphanumeric()
}

/// Returns true if `c` belongs to a script without spaces whose characters are parts of syllables: Thai, Lao, Burmese
/// and Khmer.
pub fn is_run(c: char) -> bool {
    matches!(u32::from(c), 0xe01..=0xe3a | 0xe40..=0xe4e | 0xe80..=0xecf | 0x1000..=0x103f
        | 0x1050..=0x109d | 0x1780..=0x17d3)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        split(text).into_iter().map(|token| token.text).collect()
    }

    #[test]
    fn punctuation_and_emoji_are_no_words() {
        assert!(words("?! 🎉 -- ()").is_empty());
        assert_eq!(words("(a_b) c-d"), ["a", "b", "c", "d"]);
    }

    #[test]
    fn a_word_is_never_split_at_a_combining_mark() {
        assert_eq!(words("हिन्दी में"), ["हिन्दी", "में"]);
        assert_eq!(words("cafe\u{301}s"), ["cafés"]);
        assert_eq!(words("น้ำ"), ["น้ำ"]);
    }

    #[test]
    fn thai_becomes_windows_of_characters() {
        assert_eq!(words("ภาษาไทย 5"), ["ภาษา", "าษาไ", "ษาไท", "าไทย", "5"]);
        assert_eq!(words("กรุงเทพ2563")[3..], ["งเทพ", "2563"]);
    }

    #[test]
    fn chinese_becomes_pairs_of_characters() {
        assert_eq!(words("中国人 ok"), ["中国", "国人", "ok"]);
        assert_eq!(words("a中b"), ["a", "中", "b"]);
        assert_eq!(words("中 国"), ["中", "国"]);
    }

    #[test]
    fn letters_and_digits_are_words_of_their_own() {
        assert_eq!(words("FY2018Q2 10K"), ["FY", "2018", "Q", "2", "10", "K"]);
    }

    #[test]
    fn what_follows_an_apostrophe_is_dropped() {
        assert_eq!(words("don't the plan’s"), ["don", "the", "plan"]);
    }

    fn in_years(text: &str) -> Vec<String> {
        fiscal::read(text, split(text)).into_iter().map(|token| token.text).collect()
    }

    #[test]
    fn a_fiscal_year_is_its_year_and_its_prefix_no_word() {
        for text in
            ["FY2021", "FY21", "FY 2021", "FY 21", "fy2021", "fy 2021", "CY'21", "GJ_2021", "2021"]
        {
            assert_eq!(in_years(text), ["2021"], "{text}");
        }
        assert_eq!(in_years("FY98 sales"), ["1998", "sales"]);
        assert_eq!(in_years("FY2018Q2"), ["2018", "Q", "2"]);
    }

    #[test]
    fn two_years_that_follow_one_another_are_both_read() {
        for text in ["2021/22", "2021-22", "2021\u{2013}22", "FY21/22", "FY2021-22", "2021/2022"] {
            assert_eq!(in_years(text), ["2021", "2022"], "{text}");
        }
        assert_eq!(in_years("FY2009-10"), ["2009", "2010"]);
    }

    #[test]
    fn dates_sums_and_other_words_stay_as_they_are() {
        for text in ["2011-12", "2021-22-01", "2021/24", "fy 21", "FY", "FYI 2021", "FY: 10"] {
            let plain: Vec<String> = split(text).into_iter().map(|token| token.text).collect();
            assert_eq!(in_years(text), plain, "{text}");
            assert_eq!(in_full(text), text);
        }
    }

    #[test]
    fn years_are_written_out_where_they_stand() {
        assert_eq!(in_full("Sales (FY21) to 2021/22, é."), "Sales (2021) to 2021/2022, é.");
    }

    proptest::proptest! {
        #[test]
        fn words_stand_where_their_offsets_say(text in "\\PC*") {
            for token in split(&text) {
                let slice = text.get(token.offset_from..token.offset_to).unwrap();
                assert_eq!(composed(slice), token.text);
            }
        }
    }
}
