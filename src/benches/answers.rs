//! Benchmarks of indexing and search: `cargo bench --features ssr`.

#![expect(clippy::expect_used, reason = "a benchmark that cannot start has nothing to say")]

mod synthetic;

use std::hint::black_box;
use std::sync::Arc;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use footnote_retrieval::keyword::Keyword;
use footnote_retrieval::{Query, Retriever};
use synthetic::{LONG, documents, fill, in_memory};

/// A question in the style of a reader, with a word that the documents lack.
const QUESTION: &str = "What does w17 say about the w400 of a w3200 and w9000 under w5 or zzz?";

fn indexing(criterion: &mut Criterion) {
    let documents = documents(1_000, LONG);
    let mut group = criterion.benchmark_group("index");
    group.throughput(Throughput::Elements(1_000)).sample_size(10);
    group.bench_function("1,000 passages", |bencher| {
        bencher.iter_batched(in_memory, |index| fill(&index, &documents), BatchSize::PerIteration);
    });
    group.finish();
}

fn retrieval(criterion: &mut Criterion) {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime starts");
    let mut group = criterion.benchmark_group("retrieve");
    for (name, passages) in [("10,000 passages", 10_000), ("100,000 passages", 100_000)] {
        let index = in_memory();
        fill(&index, &documents(passages, LONG));
        let retriever = Keyword::over(Arc::new(index));
        let query = Query { text: QUESTION.to_owned(), top: 5, ..Query::default() };
        group.bench_function(name, |bencher| {
            bencher.iter(|| black_box(runtime.block_on(retriever.retrieve(&query))));
        });
    }
    group.finish();
}

criterion_group!(benches, indexing, retrieval);
criterion_main!(benches);
