//! Lines of values with a separator between them, such as a phone list saved as text.

use super::label::has_value;

/// Separators of values.
const MARKS: [char; 3] = [';', '\t', '|'];

/// Returns true if the lines of a text are records: there are several, and each has the same separator equally often.
pub(crate) fn are_records(text: &str) -> bool {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let alike = |mark: &char| {
        let mut counts = lines.iter().map(|line| line.matches(*mark).count());
        let first = counts.next().unwrap_or_default();
        // Two separators make three values; a single semicolon may be prose.
        first >= 2 && counts.all(|count| count == first)
    };
    lines.len() > 1 && MARKS.iter().any(alike)
}

/// Returns true if the lines of a text are names with values, such as those of a receipt or a menu.
pub(super) fn are_values(text: &str) -> bool {
    let lines = || text.lines().filter(|line| !is_rule(line));
    lines().count() > 1 && lines().all(has_value)
}

/// Returns true if a line has only separators.
pub(super) fn is_rule(line: &str) -> bool {
    !line.contains(char::is_alphanumeric)
}

/// Returns true if a record names fields rather than giving values.
pub(super) fn is_header(line: &str) -> bool {
    !line.contains(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_values_are_records_and_prose_is_not() {
        assert!(are_records("Name;Room;Phone\nSchmidt, Jörg;C 2.11;377"));
        assert!(!are_records("We came; we saw; we went.\nThen we slept."));
        assert!(!are_records("one;two;three"));
        assert!(are_values("Sales tax 66.23\n=====\nGrand Total 5 EUR\nCashier: Ann"));
        assert!(!are_values("Best regards\nAnn Smith\nRoom 12") && !are_values("Total 5"));
        assert!(is_header("Name;Room;Phone") && !is_header("Schmidt;C 2.11;377"));
    }
}
