//! Preference for the documents that a question names: twins differ in little but their names.

use std::collections::{BTreeSet, HashMap, HashSet};

use tantivy::DocAddress;

use super::candidates::Candidate;
use crate::rag::corpus::Passage;
use crate::rag::corpus::index::{IndexError, Known, NAMED, stems};

/// The gain in score of the document that the question names best, as a factor.
const NAME_BOOST: f32 = 0.5;

/// The gain in score of a passage about all the documents that a question compares, as a factor.
const COMPARED_BOOST: f32 = 1.0;

/// The fewest documents among which one can be crowded out.
const FEW_DOCUMENTS: usize = 4;

/// The clarity with which the question names each document of the candidates.
pub(super) struct Routes {
    clarity: HashMap<u64, f32>,
    clearest: f32,
    few: bool,
    /// The words by which the question tells several documents apart; empty if it compares none.
    rivals: BTreeSet<String>,
}

impl Routes {
    /// For a question that has `asked` for documents by these words.
    pub(super) fn new(
        names: &Known<'_>,
        asked: &HashSet<String>,
        candidates: &[Candidate],
    ) -> Self {
        let mut clarity: HashMap<u64, f32> = HashMap::new();
        for candidate in candidates {
            let document = candidate.place.document;
            clarity
                .entry(document)
                .or_insert_with(|| names.named(document, asked));
        }
        let clear = clarity.iter().filter(|(_, clarity)| **clarity >= NAMED);
        let told: Vec<BTreeSet<&str>> = clear
            .map(|(document, _)| names.telling(*document, asked).collect())
            .collect();
        let clearest = clarity.values().copied().fold(0.0, f32::max);
        Self {
            clarity,
            clearest,
            few: names.len() < FEW_DOCUMENTS,
            rivals: rivals(&told),
        }
    }

    /// The factor of a passage's score, squared to part documents whose names share words.
    ///
    /// In a comparison of documents, a passage about all of them is worth more than one about a single
    /// document.
    ///
    /// # Errors
    ///
    /// If `read` cannot read the passage.
    pub(super) fn boost(
        &self,
        candidate: &Candidate,
        read: impl Fn(DocAddress) -> Result<Passage, IndexError>,
    ) -> Result<f32, IndexError> {
        if self.clearest < NAMED {
            return Ok(1.0);
        }
        if self.rivals.is_empty() {
            let share = self.clarity(candidate.place.document) / self.clearest;
            return Ok(1.0 + NAME_BOOST * share.powi(2));
        }
        let compared = self.compared(&read(candidate.at)?);
        Ok(1.0 + COMPARED_BOOST * compared.powi(2))
    }

    /// The share of the compared documents' words that a passage and its headings hold, 0 to 1.
    #[expect(clippy::cast_precision_loss, reason = "a question has few words")]
    fn compared(&self, passage: &Passage) -> f32 {
        let text = format!(
            "{} {} {}",
            passage.title,
            passage.headings.join(" "),
            passage.text
        );
        let found: HashSet<String> = stems(&text).into_iter().collect();
        let held = self.rivals.iter().filter(|word| found.contains(*word));
        held.count() as f32 / self.rivals.len() as f32
    }

    /// True if any number of the document's passages may be hits.
    pub(super) fn is_exempt(&self, document: u64) -> bool {
        self.few || self.clarity(document) >= NAMED
    }

    fn clarity(&self, document: u64) -> f32 {
        self.clarity.get(&document).copied().unwrap_or_default()
    }
}

/// The words that not all of the named documents share, if two of them have words that the other
/// lacks: then the question compares them.
fn rivals(named: &[BTreeSet<&str>]) -> BTreeSet<String> {
    let rival = |one: &BTreeSet<&str>, other: &BTreeSet<&str>| {
        !one.is_subset(other) && !other.is_subset(one)
    };
    let compares = named
        .iter()
        .any(|one| named.iter().any(|other| rival(one, other)));
    if !compares {
        return BTreeSet::new();
    }
    let shared = |word: &&str| named.iter().all(|words| words.contains(word));
    let words: BTreeSet<&str> = named.iter().flatten().copied().collect();
    let parting = words.into_iter().filter(|word| !shared(word));
    parting.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_are_compared_by_the_words_that_part_them() {
        let (plus, standard) = (["health", "plus"], ["health", "standard"]);
        let named = [BTreeSet::from(plus), BTreeSet::from(standard)];
        assert_eq!(
            rivals(&named),
            BTreeSet::from(["plus".to_owned(), "standard".to_owned()])
        );
    }

    #[test]
    fn one_document_or_two_of_one_name_are_not_compared() {
        let one = BTreeSet::from(["plus"]);
        assert!(rivals(std::slice::from_ref(&one)).is_empty());
        assert!(rivals(&[one, BTreeSet::from(["plus", "details"])]).is_empty());
    }
}
