//! The standing of a question, by which a report orders them.

use std::cmp::Ordering;

use crate::grade::Grade;
use crate::summary::Outcome;

/// The standing of a question, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum QuestionStanding {
    /// No expectation is met.
    Missed,
    /// Some are met.
    Partly,
    /// All are met.
    Found,
    /// There are no expectations.
    Unknown,
}

impl QuestionStanding {
    /// All of them, in their order.
    pub(super) const ALL: [Self; 4] = [Self::Missed, Self::Partly, Self::Found, Self::Unknown];

    /// The standing of a question with this outcome.
    pub(super) fn of(outcome: &Outcome) -> Self {
        match value(outcome) {
            None => Self::Unknown,
            Some(value) if value <= 0.0 => Self::Missed,
            Some(value) if value < 1.0 => Self::Partly,
            Some(_) => Self::Found,
        }
    }

    /// Its heading.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Missed => "Missed",
            Self::Partly => "Found in part",
            Self::Found => "Found",
            Self::Unknown => "Not judged",
        }
    }

    /// The name of its colours.
    pub(super) fn class(self) -> &'static str {
        match self {
            Self::Missed => "missed",
            Self::Partly => "partly",
            Self::Found => "found",
            Self::Unknown => "unknown",
        }
    }

    /// The standing in words, for this question.
    pub(super) fn in_words(self, outcome: &Outcome) -> &'static str {
        if let Some(grade) = outcome.grade {
            return in_words(grade);
        }
        let is_answer = outcome.measures.contains_key("citations_per_answer");
        match (self, outcome.answerable, is_answer) {
            (Self::Missed, Some(false), _) => "answered, though the documents do not hold it",
            (Self::Found, Some(false), _) => "rightly refused",
            (Self::Missed, _, true) if outcome.refused == Some(true) => {
                "refused, though the documents hold the answer"
            }
            (Self::Missed, _, true) => "no true citation given",
            (Self::Partly, _, true) => "some of the true citations given",
            (Self::Found, _, true) => "all true citations given",
            (Self::Missed, _, false) => "none of the true passages among the first ten",
            (Self::Partly, _, false) => "some of the true passages among the first ten",
            (Self::Found, _, false) => "all true passages among the first ten",
            (Self::Unknown, ..) => "no truth to hold it against",
        }
    }
}

/// A grade in words.
fn in_words(grade: Grade) -> &'static str {
    match grade {
        Grade::Right => "right",
        Grade::Partly => "right in part",
        Grade::Wrong => "wrong",
        Grade::RefusedWrongly => "refused, though the documents hold the answer",
    }
}

/// The share of the expectations that are met.
fn value(outcome: &Outcome) -> Option<f64> {
    match outcome.grade {
        Some(Grade::Right) => return Some(1.0),
        Some(Grade::Partly) => return Some(0.5),
        Some(Grade::Wrong | Grade::RefusedWrongly) => return Some(0.0),
        None => {}
    }
    let measures = ["citations_matched", "refusals_matched", "recall_10"];
    let mut known = measures.iter().filter_map(|name| outcome.measures.get(*name));
    // Without a citation to expect, an answer is not judged, but a refusal of an answerable question is.
    let is_refused = outcome.measures.get("answers_refused") == Some(&1.0);
    known.next().copied().or(is_refused.then_some(0.0))
}

/// The worse one first.
pub(super) fn worse(one: &Outcome, other: &Outcome) -> Ordering {
    let of = |outcome: &Outcome, name: &str| outcome.measures.get(name).copied().unwrap_or(1.0);
    let by = |name: &str| of(one, name).total_cmp(&of(other, name));
    let value = |outcome| value(outcome).unwrap_or(2.0);
    let main = value(one).total_cmp(&value(other));
    let finer = ["ndcg_10", "precision", "token_f1"];
    finer.iter().fold(main, |order, name| order.then_with(|| by(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(measures: &[(&str, f64)]) -> Outcome {
        let measures = measures.iter().map(|(name, value)| ((*name).to_owned(), *value));
        Outcome { measures: measures.collect(), ..Outcome::default() }
    }

    #[test]
    fn what_is_missed_comes_first() {
        let mut outcomes = [
            outcome(&[]),
            outcome(&[("citations_matched", 1.0), ("precision", 1.0)]),
            outcome(&[("citations_matched", 1.0), ("precision", 0.5)]),
            outcome(&[("citations_matched", 0.5)]),
            outcome(&[("refusals_matched", 0.0)]),
            outcome(&[("answers_refused", 1.0)]),
            outcome(&[("answers_refused", 0.0)]),
        ];
        outcomes.sort_by(worse);
        let standings: Vec<QuestionStanding> = outcomes.iter().map(QuestionStanding::of).collect();
        let expected = [
            QuestionStanding::Missed,
            QuestionStanding::Missed,
            QuestionStanding::Partly,
            QuestionStanding::Found,
            QuestionStanding::Found,
            QuestionStanding::Unknown,
            QuestionStanding::Unknown,
        ];
        assert_eq!(standings, expected);
        assert!((outcomes[3].measures["precision"] - 0.5).abs() < 1e-9);
    }
}
