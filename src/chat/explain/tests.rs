//! The stages at which sources drop out, over a small index.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use footnote_answers::samples::over;
use footnote_documents::acl::{Acl, Reader};
use footnote_documents::{FileState, Record};
use footnote_models::ModelSlot;
use footnote_models::scripted::Scripted;
use footnote_protocol::{Message, Overrides, RetrievalMode};
use footnote_retrieval::Retriever;
use footnote_retrieval::store::Start;
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;

use super::*;

fn passage(path: &str, ordinal: u32, page: Option<u32>, text: &str) -> Passage {
    Passage {
        id: format!("{path}#{ordinal}"),
        path: path.to_owned(),
        ordinal,
        page,
        text: text.to_owned(),
        category: path.split_once('/').map(|(folder, _)| folder.to_owned()),
        ..Passage::default()
    }
}

fn rag() -> Rag {
    let mut passages = vec![
        passage("travel/hotels.md", 0, None, "A hotel night in the capital costs 155 pounds."),
        passage("plan.pdf", 0, Some(1), "The plan covers hearing aids."),
        passage("plan.pdf", 1, Some(2), "The plan covers hotel nights near a hospital."),
        passage("garden.md", 0, None, "Apples grow on trees."),
    ];
    passages.extend((0..12).map(|nth| {
        let text = format!("A hotel night in town {nth} costs {nth}5 pounds in the capital.");
        passage(&format!("towns/{nth}.md"), 0, None, &text)
    }));
    let file = |path: &str, state| Record { path: path.to_owned(), state, ..Record::default() };
    let ready = FileState::Ready { passages: 1, pages: 1 };
    let paths: BTreeSet<&str> = passages.iter().map(|one| one.path.as_str()).collect();
    let mut records: Vec<Record> = paths.iter().map(|path| file(path, ready.clone())).collect();
    records.push(file("scan.pdf", FileState::Failed("It is encrypted.".to_owned())));
    records.push(Record { acl: Acl::of_folder("user: alice").unwrap(), ..file("pay.md", ready) });
    over(&passages, records)
}

async fn explanation_with(expected: &str, overrides: Overrides) -> Explanation {
    let request = ChatRequest {
        messages: vec![Message::user("What does a hotel night in the capital cost?")],
        overrides,
        ..ChatRequest::default()
    };
    explain(&rag(), request, expected).await.unwrap()
}

async fn explanation_of(expected: &str) -> Explanation {
    explanation_with(expected, Overrides::default()).await
}

fn lost(explanation: &Explanation) -> (Stage, &str) {
    let step = explanation.lost().unwrap();
    (step.stage, step.detail.as_str())
}

#[tokio::test]
async fn a_source_that_is_quoted_did_not_fall_out() {
    let explanation = explanation_of("travel/hotels.md").await;
    assert_eq!(explanation.lost(), None, "{explanation:?}");
    let stages: Vec<Stage> = explanation.steps.iter().map(|step| step.stage).collect();
    assert_eq!(stages, [Stage::Index, Stage::Words, Stage::Choice, Stage::Quotation]);
}

#[tokio::test]
async fn a_file_that_could_not_be_read_says_why() {
    let explanation = explanation_of("scan.pdf").await;
    assert_eq!(lost(&explanation), (Stage::Index, "It could not be read: It is encrypted."));
    assert_eq!(explanation.steps.len(), 1);
}

#[tokio::test]
async fn a_wrong_name_is_told_from_the_right_one() {
    let explanation = explanation_of("hotels.md").await;
    let (stage, detail) = lost(&explanation);
    assert_eq!(stage, Stage::Index);
    assert!(detail.contains("travel/hotels.md"), "{detail}");
    let explanation = explanation_of("nowhere.md").await;
    assert!(lost(&explanation).1.contains("no such document"));
}

/// Counts the searches, and the documents that are read.
struct Counting(Arc<dyn Retriever>, AtomicUsize);

impl Retriever for Counting {
    fn retrieve<'a>(
        &'a self,
        query: &'a Query,
    ) -> BoxFuture<'a, Result<SearchResult, RetrieveError>> {
        self.1.fetch_add(1, Ordering::Relaxed);
        self.0.retrieve(query)
    }

    fn passages_from<'a>(
        &'a self,
        path: &'a str,
        start: Start,
        most: usize,
        reader: &'a Reader,
    ) -> BoxFuture<'a, Result<Vec<Passage>, RetrieveError>> {
        self.1.fetch_add(1, Ordering::Relaxed);
        self.0.passages_from(path, start, most, reader)
    }
}

#[tokio::test]
async fn a_closed_document_is_looked_for_no_longer_than_one_that_is_not_there() {
    let rag = rag();
    let counting = Arc::new(Counting(Arc::clone(&rag.retriever), AtomicUsize::new(0)));
    let rag = Rag { retriever: Arc::clone(&counting) as _, ..rag };
    let mut explanations = Vec::new();
    for path in ["pay.md", "pax.md"] {
        let explanation = explained(&rag, "What is the pay?", path).await;
        explanations.push((explanation.steps, counting.1.swap(0, Ordering::Relaxed)));
    }
    assert_eq!(explanations[0], explanations[1]);
    assert_eq!(explanations[0].1, 0, "the index is not asked");
    let alice = rag.read_by(Reader::new(Some("alice"), []));
    explained(&alice, "What is the pay?", "pay.md").await;
    assert!(counting.1.load(Ordering::Relaxed) > 0);
}

#[tokio::test]
async fn an_explanation_reads_the_rankings_of_the_one_search_for_each_question() {
    let rag = rag();
    let counting = Arc::new(Counting(Arc::clone(&rag.retriever), AtomicUsize::new(0)));
    let rag = Rag { retriever: Arc::clone(&counting) as _, ..rag };
    for (question, searches) in [
        ("What does a hotel night in the capital cost?", 1),
        ("What does a hotel night in the capital cost? Do apples grow on trees?", 3),
    ] {
        explained(&rag, question, "garden.md").await;
        let read = 1;
        assert_eq!(counting.1.swap(0, Ordering::Relaxed), read + searches, "{question}");
    }
}

#[tokio::test]
async fn a_list_that_is_looked_up_holds_a_source_or_not() {
    let question = "Which documents mention apples?";
    let explanation = explained(&rag(), question, "garden.md").await;
    assert_eq!(explanation.lost(), None, "{explanation:?}");
    let explanation = explained(&rag(), question, "plan.pdf").await;
    assert!(lost(&explanation).1.contains("looked up"), "{explanation:?}");
}

#[tokio::test]
async fn a_page_without_text_is_told_from_a_document_without_any() {
    let explanation = explanation_of("plan.pdf#page=9").await;
    let (stage, detail) = lost(&explanation);
    assert!(stage == Stage::Index && detail.contains("none of them"), "{detail}");
}

#[tokio::test]
async fn a_filter_names_itself() {
    let overrides =
        Overrides { exclude_category: Some("travel".to_owned()), ..Overrides::default() };
    let explanation = explanation_with("travel/hotels.md", overrides).await;
    let (stage, detail) = lost(&explanation);
    assert_eq!(stage, Stage::Filters);
    assert!(detail.contains("category is not travel"), "{detail}");
}

#[tokio::test]
async fn what_shares_few_words_says_which_it_lacks_and_how_far_behind_it_is() {
    let explanation = explanation_of("plan.pdf#page=2").await;
    let words = &explanation.steps[1];
    assert_eq!((words.stage, words.outcome), (Stage::Words, Outcome::Behind));
    assert!(words.detail.contains("It does not contain “capital” or “cost”"), "{words:?}");
    let (stage, detail) = lost(&explanation);
    assert_eq!(stage, Stage::Choice);
    assert!(detail.ends_with("10 passages were used."), "{detail}");
}

#[tokio::test]
async fn what_shares_no_word_is_told_so() {
    let explanation = explanation_of("garden.md").await;
    assert!(explanation.steps[1].detail.ends_with("It contains none of the question's words."));
    assert_eq!(lost(&explanation).0, Stage::Choice);
}

#[tokio::test]
async fn a_score_below_the_floor_is_told() {
    let overrides = Overrides { minimum_search_score: Some(1_000.0), ..Overrides::default() };
    let explanation = explanation_with("travel/hotels.md", overrides).await;
    assert!(lost(&explanation).1.contains("below the minimum"), "{explanation:?}");
}

#[tokio::test]
async fn a_request_without_a_question_is_refused() {
    let refused = explain(&rag(), ChatRequest::default(), "a.md").await;
    assert!(refused.is_err());
}

async fn explained(rag: &Rag, question: &str, expected: &str) -> Explanation {
    let request = ChatRequest { messages: vec![Message::user(question)], ..ChatRequest::default() };
    explain(rag, request, expected).await.unwrap()
}

#[tokio::test]
async fn where_a_model_writes_it_is_told_what_the_model_is_shown() {
    let rag = Rag { model: ModelSlot::of(Arc::new(Scripted::new([]))), ..rag() };
    let question = "What does a hotel night in the capital cost?";
    let explanation = explained(&rag, question, "travel/hotels.md").await;
    let last = explanation.steps.last().unwrap();
    assert_eq!((last.stage, last.outcome), (Stage::Model, Outcome::Passed));
    assert!(last.detail.contains("with the text around it"), "{last:?}");
}

#[tokio::test]
async fn of_several_questions_the_one_that_the_source_stands_best_in_is_told() {
    let message = "What does a hotel night in the capital cost? Do apples grow on trees?";
    let explanation = explained(&rag(), message, "garden.md").await;
    assert_eq!(explanation.query, "Do apples grow on trees?");
    assert!(
        explanation.steps[1].detail.contains("It contains all of the question's"),
        "{explanation:?}"
    );
    assert_eq!(explanation.lost(), None, "{explanation:?}");
    let explanation = explained(&rag(), message, "travel/hotels.md").await;
    assert!(explanation.query.contains("hotel night"), "{explanation:?}");
}

/// A retriever of all modes whose model knows no words of a question, so that hybrid searches fall back to keywords.
struct Unknowing(Arc<dyn Retriever>);

impl Retriever for Unknowing {
    fn modes(&self) -> &[RetrievalMode] {
        &[RetrievalMode::Hybrid, RetrievalMode::Vectors]
    }

    fn retrieve<'a>(
        &'a self,
        query: &'a Query,
    ) -> BoxFuture<'a, Result<SearchResult, RetrieveError>> {
        async move {
            let mut found = self.0.retrieve(query).await?;
            found.how.mode = query.mode;
            let trace = found.how.trace.as_mut().filter(|_| query.mode == RetrievalMode::Vectors);
            if let Some(trace) = trace {
                trace.meaning = Some(trace.words.clone());
            }
            Ok(found)
        }
        .boxed()
    }

    fn passages_from<'a>(
        &'a self,
        path: &'a str,
        start: Start,
        most: usize,
        reader: &'a Reader,
    ) -> BoxFuture<'a, Result<Vec<Passage>, RetrieveError>> {
        self.0.passages_from(path, start, most, reader)
    }
}

#[tokio::test]
async fn a_meaning_that_does_not_count_is_no_stage() {
    let rag = rag();
    let rag = Rag { retriever: Arc::new(Unknowing(Arc::clone(&rag.retriever))), ..rag };
    let stages = async |mode| {
        let request = ChatRequest {
            messages: vec![Message::user("What does a hotel night cost?")],
            overrides: Overrides { retrieval_mode: Some(mode), ..Overrides::default() },
            ..ChatRequest::default()
        };
        let explanation = explain(&rag, request, "travel/hotels.md").await.unwrap();
        explanation.steps.iter().map(|step| step.stage).collect::<Vec<_>>()
    };
    assert!(!stages(RetrievalMode::Hybrid).await.contains(&Stage::Meaning));
    let by_meaning = stages(RetrievalMode::Vectors).await;
    assert!(by_meaning.contains(&Stage::Meaning), "{by_meaning:?}");
}
