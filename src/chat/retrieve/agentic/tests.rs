//! Planned searches, with a model that plans well, badly or not at all.

use std::sync::{Arc, Mutex};

use footnote_models::ModelError;
use footnote_models::scripted::{Scripted, Step};
use footnote_protocol::{Answer, ChatRequest, RetrievalEffort, Thought, TokenUsage};
use footnote_retrieval::{Query, RetrieveError, Retriever, SearchResult};
use footnote_text::analysis::stems;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde_json::Value;

use crate::Rag;
use crate::tests::{events, found, hit, rag, request};

const QUESTION: &str = "What do leave and overtime cost?";

/// A retriever of the passages that share a word with the query, those with most shared words first.
#[derive(Default)]
struct ByWord {
    asked: Mutex<Vec<Query>>,
}

impl Retriever for ByWord {
    fn retrieve<'a>(
        &'a self,
        query: &'a Query,
    ) -> BoxFuture<'a, Result<SearchResult, RetrieveError>> {
        self.asked.lock().unwrap().push(query.clone());
        let passages = [
            ("leave.md", "Leave is thirty days."),
            ("pay.md", "Overtime is paid at once."),
            ("pets.md", "Dogs may come on Fridays."),
        ];
        let wanted = stems(&query.text);
        let shared = |text: &str| stems(text).iter().filter(|stem| wanted.contains(stem)).count();
        let mut hits: Vec<_> = passages
            .iter()
            .map(|(path, text)| {
                hit(path, None, text, f32::from(u8::try_from(shared(text)).unwrap()))
            })
            .filter(|hit| hit.score > 0.0)
            .collect();
        hits.sort_by(|a, b| b.score.total_cmp(&a.score));
        hits.truncate(query.top);
        std::future::ready(Ok(found(&query.text, hits))).boxed()
    }
}

fn planned(effort: RetrievalEffort, messages: &[&str]) -> ChatRequest {
    let mut request = request(messages);
    request.overrides.use_agentic_knowledgebase = Some(true);
    request.overrides.retrieval_reasoning_effort = Some(effort);
    request
}

fn engine(model: Option<&Scripted>) -> (Rag, Arc<ByWord>) {
    let retriever = Arc::new(ByWord::default());
    let rag = Rag { retriever: retriever.clone(), ..rag(None, model) };
    (rag, retriever)
}

/// The answer, and the texts that were searched for, where the model says this when it is asked for a
/// plan and for a second one.
async fn answer(effort: RetrievalEffort, plans: &[Vec<Step>]) -> (Answer, Vec<String>) {
    let scripts = plans.iter().cloned().chain([vec![Step::Say("Yes.")]]);
    let model = Scripted::calls(scripts);
    let (rag, retriever) = engine(Some(&model));
    let answer = events(&rag, planned(effort, &[QUESTION])).await.into_iter().collect();
    assert_eq!(model.asked().len(), plans.len() + 1);
    let asked = retriever.asked.lock().unwrap();
    (answer, asked.iter().map(|query| query.text.clone()).collect())
}

fn thought<'a>(answer: &'a Answer, title: &str) -> &'a Thought {
    let mut thoughts = answer.context.thoughts.iter();
    thoughts.find(|thought| thought.title == title).unwrap()
}

fn steps(answer: &Answer) -> Vec<(String, Option<String>)> {
    let props = thought(answer, "Query plan").props.clone().unwrap();
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let steps = props["query_plan"].as_array().unwrap().iter();
    let step = |step: &Value| {
        let search = step.pointer("/search_index_arguments/search");
        (text(&step["type"]).unwrap(), search.and_then(text))
    };
    steps.map(step).collect()
}

/// The note on the plan in the thoughts.
fn note(answer: &Answer) -> String {
    let props = thought(answer, "Query plan").props.clone().unwrap();
    props["note"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn the_parts_of_a_question_are_searched_for_and_come_as_one() {
    let usage = TokenUsage { prompt_tokens: 5, completion_tokens: 2, ..TokenUsage::default() };
    let call = r#"{"sub_questions":["How much leave?","Is overtime paid?","May dogs come?"]}"#;
    let plan = vec![Step::Call("search_each", call), Step::Usage(usage)];
    let (answer, asked) = answer(RetrievalEffort::Low, &[plan]).await;
    assert_eq!(asked, [QUESTION, "How much leave?", "Is overtime paid?", "May dogs come?"]);
    let citations = answer.context.data_points.clone().unwrap().citations;
    assert_eq!(citations, ["leave.md", "pay.md", "pets.md"]);
    let searched = |text: &str| ("searchIndex".to_owned(), Some(text.to_owned()));
    assert_eq!(
        steps(&answer),
        [
            ("modelQueryPlanning".to_owned(), None),
            searched(QUESTION),
            searched("How much leave?"),
            searched("Is overtime paid?"),
            searched("May dogs come?"),
            ("agenticReasoning".to_owned(), None),
        ]
    );
    let props = thought(&answer, "Query plan").props.clone().unwrap();
    assert_eq!(props["query_plan"][0]["input_tokens"], 5);
    assert_eq!(props["query_plan"][4]["count"], 1);
    assert_eq!(props["model"], "scripted");
    let results = &thought(&answer, "Results").description;
    assert_eq!(results[2]["activity"], 4);
    assert_eq!(answer.text, "Yes.");
}

#[tokio::test]
async fn each_search_of_a_plan_stands_beside_what_it_found() {
    let plan = vec![Step::Say("How much leave?\nMay dogs come?")];
    let (answer, _) = answer(RetrievalEffort::Low, &[plan]).await;
    let plan = thought(&answer, "Query plan");
    let finds = plan.description.as_array().unwrap();
    let steps = plan.props.as_ref().unwrap()["query_plan"].clone();
    let mut searches = 0;
    for step in steps.as_array().unwrap() {
        assert_eq!(step["elapsedMs"], step["elapsed_ms"]);
        let query = &step["searchIndexArguments"]["search"];
        // As the newest front end looks for them.
        let of_step =
            |find: &&Value| find["type"] == step["type"] && find["activity"]["query"] == *query;
        if step["type"] == "searchIndex" {
            searches += 1;
            let finds: Vec<&Value> = finds.iter().filter(of_step).collect();
            assert_eq!(step["count"], finds.len());
            assert!(finds.iter().all(|find| find["sourcepage"].is_string()));
            assert!(finds.iter().all(|find| find["elapsedMs"] == step["elapsedMs"]));
        }
    }
    assert_eq!(searches, 3);
    assert_eq!(finds.last().unwrap()["type"], "agenticReasoning");
    assert!(finds.last().unwrap()["reasoningTokens"].is_number());
    let points = answer.context.data_points.as_ref().unwrap();
    let details = &points.citation_activity_details["pets.md"];
    assert_eq!(details.query, "May dogs come?");
    assert_eq!(steps[details.id]["id"], details.id);
    assert_eq!((details.number, details.kind.as_str()), (details.id + 1, "searchIndex"));
}

#[tokio::test]
async fn nothing_is_planned_unless_it_is_wished_for() {
    let model = Scripted::new([Step::Say("Yes.")]);
    let (rag, _) = engine(Some(&model));
    let mut request = planned(RetrievalEffort::Low, &[QUESTION]);
    request.overrides.use_agentic_knowledgebase = Some(false);
    let answer: Answer = events(&rag, request).await.into_iter().collect();
    assert!(answer.context.thoughts.iter().all(|one| one.title != "Query plan"));
    assert_eq!(model.asked().len(), 1);
}

#[tokio::test]
async fn the_least_effort_asks_no_model() {
    let (answer, asked) = answer(RetrievalEffort::Minimal, &[]).await;
    assert_eq!(asked, [QUESTION]);
    assert_eq!(steps(&answer), [("searchIndex".to_owned(), Some(QUESTION.to_owned()))]);
}

#[tokio::test]
async fn a_planner_that_fails_leaves_the_question_and_says_so() {
    for (script, why) in [
        (vec![Step::Fail(ModelError::TooSlow)], "too long to answer"),
        (vec![Step::Say("a"), Step::Fail(ModelError::BrokeOff)], "broke off"),
        (vec![Step::Call("search_each", "{")], "cannot be read"),
        (vec![], "wrote nothing"),
        (vec![Step::Say("0")], "asks for one thing"),
    ] {
        let (answer, asked) = answer(RetrievalEffort::Medium, &[script]).await;
        assert_eq!(asked, [QUESTION]);
        let told = note(&answer);
        assert!(told.contains(why), "{told}");
        assert!(told.ends_with("The question was searched for as it is."));
        assert_eq!(answer.text, "Yes.");
    }
}

#[tokio::test]
async fn what_nothing_was_found_for_is_put_anew_once() {
    let first = vec![Step::Say("How much leave?\nAre hounds allowed?")];
    let second = vec![Step::Say("Are dogs allowed to come?\nAre hounds allowed?")];
    let (answer, asked) = answer(RetrievalEffort::Medium, &[first, second]).await;
    assert_eq!(
        asked,
        [QUESTION, "How much leave?", "Are hounds allowed?", "Are dogs allowed to come?"]
    );
    let citations = answer.context.data_points.clone().unwrap().citations;
    assert!(citations.contains(&"pets.md".to_owned()));
    let first = vec![Step::Say("How much leave?\nAre hounds allowed?")];
    let (_, asked) = self::answer(RetrievalEffort::Low, &[first]).await;
    assert_eq!(asked.len(), 3, "low effort leaves it at one round");
}

#[tokio::test]
async fn without_a_model_the_thoughts_say_what_a_plan_needs() {
    let (rag, retriever) = engine(None);
    let request = planned(RetrievalEffort::Medium, &[QUESTION]);
    let answer: Answer = events(&rag, request).await.into_iter().collect();
    assert_eq!(note(&answer), "A plan needs a chat model. The question was searched for as it is.");
    assert_eq!(retriever.asked.lock().unwrap().len(), 1);
    assert!(answer.text.contains("[leave.md]"));
}

#[tokio::test]
async fn a_plan_brings_in_more_passages_unless_the_client_counts_them() {
    for (top, wanted) in [(None, 10), (Some(3), 3)] {
        let model = Scripted::calls([vec![Step::Say("How much leave?")], vec![Step::Say("Yes.")]]);
        let (rag, retriever) = engine(Some(&model));
        let mut request = planned(RetrievalEffort::Low, &["Leave?", "Thirty.", QUESTION]);
        request.overrides.top = top;
        events(&rag, request).await;
        assert_eq!(model.asked().len(), 2, "the plan is the query of a later turn as well");
        let asked = retriever.asked.lock().unwrap();
        assert!(asked.iter().all(|query| query.top == wanted));
        assert!(asked[1].context.is_empty() && !asked[0].context.is_empty());
    }
}
