//! The questions of a file, with their known answers.

use std::collections::BTreeSet;
use std::path::Path;

use footnote_protocol::Message;
use footnote_text::source;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::requirements::Requirements;

/// Maximum number of unknown names shown.
const MAX_SHOWN: usize = 3;

/// A question with its known answer: one line of the file. Names that begin with `_` are the writer's own.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The question.
    pub question: String,
    /// A good answer; empty if none is known.
    #[serde(default)]
    pub truth: String,
    /// The passages that a good answer needs, by their sources; empty if none is known.
    #[serde(default)]
    pub citations: Vec<String>,
    /// The conversation before the question.
    #[serde(default)]
    pub history: Vec<Message>,
    /// The requirements of the answer, if it is graded.
    pub must: Option<Requirements>,
}

/// Reads a file of questions, one JSON object per line.
///
/// # Errors
///
/// Fails if the file cannot be read, or a line is not a question or has an unknown field.
pub fn questions(path: &Path) -> anyhow::Result<Vec<Question>> {
    super::each_line(path, question)
}

fn question(line: &str) -> anyhow::Result<Question> {
    let mut fields: Map<String, Value> = serde_json::from_str(line)?;
    fields.retain(|field, _| !field.starts_with('_'));
    let question: Question = serde_json::from_value(Value::Object(fields))?;
    if let Some(must) = &question.must {
        must.check()?;
    }
    Ok(question)
}

/// Returns a warning about citations of documents other than these, which no answer can match; `None` if there are
/// none.
pub(super) fn missing_citations<'a>(
    questions: &'a [Question],
    documents: &BTreeSet<String>,
) -> Option<String> {
    let required = |question: &'a Question| question.must.iter().flat_map(|must| &must.cite);
    let citations = questions.iter().flat_map(|question| {
        let required = required(question).flat_map(|any| &any.0);
        question.citations.iter().chain(required)
    });
    let all: Vec<&str> = citations.map(|one| source::split(one).0).collect();
    let lost: Vec<&str> = all.iter().filter(|path| !documents.contains(**path)).copied().collect();
    let names: BTreeSet<&str> = lost.iter().copied().collect();
    let shown: Vec<&str> = names.iter().take(MAX_SHOWN).copied().collect();
    let more = match names.len() - shown.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    (!lost.is_empty()).then(|| {
        format!(
            "{} of {} true citations are of documents that are not here or not public: {}{more}",
            lost.len(),
            all.len(),
            shown.join(", ")
        )
    })
}

#[cfg(test)]
mod tests {
    use super::super::requirements::AnyOf;
    use super::*;

    #[test]
    fn a_field_that_is_mistyped_is_refused_with_those_that_there_are() {
        let fault = |line: &str| question(line).unwrap_err().to_string();
        let mistyped = fault(r#"{"question": "Tea?", "citation": ["a.md"]}"#);
        assert!(mistyped.contains("`truth`, `citations`"), "{mistyped}");
        assert!(question(r#"{"question": "Tea?", "_id": 7}"#).is_ok());
        assert!(question(r#"{"truth": "At four."}"#).is_err());
    }

    #[test]
    fn requirements_are_known_ones_and_require_something() {
        let asked = |must: &str| question(&format!(r#"{{"question": "Tea?", "must": {must}}}"#));
        assert!(asked(r#"{"say": ["four", ["4", "16:00"]]}"#).is_ok());
        assert!(asked(r#"{"cite": ["a.md"]}"#).is_ok());
        assert!(asked(r#"{"not_say": ["five"]}"#).unwrap_err().to_string().contains("must"));
        assert!(asked(r#"{"says": ["four"]}"#).is_err());
    }

    #[test]
    fn a_line_that_is_refused_is_named_by_its_number() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("questions.jsonl");
        std::fs::write(&path, "{\"question\": \"A?\"}\n\n{\"questoin\": \"B?\"}\n").unwrap();
        let fault = format!("{:#}", questions(&path).unwrap_err());
        assert!(fault.starts_with("line 3 of "), "{fault}");
    }

    #[test]
    fn citations_of_documents_that_are_not_there_are_counted_and_shown() {
        let documents = ["a.md".to_owned()].into();
        let question = |citations: &[&str]| Question {
            citations: citations.iter().map(|name| (*name).to_owned()).collect(),
            ..Question::default()
        };
        assert_eq!(missing_citations(&[question(&["a.md#page=2"])], &documents), None);
        let required = Requirements {
            cite: vec![AnyOf(vec!["e.md".to_owned(), "f.md".to_owned()])],
            ..Requirements::default()
        };
        let questions = [
            question(&["b.md", "a.md", "c.md#page=1"]),
            Question { must: Some(required), ..question(&["c.md#page=2", "d.md"]) },
        ];
        assert_eq!(
            missing_citations(&questions, &documents).unwrap(),
            "6 of 7 true citations are of documents that are not here or not public: \
             b.md, c.md, d.md and 2 more"
        );
    }
}
