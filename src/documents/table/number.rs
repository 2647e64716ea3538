//! Numbers in cells: exact decimals with their unit, in both decimal styles.

use footnote_text::languages::{Pairs, Table, pairs};

/// Maximum length of a number with its separators; a sum of 200,000 such numbers still fits into 128 bits.
const MAX_DIGITS: usize = 30;

/// Maximum length of a unit in characters.
const MAX_UNIT_LEN: usize = 12;

/// Words and symbols for the same unit.
static UNITS: Pairs = Pairs::new(|| pairs(Table::Units));

/// An exact decimal number: `units` divided by ten to the power of `scale`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Decimal {
    /// The digits.
    pub(super) units: i128,
    /// Number of decimals.
    pub(super) scale: u32,
}

/// The decimal separator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecimalStyle {
    /// `1,234.56`
    Point,
    /// `1.234,56`
    Comma,
}

/// A number with its unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Number {
    /// Its value.
    pub value: Decimal,
    /// A currency (`eur`), `%`, or the word after the number in lower case; empty if there is none.
    pub unit: String,
}

impl Decimal {
    /// Returns a whole number.
    pub fn whole(number: usize) -> Self {
        Self { units: i128::try_from(number).unwrap_or(i128::MAX), scale: 0 }
    }

    /// Parses digits as people write them, in either style; an ambiguous mark separates thousands. `None` for dates,
    /// versions and anything else.
    pub fn read(digits: &str) -> Option<Self> {
        let unclear = if digits.contains('.') { DecimalStyle::Comma } else { DecimalStyle::Point };
        let style = style_of(digits).unwrap_or(unclear);
        value(digits, style).filter(|_| !digits.is_empty())
    }

    /// Returns the digits with a decimal point and without separators or unnecessary zeros: `1234.5`.
    pub fn in_digits(self) -> String {
        self.trimmed().to_string().replace(',', "")
    }

    /// Both as units of the same scale; `None` beyond 128 bits.
    pub(super) fn aligned(self, other: Self) -> Option<(i128, i128, u32)> {
        let scale = self.scale.max(other.scale);
        let units = |one: Self| one.units.checked_mul(10_i128.checked_pow(scale - one.scale)?);
        Some((units(self)?, units(other)?, scale))
    }

    /// Returns the sum; `None` beyond 128 bits.
    pub fn plus(self, other: Self) -> Option<Self> {
        let (one, two, scale) = self.aligned(other)?;
        Some(Self { units: one.checked_add(two)?, scale })
    }

    /// Returns the difference; `None` beyond 128 bits.
    pub fn minus(self, other: Self) -> Option<Self> {
        self.plus(Self { units: other.units.checked_neg()?, ..other })
    }

    /// Returns the number divided by a count, to two more decimals; `None` for a count of zero, and beyond 128 bits.
    pub fn divided(self, count: usize) -> Option<Self> {
        let count = i128::try_from(count).ok().filter(|count| *count > 0)?;
        let units = self.units.checked_mul(100)?.checked_add(count / 2 * self.units.signum())?;
        Some(Self { units: units / count, scale: self.scale + 2 })
    }

    /// Returns the number without thousands separators, as programs read it.
    pub fn plain(self) -> String {
        self.to_string().replace(',', "")
    }

    /// Returns the number without trailing zeros.
    fn trimmed(mut self) -> Self {
        while self.scale > 0 && self.units % 10 == 0 {
            (self.units, self.scale) = (self.units / 10, self.scale - 1);
        }
        self
    }

    /// Returns the number of its decimals.
    pub fn decimals(self) -> u32 {
        self.scale
    }

    /// Returns the number as a whole number that may be a year, without decimals.
    pub fn year(self) -> Option<u32> {
        let year = u32::try_from(self.units).ok().filter(|_| self.scale == 0)?;
        (1900..=2100).contains(&year).then_some(year)
    }

    /// Returns the number as a count, without decimals.
    pub fn count(self) -> Option<usize> {
        usize::try_from(self.units).ok().filter(|_| self.scale == 0)
    }
}

impl std::fmt::Display for Decimal {
    /// Thousands separated by commas, decimals by a point.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let scale = usize::try_from(self.scale).unwrap_or_default();
        let digits = format!("{:0least$}", self.units.unsigned_abs(), least = scale + 1);
        let (whole, decimals) = digits.split_at(digits.len() - scale);
        if self.units < 0 {
            f.write_str("-")?;
        }
        for (at, digit) in whole.chars().enumerate() {
            if at > 0 && (whole.len() - at).is_multiple_of(3) {
                f.write_str(",")?;
            }
            write!(f, "{digit}")?;
        }
        if scale > 0 { write!(f, ".{decimals}") } else { Ok(()) }
    }
}

impl Number {
    /// Returns the number that makes up a whole cell; `None` for codes with leading zeros and anything else.
    pub fn of(cell: &str, style: DecimalStyle) -> Option<Self> {
        let (digits, unit, is_negative) = parted(cell)?;
        let value = value(digits, style)?;
        let units = if is_negative { -value.units } else { value.units };
        Some(Self { value: Decimal { units, ..value }, unit })
    }
}

/// Returns the unambiguous style of a cell; `None` if both are possible, as in `1,234`.
pub fn style_of(cell: &str) -> Option<DecimalStyle> {
    let (digits, ..) = parted(cell)?;
    let marks = |key: char| digits.matches(key).count();
    let (points, commas) = (marks('.'), marks(','));
    let behind = |key: char| digits.rsplit(key).next().map_or(0, str::len);
    let before = |key: char| digits.split(key).next().unwrap_or_default();
    let is_decimal = |key| behind(key) != 3 || before(key).len() > 3 || before(key) == "0";
    match (points, commas) {
        (1.., 1..) if digits.rfind('.') > digits.rfind(',') => Some(DecimalStyle::Point),
        (1.., 1..) | (2.., 0) => Some(DecimalStyle::Comma),
        (0, 2..) => Some(DecimalStyle::Point),
        (1, 0) if is_decimal('.') => Some(DecimalStyle::Point),
        (0, 1) if is_decimal(',') => Some(DecimalStyle::Comma),
        _ => None,
    }
}

/// Returns true if a cell's digits have a mark that may separate thousands or decimals.
pub fn is_ambiguous(cell: &str) -> bool {
    parted(cell).is_some_and(|(digits, ..)| digits.contains(['.', ','])) && style_of(cell).is_none()
}

/// Returns the digits of a cell with their separators, its unit, and true if it is negative.
fn parted(cell: &str) -> Option<(&str, String, bool)> {
    let cell = cell.trim();
    if let Some((currency, inner)) = cell.strip_suffix(')').and_then(|cell| cell.split_once('('))
        && let Some(unit) = UNITS.get(currency.trim().to_lowercase().as_str())
    {
        // In accounting, "$(5)" is minus five dollars.
        let (digits, own, _) = parted(inner)?;
        return own.is_empty().then(|| (digits, (*unit).to_owned(), true));
    }
    let inner = cell.strip_prefix('(').and_then(|cell| cell.strip_suffix(')'));
    let mut rest = inner.unwrap_or(cell).trim();
    let mut is_negative = inner.is_some();
    let mut signed = |rest: &mut &str| {
        if let Some(behind) = rest.strip_prefix(['-', '−']) {
            is_negative = true;
            *rest = behind.trim_start();
        } else if let Some(behind) = rest.strip_prefix('+') {
            *rest = behind;
        }
    };
    signed(&mut rest);
    let Some(from) = rest.find(|c: char| c.is_ascii_digit()) else {
        return nothing(cell);
    };
    let (before, behind) = rest.split_at(from);
    let before = before.trim();
    let before = before.strip_suffix(['-', '−']).map_or(before, |before| {
        is_negative = true;
        before.trim()
    });
    let to = behind.rfind(|c: char| c.is_ascii_digit())? + 1;
    let (digits, after) = behind.split_at(to);
    let after = after.trim();
    // Only a currency may precede a number; another word makes it a name, such as `A4`.
    let unit = match (before, after) {
        ("", after) => unit(after)?,
        (before, "") => (*UNITS.get(before.to_lowercase().as_str())?).to_owned(),
        _ => return None,
    };
    Some((digits, unit, is_negative))
}

/// Zero in accounting notation: a dash beside a currency.
fn nothing(cell: &str) -> Option<(&'static str, String, bool)> {
    let unit = cell.trim_matches(|c: char| "-−–—".contains(c) || c.is_whitespace());
    let unit = UNITS.get(unit.to_lowercase().as_str()).filter(|_| unit.len() < cell.len())?;
    Some(("0", (*unit).to_owned(), false))
}

/// Returns the unit that a word or symbol stands for; `None` if it is not a unit.
fn unit(word: &str) -> Option<String> {
    if word.is_empty() {
        return Some(String::new());
    }
    let lower = word.to_lowercase();
    if let Some(known) = UNITS.get(lower.as_str()) {
        return Some((*known).to_owned());
    }
    let is_unit = |c: char| c.is_alphabetic() || "°²³/€$£¥%.".contains(c);
    (lower.chars().all(is_unit) && lower.chars().count() <= MAX_UNIT_LEN).then_some(lower)
}

/// Returns the value of digits with separators; thousands must be separated everywhere or nowhere.
fn value(digits: &str, style: DecimalStyle) -> Option<Decimal> {
    let (point, group) = match style {
        DecimalStyle::Point => ('.', ','),
        DecimalStyle::Comma => (',', '.'),
    };
    let (whole, decimals) = digits.split_once(point).unwrap_or((digits, ""));
    let is_code = whole.starts_with('0') && whole.len() > 1;
    let are_digits = decimals.bytes().all(|byte| byte.is_ascii_digit());
    if is_code || !are_digits || digits.len() > MAX_DIGITS {
        return None;
    }
    let (mut units, mut run, mut groups) = (0_i128, 0, 0);
    for c in whole.chars() {
        if let Some(digit) = c.to_digit(10) {
            units = units * 10 + i128::from(digit);
            run += 1;
        } else if is_group(c, group) && (run == 3 || (groups == 0 && (1..3).contains(&run))) {
            (run, groups) = (0, groups + 1);
        } else {
            return None;
        }
    }
    let is_whole = groups == 0 || run == 3;
    let added = |units, digit: u8| units * 10 + i128::from(digit - b'0');
    let units = decimals.bytes().fold(units, added);
    is_whole.then_some(Decimal { units, scale: u32::try_from(decimals.len()).ok()? })
}

/// Returns true if a character separates thousands.
fn is_group(c: char, group: char) -> bool {
    c == group || "'’ \u{a0}\u{202f}\u{2009}".contains(c)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(cell: &str, style: DecimalStyle) -> Option<(String, String)> {
        Number::of(cell, style).map(|one| (one.value.to_string(), one.unit))
    }

    #[test]
    fn cells_are_numbers_with_their_units_in_both_styles() {
        for (cell, value, unit) in [
            ("1,234.50", "1,234.50", ""),
            ("€ 12.90", "12.90", "eur"),
            ("$650", "650", "usd"),
            ("-$1,250", "-1,250", "usd"),
            ("(300)", "-300", ""),
            ("12 %", "12", "%"),
            ("30 days", "30", "days"),
            ("EUR 5", "5", "eur"),
            ("1 234", "1,234", ""),
            ("$-", "0", "usd"),
            ("$(880.50)", "-880.50", "usd"),
            ("— €", "0", "eur"),
        ] {
            let expected = Some((value.into(), unit.into()));
            assert_eq!(read(cell, DecimalStyle::Point), expected, "{cell}");
        }
        let euros = Some(("1,234.50".into(), "eur".into()));
        assert_eq!(read("1.234,50 €", DecimalStyle::Comma), euros);
    }

    #[test]
    fn digits_of_a_text_are_read_in_either_style() {
        for (digits, value) in [
            ("4,210.00", "4210"),
            ("8.731,60", "8731.6"),
            ("8'731,60", "8731.6"),
            ("4\u{202f}210,5", "4210.5"),
            ("4.210", "4210"),
            ("4,210", "4210"),
            ("0.125", "0.125"),
            ("4,21", "4.21"),
        ] {
            assert_eq!(Decimal::read(digits).map(Decimal::in_digits).as_deref(), Some(value));
        }
        for digits in ["31.12.2026", "2.9.4", "1,2,3", ""] {
            assert_eq!(Decimal::read(digits), None, "{digits}");
        }
    }

    #[test]
    fn a_mean_has_two_decimals_more_than_its_numbers() {
        let mean = |units, scale, by| Decimal { units, scale }.divided(by).map(Decimal::plain);
        let means = [mean(10, 0, 4), mean(200, 2, 3), mean(-2, 0, 3)].map(Option::unwrap);
        assert_eq!(means, ["2.50", "0.6667", "-0.67"]);
        assert_eq!((mean(1, 0, 0), mean(i128::MAX, 0, 2)), (None, None));
    }

    #[test]
    fn codes_dates_and_stretches_are_no_numbers() {
        for cell in
            ["007", "2 to 5 years", "2026-12-31", "10:30", "A4", "5 of 6", "1,23,4", "", "-"]
        {
            assert_eq!(read(cell, DecimalStyle::Point), None, "{cell}");
        }
    }

    #[test]
    fn a_style_is_told_only_where_it_is_certain() {
        for (cell, style) in [
            ("1,234.5", Some(DecimalStyle::Point)),
            ("1.234,5", Some(DecimalStyle::Comma)),
            ("12,5", Some(DecimalStyle::Comma)),
            ("0.125", Some(DecimalStyle::Point)),
            ("1.234.567", Some(DecimalStyle::Comma)),
            ("1,234", None),
            ("1.234", None),
            ("1234", None),
        ] {
            assert_eq!(style_of(cell), style, "{cell}");
        }
        assert!(is_ambiguous("1.234 €") && !is_ambiguous("1234") && !is_ambiguous("1.5"));
    }

    proptest! {
        #[test]
        fn what_is_shown_reads_as_the_same_number(units in -10_i128.pow(18)..10_i128.pow(18), scale in 0_u32..6) {
            let number = Decimal { units, scale };
            let read = Number::of(&number.to_string(), DecimalStyle::Point).unwrap();
            prop_assert_eq!(read.value, number);
            let german: String = number.to_string().chars()
                .map(|c| match c { '.' => ',', ',' => '.', c => c }).collect();
            prop_assert_eq!(Number::of(&german, DecimalStyle::Comma).unwrap().value, number);
        }

        #[test]
        fn sums_are_exact_in_any_order(cents in prop::collection::vec(-100_000_i64..100_000, 0..50)) {
            let amounts = cents.iter().map(|one| Decimal { units: i128::from(*one), scale: 2 });
            let expected = Decimal { units: cents.iter().map(|one| i128::from(*one)).sum(), scale: 2 };
            let add = |sum: Decimal, one: Decimal| sum.plus(one);
            prop_assert_eq!(amounts.clone().try_fold(Decimal::default(), add), Some(expected));
            prop_assert_eq!(amounts.rev().try_fold(Decimal::default(), add), Some(expected));
        }

        #[test]
        fn no_cell_breaks_the_reader(cell in "\\PC{0,20}") {
            let _ = (Number::of(&cell, DecimalStyle::Point), Number::of(&cell, DecimalStyle::Comma), style_of(&cell));
        }
    }
}
