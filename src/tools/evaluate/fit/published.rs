//! Labelled questions as published sets have them: those of `SelQA` and QED, beside our own lines.

use std::path::Path;

use anyhow::Context as _;
use footnote_documents::hash::hash;
use serde::Deserialize;

use super::labelled::LabelledQuestion;
use crate::lines;

/// A question of [SelQA](https://github.com/emorynlp/selqa) (`ass/selqa-ass-*.json`).
#[derive(Deserialize)]
struct SelQaQuestion {
    question: String,
    article: String,
    section: String,
    candidates: Vec<String>,
    answers: Vec<usize>,
}

/// A line of [QED](https://github.com/google-research-datasets/QED) (`qed-*.jsonlines`). Offsets count characters.
#[derive(Deserialize)]
struct QedQuestion {
    question_text: String,
    title_text: String,
    paragraph_text: String,
    sentence_starts: Vec<usize>,
    annotation: QedAnnotation,
}

#[derive(Deserialize)]
struct QedAnnotation {
    /// The sentence that answers; absent where none answers alone.
    selected_sentence: Option<QedSpan>,
}

#[derive(Deserialize)]
struct QedSpan {
    start: usize,
}

/// A line of a file.
#[derive(Deserialize)]
#[serde(untagged)]
enum Line {
    Ours(LabelledQuestion),
    Qed(QedQuestion),
}

/// Reads at most this many questions of a file, chosen by a hash of their names.
///
/// # Errors
///
/// Fails if the file cannot be read.
pub(super) fn read(path: &Path, most: usize) -> anyhow::Result<Vec<LabelledQuestion>> {
    let mut questions = questions(path)?;
    questions.sort_by_cached_key(|question| {
        hash(format!("{} {}", question.id, question.question).as_bytes())
    });
    questions.truncate(most);
    Ok(questions)
}

/// Returns the questions of a file: an array of `SelQA`'s, or lines of QED's or ours.
fn questions(path: &Path) -> anyhow::Result<Vec<LabelledQuestion>> {
    if path.extension().is_some_and(|ending| ending == "json") {
        let named = || format!("reading {}", path.display());
        let text = std::fs::read_to_string(path).with_context(named)?;
        let questions: Vec<SelQaQuestion> = serde_json::from_str(&text).with_context(named)?;
        return Ok(questions.into_iter().map(SelQaQuestion::labelled).collect());
    }
    let questions = lines(path)?.into_iter().filter_map(|line| match line {
        Line::Ours(question) => Some(question),
        Line::Qed(question) => question.labelled(),
    });
    Ok(questions.collect())
}

impl SelQaQuestion {
    fn labelled(self) -> LabelledQuestion {
        LabelledQuestion {
            question: self.question,
            title: self.article,
            section: self.section,
            sentences: self.candidates,
            answering: self.answers,
            ..LabelledQuestion::default()
        }
    }
}

impl QedQuestion {
    /// `None` if no single sentence answers.
    fn labelled(self) -> Option<LabelledQuestion> {
        let start = self.annotation.selected_sentence?.start;
        let answering = self.sentence_starts.iter().position(|begin| *begin == start)?;
        let ends = self.sentence_starts.iter().copied().skip(1).chain([usize::MAX]);
        let sentences = self.sentence_starts.iter().zip(ends).map(|(begin, end)| {
            let sentence =
                self.paragraph_text.chars().skip(*begin).take(end.saturating_sub(*begin));
            sentence.collect::<String>().trim().to_owned()
        });
        Some(LabelledQuestion {
            sentences: sentences.collect(),
            question: self.question_text,
            title: self.title_text,
            answering: vec![answering],
            ..LabelledQuestion::default()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str, text: &str) -> Vec<LabelledQuestion> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(name);
        std::fs::write(&file, text).unwrap();
        questions(&file).unwrap()
    }

    #[test]
    fn each_published_set_gives_its_sentences_and_those_that_answer() {
        let selqa = r#"[{"question": "When is tea?", "article": "Tea", "section": "Times",
            "candidates": ["Boats are slow.", "Tea is at four."], "answers": [1], "topic": "FOOD"}]"#;
        let qed = concat!(
            r#"{"question_text": "when is tea", "title_text": "Tea", "sentence_starts": [0, 17], "#,
            r#""paragraph_text": "Bôats are slow . Tea is at four .", "example_id": -1, "#,
            r#""annotation": {"selected_sentence": {"start": 17, "end": 33}}}"#,
            "\n",
            r#"{"question_text": "who rows", "title_text": "Tea", "sentence_starts": [0], "#,
            r#""paragraph_text": "Nobody .", "annotation": {}}"#,
        );
        let ours = r#"{"question": "When is tea?", "sentences": ["Tea is at four."], "true": [0]}"#;
        for (name, text) in [("a.json", selqa), ("a.jsonlines", qed), ("a.jsonl", ours)] {
            let questions = read(name, text);
            assert_eq!(questions.len(), 1, "{name}");
            let answers = |sentence: &str| questions[0].is_true(sentence);
            assert!(answers("Tea is at four") && !answers("are slow"), "{name}");
        }
    }
}
