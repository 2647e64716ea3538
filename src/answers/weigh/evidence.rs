//! The evidence for an answer: a question, the passages found for it, and how close their statements are in meaning.

use std::collections::HashMap;
use std::sync::OnceLock;

use footnote_question::Question;
use footnote_retrieval::SearchResult;

use super::WeighedStatements;

/// A question with the passages found for it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evidence {
    /// The question.
    pub question: Question,
    /// The passages.
    pub found: SearchResult,
    /// The likeness of their statements to the question, if a model determined it.
    pub likeness: Likeness,
    weighed: OnceLock<WeighedStatements>,
}

impl Evidence {
    /// Creates evidence whose statements no model has compared.
    pub(crate) fn new(question: Question, found: SearchResult) -> Self {
        Self { question, found, ..Self::default() }
    }

    /// Adds the likeness of the statements to the question.
    pub(crate) fn with(self, likeness: Likeness) -> Self {
        Self { likeness, weighed: OnceLock::new(), ..self }
    }

    /// Returns its statements, weighed on first use.
    pub(crate) fn weighed(&self) -> &WeighedStatements {
        self.weighed
            .get_or_init(|| WeighedStatements::of(&self.question, &self.found, &self.likeness))
    }

    /// Keeps only the passages, which are all that the check of an answer needs.
    pub(crate) fn drop_quoting_state(&mut self) {
        let hits = std::mem::take(&mut self.found.hits);
        *self = Self::new(Question::default(), SearchResult { hits, ..SearchResult::default() });
    }
}

/// The likeness of statements to a question: 0 for one as far from it as unrelated texts, 1 for one that says the same.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Likeness(HashMap<String, f32>);

impl Likeness {
    /// Returns the likeness of a statement; `None` if it is unknown.
    pub(crate) fn of(&self, text: &str) -> Option<f32> {
        self.0.get(text).copied()
    }

    /// Returns true if a model compared any statement.
    pub(crate) fn is_known(&self) -> bool {
        !self.0.is_empty()
    }
}

impl FromIterator<(String, f32)> for Likeness {
    /// Collects likenesses. A statement that occurs several times has its highest one.
    fn from_iter<T: IntoIterator<Item = (String, f32)>>(statements: T) -> Self {
        let mut all: HashMap<String, f32> = HashMap::new();
        for (text, likeness) in statements {
            let highest = all.entry(text).or_insert(likeness);
            *highest = highest.max(likeness);
        }
        Self(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_what_stands_in_two_places_the_likest_counts() {
        let both = [0.1, 0.6, 0.2].map(|likeness| ("15 pence".to_owned(), likeness));
        let likeness: Likeness = both.into_iter().collect();
        assert_eq!(likeness.of("15 pence"), Some(0.6));
    }
}
