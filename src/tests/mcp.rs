//! The Model Context Protocol over HTTP: versions, tools, replies and errors.

use std::sync::{Arc, Mutex};

use axum::body::Body;
use axum::http::{Request, Response, StatusCode};
use footnote_engine::config::{Origins, Policy};
use footnote_models::{ChatModel, ModelError, Prompt, Token};
use footnote_protocol::FinishReason;
use footnote_search::Retriever;
use footnote_store::RetrieveError;
use footnote_store::search::{Query, SearchResult};
use futures_util::future::BoxFuture;
use futures_util::stream::{self, BoxStream, StreamExt};
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::support::{BREAK_OFF, send, text, with_files, with_model, with_policy, with_retriever};

fn request(body: impl Into<Body>) -> Request<Body> {
    Request::post("/mcp")
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream")
        .header("host", "localhost:3000")
        .header("mcp-protocol-version", "2025-06-18")
        .body(body.into())
        .unwrap()
}

fn message(method: &str, params: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": 7, "method": method, "params": params})
}

async fn sent(body: &Value) -> Response<Body> {
    send(request(body.to_string())).await
}

async fn replied(body: &Value) -> Value {
    let response = sent(body).await;
    assert_eq!(response.status(), StatusCode::OK, "{body}");
    assert_eq!(response.headers()["content-type"], "application/json");
    serde_json::from_str(&text(response).await).unwrap()
}

async fn result(method: &str, params: &Value) -> Value {
    let reply = replied(&message(method, params)).await;
    assert_eq!(reply["id"], 7);
    assert_eq!(reply["jsonrpc"], "2.0");
    reply["result"].clone()
}

async fn called(tool: &str, arguments: &Value) -> Value {
    result("tools/call", &json!({"name": tool, "arguments": arguments})).await
}

#[tokio::test]
async fn the_version_of_the_client_is_kept_if_it_is_known() {
    for (wanted, agreed) in
        [("2025-06-18", "2025-06-18"), ("2024-11-05", "2024-11-05"), ("1999-01-01", "2025-11-25")]
    {
        let result = result("initialize", &json!({"protocolVersion": wanted})).await;
        assert_eq!(result["protocolVersion"], agreed);
        assert_eq!(result["serverInfo"]["name"], "footnote");
        assert!(result["capabilities"]["tools"].is_object());
    }
    let mut request = request(message("ping", &json!({})).to_string());
    let unknown = "1999-01-01".parse().unwrap();
    request.headers_mut().insert("mcp-protocol-version", unknown);
    assert_eq!(send(request).await.status(), StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn the_tools_are_described_with_what_they_take_and_give() {
    let result = result("tools/list", &json!({})).await;
    let tools = result["tools"].as_array().unwrap();
    let names: Vec<_> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["search", "read", "list", "query", "answer"]);
    for tool in tools {
        assert_eq!(tool["inputSchema"]["type"], "object");
        assert_eq!(tool["outputSchema"]["type"], "object");
        assert_eq!(tool["annotations"]["readOnlyHint"], true);
    }
}

#[tokio::test]
async fn search_finds_passages_with_links() {
    let result = called("search", &json!({"query": "How much leave?"})).await;
    let first = &result["structuredContent"]["results"][0];
    assert_eq!(first["id"], "leave.md");
    assert_eq!(first["url"], "http://localhost:3000/content/leave.md");
    assert_eq!(first["text"], "Staff get 30 days of annual leave.");
    let link = &result["content"][1];
    assert_eq!(link["type"], "resource_link");
    assert_eq!(link["uri"], first["url"]);
}

#[tokio::test]
async fn read_takes_what_search_names() {
    for source in ["leave.md", " [leave.md] "] {
        let result = called("read", &json!({"document": source})).await;
        assert_eq!(result["isError"], false);
        let read = &result["structuredContent"]["results"][0];
        assert_eq!(read["text"], "Staff get 30 days of annual leave.");
        let text = result["content"][0]["text"].as_str().unwrap();
        assert!(text.starts_with("[leave.md]\n") && text.ends_with("annual leave."), "{text}");
        assert_eq!(result["content"][1]["uri"], "http://localhost:3000/content/leave.md");
    }
    for unknown in ["secret.txt", "../secret.txt", "/etc/passwd", "leave.md#page=3"] {
        let result = called("read", &json!({"document": unknown})).await;
        assert_eq!(result["isError"], true, "{unknown}");
        let result = called("open", &json!({"source": unknown})).await;
        assert_eq!(result["isError"], true, "{unknown}");
    }
}

#[tokio::test]
async fn open_reads_for_clients_of_earlier_versions() {
    let result = called("open", &json!({"source": "[leave.md]"})).await;
    let read = &result["structuredContent"];
    assert_eq!(read["text"], "Staff get 30 days of annual leave.");
    assert_eq!((&read["source"], &read["truncated"]), (&json!("leave.md"), &json!(false)));
}

#[tokio::test]
async fn list_names_documents_with_links() {
    let result = called("list", &json!({"name": "leave"})).await;
    let structured = &result["structuredContent"];
    assert_eq!(structured["step"], json!({"step": "listed", "documents": 1}));
    assert_eq!(structured["sources"][0]["source"], "leave.md");
    assert!(structured["text"].as_str().unwrap().starts_with("1 document fits."), "{structured}");
}

#[tokio::test]
async fn answer_cites_its_sources() {
    let result = called("answer", &json!({"question": "How much leave?", "top": 3})).await;
    assert_eq!(result["isError"], false);
    let structured = &result["structuredContent"];
    assert_eq!(structured["answer"], "Staff get 30 days of leave [leave.md].");
    assert_eq!(structured["model"], "obedient");
    assert_eq!(structured["sources"][0]["source"], "leave.md");
    assert_eq!(result["content"][0]["text"], structured["answer"]);
    assert_eq!(result["content"][1]["type"], "resource_link");
}

/// A model that states another number than the passage, and proposes a question.
struct Mistaken;

impl ChatModel for Mistaken {
    fn name(&self) -> &'static str {
        "mistaken"
    }

    fn stream(&self, _prompt: Prompt) -> BoxStream<'static, Result<Token, ModelError>> {
        let text = "Staff get 45 days of annual leave [leave.md]. <<Who are staff?>>";
        stream::iter([Ok(Token::Text(text.to_owned())), Ok(Token::Finished(FinishReason::Stop))])
            .boxed()
    }
}

/// Returns the answer of a server with a mistaken model to a client of this version.
async fn mistaken(version: &'static str) -> Value {
    let call = json!({"name": "answer", "arguments": {"question": "How much leave?"}});
    let mut request = request(message("tools/call", &call).to_string());
    let version = axum::http::HeaderValue::from_static(version);
    request.headers_mut().insert("mcp-protocol-version", version);
    let response = with_model(Arc::new(Mistaken)).oneshot(request).await;
    let reply: Value = serde_json::from_str(&text(response.unwrap()).await).unwrap();
    reply["result"].clone()
}

#[tokio::test]
async fn answer_tells_what_its_sources_do_not_support() {
    let result = mistaken("2025-06-18").await;
    let structured = &result["structuredContent"];
    assert_eq!(structured["answer"], "Staff get 45 days of annual leave [leave.md].");
    let statement = &structured["audit"]["statements"][0];
    assert_eq!(statement["verdict"], "not_found");
    assert_eq!(statement["sources"], json!(["leave.md"]));
    assert_eq!(structured["followup_questions"], json!(["Who are staff?"]));
    assert_eq!(result["content"][1]["uri"], "http://localhost:3000/content/leave.md");
    let given = result["content"][0]["text"].as_str().unwrap();
    assert!(given.contains("not found in the source: 45"), "{given}");
    let older = mistaken("2025-03-26").await;
    assert_eq!(older["content"], json!([{"type": "text", "text": given}]));
    assert!(older.get("structuredContent").is_none());
}

#[tokio::test]
async fn what_fails_in_a_tool_is_told_in_its_result() {
    for (tool, arguments) in [
        ("answer", json!({"question": BREAK_OFF})),
        ("answer", json!({"question": " "})),
        ("answer", json!({"question": "x", "top": 0})),
        ("search", json!({"query": 7})),
        ("search", json!(null)),
        ("read", json!([])),
        ("list", json!({"top": 3})),
        ("query", json!({"documents": "leave.md"})),
    ] {
        let result = called(tool, &arguments).await;
        assert_eq!(result["isError"], true, "{tool} {arguments}");
        assert!(result["content"][0]["text"].is_string());
    }
}

#[tokio::test]
async fn older_clients_get_nothing_that_they_do_not_know() {
    let call = json!({"name": "search", "arguments": {"query": "leave"}});
    let mut request = request(message("tools/call", &call).to_string());
    request.headers_mut().remove("mcp-protocol-version");
    let reply: Value = serde_json::from_str(&text(send(request).await).await).unwrap();
    let result = &reply["result"];
    assert_eq!(result["content"].as_array().unwrap().len(), 1);
    assert!(result.get("structuredContent").is_none());
}

#[tokio::test]
async fn a_client_that_takes_events_only_gets_one() {
    let mut request = request(message("ping", &json!({})).to_string());
    let events = "text/event-stream".parse().unwrap();
    request.headers_mut().insert("accept", events);
    let response = send(request).await;
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    let event = text(response).await;
    assert!(event.starts_with("event: message\ndata: {") && event.ends_with("}\n\n"));
}

#[tokio::test]
async fn what_wants_no_reply_gets_none() {
    for body in [
        json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        json!({"jsonrpc": "2.0", "id": 1, "result": {}}),
        json!([{"jsonrpc": "2.0", "method": "notifications/cancelled"}]),
    ] {
        let response = sent(&body).await;
        assert_eq!(response.status(), StatusCode::ACCEPTED);
        assert_eq!(text(response).await, "");
    }
}

#[tokio::test]
async fn several_messages_are_answered_together() {
    let notification = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    let ping = |id: &str| json!({"jsonrpc": "2.0", "id": id, "method": "ping"});
    let replies = replied(&json!([ping("a"), notification, ping("b"), 7])).await;
    let ids: Vec<_> = replies.as_array().unwrap().iter().map(|reply| &reply["id"]).collect();
    assert_eq!(ids, [&json!("a"), &json!("b"), &Value::Null]);
    let too_many = Value::from(vec![ping("a"); 17]);
    assert_eq!(sent(&too_many).await.status(), StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn what_is_no_message_is_an_error_of_json_rpc() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    for (body, code) in [
        (String::new(), -32700),
        ("{".to_owned(), -32700),
        (deep, -32700),
        ("7".to_owned(), -32600),
        ("[]".to_owned(), -32600),
        (json!({"id": 1, "method": "ping"}).to_string(), -32600),
        (json!({"jsonrpc": "2.0", "id": null, "method": "ping"}).to_string(), -32600),
        (json!({"jsonrpc": "2.0", "id": {}, "method": "ping"}).to_string(), -32600),
    ] {
        let response = send(request(body.clone())).await;
        assert_eq!(response.status(), StatusCode::BAD_REQUEST);
        let error: Value = serde_json::from_str(&text(response).await).unwrap();
        assert_eq!(error["error"]["code"], code, "{error}");
    }
    let unknown = replied(&message("prompts/list", &json!({}))).await;
    assert_eq!(unknown["error"]["code"], -32601);
    for call in [json!({}), json!({"name": "delete"}), json!(7)] {
        let error = replied(&message("tools/call", &call)).await;
        assert_eq!(error["error"]["code"], -32602, "{error}");
    }
}

#[tokio::test]
async fn only_posts_are_listened_to() {
    let get = Request::get("/mcp").header("accept", "text/event-stream");
    let response = send(get.body(Body::empty()).unwrap()).await;
    assert_eq!(response.status(), StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(response.headers()["allow"], "POST, DELETE");
    let delete = Request::delete("/api/mcp/").body(Body::empty()).unwrap();
    assert_eq!(send(delete).await.status(), StatusCode::NO_CONTENT);
    let mut html = request("{}");
    html.headers_mut().insert("accept", "text/html".parse().unwrap());
    assert_eq!(send(html).await.status(), StatusCode::NOT_ACCEPTABLE);
}

#[tokio::test]
async fn pages_of_other_origins_may_not_ask() {
    let ping = message("ping", &json!({})).to_string();
    for (origin, status) in
        [("http://evil.example", StatusCode::FORBIDDEN), ("http://localhost:3000", StatusCode::OK)]
    {
        let mut request = request(ping.clone());
        request.headers_mut().insert("origin", origin.parse().unwrap());
        assert_eq!(send(request).await.status(), status, "{origin}");
    }
}

#[tokio::test]
async fn a_listed_origin_may_ask() {
    let policy = Policy {
        origins: Origins::new(&["http://inspector.example"]).unwrap(),
        ..Policy::default()
    };
    let mut request = request(message("ping", &json!({})).to_string());
    let origin = "http://inspector.example".parse().unwrap();
    request.headers_mut().insert("origin", origin);
    let response = with_policy(policy).oneshot(request).await.unwrap();
    assert_eq!(response.status(), StatusCode::OK);
    let allowed = &response.headers()["access-control-allow-origin"];
    assert_eq!(allowed, "http://inspector.example");
}

/// A retriever that records its queries.
#[derive(Default)]
struct Noting(Mutex<Vec<Query>>);

impl Retriever for Noting {
    fn retrieve<'a>(
        &'a self,
        query: &'a Query,
    ) -> BoxFuture<'a, Result<SearchResult, RetrieveError>> {
        self.0.lock().unwrap().push(query.clone());
        Box::pin(async { Ok(SearchResult::default()) })
    }
}

#[tokio::test]
async fn a_search_asks_for_as_many_passages_as_its_client() {
    let noting = Arc::new(Noting::default());
    let params = json!({"name": "search", "arguments": {"query": "leave", "limit": 3}});
    let request = request(message("tools/call", &params).to_string());
    with_retriever(Arc::clone(&noting) as _).oneshot(request).await.unwrap();
    let asked = noting.0.lock().unwrap().remove(0);
    // Twice as many, since copies of a text are told once.
    assert_eq!((asked.text.as_str(), asked.top), ("leave", 6));
}

#[tokio::test]
async fn documents_are_resources_that_are_listed_and_read() {
    let initialized = result("initialize", &json!({})).await;
    assert!(initialized["capabilities"]["resources"].is_object());
    let listed = result("resources/list", &json!({})).await;
    let resources = listed["resources"].as_array().unwrap();
    let leave = resources.iter().find(|one| one["name"] == "leave.md").unwrap();
    assert_eq!(leave["uri"], "http://localhost:3000/content/leave.md");
    assert_eq!(listed.get("nextCursor"), None);
    let titles: Vec<&Value> = resources.iter().map(|one| &one["title"]).collect();
    assert_eq!(titles[..3], ["All about cake", "tea.md", "leave.md"]);
    let read = result("resources/read", &json!({"uri": leave["uri"]})).await;
    let content = &read["contents"][0];
    assert_eq!(content["text"], "Staff get 30 days of annual leave.");
    assert_eq!((&content["uri"], &content["mimeType"]), (&leave["uri"], &json!("text/plain")));
    for unknown in ["secret.txt", "../secret.txt", "%2e%2e/secret.txt"] {
        let uri = format!("http://localhost:3000/content/{unknown}");
        let reply = replied(&message("resources/read", &json!({"uri": uri}))).await;
        assert_eq!(reply["error"]["code"], -32002, "{reply}");
    }
    for wrong in [json!({}), json!({"uri": 7})] {
        assert_eq!(replied(&message("resources/read", &wrong)).await["error"]["code"], -32602);
    }
    let templates = result("resources/templates/list", &json!({})).await;
    assert_eq!(templates, json!({"resourceTemplates": []}));
}

#[tokio::test]
async fn what_is_not_found_before_the_first_pass_may_still_come() {
    let router = with_files(Vec::new());
    for (tool, arguments) in [
        ("search", json!({"query": "tea"})),
        ("list", json!({})),
        ("read", json!({"source": "tea.md"})),
    ] {
        let call = message("tools/call", &json!({"name": tool, "arguments": arguments}));
        let response = router.clone().oneshot(request(call.to_string())).await.unwrap();
        let reply = text(response).await;
        assert!(reply.contains("The documents are still being read"), "{tool}: {reply}");
    }
}
