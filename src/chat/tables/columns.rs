//! The contents of a table's columns: amounts of money, amounts that can be added up, and the rest.

use footnote_documents::table::{ColumnKind, Table};
use footnote_text::languages;
use footnote_text::words::words;

use super::read::CalculationParser;
use super::units::{is_money, is_rate, says, units};

impl CalculationParser<'_> {
    /// True if a column is of a kind, and does not only number the rows.
    pub(super) fn is(&self, column: usize, kind: ColumnKind) -> bool {
        self.table.columns.get(column).is_some_and(|one| one.kind == kind && !one.is_key)
    }

    /// The only column of a kind; numbers of rows are none.
    pub(super) fn only(&self, kind: ColumnKind) -> Option<usize> {
        self.one(|at| self.is(at, kind))
    }

    /// The only column with amounts of money, by its unit or its name; where none is marked, the only one with numbers,
    /// if these may be some.
    pub(super) fn money(&self) -> Option<usize> {
        self.only_one_of(|at| self.has_money(at))
    }

    /// The only column with what things cost, in the same way.
    pub(super) fn price(&self) -> Option<usize> {
        self.only_one_of(|at| self.has_prices(at))
    }

    fn only_one_of(&self, fits: impl Fn(usize) -> bool) -> Option<usize> {
        if (0..self.table.columns.len()).any(&fits) {
            // A column of totals beside it may be meant as well.
            return self.one(|at| fits(at) || self.has_totals(at) && self.measures(at, ""));
        }
        let is_plain = |at: &usize| {
            let is_called = |what| says(self.name(*at), what);
            let has_unit = units(self.table, *at).iter().any(|unit| !unit.is_empty());
            !has_unit && !is_rate(self.name(*at)) && !["pieces", "money"].into_iter().any(is_called)
        };
        self.only(ColumnKind::Number).filter(is_plain)
    }

    fn name(&self, column: usize) -> &str {
        self.table.columns.get(column).map_or("", |column| column.name.as_str())
    }

    /// True if a column of numbers is called one of totals.
    fn has_totals(&self, column: usize) -> bool {
        let is_total = |word: &str| languages::Table::Totals.has(&word.to_lowercase());
        self.is(column, ColumnKind::Number) && words(self.name(column)).any(is_total)
    }

    /// The only column with amounts in a unit; where none has this unit, the only one with numbers.
    pub(super) fn measured(&self, unit: &str) -> Option<usize> {
        let has =
            |at: usize| self.is(at, ColumnKind::Number) && units(self.table, at).contains(unit);
        let is_told = !unit.is_empty() && (0..self.table.columns.len()).any(has);
        match is_told {
            true => self.one(has),
            false if is_money(unit) => self.money(),
            false => self.only(ColumnKind::Number),
        }
    }

    /// The column of which whole rows are added up: the only one whose numbers can be, or with money, or with totals.
    pub(super) fn summed(&self) -> Option<usize> {
        let only = self.one(|at| self.is_additive(at));
        let only = only.or_else(|| self.one(|at| self.is_additive(at) && self.has_currency(at)));
        only.or_else(|| self.one(|at| self.is_additive(at) && self.has_totals(at)))
    }

    /// The only column that fits.
    fn one(&self, fits: impl Fn(usize) -> bool) -> Option<usize> {
        let mut all = (0..self.table.columns.len()).filter(|at| fits(*at));
        let first = all.next()?;
        all.next().is_none().then_some(first)
    }

    /// True if the numbers of a column are amounts of money, by their unit, or by its name where they have none.
    pub(super) fn has_money(&self, column: usize) -> bool {
        self.has_currency(column) || self.is_called(column, &["money", "price"])
    }

    /// True if the numbers of a column are what things cost, by their unit or their name.
    pub(super) fn has_prices(&self, column: usize) -> bool {
        let is_other = says(self.name(column), "money");
        self.has_currency(column) && !is_other || self.is_called(column, &["price"])
    }

    /// True if a word in the name of a column of numbers says so, and these have no unit.
    fn is_called(&self, column: usize, meanings: &[&str]) -> bool {
        let is_open = || units(self.table, column).iter().all(String::is_empty);
        let says_so = |meaning: &&str| says(self.name(column), meaning);
        self.is(column, ColumnKind::Number) && meanings.iter().any(says_so) && is_open()
    }

    /// True if a column counts pieces.
    pub(super) fn has_pieces(&self) -> bool {
        let is_count = |at: usize| self.is(at, ColumnKind::Number) && says(self.name(at), "pieces");
        (0..self.table.columns.len()).any(is_count)
    }

    /// True if the numbers of a column are what each row has for itself, such as fees.
    pub(super) fn is_of_each(&self, column: usize) -> bool {
        says(self.name(column), "each")
    }

    /// True if the numbers of a column are amounts of money, by their unit.
    fn has_currency(&self, column: usize) -> bool {
        self.is(column, ColumnKind::Number)
            && units(self.table, column).iter().any(|unit| is_money(unit))
    }

    /// True if the numbers of a column say something when they are added up, though nobody asks for it.
    pub(super) fn is_additive(&self, column: usize) -> bool {
        let Some(name) = self.table.columns.get(column).map(|column| column.name.as_str()) else {
            return false;
        };
        let units = units(self.table, column);
        self.is(column, ColumnKind::Number)
            && units.len() < 2
            && !units.contains("%")
            && !is_rate(name)
    }

    /// True if the numbers of a column have this unit, as far as both have one.
    pub(super) fn measures(&self, column: usize, unit: &str) -> bool {
        let units = units(self.table, column);
        let fits = |own: &String| own == unit || !is_money(own) || unit.is_empty();
        units.len() <= 1 && units.iter().all(fits)
    }

    /// True if the numbers of two columns can be compared: they have the same units.
    pub(super) fn are_alike(&self, one: usize, other: usize) -> bool {
        let are_numbers = self.is(one, ColumnKind::Number) && self.is(other, ColumnKind::Number);
        one != other && are_numbers && units(self.table, one) == units(self.table, other)
    }
}

/// True if no value of a column stands in two rows.
pub(super) fn has_distinct_values(table: &Table, column: usize) -> bool {
    let mut seen = std::collections::HashSet::new();
    (0..table.len()).all(|row| seen.insert(table.cell(row, column)))
}
