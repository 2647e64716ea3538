//! The words of a question one after another: conditions, columns, groups and limits.

use footnote_documents::table::calculation::{Condition, Test};
use footnote_documents::table::number::{Decimal, Number};
use footnote_documents::table::period::Period;
use footnote_documents::table::{ColumnKind, Table};

use super::annotations::{Annotation, WordMeaning};
use super::words::is_extreme;

/// A comparison that waits for what is compared.
#[derive(Clone, Debug, Default)]
struct PendingComparison {
    /// Its ways, with the words that name it.
    operators: Vec<&'static str>,
    words: String,
    /// The first of two ends.
    period: Option<Period>,
    number: Option<Decimal>,
}

/// The parts of a calculation that were parsed so far.
pub(super) struct CalculationParser<'a> {
    pub(super) table: &'a Table,
    /// The requests, with the positions of their annotations.
    pub(super) asks: Vec<(usize, &'static str)>,
    pub(super) conditions: Vec<Condition>,
    /// The places of the marks behind which each of these was known.
    pub(super) places: Vec<usize>,
    /// The places of the marks that name values, times and numbers.
    pub(super) values: Vec<usize>,
    /// The columns that are named, with the places of their marks.
    pub(super) columns: Vec<(usize, usize)>,
    pub(super) group: Option<usize>,
    pub(super) limit: Option<usize>,
    /// True if different values are asked for, each counted once.
    pub(super) is_different: bool,
    /// True if the name of the table itself was read.
    pub(super) is_named: bool,
    /// The places of words that name only what is around the table, such as its document.
    pub(super) around: Vec<usize>,
    /// The places of words that name the table or what is around it.
    pub(super) subjects: Vec<usize>,
    /// Words that stand in the names of several columns, with their places: one of these must be named otherwise, too.
    pub(super) shared: Vec<(usize, Vec<usize>, String)>,
    /// A number that may be that of all rows: "all four branches".
    whole: Option<(usize, String)>,
    pending: Option<PendingComparison>,
    is_negated: bool,
    /// A joiner since the last condition.
    joiner: Option<String>,
    pub(super) unknown: Vec<String>,
}

impl<'a> CalculationParser<'a> {
    pub(super) fn new(table: &'a Table) -> Self {
        Self {
            table,
            asks: Vec::new(),
            conditions: Vec::new(),
            places: Vec::new(),
            values: Vec::new(),
            columns: Vec::new(),
            group: None,
            limit: None,
            is_different: false,
            is_named: false,
            around: Vec::new(),
            subjects: Vec::new(),
            shared: Vec::new(),
            whole: None,
            pending: None,
            is_negated: false,
            joiner: None,
            unknown: Vec::new(),
        }
    }

    pub(super) fn take(&mut self, at: usize, annotation: &Annotation, annotations: &[Annotation]) {
        match &annotation.meaning {
            WordMeaning::Asks("different") => {
                self.is_different = true;
                self.asks.push((at, "count"));
            }
            WordMeaning::Asks(asked) => self.asks.push((at, asked)),
            WordMeaning::Compares("included") => {
                let is_behind = at > 0 && self.values.last() == Some(&(at - 1));
                let open = (!is_behind).then(|| annotation.words.clone());
                self.unknown.extend(open);
            }
            WordMeaning::Compares(operators) => self.compare(operators, &annotation.words),
            WordMeaning::Column(column) => self.column(at, *column),
            WordMeaning::Value(columns, text) => match one_of(at, columns, annotations) {
                Some(column) => self.add(column, Test::OneOf(vec![text.clone()])),
                None => self.unknown.push(annotation.words.clone()),
            },
            WordMeaning::PartialValue(column, word) => self.add(*column, Test::Has(word.clone())),
            WordMeaning::Period(period) => self.period(at, *period, annotations, &annotation.words),
            WordMeaning::Number(number) => self.number(at, number, annotations, &annotation.words),
            WordMeaning::Columns(columns) => {
                self.shared.push((at, columns.clone(), annotation.words.clone()));
            }
            WordMeaning::Subject(is_own) => {
                self.subjects.push(at);
                self.is_named |= is_own;
                self.around.extend((!is_own).then_some(at));
            }
            WordMeaning::Unknown => self.unknown.push(annotation.words.clone()),
        }
        let more = self.conditions.len().saturating_sub(self.places.len());
        self.places.extend(std::iter::repeat_n(at, more));
        let is_value = matches!(
            annotation.meaning,
            WordMeaning::Value(..)
                | WordMeaning::PartialValue(..)
                | WordMeaning::Period(_)
                | WordMeaning::Number(_)
        );
        self.values.extend(is_value.then_some(at));
    }

    fn compare(&mut self, operators: &'static str, words: &str) {
        let operators: Vec<&str> = operators.split(' ').collect();
        let is = |way: &str| operators.contains(&way);
        if is("than")
            && let Some(pending) = self.pending.as_mut()
            && let ["more" | "less"] = pending.operators[..]
        {
            pending.operators = vec![if pending.operators == ["more"] { "above" } else { "below" }];
            return;
        }
        let waits =
            self.pending.as_ref().is_some_and(|one| one.period.is_some() || one.number.is_some());
        if waits && (is("and") || is("to")) {
            return;
        }
        match operators[..] {
            ["not"] => self.is_negated = true,
            ["or" | "and"] => self.joiner = Some(words.to_lowercase()),
            ["unclear" | "than"] => self.unknown.push(words.to_owned()),
            _ => {
                self.drop_pending();
                self.pending = Some(PendingComparison {
                    operators,
                    words: words.to_owned(),
                    ..PendingComparison::default()
                });
            }
        }
    }

    /// Gives up a comparison that nothing followed; some words are also plain ones.
    fn drop_pending(&mut self) {
        let Some(pending) = self.pending.take() else {
            return;
        };
        if pending.operators.iter().all(|way| ["start", "to"].contains(way)) {
            if let Some(period) = pending.period {
                self.dated(None, Test::Within(vec![period]), &pending.words);
            }
        } else {
            self.unknown.push(pending.words);
        }
    }

    fn column(&mut self, at: usize, column: usize) {
        let groups = |one: &PendingComparison| one.operators.contains(&"group");
        if self.pending.as_ref().is_some_and(groups) {
            self.pending = None;
            self.group = Some(column);
            return;
        }
        let mut before = self.columns.iter().rev().map(|(_, before)| *before);
        let before = before.find(|before| self.is(*before, ColumnKind::Number));
        self.columns.push((at, column));
        let operators =
            self.pending.as_ref().filter(|one| one.number.is_none()).map(|one| &one.operators);
        let test = match (operators.map(Vec::as_slice), before) {
            (Some(["above", ..]), Some(before)) if self.are_alike(before, column) => {
                Test::AboveOf(column)
            }
            (Some(["below", ..]), Some(before)) if self.are_alike(before, column) => {
                Test::BelowOf(column)
            }
            _ => return,
        };
        self.pending = None;
        let is_negated = std::mem::take(&mut self.is_negated);
        self.conditions.extend(before.map(|column| Condition { column, test, is_negated }));
    }

    /// Adds a condition, or a further text to the last one.
    fn add(&mut self, column: usize, test: Test) {
        let joiner = self.joiner.take();
        let is_or = joiner.as_deref().is_some_and(|joiner| ["or", "oder"].contains(&joiner));
        let is_negated = std::mem::take(&mut self.is_negated);
        let own = self.conditions.iter_mut().find(|one| one.column == column);
        if let (
            Some(Condition { test: Test::OneOf(texts), is_negated: was, .. }),
            Test::OneOf(more),
        ) = (own, &test)
            && (*was == is_negated || (joiner.is_some() && *was))
        {
            texts.extend(more.iter().cloned());
            *was |= is_negated;
            return;
        }
        if is_or {
            self.unknown.extend(joiner);
        }
        self.conditions.push(Condition { column, test, is_negated });
    }

    fn period(&mut self, at: usize, period: Period, annotations: &[Annotation], words: &str) {
        let named = nearest(at, annotations, |column| self.is(column, ColumnKind::Period));
        let Some(mut pending) = self.pending.take() else {
            return self.dated(named, Test::Within(vec![period]), words);
        };
        let has = |way: &str| pending.operators.contains(&way);
        if let Some(first) = pending.period {
            let both = Period { from: first.from.min(period.from), to: first.to.max(period.to) };
            return self.dated(named, Test::Within(vec![both]), words);
        }
        let next = |at: usize| annotations.get(at).map(|annotation| &annotation.meaning);
        let is_range = matches!(next(at + 1), Some(WordMeaning::Compares(operators)) if operators.contains("to"));
        if has("between") || (is_range && (has("start") || has("since"))) {
            pending.period = Some(period);
            self.pending = Some(pending);
            return;
        }
        let open = |from, to| Test::Within(vec![Period { from, to }]);
        let test = match () {
            () if has("after") => Test::After(period),
            () if has("before") => Test::Before(period),
            () if has("since") => open(period.from, u32::MAX),
            () if has("until") => open(0, period.to),
            () if has("start") || has("to") => Test::Within(vec![period]),
            () => return self.unknown.push(pending.words),
        };
        self.dated(named, test, words);
    }

    /// Adds a condition on a date: of the column that is named, or the only one with dates.
    fn dated(&mut self, named: Option<usize>, test: Test, words: &str) {
        let Some(column) = named.or_else(|| self.only(ColumnKind::Period)) else {
            return self.unknown.push(words.to_owned());
        };
        self.joiner = None;
        let is_negated = std::mem::take(&mut self.is_negated);
        if let Test::Within(more) = &test
            && let Some(Condition { test: Test::Within(periods), is_negated: was, .. }) =
                self.conditions.iter_mut().find(|one| one.column == column)
        {
            // Of a year and its quarter, either may be meant.
            let apart = |one: &Period| {
                more.iter().all(|more| {
                    more.within(*one) == Some(false) && one.within(*more) == Some(false)
                })
            };
            if periods.iter().all(apart) && !is_negated && !*was {
                periods.extend(more.iter().copied());
            } else {
                self.unknown.push(words.to_owned());
            }
            return;
        }
        self.conditions.push(Condition { column, test, is_negated });
    }

    /// Reads a number that no phrase stands before: the rows that are asked for, or how many there are in all.
    fn limit(&mut self, at: usize, number: &Number, annotations: &[Annotation], words: &str) {
        let next = annotations.get(at + 1).map(|annotation| &annotation.meaning);
        let is_limit = self.asks.iter().any(|(_, asked)| is_extreme(asked))
            || matches!(next, Some(WordMeaning::Asks(asked)) if is_extreme(asked));
        let count = number.value.count().filter(|_| number.unit.is_empty());
        match (count.filter(|_| is_limit), count) {
            (Some(limit), _) if self.limit.is_none() => self.limit = Some(limit),
            (None, Some(count)) if self.whole.is_none() => {
                self.whole = Some((count, words.to_owned()));
            }
            _ => self.unknown.push(words.to_owned()),
        }
    }

    fn number(&mut self, at: usize, number: &Number, annotations: &[Annotation], words: &str) {
        let value = number.value;
        let Some(mut pending) = self.pending.take() else {
            return self.limit(at, number, annotations, words);
        };
        let has = |way: &str| pending.operators.contains(&way);
        if has("between") && pending.number.is_none() {
            pending.number = Some(value);
            self.pending = Some(pending);
            return;
        }
        let test = match (pending.number, ()) {
            (Some(first), ()) => Test::Between(first.min(value), first.max(value)),
            (None, ()) if has("above") => Test::Above(value),
            (None, ()) if has("from") => Test::From(value),
            (None, ()) if has("below") => Test::Below(value),
            (None, ()) if has("upto") => Test::UpTo(value),
            (None, ()) => return self.unknown.push(words.to_owned()),
        };
        let is_priced = has("money");
        let fits = |column| {
            if is_priced { self.has_prices(column) } else { self.is(column, ColumnKind::Number) }
        };
        let named = nearest(at, annotations, fits);
        let named = named.or_else(|| {
            if is_priced {
                self.price().filter(|at| fits(*at))
            } else {
                self.measured(&number.unit)
            }
        });
        match named.filter(|column| self.measures(*column, &number.unit)) {
            Some(column) => {
                let is_negated = std::mem::take(&mut self.is_negated);
                self.conditions.push(Condition { column, test, is_negated });
            }
            None => self.unknown.push(words.to_owned()),
        }
    }

    pub(super) fn end(&mut self) {
        self.drop_pending();
        let asks = |what: &str| self.asks.iter().any(|(_, asked)| *asked == what);
        let is_whole = |count: usize| {
            count == self.table.len() && self.conditions.is_empty() && (asks("all") || asks("sum"))
        };
        let wrong = self.whole.take().filter(|(count, _)| !is_whole(*count));
        self.unknown.extend(wrong.map(|(_, words)| words));
        let named: Vec<usize> = self.columns.iter().map(|(_, column)| *column).collect();
        let is_open = |columns: &[usize]| !columns.iter().any(|column| named.contains(column));
        let shared = self.shared.iter().filter(|(_, columns, _)| is_open(columns));
        self.unknown.extend(shared.map(|(.., words)| words.clone()));
        if self.is_negated {
            self.unknown.push("not".to_owned());
        }
        if self.joiner.as_deref().is_some_and(|joiner| ["or", "oder"].contains(&joiner)) {
            self.unknown.extend(self.joiner.take());
        }
    }
}

/// The one of several columns with a value that is meant: the only one, or the one that is named beside it.
fn one_of(at: usize, columns: &[usize], annotations: &[Annotation]) -> Option<usize> {
    let named_at = |at: Option<usize>| match annotations.get(at?)?.meaning {
        WordMeaning::Column(column) => columns.contains(&column).then_some(column),
        _ => None,
    };
    match columns {
        [only] => Some(*only),
        _ => named_at(at.checked_sub(1)).or_else(|| named_at(Some(at + 1))),
    }
}

/// The column of some kind that is named nearest to a mark, at most four marks away.
fn nearest(at: usize, annotations: &[Annotation], fits: impl Fn(usize) -> bool) -> Option<usize> {
    let named =
        annotations.iter().enumerate().filter_map(|(place, annotation)| match annotation.meaning {
            WordMeaning::Column(column) if fits(column) => Some((place.abs_diff(at), column)),
            _ => None,
        });
    let nearest = named.min_by_key(|(distance, _)| *distance);
    nearest.filter(|(distance, _)| *distance <= 4).map(|(_, column)| column)
}
