//! The basis of an answer, determined when the answer is made.

use footnote_answers::grounding::Grounding;
use footnote_answers::passages::ShownPassages;
use footnote_answers::turn::Turn;
use footnote_protocol::{RestsOn, ToolStep};
use footnote_text::source;

use super::lookups::Lookups;

/// Returns what passages that are shown rest on. That nothing mentions a word is said of all documents.
pub(super) fn of_passages(turn: &Turn, grounding: &Grounding, shown: &ShownPassages) -> RestsOn {
    let unread = shown.found.unread.iter().map(|file| file.path.clone());
    // Copies are named beside their passage.
    let copies = shown.found.units.iter().flat_map(|unit| unit.also_in.iter().cloned());
    let own_paths = shown.passages().map(|passage| passage.path.clone());
    let paths = own_paths.chain(unread).chain(copies);
    own(turn, grounding, paths.collect(), !shown.found.unknown.is_empty())
}

/// Returns what a model's answer rests on: what it was shown, and what it was told before. A list speaks of all
/// documents.
pub(super) fn of_model(turn: &Turn, grounding: &Grounding, lookups: &Lookups) -> RestsOn {
    let hits = lookups.sources().hits();
    let paths = hits.iter().map(|hit| hit.passage.path.clone());
    let texts = lookups.texts().iter().filter(|text| !text.source.is_empty());
    let texts = texts.map(|text| source::split(&text.source).0.to_owned());
    let copies = lookups.sources().copies().iter().cloned();
    // A call that fails says what no document has, or names several.
    let lists = lookups
        .steps()
        .iter()
        .any(|(step, _)| matches!(step, ToolStep::Listed { .. } | ToolStep::Failed { .. }));
    let mut basis = turn.earlier_basis();
    basis.extend(&own(turn, grounding, paths.chain(texts).chain(copies).collect(), lists));
    basis
}

fn own(turn: &Turn, grounding: &Grounding, paths: Vec<String>, speaks_of_all: bool) -> RestsOn {
    // A document may have the same name as an attached file.
    let is_attached = paths.iter().any(|path| source::is_attached(path));
    // A correction of a typing error may come from the words of any document.
    let is_corrected = !grounding.found.corrections.is_empty();
    RestsOn {
        all: paths.is_empty() || is_corrected || speaks_of_all,
        unknown: is_attached || !turn.images.is_empty(),
        documents: paths.into_iter().collect(),
    }
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
        let rag = rag(Some(hits()), model);
        rag.library.update(|progress| progress.finished_at = Some(1));
        let events = events(&rag, request).await;
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
        assert!(asked("Who wrote Hamlet?").await.all, "nothing mentions Hamlet");
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
    async fn passages_in_place_of_a_model_rest_on_themselves() {
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
