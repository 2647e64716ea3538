//! The words of computed answers.

use footnote_documents::table::calculation::{
    Aggregate, Calculation, Condition, Figure, Figures, Test,
};
use footnote_documents::table::number::Decimal;
use footnote_documents::table::period::Period;
use footnote_documents::table::range::{ends, outside};
use footnote_documents::table::{Table, is_blank};
use footnote_retrieval::Hit;

use crate::collection::without_markup;

/// The groups that an answer shows.
const MOST_GROUPS: usize = 20;

/// The rows that fit which stand below a figure if there are no more.
const ALL_ROWS_UP_TO: usize = 5;

/// The rows that stand below a figure if there are more.
const MOST_EXAMPLES: usize = 3;

/// The headings that an account names.
const MOST_NAMED: usize = 8;

/// A calculation over a table with its result, as an answer shows them.
pub(super) struct ComputedText<'a> {
    pub(super) table: &'a Table,
    pub(super) calculation: &'a Calculation,
    pub(super) figures: &'a Figures,
    /// The noun by which a question counts rows.
    pub(super) noun: Option<String>,
}

/// The pieces of an answer: the figure, how it came about, and the first of its rows with their citations.
pub(super) fn deltas(text: &ComputedText<'_>, rows: &[usize], hits: &[Hit]) -> Option<Vec<String>> {
    let ComputedText { table, figures, .. } = text;
    let source = hits.first()?.passage.source();
    let mut deltas = vec![format!("{} [{source}]", figure_sentence(text))];
    deltas.extend(groups(text));
    deltas.push(format!("\n\n{} [{source}]", account(text)));
    if figures.groups.is_empty() {
        let rows = rows.get(..listed(text)).unwrap_or(rows);
        deltas.extend(parts(table, rows, hits));
        let left = figures.rows.len() - rows.len();
        deltas.extend((left > 0).then(|| format!("\n\n… and {} more.", shown(left))));
    }
    Some(deltas)
}

/// The rows that come nearest to a question over a table, where nothing is computed, between a mark and a note.
pub(super) fn nearest(
    text: &ComputedText<'_>,
    rows: &[usize],
    hits: &[Hit],
    (mark, note): (&str, &str),
) -> Option<Vec<String>> {
    let source = hits.first()?.passage.source();
    let mut deltas = vec![format!("{mark}\n\n{} [{source}]", account(text))];
    deltas.extend(parts(text.table, rows, hits));
    let left = text.figures.rows.len() - rows.len();
    deltas.extend((left > 0).then(|| format!("\n\n… and {} more.", shown(left))));
    deltas.push(format!("\n\n{note}"));
    Some(deltas)
}

/// The number of rows that are shown at most: a figure has its first ones as an example, a list has all.
fn listed(ComputedText { calculation, figures, .. }: &ComputedText<'_>) -> usize {
    match calculation.aggregate {
        Aggregate::Count | Aggregate::Sum | Aggregate::Mean | Aggregate::Share(_) => {
            example(figures.rows.len())
        }
        _ => usize::MAX,
    }
}

/// The number of rows that stand below a figure over so many.
pub(super) fn example(rows: usize) -> usize {
    if rows > ALL_ROWS_UP_TO { MOST_EXAMPLES } else { rows }
}

/// The figure in one sentence.
fn figure_sentence(
    ComputedText { table, calculation, figures, noun }: &ComputedText<'_>,
) -> String {
    let name = |at: Option<usize>| column(table, at);
    let of = name(calculation.column);
    if let Some(group) = calculation.group {
        let by = name(Some(group));
        if calculation.limit == Some(1) {
            return first(figures, &what(calculation, &of), &by);
        }
        return format!("{} by {by}:", capital(&what(calculation, &of)));
    }
    let fitting = figures.fitting;
    let fits = |count: &str| match (noun, fitting) {
        (_, 1) => "1 row fits.".to_owned(),
        (Some(noun), _) => format!("{count} {} fit.", without_markup(noun)),
        (None, _) => format!("{count} rows fit."),
    };
    let Some(figure) = &figures.figure else {
        return if fitting == 0 { "No row fits.".to_owned() } else { fits(&shown(fitting)) };
    };
    let value = value(figure);
    match (calculation.aggregate, calculation.column) {
        (Aggregate::Share(_), _) => share(figures, &value),
        (Aggregate::Count, None) => fits(&value),
        (Aggregate::Count, _) if shown(fitting) == value => fits(&value),
        (Aggregate::Count, _) => format!("{value} different values of {of}."),
        _ => format!("{} is {value}{}.", capital(&what(calculation, &of)), rounded(figure)),
    }
}

/// A share with the numbers that it is made of.
fn share(Figures { fitting, base, figure, .. }: &Figures, value: &str) -> String {
    let rows = if *base == 1 { "row" } else { "rows" };
    let rounded = figure.as_ref().map_or("", rounded);
    format!("{} of {} {rows}: {value}{rounded}.", shown(*fitting), shown(*base))
}

/// The first group, or those that are level, in one sentence.
fn first(figures: &Figures, what: &str, by: &str) -> String {
    let names = figures.groups.iter().map(|(name, ..)| without_markup(name));
    let names: Vec<String> = names.take(MOST_GROUPS).collect();
    let figure = figures.groups.first().map(|(_, figure, _)| value(figure)).unwrap_or_default();
    let what = what.strip_prefix("the ").unwrap_or(what);
    format!("The greatest {what} by {by} is that of {}: {figure}.", names.join(", "))
}

/// The computed quantity in words.
fn what(calculation: &Calculation, of: &str) -> String {
    match calculation.aggregate {
        Aggregate::Count if calculation.column.is_none() => "the number of rows".to_owned(),
        Aggregate::Count => format!("the number of different values of {of}"),
        Aggregate::Sum => format!("the sum of {of}"),
        Aggregate::Mean => format!("the mean of {of}"),
        Aggregate::Least => format!("the least {of}"),
        Aggregate::Greatest => format!("the greatest {of}"),
        Aggregate::Share(_) => "the share".to_owned(),
        Aggregate::List => "the rows".to_owned(),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

fn rounded(figure: &Figure) -> &'static str {
    if matches!(figure, Figure::Number(_, _, false)) { ", rounded" } else { "" }
}

/// A figure with its unit.
fn value(figure: &Figure) -> String {
    match figure {
        Figure::Period(period) => period.to_string(),
        Figure::Number(number, unit, _) => match unit.as_str() {
            "" => number.to_string(),
            "%" => format!("{number}%"),
            "eur" | "usd" | "gbp" => format!("{number} {}", unit.to_uppercase()),
            unit => format!("{number} {unit}"),
        },
    }
}

pub(super) fn column(table: &Table, at: Option<usize>) -> String {
    let column = at.and_then(|at| table.columns.get(at));
    column.map_or_else(String::new, |column| format!("“{}”", without_markup(column.shown())))
}

pub(super) fn shown(count: usize) -> String {
    Decimal::whole(count).to_string()
}

/// An account of a figure: the rows that fit, by what, and what was left out.
pub(super) fn account(
    ComputedText { table, calculation, figures, .. }: &ComputedText<'_>,
) -> String {
    let rows = if table.len() == 1 { "row" } else { "rows" };
    let name = without_markup(&table.path);
    let mut text = format!("{} of {} {rows} of {name}", shown(figures.fitting), shown(table.len()));
    let conditions = calculation.conditions.iter().map(|one| condition(table, one));
    let conditions: Vec<String> = conditions.collect();
    if !conditions.is_empty() {
        text.push_str(": ");
        text.push_str(&conditions.join(", "));
    }
    text.push_str(&over_sections(table, calculation));
    text.push('.');
    text.extend(reach(table, calculation, figures));
    if let Some(group) = calculation.group.filter(|_| calculation.aggregate == Aggregate::Sum) {
        let group = column(table, Some(group));
        text.extend([" All rows with the same ", &group, " are added up."]);
    }
    let by = column(table, calculation.column);
    let many = |count: usize, one: &str, more: &str| {
        (count > 0).then(|| format!(" {} {}.", shown(count), if count == 1 { one } else { more }))
    };
    let notes = [
        many(table.totals, "row of totals is left out", "rows of totals are left out"),
        many(
            figures.undecided,
            "row may fit as well: a cell that decides it is empty or cannot be read",
            "rows may fit as well: a cell that decides it is empty or cannot be read",
        ),
        many(
            figures.empty,
            &format!("row has no value in {by}"),
            &format!("rows have no value in {by}"),
        ),
        many(
            figures.unreadable,
            &format!("row has no number in {by}"),
            &format!("rows have no number in {by}"),
        ),
    ];
    text.extend(notes.into_iter().flatten());
    text
}

/// The ranges of the columns of conditions, where no row fits by their numbers or a time lies outside.
fn reach(table: &Table, calculation: &Calculation, figures: &Figures) -> Vec<String> {
    let is_none = figures.fitting == 0;
    let amounts = calculation.conditions.iter().filter(|_| is_none).filter_map(|one| {
        let (least, most) = ends(table, one.column)?;
        Some(format!(" {} goes from {least} to {most}.", column(table, Some(one.column))))
    });
    let times = outside(table, &calculation.conditions).map(|outside| {
        format!(" {} goes over {}.", column(table, Some(outside.column)), outside.covered)
    });
    amounts.chain(times).collect()
}

/// The headings whose rows are taken together.
fn over_sections(table: &Table, calculation: &Calculation) -> String {
    let Some(at) = table.columns.iter().position(|column| column.name.is_empty()) else {
        return String::new();
    };
    let is_used = calculation.conditions.iter().any(|one| one.column == at);
    let sections = table.columns.get(at).map(|column| column.values.as_slice()).unwrap_or_default();
    if is_used || calculation.group == Some(at) || sections.is_empty() {
        return String::new();
    }
    let named: Vec<String> =
        sections.iter().take(MOST_NAMED).map(|name| without_markup(name)).collect();
    let more = if sections.len() > MOST_NAMED { " and others" } else { "" };
    format!(" (under the headings {}{more})", named.join(", "))
}

fn condition(table: &Table, Condition { column: at, test, is_negated }: &Condition) -> String {
    let name = column(table, Some(*at));
    let not = if *is_negated { "not " } else { "" };
    match test {
        Test::OneOf(texts) => {
            let texts: Vec<String> =
                texts.iter().map(|text| format!("“{}”", without_markup(text))).collect();
            format!("{name} is {not}{}", texts.join(" or "))
        }
        Test::Has(word) if *is_negated => {
            format!("{name} does not contain “{}”", without_markup(word))
        }
        Test::Has(word) => format!("{name} contains “{}”", without_markup(word)),
        Test::Above(number) => format!("{name} is {not}more than {number}"),
        Test::From(number) => format!("{name} is {not}at least {number}"),
        Test::Below(number) => format!("{name} is {not}less than {number}"),
        Test::UpTo(number) => format!("{name} is {not}at most {number}"),
        Test::Between(least, most) => format!("{name} is {not}between {least} and {most}"),
        Test::AboveOf(other) => format!("{name} is {not}more than {}", column(table, Some(*other))),
        Test::BelowOf(other) => format!("{name} is {not}less than {}", column(table, Some(*other))),
        Test::Within(periods) => {
            let periods: Vec<String> = periods.iter().copied().map(within).collect();
            format!("{name} is {not}in {}", periods.join(" or "))
        }
        Test::After(period) => format!("{name} is {not}after {period}"),
        Test::Before(period) => format!("{name} is {not}before {period}"),
    }
}

/// A period; one without an end is shown by its other end.
pub(super) fn within(period: Period) -> String {
    let day = |day| Period { from: day, to: day };
    match period {
        Period { from, to: u32::MAX } => format!("the time from {} on", day(from)),
        Period { from: 0, to } => format!("the time up to {}", day(to)),
        period => period.to_string(),
    }
}

/// The groups as a table.
fn groups(ComputedText { table, calculation, figures, .. }: &ComputedText<'_>) -> Vec<String> {
    let Some(group) = calculation.group.filter(|_| calculation.limit != Some(1)) else {
        return Vec::new();
    };
    let of = column(table, calculation.column);
    let counts = calculation.aggregate == Aggregate::Count && calculation.column.is_none();
    let head = table.columns.get(group).map_or("", |column| column.shown());
    let what = what(calculation, &of);
    let what = what.strip_prefix("the ").unwrap_or(&what);
    let names = if counts { vec![head, "rows"] } else { vec![head, what, "rows"] };
    let rule = format!("|{}", " --- |".repeat(names.len()));
    let mut lines = vec![line(names.into_iter()), rule];
    for (name, figure, rows) in figures.groups.iter().take(MOST_GROUPS) {
        let name = if is_blank(name) { "(empty)" } else { name };
        let figure = if counts { String::new() } else { format!(" {} |", value(figure)) };
        lines.push(format!("| {} |{figure} {} |", escaped(name), shown(*rows)));
    }
    let left = figures.groups.len().saturating_sub(MOST_GROUPS);
    let more = (left > 0).then(|| format!("\n\n… and {} more.", shown(left)));
    [format!("\n\n{}", lines.join("\n"))].into_iter().chain(more).collect()
}

/// The rows word for word under their head: one table for each passage's source and heading.
fn parts(table: &Table, rows: &[usize], hits: &[Hit]) -> Vec<String> {
    let section = table.columns.iter().position(|column| column.name.is_empty());
    let source = |row: usize| {
        let hit = hits.iter().find(|hit| hit.passage.ordinal == table.ordinal(row));
        hit.map(|hit| hit.passage.source()).unwrap_or_default()
    };
    let heading = |row: usize| section.map_or("", |at| table.cell(row, at));
    let names = table.columns.iter().map(|column| column.name.as_str());
    let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
    let head = format!("{}\n|{}", line(names.iter().copied()), " --- |".repeat(names.len()));
    let is_one = |one: &usize, next: &usize| {
        source(*one) == source(*next) && heading(*one) == heading(*next)
    };
    let part = |rows: &[usize]| {
        let first = rows.first()?;
        let row = |row: &usize| line((0..names.len()).map(|at| table.cell(*row, at)));
        let lines: Vec<String> = rows.iter().map(row).collect();
        let above = heading(*first);
        let above = if above.is_empty() {
            String::new()
        } else {
            format!("{}:\n\n", without_markup(above))
        };
        Some(format!("\n\n{above}{head}\n{}\n\n[{}]", lines.join("\n"), source(*first)))
    };
    rows.chunk_by(is_one).filter_map(part).collect()
}

fn line<'a>(cells: impl Iterator<Item = &'a str>) -> String {
    let cells: Vec<String> = cells.map(escaped).collect();
    format!("| {} |", cells.join(" | "))
}

/// A cell as passages have it.
fn escaped(cell: &str) -> String {
    cell.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}
