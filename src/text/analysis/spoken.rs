//! The languages of passages that are in no index, and of questions about them.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::detect::{of_document, of_passage, of_question};
use super::language::Language;

/// Languages to try where a question does not tell its own.
const MOST: usize = 3;

/// The language of each passage of one document, by their texts.
pub fn spoken<'a>(document: impl ExactSizeIterator<Item = &'a str> + Clone) -> Vec<Language> {
    let own = of_document(document.clone());
    document.map(|text| of_passage(text, own)).collect()
}

/// The languages that a question about passages in these languages is likely in, the likeliest first.
pub fn likely(question: &str, spoken: &[Language]) -> Vec<Language> {
    // English questions are asked of any.
    let mut counts = BTreeMap::from([(Language::English, 1)]);
    for language in spoken {
        *counts.entry(*language).or_default() += 1;
    }
    let mut held: Vec<(Language, u64)> = counts.into_iter().collect();
    held.sort_by_key(|(_, passages)| Reverse(*passages));
    let (mut languages, is_sure) = of_question(question, &held);
    languages.truncate(if is_sure { 1 } else { MOST });
    languages
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_in_english_or_in_the_language_that_it_is_about() {
        use Language::{English, German};
        for (question, language) in
            [("Wo liegen die Schlüssel?", German), ("Where are the keys?", English)]
        {
            assert_eq!(likely(question, &[German]), [language]);
        }
        assert_eq!(likely("Schlüssel", &[German, German]), [German, English]);
    }
}
