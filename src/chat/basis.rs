//! The basis of an answer, determined when the answer is made.

use footnote_answers::composed::ComposedAnswer;
use footnote_answers::grounding::Grounding;
use footnote_answers::turn::Turn;
use footnote_protocol::RestsOn;
use footnote_protocol::confidence::Outcome;
use footnote_text::source;

/// Returns what the answer of a turn rests on: its passages, and what the model was told before. `composed` is the
/// answer if no model writes it.
pub(super) fn of(turn: &Turn, grounding: &Grounding, composed: Option<&ComposedAnswer>) -> RestsOn {
    let mut basis = turn.earlier_basis();
    let evidence = || std::iter::once(&grounding.whole).chain(&grounding.parts);
    let found = evidence().flat_map(|evidence| &evidence.found.hits);
    // A model was shown other passages.
    let shown = grounding.candidates.iter().filter(|_| composed.is_none());
    let hits = found.filter(|_| composed.is_some()).chain(shown);
    let texts = grounding.texts.iter().filter(|text| composed.is_none() && !text.source.is_empty());
    let texts = texts.map(|text| source::split(&text.source).0.to_owned());
    let own = RestsOn {
        documents: hits.map(|hit| hit.passage.path.clone()).chain(texts).collect(),
        ..RestsOn::default()
    };
    // A document may have the same name as an attached file.
    let is_attached = own.documents.iter().any(|path| source::is_attached(path));
    let is_corrected = evidence().any(|evidence| !evidence.found.corrections.is_empty());
    let speaks_of_all =
        |answer: &ComposedAnswer| answer.of_all || answer.confidence.outcome != Outcome::Answered;
    basis.extend(&RestsOn {
        // A correction of a typing error may come from the words of any document.
        all: own.documents.is_empty() || is_corrected || composed.is_some_and(speaks_of_all),
        unknown: is_attached || !turn.images.is_empty(),
        ..own
    });
    basis
}

#[cfg(test)]
mod tests {
    use footnote_answers::samples::{QUESTION, hits, over, rag, request};
    use footnote_documents::attach::Attached;
    use footnote_models::ModelError;
    use footnote_models::scripted::{Scripted, Step};
    use footnote_protocol::{Answer, ChatRequest};
    use futures_util::StreamExt as _;

    use super::*;
    use crate::answer_with;
    use crate::tests::events;

    fn resting_on(paths: &[&str]) -> RestsOn {
        let documents = paths.iter().map(|path| (*path).to_owned()).collect();
        RestsOn { documents, ..RestsOn::default() }
    }

    async fn basis(model: Option<&Scripted>, request: ChatRequest) -> RestsOn {
        let events = events(&rag(Some(hits()), model), request).await;
        events.into_iter().collect::<Answer>().rests_on.unwrap()
    }

    #[tokio::test]
    async fn an_answer_rests_on_the_passages_that_were_found_for_it() {
        let own = resting_on(&["leave.md", "pay.pdf"]);
        assert_eq!(basis(None, request(&[QUESTION])).await, own);
        let model = Scripted::new([Step::Say("Thirty.")]);
        assert_eq!(basis(Some(&model), request(&[QUESTION])).await, own);
    }

    #[tokio::test]
    async fn what_says_what_none_of_them_says_rests_on_all_documents() {
        let asked = async |question: &str| basis(None, request(&[question])).await;
        assert!(asked("Who wrote Hamlet?").await.all, "a refusal");
        assert!(asked("How many days of leave? And who wrote Hamlet?").await.all, "of a part");
        let answer: Answer =
            events(&over(&[], []), request(&[QUESTION])).await.into_iter().collect();
        assert!(answer.rests_on.unwrap().all, "there are none");
    }

    #[tokio::test]
    async fn what_a_model_writes_rests_on_what_it_was_told_before() {
        let model = Scripted::new([Step::Say("Thirty.")]);
        let messages = ["Tea?", "At four.", QUESTION];
        let conversation =
            ChatRequest { earlier_rest_on: vec![resting_on(&["tea.md"])], ..request(&messages) };
        let all = resting_on(&["leave.md", "pay.pdf", "tea.md"]);
        assert_eq!(basis(Some(&model), conversation.clone()).await, all);
        assert!(basis(Some(&model), request(&messages)).await.unknown);
        // A quoted answer uses nothing that a model was told before.
        assert_eq!(basis(None, conversation).await, resting_on(&["leave.md", "pay.pdf"]));
    }

    #[tokio::test]
    async fn quotations_in_place_of_a_model_rest_on_what_they_say() {
        let model = Scripted::new([Step::Fail(ModelError::BrokeOff)]);
        assert!(!basis(Some(&model), request(&[QUESTION])).await.all);
        assert!(basis(Some(&model), request(&["Who wrote Hamlet?"])).await.all);
    }

    #[tokio::test]
    async fn what_rests_on_attached_files_is_for_nobody_else() {
        let mut passages: Vec<_> = hits().into_iter().map(|hit| hit.passage).collect();
        passages[0].path = "attached/leave.md".to_owned();
        let attached = Attached { passages, ..Attached::default() };
        let events = answer_with(&over(&[], []), request(&[QUESTION]), attached).unwrap();
        let answer: Answer = events.collect::<Vec<_>>().await.into_iter().collect();
        assert!(answer.rests_on.unwrap().unknown);
    }
}
