//! What is indexed beside the stems: pairs of words, parts of inflected words, and single characters.

use tantivy::tokenizer::{TextAnalyzer, Token, TokenStream, Tokenizer};

use super::words::{self, Spans, is_spaceless};

/// The length of a part of a word: of three to five letters the best for Hindi, and as good as any
/// for the other languages that were measured.
const PART: usize = 4;

/// A syllable of Korean is a character, and words are short.
const SYLLABLES: usize = 2;

/// Of so many words at least one in eight is a stop word where the text is English.
const ENGLISH: usize = 8;

/// What a hint is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Hint {
    /// Two stems that follow one another, stop words between them aside: most phrases.
    Pair,
    /// Four letters inside a word of a language that inflects, and for which there is no stemmer:
    /// other forms of the word share most of them.
    Part,
    /// One character of a script without spaces, beside the pairs that are its words.
    Character,
}

/// The hints of a text in order, each as often as it stands there.
pub fn hints(text: &str) -> Vec<(Hint, String)> {
    let mut analyzer = words::stems();
    let mut stream = analyzer.token_stream(text);
    let in_english = is_english(text);
    let mut found = Vec::new();
    let mut before: Option<String> = None;
    while stream.advance() {
        let token = stream.token();
        let word = text.get(token.offset_from..token.offset_to);
        let word = word.unwrap_or_default();
        if word.chars().any(is_spaceless) {
            before = None;
            let characters = word.chars().take(first_of_pair(text, token));
            found.extend(characters.map(|c| (Hint::Character, c.to_string())));
        } else if in_english || word.chars().any(|c| c.is_ascii_digit()) {
            if let Some(before) = before.replace(token.text.clone()) {
                found.push((Hint::Pair, format!("{before} {}", token.text)));
            }
        } else {
            before = None;
            parts(&words::folded(word), &mut found);
        }
    }
    found
}

/// How many characters of a word of two are its own: the second is the next one's first.
fn first_of_pair(text: &str, token: &Token) -> usize {
    let next = text
        .get(token.offset_to..)
        .and_then(|rest| rest.chars().next());
    if next.is_some_and(is_spaceless) { 1 } else { 2 }
}

fn parts(word: &str, found: &mut Vec<(Hint, String)>) {
    let letters: Vec<char> = word.chars().collect();
    let is_korean = letters
        .iter()
        .any(|c| ('\u{ac00}'..='\u{d7a3}').contains(c));
    let size = if is_korean { SYLLABLES } else { PART };
    if letters.len() <= size {
        found.push((Hint::Part, word.to_owned()));
    }
    let parts = letters
        .windows(size)
        .filter(|part| part.len() < letters.len());
    found.extend(parts.map(|part| (Hint::Part, part.iter().collect())));
}

/// Whether a text is English as far as can be told: of Latin letters, and with its stop words.
fn is_english(text: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic());
    let (latin, all) = letters.fold((0_usize, 0_usize), |(latin, all), c| {
        (latin + usize::from(c < '\u{250}'), all + 1)
    });
    if 2 * latin < all {
        return false;
    }
    let words = text
        .split(|c: char| !c.is_alphabetic())
        .filter(|w| !w.is_empty());
    let (stop, all) = words.fold((0_usize, 0_usize), |(stop, all), word| {
        (stop + usize::from(words::is_stop_word(word)), all + 1)
    });
    all < ENGLISH || stop * ENGLISH >= all
}

/// The analyzer of the field of hints.
pub(super) fn analyzer() -> TextAnalyzer {
    TextAnalyzer::builder(Hints).build()
}

/// Makes hints of a text.
#[derive(Clone, Default)]
struct Hints;

impl Tokenizer for Hints {
    type TokenStream<'a> = Spans;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> Spans {
        let token = |(position, (_, text))| Token {
            position,
            text,
            ..Token::default()
        };
        Spans::new(hints(text).into_iter().enumerate().map(token).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<String> {
        hints(text).into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn english_words_become_pairs_across_stop_words() {
        let found = hints("the deductible of the plan");
        assert_eq!(found, [(Hint::Pair, "deduct plan".to_owned())]);
        assert!(texts("plan").is_empty());
    }

    #[test]
    fn words_of_other_languages_become_their_parts() {
        assert_eq!(texts("हिन्दी"), ["हिन्", "िन्द", "न्दी"]);
        let german = "Versicherung deckt Kosten jeder Reise ins Ausland ohne Ausnahme";
        assert!(texts(german).contains(&"sich".to_owned()));
        assert_eq!(texts("한국어"), ["한국", "국어"]);
    }

    #[test]
    fn chinese_becomes_characters_too() {
        assert_eq!(texts("中国人"), ["中", "国", "人"]);
        assert_eq!(texts("中"), ["中"]);
    }
}
