//! The measures as tables for people.

use super::compare::MeasureChange;
use super::labels::place;
use super::summary::{Outcome, Summary};

/// One measure per line, with the number of questions above.
pub(super) fn of(summary: &Summary) -> String {
    let mut measures: Vec<(&String, &f64)> = summary.measures.iter().collect();
    measures.sort_by_key(|(name, _)| place(name));
    let rows = measures.iter().map(|(name, value)| format!("\n{name:<26}{value:>10.3}"));
    format!("{:<26}{:>10}{}", "questions", summary.questions, rows.collect::<String>())
}

/// One line per needed passage: its rank among the passages found for its question, and what an answer lacks.
pub(super) fn needed(outcomes: &[Outcome]) -> Vec<String> {
    let lines = outcomes.iter().flat_map(|outcome| {
        let ranked = outcome.truth.iter().zip(&outcome.ranks).map(|(source, rank)| {
            let rank = rank.map_or_else(|| "-".to_owned(), |rank| rank.to_string());
            format!("{rank:>3}  {source}  {}", outcome.question)
        });
        let faults =
            outcome.faults.iter().map(|fault| format!("     {fault}: {}", outcome.question));
        ranked.chain(faults)
    });
    lines.collect()
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
    fn the_rank_of_each_needed_passage_has_a_line() {
        let outcome = Outcome {
            question: "Tea?".to_owned(),
            truth: vec!["a.md".to_owned(), "b.md".to_owned()],
            ranks: vec![Some(2), None],
            faults: vec!["does not say four".to_owned()],
            ..Outcome::default()
        };
        let lines = needed(&[outcome]);
        assert_eq!(lines, ["  2  a.md  Tea?", "  -  b.md  Tea?", "     does not say four: Tea?"]);
    }

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
