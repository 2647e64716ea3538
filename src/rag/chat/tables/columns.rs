//! What the columns of a table hold: amounts of money, amounts that can be added up, and the rest.

use super::read::Reader;
use super::units::{is_money, is_rate, units};
use crate::rag::corpus::table::{Kind, Table};
use crate::text::languages;
use crate::text::words::words;

impl Reader<'_> {
    /// True if a column is of a kind, and does not only number the rows.
    pub(super) fn is(&self, column: usize, kind: Kind) -> bool {
        self.table.columns.get(column).is_some_and(|one| one.kind == kind && !one.is_key)
    }

    /// The only column of a kind; numbers of rows are none.
    pub(super) fn only(&self, kind: Kind) -> Option<usize> {
        self.one(|at| self.is(at, kind))
    }

    /// The only column with amounts of money; where none tells its unit, the only one with numbers.
    pub(super) fn money(&self) -> Option<usize> {
        let has_money = (0..self.table.columns.len()).any(|at| self.has_money(at));
        let only = || self.only(Kind::Number);
        if has_money { self.one(|at| self.has_money(at)) } else { only() }
    }

    /// The only column with amounts in a unit; where none tells this unit, the only one with numbers.
    pub(super) fn measured(&self, unit: &str) -> Option<usize> {
        let has = |at: usize| self.is(at, Kind::Number) && units(self.table, at).contains(unit);
        let is_told = !unit.is_empty() && (0..self.table.columns.len()).any(has);
        if is_told { self.one(has) } else { self.only(Kind::Number) }
    }

    /// The column of which whole rows are added up: the only one whose numbers can be, or with money, or with totals.
    pub(super) fn summed(&self) -> Option<usize> {
        let has_totals = |at: usize| {
            let name = self.table.columns.get(at).map_or("", |column| column.name.as_str());
            words(name).any(|word| languages::Table::Totals.has(&word.to_lowercase()))
        };
        let only = self.one(|at| self.is_additive(at));
        let only = only.or_else(|| self.one(|at| self.is_additive(at) && self.has_money(at)));
        only.or_else(|| self.one(|at| self.is_additive(at) && has_totals(at)))
    }

    /// The only column that fits.
    fn one(&self, fits: impl Fn(usize) -> bool) -> Option<usize> {
        let mut all = (0..self.table.columns.len()).filter(|at| fits(*at));
        let first = all.next()?;
        all.next().is_none().then_some(first)
    }

    /// True if the numbers of a column are amounts of money, by their unit.
    pub(super) fn has_money(&self, column: usize) -> bool {
        self.is(column, Kind::Number) && units(self.table, column).iter().any(|unit| is_money(unit))
    }

    /// True if the numbers of a column say something when they are added up, though nobody asks for it.
    pub(super) fn is_additive(&self, column: usize) -> bool {
        let Some(name) = self.table.columns.get(column).map(|column| column.name.as_str()) else {
            return false;
        };
        let units = units(self.table, column);
        self.is(column, Kind::Number) && units.len() < 2 && !units.contains("%") && !is_rate(name)
    }

    /// True if the numbers of a column have this unit, as far as both have one.
    pub(super) fn measures(&self, column: usize, unit: &str) -> bool {
        let units = units(self.table, column);
        let fits = |own: &String| own == unit || !is_money(own) || unit.is_empty();
        units.len() <= 1 && units.iter().all(fits)
    }

    /// True if the numbers of two columns can be compared: they have the same units.
    pub(super) fn are_alike(&self, one: usize, other: usize) -> bool {
        let are_numbers = self.is(one, Kind::Number) && self.is(other, Kind::Number);
        one != other && are_numbers && units(self.table, one) == units(self.table, other)
    }
}

/// True if no value of a column stands in two rows.
pub(super) fn is_unlike(table: &Table, column: usize) -> bool {
    let mut seen = std::collections::HashSet::new();
    (0..table.len()).all(|row| seen.insert(table.cell(row, column)))
}
