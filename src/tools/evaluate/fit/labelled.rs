//! Labelled questions, each with the sentences that answer it, as files contain them.

use footnote_documents::Passage;
use footnote_documents::hash::hash;
use footnote_text::words::in_one_line;
use serde::Deserialize;

/// A labelled question, and a line of our own files.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct LabelledQuestion {
    #[serde(default)]
    pub(super) id: String,
    pub(super) question: String,
    #[serde(default)]
    pub(super) title: String,
    #[serde(default)]
    pub(super) section: String,
    pub(super) sentences: Vec<String>,
    /// Positions of the sentences that answer.
    #[serde(rename = "true")]
    pub(super) answering: Vec<usize>,
}

/// Treatment of a question's passage. Some are removed, so that some questions have no answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum PassageTreatment {
    /// Kept unchanged.
    #[default]
    Intact,
    /// Without the sentences that answer.
    WithoutAnswer,
    /// Removed.
    Removed,
}

impl LabelledQuestion {
    /// Treatment of its passage, the same for all questions about it.
    pub(super) fn treatment(&self) -> PassageTreatment {
        match (hash(self.text(PassageTreatment::Intact).as_bytes()) >> 8) % 4 {
            0 | 1 => PassageTreatment::Intact,
            2 => PassageTreatment::WithoutAnswer,
            _ => PassageTreatment::Removed,
        }
    }

    /// Returns true if it is held out: weights are measured on it, not fitted.
    pub(super) fn is_held_out(&self) -> bool {
        (hash(self.text(PassageTreatment::Intact).as_bytes()) >> 16).is_multiple_of(4)
    }

    /// Its passage; `None` if it is removed, or nothing is left of it.
    pub(super) fn passage(&self) -> Option<Passage> {
        let text = self.text(self.treatment());
        let path = format!("{:016x}/.", hash(self.text(PassageTreatment::Intact).as_bytes()));
        let is_there = self.treatment() != PassageTreatment::Removed && !text.is_empty();
        is_there.then(|| Passage {
            id: format!("{path}#0"),
            path,
            title: self.title.clone(),
            headings: Some(self.section.clone())
                .filter(|section| !section.is_empty())
                .into_iter()
                .collect(),
            text,
            ..Passage::default()
        })
    }

    /// Returns true if a statement is one of those that answer.
    pub(super) fn is_true(&self, statement: &str) -> bool {
        let answering = self.answering.iter().filter_map(|at| self.sentences.get(*at));
        answering
            .map(|sentence| in_one_line(sentence))
            .any(|sentence| sentence.contains(statement) || statement.contains(&sentence))
    }

    fn text(&self, treatment: PassageTreatment) -> String {
        let all = self.sentences.iter().enumerate();
        let remaining = all.filter(|(at, _)| {
            treatment != PassageTreatment::WithoutAnswer || !self.answering.contains(at)
        });
        let remaining = remaining.map(|(_, sentence)| sentence.trim());
        remaining.collect::<Vec<_>>().join("\n\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(n: usize) -> LabelledQuestion {
        LabelledQuestion {
            question: "When is tea?".to_owned(),
            sentences: vec![format!("Tea {n} is at four."), "Boats are slow.".to_owned()],
            answering: vec![0],
            ..LabelledQuestion::default()
        }
    }

    #[test]
    fn a_passage_is_whole_or_cut_or_not_there() {
        let fates: Vec<PassageTreatment> = (0..20).map(|n| question(n).treatment()).collect();
        for treatment in
            [PassageTreatment::Intact, PassageTreatment::WithoutAnswer, PassageTreatment::Removed]
        {
            let n = fates.iter().position(|one| *one == treatment).unwrap();
            let passage = question(n).passage();
            let tells = passage.as_ref().is_some_and(|one| one.text.contains("four"));
            assert_eq!(passage.is_some(), treatment != PassageTreatment::Removed);
            assert_eq!(tells, treatment == PassageTreatment::Intact);
        }
    }

    #[test]
    fn a_part_of_a_sentence_that_answers_answers() {
        assert!(question(1).is_true("Tea 1 is at four.") && question(1).is_true("at four."));
        assert!(!question(1).is_true("Boats are slow."));
    }
}
