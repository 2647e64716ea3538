//! Answers from a request to their last event.

mod brackets;
mod captions;
mod plan;

use std::future::ready;
use std::sync::Arc;
use std::time::Duration;

use footnote_answers::Rag;
use footnote_answers::samples::{QUESTION, hits, rag, request};
use footnote_documents::{FileState, Record};
use footnote_library::Library;
use footnote_models::scripted::{Scripted, Step};
use footnote_models::{ChatModel, ModelError, ModelSlot, Prompt, Token};
use footnote_protocol::{
    Answer, AnswerEvent, ChatRequest, ErrorKind, FinishReason, NO_MODEL, RetrievalMode, TokenUsage,
};
use footnote_search::index::MemoryCatalog;
use futures_util::StreamExt;
use futures_util::stream::{self, BoxStream};
use proptest::prelude::*;
use tokio::time::timeout;

use super::answer;

pub(super) async fn events(rag: &Rag, request: ChatRequest) -> Vec<AnswerEvent> {
    answer(rag, request).unwrap().collect().await
}

async fn streamed(steps: Vec<Step>) -> (Vec<AnswerEvent>, Answer) {
    let mut request = request(&[QUESTION]);
    request.overrides.suggest_followup_questions = Some(true);
    let events = events(&rag(Some(hits()), Some(&Scripted::new(steps))), request).await;
    let whole = events.iter().cloned().collect();
    (events, whole)
}

fn in_order(events: &[AnswerEvent]) -> bool {
    let rank = |event: &AnswerEvent| match event {
        AnswerEvent::Grounded(_) => 0,
        AnswerEvent::RestsOn(_)
        | AnswerEvent::Step(_)
        | AnswerEvent::Sources(_)
        | AnswerEvent::Remark
        | AnswerEvent::Audited(_)
        | AnswerEvent::Delta(_) => 1,
        AnswerEvent::FollowUps(_) => 2,
        AnswerEvent::Reported(_) => 3,
        AnswerEvent::Thoughts(_) => 4,
        AnswerEvent::Finished { .. } | AnswerEvent::Failed(_) => 5,
    };
    let ranks: Vec<i32> = events.iter().map(rank).collect();
    ranks.is_sorted()
        && [0, 2, 4, 5].iter().all(|one| ranks.iter().filter(|rank| *rank == one).count() <= 1)
        && ranks.first() == Some(&0)
        && ranks.last() == Some(&5)
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        4 => prop::sample::select(vec!["", " ", "Yes", " [leave.md]", "<", "<<", "Why so?>>", "\n"])
            .prop_map(Step::Say),
        1 => Just(Step::Usage(TokenUsage::default())),
        1 => Just(Step::Fail(ModelError::TooSlow)),
        1 => Just(Step::Finish(FinishReason::ContentFilter)),
    ];
    prop::collection::vec(step, 0..12)
}

proptest! {
    #[test]
    fn events_come_in_order_whatever_the_model_does(steps in steps()) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let (events, _) = runtime.block_on(streamed(steps));
        prop_assert!(in_order(&events), "{events:?}");
    }
}

#[tokio::test]
async fn follow_ups_are_cut_out_of_the_text() {
    let (_, answer) = streamed(vec![
        Step::Say("Thirty [leave.md].\n<"),
        Step::Say("<Is it paid?>"),
        Step::Say(">\n"),
    ])
    .await;
    assert_eq!(answer.text, "Thirty [leave.md].");
    assert_eq!(answer.context.followup_questions.unwrap(), ["Is it paid?"]);
    assert_eq!(answer.model, "scripted");
}

#[tokio::test]
async fn the_first_words_are_passed_on_while_the_model_may_still_call_tools() {
    let model = Scripted::new([Step::Say("Thirty"), Step::Hang]);
    let rag = rag(Some(hits()), Some(&model));
    let events = answer(&rag, request(&[QUESTION])).unwrap();
    let words = events.filter(|event| ready(matches!(event, AnswerEvent::Delta(_))));
    let first = timeout(Duration::from_mins(1), std::pin::pin!(words).next()).await;
    let first = first.expect("the first words wait for the next ones");
    assert_eq!(first, Some(AnswerEvent::Delta("Thirty".into())));
    assert!(!model.asked()[0].tools.is_empty());
}

#[tokio::test]
async fn the_check_comes_while_the_model_writes_the_questions_that_it_proposes() {
    let steps = [Step::Say("Thirty days [1].\n\n"), Step::Say("<<How"), Step::Hang];
    let rag = rag(Some(hits()), Some(&Scripted::new(steps)));
    let events = answer(&rag, request(&[QUESTION])).unwrap();
    let checks = events.filter(|event| ready(matches!(event, AnswerEvent::Audited(_))));
    let first = timeout(Duration::from_mins(1), std::pin::pin!(checks).next()).await;
    assert!(first.expect("the check waits for the questions").is_some());
}

#[tokio::test]
async fn text_behind_what_only_looked_like_a_question_is_checked_too() {
    let said = ["Thirty days [1].\n\n<<", "no question\n\nForty-one days [1]."];
    let (events, answer) = streamed(said.map(Step::Say).to_vec()).await;
    let checks = events.iter().filter(|event| matches!(event, AnswerEvent::Audited(_)));
    assert_eq!(checks.count(), 2);
    assert!(answer.context.audit.unwrap().statements.len() > 1);
}

#[tokio::test]
async fn passages_replace_a_model_that_fails_at_once() {
    let (events, answer) = streamed(vec![Step::Fail(ModelError::Unreachable)]).await;
    assert!(in_order(&events));
    assert!(answer.text.starts_with("The chat model cannot be reached. These passages"));
    assert!(answer.text.contains("thirty days of leave."), "{}", answer.text);
    assert_eq!(answer.finish, Some(FinishReason::Stop));
    let titles: Vec<&str> = answer.context.thoughts.iter().map(|t| t.title.as_str()).collect();
    assert_eq!(
        titles,
        [
            "Original user query",
            "Generated search query",
            "Results",
            "Searched",
            "Prompt",
            "Chat model",
            "Passages shown"
        ]
    );
}

#[tokio::test]
async fn a_model_that_breaks_off_leaves_its_text_and_says_so() {
    let (events, answer) =
        streamed(vec![Step::Say("Thirty"), Step::Fail(ModelError::BrokeOff)]).await;
    assert!(in_order(&events));
    assert_eq!(answer.text, "Thirty");
    let error = answer.error.unwrap();
    assert_eq!(error.kind, ErrorKind::Model);
    assert_eq!(error.message, "The chat model broke off in the middle of the answer.");
}

#[tokio::test]
async fn the_last_thought_tells_the_cost() {
    let usage = TokenUsage { prompt_tokens: 7, total_tokens: 7, ..TokenUsage::default() };
    let (_, answer) = streamed(vec![Step::Say("Thirty"), Step::Usage(usage)]).await;
    let prompt = answer.context.thoughts.last().unwrap();
    let props = prompt.props.as_ref().unwrap();
    assert_eq!(props["token_usage"]["prompt_tokens"], 7);
    assert!(props.contains_key("elapsed_ms") && props.contains_key("first_token_ms"));
}

#[tokio::test]
async fn no_temperature_is_out_of_bounds() {
    for (asked, used) in [(-0.0, 0.0), (-3.0, 0.0), (9.3e18, 1.0)] {
        let model = Scripted::new([Step::Say("Thirty [leave.md].")]);
        let mut request = request(&[QUESTION]);
        request.overrides.temperature = Some(asked);
        events(&rag(Some(hits()), Some(&model)), request).await;
        assert_eq!(model.asked().remove(0).temperature, Some(used));
    }
}

#[tokio::test]
async fn without_a_model_every_citation_is_a_hit() {
    let answer: Answer =
        events(&rag(Some(hits()), None), request(&[QUESTION])).await.into_iter().collect();
    let known = answer.context.data_points.unwrap().citations;
    assert_eq!(known, ["leave.md", "pay.pdf#page=3"]);
    let cited: Vec<&str> =
        answer.text.split('[').skip(1).filter_map(|rest| Some(rest.split_once(']')?.0)).collect();
    assert!(!cited.is_empty() && cited.iter().all(|one| known.iter().any(|k| k == one)));
    assert_eq!(answer.context.followup_questions, None);
}

#[tokio::test]
async fn passages_claim_nothing_that_could_be_checked() {
    let mut asked = request(&[QUESTION]);
    asked.overrides.suggest_followup_questions = Some(true);
    let answer: Answer = events(&rag(Some(hits()), None), asked).await.into_iter().collect();
    assert_eq!(answer.model, NO_MODEL);
    assert_eq!(answer.context.audit, None);
    assert_eq!(answer.context.followup_questions, Some(Vec::new()));
    let units = answer.context.found.unwrap().units;
    assert_eq!(units[0].source, "leave.md");
    assert!(answer.text.contains(&units[0].text), "the text has the units whole");
}

#[tokio::test]
async fn the_thoughts_name_the_retrieval_that_was_used() {
    let mut request = request(&[QUESTION]);
    request.overrides.retrieval_mode = Some(RetrievalMode::Hybrid);
    request.overrides.top = Some(1_000);
    let answer: Answer = events(&rag(Some(hits()), None), request).await.into_iter().collect();
    let props = answer.context.thoughts[1].props.as_ref().unwrap();
    assert_eq!(props["retrieval_mode"], "text");
    assert_eq!(props["has_vector"], false);
    assert_eq!(props["note"], "No embedding model is set up. Answered by text.");
    assert_eq!(props["top"], 50);
}

#[tokio::test]
async fn without_embeddings_the_mode_is_text() {
    let mut request = request(&[QUESTION]);
    request.overrides.retrieval_mode = Some(RetrievalMode::Hybrid);
    request.overrides.search_text_embeddings = Some(false);
    let answer: Answer = events(&rag(Some(hits()), None), request).await.into_iter().collect();
    let props = answer.context.thoughts[1].props.as_ref().unwrap();
    assert_eq!(props.get("note"), None);
}

#[tokio::test]
async fn data_points_leave_the_text_out_on_demand() {
    let mut request = request(&[QUESTION]);
    request.overrides.send_text_sources = Some(false);
    let answer: Answer = events(&rag(Some(hits()), None), request).await.into_iter().collect();
    let points = answer.context.data_points.unwrap();
    assert!(points.text.is_empty());
    assert_eq!(points.citations.len(), 2);
}

#[tokio::test]
async fn nothing_found_is_said_plainly_and_a_model_is_asked_only_if_it_can_look_further() {
    let model = Scripted::new([Step::Say("I looked.")]);
    let mut rag = rag(Some(Vec::new()), Some(&model));
    let text = async |rag: &Rag| -> String {
        let events = events(rag, request(&["Unicorns?"])).await;
        events.into_iter().collect::<Answer>().text
    };
    assert_eq!(text(&rag).await, "The documents are still being read.");
    rag.library.update(|progress| progress.finished_at = Some(1));
    assert_eq!(text(&rag).await, "There are no documents yet.");
    let file = Record {
        path: "a.md".to_owned(),
        state: FileState::Ready { passages: 1, pages: 1 },
        ..Record::default()
    };
    let records: MemoryCatalog = [file].into_iter().collect();
    rag.library = Arc::new(Library::over("folder", Arc::new(records)));
    assert_eq!(model.asked().len(), 0);
    assert_eq!(text(&rag).await, "I looked.");
    rag.model = ModelSlot::default();
    let text = text(&rag).await;
    let nothing = "Nothing in the documents matches this question. Nothing mentions “Unicorns”.";
    assert_eq!(text, nothing);
}

#[tokio::test]
async fn an_index_that_fails_is_an_event() {
    let events = events(&rag(None, None), request(&[QUESTION])).await;
    assert!(in_order(&events));
    assert!(matches!(events.last(), Some(AnswerEvent::Failed(e)) if e.kind == ErrorKind::Failed));
}

#[tokio::test]
async fn dropping_the_events_drops_the_model() {
    let model = Scripted::new([Step::Say("Yes [1]."), Step::Hang]);
    let mut events = answer(&rag(Some(hits()), Some(&model)), request(&[QUESTION])).unwrap();
    while !matches!(events.next().await, Some(AnswerEvent::Delta(_))) {}
    drop(events);
    assert_eq!(model.dropped(), 1);
}

#[test]
fn a_request_without_a_question_is_refused() {
    assert!(answer(&rag(None, None), ChatRequest::default()).is_err());
}

/// A model whose context is small, and even smaller than it claims.
struct Small(Scripted);

impl ChatModel for Small {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn context(&self) -> Option<u32> {
        Some(300)
    }

    fn stream(&self, prompt: Prompt) -> BoxStream<'static, Result<Token, ModelError>> {
        stream::iter([Ok(Token::LeftOut(2))]).chain(self.0.stream(prompt)).boxed()
    }
}

#[tokio::test]
async fn sources_that_a_model_has_no_room_for_are_left_out_and_told() {
    let model = Scripted::new([Step::Say("Thirty.")]);
    let seat = ModelSlot::of(Arc::new(Small(model.clone())));
    let rag = Rag { model: seat, ..rag(Some(hits()), None) };
    let answer: Answer = events(&rag, request(&[QUESTION])).await.into_iter().collect();
    let asked = model.asked().remove(0).messages.pop().unwrap().content;
    assert!(asked.contains("leave.md") && !asked.contains("pay.pdf"), "{asked}");
    let thoughts = answer.context.thoughts.iter();
    let left_out: Vec<_> = thoughts.filter(|one| one.title == "Sources left out").collect();
    let counts: Vec<_> =
        left_out.iter().map(|one| &one.props.as_ref().unwrap()["left_out"]).collect();
    assert_eq!(counts, [2]);
}
