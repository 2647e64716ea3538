//! A question read word by word over one table: each of its words must have one meaning there.

use footnote_documents::table::number::{DecimalStyle, Number, style_of};
use footnote_documents::table::period::Period;
use footnote_documents::table::{ColumnKind, Table, key};
use footnote_text::analysis::{Language, language_of_question, stems_in};
use footnote_text::languages::{self, Pairs, pairs};
use footnote_text::question::file_words;
use footnote_text::words::words;

/// Maximum number of words of a question about a table.
const MAX_WORDS: usize = 40;

/// Maximum number of words of a phrase.
const MAX_PHRASE: usize = 10;

static CALCULATIONS: Pairs = Pairs::new(|| pairs(languages::Table::Calculations));
static COMPARISONS: Pairs = Pairs::new(|| pairs(languages::Table::Comparisons));
static NUMBERS: Pairs = Pairs::new(|| pairs(languages::Table::Numbers));

/// The operation over the rows that fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    Count,
    Sum,
    Average,
    Least,
    Greatest,
    List,
}

/// The side of a bound on which values fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Above,
    From,
    Below,
    UpTo,
}

/// The meaning of a word or a phrase over a table.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Part {
    Asks(Operation),
    Bounds(Bound),
    /// The name of a column.
    Column(usize),
    /// Cells of a column, as they are written there.
    Value(usize, Vec<String>),
    /// A number, a time, or a year, which may be both.
    Amount(Option<Number>, Option<Period>),
    /// A word before the column that tells what is least or greatest.
    By,
    /// A word of the name of the table or its document.
    Subject,
}

fn operation(phrase: &str) -> Option<Operation> {
    match *CALCULATIONS.get(phrase)? {
        "count" => Some(Operation::Count),
        "sum" => Some(Operation::Sum),
        "mean" => Some(Operation::Average),
        "least" => Some(Operation::Least),
        "greatest" => Some(Operation::Greatest),
        "list" => Some(Operation::List),
        _ => None,
    }
}

fn bound(phrase: &str) -> Option<Bound> {
    match *COMPARISONS.get(phrase)? {
        "above" => Some(Bound::Above),
        "from" => Some(Bound::From),
        "below" => Some(Bound::Below),
        "upto" => Some(Bound::UpTo),
        _ => None,
    }
}

/// The words of a question, as they are looked up in tables.
pub(super) struct QuestionWords {
    words: Vec<String>,
    language: Language,
}

impl QuestionWords {
    /// The words of a question; `None` if it asks for no calculation, or is too long.
    pub(super) fn of(question: &str) -> Option<Self> {
        let all = question.split_whitespace().map(bare).filter(|word| !word.is_empty());
        let all: Vec<String> = all.take(MAX_WORDS + 1).map(str::to_owned).collect();
        let padded = format!(" {} ", all.join(" ").to_lowercase());
        let asks = CALCULATIONS.keys().any(|phrase| padded.contains(&format!(" {phrase} ")));
        let language = language_of_question(question);
        (asks && all.len() <= MAX_WORDS).then_some(Self { words: all, language })
    }

    /// The meanings of the words over a table, each with its words, but for those that only join others; `None` if one
    /// has no meaning, or several.
    pub(super) fn parts(&self, table: &Table) -> Option<Vec<(Part, String)>> {
        let mut parts = Vec::new();
        let mut at = 0;
        while at < self.words.len() {
            let mut lengths = (1..=MAX_PHRASE).rev();
            let (found, length) = lengths.find_map(|length| {
                let found = self.meanings(table, at, length)?;
                (!found.is_empty()).then_some((found, length))
            })?;
            let [only] = <[Option<Part>; 1]>::try_from(found).ok()?;
            let words = self.words.get(at..at + length)?.join(" ");
            parts.extend(only.map(|part| (part, words)));
            at += length;
        }
        Some(parts)
    }

    /// So many words from a place on, in small letters; `None` beyond the end.
    fn phrase(&self, at: usize, length: usize) -> Option<String> {
        Some(self.words.get(at..at + length)?.join(" ").to_lowercase())
    }

    /// The meanings of a phrase; that of a word that only joins others is `None`.
    fn meanings(&self, table: &Table, at: usize, length: usize) -> Option<Vec<Option<Part>>> {
        let phrase = self.phrase(at, length)?;
        let is_joining = languages::Table::Tabular.has(&phrase);
        let is_bound = || (1..=MAX_PHRASE).any(|next| self.amount(at + length, next).is_some());
        let bounds = bound(&phrase).filter(|_| is_bound()).map(Part::Bounds);
        let by = || (CALCULATIONS.get(phrase.as_str()) == Some(&"by")).then_some(Part::By);
        let asked = operation(&phrase).map(Part::Asks).or(bounds).or_else(by);
        let mut found: Vec<Option<Part>> = asked.into_iter().map(Some).collect();
        let columns = self.columns(table, &phrase).into_iter().map(Part::Column);
        found.extend(columns.chain(values(table, &phrase)).filter(|_| !is_joining).map(Some));
        // The rows of a table without dates may all be of the year in its name.
        let is_dated = || table.columns.iter().any(|one| one.kind == ColumnKind::Period);
        let is_of_name = || self.is_subject(table, &phrase) && !is_dated();
        if found.is_empty() && !(Period::of(&phrase, None).is_some() && is_of_name()) {
            found.extend(self.amount(at, length).map(Some));
        }
        if found.is_empty() && length == 1 {
            let subject = self.is_subject(table, &phrase).then_some(Part::Subject);
            found.extend(if is_joining { Some(None) } else { subject.map(Some) });
        }
        Some(found)
    }

    fn amount(&self, at: usize, length: usize) -> Option<Part> {
        let phrase = self.phrase(at, length)?;
        let digits = NUMBERS.get(phrase.as_str()).copied().unwrap_or(&phrase);
        let is_german = self.language == Language::German;
        let usual = if is_german { DecimalStyle::Comma } else { DecimalStyle::Point };
        let number = Number::of(digits, style_of(digits).unwrap_or(usual)).filter(|_| length == 1);
        let period = Period::of(&phrase, None);
        (number.is_some() || period.is_some()).then_some(Part::Amount(number, period))
    }

    fn stems(&self, text: &str) -> Vec<String> {
        stems_in(text, self.language).into_iter().map(|word| word.term).collect()
    }

    /// The columns of this name, or, where none has it, those with these words in a row in their names.
    fn columns(&self, table: &Table, phrase: &str) -> Vec<usize> {
        let wanted: Vec<&str> = words(phrase).collect();
        let is_content =
            |word: Option<&&str>| word.is_some_and(|word| !self.stems(word).is_empty());
        if !is_content(wanted.first()) || !is_content(wanted.last()) {
            return Vec::new();
        }
        let is_same = |(one, other): (&&str, &&str)| {
            let stems = self.stems(one);
            one.eq_ignore_ascii_case(other) || !stems.is_empty() && stems == self.stems(other)
        };
        let is_at = |some: &[&str]| some.iter().zip(&wanted).all(is_same);
        let named = |is_whole: bool| -> Vec<usize> {
            let columns = table.columns.iter().enumerate().filter(|(_, column)| {
                let name: Vec<&str> = words(&column.name).collect();
                (!is_whole || name.len() == wanted.len()) && name.windows(wanted.len()).any(is_at)
            });
            columns.map(|(at, _)| at).collect()
        };
        let whole = named(true);
        if whole.is_empty() { named(false) } else { whole }
    }

    fn is_subject(&self, table: &Table, word: &str) -> bool {
        let headings = table.headings.join(" ");
        let names = self.stems(&format!("{} {} {headings}", file_words(&table.path), table.title));
        let stems = self.stems(word);
        !stems.is_empty() && stems.iter().all(|stem| names.contains(stem))
    }
}

/// The cells of these words, and no others beside them, by their columns; amounts and times are compared by their size.
fn values(table: &Table, phrase: &str) -> impl Iterator<Item = Part> {
    let is_named = |at: &usize| names(table, *at);
    let wanted = key(phrase);
    table.columns_with(phrase).filter(is_named).map(move |at| {
        let cells = (0..table.len()).map(|row| table.cell(row, at));
        let mut cells: Vec<String> =
            cells.filter(|cell| key(cell) == wanted).map(str::to_owned).collect();
        cells.sort_unstable();
        cells.dedup();
        Part::Value(at, cells)
    })
}

/// True if the cells of a column are names: texts, or numbers that only name the rows.
pub(super) fn names(table: &Table, column: usize) -> bool {
    let column = table.columns.get(column);
    column.is_some_and(|column| column.kind == ColumnKind::Text || column.is_key)
}

/// A word without the signs around it, and without the ending of a possessive.
fn bare(word: &str) -> &str {
    let is_kept = |c: char| c.is_alphanumeric() || "$€£¥%-−".contains(c);
    let word = word.trim_matches(|c: char| !is_kept(c)).trim_end_matches(['-', '−']);
    word.strip_suffix("'s").or(word.strip_suffix("’s")).unwrap_or(word)
}
