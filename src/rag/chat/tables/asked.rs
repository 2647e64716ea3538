//! What a question asks to be made of the rows, once its words are read.

use super::read::Reader;
use super::words::{Words, is_extreme};
use crate::rag::corpus::table::calculation::{Aggregate, Calculation};
use crate::rag::corpus::table::{Kind, Table};

/// Rows that tell the unit of a column.
const SAMPLE: usize = 20;

impl Reader<'_> {
    /// True if a column is of a kind, and does not only number the rows.
    pub(super) fn is(&self, column: usize, kind: Kind) -> bool {
        self.table.columns.get(column).is_some_and(|one| one.kind == kind && !one.is_key)
    }

    /// The only column of a kind; numbers of rows are none.
    pub(super) fn only(&self, kind: Kind) -> Option<usize> {
        let mut all = (0..self.table.columns.len()).filter(|at| self.is(*at, kind));
        let first = all.next()?;
        all.next().is_none().then_some(first)
    }

    /// The only column with amounts of money.
    pub(super) fn money(&self) -> Option<usize> {
        let is_money = |at: &usize| {
            let cells = (0..self.table.len().min(SAMPLE)).map(|row| self.table.cell(row, *at));
            let column = self.table.columns.get(*at).filter(|_| self.is(*at, Kind::Number));
            let mut numbers = cells.filter_map(|cell| column?.number(cell));
            numbers.any(|number| ["usd", "gbp", "eur"].contains(&number.unit.as_str()))
        };
        let mut all = (0..self.table.columns.len()).filter(is_money);
        match (all.next(), all.next()) {
            (Some(only), None) => Some(only),
            (None, _) => self.only(Kind::Number),
            _ => None,
        }
    }

    /// True if the numbers of a column have this unit, as far as both have one.
    pub(super) fn measures(&self, column: usize, unit: &str) -> bool {
        let cells = (0..self.table.len().min(SAMPLE)).map(|row| self.table.cell(row, column));
        let by = self.table.columns.get(column);
        let units = cells.filter_map(|cell| Some(by?.number(cell)?.unit));
        let units: std::collections::BTreeSet<String> = units.collect();
        let is_money = |unit: &str| ["usd", "gbp", "eur"].contains(&unit);
        units.len() <= 1 && units.iter().all(|own| own == unit || !is_money(own) || unit.is_empty())
    }

    /// The calculation that is asked for; `None` where the words leave it open.
    pub(super) fn calculation(&self, words: &Words) -> Option<Calculation> {
        let asks = |what: &str| self.asks.iter().any(|(_, asked)| *asked == what);
        let first = self.asks.iter().find(|(_, asked)| is_extreme(asked));
        let adds = asks("sum") || asks("all");
        let (aggregate, column) = match first {
            Some((_, asked)) if !adds && !asks("mean") => self.extreme(asked)?,
            None if asks("mean") => (Aggregate::Mean, Some(self.amount()?)),
            None if asks("count") => self.counted(adds)?,
            None if asks("sum") || (asks("much") && adds) => (Aggregate::Sum, Some(self.amount()?)),
            // "The revenue of each region"
            None if self.asks.is_empty() && self.group.is_some() => {
                (Aggregate::Sum, Some(self.amount()?))
            }
            None if asks("list") && !self.conditions.is_empty() && !adds => (Aggregate::List, None),
            _ => return None,
        };
        let is_twice = self.asks.iter().enumerate().any(|(at, (_, asked))| {
            let before = self.asks.iter().take(at);
            *asked != "list" && before.into_iter().any(|(_, one)| one == asked)
        });
        let is_ambiguous = is_twice
            || !matches!(aggregate, Aggregate::Count | Aggregate::List) && self.names_itself(words);
        let is_number = |group: usize| self.is(group, Kind::Number);
        // "Top 3 by price" is an order, and no group.
        let group = self.group.filter(|group| !is_number(*group));
        let is_order = self.group.is_some_and(is_number) && first.is_none();
        (!is_ambiguous && !is_order).then(|| Calculation {
            aggregate,
            column,
            conditions: self.conditions.clone(),
            group,
            limit: self.limit,
        })
    }

    /// True if a word that asks for something is also in the name of a column: "total", "average".
    fn names_itself(&self, words: &Words) -> bool {
        let asked = words.all.iter().filter(|word| super::words::asked(&word.lower).is_some());
        let mut asked = asked.filter(|word| super::words::asked(&word.lower) != Some("list"));
        asked.any(|word| {
            let names = self.table.columns.iter();
            names.into_iter().any(|column| {
                crate::text::words::words(&column.name)
                    .any(|name| name.to_lowercase() == word.lower)
            })
        })
    }

    /// The column of numbers that is named, and no other beside it but in conditions.
    fn amount(&self) -> Option<usize> {
        let used = |column: usize| self.conditions.iter().any(|one| one.column == column);
        let mut named: Vec<usize> = self.columns.iter().map(|(_, column)| *column).collect();
        named.retain(|column| self.is(*column, Kind::Number) && !used(*column));
        named.dedup();
        match named[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    fn extreme(&self, asked: &str) -> Option<(Aggregate, Option<usize>)> {
        let aggregate =
            if asked.starts_with("least") { Aggregate::Least } else { Aggregate::Greatest };
        let used = |column: usize| self.conditions.iter().any(|one| one.column == column);
        let dates = || {
            let mut named = self.columns.iter().map(|(_, column)| *column);
            let named = named.find(|column| self.is(*column, Kind::Period) && !used(*column));
            named.or_else(|| self.only(Kind::Period))
        };
        let order = self.group.filter(|group| self.is(*group, Kind::Number));
        let column = match asked.split_once(' ') {
            Some((_, "date")) => dates()?,
            Some(_) => self.amount().or_else(|| self.money())?,
            None => order.or_else(|| self.amount())?,
        };
        // Of a thing that stands in several rows, it is open whether those are to be added up.
        let repeats = |(_, named): &(usize, usize)| {
            let column = self.table.columns.get(*named);
            column.is_some_and(|one| one.kind == Kind::Text && !is_unlike(self.table, *named))
        };
        let is_open = asked.split_once(' ').is_none() && self.columns.iter().any(repeats);
        (!is_open).then_some((aggregate, Some(column)))
    }

    /// True if a column of amounts or dates is named, and no condition is on it: more may be asked for than a count.
    fn names_values(&self) -> bool {
        let used = |column: usize| self.conditions.iter().any(|one| one.column == column);
        let mut named = self.columns.iter().map(|(_, column)| *column);
        let is_value = |column| self.is(column, Kind::Number) || self.is(column, Kind::Period);
        named.any(|column| is_value(column) && !used(column))
    }

    /// What is counted: rows, or the different values of the column that stands behind "how many"; none for a column
    /// of amounts: "How many days are there?" may ask for one of its cells.
    fn counted(&self, adds: bool) -> Option<(Aggregate, Option<usize>)> {
        let at = self.asks.iter().find(|(_, asked)| *asked == "count").map(|(at, _)| *at)?;
        let behind = self
            .columns
            .iter()
            .find(|(place, _)| *place == at + 1 || (*place == at + 2 && !self.is_named));
        let Some((_, column)) = behind else {
            // A name of the document alone may be that of another table.
            let is_row = self.is_named || !self.conditions.is_empty();
            return (is_row && !self.names_values()).then_some((Aggregate::Count, None));
        };
        if self.is(*column, Kind::Number) {
            return adds.then(|| Some((Aggregate::Sum, Some(self.amount()?)))).flatten();
        }
        if self.names_values() {
            return None;
        }
        let is_value = self.conditions.iter().any(|one| one.column == *column);
        Some((Aggregate::Count, Some(*column).filter(|_| !is_value)))
    }
}

/// True if no value of a column stands in two rows.
fn is_unlike(table: &Table, column: usize) -> bool {
    let mut seen = std::collections::HashSet::new();
    (0..table.len()).all(|row| seen.insert(table.cell(row, column)))
}
