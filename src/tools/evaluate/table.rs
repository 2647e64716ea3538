//! The measures as tables for people.

use super::compare::MeasureChange;
use super::labels::place;
use super::summary::Summary;

/// One measure per line, with the number of questions above.
pub(super) fn of(summary: &Summary) -> String {
    let mut measures: Vec<(&String, &f64)> = summary.measures.iter().collect();
    measures.sort_by_key(|(name, _)| place(name));
    let rows = measures.iter().map(|(name, value)| format!("\n{name:<26}{value:>10.3}"));
    format!("{:<26}{:>10}{}", "questions", summary.questions, rows.collect::<String>())
}

/// One change per line; significant ones (p < .05) are marked.
pub(super) fn changes(changes: &[MeasureChange]) -> String {
    let head = format!(
        "\n{:<26}{:>10}{:>10}{:>10}{:>10}{:>8}",
        "change", "questions", "before", "after", "change", "p"
    );
    let rows = changes.iter().map(|change| {
        let MeasureChange { name, questions, differing, before, after, p } = change;
        if *differing == 0 {
            return format!("{name:<26}{questions:>10}{before:>10.3}{after:>10.3}{:>10}", "none");
        }
        let mark = if *p < 0.05 { " *" } else { "" };
        let by = after - before;
        format!("{name:<26}{questions:>10}{before:>10.3}{after:>10.3}{by:>+10.3}{p:>8.3}{mark}")
    });
    std::iter::once(head).chain(rows).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_that_is_no_chance_is_marked() {
        let change = MeasureChange {
            name: "precision".to_owned(),
            questions: 28,
            differing: 9,
            before: 0.25,
            after: 0.5,
            p: 0.01,
        };
        let text = changes(std::slice::from_ref(&change));
        assert!(text.ends_with("0.250     0.500    +0.250   0.010 *"), "{text}");
        let unmarked = changes(&[MeasureChange { p: 0.5, ..change.clone() }]);
        assert!(!unmarked.contains('*'));
        let same = changes(&[MeasureChange { differing: 0, ..change }]);
        assert!(same.ends_with(" none"), "{same}");
    }
}
