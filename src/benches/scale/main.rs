//! Search over a collection of any size, in the embedded index or in the database named by `FOOTNOTE_STORE`. Measures
//! the time to fill it, and the time of questions, one and sixteen at once, on one server and divided among three. The
//! text is that of the collections in the folder `DATA`, repeated with variation until there are `PASSAGES` passages;
//! with `MEANING=1`, they are also found by vectors of their words.

#![expect(clippy::expect_used, reason = "a benchmark that cannot start has nothing to say")]
#![expect(clippy::print_stdout, reason = "it is what a benchmark does")]
#![expect(clippy::disallowed_methods, reason = "a benchmark has no other configuration")]

mod collections;
mod meaning;
mod scope;
#[path = "../words.rs"]
mod words;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use collections::Collections;
use footnote_documents::{FileState, Passage, Record};
use footnote_postgres::{Database, Documents};
use footnote_protocol::RetrievalMode;
use footnote_search::Retriever;
use footnote_search::hybrid::HybridRetriever;
use footnote_search::index::{EmbeddedIndex, Index};
use footnote_search::keyword::Keyword;
use footnote_search::vectors::NearestPassages;
use footnote_store::search::Query;
use footnote_store::{Access, Stores};
use futures_util::{StreamExt as _, stream};
use words::Words;

/// Number of passages in a document.
const DOCUMENT: usize = 8;

/// Number of documents committed together.
const COMMIT: usize = 1_000;

/// Number of questions.
const QUESTIONS: usize = 300;

fn main() {
    let Some(collections) = Collections::named() else {
        println!("scale: DATA names no folder of collections; nothing is measured");
        return;
    };
    let runtime = tokio::runtime::Runtime::new().expect("threads can be started");
    runtime.block_on(measure(&collections));
}

async fn measure(collections: &Collections) {
    let wanted = number("PASSAGES", 10_000);
    let folder = tempfile::tempdir().expect("there is room for an index");
    let engine = Engine::open(folder.path());
    let (name, stores) = (engine.name(), engine.stores());
    engine.take_in().await;
    let there = stores.catalog.counts(Access::Full).await.expect("the stores can be read");
    if there.all() == 0 {
        fill(name, &stores, collections, wanted).await;
    }
    let questions: Vec<Query> = collections.questions().take(QUESTIONS).map(query).collect();
    let [second, third] = ["second", "third"].map(|name| folder.path().join(name));
    let others = [engine.again(&second).await, engine.again(&third).await];
    let words = |stores: Stores| Arc::new(Keyword::new(stores.passages)) as Arc<dyn Retriever>;
    let one = [words(stores.clone())];
    let three = [words(stores.clone()), words(others[0].stores()), words(others[1].stores())];
    for (servers, number) in [(&one[..], "one server"), (&three[..], "three servers")] {
        rates(&format!("{name}, {wanted} passages, by words, {number}"), servers, &questions).await;
    }
    let sets = scope::sets(name, &stores).await;
    for (of, set) in &sets {
        let name = format!("{name}, {wanted} passages, by words, in {of}");
        let questions = scope::asked(&name, (&stores, questions.as_slice()), set).await;
        rates(&name, &one, &questions).await;
    }
    if number("MEANING", 0) > 0 {
        let vectors = meaning::vectors(&engine, folder.path()).await;
        meaning::embed(name, &vectors).await;
        let nearest = NearestPassages::new(Arc::clone(&stores.passages), vectors, Arc::new(Words));
        let both: [Arc<dyn Retriever>; 1] =
            [Arc::new(HybridRetriever::new(Arc::clone(&stores.passages), nearest))];
        for (mode, by) in [(RetrievalMode::Vectors, "meaning"), (RetrievalMode::Hybrid, "both")] {
            let questions: Vec<Query> =
                questions.iter().map(|query| Query { mode, ..query.clone() }).collect();
            rates(&format!("{name}, {wanted} passages, by {by}"), &both, &questions).await;
            for (of, set) in &sets {
                let name = format!("{name}, {wanted} passages, by {by}, in {of}");
                let questions = scope::asked(&name, (&stores, questions.as_slice()), set).await;
                rates(&name, &both, &questions).await;
            }
        }
    }
}

/// Measures all questions, divided among several servers, one and sixteen at once.
async fn rates(name: &str, servers: &[Arc<dyn Retriever>], questions: &[Query]) {
    for concurrent in [1, 16] {
        // Warm-up.
        ask(servers, questions, concurrent).await;
        let begun = Instant::now();
        let times = ask(servers, questions, concurrent).await;
        let rate = questions.len() as f64 / begun.elapsed().as_secs_f64();
        let [median, most, nearly_all] = [50, 95, 99].map(|share| percentile(&times, share));
        println!(
            "{name}, {concurrent} at once: p50 {median:.1} ms, p95 {most:.1} ms, \
             p99 {nearly_all:.1} ms, {rate:.0} questions/s"
        );
    }
}

/// The engine to measure.
pub(crate) enum Engine {
    Tantivy(EmbeddedIndex),
    /// A machine's copy, and the database.
    Postgres(Documents, EmbeddedIndex, Database),
}

impl Engine {
    fn open(folder: &Path) -> Self {
        let index = Index::open(folder).expect("an index can be made");
        let index = EmbeddedIndex::new(Arc::new(index));
        if let Ok(address) = std::env::var("FOOTNOTE_STORE") {
            let database = Database::open(&address, 16).expect("the address is one");
            return Self::Postgres(Documents::of(database.clone(), index.clone()), index, database);
        }
        Self::Tantivy(index)
    }

    /// Returns the same engine for another server; over a database it has its own copy in `folder`.
    async fn again(&self, folder: &Path) -> Self {
        match self {
            Self::Tantivy(index) => Self::Tantivy(index.clone()),
            Self::Postgres(..) => {
                let other = Self::open(folder);
                other.take_in().await;
                other
            }
        }
    }

    /// Takes in what the database has, and tells how long that takes.
    async fn take_in(&self) {
        let begun = Instant::now();
        let stores = self.stores();
        stores.writer.begin_pass().await.expect("the database can be read");
        let counts = stores.catalog.counts(Access::Full).await.expect("the stores can be read");
        let (took, passages) = (begun.elapsed().as_secs_f64(), counts.passages);
        println!("{}: {passages} passages are at hand after {took:.1} s", self.name());
    }

    fn name(&self) -> &'static str {
        match self {
            Self::Tantivy(_) => "tantivy",
            Self::Postgres(..) => "postgres",
        }
    }

    fn stores(&self) -> Stores {
        match self {
            Self::Tantivy(index) => index.clone().into(),
            Self::Postgres(documents, ..) => documents.clone().into(),
        }
    }
}

async fn fill(name: &str, stores: &Stores, collections: &Collections, wanted: usize) {
    let begun = Instant::now();
    let mut written = 0;
    for number in 0..wanted.div_ceil(DOCUMENT) {
        let count = DOCUMENT.min(wanted - written);
        write(stores, number, &collections.texts(number, count)).await;
        written += count;
        if number % COMMIT == COMMIT - 1 {
            stores.writer.commit().await.expect("it can be written");
        }
    }
    stores.writer.commit().await.expect("it can be written");
    let read = begun.elapsed();
    stores.writer.optimize().await.expect("it can be merged");
    let rate = written as f64 / read.as_secs_f64();
    let merged = begun.elapsed().saturating_sub(read);
    println!(
        "{name}, {written} passages: {rate:.0} passages/s, merged in {:.1} s",
        merged.as_secs_f64()
    );
}

async fn write(stores: &Stores, number: usize, texts: &[String]) {
    let path = format!("folder/document-{number}.md");
    let passage = |(ordinal, text): (u32, &String)| Passage {
        id: format!("{path}#{ordinal}"),
        path: path.clone(),
        ordinal,
        category: Some("folder".to_owned()),
        text: text.clone(),
        ..Passage::default()
    };
    let passages: Vec<Passage> = (0..).zip(texts).map(passage).collect();
    let count = u32::try_from(passages.len()).unwrap_or(u32::MAX);
    let state = FileState::Ready { passages: count, pages: 1 };
    let record = Record { path: path.clone(), state, ..Record::default() };
    stores.writer.begin(&path).await.expect("it can be written");
    stores.writer.append(passages).await.expect("it can be written");
    stores.writer.finish(record).await.expect("it can be written");
}

fn query(text: String) -> Query {
    Query { text, top: 5, mode: RetrievalMode::Text, ..Query::default() }
}

/// Asks all questions, this many at once, each on the next server; returns the times, sorted.
async fn ask(
    servers: &[Arc<dyn Retriever>],
    questions: &[Query],
    concurrent: usize,
) -> Vec<Duration> {
    let asked = stream::iter(questions.iter().zip(servers.iter().cycle()));
    let asked = asked.map(async |(query, server)| {
        let begun = Instant::now();
        server.retrieve(query).await.expect("the stores can be searched");
        begun.elapsed()
    });
    let mut times: Vec<Duration> = asked.buffer_unordered(concurrent).collect().await;
    times.sort();
    times
}

fn percentile(times: &[Duration], share: usize) -> f64 {
    let at = (times.len() * share / 100).min(times.len() - 1);
    times.get(at).map_or(0.0, Duration::as_secs_f64) * 1_000.0
}

fn number(name: &str, default: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}
