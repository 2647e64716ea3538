//! Rows of tables: which of them are the head or name a section, and how one is read aloud.

use super::{Kind, Statement};
use crate::text::table::is_rule;

/// The number of lines that make the head of a table: what stands above its rule, and the rows below it that
/// name nothing in their first cell, such as years. None without a rule, or if no row is left.
pub(super) fn head(lines: &[&str]) -> usize {
    let Some(rule) = lines.iter().position(|line| is_rule(line.trim())) else {
        return 0;
    };
    let more = lines.iter().skip(rule + 1);
    let names_nothing = |line: &&&str| cells(line).first().is_some_and(|cell| cell.is_empty());
    let head = rule + 1 + more.take_while(names_nothing).count();
    if head < lines.len() { head } else { 0 }
}

/// True if a row says the same in all its cells, or only in its first: it names the rows below it.
pub(super) fn names_section(row: &str) -> bool {
    let cells = cells(row);
    let Some((first, others)) = cells.split_first() else {
        return true;
    };
    let repeats = |cell: &&str| cell.is_empty() || cell == first;
    is_rule(row)
        || first.is_empty() && others.is_empty()
        || !others.is_empty() && others.iter().all(repeats)
}

/// A row as it is read aloud under a heading, with its section and the names of its columns: "Fees. Late book:
/// Adults 15 pence, Under 16 free".
pub(super) fn read(above: &str, row: &Statement, statements: &[Statement], text: &str) -> String {
    let section = row.needed(statements).filter(|one| one.kind == Kind::Row);
    let head = section.unwrap_or(row).needed(statements);
    let head = head.filter(|one| one.kind == Kind::Head);
    let head = head.map(|head| head.text(text)).unwrap_or_default();
    let names: Vec<Vec<&str>> = head
        .lines()
        .filter(|line| !is_rule(line))
        .map(cells)
        .collect();
    let value = |(at, cell): (usize, &&str)| {
        let names = names.iter().filter_map(|names| names.get(at).copied());
        let parts = names.chain([*cell]).filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join(" ")
    };
    let words = row.text(text);
    let cells_of_row = cells(&words);
    let values = cells_of_row
        .iter()
        .enumerate()
        .skip(1)
        .filter(|(_, cell)| !cell.is_empty());
    let values: Vec<String> = values.map(value).collect();
    let section = section.map(|one| one.text(text));
    let section = section
        .iter()
        .filter_map(|text| cells(text).first().copied());
    let place = std::iter::once(above)
        .chain(section)
        .chain(cells_of_row.first().copied());
    let place: Vec<&str> = place.filter(|part| !part.is_empty()).collect();
    format!("{}: {}", place.join(". "), values.join(", "))
}

/// The cells of a row, without the blanks around them.
fn cells(row: &str) -> Vec<&str> {
    let row = row.trim();
    let row = row.strip_prefix('|').unwrap_or(row);
    let row = row.strip_suffix('|').unwrap_or(row);
    row.split('|').map(str::trim).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rag::corpus::Passage;

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
        let found: Vec<_> = statements
            .iter()
            .map(|one| (one.kind, one.needs, one.says))
            .collect();
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
    fn a_row_is_compared_with_the_names_of_its_columns() {
        let compared = passage(FEES).compared();
        assert_eq!(
            compared[3],
            "Fees. Late items. Book: Adults 2024 15, 2025 20"
        );
        assert_eq!(compared[4], "Fees. Late items. Film: 2025 40");
    }

    #[test]
    fn a_table_without_a_rule_or_rows_is_read_row_by_row() {
        let kinds = |text: &str| -> Vec<Kind> {
            passage(text)
                .statements()
                .iter()
                .map(|one| one.kind)
                .collect()
        };
        assert_eq!(kinds("| a | b |\n| 1 | 2 |"), [Kind::Row, Kind::Row]);
        assert_eq!(kinds("| a | b |\n| --- | --- |"), [Kind::Row, Kind::Row]);
    }
}
