//! The words of each language, one file each: tables of words and phrases in lower case, each under the name of its
//! [`Table`]. A language omits tables for which it has no words.

use std::collections::{HashMap, HashSet};
use std::sync::{LazyLock, OnceLock};

/// The files of this folder, each with its name; for the page only the tables that `build.rs` lists.
macro_rules! files {
    ($($name:ident)*) => {
        [$((
            stringify!($name),
            include_str!(concat!(env!("OUT_DIR"), "/", stringify!($name), ".txt"))
        )),*]
    };
}

/// The files by language. A new language is a file and its name here.
const FILES: [(&str, &str); 24] = files!(
    arabic chinese danish dutch english finnish french german greek hungarian italian japanese
    korean norwegian polish portuguese romanian russian spanish swedish tamil thai turkish vietnamese
);

/// Words of all languages, each with its meaning.
pub type Pairs = LazyLock<HashMap<&'static str, &'static str>>;

type Tables = HashMap<&'static str, Vec<&'static str>>;

static LANGUAGES: LazyLock<HashMap<&'static str, Tables>> =
    LazyLock::new(|| FILES.map(|(name, text)| (name, tables(text))).into());

/// The purpose of a table of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// Words that say nothing about a subject, in addition to those of the index engine.
    StopWords,
    /// Words that a question begins with.
    Asking,
    /// Words that join questions.
    Joiners,
    /// Words that refer back to the conversation.
    Pointers,
    /// Openings of statements that refer back to the previous statement.
    PointingBack,
    /// Words that frame a question and say little about its subject, however rare they are.
    Framing,
    /// Negations.
    Negation,
    /// Greetings; a name may follow.
    Greetings,
    /// Words of thanks.
    Thanks,
    /// Openings of questions for a measure.
    Measures,
    /// Openings of questions that continue the previous one.
    Leaning,
    /// Headings that many documents have and that say nothing about any.
    EmptyHeadings,
    /// The names of months.
    Months,
    /// Numbers written as words, each with its digits; "one" is mostly not a number.
    Numbers,
    /// Words and symbols of units, each with the unit that it means.
    Units,
    /// Abbreviations with a full stop, without the stop.
    Abbreviations,
    /// Words that are abbreviations only before a number: "No. 5", but "Is it so? No. Never."
    NumberedAbbreviations,
    /// Words before ordinal numbers: "im 2. Stock".
    BeforeOrdinals,
    /// Endings after an apostrophe that are not words of their own: `don't`, `it's`.
    Clitics,
    /// Words that carry a question and say nothing about its subject, in addition to stop words.
    Carriers,
    /// Openings of questions for a definition, with `*` for the thing if words follow it.
    Definitions,
    /// Words before one particular thing whose value is asked for: "What is the limit?"
    Certain,
    /// Articles before a thing of some kind.
    Articles,
    /// Words that end the name of a thing: "copay for the plan".
    Bounds,
    /// Words between a thing and its definition.
    Copulas,
    /// Parts of questions that ask for a summary.
    Summaries,
    /// Words of such a question that are not part of a document's name.
    BesideSummaries,
    /// Parts of questions that ask for a list of a document's parts.
    Outlines,
    /// Questions about the assistant itself.
    AboutMe,
    /// Words for documents.
    Documents,
    /// Words for documents of a kind, each with its file endings.
    DocumentKinds,
    /// Words that ask for a list.
    Listing,
    /// Phrases that ask for a number.
    Counting,
    /// Words for the most recently changed.
    Newest,
    /// Other words in questions about the documents themselves.
    Collecting,
    /// Words between documents and their subject.
    Mentioning,
    /// Phrases that ask for a calculation over a table, each with its operation.
    Calculations,
    /// Phrases before a number or a time in such a question, each with the side on which matching values lie.
    Comparisons,
    /// Words at the beginning of rows with totals.
    Totals,
    /// Other connecting words, without which such a question means the same.
    Tabular,
    /// Prefixes of a fiscal year: "FY2021".
    FiscalYears,
    /// Questions that documents suggest, each preceded by its kind.
    Proposed,
    /// Words that ask for the difference between two things.
    Contrasts,
}

impl Table {
    /// Returns true if a word in lower case is in the table, in any language.
    pub fn has(self, word: &str) -> bool {
        self.get(word).is_some()
    }

    /// Returns the entry of the table for a word in lower case, in any language.
    pub fn get(self, word: &str) -> Option<&'static str> {
        self.read()?.get(word).copied()
    }

    /// Returns the words of the table in all languages.
    pub fn words(self) -> impl Iterator<Item = &'static str> {
        self.read().into_iter().flatten().copied()
    }

    /// Returns the same, built on first use.
    fn read(self) -> Option<&'static HashSet<&'static str>> {
        const COUNT: usize = Table::Contrasts as usize + 1;
        static READ: [OnceLock<HashSet<&str>>; COUNT] = [const { OnceLock::new() }; COUNT];
        Some(READ.get(self as usize)?.get_or_init(|| all(self)))
    }
}

/// Returns the names of the languages.
pub fn names() -> impl Iterator<Item = &'static str> {
    FILES.into_iter().map(|(name, _)| name)
}

/// Returns the words of one language.
pub fn of(language: &str, table: Table) -> impl Iterator<Item = &'static str> {
    let tables = LANGUAGES.get(language);
    let words = tables.and_then(|tables| tables.get(format!("{table:?}").as_str()));
    words.into_iter().flatten().copied()
}

/// Returns the words of all languages.
pub fn all(table: Table) -> HashSet<&'static str> {
    let each = LANGUAGES.keys();
    each.flat_map(|language| of(language, table)).collect()
}

/// Returns the words of all languages, each with its meaning: `two=2`.
pub fn pairs(table: Table) -> HashMap<&'static str, &'static str> {
    let words = all(table).into_iter();
    words.filter_map(|word| word.split_once('=')).collect()
}

/// Returns true if a text in lower case begins with one of these phrases.
pub fn opens(text: &str, phrases: Table) -> bool {
    let is_whole = |rest: &str| {
        let mut letters = rest.chars().take_while(|c| !c.is_whitespace());
        !letters.any(char::is_alphanumeric)
    };
    let mut behind = phrases.words().filter_map(|words| text.strip_prefix(words));
    behind.any(is_whole)
}

fn tables(text: &'static str) -> Tables {
    let mut tables = Tables::new();
    let mut table = &mut Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            table = tables.entry(name).or_default();
        } else {
            table.extend(words(line));
        }
    }
    tables
}

/// Returns the words of a line, separated by commas.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let each = line.split(',').map(str::trim);
    each.filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const TABLES: [Table; 43] = [
        Table::StopWords,
        Table::Asking,
        Table::Joiners,
        Table::Pointers,
        Table::PointingBack,
        Table::Framing,
        Table::Negation,
        Table::Greetings,
        Table::Thanks,
        Table::Measures,
        Table::Leaning,
        Table::EmptyHeadings,
        Table::Months,
        Table::Numbers,
        Table::Units,
        Table::Abbreviations,
        Table::NumberedAbbreviations,
        Table::BeforeOrdinals,
        Table::Clitics,
        Table::Carriers,
        Table::Definitions,
        Table::Certain,
        Table::Articles,
        Table::Bounds,
        Table::Copulas,
        Table::Summaries,
        Table::BesideSummaries,
        Table::Outlines,
        Table::AboutMe,
        Table::Documents,
        Table::DocumentKinds,
        Table::Listing,
        Table::Counting,
        Table::Newest,
        Table::Collecting,
        Table::Mentioning,
        Table::Calculations,
        Table::Comparisons,
        Table::Totals,
        Table::Tabular,
        Table::FiscalYears,
        Table::Proposed,
        Table::Contrasts,
    ];

    #[test]
    fn every_table_has_words() {
        for table in TABLES {
            assert!(table.words().any(|word| table.has(word)), "{table:?}");
        }
    }

    #[test]
    fn every_name_in_a_file_is_that_of_a_table() {
        let names = TABLES.map(|table| format!("{table:?}"));
        for (language, tables) in LANGUAGES.iter() {
            for name in tables.keys() {
                assert!(names.iter().any(|known| known == name), "{language}: {name} is no table");
            }
        }
    }

    #[test]
    fn words_are_in_lower_case_and_stand_once() {
        for language in LANGUAGES.keys() {
            for table in TABLES {
                let words: Vec<_> = of(language, table).collect();
                let once: HashSet<_> = words.iter().collect();
                assert_eq!(once.len(), words.len(), "{language}: {table:?}");
                for word in words {
                    assert_eq!(word, word.to_lowercase(), "{language}: {table:?}");
                }
            }
        }
    }

    #[test]
    fn a_phrase_opens_a_text_as_a_whole() {
        for text in ["and why?", "so, why?", "for", "what about me"] {
            assert!(opens(text, Table::Leaning), "{text}");
        }
        for text in ["android", "for-profit plans", "why", "forms for all"] {
            assert!(!opens(text, Table::Leaning), "{text}");
        }
    }

    #[test]
    fn every_file_is_read() {
        let files = fs::read_dir("languages").unwrap();
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        let files = names.filter(|name| name != "mod.rs").count();
        assert_eq!(files, LANGUAGES.len());
        assert!(all(Table::Joiners).contains("und"));
    }
}
