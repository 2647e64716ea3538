//! Function words: words that hold a question together without naming its subject.

use footnote_text::analysis::{Language, is_stop_word, language_of_question};
use footnote_text::languages::Table;

/// The function words of a question: the stop words of its language and of English, and other words that only frame
/// questions.
pub struct FunctionWords(Language);

impl FunctionWords {
    /// Returns those of the language that a question is in.
    pub fn of(question: &str) -> Self {
        Self(language_of_question(question))
    }

    /// Returns true if a word is one of them.
    pub fn has(&self, word: &str) -> bool {
        let is_one = |language| is_stop_word(language, word);
        is_one(self.0) || is_one(Language::English) || Table::Carriers.has(&word.to_lowercase())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn function_words_of_several_languages_tell_nothing() {
        for (question, word) in [
            ("Wie viele Tage Urlaub bekomme ich?", "Wie viele bekomme ich"),
            ("Combien coûte la carte ?", "Combien coûte la"),
            ("¿Cuántos días puedo faltar?", "Cuántos puedo"),
            ("Where is someone?", "where is"),
        ] {
            let words = FunctionWords::of(question);
            for word in word.split(' ') {
                assert!(words.has(word), "{word}");
            }
            assert!(!words.has("unicorns") && !words.has("Urlaub"));
        }
    }
}
