//! The routes besides the chat that the family's front ends use.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::{Value, json};

use crate::support::{post, send, text};

async fn get(path: &str) -> (StatusCode, String, String) {
    let response = send(Request::get(path).body(Body::empty()).unwrap()).await;
    let status = response.status();
    let kind = response.headers().get("content-type");
    let kind = kind.map_or("", |kind| kind.to_str().unwrap()).to_owned();
    (status, kind, text(response).await)
}

async fn json_at(path: &str) -> Value {
    let (status, kind, body) = get(path).await;
    assert_eq!((status, kind.as_str()), (StatusCode::OK, "application/json"));
    serde_json::from_str(&body).unwrap()
}

/// The keys that the newest front end reads, and one that only older ones read.
const KEYS: [&str; 24] = [
    "defaultReasoningEffort",
    "defaultRetrievalReasoningEffort",
    "ragSearchImageEmbeddings",
    "ragSearchTextEmbeddings",
    "ragSendImageSources",
    "ragSendTextSources",
    "reasoningEffortOptions",
    "sharepointSourceEnabled",
    "showAgenticRetrievalOption",
    "showChatHistoryBrowser",
    "showChatHistoryCosmos",
    "showGPT4VOptions",
    "showLanguagePicker",
    "showMultimodalOptions",
    "showQueryRewritingOption",
    "showReasoningEffortOption",
    "showSemanticRankerOption",
    "showSpeechInput",
    "showSpeechOutputAzure",
    "showSpeechOutputBrowser",
    "showUserUpload",
    "showVectorOption",
    "streamingEnabled",
    "webSourceEnabled",
];

#[tokio::test]
async fn the_settings_have_every_key_and_are_on_for_what_works() {
    for path in ["/config", "/api/config"] {
        let config = json_at(path).await;
        let config = config.as_object().unwrap();
        let mut keys: Vec<_> = config.keys().map(String::as_str).collect();
        keys.sort_unstable();
        assert_eq!(keys, KEYS);
        let on: Vec<_> = KEYS.iter().filter(|key| config[**key] == true).collect();
        assert_eq!(
            on,
            [
                &"ragSendTextSources",
                &"showAgenticRetrievalOption",
                &"showQueryRewritingOption",
                &"streamingEnabled"
            ]
        );
        assert_eq!(config["reasoningEffortOptions"], json!([]));
        assert_eq!(config["defaultReasoningEffort"], Value::Null);
        assert_eq!(config["defaultRetrievalReasoningEffort"], "minimal");
    }
}

#[tokio::test]
async fn the_log_in_is_off_in_the_shape_that_front_ends_read() {
    for path in ["/auth_setup", "/api/auth_setup"] {
        let setup = json_at(path).await;
        assert_eq!(setup["useLogin"], false);
        assert_eq!(setup["requireAccessControl"], false);
        assert_eq!(setup["enableUnauthenticatedAccess"], true);
        let auth = &setup["msalConfig"]["auth"];
        assert!(auth["clientId"].is_string() && auth["authority"].is_string());
        assert_eq!(auth["redirectUri"], "/redirect");
        assert_eq!(auth["postLogoutRedirectUri"], "/");
        assert_eq!(auth["navigateToLoginRequestUrl"], false);
        let cache = &setup["msalConfig"]["cache"];
        let expected = json!({"cacheLocation": "localStorage", "storeAuthStateInCookie": false});
        assert_eq!(*cache, expected);
        assert_eq!(setup["loginRequest"], json!({"scopes": [".default"]}));
        assert!(setup["tokenRequest"]["scopes"].is_array());
    }
}

#[tokio::test]
async fn nobody_is_logged_in_and_no_page_says_otherwise() {
    for path in
        ["/.auth/me", "/.auth/refresh", "/.auth/logout?post_logout_redirect_uri=/", "/api/.auth/me"]
    {
        let (status, kind, body) = get(path).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
        assert_eq!(kind, "application/json", "{path}");
        assert!(!body.contains("<html"), "{path}");
    }
}

#[tokio::test]
async fn the_log_ins_way_back_is_empty() {
    assert_eq!(get("/redirect").await, (StatusCode::OK, String::new(), String::new()));
}

#[tokio::test]
async fn nothing_was_uploaded() {
    assert_eq!(json_at("/list_uploaded").await, json!([]));
    assert_eq!(json_at("/api/list_uploaded").await, json!([]));
}

#[tokio::test]
async fn what_is_not_offered_says_so_in_json() {
    for (path, key) in [
        ("/upload", "message"),
        ("/delete_uploaded", "message"),
        ("/speech", "error"),
        ("/chat_history", "error"),
        ("/api/upload", "message"),
        ("/api/chat_history", "error"),
    ] {
        let response = send(post(path, "{}")).await;
        assert_eq!(response.status(), StatusCode::BAD_REQUEST, "{path}");
        let body: Value = serde_json::from_str(&text(response).await).unwrap();
        let words = body[key].as_str().unwrap();
        assert!(words.contains("not enabled"), "{path}: {words}");
        assert!(key == "error" || body["status"] == "failed");
    }
    for path in ["/chat_history/sessions?count=10", "/chat_history/sessions/7"] {
        let (status, _, body) = get(path).await;
        assert_eq!(status, StatusCode::BAD_REQUEST);
        assert_eq!(body, r#"{"error":"Chat history not enabled"}"#);
    }
}

/// The addresses that front ends fetch, with the expected statuses.
const FETCHED: [(&str, StatusCode); 10] = [
    ("/config", StatusCode::OK),
    ("/auth_setup", StatusCode::OK),
    ("/redirect", StatusCode::OK),
    ("/list_uploaded", StatusCode::OK),
    ("/.auth/me", StatusCode::NOT_FOUND),
    ("/.auth/refresh", StatusCode::NOT_FOUND),
    ("/.auth/logout", StatusCode::NOT_FOUND),
    ("/chat_history", StatusCode::BAD_REQUEST),
    ("/chat_history/sessions", StatusCode::BAD_REQUEST),
    ("/chat_history/sessions/7", StatusCode::BAD_REQUEST),
];

#[tokio::test]
async fn every_address_answers_alike_with_and_without_a_slash() {
    for (path, status) in FETCHED {
        let canonical = get(path).await;
        assert_eq!(canonical.0, status, "{path}");
        for base in ["", "/api", "/as/demo", "/as/demo/api", "/api/as/demo"] {
            for end in ["", "/"] {
                let address = format!("{base}{path}{end}");
                assert_eq!(get(&address).await, canonical, "{address}");
            }
        }
    }
    for path in ["/healthz", "/openapi.json", "/api/openapi.json"] {
        assert_eq!(get(&format!("{path}/")).await, get(path).await);
    }
}

#[tokio::test]
async fn a_conversation_is_forgotten_under_the_name_of_a_form_too() {
    for path in [
        "/chat_history/sessions/7",
        "/api/chat_history/sessions/7/",
        "/as/sdk/chat_history/sessions/7",
        "/api/as/sdk/chat_history/sessions/7/",
    ] {
        let response = send(Request::delete(path).body(Body::empty()).unwrap()).await;
        assert_eq!(response.status(), StatusCode::NO_CONTENT, "{path}");
    }
}

#[tokio::test]
async fn documents_are_read_at_every_address_however_they_are_written() {
    for path in [
        "/content/leave.md",
        "/api/content/leave.md",
        "/content/leave%2Emd",
        "/content/leave.md%23page=3",
        "/content/guides%2Ftea.md",
        "/content/guides/tea.md",
        "/content/leave.md/",
        "/api/documents/leave.md",
        "/as/chats/documents/guides/tea.md",
        "/as/chats/api/documents/leave.md%23page=3",
        "/as/chat_component/content/leave.md",
        "/as/chat_component/api/content/leave.md",
        "/api/as/demo/content/guides%2Ftea.md%23page=3",
    ] {
        let response = send(Request::get(path).body(Body::empty()).unwrap()).await;
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        let headers = response.headers();
        assert_eq!(headers["content-disposition"], "inline", "{path}");
        let policy = headers["content-security-policy"].to_str().unwrap();
        assert!(policy.starts_with("sandbox"), "{path}: {policy}");
    }
    let response = send(Request::get("/content/plan.pdf%23page=2").body(Body::empty()).unwrap());
    let response = response.await;
    assert_eq!(response.headers()["content-type"], "application/pdf");
    assert_eq!(response.headers()["content-disposition"], "inline");
    let policy = response.headers()["content-security-policy"].to_str();
    assert!(!policy.unwrap().contains("sandbox"));
}

#[tokio::test]
async fn a_document_is_opened_on_a_page_with_the_cited_words_marked() {
    let words = "Staff%20get%2030%20days";
    let (status, kind, page) = get(&format!("/documents/leave.md?passage=0&words={words}")).await;
    assert_eq!((status, &*kind), (StatusCode::OK, "text/html; charset=utf-8"));
    assert!(page.contains(r#"id="cited""#), "{page}");
    assert!(page.contains("<mark>Staff get 30 days<"), "{page}");
    assert!(page.contains(r#"href="/content/leave.md""#), "{page}");
    // Words that are not in the document are neither marked nor shown as quoted.
    let (_, _, page) = get("/documents/leave.md?passage=0&words=Staff%20get%20nothing").await;
    assert!(page.contains("are no longer in this document"), "{page}");
    assert!(!page.contains(r#"id="cited""#), "{page}");
    for path in ["none.md", "secret.txt", "..%2f..%2fCargo.toml"] {
        for place in ["", "?passage=0"] {
            let (status, _, page) = get(&format!("/documents/{path}{place}")).await;
            assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
            assert!(page.contains("Page not found"), "{page}");
            assert!(page.contains("<title>Page not found · Footnote</title>"), "{page}");
            assert!(page.contains(r#"class="wordmark""#), "{page}");
        }
    }
    // Without a passage, it opens at the beginning or at the page that the source names.
    for path in ["/documents/leave.md", "/documents/guides/tea.md", "/documents/leave.md%23page=3"]
    {
        let (status, kind, page) = get(path).await;
        assert_eq!((status, &*kind), (StatusCode::OK, "text/html; charset=utf-8"), "{path}");
        assert!(page.contains(r#"class="viewer""#), "{path}: {page}");
    }
    let shown = Request::get("/documents/leave.md?page=1").body(Body::empty());
    let response = send(shown.unwrap()).await;
    let policy = response.headers()["content-security-policy"].to_str();
    assert!(policy.unwrap().ends_with("frame-ancestors 'self'"));
}

#[tokio::test]
async fn the_passages_of_a_document_are_shown_one_by_one_on_demand() {
    let (status, _, page) = get("/documents/leave.md?page=1&passages=true").await;
    assert_eq!(status, StatusCode::OK);
    assert!(page.contains("Passage 1 · "), "{page}");
    let (_, _, page) = get("/documents/leave.md?page=1").await;
    assert!(!page.contains("Passage 1 · "), "{page}");
}

#[tokio::test]
async fn what_is_no_document_is_no_page_either() {
    for path in [
        "/content/",
        "/content/none.md",
        "/content/secret.txt",
        "/content/attached/offer.pdf%23page=2",
        "/content/..%2f..%2fCargo.toml",
        "/content",
        "/as/demo/content",
        "/as/demo/content/..%2f..%2fCargo.toml",
        "/as/../content/secret.txt",
        "/api/content/",
        "/api/content/none.md",
    ] {
        let (status, _, body) = get(path).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
        assert!(!body.contains("<html"), "{path}");
    }
}

#[tokio::test]
async fn documents_are_sent_as_they_are_and_the_page_is_compressed() {
    let compressed = async |path: &str| {
        let request = Request::get(path).header("accept-encoding", "gzip, br");
        let response = send(request.body(Body::empty()).unwrap()).await;
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        let is_compressed = response.headers().contains_key("content-encoding");
        let bytes = axum::body::to_bytes(response.into_body(), usize::MAX).await;
        (is_compressed, bytes.unwrap().len())
    };
    let (is_compressed, bytes) = compressed("/content/guides/long.md").await;
    assert!(bytes > 1000, "what is short is never compressed");
    assert!(!is_compressed);
    assert!(compressed("/openapi.json").await.0);
}

/// Every described path with its parameters filled in, and its methods.
async fn described() -> Vec<(String, Vec<String>)> {
    let document = json_at("/openapi.json").await;
    let paths = document["paths"].as_object().unwrap().iter();
    let described = paths.map(|(path, item)| {
        let path = path.replace(['{', '}'], "");
        let methods = item.as_object().unwrap().keys();
        (path, methods.map(|name| name.to_uppercase()).collect())
    });
    let page = [
        "/",
        "/page/stream",
        "/page/answer",
        "/page/library",
        "/page/changes",
        "/page/folder",
        "/page/judgement",
        "/favicon.ico",
        "/nowhere",
    ];
    let page = page.map(|path| (path.to_owned(), Vec::new()));
    described.chain(page).collect()
}

/// Clients of MCP announce the end of a session with this request.
const ENDS: &str = "DELETE /mcp";

#[tokio::test]
async fn no_address_does_anything_by_a_method_that_is_not_its_own() {
    let described = described().await;
    assert!(described.len() > 40, "{}", described.len());
    for (path, methods) in described {
        for method in ["TRACE", "CONNECT", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"] {
            let request = Request::builder().method(method).uri(&path);
            let request = request.header("x-told", "canary").body(Body::empty());
            let response = send(request.unwrap()).await;
            let (status, what) = (response.status(), format!("{method} {path}"));
            let headers = format!("{:?}", response.headers());
            let body = text(response).await;
            assert!(!headers.contains("canary") && !body.contains("canary"), "{what}");
            assert!(!status.is_server_error(), "{what}: {status}");
            if method == "HEAD" {
                assert!(body.is_empty(), "{what}: {body}");
            } else if !methods.iter().any(|one| one == method) && what != ENDS {
                assert!(status.is_client_error(), "{what}: {status}");
                assert!(!body.contains("<html"), "{what}");
            }
        }
    }
}
