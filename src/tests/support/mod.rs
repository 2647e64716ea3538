//! A whole server over two passages, with a model that the question controls.

pub(crate) mod embeddings;
pub(crate) mod issuer;
pub(crate) mod kept;
pub(crate) mod keyring;
pub(crate) mod open_ai;
pub(crate) mod process;

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response, StatusCode};
use footnote_answers::{Rag, Settings, Workers};
use footnote_chat::insight::Recorder;
use footnote_chat::queues::ConversationQueues;
use footnote_chat::runs::AnswerRuns;
use footnote_documents::acl::{Allowed, Reader};
use footnote_documents::{FileState, Passage, Record, Stamp};
use footnote_engine::config::{InsightTerms, Policy, ReaderHeaders, SpeechTerms};
use footnote_library::uploads::Uploads;
use footnote_library::{Folders, Library};
use footnote_models::choice::{ChoiceTerms, ModelChoice};
use footnote_models::{ChatModel, ModelError, ModelSlot, Prompt, Token};
use footnote_protocol::FinishReason;
use footnote_protocol::dialect::Preferences;
use footnote_search::Retriever;
use footnote_search::index::MemoryCatalog;
use footnote_serve::{AppState, Capacity, router};
use footnote_store::search::{Hit, Query, SearchResult, Term};
use footnote_store::{FileBlobs, InsightStore, RetrieveError, SqliteSessions, Start};
use futures_util::future::BoxFuture;
use futures_util::stream::{self, BoxStream, StreamExt};
use leptos::config::LeptosOptions;
use serde_json::Value;
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

/// A word in a question that makes the answer fail.
pub(crate) const BREAK_OFF: &str = "breakoff";

/// A word in a question that makes the answer endless.
pub(crate) const ENDLESS: &str = "endless";

/// Number of endless answers in progress.
pub(crate) static UNDER_WAY: AtomicUsize = AtomicUsize::new(0);

struct Fixture {
    router: Router,
    _folder: TempDir,
}

// Listing the routes renders the page, which must not happen while requests are served.
static FIXTURE: LazyLock<Fixture> = LazyLock::new(|| {
    let folder = documents();
    Fixture { router: router(state(&folder), Policy::default()), _folder: folder }
});

pub(crate) fn state(folder: &TempDir) -> AppState {
    let everybody = ChoiceTerms { allowed: Allowed::Everybody, ..ChoiceTerms::default() };
    AppState {
        leptos_options: LeptosOptions::builder().output_name("footnote").build(),
        rag: rag(folder),
        choice: ModelChoice::kept_in(folder.path().join("chosen.json"), everybody),
        readers: ReaderHeaders::default(),
        keyring: keyring::keyring(),
        sign_in: None,
        speech: SpeechTerms::default(),
        preferences: Preferences::default(),
        uploads: uploads(folder.path(), Allowed::Nobody),
        recorder: Recorder::counting().unwrap(),
        insights: None,
        insight_terms: InsightTerms::default(),
        sessions: Arc::new(SqliteSessions::in_memory(Duration::from_hours(24)).unwrap()),
        queues: ConversationQueues::default(),
        runs: AnswerRuns::default(),
        alone: false,
        program: Path::new(env!("CARGO_BIN_EXE_footnote")).into(),
        capacity: Capacity::new(1_000, 500, 0),
        stop: CancellationToken::new(),
    }
}

/// Returns a separate server, with the token that stops it.
pub(crate) fn stoppable() -> (Router, CancellationToken) {
    let state = state(&documents());
    let stop = state.stop.clone();
    (router(state, Policy::default()), stop)
}

/// Returns a server whose last attempt to write its index has failed.
pub(crate) fn unwritten() -> Router {
    let state = state(&documents());
    state.rag.library.update(|progress| progress.unwritten = true);
    router(state, Policy::default())
}

/// Returns a server with a policy of its own.
pub(crate) fn with_policy(policy: Policy) -> Router {
    router(state(&documents()), policy)
}

/// Returns a server that prefers other wire forms.
pub(crate) fn with_preferences(preferences: Preferences) -> Router {
    let mut state = state(&documents());
    state.preferences = preferences;
    router(state, Policy::default())
}

/// Returns a server whose answers `model` writes.
pub(crate) fn with_model(model: Arc<dyn ChatModel>) -> Router {
    with_capacity(model, Capacity::new(1_000, 500, 0))
}

/// Returns a server whose answers `model` writes, limited by `capacity`.
pub(crate) fn with_capacity(model: Arc<dyn ChatModel>, capacity: Capacity) -> Router {
    with_limits(model, capacity, Policy::default())
}

/// Returns a server whose answers `model` writes, with limits and a policy.
pub(crate) fn with_limits(model: Arc<dyn ChatModel>, capacity: Capacity, policy: Policy) -> Router {
    let mut state = state(&documents());
    state.rag.model = ModelSlot::of(model);
    state.capacity = capacity;
    router(state, policy)
}

/// Returns a server whose passages `retriever` finds.
pub(crate) fn with_retriever(retriever: Arc<dyn Retriever>) -> Router {
    let mut state = state(&documents());
    state.rag.retriever = retriever;
    router(state, Policy::default())
}

/// Returns a server whose answers are computed by `workers`.
pub(crate) fn with_workers(workers: Workers) -> Router {
    let mut state = state(&documents());
    state.rag.workers = workers;
    router(state, Policy::default())
}

/// Returns a server whose answers `model` writes, with readers identified by headers and these preferences, and its
/// documents.
pub(crate) fn preferring(
    model: Arc<dyn ChatModel>,
    readers: ReaderHeaders,
    preferences: Preferences,
) -> (Router, TempDir) {
    let folder = documents();
    let mut state = state(&folder);
    state.rag.model = ModelSlot::of(model);
    state.readers = readers;
    state.preferences = preferences;
    (router(state, Policy::default()), folder)
}

/// Returns a server whose answers `model` writes, with readers identified by headers.
pub(crate) fn with_readers(model: Arc<dyn ChatModel>, readers: ReaderHeaders) -> Router {
    let mut state = state(&documents());
    state.rag.model = ModelSlot::of(model);
    state.readers = readers;
    router(state, Policy::default())
}

/// Returns a server whose chat model can be chosen at runtime, with readers identified by headers.
pub(crate) fn with_choice(choice: ModelChoice, readers: ReaderHeaders) -> Router {
    let mut state = state(&documents());
    state.rag.model = choice.slot();
    state.choice = choice;
    state.readers = readers;
    router(state, Policy::default())
}

/// The insights that a server stores, and who may see them.
pub(crate) struct Insights {
    pub(crate) recorder: Recorder,
    pub(crate) store: Arc<dyn InsightStore>,
    pub(crate) terms: InsightTerms,
}

/// Returns a server whose answers `model` writes, and which stores outcomes of questions.
pub(crate) fn with_insights(
    model: Arc<dyn ChatModel>,
    insights: Insights,
    readers: ReaderHeaders,
) -> Router {
    let Insights { recorder, store, terms } = insights;
    let mut state = state(&documents());
    state.rag.model = ModelSlot::of(model);
    state.readers = readers;
    (state.recorder, state.insights, state.insight_terms) = (recorder, Some(store), terms);
    router(state, Policy::default())
}

/// Uploads in `folder`.
pub(crate) fn uploads(folder: &Path, allowed: Allowed) -> Uploads {
    Uploads::new(Arc::new(FileBlobs::over(folder.join("uploads"))), allowed, 1_000_000)
}

/// Returns a server that accepts uploads in `folder`, without reading them.
pub(crate) fn with_uploads(folder: &Path, readers: ReaderHeaders, allowed: Allowed) -> Router {
    let documents = documents();
    let mut state = state(&documents);
    state.uploads = uploads(folder, allowed);
    let folders = Folders::from(documents.path()).with("uploads", folder.join("uploads"));
    state.rag.library = Arc::new(library(&documents, folders));
    state.readers = readers;
    router(state, Policy::default())
}

/// Returns a server that reads PDFs with `program`, with its documents.
pub(crate) fn with_program(program: &Path) -> (Router, TempDir) {
    let folder = documents();
    let mut state = state(&folder);
    state.program = program.into();
    (router(state, Policy::default()), folder)
}

/// Returns a server that knows its readers by their headers.
pub(crate) fn with_reader_headers(readers: ReaderHeaders) -> Router {
    with_readers(Arc::new(Obedient), readers)
}

/// Returns a server over documents with these records but without files.
pub(crate) fn with_files(records: Vec<Record>) -> Router {
    let folder = documents();
    let mut state = state(&folder);
    let catalog: MemoryCatalog = records.into_iter().collect();
    state.rag.library = Arc::new(Library::over(folder.path().to_owned(), Arc::new(catalog)));
    router(state, Policy::default())
}

pub(crate) fn documents() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("leave.md"), "# Leave\n\nStaff get 30 days.\n").unwrap();
    std::fs::write(folder.path().join("page.html"), "<script>alert(1)</script>").unwrap();
    std::fs::write(folder.path().join("plan.pdf"), "%PDF-1.4").unwrap();
    std::fs::create_dir(folder.path().join("guides")).unwrap();
    std::fs::write(folder.path().join("guides/tea.md"), "Tea is at four.").unwrap();
    let long = "Cake is at five. ".repeat(100);
    std::fs::write(folder.path().join("guides/long.md"), long).unwrap();
    std::fs::write(folder.path().join("secret.txt"), "not indexed").unwrap();
    folder
}

/// Returns the library of some of the documents in `folder`, over these folders.
fn library(folder: &TempDir, folders: impl Into<Folders>) -> Library {
    let paths = ["guides/long.md", "guides/tea.md", "leave.md", "page.html", "plan.pdf"];
    let mut records = paths.map(|path| ready(folder.path(), path));
    "All about cake".clone_into(&mut records[0].title);
    let catalog: MemoryCatalog = records.into_iter().collect();
    Library::over(folders, Arc::new(catalog))
}

fn rag(folder: &TempDir) -> Rag {
    let library = library(folder, folder.path());
    Rag {
        retriever: Arc::new(OnePassage),
        model: ModelSlot::of(Arc::new(Obedient)),
        library: Arc::new(library),
        settings: Settings::default(),
        workers: Workers::default(),
        reader: Reader::default(),
        scope: None,
    }
}

fn ready(folder: &Path, path: &str) -> Record {
    Record {
        path: path.to_owned(),
        stamp: Stamp::of(&folder.join(path).metadata().unwrap()),
        state: FileState::Ready { passages: 1, pages: 1 },
        ..Record::default()
    }
}

/// A retriever that finds the same passage for every question.
struct OnePassage;

fn passage() -> Passage {
    Passage {
        id: "leave.md#0".to_owned(),
        path: "leave.md".to_owned(),
        text: "Staff get 30 days of annual leave.".to_owned(),
        ..Passage::default()
    }
}

impl Retriever for OnePassage {
    fn passages_from<'a>(
        &'a self,
        path: &'a str,
        _start: Start,
        most: usize,
        _reader: &'a Reader,
    ) -> BoxFuture<'a, Result<Vec<Passage>, RetrieveError>> {
        let passage = match path {
            "leave.md" => Some(passage()),
            "plan.pdf" => Some(Passage { path: path.to_owned(), page: Some(1), ..passage() }),
            _ => None,
        };
        let passages = passage.into_iter().take(most).collect();
        Box::pin(async { Ok(passages) })
    }

    fn retrieve<'a>(
        &'a self,
        _query: &'a Query,
    ) -> BoxFuture<'a, Result<SearchResult, RetrieveError>> {
        let found = SearchResult {
            hits: vec![Hit { passage: passage(), score: 1.0, ..Hit::default() }],
            terms: vec![Term {
                word: "leave".to_owned(),
                stem: "leav".to_owned(),
                weight: 1.0,
                known: true,
                ..Term::default()
            }],
            ..SearchResult::default()
        };
        Box::pin(async { Ok(found) })
    }
}

/// A model that answers, fails or never ends, as the question says.
struct Obedient;

impl ChatModel for Obedient {
    fn name(&self) -> &'static str {
        "obedient"
    }

    fn stream(&self, prompt: Prompt) -> BoxStream<'static, Result<Token, ModelError>> {
        let says = |word| prompt.messages.iter().any(|m| m.content.contains(word));
        let text = Ok(Token::Text("Staff get 30 days of leave [leave.md]. ".to_owned()));
        if says(BREAK_OFF) {
            stream::iter([text, Err(ModelError::BrokeOff)]).boxed()
        } else if says(ENDLESS) {
            UNDER_WAY.fetch_add(1, Ordering::SeqCst);
            let guard = Guard;
            stream::iter([text]).chain(stream::pending()).inspect(move |_| _ = &guard).boxed()
        } else {
            stream::iter([text, Ok(Token::Finished(FinishReason::Stop))]).boxed()
        }
    }
}

/// Counts an endless answer until it is dropped.
struct Guard;

impl Drop for Guard {
    fn drop(&mut self) {
        UNDER_WAY.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Returns the server shared by all tests.
pub(crate) fn shared() -> Router {
    FIXTURE.router.clone()
}

/// Sends a request to the shared server.
pub(crate) async fn send(request: Request<Body>) -> Response<Body> {
    FIXTURE.router.clone().oneshot(request).await.unwrap()
}

/// Returns a JSON request.
pub(crate) fn post(path: &str, body: impl Into<Body>) -> Request<Body> {
    Request::post(path).header("content-type", "application/json").body(body.into()).unwrap()
}

/// Returns a request of the 2024-05-29 form with one question.
pub(crate) fn question(path: &str, text: &str) -> Request<Body> {
    post(path, serde_json::json!({"messages": [{"role": "user", "content": text}]}).to_string())
}

/// Returns the whole body as text. Builds with erased components, such as those of `cargo leptos test`, add markers for
/// hydration to a page, which are removed here.
pub(crate) async fn text(response: Response<Body>) -> String {
    let bytes = axum::body::to_bytes(response.into_body(), usize::MAX).await;
    String::from_utf8(bytes.unwrap().to_vec()).unwrap().replace("<!>", "")
}

/// Returns the lines of a streamed answer.
pub(crate) async fn lines(response: Response<Body>) -> Vec<Value> {
    let text = text(response).await;
    let lines = text.lines().filter(|line| !line.is_empty());
    lines.map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Returns the status of a `GET`.
pub(crate) async fn status(path: &str) -> StatusCode {
    send(Request::get(path).body(Body::empty()).unwrap()).await.status()
}
