//! The words of a question about a table: what they ask for, and their forms.

use footnote_documents::table::number::{DecimalStyle, Number, style_of};
use footnote_documents::table::period::Period;
use footnote_text::analysis::{Language, is_stop_word, language_of_question, stems_in};
use footnote_text::languages::{Pairs, Table, pairs};

/// The longest question that is read as one about a table, in words.
const MOST_WORDS: usize = 40;

/// The most words of a phrase.
pub(super) const MOST_PHRASE_WORDS: usize = 6;

static CALCULATIONS: Pairs = Pairs::new(|| pairs(Table::Calculations));
static COMPARISONS: Pairs = Pairs::new(|| pairs(Table::Comparisons));
static NUMBERS: Pairs = Pairs::new(|| pairs(Table::Numbers));
static UNITS: Pairs = Pairs::new(|| pairs(Table::Units));
static AMOUNTS: Pairs = Pairs::new(|| pairs(Table::Amounts));

/// A word of a question.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct QuestionWord {
    /// The word as the question has it, without the signs around it.
    pub(super) text: String,
    /// The same in small letters.
    pub(super) lower: String,
    /// The number that it is.
    pub(super) number: Option<Number>,
    /// True if it has no content: words that only carry a question.
    pub(super) is_empty: bool,
}

/// The words of a question, with the languages that it may be in.
#[derive(Clone, Debug)]
pub(super) struct QuestionWords {
    pub(super) all: Vec<QuestionWord>,
    languages: Vec<Language>,
}

impl QuestionWords {
    /// The words of a question; `None` if it asks for nothing that is computed, or is too long.
    pub(super) fn of(question: &str) -> Option<Self> {
        let mut languages = vec![language_of_question(question)];
        for language in [Language::English, Language::German] {
            if !languages.contains(&language) {
                languages.push(language);
            }
        }
        let style = if languages.first() == Some(&Language::German) {
            DecimalStyle::Comma
        } else {
            DecimalStyle::Point
        };
        let texts = question.split_whitespace().map(bare).filter(|text| !text.is_empty());
        let texts: Vec<&str> = texts.take(MOST_WORDS + 1).collect();
        let word = |text: &&str| QuestionWord::of(text, style, &languages);
        let all: Vec<QuestionWord> = texts.iter().map(word).collect();
        let words = Self { all, languages };
        let asks = (0..words.all.len()).any(|at| {
            (1..=MOST_PHRASE_WORDS).any(|length| {
                words.phrase(at, length).is_some_and(|one| request_of(&one).is_some())
            })
        });
        (asks && words.all.len() <= MOST_WORDS).then_some(words)
    }

    /// So many words from a place on, in small letters; `None` beyond the end.
    pub(super) fn phrase(&self, at: usize, length: usize) -> Option<String> {
        let words = self.all.get(at..at + length)?;
        let lower: Vec<&str> = words.iter().map(|word| word.lower.as_str()).collect();
        Some(lower.join(" "))
    }

    /// The stems of a text in each language of the question.
    pub(super) fn stems(&self, text: &str) -> Vec<Vec<String>> {
        let stems = |language: &Language| {
            stems_in(text, *language).into_iter().map(|word| word.term).collect()
        };
        self.languages.iter().map(stems).collect()
    }

    /// The period that so many words from a place on name.
    pub(super) fn period(&self, at: usize, length: usize) -> Option<Period> {
        Period::of(&self.phrase(at, length)?, None)
    }

    /// The number at a place with its unit, and the number of its words.
    pub(super) fn number(&self, at: usize) -> Option<(Number, usize)> {
        let mut number = self.all.get(at)?.number.clone()?;
        let unit = self.all.get(at + 1).and_then(|next| UNITS.get(next.lower.as_str()));
        match unit.filter(|_| number.unit.is_empty()) {
            Some(unit) => {
                (*unit).clone_into(&mut number.unit);
                Some((number, 2))
            }
            None => Some((number, 1)),
        }
    }
}

impl QuestionWord {
    fn of(text: &str, style: DecimalStyle, languages: &[Language]) -> Self {
        let lower = text.to_lowercase();
        let digits = NUMBERS.get(lower.as_str()).copied();
        let is_stop = || languages.iter().any(|language| is_stop_word(*language, &lower));
        let tables = [Table::Asking, Table::Carriers, Table::Tabular];
        // A name of two capitals is none of the small words: "US".
        let is_name = text.len() > 1 && text.chars().all(char::is_uppercase);
        Self {
            number: Number::of(digits.unwrap_or(text), style_of(text).unwrap_or(style)),
            is_empty: !is_name && (tables.iter().any(|table| table.has(&lower)) || is_stop()),
            text: text.to_owned(),
            lower,
        }
    }
}

/// A word without the signs around it, and without the ending of a possessive.
fn bare(word: &str) -> &str {
    let is_kept = |c: char| c.is_alphanumeric() || "$€£¥%-−".contains(c);
    let word = word.trim_matches(|c: char| !is_kept(c));
    let word = word.trim_end_matches(['-', '−']);
    word.strip_suffix("'s").or(word.strip_suffix("’s")).unwrap_or(word)
}

/// The request that a phrase in small letters makes.
pub(super) fn request_of(phrase: &str) -> Option<&'static str> {
    CALCULATIONS.get(phrase).copied()
}

/// True if the first or last is asked for.
pub(super) fn is_extreme(asked: &str) -> bool {
    asked.starts_with("least") || asked.starts_with("greatest")
}

/// The operator that a phrase in small letters stands for.
pub(super) fn operators_of(phrase: &str) -> Option<&'static str> {
    COMPARISONS.get(phrase).copied()
}

/// The kind of numbers that a word in the name of a column denotes.
pub(super) fn header(word: &str) -> Option<&'static str> {
    AMOUNTS.get(word).copied()
}

/// The unit that a word or a sign means.
pub(super) fn unit(word: &str) -> Option<&'static str> {
    UNITS.get(word).copied()
}
