//! Insights for the operator: access, content, and the metrics.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Request, StatusCode};
use footnote_chat::insight::{InsightQueue, Recorder};
use footnote_documents::acl::Allowed;
use footnote_engine::config::{InsightTerms, Proxies, ReaderHeaders};
use footnote_models::{ChatModel, ModelError, Prompt, Token};
use footnote_protocol::FinishReason;
use footnote_store::{InsightStore, SqliteInsights};
use futures_util::stream::{self, BoxStream, StreamExt};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

use crate::support::{Insights, post, question, text, with_insights};

/// A model that only answers questions about leave.
struct Leave;

impl ChatModel for Leave {
    fn name(&self) -> &'static str {
        "leave"
    }

    fn stream(&self, prompt: Prompt) -> BoxStream<'static, Result<Token, ModelError>> {
        let is_known = prompt.messages.last().is_some_and(|m| m.content.contains("much leave"));
        let text = if is_known { "30 days [leave.md]." } else { "That is not in the documents." };
        let text = Ok(Token::Text(text.to_owned()));
        stream::iter([text, Ok(Token::Finished(FinishReason::Stop))]).boxed()
    }
}

/// Returns a server with these terms that stores outcomes of questions, with those waiting to be stored.
fn server(terms: InsightTerms) -> (Router, InsightQueue, Arc<SqliteInsights>) {
    let (recorder, waiting) = Recorder::keeping(terms.keeps_texts).unwrap();
    let store = Arc::new(SqliteInsights::in_memory().unwrap());
    let name = |name: &str| Some(name.parse().unwrap());
    let readers = ReaderHeaders { user: name("x-user"), groups: name("x-groups") };
    let insights = Insights { recorder, store: store.clone(), terms };
    (with_insights(Arc::new(Leave), insights, readers), waiting, store)
}

/// Stores all waiting outcomes.
async fn keep(waiting: InsightQueue, store: &dyn InsightStore) {
    let stop = CancellationToken::new();
    stop.cancel();
    waiting.keep_in(store, stop).await;
}

fn everybody() -> InsightTerms {
    InsightTerms { allowed: Allowed::Everybody, ..InsightTerms::default() }
}

async fn get(router: &Router, path: &str, headers: &[(&str, &str)]) -> (StatusCode, String) {
    let mut request = Request::get(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    sent(router, request.body(Body::empty()).unwrap()).await
}

async fn sent(router: &Router, request: Request<Body>) -> (StatusCode, String) {
    let response = router.clone().oneshot(request).await.unwrap();
    (response.status(), text(response).await)
}

async fn ask(router: &Router, asked: &str) {
    assert_eq!(sent(router, question("/chat/stream", asked)).await.0, StatusCode::OK);
}

#[tokio::test]
async fn nobody_has_insight_for_seeming_to_sit_at_the_machine() {
    let (router, ..) =
        server(InsightTerms { allowed: Allowed::Operators, ..InsightTerms::default() });
    let here = ("host", "localhost:3000");
    let (status, said) = get(&router, "/insights", &[here]).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    assert!(said.contains("FOOTNOTE_INSIGHTS") && !said.contains("Questions"), "{said}");
    let german = [here, ("accept", "text/html"), ("accept-language", "de")];
    let (status, page) = get(&router, "/insights", &german).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    let refusal =
        "<h1>Auswertung</h1><p class=\"notice\">Zugriff darauf hat nur, wer den Server betreibt";
    assert!(page.contains(refusal) && page.contains("<a href=\"/\">"), "{page}");
}

#[tokio::test]
async fn the_words_of_a_temporary_question_are_not_listed() {
    let (router, waiting, store) = server(InsightTerms { keeps_texts: true, ..everybody() });
    for (turn, temporary) in [("first", false), ("second", true)] {
        let messages = json!([{"role": "user", "content": format!("Is a {turn} dog allowed?")}]);
        let run = json!({"turn": turn, "temporary": temporary});
        let body = json!({"request": {"messages": messages}, "run": run});
        let asked = sent(&router, post("/page/stream", body.to_string())).await;
        assert_eq!(asked.0, StatusCode::OK, "{}", asked.1);
    }
    keep(waiting, store.as_ref()).await;
    let (_, page) = get(&router, "/insights", &[]).await;
    assert!(page.contains("2 questions got no answer in this time."), "{page}");
    assert!(page.contains("Is a first dog allowed?") && !page.contains("second dog"), "{page}");
}

#[tokio::test]
async fn named_people_have_insight_and_others_have_none() {
    let allowed = Allowed::Groups(vec!["ops".to_owned()]);
    let (router, ..) = server(InsightTerms { allowed, ..InsightTerms::default() });
    let passed_on = ("x-forwarded-for", "10.0.0.9");
    for (groups, expected) in [("ops", StatusCode::OK), ("hr", StatusCode::FORBIDDEN)] {
        let headers = [passed_on, ("x-user", "ada"), ("x-groups", groups)];
        assert_eq!(get(&router, "/insights", &headers).await.0, expected, "{groups}");
    }
    assert_eq!(get(&router, "/insights", &[]).await.0, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn what_got_no_answer_is_listed_where_its_words_may_be_kept_and_counted_elsewhere() {
    for keeps_texts in [false, true] {
        let (router, waiting, store) = server(InsightTerms { keeps_texts, ..everybody() });
        for asked in ["How much leave is there?", "Can I bring my dog?", "Are dogs allowed?"] {
            ask(&router, asked).await;
        }
        keep(waiting, store.as_ref()).await;
        let (status, page) = get(&router, "/insights", &[]).await;
        assert_eq!(status, StatusCode::OK);
        assert!(page.contains("2 questions got no answer in this time."), "{page}");
        assert_eq!(page.contains("Are dogs allowed?"), keeps_texts, "{page}");
        assert_eq!(page.contains("The words of questions are not kept."), !keeps_texts, "{page}");
        assert!(!page.contains("How much leave"), "it got an answer");
        // Of five documents, one was cited.
        assert!(page.contains("No answer of this time cites 4 of 5 documents."), "{page}");
        assert!(page.contains("href=\"/documents/guides/tea.md\"") && !page.contains(">leave.md<"));
        assert!(!page.contains("<script"), "it needs none");
    }
}

#[tokio::test]
async fn what_readers_say_is_kept_in_their_words_where_it_may_be() {
    for keeps_texts in [false, true] {
        let (router, waiting, store) = server(InsightTerms { keeps_texts, ..everybody() });
        let judge = async |words: Value| {
            let body = json!({"helps": false, "outcome": "answered", "sources": 1, "words": words});
            sent(&router, post("/page/judgement", body.to_string())).await
        };
        let counted = (StatusCode::OK, keeps_texts.to_string());
        assert_eq!(judge(Value::Null).await, counted);
        assert_eq!(judge(json!(["<b>The fee</b> is old", "What is the fee?"])).await, counted);
        keep(waiting, store.as_ref()).await;
        let (_, page) = get(&router, "/insights", &[]).await;
        assert!(page.contains("Times marked as helpful: 0; as wrong: 1."), "{page}");
        let remark = "&lt;b&gt;The fee&lt;/b&gt; is old";
        for words in [remark, "What is the fee?"] {
            assert_eq!(page.contains(words), keeps_texts, "{page}");
        }
        assert!(!page.contains("<b>"));
    }
}

#[tokio::test]
async fn every_door_counts_its_questions_in_its_own_form() {
    let meter_readers = Proxies::new(&["10.1.0.0/16"]).unwrap();
    let (router, ..) = server(InsightTerms { meter_readers, ..everybody() });
    let asked = json!({"messages": [{"role": "user", "content": "How much leave?"}]});
    let call = json!({"name": "answer", "arguments": {"question": "How much leave?"}});
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call});
    let openai = json!({"model": "any", "messages": asked["messages"]});
    let form = Request::post("/").header("content-type", "application/x-www-form-urlencoded");
    let form = form.body(Body::from("question=How+much+leave%3F")).unwrap();
    let mut mcp = post("/mcp", call.to_string());
    mcp.headers_mut().insert("accept", "application/json, text/event-stream".parse().unwrap());
    for request in [
        post("/page/stream", json!({"request": asked}).to_string()),
        post("/page/answer", json!({"request": asked}).to_string()),
        form,
        mcp,
        post("/v1/chat/completions", openai.to_string()),
        question("/chat", "How much leave?"),
    ] {
        assert_eq!(sent(&router, request).await.0, StatusCode::OK);
    }
    let meter_reader = SocketAddr::from(([10, 1, 2, 3], 4711));
    let mut request = Request::get("/metrics").body(Body::empty()).unwrap();
    request.extensions_mut().insert(ConnectInfo(meter_reader));
    let (_, metrics) = sent(&router, request).await;
    for (form, count) in [("page", 3), ("mcp", 1), ("openai_chat", 1), ("message_delta", 1)] {
        let line =
            format!("footnote_questions_total{{form=\"{form}\",outcome=\"answered\"}} {count}\n");
        assert!(metrics.contains(&line), "{line} in {metrics}");
    }
    assert!(metrics.contains("footnote_answers_under_way 0\n"), "{metrics}");
    assert!(metrics.contains("footnote_documents{state=\"ready\"} 5\n"), "{metrics}");
    assert!(metrics.contains("footnote_passages 5\n"), "{metrics}");
}

#[tokio::test]
async fn the_metrics_are_for_machines_that_are_named() {
    let meter_readers = Proxies::new(&["10.1.0.0/16"]).unwrap();
    let (router, ..) = server(InsightTerms { meter_readers, ..InsightTerms::default() });
    let status = async |peer: &str, headers: &[(&str, &str)]| {
        let peer: SocketAddr = format!("{peer}:4711").parse().unwrap();
        let mut request = Request::get("/metrics");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let mut request = request.body(Body::empty()).unwrap();
        request.extensions_mut().insert(ConnectInfo(peer));
        sent(&router, request).await.0
    };
    let here = [("host", "localhost:3000")];
    assert_eq!(status("127.0.0.1", &here).await, StatusCode::FORBIDDEN, "a proxy may be there");
    assert_eq!(status("10.1.2.3", &[("host", "docs.example")]).await, StatusCode::OK);
    assert_eq!(status("10.2.2.3", &[]).await, StatusCode::FORBIDDEN);
    let passed_on = [("x-forwarded-for", "10.1.2.3")];
    assert_eq!(status("10.1.2.3", &passed_on).await, StatusCode::FORBIDDEN);
}
