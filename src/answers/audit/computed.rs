//! Figures computed from others: sums, differences, products, shares, means and counts.

use footnote_text::table;

use crate::facts::{Figure, figures};

/// Maximum number of figures of a statement that are computed with.
const MAX_FIGURES: usize = 12;

/// Minimum result that two figures of a statement may make without a sign of arithmetic. Smaller ones fit by chance.
const MIN_RESULT: f64 = 100.0;

/// Signs of arithmetic.
const SIGNS: [char; 8] = ['=', '+', '×', '*', '/', '÷', '−', '%'];

/// The sums, means and counts of the lists and tables of an answer.
pub(super) struct Computed(Vec<f64>);

impl Computed {
    /// Computes with the lists and tables of an answer, given without its citations.
    pub(super) fn of(answer: &str) -> Self {
        let lines: Vec<&str> =
            answer.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let mut results = Vec::new();
        for list in lines.chunk_by(|one, next| is_item(one) == is_item(next)) {
            if list.len() > 1 && list.first().is_some_and(|line| is_item(line)) {
                add(&mut results, list);
            }
        }
        Self(results)
    }

    /// Returns true if a figure can be computed from the figures `found` in its statement, or from a list.
    pub(super) fn has(&self, figure: &Figure, statement: &str, found: &[&Figure]) -> bool {
        let Some(amount) = figure.amount else {
            return false;
        };
        let is_it = |result: f64| (result - amount).abs() <= 0.501 * figure.precision;
        if self.0.iter().copied().any(is_it) {
            return true;
        }
        let may_compute =
            amount >= MIN_RESULT || figure.precision < 1.0 || statement.contains(SIGNS);
        let others = found.iter().filter_map(|one| one.amount).take(MAX_FIGURES);
        let others: Vec<f64> = others.collect();
        let sum: f64 = others.iter().sum();
        let runs = (0..others.len()).flat_map(|from| others.get(from..).into_iter().map(sums));
        let mut runs = runs.flatten();
        let mut pairs = others.iter().flat_map(|one| others.iter().map(move |two| (*one, *two)));
        others.len() > 2 && is_it(sum)
            || may_compute && runs.any(is_it)
            || may_compute && pairs.any(|(one, two)| results(one, two).into_iter().any(is_it))
    }
}

/// Returns the sums of the first three numbers, the first four, and so on.
fn sums(numbers: &[f64]) -> impl Iterator<Item = f64> {
    let running = numbers.iter().scan(0.0, |sum, number| {
        *sum += number;
        Some(*sum)
    });
    running.skip(2)
}

fn results(one: f64, two: f64) -> [f64; 6] {
    let share = one / two;
    [one + two, one - two, one * two, share, 100.0 * share, 100.0 * (share - 1.0).abs()]
}

/// Adds the count of a list, and the sum and mean of each of its columns.
fn add(results: &mut Vec<f64>, list: &[&str]) {
    let rows = list.iter().filter(|line| !table::is_rule(line));
    let rows: Vec<Vec<f64>> = rows.map(|line| columns(line)).collect();
    let has_header = list.get(1).is_some_and(|line| table::is_rule(line));
    let rows = rows.get(usize::from(has_header)..).unwrap_or_default();
    let count = rows.len() as f64;
    results.push(count);
    let widest = rows.iter().map(Vec::len).max().unwrap_or_default();
    for column in 0..widest {
        let cells = rows.iter().filter_map(|row| row.get(column)).filter(|cell| cell.is_finite());
        let cells: Vec<f64> = cells.copied().collect();
        let sum: f64 = cells.iter().sum();
        if cells.len() > 1 {
            results.extend([sum, sum / cells.len() as f64]);
        }
    }
}

/// Returns the numbers of a row's cells; of a list item, its first and last number.
fn columns(line: &str) -> Vec<f64> {
    let amount = |figure: Option<&Figure>| figure.and_then(|one| one.amount).unwrap_or(f64::NAN);
    if table::is_row(line) {
        return table::cells(line).iter().map(|cell| amount(figures(cell).first())).collect();
    }
    let figures = figures(without_list_marker(line));
    vec![amount(figures.first()), amount(figures.last())]
}

/// Returns true if a line is an item of a list or a row of a table.
pub(super) fn is_item(line: &str) -> bool {
    table::is_row(line) || without_list_marker(line).len() < line.trim_start().len()
}

/// Returns a line without the marker of its list.
pub(super) fn without_list_marker(line: &str) -> &str {
    let line = line.trim_start();
    let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = digits.strip_prefix(['.', ')']).filter(|_| digits.len() < line.len());
    let marked = || line.strip_prefix(['-', '*', '+', '•']);
    let item = numbered.or_else(marked).filter(|rest| rest.starts_with(' '));
    item.map_or(line, str::trim_start)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_computed(answer: &str, statement: &str) -> bool {
        let all = figures(statement);
        let (last, found) = all.split_last().unwrap();
        Computed::of(answer).has(last, statement, &found.iter().collect::<Vec<_>>())
    }

    #[test]
    fn figures_of_a_statement_make_others() {
        for statement in [
            "120 and 80 make 200",
            "of 350 there are 120 left over from 470",
            "3 × 4 = 12",
            "30 of 120 are 25 %",
            "from 200 to 250 it grew by 25 %",
            "100, 200 and 50 are 350",
            "in 2025 by 3 invoices of 486.00, 2,728.80 and 6,367.20, together 9,582.00",
        ] {
            assert!(is_computed("", statement), "{statement}");
        }
        for statement in
            ["120 and 80 make 201", "the 3 of 4 rooms on floor 7", "30 of 120 are 26 %"]
        {
            assert!(!is_computed("", statement), "{statement}");
        }
    }

    #[test]
    fn lists_and_tables_are_counted_and_summed() {
        let table = "| Who | Pay |\n|---|---|\n| Ann | 20 |\n| Bo | 30 |\n| Cy | 46 |";
        let list = "1. Ann: 20\n2. Bo: 30\n3. Cy: 46";
        for answer in [table, list] {
            for statement in ["All 3", "Together 96", "The mean is 32"] {
                assert!(is_computed(answer, statement), "{statement} of {answer}");
            }
            assert!(!is_computed(answer, "All 97"));
        }
    }
}
