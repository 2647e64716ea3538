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
const FILES: [(&str, &str); 20] = files!(
    arabic danish dutch english finnish french german greek hungarian italian norwegian polish
    portuguese romanian russian spanish swedish tamil turkish vietnamese
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
    /// Words that frame a question and say little about its subject, however rare they are.
    Framing,
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
    /// Words at the beginning of rows with totals.
    Totals,
    /// Prefixes of a fiscal year: "FY2021".
    FiscalYears,
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
        const COUNT: usize = Table::FiscalYears as usize + 1;
        static READ: [OnceLock<HashSet<&str>>; COUNT] = [const { OnceLock::new() }; COUNT];
        Some(READ.get(self as usize)?.get_or_init(|| all(self)))
    }
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

    const TABLES: [Table; 12] = [
        Table::StopWords,
        Table::Framing,
        Table::Months,
        Table::Numbers,
        Table::Units,
        Table::Abbreviations,
        Table::NumberedAbbreviations,
        Table::BeforeOrdinals,
        Table::Clitics,
        Table::Carriers,
        Table::Totals,
        Table::FiscalYears,
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
        for text in ["total", "sum: all", "grand total of it"] {
            assert!(opens(text, Table::Totals), "{text}");
        }
        for text in ["totality", "summary", "why"] {
            assert!(!opens(text, Table::Totals), "{text}");
        }
    }

    #[test]
    fn every_file_is_read() {
        let files = fs::read_dir("languages").unwrap();
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        let files = names.filter(|name| name != "mod.rs").count();
        assert_eq!(files, LANGUAGES.len());
        assert!(all(Table::Months).contains("märz"));
    }
}
