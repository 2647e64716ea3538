//! The summary of stored insights: by day, by outcome, and the questions without an answer.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use footnote_retrieval::store::KeptInsights;
use footnote_retrieval::store::insights::{AnswerOutcome, AnswerRecord, JudgementRecord};
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
    /// The days, oldest first, including days without an answer.
    pub days: Vec<DaySummary>,
    /// Number of answers of each outcome.
    pub outcomes: BTreeMap<AnswerOutcome, usize>,
    /// The unanswered questions whose words are stored, most frequent first; ties by most recent.
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
    /// Number of times it was asked in these words.
    pub count: usize,
    /// The time when it was last asked, in seconds since 1970.
    pub last: i64,
}

/// The summary of one day.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DaySummary {
    /// Its date, such as 2026-11-25.
    pub date: String,
    /// Number of questions that were answered.
    pub answered: usize,
    /// Number of questions that the documents did not answer.
    pub unanswered: usize,
    /// Number of answers that broke off, or whose reader left.
    pub broken: usize,
    /// The times to the first event; `None` if there was no answer.
    pub first: Option<Times>,
    /// The times to the end; `None` if no answer was completed.
    pub whole: Option<Times>,
}

/// The times of one day, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// The median.
    pub median: i64,
    /// The 95th percentile.
    pub slow: i64,
}

impl InsightSummary {
    /// Returns the beginning of the first of the last `days` days, today included, in seconds since 1970.
    pub fn begin(days: u32) -> i64 {
        (now().div_euclid(DAY) + 1 - i64::from(days)) * DAY
    }

    /// Summarises the days since `begin`.
    pub fn of(kept: KeptInsights, begin: i64) -> Self {
        let KeptInsights { answers, judgements, cited: _ } = kept;
        let mut outcomes = BTreeMap::new();
        for answer in &answers {
            *outcomes.entry(answer.outcome).or_default() += 1;
        }
        let (remarks, counted): (Vec<_>, Vec<_>) =
            judgements.into_iter().partition(|one| one.remark.is_some());
        let helpful = counted.iter().filter(|one| one.helps).count();
        Self {
            days: days(&answers, begin),
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
    let mut asked: BTreeMap<&str, (usize, i64)> = BTreeMap::new();
    for (question, at) in answers.iter().filter_map(|one| Some((one.question.as_deref()?, one.at)))
    {
        let (count, last) = asked.entry(question).or_default();
        *count += 1;
        *last = at.max(*last);
    }
    let mut asked: Vec<_> = asked.into_iter().collect();
    asked.sort_by_key(|(_, often)| Reverse(*often));
    let listed = asked.into_iter().take(MAX_QUESTIONS);
    listed
        .map(|(question, (count, last))| UnansweredQuestion {
            question: question.to_owned(),
            count,
            last,
        })
        .collect()
}

fn days(answers: &[AnswerRecord], begin: i64) -> Vec<DaySummary> {
    let mut by_day: BTreeMap<i64, Vec<&AnswerRecord>> = BTreeMap::new();
    for day in begin.div_euclid(DAY)..=now().div_euclid(DAY) {
        by_day.entry(day).or_default();
    }
    for answer in answers {
        by_day.entry(answer.at.div_euclid(DAY)).or_default().push(answer);
    }
    by_day.into_iter().map(|(day, answers)| summary(day, &answers)).collect()
}

fn summary(day: i64, answers: &[&AnswerRecord]) -> DaySummary {
    let count = |is_one: fn(AnswerOutcome) -> bool| {
        answers.iter().filter(|answer| is_one(answer.outcome)).count()
    };
    let whole = answers.iter().filter(|one| one.outcome != AnswerOutcome::Cancelled);
    let (answered, unanswered) =
        (count(AnswerOutcome::is_answered), count(AnswerOutcome::is_unanswered));
    DaySummary {
        date: date(day * DAY),
        answered,
        unanswered,
        broken: answers.len() - answered - unanswered,
        first: times(answers.iter().filter_map(|one| one.first_ms).collect()),
        whole: times(whole.map(|one| one.whole_ms).collect()),
    }
}

/// Formats a time as a date in UTC, such as 2026-11-25.
pub fn date(at: i64) -> String {
    OffsetDateTime::from_unix_timestamp(at)
        .map_or_else(|_| String::new(), |at| at.date().to_string())
}

fn times(mut taken: Vec<i64>) -> Option<Times> {
    taken.sort_unstable();
    let share =
        |percent: usize| taken.get((taken.len() * percent).div_ceil(100).max(1) - 1).copied();
    Some(Times { median: share(50)?, slow: share(95)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_took_at_most_the_median_and_nineteen_of_twenty_the_slow_time() {
        let times = |taken: &[i64]| super::times(taken.to_vec());
        assert_eq!(times(&[]), None);
        assert_eq!(times(&[7]), Some(Times { median: 7, slow: 7 }));
        let taken: Vec<i64> = (1..=100).rev().collect();
        assert_eq!(times(&taken), Some(Times { median: 50, slow: 95 }));
    }

    #[test]
    fn the_most_frequent_question_comes_first_and_of_two_alike_the_newer() {
        let asked = ["Dogs?", "Cats?", "Dogs?", "Parking?"];
        let answer = |(at, question): (i64, &str)| AnswerRecord {
            at,
            form: "page".to_owned(),
            outcome: AnswerOutcome::NotFound,
            first_ms: None,
            whole_ms: 1,
            question: Some(question.to_owned()),
        };
        let answers: Vec<AnswerRecord> = (1..).zip(asked).map(answer).collect();
        let listed = questions(&answers);
        let listed: Vec<_> = listed.iter().map(|q| (&*q.question, q.count, q.last)).collect();
        assert_eq!(listed, [("Dogs?", 2, 3), ("Parking?", 1, 4), ("Cats?", 1, 2)]);
    }

    #[test]
    fn days_without_a_question_are_days_too() {
        let begin = InsightSummary::begin(7);
        let summary = InsightSummary::of(KeptInsights::default(), begin);
        assert_eq!(summary.days.len(), 7);
        assert_eq!(summary.days[0].date, date(begin));
        assert_eq!((summary.days[6].answered, summary.days[6].first), (0, None));
    }
}
