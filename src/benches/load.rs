//! Latency for readers and memory of the server: `cargo bench --bench load --features ssr`.
//!
//! Prints one line per figure. Everything runs on the loopback interface and ends by itself.

#![expect(
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a benchmark prints, and one that cannot start has nothing to say"
)]

mod files;
mod meaning;
mod server;
mod synthetic;
mod words;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use footnote_answers::{Rag, Settings, Workers};
use footnote_library::Library;
use footnote_models::scripted::{Scripted, Step};
use footnote_models::{ChatModel, ModelError, ModelSlot, Prompt, Token};
use footnote_protocol::{AnswerEvent, ChatRequest, Listing, Message};
use footnote_search::keyword::Keyword;
use footnote_store::search::Query;
use futures_util::StreamExt;
use futures_util::stream::BoxStream;
use synthetic::{LONG, Numbers, documents, fill, in_memory};

/// Number of questions per figure.
const QUESTIONS: usize = 500;

fn main() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime starts");
    indexing();
    small_files();
    for (passages, of_each) in [(10_000, LONG), (100_000, LONG), (100_000, 1)] {
        let rag = rag(passages, of_each);
        let name = format!("{passages} passages in {} files", passages / of_each);
        runtime.block_on(retrieval(&rag, &name));
        runtime.block_on(quoting(&rag, &name));
        runtime.block_on(model(&rag, &name));
        runtime.block_on(listing(&rag, &name));
    }
    runtime.block_on(meaning::quoting());
    server::memory();
    runtime.block_on(files::many_files());
    page_weight();
}

/// The speed of indexing.
fn indexing() {
    let documents = documents(20_000, LONG);
    let bytes: usize =
        documents.iter().flat_map(|(_, passages)| passages).map(|passage| passage.text.len()).sum();
    let index = in_memory();
    let begun = Instant::now();
    fill(&index, &documents);
    let seconds = begun.elapsed().as_secs_f64();
    let (passages, megabytes) = (20_000.0 / seconds, float(bytes) / 1e6 / seconds);
    println!("indexing: {passages:.0} passages/s, {megabytes:.1} MB/s of text");
}

/// Shows whether files take longer the more there are, with a commit after every five hundred.
fn small_files() {
    let documents = documents(100_000, 1);
    let index = in_memory();
    let mut begun = Instant::now();
    for (tenth, files) in (1..).zip(documents.chunks(10_000)) {
        files.chunks(500).for_each(|files| fill(&index, files));
        let seconds = begun.elapsed().as_secs_f64();
        println!("indexing small files: tenth {tenth} of 100,000 in {seconds:.2} s");
        begun = Instant::now();
    }
}

fn rag(passages: u32, of_each: u32) -> Rag {
    let index = in_memory();
    fill(&index, &documents(passages, of_each));
    let library = Library::over(PathBuf::new(), index.catalog());
    Rag {
        retriever: Arc::new(Keyword::over(Arc::new(index))),
        model: ModelSlot::default(),
        library: Arc::new(library),
        settings: Settings::default(),
        workers: Workers::default(),
        reader: footnote_documents::acl::Reader::default(),
        scope: None,
    }
}

/// Questions of ten words, some frequent and some rare.
fn requests() -> Vec<ChatRequest> {
    let mut numbers = Numbers(7);
    let question = |_| {
        let words: Vec<String> = (0..10).map(|_| numbers.word()).collect();
        ChatRequest {
            messages: vec![Message::user(format!("What is {}?", words.join(" ")))],
            ..ChatRequest::default()
        }
    };
    (0..QUESTIONS).map(question).collect()
}

/// Measures the search alone.
async fn retrieval(rag: &Rag, name: &str) {
    let mut times = Vec::new();
    for request in requests() {
        let text = request.messages.into_iter().map(|message| message.content).collect();
        let query = Query { text, top: 5, ..Query::default() };
        let begun = Instant::now();
        rag.retriever.retrieve(&query).await.expect("the index is in memory");
        times.push(begun.elapsed());
    }
    report(&format!("search, {name}"), times);
}

/// Measures the time to the first event and to the end of a quoted answer.
async fn quoting(rag: &Rag, name: &str) {
    let (mut first, mut whole) = (Vec::new(), Vec::new());
    for request in requests() {
        let begun = Instant::now();
        let mut events = footnote_chat::answer(rag, request).expect("the question is good");
        events.next().await;
        first.push(begun.elapsed());
        while events.next().await.is_some() {}
        whole.push(begun.elapsed());
    }
    report(&format!("first event, {name}"), first);
    report(&format!("quoted answer, {name}"), whole);
}

/// A model that has room for as many sources as the settings allow.
struct Wide(Scripted);

impl ChatModel for Wide {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn context(&self) -> Option<u32> {
        Some(131_072)
    }

    fn stream(&self, prompt: Prompt) -> BoxStream<'static, Result<Token, ModelError>> {
        self.0.stream(prompt)
    }
}

/// Measures the time that is added to that of a model that answers at once, from the request to its first word and
/// without the search, and the processor time of an answer.
async fn model(rag: &Rag, name: &str) {
    let mut searches = Vec::new();
    for request in requests() {
        let found = footnote_answers::grounding::find(rag, request).await;
        searches.push(found.expect("the index is in memory").search);
    }
    let model = Wide(Scripted::new([Step::Say("So it is."), Step::Say(" And so on [1].")]));
    let rag = Rag { model: ModelSlot::of(Arc::new(model)), ..rag.clone() };
    let (mut added, before) = (Vec::new(), processor_time());
    for (request, search) in requests().into_iter().zip(searches) {
        let begun = Instant::now();
        let mut events = footnote_chat::answer(&rag, request).expect("the question is good");
        while let Some(event) = events.next().await {
            if matches!(event, AnswerEvent::Delta(_)) {
                break;
            }
        }
        added.push(begun.elapsed().saturating_sub(search));
        while events.next().await.is_some() {}
    }
    let used = processor_time().saturating_sub(before).as_secs_f64() * 1000.0 / float(QUESTIONS);
    report(&format!("added to the first token, {name}"), added);
    println!("processor time of an answer with its search, {name}: {used:.1} ms");
}

/// Returns the processor time of this process so far.
fn processor_time() -> Duration {
    let state = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // Behind the name, which may have spaces, fields 12 and 13 count hundredths of a second.
    let fields = state.rsplit(')').next().unwrap_or_default().split_whitespace();
    let hundredths: u64 = fields.skip(11).take(2).filter_map(|time| time.parse::<u64>().ok()).sum();
    Duration::from_millis(hundredths * 10)
}

/// Measures the list of documents: its first page, and the search for a name that does not occur.
async fn listing(rag: &Rag, name: &str) {
    for named in ["", "no such name"] {
        let mut times = Vec::new();
        for _ in 0..100 {
            let begun = Instant::now();
            let listing = Listing::default().narrowed(named.to_owned());
            let piece = rag.library.ready(&listing).await.expect("records are in memory");
            assert!(piece.files.len() <= Listing::DOCUMENTS);
            times.push(begun.elapsed());
        }
        report(&format!("list of {named:?}, {name}"), times);
    }
}

fn report(name: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |share: usize| {
        let time = times.get((times.len() * share / 100).min(times.len() - 1));
        time.map_or(0.0, |time| time.as_secs_f64() * 1000.0)
    };
    println!("{name}: p50 {:.2} ms, p95 {:.2} ms", at(50), at(95));
}

/// Prints the compressed size of the page, if it has been built.
fn page_weight() {
    let folder = Path::new("target/site/pkg");
    let Ok(files) = std::fs::read_dir(folder) else {
        return println!("page: not built");
    };
    let (mut first, mut late) = (0, 0);
    for file in files.flatten() {
        let name = file.file_name().to_string_lossy().into_owned();
        let loaded = [".js.br", ".wasm.br", ".css.br"].iter().any(|end| name.ends_with(end));
        if let Ok(data) = file.metadata()
            && loaded
        {
            let sum = if name.contains("-late.") { &mut late } else { &mut first };
            *sum += data.len();
            println!("page: {name} {} KB", data.len() / 1000);
        }
    }
    println!("page: awake after {} KB, then {} KB more, compressed", first / 1000, late / 1000);
}

#[expect(clippy::cast_precision_loss, reason = "figures are rounded anyway")]
fn float(number: usize) -> f64 {
    number as f64
}
