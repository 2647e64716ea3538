//! Answering the questions of a file, and measuring each answer against the known truth.

use std::collections::BTreeSet;
use std::time::Instant;

use anyhow::bail;
use footnote_answers::Rag;
use footnote_protocol::{Answer, ChatRequest, Message, RetrievalMode};
use footnote_text::citation::{Piece, cited, pieces};
use futures_util::StreamExt;
use serde_json::{Value, json};

use super::grade::{self, Grade, GradeWithFaults, GradedAnswer, Manner};
use super::measures;
use super::question::Question;
use super::summary::{Outcome, Ranked};

/// Answers one question.
///
/// # Errors
///
/// Fails if the question is refused.
pub async fn outcome(rag: &Rag, question: Question) -> anyhow::Result<Outcome> {
    answered(rag, &question, rag.retriever.default_mode()).await
}

/// Answers one question from passages found in a mode.
///
/// # Errors
///
/// Fails if the question is refused, or answered in another mode.
pub(super) async fn answered(
    rag: &Rag,
    question: &Question,
    mode: RetrievalMode,
) -> anyhow::Result<Outcome> {
    let mut messages = question.history.clone();
    messages.push(Message::user(&question.question));
    let mut request = ChatRequest { messages, ..ChatRequest::default() };
    request.overrides.retrieval_mode = Some(mode);
    let begun = Instant::now();
    let events: Vec<_> = footnote_chat::answer(rag, request)?.collect().await;
    let elapsed_ms = begun.elapsed().as_secs_f64() * 1000.0;
    let answer: Answer = events.into_iter().collect();
    ensure_mode(question, &answer, mode)?;
    Ok(measured(question.clone(), &answer, elapsed_ms))
}

/// Checks that the passages of an answer were found in a mode.
///
/// # Errors
///
/// Fails if they were found in another mode; the error gives the reason.
fn ensure_mode(question: &Question, answer: &Answer, mode: RetrievalMode) -> anyhow::Result<()> {
    let is_other = prop(answer, "retrieval_mode").is_some_and(|used| *used != json!(mode));
    match prop(answer, "note").and_then(Value::as_str) {
        Some(note) if is_other => bail!("asking {:?}: {note}", question.question),
        _ => Ok(()),
    }
}

/// Returns the last value under a key in the thoughts.
fn prop<'a>(answer: &'a Answer, key: &str) -> Option<&'a Value> {
    let thoughts = answer.context.thoughts.iter();
    let mut values = thoughts.filter_map(|thought| thought.props.as_ref()?.get(key));
    values.next_back()
}

/// Measures an answer.
fn measured(question: Question, answer: &Answer, elapsed_ms: f64) -> Outcome {
    let known = answer.sources();
    let text = footnote_answers::phrases::before_closest(&answer.text);
    let cited = cited(text, known);
    let answerable = question.is_answerable();
    let refused = refused(answer).unwrap_or(cited.is_empty());
    let mut outcome = Outcome {
        answerable: Some(answerable),
        refused: Some(refused),
        hits: hits(answer),
        confidence: prop(answer, "confidence").and_then(Value::as_f64),
        elapsed_ms,
        embedding_ms: prop(answer, "embedding_ms").and_then(Value::as_f64),
        ..Outcome::default()
    };
    let mut add = |name: &str, value| outcome.measures.insert(name.to_owned(), value);
    add("citations_per_answer", measures::number(cited.len()));
    add("invalid_citations", measures::number(invalid(text, known)));
    if answerable {
        add("answers_refused", measures::truth(refused));
    } else {
        add("refusals_matched", measures::truth(cited.is_empty()));
    }
    if answerable && !question.citations.is_empty() {
        add("citations_matched", share(&question.citations, &cited));
        if !cited.is_empty() {
            add("precision", share(&cited, &question.citations));
        }
    }
    if let Some(GradeWithFaults { grade, faults }) = graded(&question, answer, &cited) {
        add("right", measures::truth(grade == Grade::Right));
        add("wrong", measures::truth(grade == Grade::Wrong));
        (outcome.grade, outcome.faults) = (Some(grade), faults);
    }
    outcome.cited = cited;
    outcome.kind = question.kind;
    outcome.truth = question.citations;
    outcome.reference = question.truth;
    outcome.question = question.question;
    outcome.answer.clone_from(&answer.text);
    outcome
}

/// Returns true if the answer says that it is not one; `None` if it does not say.
fn refused(answer: &Answer) -> Option<bool> {
    prop(answer, "refused")?.as_bool()
}

/// Returns the grade of the answer, if its question has requirements.
fn graded(question: &Question, answer: &Answer, cited: &[String]) -> Option<GradeWithFaults> {
    let text = without_brackets(footnote_answers::phrases::before_closest(&answer.text));
    let given = GradedAnswer { text: &text, cited, manner: manner(answer) };
    Some(grade::grade(question.must.as_ref()?, &given))
}

/// Returns the outcome that the answer itself reports, if any.
fn manner(answer: &Answer) -> Option<Manner> {
    let is_unsure = prop(answer, "outcome") == Some(&json!("unsure"));
    Some(match refused(answer)? {
        true => Manner::Refused,
        false if is_unsure => Manner::Unsure,
        false => Manner::Answered,
    })
}

/// Returns the passages that the answer may draw on, best first.
fn hits(answer: &Answer) -> Vec<Ranked> {
    let Some(points) = &answer.context.data_points else {
        return Vec::new();
    };
    let ranked = |text: &String| Ranked { source: points.parted(text).0.to_owned() };
    points.text.iter().map(ranked).collect()
}

/// Returns the number of brackets that look like sources but name none of the passages found.
fn invalid(text: &str, known: &[String]) -> usize {
    let pieces = pieces(text, known, false).into_iter();
    pieces.filter(|piece| matches!(piece, Piece::Invented(_))).count()
}

/// Returns the text without bracketed parts.
fn without_brackets(text: &str) -> String {
    let mut depth = 0_u32;
    let outside = text.chars().filter(|c| {
        match c {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ => return depth == 0,
        }
        false
    });
    outside.collect()
}

/// Returns the share of `some` that is in `others`.
fn share(some: &[String], others: &[String]) -> f64 {
    let some: BTreeSet<_> = some.iter().collect();
    let common = some.iter().filter(|one| others.contains(one)).count();
    measures::number(common) / measures::number(some.len().max(1))
}

#[cfg(test)]
mod tests {
    use footnote_protocol::{DataPoints, ResponseContext};

    use super::*;

    fn answer(text: &str, known: &[&str]) -> Answer {
        Answer {
            text: text.to_owned(),
            context: ResponseContext {
                data_points: Some(DataPoints {
                    citations: known.iter().map(|name| (*name).to_owned()).collect(),
                    ..DataPoints::default()
                }),
                ..ResponseContext::default()
            },
            ..Answer::default()
        }
    }

    fn question(truth: &str, citations: &[&str]) -> Question {
        Question {
            truth: truth.to_owned(),
            citations: citations.iter().map(|name| (*name).to_owned()).collect(),
            ..Question::default()
        }
    }

    #[test]
    fn an_answer_is_measured_against_its_truth() {
        let normalised = answer("Tea at four [a.md]. Late [b.md]. [c.md] [sic]", &["a.md", "b.md"]);
        let outcome =
            measured(question("Tea at four. [a.md]", &["a.md", "d.md"]), &normalised, 1.0);
        assert_eq!(outcome.cited, ["a.md", "b.md"]);
        let measure = |name: &str| outcome.measures[name];
        assert!((measure("citations_matched") - 0.5).abs() < 1e-9);
        assert!((measure("precision") - 0.5).abs() < 1e-9);
        assert!((measure("invalid_citations") - 1.0).abs() < 1e-9);
        assert!((measure("citations_per_answer") - 2.0).abs() < 1e-9);
        assert!(!outcome.measures.contains_key("refusals_matched"));
    }

    #[test]
    fn an_answer_without_citations_has_no_precision() {
        let outcome = measured(question("", &["a.md"]), &answer("Tea.", &["a.md"]), 1.0);
        assert!(outcome.measures["citations_matched"].abs() < 1e-9);
        assert!(!outcome.measures.contains_key("precision"));
    }

    #[test]
    fn a_line_may_say_whether_there_is_an_answer() {
        let asked = |line: &str| serde_json::from_str::<Question>(line).unwrap();
        let normalised = answer("Tea [a.md].", &["a.md"]);
        let no = asked(r#"{"question": "Hamlet?", "answerable": false, "citations": ["a.md"]}"#);
        let no = measured(no, &normalised, 1.0);
        assert_eq!(no.answerable, Some(false));
        assert!(no.measures["refusals_matched"].abs() < 1e-9);
        let yes = measured(asked(r#"{"question": "Tea?", "answerable": true}"#), &normalised, 1.0);
        assert_eq!(yes.answerable, Some(true));
        assert!(!yes.measures.contains_key("refusals_matched"));
    }

    #[test]
    fn a_refusal_counts_against_what_can_be_answered_alone() {
        let refused = |question: Question, text: &str| {
            let outcome = measured(question, &answer(text, &["a.md"]), 1.0);
            outcome.measures.get("answers_refused").copied()
        };
        let no = "I found no answer in your documents.";
        assert_eq!(refused(question("", &["a.md"]), no), Some(1.0));
        assert_eq!(refused(question("", &["b.md"]), "Tea [a.md]."), Some(0.0));
        assert_eq!(refused(question("", &[]), no), None);
    }

    #[test]
    fn the_passages_found_are_told_by_their_sources() {
        let mut normalised = answer("Tea.", &["a.md", "a.md: b.md"]);
        let points = normalised.context.data_points.as_mut().unwrap();
        points.text = vec!["a.md: Tea at four.".to_owned(), "a.md: b.md: Late.".to_owned()];
        let outcome = measured(question("", &[]), &normalised, 1.0);
        let hits: Vec<_> = outcome.hits.iter().map(|hit| &*hit.source).collect();
        assert_eq!(hits, ["a.md", "a.md: b.md"]);
    }

    #[test]
    fn the_passages_that_a_refusal_names_do_not_count() {
        let normalised = answer("No.\n\nClosest passages:\n\n- x [a.md]", &["a.md"]);
        let outcome = measured(question("", &[]), &normalised, 1.0);
        assert!(outcome.cited.is_empty());
        assert!((outcome.measures["refusals_matched"] - 1.0).abs() < 1e-9);
    }
}
