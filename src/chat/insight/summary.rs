//! The summary of stored insights: by outcome, and the questions without an answer.

use std::collections::BTreeMap;

use footnote_store::KeptInsights;
use footnote_store::insights::{AnswerOutcome, AnswerRecord, JudgementRecord};
use time::OffsetDateTime;

use super::now;

/// Number of seconds in a day.
const DAY: i64 = 24 * 60 * 60;

/// Maximum number of remarks in a summary.
const MAX_REMARKS: usize = 50;

/// Maximum number of unanswered questions in a summary.
const MAX_QUESTIONS: usize = 50;

/// The summary of several days, in UTC.
#[derive(Clone, Debug, Default)]
pub struct InsightSummary {
    /// Number of answers of each outcome.
    pub outcomes: BTreeMap<AnswerOutcome, usize>,
    /// The unanswered questions whose words are stored, newest first.
    pub questions: Vec<UnansweredQuestion>,
    /// Number of answers that were judged helpful.
    pub helpful: usize,
    /// Number of answers that were judged wrong.
    pub wrong: usize,
    /// The remarks of readers on wrong answers, newest first.
    pub remarks: Vec<JudgementRecord>,
}

/// A question without an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnansweredQuestion {
    /// Its words.
    pub question: String,
    /// The time when it was asked, in seconds since 1970.
    pub at: i64,
}

impl InsightSummary {
    /// Returns the beginning of the first of the last `days` days, today included, in seconds since 1970.
    pub fn begin(days: u32) -> i64 {
        (now().div_euclid(DAY) + 1 - i64::from(days)) * DAY
    }

    /// Summarises what was kept.
    pub fn of(kept: KeptInsights) -> Self {
        let KeptInsights { answers, judgements, cited: _ } = kept;
        let mut outcomes = BTreeMap::new();
        for answer in &answers {
            *outcomes.entry(answer.outcome).or_default() += 1;
        }
        let (remarks, counted): (Vec<_>, Vec<_>) =
            judgements.into_iter().partition(|one| one.remark.is_some());
        let helpful = counted.iter().filter(|one| one.helps).count();
        Self {
            outcomes,
            questions: questions(&answers),
            helpful,
            wrong: counted.len() - helpful,
            remarks: remarks.into_iter().rev().take(MAX_REMARKS).collect(),
        }
    }

    /// Returns the number of answers whose outcome matches.
    pub fn count(&self, is_one: impl Fn(AnswerOutcome) -> bool) -> usize {
        let fitting = self.outcomes.iter().filter(|(outcome, _)| is_one(**outcome));
        fitting.map(|(_, count)| count).sum()
    }
}

fn questions(answers: &[AnswerRecord]) -> Vec<UnansweredQuestion> {
    let newest = answers.iter().rev();
    let asked = newest.filter_map(|one| Some((one.question.clone()?, one.at)));
    asked.take(MAX_QUESTIONS).map(|(question, at)| UnansweredQuestion { question, at }).collect()
}

/// Formats a time as a date in UTC, such as 2026-11-25.
pub fn date(at: i64) -> String {
    OffsetDateTime::from_unix_timestamp(at)
        .map_or_else(|_| String::new(), |at| at.date().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_unanswered_question_comes_first() {
        let asked = [Some("Dogs?"), None, Some("Parking?")];
        let answer = |(at, question): (i64, Option<&str>)| AnswerRecord {
            at,
            form: "page".to_owned(),
            outcome: AnswerOutcome::Nothing,
            first_ms: None,
            whole_ms: 1,
            question: question.map(str::to_owned),
        };
        let answers: Vec<AnswerRecord> = (1..).zip(asked).map(answer).collect();
        let listed = questions(&answers);
        let listed: Vec<_> = listed.iter().map(|q| (&*q.question, q.at)).collect();
        assert_eq!(listed, [("Parking?", 3), ("Dogs?", 1)]);
    }

    #[test]
    fn a_period_begins_with_a_day() {
        let begin = InsightSummary::begin(7);
        assert_eq!(begin % DAY, 0);
        assert_eq!((now() - begin).div_euclid(DAY), 6);
    }
}
