//! Quoted answers where passages are also found by meaning: with a trivial embedding model, and stored vectors of
//! passages.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use footnote_answers::{Rag, Settings, Workers};
use footnote_library::{Library, embedding};
use footnote_models::ModelSlot;
use footnote_models::embed::Embedder as _;
use footnote_search::hybrid::HybridRetriever;
use footnote_search::index::EmbeddedIndex;
use footnote_search::vectors::{EmbeddedVectors, NearestPassages, Vectors};
use footnote_store::{PassageStore, SqliteVectors};

use super::synthetic::{LONG, documents, fill, in_memory};
use super::words::Words;

/// Number of passages of the collection.
const PASSAGES: u32 = 100_000;

/// Measures answers over a collection whose passages have vectors.
pub(crate) async fn quoting() {
    let folder = tempfile::tempdir().expect("a folder for the vectors");
    let index = Arc::new(in_memory());
    let documents = documents(PASSAGES, LONG);
    fill(&index, &documents);
    drop(documents);
    let library = Library::over(PathBuf::new(), index.catalog());
    let store = SqliteVectors::open(folder.path()).expect("a folder takes vectors");
    let vectors = Vectors::open(Box::new(store), Words.name()).expect("vectors can be read");
    let index = EmbeddedIndex::new(index);
    let vectors = EmbeddedVectors::new(Arc::new(vectors), index.clone());
    let begun = Instant::now();
    let embedded = embedding::run(&library, &vectors, &Words).await;
    embedded.expect("words can be counted");
    let seconds = begun.elapsed().as_secs_f64();
    println!("vectors of {PASSAGES} passages: written in {seconds:.0} s");
    let index: Arc<dyn PassageStore> = Arc::new(index);
    let nearest = NearestPassages::new(Arc::clone(&index), vectors, Arc::new(Words));
    let rag = Rag {
        retriever: Arc::new(HybridRetriever::new(index, nearest)),
        model: ModelSlot::default(),
        library: Arc::new(library),
        settings: Settings::default(),
        workers: Workers::default(),
        reader: footnote_documents::acl::Reader::default(),
        scope: None,
    };
    let name = format!("{PASSAGES} passages, by words and by meaning");
    super::quoting(&rag, &name).await;
}
