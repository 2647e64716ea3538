//! Grading an answer by its requirements.

use footnote_text::source;
use footnote_text::words::words;
use serde::{Deserialize, Serialize};

use super::normalised::NormalisedText;
use super::requirements::{AnyOf, Requirements};

/// Phrases of a full or partial refusal: our own, and those that models use.
const REFUSAL_PHRASES: [&str; 14] = [
    "found no answer",
    "may not answer",
    "nothing in them mentions",
    "nothing in the documents mentions",
    "none of the quotations mentions",
    "the documents do not",
    "the sources do not",
    "not mentioned in the",
    "no information about",
    "no information on",
    "I don't know",
    "keine Antwort",
    "die Dokumente enthalten keine",
    "nicht erwähnt",
];

/// The grade of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Grade {
    /// It contains everything required, or it was rightly refused.
    Right,
    /// It contains at least half of what is required; or a question that should have been refused is answered with a
    /// mark of doubt.
    Partly,
    /// It contains something forbidden, or less than half of what is required.
    Wrong,
    /// The documents contain the answer, but it was not given.
    RefusedWrongly,
}

/// The outcome of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    /// As if the documents contained the answer.
    Answered,
    /// Marked as uncertain.
    Unsure,
    /// Not at all.
    Refused,
}

/// An answer for grading.
pub(super) struct GradedAnswer<'a> {
    /// Its statements, without citations.
    pub(super) text: &'a str,
    /// The sources that it cites.
    pub(super) cited: &'a [String],
    /// `None` if the answer does not say.
    pub(super) manner: Option<Manner>,
}

/// A grade, and the reasons why it is not the best.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GradeWithFaults {
    pub(super) grade: Grade,
    pub(super) faults: Vec<String>,
}

/// Grades an answer.
pub(super) fn grade(must: &Requirements, answer: &GradedAnswer<'_>) -> GradeWithFaults {
    let normalised = NormalisedText::new(answer.text);
    let manner = manner(answer, &normalised);
    let forbidden = must.not_say.iter().filter(|wording| normalised.has(wording));
    let forbidden: Vec<String> = forbidden.map(|wording| format!("says {wording:?}")).collect();
    if !forbidden.is_empty() {
        return GradeWithFaults { grade: Grade::Wrong, faults: forbidden };
    }
    if !must.is_answerable() {
        return unanswerable(manner);
    }
    if manner == Manner::Refused {
        return GradeWithFaults {
            grade: Grade::RefusedWrongly,
            faults: vec!["is refused".to_owned()],
        };
    }
    let length = words(answer.text).count();
    if let Some(most) = must.most_words.filter(|most| length > *most) {
        let fault = format!("has {length} words, more than {most}");
        return GradeWithFaults { grade: Grade::Wrong, faults: vec![fault] };
    }
    answerable(must, answer, (&normalised, manner))
}

fn unanswerable(manner: Manner) -> GradeWithFaults {
    let (grade, fault) = match manner {
        Manner::Refused => (Grade::Right, None),
        Manner::Unsure => (Grade::Partly, Some("is not refused, but marked as unsure")),
        Manner::Answered => (Grade::Wrong, Some("is not refused")),
    };
    GradeWithFaults { grade, faults: fault.into_iter().map(str::to_owned).collect() }
}

/// Returns the grade of an answer that must say something.
fn answerable(
    must: &Requirements,
    answer: &GradedAnswer<'_>,
    (normalised, manner): (&NormalisedText, Manner),
) -> GradeWithFaults {
    let is_said = |one: &&AnyOf| one.0.iter().any(|wording| normalised.has(wording));
    let is_cited = |one: &&AnyOf| one.0.iter().any(|source| cites(answer, normalised, source));
    let unsaid: Vec<&AnyOf> = must.say.iter().filter(|one| !is_said(one)).collect();
    let uncited: Vec<&AnyOf> = must.cite.iter().filter(|one| !is_cited(one)).collect();
    let is_unmarked = must.refuse && manner == Manner::Answered;
    let mut faults: Vec<String> = unsaid.iter().map(|one| format!("does not say {one}")).collect();
    faults.extend(uncited.iter().map(|one| format!("does not cite {one}")));
    faults.extend(is_unmarked.then(|| "does not say what is missing".to_owned()));
    // If no statement is required, the cited documents are graded instead.
    let (missing, all) = match must.say.len() {
        0 => (uncited.len(), must.cite.len()),
        all => (unsaid.len(), all),
    };
    let has_little = 2 * missing > all;
    let grade = match (faults.is_empty(), has_little, manner) {
        (true, ..) => Grade::Right,
        (false, false, _) => Grade::Partly,
        (false, true, Manner::Answered) => Grade::Wrong,
        (false, true, _) => Grade::RefusedWrongly,
    };
    GradeWithFaults { grade, faults }
}

/// Returns the outcome, as the answer reports it or as its words suggest.
fn manner(answer: &GradedAnswer<'_>, normalised: &NormalisedText) -> Manner {
    let has_mark = REFUSAL_PHRASES.iter().any(|mark| normalised.has(mark));
    match answer.manner {
        Some(Manner::Answered) if has_mark => Manner::Unsure,
        Some(manner) => manner,
        None if has_mark && answer.cited.is_empty() => Manner::Refused,
        None if has_mark => Manner::Unsure,
        None => Manner::Answered,
    }
}

/// Returns true if a source, or any page of a document, is cited, or its full name is in the text.
fn cites(answer: &GradedAnswer<'_>, normalised: &NormalisedText, wanted: &str) -> bool {
    let is_cited = |cited: &String| cited == wanted || source::split(cited).0 == wanted;
    answer.cited.iter().any(is_cited) || normalised.has(wanted)
}

#[cfg(test)]
#[path = "grade_tests.rs"]
mod tests;
