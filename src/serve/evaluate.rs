//! How good answers are: each question of a file, compared with its true citations.

use std::collections::BTreeSet;
use std::io::BufRead;
use std::path::Path;
use std::time::Instant;

use anyhow::Context;
use futures_util::StreamExt;
use serde::{Deserialize, Serialize};

use crate::protocol::{Answer, ChatRequest, Message};
use crate::rag::{Rag, chat};
use crate::text::citation::cited;

/// A question with what is known of its answer: one line of the file.
#[derive(Debug, Deserialize)]
pub struct Question {
    /// The question.
    pub question: String,
    /// The sources that a good answer cites; none where the documents do not hold it.
    #[serde(default)]
    pub citations: Vec<String>,
}

/// How one question was answered.
#[derive(Debug, Serialize)]
pub struct Outcome {
    /// The question.
    pub question: String,
    /// The answer's Markdown.
    pub answer: String,
    /// The sources that it cites.
    pub cited: Vec<String>,
    /// The sources that it should cite.
    pub truth: Vec<String>,
    /// Milliseconds from the request to the last event.
    pub elapsed_ms: f64,
}

/// How all questions were answered.
#[derive(Debug, PartialEq, Serialize)]
pub struct Summary {
    /// How many questions there were.
    pub questions: usize,
    /// The share of true citations that stand in the answers, averaged over questions that have any.
    pub citations_matched: f64,
    /// The share of citations that are true, averaged over answers that have any.
    pub precision: f64,
    /// Citations for each answer, each source counted once.
    pub citations_per_answer: f64,
    /// The share of questions without true citations whose answers cite nothing.
    pub refusals_matched: Option<f64>,
    /// The time of the answer in the middle, in milliseconds.
    pub median_ms: f64,
}

/// Reads a file of questions, one JSON object for each line.
///
/// # Errors
///
/// If the file cannot be read, or a line is no question.
pub fn questions(path: &Path) -> anyhow::Result<Vec<Question>> {
    let file = std::fs::File::open(path).with_context(|| format!("opening {}", path.display()))?;
    let mut questions = Vec::new();
    for (number, line) in std::io::BufReader::new(file).lines().enumerate() {
        let line = line?;
        if !line.trim().is_empty() {
            let question = serde_json::from_str(&line);
            questions.push(question.with_context(|| format!("line {}", number + 1))?);
        }
    }
    Ok(questions)
}

/// Answers one question.
///
/// # Errors
///
/// If the question is refused.
pub async fn outcome(rag: &Rag, question: Question) -> anyhow::Result<Outcome> {
    let begun = Instant::now();
    let request = ChatRequest {
        messages: vec![Message::user(&question.question)],
        ..ChatRequest::default()
    };
    let events: Vec<_> = chat::answer(rag, request)?.collect().await;
    let elapsed_ms = begun.elapsed().as_secs_f64() * 1000.0;
    let answer: Answer = events.into_iter().collect();
    let points = answer.context.data_points.unwrap_or_default();
    Ok(Outcome {
        question: question.question,
        cited: stated(&answer.text, &points.citations),
        answer: answer.text,
        truth: question.citations,
        elapsed_ms,
    })
}

/// The sources that the statements of an answer cite. The passages that a refusal names support
/// nothing, so they do not count.
fn stated(text: &str, known: &[String]) -> Vec<String> {
    let statements = text.split("\n\nThe passages that come nearest:").next();
    cited(statements.unwrap_or(text), known)
}

/// Sums up how the questions were answered.
pub fn summary(outcomes: &[Outcome]) -> Summary {
    let with_truth = outcomes.iter().filter(|outcome| !outcome.truth.is_empty());
    let without_truth = outcomes.iter().filter(|outcome| outcome.truth.is_empty());
    let citing = outcomes.iter().filter(|outcome| !outcome.cited.is_empty());
    Summary {
        questions: outcomes.len(),
        citations_matched: mean(with_truth.map(|o| share(&o.truth, &o.cited))).unwrap_or(0.0),
        precision: mean(citing.map(|o| share(&o.cited, &o.truth))).unwrap_or(0.0),
        citations_per_answer: mean(outcomes.iter().map(|o| count(o.cited.len()))).unwrap_or(0.0),
        refusals_matched: mean(without_truth.map(|o| if o.cited.is_empty() { 1.0 } else { 0.0 })),
        median_ms: median(outcomes.iter().map(|o| o.elapsed_ms).collect()),
    }
}

/// The share of `some` that is in `others`.
fn share(some: &[String], others: &[String]) -> f64 {
    let some: BTreeSet<_> = some.iter().collect();
    let common = some.iter().filter(|one| others.contains(one)).count();
    count(common) / count(some.len().max(1))
}

#[expect(clippy::cast_precision_loss, reason = "counts of citations are small")]
fn count(count: usize) -> f64 {
    count as f64
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, number) = values.fold((0.0, 0), |(sum, number), value| (sum + value, number + 1));
    (number > 0).then(|| sum / f64::from(number))
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(cited: &[&str], truth: &[&str], elapsed_ms: f64) -> Outcome {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Outcome {
            question: String::new(),
            answer: String::new(),
            cited: owned(cited),
            truth: owned(truth),
            elapsed_ms,
        }
    }

    #[test]
    fn shares_are_averaged_over_questions() {
        let outcomes = [
            outcome(&["a", "b"], &["a"], 1.0),
            outcome(&["c"], &["c", "d"], 3.0),
            outcome(&[], &[], 2.0),
        ];
        let summary = summary(&outcomes);
        let close = |left: f64, right: f64| (left - right).abs() < 1e-9;
        assert!(close(summary.citations_matched, 0.75));
        assert!(close(summary.precision, 0.75));
        assert!(close(summary.citations_per_answer, 1.0));
        assert_eq!(summary.refusals_matched, Some(1.0));
        assert!(close(summary.median_ms, 2.0));
    }

    #[test]
    fn the_passages_that_a_refusal_names_do_not_count() {
        let text = "No.\n\nThe passages that come nearest:\n\n- x [a]";
        assert!(stated(text, &["a".to_owned()]).is_empty());
    }
}
