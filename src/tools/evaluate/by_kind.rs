//! Grades by kind of question, over all questions and over each half.

use std::collections::BTreeMap;

use serde::Serialize;

use super::arguments::Half;
use super::grade::Grade;
use super::summary::Outcome;

/// The kind of questions that state none.
const NO_KIND: &str = "other";

/// Number of answers with each grade.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct GradeCounts {
    questions: usize,
    right: usize,
    partly: usize,
    wrong: usize,
    refused_wrongly: usize,
}

impl GradeCounts {
    fn add(&mut self, grade: Grade) {
        self.questions += 1;
        *match grade {
            Grade::Right => &mut self.right,
            Grade::Partly => &mut self.partly,
            Grade::Wrong => &mut self.wrong,
            Grade::RefusedWrongly => &mut self.refused_wrongly,
        } += 1;
    }
}

/// The grades of each kind.
type CountsByKind = BTreeMap<String, GradeCounts>;

/// The grades of each kind, over all questions and over each half.
#[derive(Debug, Serialize)]
pub(super) struct ByKind {
    all: CountsByKind,
    a: CountsByKind,
    b: CountsByKind,
}

impl ByKind {
    /// Returns the grades of these questions; `None` if nothing is graded.
    pub(super) fn of(outcomes: &[Outcome]) -> Option<Self> {
        let over = |half: Option<Half>| {
            let held = outcomes.iter().filter(|o| half.is_none_or(|half| half.holds(&o.question)));
            count_by_kind(held)
        };
        let all = over(None);
        (!all.is_empty()).then(|| Self { all, a: over(Some(Half::A)), b: over(Some(Half::B)) })
    }

    /// Returns a table for all questions, and one for each half.
    pub(super) fn tables(&self) -> String {
        let halves = [("graded", &self.all), ("half a", &self.a), ("half b", &self.b)];
        let tables = halves.into_iter().filter(|(_, kinds)| !kinds.is_empty());
        tables.map(|(name, kinds)| table(name, kinds)).collect::<Vec<_>>().join("\n")
    }
}

fn count_by_kind<'a>(outcomes: impl Iterator<Item = &'a Outcome>) -> CountsByKind {
    let mut kinds = CountsByKind::new();
    for outcome in outcomes {
        if let Some(grade) = outcome.grade {
            let kind = if outcome.kind.is_empty() { NO_KIND } else { &outcome.kind };
            kinds.entry(kind.to_owned()).or_default().add(grade);
        }
    }
    kinds
}

/// Returns a line for each kind, and the sum at the end.
fn table(name: &str, kinds: &CountsByKind) -> String {
    let line = |name: &str, cells: [String; 5]| {
        let cells = cells.map(|cell| format!("{cell:>10}"));
        format!("{name:<26}{}", cells.concat())
    };
    let counts = |name: &str, grades: &GradeCounts| {
        let GradeCounts { questions, right, partly, wrong, refused_wrongly } = *grades;
        line(name, [questions, right, partly, wrong, refused_wrongly].map(|n| n.to_string()))
    };
    let mut sum = GradeCounts::default();
    for grades in kinds.values() {
        sum.questions += grades.questions;
        sum.right += grades.right;
        sum.partly += grades.partly;
        sum.wrong += grades.wrong;
        sum.refused_wrongly += grades.refused_wrongly;
    }
    let head = ["questions", "right", "partly", "wrong", "refused"].map(str::to_owned);
    let mut lines = vec![String::new(), line(name, head)];
    lines.extend(kinds.iter().map(|(kind, grades)| counts(kind, grades)));
    lines.push(counts("all kinds", &sum));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grades_are_counted_by_kind_and_over_each_half() {
        let outcome = |number: usize, kind: &str, grade| Outcome {
            question: format!("What is rule {number}?"),
            kind: kind.to_owned(),
            grade,
            ..Outcome::default()
        };
        let grades =
            [Grade::Right, Grade::Right, Grade::Partly, Grade::Wrong, Grade::RefusedWrongly];
        let mut outcomes: Vec<Outcome> = (0..50)
            .map(|n| outcome(n, if n % 2 == 0 { "table" } else { "" }, Some(grades[n % 5])))
            .collect();
        outcomes.push(outcome(50, "table", None));
        let kinds = ByKind::of(&outcomes).unwrap();
        let table =
            GradeCounts { questions: 25, right: 10, partly: 5, wrong: 5, refused_wrongly: 5 };
        assert_eq!((kinds.all["table"], kinds.all["other"]), (table, table));
        let halves = kinds.a["table"].questions + kinds.b["table"].questions;
        assert_eq!(halves, 25);
        let text = kinds.tables();
        let sum = "all kinds                         50        20        10        10        10";
        assert!(text.contains(sum) && text.contains("half b"), "{text}");
        assert!(ByKind::of(&[outcome(1, "table", None)]).is_none());
    }
}
