//! Terms indexed beside the stems: pairs of words, parts of inflected words, and single characters.

use tantivy::tokenizer::Token;

use super::analyzer;
use super::language::Language;
use super::tokenizer::{self, is_run, is_spaceless};

/// Length of a part of a word. Of three to five letters, this is best for Hindi, and as good as any for the other
/// languages measured.
const NGRAM_LENGTH: usize = 4;

/// Length of a part of a Korean word, where a character is a syllable and words are short.
const KOREAN_NGRAM_LENGTH: usize = 2;

/// The kind of a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Hint {
    /// Two consecutive stems, ignoring stop words between them: most phrases.
    Pair,
    /// Four letters inside a word of an inflecting language. Other forms of the word share most of them, and so do the
    /// words that it is composed of.
    Part,
    /// One character of a script without spaces, beside the pairs that count as its words.
    Character,
}

/// Returns the hints of a text in order, with repetitions.
pub fn hints(text: &str, language: Language) -> Vec<(Hint, String)> {
    let stems = analyzer::stemmed(&mut analyzer::stemming(language), text);
    beside(&stems, text, language)
}

/// Returns the hints of a text whose stems are known.
pub fn beside(stems: &[Token], text: &str, language: Language) -> Vec<(Hint, String)> {
    let mut found = Vec::new();
    let mut before: Option<&str> = None;
    for token in stems {
        let word = text.get(token.offset_from..token.offset_to);
        let word = word.unwrap_or_default();
        if word.chars().any(is_spaceless) {
            before = None;
            let characters = word.chars().take(first_of_pair(text, token));
            found.extend(characters.map(|c| (Hint::Character, c.to_string())));
            continue;
        }
        if word.starts_with(is_run) {
            before = None;
            continue;
        }
        let has_digit = word.chars().any(|c| c.is_ascii_digit());
        if language != Language::Other || has_digit {
            if let Some(before) = before.replace(&token.text) {
                found.push((Hint::Pair, format!("{before} {}", token.text)));
            }
        } else {
            before = None;
        }
        if language != Language::English && !has_digit {
            in_parts(word, language, &mut found);
        }
    }
    found
}

/// Adds the hints of a word beside its stem.
fn in_parts(word: &str, language: Language, found: &mut Vec<(Hint, String)>) {
    if language == Language::Vietnamese {
        // Syllables that differ only in their accents.
        if !word.is_ascii() {
            found.push((Hint::Part, tokenizer::lowered(word)));
        }
    } else {
        parts(&tokenizer::folded(word), found);
    }
}

/// Returns the number of characters of a two-character token that are its own: if another token follows, the second
/// belongs to that one.
fn first_of_pair(text: &str, token: &Token) -> usize {
    let next = text.get(token.offset_to..).and_then(|rest| rest.chars().next());
    if next.is_some_and(is_spaceless) { 1 } else { 2 }
}

fn parts(word: &str, found: &mut Vec<(Hint, String)>) {
    let letters: Vec<char> = word.chars().collect();
    let is_korean = letters.iter().any(|c| ('\u{ac00}'..='\u{d7a3}').contains(c));
    let size = if is_korean { KOREAN_NGRAM_LENGTH } else { NGRAM_LENGTH };
    if letters.len() <= size {
        found.push((Hint::Part, word.to_owned()));
    }
    let parts = letters.windows(size).filter(|part| part.len() < letters.len());
    found.extend(parts.map(|part| (Hint::Part, part.iter().collect())));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str, language: Language) -> Vec<String> {
        hints(text, language).into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn english_words_become_pairs_across_stop_words() {
        let found = hints("the deductible of the plan", Language::English);
        assert_eq!(found, [(Hint::Pair, "deduct plan".to_owned())]);
        assert!(texts("plan", Language::English).is_empty());
    }

    #[test]
    fn words_of_other_languages_become_their_parts() {
        assert_eq!(texts("हिन्दी", Language::Other), ["हिन्", "िन्द", "न्दी"]);
        let german = texts("Die Versicherung deckt Kosten", Language::German);
        assert!(german.contains(&"sich".to_owned()) && german.contains(&"deckt kost".to_owned()));
        assert_eq!(texts("한국어", Language::Other), ["한국", "국어"]);
    }

    #[test]
    fn chinese_becomes_characters_too() {
        assert_eq!(texts("中国人", Language::Other), ["中", "国", "人"]);
        assert_eq!(texts("中", Language::English), ["中"]);
    }
}
