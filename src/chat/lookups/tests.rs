//! Tests of look-up rounds, from a question to the last event.

use std::sync::Arc;
use std::time::Duration;

use footnote_answers::Rag;
use footnote_answers::samples::{over, request};
use footnote_documents::acl::{Acl, Reader};
use footnote_documents::table::samples;
use footnote_documents::{FileState, Passage, Record};
use footnote_models::scripted::{Scripted, Step};
use footnote_models::{ChatModel, ModelError, ModelSlot, Prompt, Token};
use footnote_protocol::{
    Answer, AnswerEvent, ChatRequest, FinishReason, RetrievalEffort, ToolStep,
};
use futures_util::StreamExt;
use futures_util::stream::BoxStream;

use crate::answer;

const QUESTION: &str = "When is the ferry inspected?";

const SEARCH: Step = Step::Call("search", r#"{"query": "dry dock"}"#);

/// Creates an engine with this model over three documents, one of which only alice may read.
fn rag(model: &Arc<dyn ChatModel>) -> Rag {
    let files = [
        ("ferry.md", "The ferry is inspected whenever it is docked."),
        ("dock.md", "The dry dock is booked for March."),
        ("secret.md", "The dry dock will be sold in May."),
    ];
    let acl = |path: &str| match path {
        "secret.md" => Acl::of_folder("user: alice").unwrap(),
        _ => Acl::Public,
    };
    let passages = files.map(|(path, text)| Passage {
        id: format!("{path}#0"),
        path: path.to_owned(),
        text: text.to_owned(),
        acl: acl(path),
        ..Passage::default()
    });
    let records = files.map(|(path, _)| Record {
        path: path.to_owned(),
        state: FileState::Ready { passages: 1, pages: 0 },
        acl: acl(path),
        ..Record::default()
    });
    Rag { model: ModelSlot::of(Arc::clone(model)), ..over(&passages, records) }
}

async fn asked(model: &Scripted, request: ChatRequest) -> (Vec<ToolStep>, Answer) {
    let model: Arc<dyn ChatModel> = Arc::new(model.clone());
    let events: Vec<AnswerEvent> = answer(&rag(&model), request).unwrap().collect().await;
    let step = |event: &AnswerEvent| match event {
        AnswerEvent::Step(step) => serde_json::from_value(serde_json::json!(step.props)).ok(),
        _ => None,
    };
    let steps = events.iter().filter_map(step).collect();
    assert!(matches!(events[0], AnswerEvent::Grounded(_)), "sources come before all look-ups");
    (steps, events.into_iter().collect())
}

#[tokio::test]
async fn an_answer_rests_on_all_documents_after_a_call_that_may_have_named_any() {
    let alice = Reader::new(Some("alice"), []);
    for (name, arguments, is_all) in [
        ("read", r#"{"document": ".md"}"#, true),
        ("read", r#"{"document": "dock.md", "section": "Prices"}"#, true),
        ("query", r#"{"documents": ["secret.md"]}"#, true),
        ("search", r#"{"query": "zyzzyva"}"#, true),
        ("read", r#"{"document": "dock.md"}"#, false),
    ] {
        let steps = [vec![Step::Call(name, arguments)], vec![Step::Say("In March [dock.md].")]];
        let model: Arc<dyn ChatModel> = Arc::new(Scripted::calls(steps));
        let rag = rag(&model).read_by(alice.clone());
        let basis = whole(&rag, request(&[QUESTION])).await.rests_on.unwrap();
        assert_eq!(basis.all, is_all, "{name} {arguments}: {basis:?}");
    }
}

async fn whole(rag: &Rag, request: ChatRequest) -> Answer {
    let events: Vec<AnswerEvent> = answer(rag, request).unwrap().collect().await;
    events.into_iter().collect()
}

fn found(step: &ToolStep) -> (&str, usize) {
    match step {
        ToolStep::Searched { query, passages, .. } => (query, *passages),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_model_searches_again_and_cites_what_it_found() {
    let model =
        Scripted::calls([vec![Step::Say("Let me see."), SEARCH], vec![Step::Say("In March [2].")]]);
    let (steps, answer) = asked(&model, request(&[QUESTION])).await;
    assert_eq!(answer.text, "In March [dock.md].");
    assert_eq!(steps.iter().map(found).collect::<Vec<_>>(), [(QUESTION, 1), ("dry dock", 2)]);
    let points = answer.context.data_points.unwrap();
    assert_eq!(points.citations, ["ferry.md", "dock.md"]);
    assert_eq!(points.text[1], "dock.md: The dry dock is booked for March.");
    let titles: Vec<&str> = answer.context.thoughts.iter().map(|one| &*one.title).collect();
    assert!(titles.contains(&"Searched"), "{titles:?}");
    let prompts = model.asked();
    let round = &prompts[1].rounds[0];
    assert_eq!((round.text.as_str(), round.calls.len()), ("Let me see.", 1));
    assert!(round.calls[0].1.contains("[2]\nThe dry dock is booked"), "{}", round.calls[0].1);
    assert_eq!(prompts[1].messages, prompts[0].messages, "what was read stays as it was");
}

#[tokio::test]
async fn no_look_up_tells_of_a_document_that_its_reader_may_not_read() {
    let model = Scripted::calls([vec![SEARCH], vec![Step::Say("In March [2].")]]);
    asked(&model, request(&[QUESTION])).await;
    let result = model.asked()[1].rounds[0].calls[0].1.clone();
    assert!(!result.contains("secret") && !result.contains("sold"), "{result}");
    let alice: Arc<dyn ChatModel> = Arc::new(model.clone());
    let rag = rag(&alice).read_by(Reader::new(Some("alice"), []));
    let events: Vec<AnswerEvent> = answer(&rag, request(&[QUESTION])).unwrap().collect().await;
    assert!(!events.is_empty());
}

#[tokio::test]
async fn calls_that_lead_to_nothing_are_told_and_two_of_them_end_the_look_ups() {
    let nonsense = Step::Call("fly", "{}");
    let wrong = Step::Call("search", r#"{"words": 7}"#);
    let model =
        Scripted::calls([vec![nonsense, wrong], vec![Step::Say("The documents do not say it.")]]);
    let (steps, answer) = asked(&model, request(&[QUESTION])).await;
    assert_eq!(answer.text, "The documents do not say it.");
    assert!(steps[1..].iter().all(|step| matches!(step, ToolStep::Failed { .. })), "{steps:?}");
    let last = model.asked().pop().unwrap();
    assert!(last.tools.is_empty());
    let results = &last.rounds[0].calls;
    assert!(results[1].1.contains("query") && results[1].1.contains("Answer now"), "{results:?}");
}

#[tokio::test]
async fn equal_calls_are_answered_once_and_the_rounds_end() {
    let model = Scripted::calls(vec![vec![SEARCH]; 20]);
    let (steps, answer) = asked(&model, request(&[QUESTION])).await;
    assert_eq!(steps.len(), 2, "{steps:?}");
    let prompts = model.asked();
    assert_eq!(prompts.len(), 7, "six rounds, and one without tools");
    assert!(prompts[5].tools.len() > 1 && prompts[6].tools.is_empty());
    assert!(answer.text.contains("These passages fit"), "{}", answer.text);
}

#[tokio::test]
async fn an_effort_limits_the_rounds() {
    for (effort, rounds) in [(RetrievalEffort::Minimal, 0), (RetrievalEffort::Low, 2)] {
        let mut script = vec![vec![SEARCH]; rounds];
        script.push(vec![Step::Say("In March [1].")]);
        let model = Scripted::calls(script);
        let mut request = request(&[QUESTION]);
        request.overrides.use_agentic_knowledgebase = Some(true);
        request.overrides.retrieval_reasoning_effort = Some(effort);
        let (_, answer) = asked(&model, request).await;
        assert_eq!(model.asked().len(), rounds + 1, "{effort:?}");
        let points = answer.context.data_points.unwrap();
        assert!(points.citation_activity_details.contains_key("ferry.md"));
    }
}

#[tokio::test(start_paused = true)]
async fn after_its_time_a_model_must_answer() {
    let slow = vec![Step::Pause(Duration::from_secs(25)), SEARCH];
    let other = vec![Step::Pause(Duration::from_secs(25)), Step::Call("list", "{}")];
    let model = Scripted::calls([slow, other, vec![Step::Say("In March [1].")]]);
    let scripted: Arc<dyn ChatModel> = Arc::new(model.clone());
    let mut rag = rag(&scripted);
    rag.settings.lookup_time = Duration::ZERO;
    let answer: Answer = whole(&rag, request(&[QUESTION])).await;
    // The second reply calls a tool that is no longer offered.
    assert!(answer.text.contains("These passages fit"), "{}", answer.text);
    assert_eq!(model.asked().len(), 2);
}

#[tokio::test]
async fn leaving_in_the_middle_ends_the_model() {
    let model = Scripted::calls([vec![SEARCH], vec![Step::Hang]]);
    let scripted: Arc<dyn ChatModel> = Arc::new(model.clone());
    let mut events = answer(&rag(&scripted), request(&[QUESTION])).unwrap();
    let mut steps = 0;
    while steps < 2 {
        let event = events.next().await.unwrap();
        steps += usize::from(matches!(event, AnswerEvent::Step(_)));
    }
    // The sources and the basis after the round.
    for _ in 0..2 {
        events.next().await.unwrap();
    }
    assert!(tokio::time::timeout(Duration::from_millis(50), events.next()).await.is_err());
    drop(events);
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert_eq!(model.dropped(), 1);
}

/// A model whose server accepts tools but not their results.
struct NoResults(Scripted);

impl ChatModel for NoResults {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn stream(&self, prompt: Prompt) -> BoxStream<'static, Result<Token, ModelError>> {
        if prompt.rounds.is_empty() {
            return self.0.stream(prompt);
        }
        futures_util::stream::iter([Err(ModelError::Broken)]).boxed()
    }
}

#[tokio::test]
async fn results_that_a_server_does_not_take_become_a_part_of_the_question() {
    let model = Scripted::calls([vec![SEARCH], vec![Step::Say("In March [2].")]]);
    let scripted: Arc<dyn ChatModel> = Arc::new(NoResults(model.clone()));
    let answer: Answer = whole(&rag(&scripted), request(&[QUESTION])).await;
    assert_eq!(
        (answer.text.as_str(), answer.finish),
        ("In March [dock.md].", Some(FinishReason::Stop))
    );
    let question = model.asked().pop().unwrap().messages.pop().unwrap().content;
    assert!(question.contains("The dry dock is booked for March."), "{question}");
}

#[tokio::test]
async fn what_is_found_again_is_told_by_its_number() {
    let again = Step::Call("search", r#"{"query": "ferry dry dock"}"#);
    let model = Scripted::calls([vec![SEARCH], vec![again], vec![Step::Say("In March [2].")]]);
    let (_, answer) = asked(&model, request(&[QUESTION])).await;
    assert_eq!(answer.text, "In March [dock.md].");
    let rounds = model.asked()[2].rounds.clone();
    let text = "The dry dock is booked";
    let results: Vec<&str> = rounds.iter().map(|round| round.calls[0].1.as_str()).collect();
    assert!(results[0].contains(text) && results[0].contains("already: 1 passage of [1]\n"));
    assert!(!results[1].contains(text), "{}", results[1]);
    assert!(results[1].contains("Shown above already: 2 passages of [1][2]\n"), "{}", results[1]);
}

/// Returns the passages and record of items.csv with this header and these rows.
fn sheet(head: &str, rows: &[String]) -> (Vec<Passage>, Record) {
    let mut table = vec![head];
    table.extend(rows.iter().map(String::as_str));
    let passages = samples::passages("items.csv", &[("", &table)]);
    let record = Record {
        path: "items.csv".to_owned(),
        state: FileState::Ready { passages: u32::try_from(passages.len()).unwrap(), pages: 0 },
        ..Record::default()
    };
    (passages, record)
}

#[tokio::test]
async fn the_result_of_a_query_is_told_without_the_table_behind_it() {
    let lines: Vec<String> = (0..300).map(|at| format!("Item {at} | {at}")).collect();
    let (passages, record) = sheet("Name | Count", &lines);
    let sum = r#"{"documents": "items.csv", "sql": "SELECT SUM(count) AS sum FROM items"}"#;
    let model = Scripted::calls([vec![Step::Call("query", sum)], vec![Step::Say("44850 [1].")]]);
    let scripted: Arc<dyn ChatModel> = Arc::new(model.clone());
    let rag = Rag { model: ModelSlot::of(scripted), ..over(&passages, [record]) };
    let answer = whole(&rag, request(&["What is the sum of the counts?"])).await;
    assert_eq!(answer.text, "44850 [items.csv].");
    let result = &model.asked()[1].rounds[0].calls[0].1;
    let told = "| sum |\n| --- |\n| 44850 |\nIt rests on 300 rows.\n\nSources: [1] items.csv\n";
    assert_eq!(*result, format!("<sources>\n{told}</sources>\n"));
}

/// A model with a context window of this many tokens.
struct Window(Scripted, u32);

impl ChatModel for Window {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn context(&self) -> Option<u32> {
        Some(self.1)
    }

    fn stream(&self, prompt: Prompt) -> BoxStream<'static, Result<Token, ModelError>> {
        self.0.stream(prompt)
    }
}

#[tokio::test]
async fn a_prompt_fits_a_small_window_and_offers_no_tools_in_it() {
    let long = "Is the ferry inspected in the dry dock? ".repeat(60);
    let said = [long.as_str(), long.as_str(), long.as_str(), long.as_str(), QUESTION];
    for (window, with_tools) in [(4_096, false), (32_768, true)] {
        let model =
            Scripted::calls([vec![Step::Say("ferry inspected")], vec![Step::Say("In March [1].")]]);
        let scripted: Arc<dyn ChatModel> = Arc::new(Window(model.clone(), window));
        let answer: Answer = whole(&rag(&scripted), request(&said)).await;
        assert!(!answer.text.is_empty());
        let prompt = model.asked().pop().unwrap();
        assert!(prompt.tokens() + prompt.max_tokens <= window * 3 / 4, "{}", prompt.tokens());
        assert_eq!(!prompt.tools.is_empty(), with_tools);
    }
}

#[tokio::test]
async fn a_long_document_is_read_on_without_a_gap() {
    let lines: Vec<String> = (0..900).map(|at| format!("Item {at} | Kept in hall {at}")).collect();
    let (passages, record) = sheet("Name | Place", &lines);
    let model = Scripted::calls([vec![Step::Say("So.")]]);
    let scripted: Arc<dyn ChatModel> = Arc::new(model);
    let rag = Rag { model: ModelSlot::of(scripted), ..over(&passages, [record]) };
    let (mut results, mut from) = (Vec::new(), Some("0".to_owned()));
    while let Some(at) = from {
        assert!(results.len() < passages.len(), "it goes on");
        let arguments: &'static str =
            format!(r#"{{"document": "items.csv", "from": {at}}}"#).leak();
        let model =
            Scripted::calls([vec![Step::Call("read", arguments)], vec![Step::Say("So it is.")]]);
        let scripted: Arc<dyn ChatModel> = Arc::new(model.clone());
        let rag = Rag { model: ModelSlot::of(scripted), ..rag.clone() };
        whole(&rag, request(&["What is kept in hall 7?"])).await;
        let result = model.asked()[1].rounds[0].calls[0].1.clone();
        assert!(!result.contains("no room"), "{result}");
        let next = result.split_once("To go on: from ").map(|(_, rest)| rest);
        from = next.and_then(|rest| Some(rest.split_once('.')?.0.to_owned()));
        results.push(result);
    }
    assert!(results.len() > 2, "{}", results.len());
    assert!(results[0].contains(", within a table, which `query` asks whole."), "{}", results[0]);
    for at in 0..900 {
        let row = format!("| Item {at} |");
        let shown = results.iter().filter(|result| result.contains(&row)).count();
        assert_eq!(shown, 1, "{row}");
    }
}
