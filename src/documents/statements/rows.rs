//! Rows of tables: recognising rows that belong to the header or name a section, and writing a row as text.

use footnote_text::table::{cells, is_rule};
use footnote_text::words::words;

use super::{Kind, Statement};

/// Maximum number of consecutive rows that together name those below; further ones come after the header.
pub(super) const SECTIONS: usize = 3;

/// Maximum number of rows below the rule that belong to the header: years, and their units.
const MAX_HEAD_ROWS: usize = 2;

/// Returns the number of lines of the header of a table: the lines down to its rule, and the rows below it that name
/// columns. 0 if there is no rule, or no row.
pub(super) fn head(lines: &[&str]) -> usize {
    let Some(rule) = lines.iter().position(|line| is_rule(line.trim())) else {
        return 0;
    };
    let rows = lines.get(rule + 1..).unwrap_or_default();
    let more = rows.iter().take_while(|row| names_columns(row)).count();
    match rows.len() {
        0 => 0,
        // If many or all rows look like column names, they are the content of the table.
        all if more == all || more > MAX_HEAD_ROWS => rule + 1,
        _ => rule + 1 + more,
    }
}

/// Returns true if a row names columns: its first cell is empty or followed by numbers, and all numbers there are
/// years.
fn names_columns(row: &str) -> bool {
    let cells = cells(row);
    let Some((first, others)) = cells.split_first() else {
        return false;
    };
    if first.is_empty() {
        return has_only_years(row);
    }
    let mut figures = others.iter().filter(|cell| has_digits(cell)).peekable();
    figures.peek().is_some() && figures.all(|cell| is_year(cell))
}

fn has_digits(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit())
}

fn is_year(text: &str) -> bool {
    text.parse().is_ok_and(|year| (1900..2100).contains(&year))
}

/// Returns true if all numbers of a text are years.
fn has_only_years(text: &str) -> bool {
    words(text).filter(|word| has_digits(word)).all(is_year)
}

/// Returns true if a row names those below it: all of its cells say the same, or only the first says something, or the
/// first is empty and the only numbers are years.
pub(super) fn names_section(row: &str) -> bool {
    let cells = cells(row);
    let Some((first, others)) = cells.split_first() else {
        return true;
    };
    let repeats = |cell: &&str| cell.is_empty() || cell == first;
    let names_one = !others.is_empty() && others.iter().all(repeats);
    is_rule(row) || names_one || (first.is_empty() && has_only_years(row))
}

/// Returns true if a row says something by itself. A row that names others does so if it is a sentence, or if it may
/// continue the row above, whose name it does not repeat.
pub(super) fn says(row: &str) -> bool {
    let cells = cells(row);
    let first = cells.first().copied().unwrap_or_default();
    let goes_on = first.is_empty() && !has_digits(row) && row.contains(char::is_alphabetic);
    let is_sentence = first.ends_with(['.', '!', '。', '！']);
    !names_section(row) || is_sentence || goes_on
}

/// Returns a row as text, with its heading, sections and column names: "Fees. Late book: Adults 15 pence, Under 16
/// free".
pub(super) fn read(heading: &str, row: &Statement, statements: &[Statement], text: &str) -> String {
    let mut above: Vec<&Statement> = row_and_above(row, statements).skip(1).collect();
    above.reverse();
    let (heads, sections): (Vec<&Statement>, _) =
        above.into_iter().partition(|one| one.kind == Kind::Head);
    let heads: Vec<_> = heads.iter().map(|head| head.text(text)).collect();
    let names = heads.iter().flat_map(|head| head.lines());
    let names: Vec<Vec<&str>> = names.filter(|line| !is_rule(line)).map(cells).collect();
    let value = |(at, cell): (usize, &&str)| {
        let names = names.iter().filter_map(|names| names.get(at).copied());
        distinct(names.chain([*cell])).join(" ")
    };
    let words = row.text(text);
    let cells_of_row = cells(&words);
    let values = cells_of_row.iter().enumerate().skip(1);
    let values = values.filter(|(_, cell)| !cell.is_empty()).map(value);
    let values: Vec<String> = values.collect();
    let sections: Vec<_> = sections.iter().map(|one| one.text(text)).collect();
    let sections = sections.iter().map(|text| distinct(cells(text).into_iter()).join(" "));
    let label = cells_of_row.first().map(|&label| label.to_owned());
    let place = std::iter::once(heading.to_owned()).chain(sections).chain(label);
    let place: Vec<String> = place.filter(|part| !part.is_empty()).collect();
    let parts = [place.join(". "), values.join(", ")];
    let said = parts.iter().map(String::as_str).filter(|part| !part.is_empty());
    said.collect::<Vec<_>>().join(": ")
}

/// Returns a row, the rows that name its sections, nearest first, and the header of its table.
fn row_and_above<'a>(
    row: &'a Statement,
    statements: &'a [Statement],
) -> impl Iterator<Item = &'a Statement> {
    let is_of_table = |one: &&Statement| matches!(one.kind, Kind::Row | Kind::Head);
    std::iter::successors(Some(row), move |one| one.needed(statements).filter(is_of_table))
}

/// Returns the non-empty cells, each once if a row repeats it.
fn distinct<'a>(cells: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut cells: Vec<&str> = cells.filter(|cell| !cell.is_empty()).collect();
    cells.dedup();
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Passage;

    const FEES: &str = "## Fees\n\nWhat is paid:\n\n|  | Adults |  |\n| --- | --- | --- |\n\
        |  | 2024 | 2025 |\n| Late items |  |  |\n| Book | 15 | 20 |\n| Film |  | 40 |";

    fn passage(text: &str) -> Passage {
        let mut passage = Passage::default();
        passage.set_text(text.to_owned());
        passage
    }

    #[test]
    fn a_row_needs_its_section_and_that_the_head() {
        let passage = passage(FEES);
        let statements = passage.statements();
        let found: Vec<_> = statements.iter().map(|one| (one.kind, one.needs, one.says)).collect();
        assert_eq!(
            found,
            [
                (Kind::Sentence, None, false),
                (Kind::Head, Some(0), false),
                (Kind::Row, Some(1), false),
                (Kind::Row, Some(2), true),
                (Kind::Row, Some(2), true),
            ]
        );
    }

    #[test]
    fn a_row_that_does_not_repeat_the_name_above_can_be_quoted() {
        for row in ["|  | York | 6 |", "|  | Tuesday | open |", "| Pay first. You get a card. |  |"]
        {
            assert!(says(row), "{row}");
        }
        for row in ["|  | Fiscal 2018 |  |", "| Adults |  |", "| Adults | Adults |", "|  |  |"] {
            assert!(!says(row), "{row}");
        }
        assert!(!names_section("|  | York | 6 |"));
    }

    #[test]
    fn rows_of_years_name_columns_and_rows_without_a_name_those_below() {
        let table = "|  | Amounts |  |\n| --- | --- | --- |\n| (in millions) | 2019 | 2018 |\n\
            | Sales | 5 | 6 |\n|  | In 2020 |  |\n|  | Plan | Change |\n| Sales | 7 | more |";
        let passage = passage(table);
        let statements = passage.statements();
        let needs: Vec<_> = statements.iter().map(|one| (one.needs, one.says)).collect();
        let expected =
            [(None, false), (Some(0), true), (Some(0), false), (Some(2), true), (Some(3), true)];
        assert_eq!(needs, expected);
        let compared = passage.compared();
        assert_eq!(compared[1], "Sales: Amounts 2019 5, 2018 6");
        assert_eq!(compared[4], "In 2020. Plan Change. Sales: Amounts 2019 7, 2018 more");
    }

    #[test]
    fn a_row_is_compared_with_the_names_of_its_columns() {
        let compared = passage(FEES).compared();
        assert_eq!(compared[3], "Fees. Late items. Book: Adults 2024 15, 2025 20");
        assert_eq!(compared[4], "Fees. Late items. Film: 2025 40");
    }

    #[test]
    fn a_row_of_figures_without_a_name_is_no_part_of_the_head() {
        let passage = passage(
            "| Region | City | Sales |\n| --- | --- | --- |\n|  | York | 6 |\n| Total |  | 6 |",
        );
        let kinds: Vec<Kind> = passage.statements().iter().map(|one| one.kind).collect();
        assert_eq!(kinds, [Kind::Head, Kind::Row, Kind::Row]);
        assert_eq!(passage.compared()[1], "City York, Sales 6");
    }

    #[test]
    fn a_row_is_never_far_from_its_head() {
        let rows = "|  | Monday | open |\n".repeat(20);
        let passage = passage(&format!("| Branch | Day | Hours |\n| --- | --- | --- |\n{rows}"));
        let statements = passage.statements();
        let above = |row| row_and_above(row, &statements).collect::<Vec<_>>();
        let rows = statements.iter().filter(|one| one.kind == Kind::Row);
        assert_eq!(rows.clone().count(), 20);
        for row in rows {
            let above = above(row);
            assert!(above.len() <= SECTIONS + 2);
            assert!(above.last().is_some_and(|last| last.kind == Kind::Head));
        }
    }

    #[test]
    fn a_table_without_a_rule_or_rows_is_read_row_by_row() {
        let kinds = |text: &str| -> Vec<Kind> {
            passage(text).statements().iter().map(|one| one.kind).collect()
        };
        assert_eq!(kinds("| a | b |\n| 1 | 2 |"), [Kind::Row, Kind::Row]);
        assert_eq!(kinds("| a | b |\n| --- | --- |"), [Kind::Row, Kind::Row]);
    }
}
