//! How fast passages are indexed and found: `cargo bench --features ssr`.

#![expect(
    clippy::expect_used,
    reason = "a benchmark that cannot start has nothing to say"
)]

use std::hint::black_box;
use std::sync::Arc;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use footnote::rag::corpus::index::{Index, Record, Stamp};
use footnote::rag::corpus::{FileState, Passage};
use footnote::rag::retrieval::keyword::Keyword;
use footnote::rag::retrieval::{Query, Retriever};

/// Words of a passage of about 600 characters.
const WORDS: u64 = 90;
/// Passages of one document.
const PER_DOCUMENT: u32 = 100;

/// A question as people ask them, with a word that the documents lack.
const QUESTION: &str = "What does w17 say about the w400 of a w3200 and w9000 under w5 or zzz?";

/// Numbers that look random and are the same in each run.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A word; the first ones come up far more often than the last ones, as in languages.
    fn word(&mut self) -> String {
        let octave = self.next() % 14;
        format!("w{}", self.next() % (2 << octave))
    }
}

fn document(name: u32, passages: u32, numbers: &mut Numbers) -> (Record, Vec<Passage>) {
    let path = format!("document-{name}.md");
    let passages: Vec<Passage> = (0..passages)
        .map(|ordinal| Passage {
            id: format!("{path}#{ordinal}"),
            path: path.clone(),
            ordinal,
            title: format!("Document {name}"),
            text: (0..WORDS).map(|_| numbers.word() + " ").collect(),
            ..Passage::default()
        })
        .collect();
    let record = Record {
        path,
        stamp: Stamp::default(),
        title: format!("Document {name}"),
        state: FileState::Ready {
            passages: PER_DOCUMENT,
            pages: 1,
        },
    };
    (record, passages)
}

fn fill(index: &Index, documents: &[(Record, Vec<Passage>)]) {
    for (record, passages) in documents {
        let replaced = index.replace(&record.path, record, passages);
        replaced.expect("an index in memory takes passages");
    }
    index.commit().expect("an index in memory commits");
}

fn documents(passages: u32) -> Vec<(Record, Vec<Passage>)> {
    let mut numbers = Numbers(42);
    (0..passages / PER_DOCUMENT)
        .map(|name| document(name, PER_DOCUMENT, &mut numbers))
        .collect()
}

fn in_memory() -> Index {
    Index::in_memory().expect("an index in memory opens")
}

fn indexing(criterion: &mut Criterion) {
    let documents = documents(1_000);
    let mut group = criterion.benchmark_group("index");
    group
        .throughput(Throughput::Elements(1_000))
        .sample_size(10);
    group.bench_function("1,000 passages", |bencher| {
        bencher.iter_batched(
            in_memory,
            |index| fill(&index, &documents),
            BatchSize::PerIteration,
        );
    });
    group.finish();
}

fn retrieval(criterion: &mut Criterion) {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime starts");
    let mut group = criterion.benchmark_group("retrieve");
    for (name, passages) in [("10,000 passages", 10_000), ("100,000 passages", 100_000)] {
        let index = in_memory();
        fill(&index, &documents(passages));
        let retriever = Keyword::new(Arc::new(index));
        let query = Query {
            text: QUESTION.to_owned(),
            top: 5,
            ..Query::default()
        };
        group.bench_function(name, |bencher| {
            bencher.iter(|| black_box(runtime.block_on(retriever.retrieve(&query))));
        });
    }
    group.finish();
}

criterion_group!(benches, indexing, retrieval);
criterion_main!(benches);
