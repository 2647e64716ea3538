//! The documents that an answer rests on, as far as the kept answer tells.

use std::collections::BTreeSet;

use footnote_protocol::Answer;
use footnote_text::source;

use super::{collection, phrases, thoughts};

/// The documents that an answer rests on: whoever may read all of them learns nothing more from it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Basis {
    /// The paths of the documents whose passages it was made of, cited or not.
    pub documents: BTreeSet<String>,
    /// True if it also speaks of all documents that its reader could ask: of their number, or of what none of them
    /// says.
    pub all: bool,
    /// True if what it rests on is not known.
    pub is_unknown: bool,
}

impl Basis {
    /// The basis of an answer by itself.
    pub fn of(answer: &Answer) -> Self {
        let paths = answer.sources().iter().map(|source| source::split(source).0.to_owned());
        let told = |title: &str| answer.context.thoughts.iter().any(|one| one.title == title);
        let all = !answer.is_answered()
            || told(collection::LISTED)
            || told(thoughts::CORRECTED)
            || phrases::speaks_of_all(&answer.text);
        let documents: BTreeSet<String> = paths.collect();
        // A document may be called as an attached file is.
        let is_attached = documents.iter().any(|path| source::is_attached(path));
        Self { is_unknown: documents.is_empty() && !all || is_attached, documents, all }
    }

    /// The same with all that another answer rests on.
    #[must_use]
    pub fn with(mut self, other: &Self) -> Self {
        self.documents.extend(other.documents.iter().cloned());
        self.all |= other.all;
        self.is_unknown |= other.is_unknown;
        self
    }
}

/// The documents that each answer of a conversation rests on. A model is told what was answered before, so that its
/// answer rests on that as well; what is quoted or computed rests on its own passages alone.
pub fn bases<'a>(answers: impl IntoIterator<Item = &'a Answer>) -> Vec<Basis> {
    let mut before = Basis::default();
    let bases = answers.into_iter().map(|answer| {
        let own = Basis::of(answer);
        let whole = if answer.is_quoted() { own.clone() } else { own.clone().with(&before) };
        if !answer.text.is_empty() {
            before = std::mem::take(&mut before).with(&own);
        }
        whole
    });
    bases.collect()
}

#[cfg(test)]
mod tests {
    use footnote_protocol::confidence::Confidence;
    use footnote_protocol::{DataPoints, NO_MODEL, Thought};

    use super::*;

    fn answer(model: &str, sources: &[&str]) -> Answer {
        let citations = sources.iter().map(|source| (*source).to_owned()).collect();
        let mut answer = Answer { model: model.into(), text: "Yes.".into(), ..Answer::default() };
        answer.context.data_points = Some(DataPoints { citations, ..DataPoints::default() });
        answer
    }

    fn paths(basis: &Basis) -> Vec<&str> {
        basis.documents.iter().map(String::as_str).collect()
    }

    #[test]
    fn what_a_model_writes_rests_on_what_was_answered_before_it() {
        let answers = [
            answer(NO_MODEL, &["a.pdf#page=1", "a.pdf#page=2"]),
            answer("some", &["b.md"]),
            answer(NO_MODEL, &["c.md"]),
        ];
        let bases = bases(&answers);
        assert_eq!(paths(&bases[0]), ["a.pdf"]);
        assert_eq!(paths(&bases[1]), ["a.pdf", "b.md"]);
        assert_eq!(paths(&bases[2]), ["c.md"]);
        assert!(!bases.iter().any(|basis| basis.all || basis.is_unknown));
    }

    #[test]
    fn refusals_and_lists_speak_of_all_documents() {
        let mut refused = answer(NO_MODEL, &["a.md"]);
        refused.context.confidence = Some(Confidence::new(0.1, 0.5));
        assert!(Basis::of(&refused).all);
        let mut list = answer(NO_MODEL, &["a.md"]);
        list.context.thoughts = vec![Thought::new(collection::LISTED, "")];
        assert!(Basis::of(&list).all);
        for (text, all) in [
            ("Tea is at four. [a.md] Nothing in the documents mentions “merger”.", true),
            ("Tee gibt es um vier. [a.md]\n\nIn Ihren Dokumenten", false),
            ("Tea is at four. [a.md] None of the quotations mentions “merger”.", false),
        ] {
            let noted = Answer { text: text.into(), ..answer(NO_MODEL, &["a.md"]) };
            assert_eq!(Basis::of(&noted).all, all, "{text}");
        }
    }

    #[test]
    fn what_rests_on_an_attached_file_is_not_known() {
        assert!(Basis::of(&answer(NO_MODEL, &["attached/a.md"])).is_unknown);
    }

    #[test]
    fn an_answer_of_another_client_rests_on_nobody_knows_what() {
        let kept = Answer { text: "At four [tea.md].".into(), ..Answer::default() };
        assert!(Basis::of(&kept).is_unknown);
        let later = answer("some", &["a.md"]);
        assert!(bases([&kept, &later])[1].is_unknown);
    }
}
