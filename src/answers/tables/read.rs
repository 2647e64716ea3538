//! A question interpreted word by word over one table. Each of its words must have one meaning there.

use footnote_documents::table::number::{DecimalStyle, Number, style_of};
use footnote_documents::table::period::Period;
use footnote_documents::table::{ColumnKind, Table, key};
use footnote_text::analysis::{Language, language_of_question, stems_in};
use footnote_text::languages::{self, Pairs, pairs};
use footnote_text::question::file_words;
use footnote_text::words::words;

/// Maximum number of words in a question about a table.
const MAX_WORDS: usize = 40;

/// Maximum number of words in a phrase.
const MAX_PHRASE: usize = 10;

static CALCULATIONS: Pairs = Pairs::new(|| pairs(languages::Table::Calculations));
static COMPARISONS: Pairs = Pairs::new(|| pairs(languages::Table::Comparisons));
static NUMBERS: Pairs = Pairs::new(|| pairs(languages::Table::Numbers));

/// An operation over the matching rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    Count,
    Sum,
    Average,
    Least,
    Greatest,
    List,
}

/// The side of a bound on which values match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Above,
    From,
    Below,
    UpTo,
}

/// The meaning of a word or phrase for a table.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Part {
    Asks(Operation),
    Bounds(Bound),
    /// The name of a column.
    Column(usize),
    /// Cells of a column, as written there.
    Value(usize, Vec<String>),
    /// A number, a time, or a year, which may be both.
    Amount(Option<Number>, Option<Period>),
    /// A word before the column by which the minimum or maximum is taken.
    By,
    /// A word in the name of the table or its document.
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

/// The words of a question, ready to be looked up in tables.
pub(super) struct QuestionWords {
    words: Vec<String>,
    language: Language,
}

impl QuestionWords {
    /// Splits a question into words; `None` if it asks for no calculation, or is too long.
    pub(super) fn of(question: &str) -> Option<Self> {
        let all = question.split_whitespace().map(bare).filter(|word| !word.is_empty());
        let all: Vec<String> = all.take(MAX_WORDS + 1).map(str::to_owned).collect();
        let padded = format!(" {} ", all.join(" ").to_lowercase());
        let asks = CALCULATIONS.keys().any(|phrase| padded.contains(&format!(" {phrase} ")));
        let language = language_of_question(question);
        (asks && all.len() <= MAX_WORDS).then_some(Self { words: all, language })
    }

    /// Returns the meanings of the words for a table, each with its words, except for words that only connect others.
    /// `None` if a word has no meaning, or several.
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

    /// Returns `length` lower-case words from a position on; `None` beyond the end.
    fn phrase(&self, at: usize, length: usize) -> Option<String> {
        Some(self.words.get(at..at + length)?.join(" ").to_lowercase())
    }

    /// Returns the meanings of a phrase. The meaning of a word that only connects others is `None`.
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

    /// Returns the columns with this name or, if there are none, those whose names contain these consecutive words.
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

/// Returns the cells with exactly these words, by column. Amounts and times are compared by value.
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

/// Returns true if the cells of a column are names: texts, or numbers that only identify the rows.
pub(super) fn names(table: &Table, column: usize) -> bool {
    let column = table.columns.get(column);
    column.is_some_and(|column| column.kind == ColumnKind::Text || column.is_key)
}

/// Returns a word without surrounding punctuation and without a possessive ending.
fn bare(word: &str) -> &str {
    let is_kept = |c: char| c.is_alphanumeric() || "$€£¥%-−".contains(c);
    let word = word.trim_matches(|c: char| !is_kept(c)).trim_end_matches(['-', '−']);
    word.strip_suffix("'s").or(word.strip_suffix("’s")).unwrap_or(word)
}
