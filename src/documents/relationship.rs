//! Documents whose names differ by one word: editions of one document, and siblings such as two plans.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use footnote_text::analysis::stems;
use footnote_text::languages::Table;
use footnote_text::question::file_words;

/// Words in the path of a superseded document; a newer one may be elsewhere.
const SET_ASIDE: [&str; 10] = [
    "old",
    "archive",
    "archived",
    "archiv",
    "backup",
    "copy",
    "kopie",
    "copie",
    "obsolete",
    "superseded",
];

/// The relation of a document to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relationship {
    /// Editions of the same document: how this one compares in age, where less is older.
    Edition(Ordering),
    /// Similar names, except for words that each has alone.
    Sibling,
    /// Nothing in common.
    Unrelated,
}

/// The name of a document, for comparison.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Name {
    /// The stems of its file name and title, without those of its edition.
    pub words: BTreeSet<String>,
    /// The numbers of its edition, the year first: `[2026, 3, 18]`, or `[2]` for a second version.
    pub edition: Vec<u32>,
    /// True if its path says that it is superseded, as in `old/` or `(copy)`.
    pub is_set_aside: bool,
}

impl Name {
    /// Returns the name of the document at `path` with this title.
    pub fn of(path: &str, title: &str) -> Self {
        let (file, of_file) = read(&file_words(path));
        let (title, of_title) = read(title);
        let words = file.into_iter().chain(title).collect();
        let edition = if of_file.is_empty() { of_title } else { of_file };
        Self { words, edition, is_set_aside: words_of(path).any(|word| is_aside(&word)) }
    }

    /// Returns the words that it has and another name lacks.
    pub fn own(&self, other: &Self) -> BTreeSet<String> {
        self.words.difference(&other.words).cloned().collect()
    }

    /// Returns the relation of its document to that with another name.
    pub fn relationship(&self, other: &Self) -> Relationship {
        let shares = self.words.intersection(&other.words).next().is_some();
        let (own, others) = (self.own(other), other.own(self));
        match (own.is_empty(), others.is_empty()) {
            (true, true) if shares && self.is_set_aside != other.is_set_aside => {
                Relationship::Edition(other.is_set_aside.cmp(&self.is_set_aside))
            }
            (true, true) if shares && self.edition != other.edition => self.edition_of(other),
            (false, false) if shares => Relationship::Sibling,
            _ => Relationship::Unrelated,
        }
    }

    fn edition_of(&self, other: &Self) -> Relationship {
        // Version numbers are not compared with years, nor months with whole years.
        let of_year = |name: &Self| name.edition.first().copied().map(is_year);
        let are_alike =
            self.edition.len() == other.edition.len() && of_year(self) == of_year(other);
        if !are_alike || self.edition.is_empty() {
            return Relationship::Unrelated;
        }
        Relationship::Edition(self.edition.cmp(&other.edition))
    }
}

fn is_year(number: u32) -> bool {
    (1900..2100).contains(&number)
}

/// Returns the words of a name, and the numbers of its edition: a year, a month and day after it, or the number of a
/// version after `v`. Other numbers are words: two gauges T2 and T4 are siblings.
fn read(name: &str) -> (BTreeSet<String>, Vec<u32>) {
    let mut words = BTreeSet::new();
    let mut edition = Vec::new();
    for lower in words_of(name) {
        let number = lower.strip_prefix('v').unwrap_or(&lower).parse::<u32>().ok();
        let is_version = lower.starts_with('v');
        let is_first = edition.is_empty();
        match number {
            Some(number) if is_first && (is_version || is_year(number)) => edition.push(number),
            Some(number) if edition.len() < 3 && !is_first && !is_version && number < 32 => {
                edition.push(number);
            }
            // Like the word "version", the name of a month does not identify the document.
            _ if Table::Months.has(&lower) && number.is_none() => {}
            _ if is_aside(&lower) => {}
            _ => words.extend(stems(&lower)),
        }
    }
    (words, edition)
}

/// Returns the words of a name or a path in lower case.
fn words_of(name: &str) -> impl Iterator<Item = String> {
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase)
}

fn is_aside(word: &str) -> bool {
    SET_ASIDE.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn between(one: &str, other: &str) -> Relationship {
        let of = |path: &str| Name::of(path, "");
        of(one).relationship(&of(other))
    }

    #[test]
    fn editions_are_told_by_years_dates_and_versions() {
        let older = Relationship::Edition(Ordering::Less);
        assert_eq!(between("travel-policy-2024.docx", "travel-policy-2026.docx"), older);
        assert_eq!(between("minutes-2026-02-12.md", "minutes 2026-03-18.docx"), older);
        assert_eq!(between("rules_v1.md", "rules_v2.md"), older);
        assert_eq!(
            between("rules_v10.md", "rules_v2.md"),
            Relationship::Edition(Ordering::Greater)
        );
    }

    #[test]
    fn what_is_set_aside_is_older_whatever_its_year() {
        let older = Relationship::Edition(Ordering::Less);
        assert_eq!(between("old stuff/price list (copy).xlsx", "price-list.xlsx"), older);
        assert_eq!(between("archive/prices-2024.xlsx", "prices-2025.xlsx"), older);
    }

    #[test]
    fn siblings_have_each_a_word_of_their_own() {
        for (one, other) in [
            ("plans/care-basic.md", "plans/care-plus.md"),
            ("tide-gauge-t2.pdf", "tide-gauge-t4.pdf"),
            ("report-q1-2025.xlsx", "report-q2-2025.xlsx"),
        ] {
            assert_eq!(between(one, other), Relationship::Sibling);
        }
    }

    #[test]
    fn others_are_strangers() {
        for (one, other) in [
            ("travel.md", "leave.md"),
            ("travel.md", "travel.md"),
            ("travel.md", "travel-2024.md"),
            ("travel.md", "travel-abroad.md"),
            ("2026-03-01.md", "2026-03-02.md"),
            ("rules_v2.md", "rules-2024.md"),
        ] {
            assert_eq!(between(one, other), Relationship::Unrelated);
        }
    }
}
