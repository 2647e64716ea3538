//! What was measured, as tables for people.

use super::compare::Change;
use super::summary::Summary;

/// A measure for each line, and the number of questions above them.
pub(super) fn of(summary: &Summary) -> String {
    let head = format!("{:<22}{:>10}", "questions", summary.questions);
    let measures = summary.measures.iter();
    let rows = measures.map(|(name, value)| format!("{name:<22}{value:>10.3}"));
    std::iter::once(head)
        .chain(rows)
        .collect::<Vec<_>>()
        .join("\n")
}

/// A change for each line; those that are more than chance (p < .05) are marked.
pub(super) fn changes(changes: &[Change]) -> String {
    let head = format!(
        "\n{:<22}{:>10}{:>10}{:>10}{:>10}{:>8}",
        "change", "questions", "before", "after", "change", "p"
    );
    let rows = changes.iter().map(|change| {
        let Change {
            name,
            questions,
            before,
            after,
            p,
        } = change;
        let mark = if *p < 0.05 { " *" } else { "" };
        let by = after - before;
        format!("{name:<22}{questions:>10}{before:>10.3}{after:>10.3}{by:>+10.3}{p:>8.3}{mark}")
    });
    std::iter::once(head)
        .chain(rows)
        .collect::<Vec<_>>()
        .join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_that_is_no_chance_is_marked() {
        let change = Change {
            name: "precision".to_owned(),
            questions: 28,
            before: 0.25,
            after: 0.5,
            p: 0.01,
        };
        let text = changes(std::slice::from_ref(&change));
        assert!(
            text.ends_with("0.250     0.500    +0.250   0.010 *"),
            "{text}"
        );
        let unmarked = changes(&[Change { p: 0.5, ..change }]);
        assert!(!unmarked.contains('*'));
    }
}
