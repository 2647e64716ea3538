//! Vectors of the passages from a trivial model.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use footnote_models::embed::Embedder as _;
use footnote_postgres::PostgresVectors;
use footnote_search::vectors::{EmbeddedVectors, Vectors};
use footnote_store::{SqliteVectors, VectorKey, VectorStore};

use crate::Engine;
use crate::words::Words;

/// Number of passages embedded at once.
const PASSAGES_AT_ONCE: usize = 2_000;

/// Returns the vectors of a store.
pub(crate) async fn vectors(engine: &Engine, folder: &Path) -> EmbeddedVectors {
    let (store, index): (Box<dyn VectorStore>, _) = match engine {
        Engine::Tantivy(index) => {
            (Box::new(SqliteVectors::open(folder).expect("a folder takes vectors")), index)
        }
        Engine::Postgres(_, index, database) => {
            (Box::new(PostgresVectors::over(database.clone(), Words.name())), index)
        }
    };
    let read = tokio::task::spawn_blocking(|| Vectors::open(store, Words.name()));
    let vectors = read.await.expect("it ends").expect("they can be read");
    EmbeddedVectors::new(Arc::new(vectors), index.clone())
}

/// Embeds the passages that have no vectors yet.
pub(crate) async fn embed(name: &str, vectors: &EmbeddedVectors) {
    let begun = Instant::now();
    vectors.refresh().await.expect("vectors can be read");
    let (mut after, mut made) = (None, 0);
    loop {
        let awaiting = vectors.awaiting(after, PASSAGES_AT_ONCE).await;
        let (awaiting, last) = awaiting.expect("passages can be read");
        if last.is_none() {
            break;
        }
        after = last;
        made += awaiting.len();
        let keys = awaiting.iter().map(VectorKey::of);
        let texts: Vec<String> = awaiting.iter().map(|passage| passage.text.clone()).collect();
        let embedded = Words.embed(&texts).await.expect("words can be counted");
        let put = vectors.put(keys.zip(embedded).collect()).await;
        put.expect("vectors can be written");
    }
    let written = begun.elapsed().as_secs_f64();
    vectors.refresh().await.expect("vectors can be joined");
    let joined = begun.elapsed().as_secs_f64() - written;
    println!("{name}: {made} vectors in {written:.0} s, joined in {joined:.0} s");
}
