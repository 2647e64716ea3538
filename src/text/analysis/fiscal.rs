//! Years as reports write them: "FY2021" and "FY 21" are 2021, and "2021/22" is 2021 and 2022.

use tantivy::tokenizer::Token;

use crate::languages::Table;

/// Characters between a prefix and its year: `FY 2021`, `FY'21`, `FY-2021`, `FY_2021`.
const YEAR_SEPARATORS: [&str; 6] = ["", " ", "'", "\u{2019}", "-", "_"];

/// Two-digit years from here on belong to the last century.
const LAST_CENTURY: u32 = 70;

/// Highest number of a month: after a hyphen, a number up to this may be a month.
const MONTHS: u32 = 12;

/// Returns the tokens of `text` with its years written out. A prefix such as "FY" belongs to its year and is not a
/// word.
pub(super) fn read(text: &str, tokens: Vec<Token>) -> Vec<Token> {
    let mut read: Vec<Token> = Vec::with_capacity(tokens.len());
    for mut token in tokens {
        if let Some(digits) = YearDigits::of(&token.text) {
            let before = read.last();
            if let Some(year) = before.and_then(|before| prefixed(text, before, &token, digits)) {
                token.offset_from = read.pop().map_or(token.offset_from, |one| one.offset_from);
                token.text = year;
            } else if let Some(year) =
                before.and_then(|before| second(text, before, &token, digits))
            {
                token.text = year;
            }
        }
        token.position = read.len();
        read.push(token);
    }
    read
}

/// Returns true if a token is a year that the text abbreviates.
pub(super) fn is_short(text: &str, token: &Token) -> bool {
    let written = text.get(token.offset_from..token.offset_to);
    is_year(&token.text) && written != Some(&*token.text)
}

/// Returns the word behind a term: as in the text, but with the second year of "2021/22" in full.
pub(super) fn word<'a>(written: &'a str, term: &'a str) -> &'a str {
    let is_short = matches!(YearDigits::of(written), Some(YearDigits::Two(_)));
    if is_short && matches!(YearDigits::of(term), Some(YearDigits::Year(_))) {
        term
    } else {
        written
    }
}

/// Returns true for a year of four digits.
fn is_year(word: &str) -> bool {
    matches!(YearDigits::of(word), Some(YearDigits::Year(_)))
}

/// Digits that may be those of a year.
#[derive(Clone, Copy)]
enum YearDigits {
    Two(u32),
    Year(u32),
}

impl YearDigits {
    fn of(word: &str) -> Option<Self> {
        if !matches!(word.len(), 2 | 4) || !word.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let number = word.parse().ok()?;
        match word.len() {
            2 => Some(Self::Two(number)),
            _ => (1900..2100).contains(&number).then_some(Self::Year(number)),
        }
    }
}

/// Returns the year of `token`, if `before` is the prefix of a year.
fn prefixed(text: &str, before: &Token, token: &Token, digits: YearDigits) -> Option<String> {
    let between = text.get(before.offset_to..token.offset_from)?;
    let is_prefix = YEAR_SEPARATORS.contains(&between)
        && before.text.is_ascii()
        && Table::FiscalYears.has(&before.text.to_ascii_lowercase());
    match digits {
        YearDigits::Year(year) => is_prefix.then(|| year.to_string()),
        YearDigits::Two(digits) => {
            let is_meant = between != " " || before.text.bytes().all(|c| c.is_ascii_uppercase());
            let century = if digits < LAST_CENTURY { 2000 } else { 1900 };
            (is_prefix && is_meant).then(|| (century + digits).to_string())
        }
    }
}

/// Returns the year of `token`, if it is the second of two consecutive years.
fn second(text: &str, before: &Token, token: &Token, digits: YearDigits) -> Option<String> {
    let (Some(YearDigits::Year(first)), YearDigits::Two(digits)) =
        (YearDigits::of(&before.text), digits)
    else {
        return None;
    };
    let is_spelt = text.get(before.offset_from..before.offset_to) == Some(&*before.text);
    let may_follow = match text.get(before.offset_to..token.offset_from)? {
        "/" | "\u{2013}" => true,
        "-" => digits > MONTHS || !is_spelt,
        _ => false,
    };
    let goes_on = text.get(token.offset_to..)?.starts_with(['-', '/']);
    let next = first + 1;
    (may_follow && !goes_on && next % 100 == digits).then(|| next.to_string())
}
