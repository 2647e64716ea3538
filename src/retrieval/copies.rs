//! Copies of a passage in other documents, which are found once.

use std::collections::HashSet;
use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};

use footnote_text::words::words;

use super::Hit;

/// Maximum number of passages that are compared, unless more are asked for.
const MAX_COMPARED: usize = 50;

/// Maximum part of a copy's pairs of words that the other passage lacks, in percent.
const MAX_OWN: usize = 10;

/// The words of a passage, to be compared.
struct Wording {
    /// Each word in lower case with the one before it, as hashes.
    pairs: HashSet<u64>,
    numbers: HashSet<String>,
}

/// Returns the number of passages to search for, so that copies do not crowd out others.
pub fn candidates(top: usize) -> usize {
    top.max((2 * top).min(MAX_COMPARED))
}

/// Returns the first `top` hits without those that say nothing that a better one of another document does not say, whose
/// paths the better one gets.
pub fn merged(hits: Vec<Hit>, top: usize) -> Vec<Hit> {
    let mut kept: Vec<(Hit, Wording)> = Vec::new();
    for hit in hits {
        let wording = Wording::of(&hit.passage.text);
        let path = &hit.passage.path;
        let is_original = |(one, known): &&mut (Hit, Wording)| {
            one.passage.path != *path && wording.is_within(known)
        };
        match kept.iter_mut().find(is_original) {
            Some((one, _)) if one.also_in.contains(path) => {}
            Some((one, _)) => one.also_in.push(hit.passage.path),
            None => kept.push((hit, wording)),
        }
    }
    kept.into_iter().map(|(hit, _)| hit).take(top).collect()
}

impl Wording {
    fn of(text: &str) -> Self {
        let words: Vec<String> = words(text).map(str::to_lowercase).collect();
        let before = std::iter::once("").chain(words.iter().map(String::as_str));
        let has_digit = |word: &&String| word.contains(char::is_numeric);
        Self {
            pairs: before
                .zip(&words)
                .map(|pair| BuildHasherDefault::<DefaultHasher>::default().hash_one(pair))
                .collect(),
            numbers: words.iter().filter(has_digit).cloned().collect(),
        }
    }

    /// Returns true if another text has all of its numbers and nearly all of its words, in the same order.
    fn is_within(&self, other: &Self) -> bool {
        let most = self.pairs.len() * MAX_OWN / 100;
        let mut own = self.pairs.iter().filter(|pair| !other.pairs.contains(pair));
        !self.pairs.is_empty() && own.nth(most).is_none() && self.numbers.is_subset(&other.numbers)
    }
}

#[cfg(test)]
mod tests {
    use footnote_documents::Passage;

    use super::*;

    const TEXT: &str = "The hall opens at nine on Sundays. Members pay nothing, guests pay 5 \
        pounds, and children of members may bring as many friends as they like.";

    fn found(texts: &[(&str, &str)], top: usize) -> Vec<(String, Vec<String>)> {
        let hit = |(path, text): &(&str, &str)| Hit {
            passage: Passage {
                path: (*path).to_owned(),
                text: (*text).to_owned(),
                ..Passage::default()
            },
            ..Hit::default()
        };
        let hits = texts.iter().map(hit).collect();
        let merged = merged(hits, top).into_iter();
        merged.map(|hit| (hit.passage.path, hit.also_in)).collect()
    }

    fn entry(path: &str, also_in: &[&str]) -> (String, Vec<String>) {
        (path.to_owned(), also_in.iter().map(|path| (*path).to_owned()).collect())
    }

    #[test]
    fn a_paper_in_three_formats_is_found_once_and_the_next_one_moves_up() {
        let other_signs = TEXT.replace("Members", "**members**").replace(", ", "\n");
        let nearly = TEXT.replace("The hall", "A hall");
        let texts = [("a.md", TEXT), ("a.odt", &other_signs), ("a.pdf", &nearly), ("b.md", "Tea.")];
        let entries = [entry("a.md", &["a.odt", "a.pdf"]), entry("b.md", &[])];
        assert_eq!(found(&texts, 2), entries);
        assert_eq!(found(&texts, 1), entries[..1]);
    }

    #[test]
    fn another_number_or_more_text_is_no_copy() {
        let dearer = TEXT.replace('5', "6");
        let longer = format!("{TEXT} Nobody is let in after ten, except for those who work there.");
        for other in [&dearer, &longer] {
            assert_eq!(found(&[("a.md", TEXT), ("b.md", other)], 9).len(), 2, "{other}");
        }
        assert_eq!(found(&[("b.md", &longer), ("a.md", TEXT)], 9), [entry("b.md", &["a.md"])]);
    }

    #[test]
    fn passages_of_one_document_and_those_without_words_are_all_kept() {
        assert_eq!(found(&[("a.md", TEXT), ("a.md", TEXT)], 9).len(), 2);
        assert_eq!(found(&[("a.md", "…"), ("b.md", "…")], 9).len(), 2);
    }

    #[test]
    fn a_copy_named_twice_is_told_once() {
        assert_eq!(
            found(&[("a.md", TEXT), ("b.md", TEXT), ("b.md", TEXT)], 9),
            [entry("a.md", &["b.md"])]
        );
    }

    #[test]
    fn few_passages_are_searched_for_twice_as_many() {
        assert_eq!([1, 20, 30, 50, 80].map(candidates), [2, 40, 50, 50, 80]);
    }
}
