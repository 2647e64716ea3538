//! Rows of Markdown tables as sentences: one line each, with bars between the cells.

/// Returns true if a sentence is a row of a table.
pub fn is_row(sentence: &str) -> bool {
    sentence.starts_with('|')
}

/// Returns true if a row is the line below a table header: `|---|:-:|`.
pub fn is_rule(row: &str) -> bool {
    is_row(row) && row.contains('-') && row.chars().all(|c| "|-: ".contains(c))
}

/// Returns the cells of a row, without surrounding spaces.
pub fn cells(row: &str) -> Vec<&str> {
    let row = row.trim();
    let row = row.strip_prefix('|').unwrap_or(row);
    let row = row.strip_suffix('|').unwrap_or(row);
    row.split('|').map(str::trim).collect()
}

/// Returns a row for reading: its cells with dots between them. Text that is not a row is unchanged.
pub fn read(sentence: &str) -> String {
    if !is_row(sentence) {
        return sentence.to_owned();
    }
    let cells = cells(sentence).into_iter();
    let cells: Vec<&str> = cells.filter(|cell| !cell.is_empty()).collect();
    cells.join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_told_from_a_row_of_empty_cells() {
        assert!(is_rule("| --- | :-: |"));
        assert!(!is_rule("|  |  |") && !is_rule("| - a | b |") && !is_rule("---"));
    }

    #[test]
    fn a_row_is_read_cell_by_cell() {
        assert_eq!(read("| Cook | | 20 pounds |"), "Cook · 20 pounds");
        assert_eq!(read("No | row"), "No | row");
    }
}
