//! Rejected requests in each form: the error and its status, at every route.

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

use crate::support::{send, text};

/// The shape of a form's errors: the path of the message, and statuses that differ.
struct Form {
    name: &'static str,
    sentence: &'static str,
    refused: u16,
}

const FORMS: [Form; 11] = [
    form("chat_component", "/message"),
    form("chat_component_digits", "/message"),
    form("chats", "/error/message"),
    form("choices", "/error"),
    form("choices_text", "/error"),
    Form { refused: 422, ..form("completion_chunks", "/error/message") },
    form("demo", "/error"),
    form("message_delta", "/error"),
    form("output_text", "/error"),
    form("sdk", "/error/message"),
    form("session_state", "/error"),
];

const fn form(name: &'static str, sentence: &'static str) -> Form {
    Form { name, sentence, refused: 400 }
}

const JSON: Option<&str> = Some("application/json");

/// An unanswerable body: its description, its content type, and the usual status.
type Bad = (&'static str, Option<&'static str>, String, u16);

fn asking(content: &str) -> Value {
    json!({"messages": [{"role": "user", "content": content}]})
}

/// JSON that is no request.
fn unreadable() -> impl Iterator<Item = Bad> {
    let nested = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let inside = format!("{{\"messages\": {nested}}}");
    let bodies = [
        ("nothing", String::new()),
        ("half an object", "{".to_owned()),
        ("100,000 lists", nested),
        ("100,000 lists inside", inside),
    ];
    bodies.into_iter().map(|(what, body)| (what, JSON, body, 400))
}

/// Requests that lack something.
fn incomplete() -> impl Iterator<Item = Bad> {
    let wizard = json!({"messages": [{"role": "wizard", "content": "x"}]});
    let answer = json!({"messages": [{"role": "assistant", "content": "x"}]});
    let number = json!({"messages": [{"role": "user", "content": 7}]});
    let bodies = [
        ("null", Value::Null),
        ("a list", json!([])),
        ("no messages", json!({})),
        ("an empty list", json!({"messages": []})),
        ("messages of a wrong type", json!({"messages": "x"})),
        ("a content of a wrong type", number),
        ("an unknown role", wizard),
        ("an answer", answer),
        ("an empty question", asking(" ")),
        ("a context of a wrong type", json!({"messages": [], "context": 7})),
    ];
    let bodies = bodies.into_iter();
    bodies.map(|(what, body)| (what, JSON, body.to_string(), 400))
}

/// Requests that are too large or of a type that is not understood.
fn outsized() -> impl Iterator<Item = Bad> {
    let question = || asking("x").to_string();
    let long = |bytes: usize| asking(&"a".repeat(bytes)).to_string();
    let form = Some("application/x-www-form-urlencoded");
    [
        ("1 MiB and a byte", JSON, long(1024 * 1024 + 1), 413),
        ("more than 2 MiB", JSON, long(2 * 1024 * 1024), 413),
        ("text", Some("text/plain"), question(), 415),
        ("a form", form, question(), 415),
        ("something", None, question(), 415),
    ]
    .into_iter()
}

/// Sends a body to a form's route, and checks the response.
async fn check(form: &Form, path: &str, bad: &Bad) {
    let (what, kind, body, status) = bad;
    let mut request = Request::post(format!("/as/{}{path}", form.name));
    if let Some(kind) = kind {
        request = request.header("content-type", *kind);
    }
    let response = send(request.body(Body::from(body.clone())).unwrap()).await;
    let status = if *status == 400 { form.refused } else { *status };
    assert_eq!(response.status(), status, "{}: {what}", form.name);
    assert_eq!(response.headers()["content-type"], "application/json");
    let error: Value = serde_json::from_str(&text(response).await).unwrap();
    let sentence = error.pointer(form.sentence).and_then(Value::as_str);
    assert!(
        sentence.is_some_and(|sentence| !sentence.is_empty()),
        "{}: {what}: {error}",
        form.name
    );
}

#[tokio::test]
async fn what_cannot_be_answered_is_refused_in_every_form() {
    let bad: Vec<_> = unreadable().chain(incomplete()).chain(outsized()).collect();
    for form in &FORMS {
        for path in ["/chat", "/chat/stream/", "/ask"] {
            for bad in &bad {
                check(form, path, bad).await;
            }
        }
    }
}

#[tokio::test]
async fn a_form_that_is_recognised_refuses_in_its_own_shape() {
    let wizard = json!([{"role": "wizard", "content": "x"}]);
    let era = json!({"overrides": {"send_text_sources": true}});
    for (body, agent, place) in [
        (json!({"messages": wizard, "stream": true}), "", "/error"),
        (json!({"messages": wizard, "session_state": null}), "", "/error"),
        (json!({"messages": wizard, "session_state": null, "context": era}), "", "/error"),
        (json!({"messages": wizard, "sessionState": null}), "", "/error"),
        (json!({"messages": wizard, "sessionState": null}), "ts-http-runtime/1", "/error/message"),
        (json!({"messages": wizard, "context": {"approach": "rrr"}}), "", "/message"),
        (json!({"messages": [], "context": {"approach": "xyz"}}), "", "/message"),
    ] {
        let request = Request::post("/chat")
            .header("content-type", "application/json")
            .header("user-agent", agent)
            .body(Body::from(body.to_string()));
        let response = send(request.unwrap()).await;
        assert_eq!(response.status(), 400, "{body}");
        let error: Value = serde_json::from_str(&text(response).await).unwrap();
        assert!(error.pointer(place).is_some_and(Value::is_string), "{error}");
    }
}

#[tokio::test]
async fn an_empty_question_in_an_address_is_refused() {
    for query in ["message=", "message=+%20"] {
        let request = Request::get(format!("/chat?{query}"));
        let response = send(request.body(Body::empty()).unwrap()).await;
        assert_eq!(response.status(), 400);
        assert!(text(response).await.contains("\"error\""));
    }
}
