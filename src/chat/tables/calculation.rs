//! The calculation that a question asks for, once its words are parsed.

use footnote_documents::table::calculation::{Aggregate, Calculation, Test};
use footnote_documents::table::{Column, ColumnKind};

use super::columns::has_distinct_values;
use super::read::CalculationParser;
use super::words::{QuestionWord, QuestionWords, is_extreme};

impl CalculationParser<'_> {
    /// True if this is asked for.
    fn asks(&self, what: &str) -> bool {
        self.asks.iter().any(|(_, asked)| *asked == what)
    }

    /// True if a computation is asked for, whether it is certain or not; a column of amounts behind "how many" may
    /// be looked up, and a word that asks may be that of a column: "average grade".
    pub(super) fn computes(&self, words: &QuestionWords) -> bool {
        let is_count = self.asks("count") && !self.names_values();
        let is_sum = self.asks("sum") || (self.asks("all") && !self.asks("list"));
        let is_extreme = || self.asks.iter().any(|(_, asked)| is_extreme(asked));
        let computes = is_count || is_sum || self.asks("mean") || self.asks("most");
        let names = || !self.conditions.is_empty() && self.names_itself(words);
        computes || self.asks("share") || is_extreme() || self.group.is_some() || names()
    }

    /// True if numbers are to be added up, and no column has them so already.
    pub(super) fn adds(&self, words: &QuestionWords) -> bool {
        let adds = ["sum", "mean", "share"].into_iter().any(|what| self.asks(what));
        adds && !self.names_itself(words)
    }

    /// True if the rows are asked for that fit.
    pub(super) fn lists(&self) -> bool {
        self.asks("list") && self.asks.iter().all(|(_, asked)| *asked == "list")
    }

    /// The calculation that is asked for; `None` where the words leave it open.
    pub(super) fn calculation(&self, words: &QuestionWords) -> Option<Calculation> {
        let all = self.all_asked()?;
        let is_twice = self.asks.iter().enumerate().any(|(at, (_, asked))| {
            let before = self.asks.iter().take(at);
            !["list", "all"].contains(asked) && before.into_iter().any(|(_, one)| one == asked)
        });
        let is_ambiguous = is_twice
            || !matches!(all.aggregate, Aggregate::Count | Aggregate::List)
                && self.names_itself(words)
                && !self.is_direct(words, &all);
        let is_number = |group: usize| self.is(group, ColumnKind::Number);
        // "Top 3 by price" is an order, and no group.
        let group = all.group.filter(|group| !is_number(*group));
        let is_order = all.group.is_some_and(is_number)
            && !matches!(all.aggregate, Aggregate::Least | Aggregate::Greatest);
        (!is_ambiguous && !is_order).then_some(Calculation { group, ..all })
    }

    /// The calculation by what is asked for.
    fn all_asked(&self) -> Option<Calculation> {
        let first = self.asks.iter().find(|(_, asked)| is_extreme(asked));
        let adds = self.asks("sum") || self.asks("all");
        let (aggregate, column) = match first {
            _ if self.asks("most") => return self.most(),
            _ if self.asks("share") => return self.share(),
            Some((_, asked)) if !adds && !self.asks("mean") => self.extreme(asked)?,
            None if self.asks("mean") => (Aggregate::Mean, Some(self.amount()?)),
            None if self.asks("count") => self.counted(adds)?,
            None if self.asks("sum") || (self.asks("much") && adds) => {
                (Aggregate::Sum, Some(self.total()?))
            }
            None if self.asks.is_empty() => return self.each(),
            None if self.asks("list") && !self.conditions.is_empty() && !adds => {
                (Aggregate::List, None)
            }
            _ => return None,
        };
        Some(self.over(aggregate, column, self.group))
    }

    fn over(
        &self,
        aggregate: Aggregate,
        column: Option<usize>,
        group: Option<usize>,
    ) -> Calculation {
        let (conditions, limit) = (self.conditions.clone(), self.limit);
        Calculation { aggregate, column, conditions, group, limit }
    }

    /// "The revenue of each region": the rows where there is one for each, otherwise a sum, if the amounts allow it.
    fn each(&self) -> Option<Calculation> {
        let (group, amount) = (self.group?, self.amount()?);
        if has_distinct_values(self.table, group) && self.limit.is_none() {
            return Some(self.over(Aggregate::List, None, None));
        }
        let sum = self.over(Aggregate::Sum, Some(amount), Some(group));
        self.is_additive(amount).then_some(sum)
    }

    /// "Which region has the most revenue?" The row with the greatest amount where each stands in one, otherwise the
    /// greatest sum, or the greatest number of rows.
    fn most(&self) -> Option<Calculation> {
        let behind = |what: &str| {
            let at = self.asks.iter().find(|(_, asked)| *asked == what).map(|(at, _)| at + 1)?;
            self.columns.iter().find(|(place, _)| *place == at).map(|(_, column)| *column)
        };
        let known = ["list", "most", "money"];
        let is_known = self.asks.iter().all(|(_, asked)| known.contains(asked));
        let group = behind("list").filter(|at| is_known && !self.is_used(*at))?;
        let is_text =
            |at: usize| self.table.columns.get(at).is_some_and(|one| one.kind == ColumnKind::Text);
        let first = |calculation: Calculation| Calculation {
            limit: calculation.limit.or(Some(1)),
            ..calculation
        };
        let money = || self.money().filter(|at| self.amounts().is_empty() && self.has_money(*at));
        let amount = if self.asks("money") { Some(money()?) } else { self.amount() };
        if let Some(amount) = amount {
            if has_distinct_values(self.table, group) {
                return Some(self.over(Aggregate::Greatest, Some(amount), None));
            }
            let is_sum = is_text(group) && self.is_additive(amount);
            return is_sum.then(|| first(self.over(Aggregate::Sum, Some(amount), Some(group))));
        }
        let noun = self.most_of().filter(|noun| has_distinct_values(self.table, *noun));
        let mut others = self.columns.iter().map(|(_, column)| *column);
        let is_only =
            others.all(|column| column == group || Some(column) == noun || self.is_used(column));
        let is_rows = noun.is_some() || self.is_named;
        let counts = is_text(group) && is_only && is_rows && noun != Some(group);
        counts.then(|| first(self.over(Aggregate::Count, None, Some(group))))
    }

    /// The column behind "most", which values of others may stand before: "the most returned orders".
    fn most_of(&self) -> Option<usize> {
        let (at, _) = self.asks.iter().find(|(_, asked)| *asked == "most")?;
        let (place, column) = self.columns.iter().find(|(place, _)| place > at)?;
        (at + 1..*place).all(|between| self.values.contains(&between)).then_some(*column)
    }

    /// "What share of the orders in May was returned?" The rows that fit the condition behind their name, among those
    /// that fit the others; of two behind it, a time is one of the others.
    fn share(&self) -> Option<Calculation> {
        let is_time = |at: &&usize| {
            let test = self.conditions.get(**at).map(|one| &one.test);
            matches!(test, Some(Test::Within(_) | Test::After(_) | Test::Before(_)))
        };
        let rows = |(_, column): &&(usize, usize)| has_distinct_values(self.table, *column);
        let named = self.columns.iter().find(rows).map(|(place, _)| *place);
        let subject = self.subjects.iter().copied().find(|at| !self.around.contains(at));
        let noun = named.into_iter().chain(subject).min()?;
        let is_known = self.asks.iter().all(|(_, asked)| ["list", "share"].contains(asked));
        let is_row = |(_, column): &(usize, usize)| {
            self.is_used(*column) || has_distinct_values(self.table, *column)
        };
        let is_plain = is_known && self.group.is_none() && self.columns.iter().all(is_row);
        let behind = |at: &usize| self.places.get(*at).is_none_or(|place| *place > noun);
        let behind: Vec<usize> = (0..self.conditions.len()).filter(behind).collect();
        let others: Vec<usize> = behind.iter().filter(|at| !is_time(at)).copied().collect();
        let only = match (behind.as_slice(), others.as_slice()) {
            ([only], _) | ([_, _], [only]) => *only,
            _ => return None,
        };
        let is_plain = is_plain && !self.names_values();
        is_plain.then(|| self.over(Aggregate::Share(only), None, None))
    }

    /// The column that is added up: the one that is named, or, where none is, the one that whole rows come to. "Total
    /// revenue" is nothing that rows of a table with this name would come to.
    fn total(&self) -> Option<usize> {
        let is_sum = |(_, asked): &&(usize, &str)| ["sum", "much"].contains(asked);
        let mut sums = self.asks.iter().filter(is_sum);
        let names_it = sums.any(|(at, _)| self.subjects.contains(&(at + 1)));
        // What only the document is named after is in another of its tables.
        let is_open = self.amounts().is_empty() && !names_it && self.around.is_empty();
        if self.asks("money") {
            let own = self.amount().or_else(|| self.money().filter(|_| is_open));
            return own.filter(|column| self.has_money(*column));
        }
        self.amount().or_else(|| self.summed().filter(|_| is_open))
    }

    /// True if a word that asks for something is also in the name of a column: "total", "average".
    fn names_itself(&self, words: &QuestionWords) -> bool {
        self.called_so(words).next().is_some()
    }

    /// The columns with a word in their names that asks for something.
    fn called_so(&self, words: &QuestionWords) -> impl Iterator<Item = &Column> {
        let asks = |word: &&QuestionWord| {
            !matches!(super::words::request_of(&word.lower), None | Some("list" | "each"))
        };
        let asked: Vec<&str> =
            words.all.iter().filter(asks).map(|word| word.lower.as_str()).collect();
        let is_called = move |column: &&Column| {
            let mut names = footnote_text::words::words(&column.name).map(str::to_lowercase);
            names.any(|name| asked.contains(&name.as_str()))
        };
        self.table.columns.iter().filter(is_called)
    }

    /// True if the column stands right behind the word that asks, and shares no word with those that have this one:
    /// "total quantity", beside a column "Total".
    fn is_direct(
        &self,
        words: &QuestionWords,
        Calculation { aggregate, column, .. }: &Calculation,
    ) -> bool {
        let is_sum = matches!(aggregate, Aggregate::Sum | Aggregate::Mean);
        let asked = |at: usize| {
            let mut asks = self.asks.iter();
            asks.any(|(place, asked)| place + 1 == at && ["sum", "mean"].contains(asked))
        };
        let mut named = self.columns.iter().filter(|(_, named)| Some(*named) == *column);
        let Some(own) = column.and_then(|at| self.table.columns.get(at)) else {
            return false;
        };
        let is_alike = |other: &Column| {
            let mut all = footnote_text::words::words(&own.name);
            all.any(|one| {
                let mut others = footnote_text::words::words(&other.name);
                others.any(|other| other.to_lowercase() == one.to_lowercase())
            })
        };
        is_sum && named.any(|(at, _)| asked(*at)) && !self.called_so(words).any(is_alike)
    }

    /// The columns of numbers that are named, but those in conditions.
    fn amounts(&self) -> Vec<usize> {
        let mut named: Vec<usize> = self.columns.iter().map(|(_, column)| *column).collect();
        named.retain(|column| self.is(*column, ColumnKind::Number) && !self.is_used(*column));
        named.sort_unstable();
        named.dedup();
        named
    }

    /// True if a condition is on a column.
    fn is_used(&self, column: usize) -> bool {
        self.conditions.iter().any(|one| one.column == column || one.test.other() == Some(column))
    }

    /// The column of numbers that is named, and no other beside it but in conditions.
    fn amount(&self) -> Option<usize> {
        match self.amounts()[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    fn extreme(&self, asked: &str) -> Option<(Aggregate, Option<usize>)> {
        let aggregate =
            if asked.starts_with("least") { Aggregate::Least } else { Aggregate::Greatest };
        let dates = || {
            let mut named = self.columns.iter().map(|(_, column)| *column);
            let named =
                named.find(|column| self.is(*column, ColumnKind::Period) && !self.is_used(*column));
            named.or_else(|| self.only(ColumnKind::Period))
        };
        let order = self.group.filter(|group| self.is(*group, ColumnKind::Number));
        let column = match asked.split_once(' ') {
            Some((_, "date")) => dates(),
            Some(_) => self.amount().or_else(|| self.price()),
            None => order.or_else(|| self.amount()),
        }?;
        // Of a thing that stands in several rows, it is open whether those are to be added up.
        let repeats = |(_, named): &(usize, usize)| {
            let column = self.table.columns.get(*named);
            column.is_some_and(|one| {
                one.kind == ColumnKind::Text && !has_distinct_values(self.table, *named)
            })
        };
        let is_open = asked.split_once(' ').is_none()
            && self.columns.iter().any(repeats)
            && self.is_additive(column)
            && !self.is_of_each(column);
        (!is_open).then_some((aggregate, Some(column)))
    }

    /// True if a column of amounts or dates is named, and no condition is on it: more may be asked for than a count.
    fn names_values(&self) -> bool {
        let mut named = self.columns.iter().map(|(_, column)| *column);
        let is_value =
            |column| self.is(column, ColumnKind::Number) || self.is(column, ColumnKind::Period);
        named.any(|column| is_value(column) && !self.is_used(column))
    }

    /// The counted things: rows, or the different values of the column that stands behind "how many"; none for a column
    /// of amounts: "How many days are there?" may ask for one of its cells.
    fn counted(&self, adds: bool) -> Option<(Aggregate, Option<usize>)> {
        let at = self.asks.iter().find(|(_, asked)| *asked == "count").map(|(at, _)| *at)?;
        let behind = self
            .columns
            .iter()
            .find(|(place, _)| *place == at + 1 || (*place == at + 2 && !self.is_named));
        let mut common = self.shared.iter().filter(|(place, ..)| *place == at + 1);
        let is_one = |amount: &usize| common.any(|(_, all, _)| all.contains(amount));
        if let Some(amount) = self.amount().filter(|_| adds).filter(is_one) {
            return Some((Aggregate::Sum, Some(amount)));
        }
        let Some((_, column)) = behind else {
            // A name of the document alone may be that of another table.
            let is_row =
                self.is_named || (!self.conditions.is_empty() && !self.around.contains(&(at + 1)));
            return (is_row && !self.names_values()).then_some((Aggregate::Count, None));
        };
        if self.is(*column, ColumnKind::Number) {
            return adds.then(|| Some((Aggregate::Sum, Some(self.amount()?)))).flatten();
        }
        if self.names_values() {
            return None;
        }
        // Of a thing in several rows, its pieces may be meant.
        if !self.is_different && self.has_pieces() && !has_distinct_values(self.table, *column) {
            return None;
        }
        let is_value = self.conditions.iter().any(|one| one.column == *column);
        let is_row = self.group.is_some() && has_distinct_values(self.table, *column);
        Some((Aggregate::Count, Some(*column).filter(|_| !is_value && !is_row)))
    }
}
