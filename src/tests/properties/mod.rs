//! The properties in the three specifications of the protocol as seen on the wire, with the rows of
//! `docs/deviations.md` that document deviations, including those of forms without a specification.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response};
use footnote_models::{ChatModel, ModelError, Prompt, Token};
use footnote_protocol::{FinishReason, ModelReport, TokenUsage};
use futures_util::stream::{self, BoxStream, StreamExt};
use serde_json::{Map, Value, json};
use tower::ServiceExt;

use crate::support::{BREAK_OFF, post, shared, text, with_model};

/// A row per property: the specification, the place in it, the request, a pointer into the response, the expected
/// value, and the row of the deviation if there is one.
const TABLE: &str = include_str!("table.md");

const DEVIATIONS: &str = include_str!("../../../docs/deviations.md");

/// A model that reports usage and filter results as a provider does, and proposes a question.
struct Provided;

impl ChatModel for Provided {
    fn name(&self) -> &'static str {
        "provided"
    }

    fn stream(&self, prompt: Prompt) -> BoxStream<'static, Result<Token, ModelError>> {
        let text = Ok(Token::Text("Staff get 30 days of leave [leave.md].".to_owned()));
        if prompt.messages.iter().any(|message| message.content.contains(BREAK_OFF)) {
            return stream::iter([text, Err(ModelError::BrokeOff)]).boxed();
        }
        let usage = TokenUsage {
            prompt_tokens: 40,
            completion_tokens: 9,
            reasoning_tokens: None,
            total_tokens: 49,
        };
        let safe = json!({"hate": {"filtered": false, "severity": "safe"}});
        let report = ModelReport {
            system_fingerprint: Some("fp_1".to_owned()),
            prompt_filter_results: Some(
                json!([{"prompt_index": 0, "content_filter_results": safe}]),
            ),
            content_filter_results: Some(safe),
        };
        stream::iter([
            text,
            Ok(Token::Text("\n\n<<Who approves leave?>>".to_owned())),
            Ok(Token::Usage(usage)),
            Ok(Token::Reported(Box::new(report))),
            Ok(Token::Finished(FinishReason::Stop)),
        ])
        .boxed()
    }
}

/// Returns the request with a name, which describes it.
fn request(name: &str) -> Request<Body> {
    let has = |word: &str| name.split(' ').any(|one| one == word);
    let question = if has("breaking") { BREAK_OFF } else { "How much leave?" };
    let mut messages = vec![json!({"role": "user", "content": question})];
    if has("instructed") {
        messages.insert(0, json!({"role": "system", "content": "Be brief."}));
    }
    let overrides = json!({
        "temperature": 0.5, "top": 3, "retrieval_mode": "text", "semantic_ranker": false,
        "semantic_captions": true, "suggest_followup_questions": true,
        "use_oid_security_filter": false, "use_groups_security_filter": false,
        "vector_fields": ["embedding"], "use_gpt4v": false, "gpt4v_input": "textAndImages",
    });
    let mut body = json!({"messages": messages, "context": {"overrides": overrides}});
    let state = if has("null") { Value::Null } else { json!({"user": 7}) };
    let is_may = has("may");
    body[if is_may { "sessionState" } else { "session_state" }] = state;
    if !is_may {
        body["stream"] = has("streamed").into();
    }
    if has("wrong") {
        body["messages"] = json!(7);
    }
    let path = if is_may && has("streamed") { "/chat/stream" } else { "/chat" };
    let mut request = post(path, body.to_string());
    if has("text") {
        request.headers_mut().insert("content-type", "text/plain".parse().unwrap());
    }
    if has("elsewhere") {
        *request.uri_mut() = "/chatter".parse().unwrap();
    }
    if has("put") {
        *request.method_mut() = axum::http::Method::PUT;
    }
    request
}

/// What comes for a request.
async fn response(server: &Router, name: &str) -> Value {
    if let Some(exchange) = name.strip_prefix("recorded ") {
        return recorded(exchange);
    }
    let response: Response<Body> = server.clone().oneshot(request(name)).await.unwrap();
    let status = response.status().as_u16();
    let kind = response.headers().get("content-type").map(|kind| kind.to_str().unwrap().to_owned());
    parts(status, kind, &text(response).await)
}

/// Returns the response recorded in a form's transcript; other tests compare transcripts with the wire.
fn recorded(exchange: &str) -> Value {
    let (form, name) = exchange.split_once(' ').unwrap();
    let transcript = std::fs::read_to_string(format!("src/protocol/transcripts/v1/{form}.txt"));
    let transcript = transcript.unwrap();
    let mut answers = transcript.split("\n<<< ").skip(1);
    let answer = answers.find(|answer| answer.contains(&format!("\nname: {name}\n"))).unwrap();
    let (head, text) = answer.split_once("\n\n").unwrap();
    let (status, kind) = head.lines().next().unwrap().split_once(' ').unwrap();
    let text = text.split("\n>>> ").next().unwrap();
    parts(status.parse().unwrap(), Some(kind.to_owned()), text)
}

/// Returns the parts of a response: its status and type, its values in order, and its thoughts by title.
fn parts(status: u16, kind: Option<String>, text: &str) -> Value {
    let read: Result<Vec<Value>, _> =
        text.lines().filter(|line| !line.is_empty()).map(serde_json::from_str).collect();
    let framing = if read.is_ok() { "lines" } else { "other" };
    let values = read.unwrap_or_default();
    let has_text = |value: &Value| {
        let places = ["/choices/0/delta/content", "/delta/content"];
        places.into_iter().any(|place| value.pointer(place).is_some_and(Value::is_string))
    };
    let context = |value: &Value| {
        value.pointer("/choices/0/context").or(value.get("context")).cloned().unwrap_or_default()
    };
    let thoughts = values.iter().filter_map(|value| context(value).get("thoughts").cloned());
    let steps: Map<String, Value> = thoughts
        .flat_map(|thoughts| thoughts.as_array().cloned().unwrap_or_default())
        .filter_map(|thought| Some((thought["title"].as_str()?.to_owned(), thought)))
        .collect();
    let later =
        values.iter().skip(1).find(|value| context(value).get("followup_questions").is_some());
    json!({
        "status": status, "type": kind, "framing": framing,
        "first": values.first(), "second": values.get(1), "third": values.get(2), "last": values.last(), "later": later,
        "piece": values.iter().find(|value| has_text(value)), "steps": steps,
    })
}

fn fits(expected: &str, found: Option<&Value>) -> bool {
    match (expected, found) {
        ("absent", found) => found.is_none(),
        (_, None) => false,
        ("text", Some(found)) => found.as_str().is_some_and(|text| !text.is_empty()),
        ("number", Some(found)) => found.is_number(),
        ("list", Some(found)) => found.as_array().is_some_and(|list| !list.is_empty()),
        ("object", Some(found)) => found.is_object(),
        (literal, Some(found)) => {
            serde_json::from_str::<Value>(literal).is_ok_and(|it| it == *found)
        }
    }
}

/// Returns the cells of the rows of a table, without its head.
fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    let lines = text.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| text |"));
    let heads = ["| the text |", "| form |"];
    let lines = lines.filter(move |line| !heads.iter().any(|head| line.starts_with(head)));
    lines.map(|line| {
        line.trim_matches('|').split(" | ").map(|cell| cell.trim().trim_matches('`')).collect()
    })
}

#[tokio::test]
async fn every_property_of_the_texts_is_met_or_a_deviation_says_why_not() {
    let provided = with_model(Arc::new(Provided));
    let mut known: BTreeMap<&str, Value> = BTreeMap::new();
    let mut wrong = Vec::new();
    for row in rows(TABLE) {
        let [edition, property, request, pointer, expected, _] = row[..] else {
            panic!("six cells: {row:?}");
        };
        if !known.contains_key(request) {
            let server = if request.contains("uncounted") { &shared() } else { &provided };
            known.insert(request, response(server, request).await);
        }
        let found = known[request].pointer(pointer);
        if !fits(expected, found) {
            let found = found.map_or("nothing".to_owned(), Value::to_string);
            wrong.push(format!(
                "{edition}, {property}: {pointer} of {request:?} is no {expected} but {found}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the first cells of the rows of deviations from a text.
fn deviations(heading: &str) -> Vec<&'static str> {
    let part = DEVIATIONS.split("\n## ").find(|part| part.starts_with(heading)).unwrap();
    rows(part).skip_while(|row| row[0] == "---").map(|row| row[0]).collect()
}

#[test]
fn every_deviation_is_seen_on_the_wire_and_none_is_left_out() {
    for (heading, editions) in [
        ("The text of January 2024", ["first", "January"]),
        ("The text of May 2024", ["May", "May"]),
        ("Forms that no text describes", ["none", "none"]),
    ] {
        let listed = deviations(heading);
        let of_text = rows(TABLE).filter(|row| editions.contains(&row[0]));
        let seen: Vec<&str> = of_text.map(|row| row[5]).filter(|cell| !cell.is_empty()).collect();
        for deviation in &listed {
            assert!(seen.contains(deviation), "{heading}: nothing shows {deviation:?}");
        }
        for deviation in &seen {
            assert!(listed.contains(deviation), "{heading}: the page lacks {deviation:?}");
        }
    }
}
