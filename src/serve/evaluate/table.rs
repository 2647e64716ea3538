//! What was measured, as tables for people.

use std::collections::BTreeSet;

use super::compare::Change;
use super::summary::Summary;

/// A measure for each line and an evaluation for each column, and the number of questions above.
pub(super) fn of(sides: &[(&str, &Summary)]) -> String {
    let row = |name: &str, cell: &dyn Fn(&Summary) -> String| {
        let cells = sides
            .iter()
            .map(|(_, summary)| format!("{:>10}", cell(summary)));
        format!("{name:<22}{}", cells.collect::<String>())
    };
    let mut rows = Vec::new();
    if sides.len() > 1 {
        let names = sides.iter().map(|(name, _)| format!("{name:>10}"));
        rows.push(format!("{:<22}{}", "", names.collect::<String>()));
    }
    rows.push(row("questions", &|summary| summary.questions.to_string()));
    let names = sides
        .iter()
        .flat_map(|(_, summary)| summary.measures.keys());
    for name in names.collect::<BTreeSet<_>>() {
        let value = |summary: &Summary| summary.of(name).map(|value| format!("{value:.3}"));
        rows.push(row(name, &|summary| value(summary).unwrap_or_default()));
    }
    rows.join("\n")
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
