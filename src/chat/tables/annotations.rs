//! Annotations: the meanings of a question's words over one table.

use footnote_documents::table::number::Number;
use footnote_documents::table::period::Period;
use footnote_documents::table::{Column, ColumnKind, Table, key};
use footnote_text::languages;
use footnote_text::question::file_words;

use super::units::units;
use super::words::{
    MOST_PHRASE_WORDS, QuestionWord, QuestionWords, header, operators_of, request_of, unit,
};

/// The endings of files that hold tables and nothing else.
const SHEETS: [&str; 6] = [".csv", ".tsv", ".xlsx", ".xls", ".xlsb", ".ods"];

/// The meaning of some words.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum WordMeaning {
    /// A request.
    Asks(&'static str),
    /// An operator on the next words, as several alternatives.
    Compares(&'static str),
    /// A column.
    Column(usize),
    /// One of several columns.
    Columns(Vec<usize>),
    /// A value of one of these columns.
    Value(Vec<usize>, String),
    /// A word of values of a column.
    PartialValue(usize, String),
    /// A period.
    Period(Period),
    /// A number.
    Number(Number),
    /// The table itself, or, if not, something around it: its document and its outer headings.
    Subject(bool),
    /// Nothing that is known.
    Unknown,
}

/// Some words with their meaning.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Annotation {
    pub(super) meaning: WordMeaning,
    /// The words as the question has them.
    pub(super) words: String,
    /// True if it is a word of the names of the table or its document, whatever else it means.
    pub(super) is_subject: bool,
}

/// A table as the words of a question are looked up in it.
struct TableNames<'a> {
    table: &'a Table,
    words: &'a QuestionWords,
    /// The stems of the names of the columns, in each language.
    columns: Vec<Vec<Vec<String>>>,
    /// The stems of the table's names, in each language.
    subject: Vec<Vec<String>>,
    /// Those of the name that is its own: the heading right above it, or of a sheet also that of its file.
    own: Vec<Vec<String>>,
    has_periods: bool,
}

/// The meanings of the words of a question over a table, in order; words without any are left out.
pub(super) fn annotations(words: &QuestionWords, table: &Table) -> Vec<Annotation> {
    let names = table.columns.iter().map(|column| words.stems(&column.name));
    let subject =
        format!("{} {} {}", file_words(&table.path), table.title, table.headings.join(" "));
    let is_sheet = SHEETS.iter().any(|ending| table.path.to_lowercase().ends_with(ending));
    let heading = table.headings.last().map_or("", String::as_str);
    let own = if is_sheet || heading.is_empty() { &subject } else { heading };
    let lookup = TableNames {
        columns: names.collect(),
        own: words.stems(&own.replace(['_', '-', '.'], " ")),
        subject: words.stems(&subject.replace(['_', '-', '.'], " ")),
        has_periods: table.columns.iter().any(|column| column.kind == ColumnKind::Period),
        table,
        words,
    };
    let mut annotations = Vec::new();
    let mut at = 0;
    while at < words.all.len() {
        let (meaning, length) = lookup.at(at);
        let taken = words.all.get(at..at + length).unwrap_or_default();
        let texts: Vec<&str> = taken.iter().map(|word| word.text.as_str()).collect();
        let names = |text: &&str| is_in(&lookup.subject, &words.stems(text));
        let is_subject = matches!(texts[..], [only] if names(&only));
        let meaning = meaning.filter(|meaning| *meaning != WordMeaning::Compares("nothing"));
        annotations.extend(meaning.map(|meaning| Annotation {
            meaning,
            words: texts.join(" "),
            is_subject,
        }));
        at += length;
    }
    annotations
}

impl TableNames<'_> {
    /// The meaning of the longest phrase from a place on, with the number of its words; a word that only carries the
    /// question has none.
    fn at(&self, at: usize) -> (Option<WordMeaning>, usize) {
        for length in (1..=MOST_PHRASE_WORDS).rev() {
            let Some(phrase) = self.words.phrase(at, length) else {
                continue;
            };
            if let Some(meaning) = self.exactly(&phrase, at, length) {
                return (Some(meaning), length);
            }
        }
        if let Some((number, length)) = self.words.number(at) {
            return (Some(WordMeaning::Number(number)), length);
        }
        let Some(word) = self.words.all.get(at).filter(|word| !word.is_empty) else {
            return (None, 1);
        };
        (Some(self.one(&word.lower)), 1)
    }

    /// The meaning of a phrase as a whole.
    fn exactly(&self, phrase: &str, at: usize, length: usize) -> Option<WordMeaning> {
        let period = || self.words.period(at, length).map(WordMeaning::Period);
        let text = || {
            // "Cost more than" where a column has this name.
            let is_of_column = |operators: &str| operators.ends_with(" money") && self.heads(at);
            let comparison = operators_of(phrase).filter(|operators| !is_of_column(operators));
            let comparison = comparison.map(WordMeaning::Compares);
            comparison.or_else(|| request_of(phrase).map(WordMeaning::Asks))
        };
        let is_word = || self.words.all.get(at).is_some_and(|word| length > 1 || !word.is_empty);
        let named = || self.column(phrase, length).filter(|_| is_word()).map(WordMeaning::Column);
        let value = || {
            let columns = self.table.columns_with(phrase).filter(|at| self.names_rows(*at));
            let columns: Vec<usize> = columns.collect();
            let is_value = is_word() && !columns.is_empty();
            is_value.then(|| WordMeaning::Value(columns, phrase.to_owned()))
        };
        let dated = || period().filter(|_| self.has_periods);
        let headed = || self.headed(at, length).map(WordMeaning::Column);
        let titled = || self.is_titled(at, length).then_some(WordMeaning::Subject(false));
        let known = dated().or_else(text).or_else(named).or_else(value);
        let called = || self.is_called(phrase, length).then_some(WordMeaning::Subject(true));
        known.or_else(called).or_else(headed).or_else(titled).or_else(period)
    }

    /// True if the word at a place is the name of a column.
    fn heads(&self, at: usize) -> bool {
        self.words.phrase(at, 1).is_some_and(|word| self.column(&word, 1).is_some())
    }

    /// True if several words are the whole name of the table: of its file, its document or its heading.
    fn is_called(&self, phrase: &str, length: usize) -> bool {
        let file = file_words(&self.table.path);
        let names = [Some(&file), Some(&self.table.title), self.table.headings.last()];
        length > 1 && names.into_iter().flatten().any(|name| key(name) == key(phrase))
    }

    /// The only column with a period in its name, in a table without dates: "Spent 2025".
    fn headed(&self, at: usize, length: usize) -> Option<usize> {
        let words = self.words.all.get(at..at + length).unwrap_or_default();
        self.words.period(at, length).filter(|_| !self.has_periods)?;
        let names = |names: &Vec<Vec<String>>| {
            words.iter().all(|word| is_in(names, &self.words.stems(&word.lower)))
        };
        let mut columns = self.columns.iter().enumerate().filter(|(_, column)| names(column));
        let first = columns.next()?;
        columns.next().is_none().then_some(first.0)
    }

    /// True if the words are a period in the names of a table without dates: its rows are all of that year.
    fn is_titled(&self, at: usize, length: usize) -> bool {
        let words = self.words.all.get(at..at + length).unwrap_or_default();
        let is_named = |word: &QuestionWord| is_in(&self.subject, &self.words.stems(&word.lower));
        !self.has_periods && self.words.period(at, length).is_some() && words.iter().all(is_named)
    }

    /// True if the values of a column are compared by their words: neither amounts nor dates.
    fn names_rows(&self, column: usize) -> bool {
        let column = self.table.columns.get(column);
        column.is_some_and(|column| column.kind == ColumnKind::Text || column.is_key)
    }

    fn is_amount(&self, column: usize) -> bool {
        let column = self.table.columns.get(column);
        column.is_some_and(|column| column.kind == ColumnKind::Number && !column.is_key)
    }

    /// The column with this name of so many words, whatever their forms.
    fn column(&self, phrase: &str, length: usize) -> Option<usize> {
        let stems = self.words.stems(phrase);
        let is_named = |(names, column): &(&Vec<Vec<String>>, &Column)| {
            let mut pairs = names.iter().zip(&stems);
            footnote_text::words::words(&column.name).count() == length
                && pairs.any(|(name, stems)| !name.is_empty() && name == stems)
        };
        let named = self.columns.iter().zip(&self.table.columns).position(|one| is_named(&one));
        named.or_else(|| self.ratio(phrase))
    }

    /// The column of one thing for each of another, whatever stands between them: "hours a week" for "Hours per week".
    fn ratio(&self, phrase: &str) -> Option<usize> {
        let asked =
            sides(phrase).map(|(one, each)| [one, each].map(|side| self.words.stems(&side)))?;
        let is_named = |column: &Column| {
            let named = sides(&column.name);
            named
                .is_some_and(|(one, each)| [one, each].map(|side| self.words.stems(&side)) == asked)
        };
        self.table.columns.iter().position(is_named)
    }

    /// The meaning of one word.
    fn one(&self, word: &str) -> WordMeaning {
        let stems = self.words.stems(word);
        let mut columns = (0..self.columns.len())
            .filter(|at| self.columns.get(*at).is_some_and(|names| is_in(names, &stems)));
        if is_in(&self.subject, &stems) {
            // "Revenue in EUR" in revenue-2025.xlsx
            let amount =
                columns.next().filter(|at| self.is_amount(*at) && columns.next().is_none());
            let subject = || WordMeaning::Subject(is_in(&self.own, &stems));
            return amount.map_or_else(subject, WordMeaning::Column);
        }
        match (columns.next(), columns.next()) {
            (Some(only), None) => return WordMeaning::Column(only),
            (Some(first), Some(second)) => {
                return WordMeaning::Columns([first, second].into_iter().chain(columns).collect());
            }
            _ => {}
        }
        let valued = self.valued(&stems).or_else(|| self.part(word));
        let measured = || self.counting(word).or_else(|| self.measured(word));
        valued.or_else(measured).unwrap_or(WordMeaning::Unknown)
    }

    /// The only column of amounts in this unit: "kilometres" for "Distance in km".
    fn measured(&self, word: &str) -> Option<WordMeaning> {
        let unit = unit(word)?;
        let has = |at: &usize| self.is_amount(*at) && units(self.table, *at).contains(unit);
        let mut columns = (0..self.table.columns.len()).filter(has);
        let first = columns.next()?;
        columns.next().is_none().then_some(WordMeaning::Column(first))
    }

    /// The only column that counts things, if the word is one for such a number: "pieces" for "Quantity".
    fn counting(&self, word: &str) -> Option<WordMeaning> {
        let counts = |word: &str| header(&word.to_lowercase()) == Some("pieces");
        let has = |at: &usize| {
            let column = self.table.columns.get(*at).filter(|_| self.is_amount(*at));
            column.is_some_and(|column| footnote_text::words::words(&column.name).any(counts))
        };
        let mut columns = (0..self.table.columns.len()).filter(has);
        let first = columns.next().filter(|_| counts(word))?;
        columns.next().is_none().then_some(WordMeaning::Column(first))
    }

    /// The value of which a word is another form.
    fn valued(&self, stems: &[Vec<String>]) -> Option<WordMeaning> {
        let mut found: Option<(Vec<usize>, &str)> = None;
        for (at, column) in self.table.columns.iter().enumerate() {
            let alike = |value: &&String| {
                let own = self.words.stems(value);
                let mut pairs = own.iter().zip(stems);
                pairs.any(|(own, stems)| !own.is_empty() && own == stems)
            };
            let texts = Some(&column.values).filter(|_| column.kind == ColumnKind::Text);
            let mut values = texts.into_iter().flatten().filter(alike);
            match (values.next(), values.next(), &mut found) {
                (None, ..) => {}
                (Some(value), None, None) => found = Some((vec![at], value)),
                (Some(value), None, Some((columns, known))) if value == known => columns.push(at),
                // Several values may be meant.
                _ => return None,
            }
        }
        found.map(|(columns, value)| WordMeaning::Value(columns, value.to_owned()))
    }

    /// The one column with a word among others in its values.
    fn part(&self, word: &str) -> Option<WordMeaning> {
        let has = |value: &String| {
            footnote_text::words::words(value).any(|own| own.to_lowercase() == word)
        };
        let is_held = |at: &usize| {
            let column = self.table.columns.get(*at).filter(|one| one.kind == ColumnKind::Text);
            column.is_some_and(|column| column.values.iter().any(has))
        };
        let mut columns = (0..self.table.columns.len()).filter(is_held);
        let first = columns.next()?;
        columns.next().is_none().then(|| WordMeaning::PartialValue(first, word.to_owned()))
    }
}

/// The sides of three words of which the middle one is an article, or takes rows together: "hours per week".
fn sides(text: &str) -> Option<(String, String)> {
    let words: Vec<String> = footnote_text::words::words(text).map(str::to_lowercase).collect();
    let [one, between, each] = words.as_slice() else {
        return None;
    };
    let groups = operators_of(between)
        .is_some_and(|operators| operators.split(' ').any(|way| way == "group"));
    let is_ratio = groups || languages::Table::Articles.has(between);
    is_ratio.then(|| (one.clone(), each.clone()))
}

/// True if the stems of a word are among those of some names, in one of the languages.
fn is_in(names: &[Vec<String>], stems: &[Vec<String>]) -> bool {
    let mut pairs = names.iter().zip(stems);
    pairs.any(|(names, stems)| !stems.is_empty() && stems.iter().all(|one| names.contains(one)))
}
