//! Questions in a scope, over the wire and by MCP, with the real program over nested folders.

use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::process::{Server, folder, over};

/// The documents beside the one about leave.
const FILES: [(&str, &str); 6] = [
    ("hr/travel/trains.md", "# Trains\n\nStaff travel by train in second class.\n"),
    ("hr/travel/flights.md", "# Flights\n\nFlights need the consent of the director.\n"),
    ("hr/pay.txt", "Overtime is paid with the next salary.\n"),
    ("it/laptops.md", "# Laptops\n\nEvery laptop is replaced after four years.\n"),
    ("it/prices.csv", "Item,Price\nLaptop,900\nScreen,200\nKeyboard,50\n"),
    ("closed/merger.md", "# Merger\n\nThe merger with Fabrikam is planned for October.\n"),
];

fn server() -> (TempDir, Server) {
    let folder = folder();
    for (path, text) in FILES {
        let path = folder.path().join("documents").join(path);
        std::fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).unwrap();
        std::fs::write(path, text).unwrap();
    }
    std::fs::write(folder.path().join("documents/closed/.access"), "user: alice\n").unwrap();
    let server = Server::start(over(folder.path(), &["serve"]));
    // The status does not count the restricted document about the merger.
    server.wait_until(FILES.len());
    (folder, server)
}

/// Returns the status and the body of a response.
fn posted(server: &Server, path: &str, body: &Value) -> (u16, String) {
    let answer = server.post(path, "application/json", "", &body.to_string());
    let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap();
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    (status, body.to_owned())
}

/// Returns the answer to a question in a scope.
fn asked(server: &Server, question: &str, scope: &Value) -> Value {
    let body = json!({
        "messages": [{"role": "user", "content": question}], "stream": false,
        "context": {"overrides": {"scope": scope}}, "session_state": null,
    });
    let (status, answer) = posted(server, "/chat", &body);
    assert_eq!(status, 200, "{answer}");
    serde_json::from_str(&answer).unwrap()
}

fn called(server: &Server, tool: &str, arguments: &Value) -> Value {
    let call = json!({
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {"name": tool, "arguments": arguments},
    });
    let version = "mcp-protocol-version: 2025-06-18\r\n";
    let reply = server.post("/mcp", "application/json", version, &call.to_string());
    let (_, reply) = reply.split_once("\r\n\r\n").unwrap();
    serde_json::from_str::<Value>(reply).unwrap()["result"].clone()
}

#[test]
fn a_question_is_answered_from_its_scope_alone() {
    let (_folder, server) = server();
    let hr = json!({"folders": ["hr"]});
    for question in [
        "How do staff travel?",
        "How many documents are there?",
        "Which documents mention laptops?",
        "What does a laptop cost?",
        "What is the most expensive item?",
        "How long is annual leave, and after how many years is a laptop replaced?",
        "Compare trains.md with laptops.md",
    ] {
        let answer = asked(&server, question, &hr).to_string();
        for outside in
            ["four years", "| 900", "is 900", "30 days", "[it/", "Fabrikam", "7 documents"]
        {
            assert!(!answer.contains(outside), "{question}: {answer}");
        }
    }
    let kinds = json!({"folders": ["hr", "it"], "kinds": ["csv"]});
    let prices = asked(&server, "What does a laptop cost?", &kinds).to_string();
    assert!(prices.contains("Laptop") && prices.contains("it/prices.csv"), "{prices}");
    let old = json!({"to": "1999-12-31"});
    let none = asked(&server, "How do staff travel?", &old).to_string();
    assert!(!none.contains("trains.md"), "{none}");
}

#[test]
fn what_lies_outside_of_a_scope_is_not_told() {
    let (_folder, server) = server();
    let hr = json!({"folders": ["hr"]});
    let reply = asked(&server, "After how many years is every laptop replaced?", &hr).to_string();
    assert!(reply.contains(r#""scope":{"documents":3}"#), "{reply}");
    assert!(!reply.contains("it/laptops.md"), "{reply}");
    let closed = json!({"documents": ["closed/merger.md"]});
    for scope in [&hr, &closed] {
        let reply = asked(&server, "When is the merger with Fabrikam planned?", scope).to_string();
        assert!(!reply.contains("October"), "{reply}");
    }
}

#[test]
fn what_is_no_scope_is_refused_in_the_form_of_its_client() {
    let (_folder, server) = server();
    let many: Vec<String> = (0..2001).map(|number| format!("{number}.md")).collect();
    for (scope, fault) in [
        (json!("hr"), "scope must be an object"),
        (json!([]), "scope must be an object"),
        (json!({"folders": "hr"}), "scope.folders must be a list of paths"),
        (json!({"from": "31.12.2024"}), "scope.from must be a day such as"),
        (json!({"documents": many}), "scope must not name more than 2000"),
        (json!({"from": "2024-02-01", "to": "2024-01-01"}), "scope.from must not be later"),
    ] {
        let messages = json!([{"role": "user", "content": "How do staff travel?"}]);
        let body = json!({"messages": messages, "context": {"overrides": {"scope": scope}}});
        for path in ["/chat", "/ask", "/chat/stream", "/v1/chat/completions"] {
            let (status, error) = posted(&server, path, &body);
            assert_eq!(status, 400, "{path}: {error}");
            assert!(error.contains(fault), "{path}: {error}");
        }
        let reply = called(&server, "search", &json!({"query": "travel", "scope": scope}));
        assert_eq!(reply["isError"], true);
        assert!(reply["content"][0]["text"].as_str().unwrap().contains(fault), "{reply}");
    }
}

#[test]
fn an_assistant_searches_and_asks_in_a_scope() {
    let (_folder, server) = server();
    let scope = json!({"folders": ["it"], "documents": ["hr/pay.txt"]});
    let found =
        called(&server, "search", &json!({"query": "laptop overtime staff", "scope": scope}));
    let results = found["structuredContent"]["results"].as_array().unwrap().clone();
    assert!(!results.is_empty());
    for result in results {
        let id = result["id"].as_str().unwrap();
        assert!(id.starts_with("it/") || id == "hr/pay.txt", "{id}");
    }
    let answer =
        called(&server, "answer", &json!({"question": "How do staff travel?", "scope": scope}));
    let answer = &answer["structuredContent"];
    assert_eq!(answer["scope"]["documents"], 3);
    let everything =
        called(&server, "answer", &json!({"question": "How do staff travel?", "scope": {}}));
    assert_eq!(everything["structuredContent"]["scope"], Value::Null);
}
