//! The words of a question as attached files have them, each in its own language.

use std::collections::{BTreeMap, BTreeSet};

use crate::rag::corpus::Passage;
use crate::text::analysis::{Language, likely, spoken, stems, stems_in};

/// A word of the question.
pub(super) struct Asked {
    /// The word as the question has it.
    pub(super) word: String,
    /// Its stem as texts are compared, which is by the rules for English.
    pub(super) stem: String,
    /// The same of the other forms of it that stand in the files.
    pub(super) forms: BTreeSet<String>,
}

/// The words of the question without the stop words of its language.
pub(super) fn asked(question: &str, attached: &[Passage]) -> Vec<Asked> {
    let documents = attached.chunk_by(|one, other| one.path == other.path);
    let texts = documents.map(|document| document.iter().map(|passage| &*passage.text));
    let spoken: Vec<Language> = texts.flat_map(spoken).collect();
    let languages = likely(question, &spoken);
    let mut asked: BTreeMap<usize, Asked> = BTreeMap::new();
    let first = languages.first().copied().unwrap_or(Language::English);
    for word in stems_in(question, first) {
        let stem = stems(&word.word).into_iter().next();
        let one = Asked {
            stem: stem.unwrap_or_else(|| word.word.to_lowercase()),
            word: word.word,
            forms: BTreeSet::new(),
        };
        asked.insert(word.at, one);
    }
    for language in languages.into_iter().filter(|one| *one != Language::English) {
        let own = attached.iter().zip(&spoken).filter(|(_, spoken)| **spoken == language);
        let written = written(own.map(|(passage, _)| passage), language, question);
        for word in stems_in(question, language) {
            if let (Some(one), Some(forms)) = (asked.get_mut(&word.at), written.get(&word.term)) {
                one.forms.extend(forms.iter().flat_map(|form| stems(form)));
                one.forms.remove(&one.stem);
            }
        }
    }
    asked.into_values().collect()
}

/// The written forms of the question's words in passages of a language, by their terms.
fn written<'a>(
    passages: impl Iterator<Item = &'a Passage>,
    language: Language,
    question: &str,
) -> BTreeMap<String, BTreeSet<String>> {
    let terms = stems_in(question, language).into_iter();
    let mut written: BTreeMap<_, _> = terms.map(|word| (word.term, BTreeSet::new())).collect();
    for text in passages.flat_map(|one| one.headings.iter().chain([&one.text])) {
        for word in stems_in(text, language) {
            if let Some(forms) = written.get_mut(&word.term) {
                forms.insert(word.word);
            }
        }
    }
    written
}
