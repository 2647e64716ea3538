//! Counting, adding up and choosing rows of a table.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

use super::condition::KeyedCondition;
pub use super::condition::{Condition, Test};
pub use super::figure::{Aggregate, CalculationError, Figure};
use super::number::Decimal;
use super::period::Period;
use super::range::outside;
use super::values::ColumnValues;
use super::{Table, is_blank, key};

/// A calculation over a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Calculation {
    /// The aggregate over the rows.
    pub aggregate: Aggregate,
    /// The column that is counted, added up or compared.
    pub column: Option<usize>,
    /// The conditions on a row.
    pub conditions: Vec<Condition>,
    /// The column by whose values rows are taken together.
    pub group: Option<usize>,
    /// The number of rows or groups from the first one, where only some are wanted.
    pub limit: Option<usize>,
}

/// The result of a calculation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figures {
    /// The figure over all rows that fit; `None` for lists.
    pub figure: Option<Figure>,
    /// The groups with their figures and numbers of rows, the greatest first.
    pub groups: Vec<(String, Figure, usize)>,
    /// The rows that fit, in order; for the least and greatest only those.
    pub rows: Vec<usize>,
    /// The number of all rows that fit.
    pub fitting: usize,
    /// The number of rows that may fit: a cell of a condition has no value, or one that cannot be read.
    pub undecided: usize,
    /// The number of rows of which the share is taken.
    pub base: usize,
    /// Among the rows that fit, cells without a value.
    pub empty: usize,
    /// Among these, cells that are no number or no date.
    pub unreadable: usize,
}

impl Calculation {
    /// The rows that fit some conditions.
    pub fn rows(conditions: &[Condition]) -> Self {
        let conditions = conditions.to_vec();
        Self { aggregate: Aggregate::List, column: None, conditions, group: None, limit: None }
    }

    /// The result over a table.
    ///
    /// # Errors
    ///
    /// The reason why it would not be certain.
    pub fn over(&self, table: &Table) -> Result<Figures, CalculationError> {
        let with_gaps = |column: usize| table.columns.get(column).is_some_and(|one| one.has_gaps);
        let mut used = self.conditions.iter().map(|one| one.column).chain(self.group);
        if used.any(with_gaps) {
            return Err(CalculationError::Gaps);
        }
        let (rows, undecided) = self.fitting(table)?;
        let no_row = rows.is_empty() && undecided == 0;
        if no_row && outside(table, &self.conditions).is_some() {
            return Err(CalculationError::OutOfRange);
        }
        let figures = match (self.aggregate, self.group) {
            (Aggregate::Share(at), _) => self.shared(table, rows, at)?,
            (_, Some(group)) => self.grouped(table, rows, group)?,
            (_, None) => self.figured(table, rows)?,
        };
        Ok(Figures { undecided, ..figures })
    }

    /// The rows that fit, and the number of those that may.
    fn fitting(&self, table: &Table) -> Result<(Vec<usize>, usize), CalculationError> {
        let keyed: Vec<KeyedCondition<'_>> =
            self.conditions.iter().map(KeyedCondition::new).collect();
        let (mut rows, mut undecided) = (Vec::new(), 0);
        for row in 0..table.len() {
            let mut fits = Some(true);
            for condition in &keyed {
                match condition.holds(table, row)? {
                    Some(true) => {}
                    Some(false) => {
                        fits = Some(false);
                        break;
                    }
                    None => fits = None,
                }
            }
            match fits {
                Some(true) => rows.push(row),
                Some(false) => {}
                None => undecided += 1,
            }
        }
        Ok((rows, undecided))
    }

    /// The share of rows in those that fit all conditions but one.
    fn shared(
        &self,
        table: &Table,
        rows: Vec<usize>,
        at: usize,
    ) -> Result<Figures, CalculationError> {
        let others = self.conditions.iter().enumerate().filter(|(place, _)| *place != at);
        let others: Vec<Condition> = others.map(|(_, one)| one.clone()).collect();
        let (fitting, base) = (rows.len(), Self::rows(&others).fitting(table)?.0.len());
        let hundredfold = Decimal::whole(fitting.saturating_mul(100));
        let (share, is_exact) = hundredfold.divided(base).ok_or(CalculationError::Nothing)?;
        let figure = Figure::Number(share.with_decimals(0), "%".to_owned(), is_exact);
        Ok(Figures { figure: Some(figure), rows, fitting, base, ..Figures::default() })
    }

    fn figured(&self, table: &Table, rows: Vec<usize>) -> Result<Figures, CalculationError> {
        let fitting = rows.len();
        let Some(column) = self.column.filter(|_| self.aggregate != Aggregate::List) else {
            let counts = self.aggregate == Aggregate::Count;
            let figure =
                counts.then(|| Figure::Number(Decimal::whole(fitting), String::new(), true));
            return Ok(Figures { figure, rows, fitting, ..Figures::default() });
        };
        if self.aggregate == Aggregate::Count {
            let cells = rows.iter().map(|row| table.cell(*row, column));
            let filled = cells.filter(|cell| !is_blank(cell)).map(key);
            let different = Decimal::whole(filled.collect::<BTreeSet<u64>>().len());
            let figure = Some(Figure::Number(different, String::new(), true));
            return Ok(Figures { figure, rows, fitting, ..Figures::default() });
        }
        let read = ColumnValues::of(table, column, &rows);
        let (figure, rows) = read.figure(self.aggregate, self.limit, rows)?;
        let (empty, unreadable) = (read.empty, read.unreadable);
        Ok(Figures { figure: Some(figure), rows, fitting, empty, unreadable, ..Figures::default() })
    }

    fn grouped(
        &self,
        table: &Table,
        rows: Vec<usize>,
        group: usize,
    ) -> Result<Figures, CalculationError> {
        let mut names: Vec<&str> = Vec::new();
        let mut known: HashMap<u64, usize> = HashMap::new();
        let mut parts: Vec<Vec<usize>> = Vec::new();
        for row in &rows {
            let cell = table.cell(*row, group);
            let at = *known.entry(key(cell)).or_insert_with(|| {
                names.push(cell);
                parts.push(Vec::new());
                names.len() - 1
            });
            parts.get_mut(at).into_iter().for_each(|part| part.push(*row));
        }
        let mut all = Figures { fitting: rows.len(), rows, ..Figures::default() };
        for (name, part) in names.into_iter().zip(parts) {
            let count = part.len();
            let figures = match self.figured(table, part) {
                // No cell of the group has a value.
                Err(CalculationError::Nothing) => {
                    all.empty += count;
                    continue;
                }
                figures => figures?,
            };
            all.empty += figures.empty;
            all.unreadable += figures.unreadable;
            let figure = figures.figure.ok_or(CalculationError::Nothing)?;
            all.groups.push((name.to_owned(), figure, count));
        }
        one_unit(&all.groups)?;
        if all.groups.is_empty() {
            return Err(CalculationError::Nothing);
        }
        all.groups.sort_by_key(|(_, figure, _)| Reverse(figure.order()));
        // Groups that are level with the last of so many come with it.
        let last = self.limit.and_then(|limit| all.groups.get(limit.max(1) - 1));
        if let Some(least) = last.map(|(_, figure, _)| figure.order()) {
            all.groups.retain(|(_, figure, _)| figure.order() >= least);
        }
        Ok(all)
    }
}

/// Groups are compared: their figures must have one unit.
fn one_unit(groups: &[(String, Figure, usize)]) -> Result<(), CalculationError> {
    let unit = |(_, figure, _): &(String, Figure, usize)| match figure {
        Figure::Number(_, unit, _) => Some(unit.clone()),
        Figure::Period(_) => None,
    };
    let units: BTreeSet<String> = groups.iter().filter_map(unit).collect();
    if units.len() > 1 { Err(CalculationError::Units(units.into_iter().collect())) } else { Ok(()) }
}

impl Figure {
    /// The key by which it is ordered.
    fn order(&self) -> (Option<Decimal>, Option<Period>) {
        match self {
            Self::Number(value, ..) => (Some(*value), None),
            Self::Period(period) => (None, Some(*period)),
        }
    }
}
