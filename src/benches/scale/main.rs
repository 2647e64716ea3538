//! Search over a collection of any size, in the embedded index or in the database that `FOOTNOTE_STORE` names: the time
//! that it takes to fill, and how long questions take, one and sixteen at once. The text is that of the collections in
//! the folder `DATA`, repeated with variation until there are `PASSAGES`.

#![expect(clippy::expect_used, reason = "a benchmark that cannot start has nothing to say")]
#![expect(clippy::print_stdout, reason = "it is what a benchmark does")]
#![expect(clippy::disallowed_methods, reason = "a benchmark has no other configuration")]

mod collections;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use collections::Collections;
use footnote_documents::{FileState, Passage, Record};
use footnote_postgres::{Database, Documents};
use footnote_retrieval::Query;
use footnote_retrieval::corpus::index::Index;
use footnote_retrieval::store::{Access, PassageStore, Stores};
use futures_util::{StreamExt as _, stream};

/// Passages of one document.
const DOCUMENT: usize = 8;

/// Documents that are committed together.
const COMMIT: usize = 1_000;

/// Questions that are asked.
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
    let (name, stores) = stores(folder.path());
    let there = stores.catalog.counts(Access::Full).await.expect("the stores can be read");
    if there.all() == 0 {
        fill(name, &stores, collections, wanted).await;
    }
    let questions: Vec<Query> = collections.questions().take(QUESTIONS).map(query).collect();
    for concurrent in [1, 16] {
        // The first round warms up.
        ask(&stores.passages, &questions, concurrent).await;
        let begun = Instant::now();
        let times = ask(&stores.passages, &questions, concurrent).await;
        let rate = questions.len() as f64 / begun.elapsed().as_secs_f64();
        let [median, most, nearly_all] = [50, 95, 99].map(|share| percentile(&times, share));
        println!(
            "{name}, {wanted} passages, {concurrent} at once: p50 {median:.1} ms, p95 {most:.1} ms, \
             p99 {nearly_all:.1} ms, {rate:.0} questions/s"
        );
    }
}

/// The stores, and their name.
fn stores(folder: &Path) -> (&'static str, Stores) {
    if let Ok(address) = std::env::var("FOOTNOTE_STORE") {
        let database = Database::open(&address, 32).expect("the address is one");
        return ("postgres", Stores::from(Documents::of(database)));
    }
    let index = Index::open(folder).expect("an index can be made");
    ("tantivy", Stores::from(&Arc::new(index)))
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
    let passage = |(ordinal, text): (u32, &String)| {
        let mut passage = Passage {
            id: format!("{path}#{ordinal}"),
            path: path.clone(),
            ordinal,
            category: Some("folder".to_owned()),
            ..Passage::default()
        };
        passage.set_text(text.clone());
        passage
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
    Query { text, top: 5, ..Query::default() }
}

/// Asks all questions, so many at once; the time of each, sorted.
async fn ask(
    passages: &Arc<dyn PassageStore>,
    questions: &[Query],
    concurrent: usize,
) -> Vec<Duration> {
    let asked = stream::iter(questions).map(async |query| {
        let begun = Instant::now();
        passages.search(query).await.expect("the stores can be searched");
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
