//! The calculation that the parts of a question ask for.

use footnote_documents::table::number::Number;
use footnote_documents::table::period::Period;
use footnote_documents::table::{ColumnKind, Table, is_blank};

use super::read::{Bound, Operation, Part, QuestionWords, names};

/// A calculation over the rows of a table.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Calculation {
    pub(super) operation: Operation,
    /// The column that is added up or compared.
    pub(super) column: Option<usize>,
    /// The column that names the rows, if the question asks for it: "which state".
    pub(super) named: Option<usize>,
    pub(super) conditions: Vec<Condition>,
    /// Maximum number of rows, from the first one.
    pub(super) limit: usize,
    /// The word for the rows.
    pub(super) noun: Option<String>,
}

/// A condition on a cell of a row.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Condition {
    pub(super) column: usize,
    /// The bound that it sets, if any.
    bound: Option<Bound>,
    /// The SQL test that follows the name of the column.
    pub(super) sql: String,
    /// The same in words.
    pub(super) words: String,
}

/// The parts of a question over one table while they are being assembled.
struct Builder<'a> {
    table: &'a Table,
    parts: &'a [(Part, String)],
    conditions: Vec<Condition>,
    limit: Option<usize>,
}

/// Returns the calculation over a table that a question asks for; `None` if it is not certain.
pub(super) fn calculation(words: &QuestionWords, table: &Table) -> Option<Calculation> {
    let parts = words.parts(table)?;
    let mut builder = Builder { table, parts: &parts, conditions: Vec::new(), limit: None };
    for (at, (part, _)) in parts.iter().enumerate() {
        match part {
            Part::Value(column, cells) => builder.add(one_of(*column, cells))?,
            Part::Amount(number, period) => builder.add_amount(at, number.as_ref(), *period)?,
            _ => {}
        }
    }
    builder.calculation()
}

impl Builder<'_> {
    fn part(&self, at: Option<usize>) -> Option<&Part> {
        self.parts.get(at?).map(|(part, _)| part)
    }

    /// Adds a condition. Of two on one column, one must set the lower bound and the other the upper.
    fn add(&mut self, condition: Condition) -> Option<()> {
        let is_lower = |bound| matches!(bound, Some(Bound::Above | Bound::From));
        let is_upper = |bound| matches!(bound, Some(Bound::Below | Bound::UpTo));
        let same = |one: &&Condition| one.column == condition.column;
        let mut others = self.conditions.iter().filter(same);
        let is_range = others.all(|one| is_lower(one.bound) && is_upper(condition.bound));
        let has_gaps = self.table.columns.get(condition.column)?.has_gaps;
        self.conditions.push(condition);
        (is_range && !has_gaps).then_some(())
    }

    /// Adds the meaning of an amount: how many rows are wanted, or a condition on a number or a time.
    fn add_amount(
        &mut self,
        at: usize,
        number: Option<&Number>,
        period: Option<Period>,
    ) -> Option<()> {
        let is_first =
            |at| matches!(self.part(at), Some(Part::Asks(Operation::Least | Operation::Greatest)));
        let bound = match self.part(at.checked_sub(1)) {
            Some(Part::Bounds(bound)) => Some(*bound),
            // "The top three" and "the three largest".
            _ if is_first(at.checked_sub(1)) || is_first(Some(at + 1)) => {
                self.limit = Some(number?.value.count().filter(|count| *count > 0)?);
                return Some(());
            }
            _ => None,
        };
        if let Some((bound, column)) = bound.and_then(|bound| Some((bound, self.compared(at)?))) {
            let (number, units) = (number?, units(self.table, column));
            let fits = number.unit.is_empty() || units == [number.unit.as_str()];
            let (sign, side) = compared(bound, ["more than", "at least", "less than", "at most"]);
            let sql = format!("{sign} {}", number.value.plain());
            let words = format!("is {side} {}", number.value);
            let condition = Condition { column, bound: Some(bound), sql, words };
            return self.add(condition).filter(|()| fits && units.len() < 2);
        }
        let mut columns =
            (0..self.table.columns.len()).filter(|at| self.is(*at, ColumnKind::Period));
        let column = columns.next().filter(|_| columns.next().is_none())?;
        let period = period.filter(|period| is_ordered(self.table, column, *period))?;
        self.add(timed(column, bound, period))
    }

    /// Returns true if a column is of this kind and does not just number the rows.
    fn is(&self, column: usize, kind: ColumnKind) -> bool {
        self.table.columns.get(column).is_some_and(|one| one.kind == kind && !one.is_key)
    }

    /// Returns the numeric column that a bound before a number applies to: the one named before it or after the number,
    /// or that of the range that it ends.
    fn compared(&self, at: usize) -> Option<usize> {
        let named = |at: Option<usize>| match self.part(at) {
            Some(Part::Column(column)) => Some(*column),
            Some(Part::Amount(..)) => Some(self.conditions.last()?.column),
            _ => None,
        };
        let number = |at| named(at).filter(|column| self.is(*column, ColumnKind::Number));
        match (number(at.checked_sub(2)), number(Some(at + 1))) {
            (Some(one), Some(other)) if one != other => None,
            (before, behind) => before.or(behind),
        }
    }

    fn calculation(self) -> Option<Calculation> {
        let operation = self.operation()?;
        let compares = matches!(operation, Operation::Least | Operation::Greatest);
        let mut free: Vec<usize> = self
            .parts
            .iter()
            .filter_map(|(part, _)| match part {
                Part::Column(column) => Some(*column),
                _ => None,
            })
            .collect();
        free.retain(|column| !self.conditions.iter().any(|one| one.column == *column));
        free.sort_unstable();
        free.dedup();
        let is_amount = |column: &usize| {
            self.is(*column, ColumnKind::Number)
                || (compares && self.is(*column, ColumnKind::Period))
        };
        let (amounts, others): (Vec<usize>, Vec<usize>) = free.into_iter().partition(is_amount);
        let column = match (operation, amounts.as_slice()) {
            (Operation::Count, []) | (Operation::List, _) => None,
            (Operation::Count, _) => return None,
            (_, [only]) => Some(*only),
            (Operation::Sum, []) => Some(self.only_amount()?),
            _ => return None,
        };
        let units = column.map(|column| units(self.table, column)).unwrap_or_default();
        let is_sum = units.len() < 2 && (operation != Operation::Sum || units != ["%"]);
        let are_names = others.iter().all(|at| names_rows(self.table, *at));
        let noun = self.noun();
        let is_certain = match operation {
            Operation::List => !self.conditions.is_empty(),
            Operation::Count => noun.is_some() && are_names,
            _ => are_names && is_sum,
        };
        let is_used = |(at, (part, _)): (usize, &(Part, String))| match part {
            Part::Bounds(_) => matches!(self.part(Some(at + 1)), Some(Part::Amount(..))),
            // Grouping by anything else is not supported.
            Part::By => compares && self.part(Some(at + 1)) == column.map(Part::Column).as_ref(),
            _ => true,
        };
        let is_certain = is_certain && self.parts.iter().enumerate().all(is_used);
        let Self { conditions, limit, .. } = self;
        let is_certain = is_certain && (limit.is_none() || compares);
        let limit = limit.unwrap_or(1);
        let named = others.first().copied().filter(|_| compares && others.len() == 1);
        is_certain.then_some(Calculation { operation, column, named, conditions, limit, noun })
    }

    /// Returns the only numeric column that does not just number the rows, which "the total of the orders" refers to.
    /// `None` if the question names nothing in the table.
    fn only_amount(&self) -> Option<usize> {
        let is_in_table =
            |(part, _): &(Part, String)| matches!(part, Part::Column(_) | Part::Value(..));
        self.parts.iter().find(|part| is_in_table(part))?;
        let mut all = (0..self.table.columns.len()).filter(|at| self.is(*at, ColumnKind::Number));
        all.next().filter(|_| all.next().is_none())
    }

    /// Returns the only operation: "which" lists if nothing else is asked, and "number" is no count if it is what is
    /// added up or compared.
    fn operation(&self) -> Option<Operation> {
        let asked = self.parts.iter().filter_map(|(part, _)| match part {
            Part::Asks(operation) => Some(*operation),
            _ => None,
        });
        let mut asked: Vec<Operation> = asked.filter(|one| *one != Operation::List).collect();
        if asked.len() == 2 {
            asked.retain(|one| *one != Operation::Count);
        }
        match asked.as_slice() {
            [] => Some(Operation::List),
            [only] => Some(*only),
            _ => None,
        }
    }

    /// Returns the words after "how many" and the values that follow it, if they name the rows: a column in which every
    /// row has a different value, or the table, if it has such a column.
    fn noun(&self) -> Option<String> {
        let counts = |(part, _): &&(Part, String)| *part == Part::Asks(Operation::Count);
        let behind = self.parts.iter().skip_while(|part| !counts(part)).skip(1);
        let mut behind = behind.skip_while(|(part, _)| matches!(part, Part::Value(..)));
        let (part, words) = behind.next()?;
        let first = || (0..self.table.columns.len()).find(|at| names(self.table, *at));
        let column = match part {
            Part::Subject => first(),
            Part::Column(column) => Some(*column),
            _ => None,
        };
        column.filter(|column| names_rows(self.table, *column)).map(|_| words.to_lowercase())
    }
}

fn one_of(column: usize, cells: &[String]) -> Condition {
    let texts: Vec<String> =
        cells.iter().map(|one| format!("'{}'", one.replace('\'', "''"))).collect();
    let words = format!("is “{}”", cells.join("” or “"));
    Condition { column, bound: None, sql: format!("IN ({})", texts.join(", ")), words }
}

/// Creates a condition on a time. A value that begins with the period lies before its end.
fn timed(column: usize, bound: Option<Bound>, period: Period) -> Condition {
    let Some(side) = bound else {
        let (sql, words) = (format!("LIKE '{period}%'"), format!("is in {period}"));
        return Condition { column, bound, sql, words };
    };
    let (sign, side_words) = compared(side, ["after", "from", "before", "up to"]);
    let end = if matches!(side, Bound::Above | Bound::UpTo) { "~" } else { "" };
    let words = format!("is {side_words} {period}");
    Condition { column, bound, sql: format!("|| '' {sign} '{period}{end}'"), words }
}

/// Returns the operator of a bound and its words, by the order of bounds.
fn compared(bound: Bound, words: [&'static str; 4]) -> (&'static str, &'static str) {
    let [above, from, below, up_to] = words;
    match bound {
        Bound::Above => (">", above),
        Bound::From => (">=", from),
        Bound::Below => ("<", below),
        Bound::UpTo => ("<=", up_to),
    }
}

/// Returns the units of a column's numbers, each once.
pub(super) fn units(table: &Table, column: usize) -> Vec<String> {
    let by = table.columns.get(column);
    let number = |row| by.and_then(|by| by.number(table.cell(row, column)));
    let mut units: Vec<String> =
        (0..table.len()).filter_map(|row| Some(number(row)?.unit)).collect();
    units.sort_unstable();
    units.dedup();
    units
}

/// Returns true if no value of a column occurs in two rows.
fn names_rows(table: &Table, column: usize) -> bool {
    let mut seen = std::collections::HashSet::new();
    (0..table.len()).all(|row| seen.insert(table.cell(row, column)))
}

/// Returns true if each time in a column lies entirely inside or outside the period, and all sort by their text.
fn is_ordered(table: &Table, column: usize, period: Period) -> bool {
    let by = table.columns.get(column);
    let sorts = |time: Period| !time.to_string().starts_with('Q');
    let cells = (0..table.len()).map(|row| table.cell(row, column)).filter(|cell| !is_blank(cell));
    let mut times = cells.map(|cell| by.and_then(|by| by.period(cell)));
    let fits = |time: Period| sorts(time) && time.within(period).is_some();
    sorts(period) && times.all(|time| time.is_some_and(fits))
}
