//! Restricted documents: at every route, strangers learn nothing of them, and their readers can use them.

mod identity;
mod pages;
mod resting;
mod shared;

use std::path::Path;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use footnote_answers::{Rag, Settings, Workers};
use footnote_chat::insight::Recorder;
use footnote_chat::queues::ConversationQueues;
use footnote_chat::runs::AnswerRuns;
use footnote_documents::acl::{Allowed, Reader};
use footnote_engine::config::{InsightTerms, Policy, ReaderHeaders, SpeechTerms};
use footnote_library::{Library, examples, ingest};
use footnote_models::ModelSlot;
use footnote_models::choice::ModelChoice;
use footnote_protocol::dialect::Preferences;
use footnote_search::index::Index;
use footnote_search::keyword::Keyword;
use footnote_serve::{AppState, Capacity, router};
use footnote_store::{SqliteInsights, SqliteSessions};
use leptos::config::LeptosOptions;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

use crate::support::keyring::keyring;
use crate::support::{text, uploads};

/// The parts of the restricted document that no stranger may read or infer.
const SECRETS: [&str; 4] = ["zanzibar", "nine million", "erger", "board"];

const QUESTION: &str = "What does the deal cost?";

/// The headers of its readers.
const ALICE: (&str, &str) = ("x-user", "Alice@Contoso.com");
const BOARD: (&str, &str) = ("x-groups", "staff, Board");
const BOB: (&str, &str) = ("x-user", "bob@contoso.com");

struct Site {
    folder: TempDir,
    library: Arc<Library>,
    index: Arc<Index>,
}

impl Site {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let index = Arc::new(Index::in_memory().unwrap());
        let library = Library::over(folder.path().to_owned(), index.catalog());
        let site = Self { library: Arc::new(library), index, folder };
        site.write(
            "canteen.md",
            "# Canteen\n\n## Opening hours\n\nThe canteen opens at eleven in the morning. Lunch does not cost much.\n",
        );
        site.write("board/.access", "user: alice@contoso.com\ngroup: board\n");
        site.write(
            "board/merger.md",
            "# Merger\n\n## Price of the deal\n\nThe zanzibar deal costs nine million.\n",
        );
        site.pass().await;
        site
    }

    fn write(&self, path: &str, text: &str) {
        let place = self.folder.path().join(path);
        std::fs::create_dir_all(place.parent().unwrap()).unwrap();
        std::fs::write(place, text).unwrap();
    }

    async fn pass(&self) {
        let program = Path::new(env!("CARGO_BIN_EXE_footnote"));
        ingest::run(&self.library, &self.index.stores(), program).await.unwrap();
        let topics = examples::topics(&self.index.stores()).await.unwrap();
        self.library.update(|progress| progress.examples = topics);
    }

    fn rag(&self) -> Rag {
        Rag {
            retriever: Arc::new(Keyword::over(Arc::clone(&self.index))),
            model: ModelSlot::default(),
            library: Arc::clone(&self.library),
            settings: Settings::default(),
            workers: Workers::default(),
            reader: Reader::default(),
            scope: None,
        }
    }

    fn router(&self, readers: ReaderHeaders) -> Router {
        self.router_under(readers, Policy::default())
    }

    fn router_under(&self, readers: ReaderHeaders, policy: Policy) -> Router {
        router(self.state(readers), policy)
    }

    fn state(&self, readers: ReaderHeaders) -> AppState {
        AppState {
            leptos_options: LeptosOptions::builder().output_name("footnote").build(),
            rag: self.rag(),
            choice: ModelChoice::default(),
            readers,
            keyring: keyring(),
            sign_in: None,
            speech: SpeechTerms::default(),
            preferences: Preferences::default(),
            uploads: uploads(self.folder.path(), Allowed::Nobody),
            recorder: Recorder::counting().unwrap(),
            insights: Some(Arc::new(SqliteInsights::in_memory().unwrap())),
            insight_terms: InsightTerms { allowed: Allowed::Everybody, ..InsightTerms::default() },
            sessions: Arc::new(SqliteSessions::in_memory(Duration::from_hours(24)).unwrap()),
            queues: ConversationQueues::default(),
            runs: AnswerRuns::default(),
            alone: false,
            program: Path::new(env!("CARGO_BIN_EXE_footnote")).into(),
            capacity: Capacity::new(1_000, 500, 0),
            stop: CancellationToken::new(),
        }
    }

    /// Returns the server's answer to a request with these headers.
    async fn send(&self, request: Request<Body>, who: &[(&'static str, &'static str)]) -> String {
        let readers = ReaderHeaders {
            user: Some("x-user".parse().unwrap()),
            groups: Some("x-groups".parse().unwrap()),
        };
        send(self.router(readers), request, who).await
    }
}

async fn send(
    router: Router,
    mut request: Request<Body>,
    who: &[(&'static str, &'static str)],
) -> String {
    for (name, value) in who {
        request.headers_mut().insert(*name, value.parse().unwrap());
    }
    let response = router.clone().oneshot(request).await.unwrap();
    let Some(address) = response.headers().get("location") else {
        return text(response).await;
    };
    // The form redirects to the page of its conversation.
    let page = format!("/{}", address.to_str().unwrap().split('#').next().unwrap());
    let mut page = Request::get(page).body(Body::empty()).unwrap();
    for (name, value) in who {
        page.headers_mut().insert(*name, value.parse().unwrap());
    }
    text(router.oneshot(page).await.unwrap()).await
}

fn post(path: &str, body: &Value) -> Request<Body> {
    Request::post(path)
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream")
        .body(Body::from(body.to_string()))
        .unwrap()
}

fn tool(name: &str, arguments: &Value) -> Request<Body> {
    let params = json!({"name": name, "arguments": arguments});
    post("/mcp", &json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}))
}

fn asked(question: &str) -> Value {
    json!({"messages": [{"role": "user", "content": question}], "context": {"overrides": {}}})
}

/// Returns a request to each route that answers questions.
fn questions(question: &str) -> Vec<(&'static str, Request<Body>)> {
    let page = json!({"request": {"messages": [{"role": "user", "content": question}]}});
    let encoded = question.replace(' ', "+").replace('?', "%3F");
    let form = Request::post("/")
        .header("content-type", "application/x-www-form-urlencoded")
        .body(Body::from(format!("question={encoded}&conversation=")))
        .unwrap();
    let openai = json!({"model": "any", "messages": [{"role": "user", "content": question}]});
    let responses = json!({"model": "any", "input": question});
    vec![
        ("/chat", post("/chat", &asked(question))),
        ("/chat/stream", post("/chat/stream", &asked(question))),
        ("/ask", post("/ask", &asked(question))),
        ("/page/stream", post("/page/stream", &page)),
        ("/page/answer", post("/page/answer", &page)),
        ("the form", form),
        ("/v1/chat/completions", post("/v1/chat/completions", &openai)),
        ("/v1/responses", post("/v1/responses", &responses)),
        ("search", tool("search", &json!({"query": question}))),
        ("answer", tool("answer", &json!({"question": question}))),
    ]
}

fn reveals_nothing(said: &str, route: &str) {
    // The page mentions the keyboard to everybody.
    let said = said.to_lowercase().replace("keyboard", "");
    for secret in SECRETS {
        assert!(!said.contains(secret), "{route} tells {secret:?}: {said}");
    }
}

static SITE: LazyLock<Site> = LazyLock::new(|| {
    let built =
        std::thread::spawn(|| tokio::runtime::Runtime::new().unwrap().block_on(Site::new()));
    built.join().unwrap()
});

#[tokio::test]
async fn a_question_finds_a_restricted_document_for_its_readers_only() {
    for who in [&[][..], &[BOB], &[("x-groups", "alice@contoso.com")]] {
        for (route, request) in questions(QUESTION) {
            reveals_nothing(&SITE.send(request, who).await, route);
        }
    }
    for who in [ALICE, BOARD] {
        for (route, request) in questions(QUESTION) {
            let said = SITE.send(request, &[who]).await;
            assert!(said.contains("zanzibar"), "{route} tells {who:?}: {said}");
        }
    }
}

#[tokio::test]
async fn words_of_a_restricted_document_are_unknown_to_strangers() {
    for (route, request) in questions("What does the zanzibr deel cost?") {
        reveals_nothing(&SITE.send(request, &[]).await, route);
    }
    let ask = |word: &str| post("/chat", &asked(&format!("What does {word} cost?")));
    let known = SITE.send(ask("zanzibar"), &[]).await;
    let unknown = SITE.send(ask("qwertyui"), &[]).await;
    let without_times = |said: &str| {
        let said: Value = serde_json::from_str(said).unwrap();
        said["message"]["content"].as_str().unwrap().to_owned()
    };
    assert_eq!(
        without_times(&known).replace("zanzibar", "…"),
        without_times(&unknown).replace("qwertyui", "…")
    );
}

#[tokio::test]
async fn a_restricted_document_is_opened_by_its_readers_only() {
    let requests = || {
        let named = json!({"document": "board/merger.md"});
        let path = json!({"path": "board/merger.md"});
        [
            ("/page/document", post("/page/document", &path)),
            (
                "/documents",
                Request::get("/documents/board/merger.md?passage=0").body(Body::empty()).unwrap(),
            ),
            ("read", tool("read", &named)),
            ("/content", Request::get("/content/board/merger.md").body(Body::empty()).unwrap()),
            (
                "/api/content",
                Request::get("/api/content/board/merger.md").body(Body::empty()).unwrap(),
            ),
        ]
    };
    for (route, request) in requests() {
        let said = SITE.send(request, &[BOB]).await;
        assert!(!said.contains("zanzibar"), "{route}: {said}");
    }
    for (route, request) in requests() {
        let said = SITE.send(request, &[ALICE]).await;
        assert!(said.contains("zanzibar"), "{route}: {said}");
    }
}

#[tokio::test]
async fn a_restricted_document_that_nobody_cites_is_named_to_its_readers_only() {
    let insights = || Request::get("/insights").body(Body::empty()).unwrap();
    let said = SITE.send(insights(), &[BOB]).await;
    assert!(said.contains("Documents never cited"), "{said}");
    reveals_nothing(&said, "/insights");
    assert!(SITE.send(insights(), &[ALICE]).await.contains("board/merger.md"));
}

#[tokio::test]
async fn a_document_that_was_given_other_readers_is_not_served_before_the_next_look() {
    let site = Site::new().await;
    let canteen = || Request::get("/content/canteen.md").body(Body::empty()).unwrap();
    assert!(site.send(canteen(), &[]).await.contains("eleven"));
    let own = "---\nusers: [alice@contoso.com]\n---\n\nThe zanzibar deal is served at noon.\n";
    site.write("canteen.md", own);
    reveals_nothing(&site.send(canteen(), &[]).await, "/content");
    site.pass().await;
    reveals_nothing(&site.send(canteen(), &[BOB]).await, "/content");
    assert!(site.send(canteen(), &[ALICE]).await.contains("zanzibar"));
}

#[tokio::test]
async fn the_library_names_and_counts_what_its_reader_may_read() {
    let library = || post("/page/library", &json!({}));
    let strangers = SITE.send(library(), &[]).await;
    reveals_nothing(&strangers, "/page/library");
    let changes = SITE.send(post("/page/changes", &json!({})), &[]).await;
    reveals_nothing(&changes, "/page/changes");
    let strangers: Value = serde_json::from_str(&strangers).unwrap();
    let changes: Value = serde_json::from_str(&changes).unwrap();
    assert_eq!(changes, strangers, "once, for nothing is being read");
    assert_eq!((&strangers["seen"], &strangers["done"]), (&json!(1), &json!(1)));
    assert_eq!(strangers["examples"], json!(["opening hours"]));
    let own = SITE.send(library(), &[ALICE]).await;
    assert!(own.contains("board/merger.md") && own.contains("price of the deal"), "{own}");
    let page = || Request::get("/").body(Body::empty()).unwrap();
    reveals_nothing(&SITE.send(page(), &[BOB]).await, "the page");
    assert!(SITE.send(page(), &[ALICE]).await.contains("price of the deal"));
    let health = Request::get("/healthz").body(Body::empty()).unwrap();
    assert!(SITE.send(health, &[ALICE]).await.contains("\"documents\":1"));
}

#[tokio::test]
async fn what_a_request_claims_of_its_reader_widens_nothing() {
    let mut body = asked(QUESTION);
    body["context"]["overrides"] = json!({
        "use_oid_security_filter": true,
        "use_groups_security_filter": true,
        "oids": ["alice@contoso.com"],
        "reader": {"user": "alice@contoso.com", "groups": ["board"]},
    });
    body["context"]["auth_claims"] = json!({"oid": "alice@contoso.com", "groups": ["board"]});
    for path in ["/chat", "/chat/stream", "/ask"] {
        reveals_nothing(&SITE.send(post(path, &body), &[]).await, path);
        let own = SITE.send(post(path, &body), &[ALICE]).await;
        assert!(own.contains("zanzibar"), "{path}");
    }
}

#[tokio::test]
async fn changed_rules_hold_from_the_next_look_at_the_folder() {
    let site = Site::new().await;
    let finds = async |who| {
        let said = site.send(post("/chat", &asked(QUESTION)), &[who]).await;
        said.contains("zanzibar")
    };
    assert!(finds(ALICE).await && !finds(BOB).await);
    site.write("board/.access", "user: bob@contoso.com\n");
    site.pass().await;
    assert!(!finds(ALICE).await && finds(BOB).await);
    site.write("board/.access", "bob may read\n");
    site.pass().await;
    assert!(!finds(ALICE).await && !finds(BOB).await);
    let problem = site.library.unfiltered_progress().problem.unwrap();
    assert!(problem.contains("closed") && !problem.contains("board"));
    std::fs::remove_file(site.folder.path().join("board/.access")).unwrap();
    site.pass().await;
    assert!(finds(("x-user", "anybody")).await);
    assert_eq!(site.library.unfiltered_progress().problem, None);
    site.write(
        "board/merger.md",
        "---\nusers: [alice@contoso.com]\n---\nThe zanzibar deal costs nine million.\n",
    );
    site.pass().await;
    assert!(finds(ALICE).await && !finds(BOB).await);
}

#[tokio::test]
async fn a_document_without_its_own_path_is_not_there() {
    let gone = Request::get("/content/board/merger.md").body(Body::empty()).unwrap();
    let none = Request::get("/content/board/none.md").body(Body::empty()).unwrap();
    let router = || SITE.router(ReaderHeaders::default());
    let (gone, none) =
        (router().oneshot(gone).await.unwrap(), router().oneshot(none).await.unwrap());
    assert_eq!((gone.status(), none.status()), (StatusCode::NOT_FOUND, StatusCode::NOT_FOUND));
    assert_eq!(text(gone).await, text(none).await);
}
