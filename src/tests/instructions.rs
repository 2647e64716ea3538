//! Clients' additions to the instructions of a chat model, and settings of its text: obeyed in every form, or reported
//! to have no effect. Also tasks that a page gives to the model itself.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::http::StatusCode;
use footnote_engine::config::ReaderHeaders;
use footnote_models::choice::{ChoiceTerms, ModelChoice};
use footnote_models::{ChatModel, ModelError, Prompt, Token};
use footnote_protocol::FinishReason;
use futures_util::stream::{self, BoxStream, StreamExt};
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::support::{post, text, with_choice, with_model};

const CHAT: &str = "/v1/chat/completions";
const RESPONSES: &str = "/v1/responses";

/// A model that records its prompts.
#[derive(Default)]
struct Noting(Mutex<Vec<Prompt>>);

impl ChatModel for Noting {
    fn name(&self) -> &'static str {
        "noting"
    }

    fn stream(&self, prompt: Prompt) -> BoxStream<'static, Result<Token, ModelError>> {
        self.0.lock().unwrap().push(prompt);
        let text = Ok(Token::Text("Staff get 30 days of leave [leave.md].".to_owned()));
        stream::iter([text, Ok(Token::Finished(FinishReason::Stop))]).boxed()
    }
}

/// Returns the answer of a server with this model, as text, and the last prompt of the model.
async fn asked(path: &str, body: &Value) -> (String, Prompt) {
    let model = Arc::new(Noting::default());
    let answered = answered(&with_model(Arc::clone(&model) as _), path, body).await;
    let prompt = model.0.lock().unwrap().pop().unwrap();
    (answered, prompt)
}

async fn answered(server: &Router, path: &str, body: &Value) -> String {
    let response = server.clone().oneshot(post(path, body.to_string())).await.unwrap();
    let status = response.status();
    let answered = text(response).await;
    assert_eq!(status, StatusCode::OK, "{path} {body} {answered}");
    answered
}

fn quoting() -> Router {
    let folder = tempfile::tempdir().unwrap();
    let terms = ChoiceTerms::default();
    let choice = ModelChoice::kept_in(folder.path().join("chosen.json"), terms);
    with_choice(choice, ReaderHeaders::default())
}

const RULE: &str = "Call the reader Ann.";

/// Returns a request with instructions of each form that has a place for them.
fn requests() -> Vec<(&'static str, Value)> {
    let question = json!({"role": "user", "content": "How much leave?"});
    let messages = |role: &str| json!([{"role": role, "content": RULE}, question]);
    let parts = |text: &str| json!([{"type": "text", "text": text}]);
    vec![
        (CHAT, json!({"messages": messages("system")})),
        (CHAT, json!({"messages": messages("developer")})),
        (RESPONSES, json!({"input": "How much leave?", "instructions": RULE})),
        ("/chat", json!({"messages": messages("system"), "stream": false})),
        ("/chat", json!({"messages": messages("system")})),
        ("/chat", json!({"messages": messages("developer"), "stream": false})),
        ("/chat", json!({"messages": messages("developer")})),
        (
            "/chat",
            json!({
                "threadId": "t", "runId": "r", "messages": [question],
                "context": [{"description": "Rule", "value": RULE}],
            }),
        ),
        (
            "/chat",
            json!({
                "trigger": "submit-message",
                "messages": [
                    {"role": "system", "parts": parts(RULE)},
                    {"role": "user", "parts": parts("How much leave?")},
                ],
            }),
        ),
        (
            "/chat",
            json!({
                "messages": [question], "context": {"overrides": {"prompt_template": RULE}},
            }),
        ),
        (
            "/chat",
            json!({
                "messages": [question], "context": {"approach": "rrr", "prompt_template": RULE},
            }),
        ),
    ]
}

#[tokio::test]
async fn instructions_of_every_form_stand_behind_our_own_and_are_told_of() {
    for (path, body) in requests() {
        let (answered, prompt) = asked(path, &body).await;
        let system = &prompt.messages[0].content;
        assert!(system.starts_with("You answer questions about"), "{system}");
        assert!(system.ends_with(RULE), "{path} {body}: {system}");
        assert!(answered.contains("Instructions of the client"), "{path} {body}: {answered}");
    }
}

#[tokio::test]
async fn without_a_model_instructions_are_said_to_have_no_effect() {
    let server = quoting();
    for (path, body) in requests() {
        let answered = answered(&server, path, &body).await;
        assert!(answered.contains("Instructions without effect"), "{path} {body}: {answered}");
        assert!(answered.contains("30 days"), "{answered}");
    }
}

fn sampled(path: &str) -> Value {
    let limit = if path == CHAT { "max_completion_tokens" } else { "max_output_tokens" };
    let mut body = json!({
        "top_p": 0.5, "stop": ["END"], "seed": 7, limit: 5_000, "instructions": RULE,
        "reasoning": {"effort": "high"}, "service_tier": "flex", "text": {"verbosity": "low"},
        "temperature": 0.9,
    });
    let question = json!([{"role": "user", "content": "How much leave?"}]);
    body[if path == CHAT { "messages" } else { "input" }] = question;
    body
}

#[tokio::test]
async fn settings_of_the_text_are_obeyed_within_the_limits_of_the_server() {
    for path in [CHAT, RESPONSES] {
        let mut body = sampled(path);
        let (_, prompt) = asked(path, &body).await;
        assert_eq!((prompt.top_p, prompt.seed), (Some(0.5), Some(7)));
        assert_eq!((prompt.stop, prompt.max_tokens), (vec!["END".to_owned()], 1_024));
        let limit = if path == CHAT { "max_tokens" } else { "max_output_tokens" };
        body.as_object_mut().unwrap().remove("max_completion_tokens");
        body[limit] = json!(5);
        assert_eq!(asked(path, &body).await.1.max_tokens, 5);
    }
}

#[tokio::test]
async fn settings_of_the_text_are_obeyed_wherever_a_form_has_the_temperature() {
    let messages = json!([{"role": "user", "content": "How much leave?"}]);
    let parts = json!([{"type": "text", "text": "How much leave?"}]);
    let page = json!({"trigger": "submit-message", "messages": [{"role": "user", "parts": parts}]});
    let run = json!({"threadId": "t", "runId": "r", "messages": messages});
    let question = json!({ "messages": messages });
    for (path, mut body, place) in [
        ("/chat", question.clone(), ""),
        ("/chat", question.clone(), "/context"),
        ("/chat/stream", question.clone(), "/context/overrides"),
        ("/as/completion_chunks/chat", question, ""),
        ("/ask", json!({"question": "How much leave?"}), "/overrides"),
        ("/chat", page.clone(), ""),
        ("/chat", page, "/context/overrides"),
        ("/chat", run.clone(), "/forwardedProps"),
        ("/chat", run, "/forwardedProps/overrides"),
    ] {
        let mut settings = json!({
            "temperature": 0.9, "max_tokens": 5, "top_p": 0.5, "stop": ["END", ""], "seed": 7,
        });
        for key in place.rsplit('/').filter(|key| !key.is_empty()) {
            settings = json!({ key: settings });
        }
        body.as_object_mut().unwrap().extend(settings.as_object().unwrap().clone());
        let (_, prompt) = asked(path, &body).await;
        assert_eq!(prompt.temperature, Some(0.9), "{path} {body}");
        let used = (prompt.max_tokens, prompt.top_p, prompt.stop, prompt.seed);
        assert_eq!(used, (5, Some(0.5), vec!["END".to_owned()], Some(7)), "{path} {body}");
    }
}

#[tokio::test]
async fn a_response_repeats_what_was_in_force_alone() {
    let written: Value =
        serde_json::from_str(&asked(RESPONSES, &sampled(RESPONSES)).await.0).unwrap();
    let quoted = answered(&quoting(), RESPONSES, &sampled(RESPONSES)).await;
    let quoted: Value = serde_json::from_str(&quoted).unwrap();
    for (key, in_force, without) in [
        ("top_p", json!(0.5), json!(1)),
        ("max_output_tokens", json!(1_024), json!(null)),
        ("instructions", json!(RULE), json!(null)),
        (
            "reasoning",
            json!({"effort": null, "summary": null}),
            json!({"effort": null, "summary": null}),
        ),
        ("service_tier", json!("default"), json!("default")),
        ("text", json!({"format": {"type": "text"}}), json!({"format": {"type": "text"}})),
        ("temperature", json!(0.9), json!(1.0)),
    ] {
        assert_eq!((&written[key], &quoted[key]), (&in_force, &without), "{key}");
    }
}

#[tokio::test]
async fn what_cannot_be_had_is_refused_by_its_name() {
    let server = quoting();
    for (path, setting, value) in [
        (CHAT, "logprobs", json!(true)),
        (CHAT, "frequency_penalty", json!(1)),
        (CHAT, "tool_choice", json!("required")),
        (CHAT, "max_tokens", json!(0)),
        (CHAT, "temperature", json!(2.5)),
        (CHAT, "functions", json!([{"name": "a"}])),
        (CHAT, "function_call", json!({"name": "a"})),
        (CHAT, "web_search_options", json!({})),
        (CHAT, "prediction", json!({"type": "content", "content": "Staff"})),
        (RESPONSES, "prompt", json!({"id": "pmpt_1"})),
        (RESPONSES, "include", json!(["message.output_text.logprobs"])),
        (RESPONSES, "top_logprobs", json!(2)),
        (RESPONSES, "presence_penalty", json!(0.5)),
    ] {
        let mut body = sampled(path);
        body[setting] = value;
        let response = server.clone().oneshot(post(path, body.to_string())).await.unwrap();
        assert_eq!(response.status(), StatusCode::BAD_REQUEST, "{setting}");
        let error: Value = serde_json::from_str(&text(response).await).unwrap();
        assert_eq!(error["error"]["param"], setting);
    }
}

const IMAGE: &str = "data:image/png;base64,iVBORw0KGgo=";

/// Conversations of each form that sends its images again, with an image in the previous question and, if `now`, in the
/// last one; `said` is the answer between them.
fn with_picture(said: &str, now: bool) -> Vec<(&'static str, Value)> {
    let image_url = json!({"type": "image_url", "image_url": {"url": IMAGE}});
    let input_image = json!({"type": "input_image", "image_url": IMAGE});
    let file = json!({"type": "file", "mediaType": "image/png", "url": IMAGE});
    let source = json!({"type": "data", "value": "iVBORw0KGgo=", "mimeType": "image/png"});
    let image = json!({"type": "image", "source": source});
    let conversation = |key: &str, text: &str, picture: &Value| {
        let part = |words: &str| json!({"type": text, "text": words});
        let last = if now {
            json!([part("How much leave?"), picture])
        } else {
            json!([part("How much leave?")])
        };
        let answer = if key == "parts" { json!([part(said)]) } else { json!(said) };
        json!([
            {"id": "1", "role": "user", key: [part("What is this?"), picture]},
            {"id": "2", "role": "assistant", key: answer},
            {"id": "3", "role": "user", key: last},
        ])
    };
    vec![
        (CHAT, json!({"messages": conversation("content", "text", &image_url)})),
        (RESPONSES, json!({"input": conversation("content", "input_text", &input_image)})),
        (
            "/chat",
            json!({
                "trigger": "submit-message", "messages": conversation("parts", "text", &file),
            }),
        ),
        (
            "/chat",
            json!({
                "threadId": "t", "runId": "r", "messages": conversation("content", "text", &image),
            }),
        ),
    ]
}

#[tokio::test]
async fn a_picture_that_nobody_can_see_is_refused_with_its_question() {
    let server = quoting();
    for (path, body) in with_picture("Hello.", true) {
        let response = server.clone().oneshot(post(path, body.to_string())).await.unwrap();
        assert_eq!(response.status(), StatusCode::BAD_REQUEST, "{path} {body}");
        let answered = text(response).await;
        assert!(answered.contains("no chat model here can see images"), "{answered}");
    }
}

#[tokio::test]
async fn a_picture_of_an_earlier_question_is_passed_over_and_told_of_once() {
    let server = quoting();
    let note = "The attached image `";
    for (path, body) in with_picture("Hello.", false) {
        let answered = answered(&server, path, &body).await;
        assert!(answered.contains(note) && answered.contains("30 days"), "{path}: {answered}");
    }
    let (path, body) = with_picture("Hello.", false).remove(0);
    let first: Value = serde_json::from_str(&answered(&server, path, &body).await).unwrap();
    let said = first["choices"][0]["message"]["content"].as_str().unwrap();
    let (path, body) = with_picture(said, false).remove(0);
    let next: Value = serde_json::from_str(&answered(&server, path, &body).await).unwrap();
    let said = next["choices"][0]["message"]["content"].as_str().unwrap();
    assert!(!said.contains(note), "{said}");
}

#[tokio::test]
async fn what_clients_send_out_of_habit_changes_nothing() {
    for (path, body) in [
        (
            CHAT,
            json!({
                "reasoning_effort": "high", "verbosity": "low", "top_k": 40, "min_p": 0.05,
                "repetition_penalty": 1.1, "functions": [], "function_call": "auto",
                "messages": [{"role": "user", "content": "How much leave?"}],
            }),
        ),
        (
            RESPONSES,
            json!({
                "max_tool_calls": 3, "include": ["reasoning.encrypted_content"],
                "input": "How much leave?",
            }),
        ),
    ] {
        assert!(answered(&quoting(), path, &body).await.contains("30 days"), "{body}");
    }
}

/// Returns a task as pages send it besides each question.
fn task() -> Value {
    let task = "### Task:\nGenerate a title.\n### Output:\nJSON\n<chat_history>\nUSER: Leave?\n</chat_history>";
    json!({"messages": [{"role": "user", "content": task}], "max_tokens": 50})
}

#[tokio::test]
async fn a_task_for_the_model_is_passed_on_as_it_is() {
    let (answered, prompt) = asked(CHAT, &task()).await;
    assert_eq!(prompt.messages.len(), 1);
    assert_eq!(json!(prompt.messages[0].content), task()["messages"][0]["content"]);
    assert_eq!((prompt.max_tokens, prompt.tools.len()), (50, 0));
    let answer: Value = serde_json::from_str(&answered).unwrap();
    assert_eq!(
        answer["choices"][0]["message"]["content"],
        "Staff get 30 days of leave [leave.md]."
    );
    assert_eq!(answer["context"].get("data_points"), None);
}

#[tokio::test]
async fn a_task_for_the_model_is_not_searched_for_where_there_is_none() {
    let answer: Value = serde_json::from_str(&answered(&quoting(), CHAT, &task()).await).unwrap();
    let said = &answer["choices"][0]["message"]["content"];
    assert_eq!(said, "There is no chat model here that could do this.");
}

#[tokio::test]
async fn questions_to_ask_next_are_a_list_wherever_they_are_wished_for() {
    let body = json!({
        "messages": [{"role": "user", "content": "How much leave?"}],
        "context": {"overrides": {"suggest_followup_questions": true}}, "session_state": null,
    });
    for question in ["How much leave?", "Who won the match of the century in Rome?"] {
        let mut body = body.clone();
        body["messages"][0]["content"] = question.into();
        let answer: Value =
            serde_json::from_str(&answered(&quoting(), "/chat", &body).await).unwrap();
        assert!(answer["context"]["followup_questions"].is_array(), "{answer}");
    }
}
