//! Copies of a passage in other documents, which are found once.

use std::collections::HashSet;
use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};

use footnote_store::search::Hit;
use footnote_text::words::words;

/// Maximum number of passages that are compared, unless more are asked for.
const MAX_COMPARED: usize = 50;

/// Maximum part of a passage's pairs of words that a copy lacks, in percent: page heads of another format.
const MAX_LACKING: usize = 10;

/// The words of a passage, to be compared.
struct Wording {
    /// Each word in lower case with the one before it, as a hash.
    pairs: HashSet<u64>,
    /// The words with digits, as hashes.
    numbers: HashSet<u64>,
}

/// Returns the number of passages to search for, so that copies do not crowd out others.
pub fn candidates(top: usize) -> usize {
    top.max((2 * top).min(MAX_COMPARED))
}

/// Returns the first `top` hits without those whose words all stand in a better one of another document. The better one
/// gets their paths if they have its text too, and not only a part of it.
pub fn merged(hits: Vec<Hit>, top: usize) -> Vec<Hit> {
    let mut kept: Vec<(Hit, Wording)> = Vec::new();
    for hit in hits {
        let wording = Wording::of(&hit.passage.text);
        let path = &hit.passage.path;
        let is_original = |(one, known): &&mut (Hit, Wording)| {
            one.passage.path != *path && wording.is_within(known)
        };
        match kept.iter_mut().find(is_original) {
            Some((one, known)) => {
                if known.is_nearly_within(&wording) && !one.also_in.contains(path) {
                    one.also_in.push(hit.passage.path);
                }
            }
            None => kept.push((hit, wording)),
        }
    }
    kept.into_iter().map(|(hit, _)| hit).take(top).collect()
}

impl Wording {
    fn of(text: &str) -> Self {
        let hasher = BuildHasherDefault::<DefaultHasher>::default();
        let (mut pairs, mut numbers) = (HashSet::new(), HashSet::new());
        let mut before: Option<u64> = None;
        for word in words(text) {
            let hash = hasher.hash_one(word.to_lowercase());
            pairs.extend(before.map(|before| hasher.hash_one([before, hash])));
            numbers.extend(word.contains(char::is_numeric).then_some(hash));
            before = Some(hash);
        }
        Self { pairs, numbers }
    }

    /// Returns true if another text has all of its words, in the same order.
    fn is_within(&self, other: &Self) -> bool {
        !self.pairs.is_empty() && self.pairs.is_subset(&other.pairs)
    }

    /// Returns true if another text has all of its numbers and nearly all of its words, in the same order.
    fn is_nearly_within(&self, other: &Self) -> bool {
        let most = self.pairs.len() * MAX_LACKING / 100;
        let mut own = self.pairs.iter().filter(|pair| !other.pairs.contains(pair));
        own.nth(most).is_none() && self.numbers.is_subset(&other.numbers)
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
        let with_head = format!("Rules. {TEXT}");
        let texts =
            [("a.pdf", &*with_head), ("a.odt", &other_signs), ("a.md", TEXT), ("b.md", "Tea.")];
        let entries = [entry("a.pdf", &["a.odt", "a.md"]), entry("b.md", &[])];
        assert_eq!(found(&texts, 2), entries);
        assert_eq!(found(&texts, 1), entries[..1]);
    }

    #[test]
    fn another_number_or_more_text_is_no_copy() {
        let dearer = TEXT.replace('5', "6");
        let longer = format!("{TEXT} Nobody is let in after ten, except for those who work there.");
        let opposite = TEXT.replace("Members pay nothing", "Members pay something");
        for other in [&dearer, &longer, &opposite] {
            assert_eq!(found(&[("a.md", TEXT), ("b.md", other)], 9).len(), 2, "{other}");
        }
        assert_eq!(found(&[("b.md", &longer), ("a.md", TEXT)], 9), [entry("b.md", &[])]);
        assert_eq!(found(&[("a.md", "2490 1472"), ("b.md", "2495 1474")], 9).len(), 2);
    }

    #[test]
    fn a_template_has_no_text_that_is_filled_in() {
        let texts = [("may.md", "Balance: USD 260,989"), ("template.md", "Balance: USD …")];
        assert_eq!(found(&texts, 9), [entry("may.md", &[])]);
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
