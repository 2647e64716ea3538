//! A chat model behind the whole server: its answers, and the effect of its failures on readers.

mod limits;
mod network;
mod thoughts;

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Response;
use footnote_documents::attach::Image;
use footnote_models::{ChatModel, Prompt, Token};
use footnote_protocol::Message;
use futures_util::StreamExt;
use serde_json::Value;
use tower::ServiceExt;

use crate::support::open_ai::{KEY, Scripted, Step, head, model_at, raw, say, stop, stream};
use crate::support::{lines, post, question, with_model};

/// Returns the answer as the reader gets it, line by line.
async fn answer(server: &Scripted) -> Vec<Value> {
    let response = ask(with_model(Arc::new(server.model()))).await;
    lines(response).await
}

async fn ask(router: Router) -> Response<Body> {
    let request = question("/chat/stream", "How much leave do staff get?");
    router.oneshot(request).await.unwrap()
}

async fn scripted(steps: Vec<Step>) -> Scripted {
    Scripted::start(vec![steps]).await
}

fn text(lines: &[Value]) -> String {
    let pieces = lines.iter().filter_map(|line| line["delta"]["content"].as_str());
    pieces.collect()
}

fn error(lines: &[Value]) -> Option<&str> {
    lines.last().and_then(|line| line["error"].as_str())
}

/// Returns true if the answer is a quotation, and gives this reason.
fn quotes(lines: &[Value], why: &str) -> bool {
    let text = text(lines);
    error(lines).is_none()
        && text.contains(why)
        && text.contains("30 days of annual leave. [leave.md]")
}

#[tokio::test]
async fn a_source_that_the_model_invents_stands_in_the_text_of_no_form() {
    let script = vec![stream(), say("30 days [gho"), say("st.md], all [leave.md]."), stop()];
    for path in ["/chat", "/chat/stream", "/chat?dialect=choices", "/v1/chat/completions"] {
        let server = scripted(script.clone()).await;
        let router = with_model(Arc::new(server.model()));
        let response = router.oneshot(question(path, "How much leave do staff get?")).await;
        let text = crate::support::text(response.unwrap()).await;
        assert!(!text.contains("[ghost.md]"), "{path}: {text}");
        assert!(text.contains("30 days"), "{path}: {text}");
    }
}

#[tokio::test]
async fn a_source_that_the_model_invents_stands_in_no_response() {
    let script = vec![stream(), say("30 days [ghost.md], all [leave.md]."), stop()];
    let router = with_model(Arc::new(scripted(script).await.model()));
    let asked = post("/v1/responses", r#"{"input":"How much leave do staff get?"}"#);
    let text = crate::support::text(router.oneshot(asked).await.unwrap()).await;
    assert!(text.contains("30 days, all [leave.md]."), "{text}");
}

#[tokio::test]
async fn a_source_that_the_model_invents_is_told_by_the_check() {
    let script = vec![stream(), say("Staff get 30 days of annual leave [ghost.md]."), stop()];
    let lines = answer(&scripted(script).await).await;
    assert_eq!(text(&lines), "Staff get 30 days of annual leave.");
    let is_reported =
        lines.iter().any(|line| line.to_string().contains(r#""no_such_source":["ghost.md"]"#));
    assert!(is_reported, "{lines:?}");
}

#[tokio::test]
async fn a_source_that_the_check_finds_stands_in_the_text_of_every_form() {
    let script =
        vec![stream(), say("Staff get 30 days of annual leave."), say(" So it is."), stop()];
    for path in ["/chat", "/chat/stream", "/chat?dialect=choices", "/v1/chat/completions"] {
        let router = with_model(Arc::new(scripted(script.clone()).await.model()));
        let response = router.oneshot(question(path, "How much leave do staff get?")).await;
        let text = crate::support::text(response.unwrap()).await;
        assert!(text.contains("So it is.") && text.contains(" [leave.md]"), "{path}: {text}");
    }
    let lines = answer(&scripted(script).await).await;
    assert_eq!(text(&lines), "Staff get 30 days of annual leave. So it is. [leave.md]");
    let is_reported = lines.iter().any(|line| line.to_string().contains(r#""cited_by":"check""#));
    assert!(is_reported, "{lines:?}");
}

#[tokio::test]
async fn images_are_sent_beside_the_question() {
    let server = scripted(vec![stream(), say("A cat."), stop()]).await;
    let image = Image {
        source: "attached/a.png".to_owned(),
        content_type: "image/png".to_owned(),
        bytes: b"foob".to_vec(),
    };
    let prompt = Prompt {
        messages: vec![Message::user("What is it?")],
        images: vec![image],
        ..Prompt::default()
    };
    let tokens: Vec<_> = server.model().stream(prompt).collect().await;
    assert!(tokens.contains(&Ok(Token::Text("A cat.".to_owned()))));
    let request = server.requests.lock().unwrap().remove(0);
    let body: Value = serde_json::from_str(request.split_once("\r\n\r\n").unwrap().1).unwrap();
    let content = serde_json::json!([
        {"type": "text", "text": "What is it?"},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,Zm9vYg=="}},
    ]);
    assert_eq!(body["messages"][0]["content"], content);
}

#[tokio::test]
async fn prose_comes_with_its_cost() {
    let server =
        scripted(vec![stream(), say("You get "), say("30 days [leave.md]."), stop()]).await;
    let lines = answer(&server).await;
    assert_eq!(text(&lines), "You get 30 days [leave.md].");
    let last = lines.last().unwrap();
    assert_eq!(last["finish_reason"], "stop");
    assert_eq!(last["model"], "scripted");
    assert_eq!(last["usage"]["total_tokens"], 18);
    let requests = server.requests.lock().unwrap().clone();
    assert!(requests[0].contains(&format!("Bearer {KEY}")));
    assert!(requests[0].contains("[1]\\nStaff get 30 days"), "{}", requests[0]);
}

#[tokio::test]
async fn follow_up_questions_are_cut_out_of_the_stream() {
    let steps =
        vec![stream(), say("30 days [leave.md]. <"), say("<Who approves"), say(" it?>>"), stop()];
    let server = scripted(steps).await;
    let body = serde_json::json!({
        "messages": [{"role": "user", "content": "How much leave?"}],
        "context": {"overrides": {"suggest_followup_questions": true}},
    });
    let router = with_model(Arc::new(server.model()));
    let response = router.oneshot(post("/chat/stream", body.to_string())).await.unwrap();
    let lines = lines(response).await;
    assert_eq!(text(&lines).trim(), "30 days [leave.md].");
    let questions = lines.iter().find_map(|line| line["context"]["followup_questions"].as_array());
    assert_eq!(questions.unwrap()[0], "Who approves it?");
}

#[tokio::test]
async fn a_refused_connection_quotes_instead() {
    for machine in [IpAddr::from(Ipv4Addr::LOCALHOST), Ipv6Addr::LOCALHOST.into()] {
        let nobody = SocketAddr::new(machine, 9);
        let response = ask(with_model(Arc::new(model_at(nobody)))).await;
        let lines = lines(response).await;
        assert!(quotes(&lines, "cannot be reached"), "{machine}: {lines:?}");
    }
}

#[tokio::test]
async fn a_server_that_never_answers_quotes_instead() {
    let server = scripted(vec![Step::Hang]).await;
    assert!(quotes(&answer(&server).await, "took too long"));
}

#[tokio::test]
async fn a_busy_server_is_asked_once_more() {
    let busy = vec![head("429 Too Many Requests", "text/plain", "retry-after: 0\r\n")];
    let good = vec![stream(), say("30 days [leave.md]."), stop()];
    let server = Scripted::start(vec![busy.clone(), good]).await;
    assert_eq!(text(&answer(&server).await), "30 days [leave.md].");

    let server = Scripted::start(vec![busy]).await;
    assert!(quotes(&answer(&server).await, "too many requests"));
    assert_eq!(server.requests.lock().unwrap().len(), 2);
}

#[tokio::test]
async fn an_error_page_is_not_shown() {
    let steps = vec![
        head("502 Bad Gateway", "text/html", ""),
        raw(&format!("<html>inner workings {KEY}</html>")),
    ];
    let lines = answer(&scripted(steps).await).await;
    assert!(quotes(&lines, "with an error"));
    let all = format!("{lines:?}");
    assert!(!all.contains("inner workings") && !all.contains(KEY));
}

#[tokio::test]
async fn a_server_that_does_not_stream_is_understood() {
    let body =
        r#"{"choices":[{"message":{"content":"30 days [leave.md]."},"finish_reason":"stop"}]}"#;
    let server = scripted(vec![head("200 OK", "application/json", ""), raw(body)]).await;
    let lines = answer(&server).await;
    assert_eq!(text(&lines), "30 days [leave.md].");
    assert_eq!(lines.last().unwrap()["finish_reason"], "stop");
}

#[tokio::test]
async fn a_connection_that_breaks_keeps_what_has_come() {
    let server = scripted(vec![stream(), say("You get 30")]).await;
    let lines = answer(&server).await;
    assert_eq!(text(&lines), "You get 30");
    assert!(error(&lines).unwrap().contains("broke off"));
}

#[tokio::test]
async fn a_stream_that_stalls_keeps_what_has_come() {
    let server = scripted(vec![stream(), say("You get 30"), Step::Hang]).await;
    let lines = answer(&server).await;
    assert_eq!(text(&lines), "You get 30");
    assert!(error(&lines).unwrap().contains("too long"));
}

#[tokio::test]
async fn an_end_without_its_mark_counts_if_a_reason_came() {
    let end = raw("data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"length\"}]}\n\n");
    let server = scripted(vec![stream(), say("30 days [leave.md]."), end]).await;
    let lines = answer(&server).await;
    assert_eq!(lines.last().unwrap()["finish_reason"], "length");
}

#[tokio::test]
async fn nonsense_between_events_is_passed_over() {
    let steps = vec![
        stream(),
        raw(": hello\r\n\r\ndata: {no json\n\ndata: {\"choices\":[]}\n\n"),
        say("30 days"),
        raw("data: {\"choices\":[{\"delta\":null}]}\r\n\r\n"),
        say(" [leave.md]."),
        stop(),
        raw("data: after the end\n\n"),
    ];
    let lines = answer(&scripted(steps).await).await;
    assert_eq!(text(&lines), "30 days [leave.md].");
    assert_eq!(error(&lines), None);
}

#[tokio::test]
async fn an_error_inside_the_stream_ends_it() {
    let steps = vec![
        stream(),
        say("You get"),
        raw("data: {\"error\":{\"message\":\"secret detail\",\"code\":\"server_error\"}}\n\n"),
    ];
    let lines = answer(&scripted(steps).await).await;
    assert_eq!(text(&lines), "You get");
    assert!(error(&lines).is_some_and(|error| !error.contains("secret detail")));
}

#[tokio::test]
async fn a_server_that_stays_unavailable_quotes_instead() {
    let busy = head("503 Service Unavailable", "text/plain", "retry-after: 0\r\n");
    let server = scripted(vec![busy]).await;
    assert!(quotes(&answer(&server).await, "with an error"));
    assert_eq!(server.requests.lock().unwrap().len(), 2);
}

#[tokio::test]
async fn the_stream_can_be_cut_anywhere() {
    let whole = [say("30 días "), say("[leave.md]."), stop()];
    let mut steps = vec![stream()];
    for step in whole {
        let Step::Send(bytes) = step else { continue };
        steps.extend(bytes.iter().map(|byte| Step::Send(vec![*byte])));
    }
    let lines = answer(&scripted(steps).await).await;
    assert_eq!(text(&lines), "30 días [leave.md].");
    assert_eq!(lines.last().unwrap()["usage"]["total_tokens"], 18);
}

#[tokio::test]
async fn bytes_that_are_no_text_do_no_harm() {
    let mut broken = b"data: {\"choices\":[{\"delta\":{\"content\":\"30 ".to_vec();
    broken.extend_from_slice(b"\xff\xfe days [leave.md].\"}}]}\n\n");
    let server = scripted(vec![stream(), Step::Send(broken), stop()]).await;
    let lines = answer(&server).await;
    assert!(text(&lines).ends_with(" days [leave.md]."));
    assert_eq!(lines.last().unwrap()["finish_reason"], "stop");
}

#[tokio::test]
async fn a_conversation_too_long_is_told() {
    let steps = vec![
        head("400 Bad Request", "application/json", ""),
        raw(
            r#"{"error":{"code":"context_length_exceeded","message":"This model's maximum context length is 8192 tokens"}}"#,
        ),
    ];
    assert!(quotes(&answer(&scripted(steps).await).await, "too long for the chat model"));
}

#[tokio::test]
async fn a_reader_who_leaves_closes_the_models_connection() {
    let server = scripted(vec![stream(), say("You get"), Step::Hang]).await;
    let response = ask(with_model(Arc::new(server.model()))).await;
    let mut body = response.into_body().into_data_stream();
    let mut seen = Vec::new();
    while !String::from_utf8_lossy(&seen).contains("You get") {
        seen.extend_from_slice(&body.next().await.unwrap().unwrap());
    }
    drop(body);
    tokio::time::timeout(Duration::from_secs(5), server.left.notified()).await.unwrap();
}
