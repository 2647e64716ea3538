//! Moving from one folder to another keeps documents, conversations and uploads.

use std::path::Path;

use footnote_documents::Passage;
use footnote_documents::acl::Reader;
use footnote_protocol::Message;
use footnote_retrieval::store::keys::Secret;
use footnote_retrieval::store::search::Query;
use footnote_retrieval::store::{Access, Change, ExportedSession, Start};

use super::{Moved, copy};
use crate::config::tests::settings;
use crate::config::{Config, Settings};
use crate::{Engine, KeptCounts};

fn config(folder: &Path, documents: &Path) -> Config {
    let text = |path: &Path| path.to_string_lossy().into_owned();
    let settings = Settings { documents: Some(text(documents)), data: text(folder), ..settings() };
    Config::new(settings).unwrap()
}

#[tokio::test]
async fn everything_that_is_kept_is_copied_and_nothing_over_what_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let documents = folder.path().join("documents");
    std::fs::create_dir(&documents).unwrap();
    std::fs::write(documents.join("tea.md"), "# Tea\n\nTea is served at four.").unwrap();
    let from = config(&folder.path().join("old"), &documents);
    let old = Engine::open(&from).await.unwrap();
    old.read(None).await.unwrap();
    let said = Change { messages: vec![Message::user("When is tea?")], ..Change::default() };
    old.sessions(&from).begin("ada", "a", said.clone()).await.unwrap();
    let passages = all_passages(&old).await;
    let secret = Secret([7; 32]);
    old.keys(&from).replace_secret(secret.clone()).await.unwrap();
    drop(old);
    let place = folder.path().join("new").to_string_lossy().into_owned();
    let to = from.stored_at(&place).unwrap();
    let moved = copy(&from, &to).await.unwrap();
    let kept = KeptCounts { conversations: 1, ..KeptCounts::default() };
    assert_eq!(moved, Moved { files: 1, kept });
    let new = Engine::open(&to).await.unwrap();
    assert_eq!(all_passages(&new).await, passages);
    let record = new.stores.catalog.record("tea.md", Access::Full).await.unwrap().unwrap();
    assert!(record.title.contains("Tea"));
    let exported = new.sessions(&to).export("", 9).await.unwrap();
    assert_eq!((exported.len(), &exported[0].content), (1, &said));
    let keys = new.keys(&to);
    assert!(keys.secret(Secret([1; 32])).await.unwrap() == secret, "operators stay known");
    // The reading state is copied too, so nothing is read again.
    let version = new.stores.catalog.version();
    new.read(None).await.unwrap();
    assert_eq!(new.stores.catalog.version(), version);
    drop(new);
    assert!(copy(&from, &to).await.unwrap_err().to_string().contains("1 document already"));
}

#[tokio::test]
async fn what_goes_to_a_database_and_back_is_the_same() {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../sample/documents");
    for address in footnote_postgres::tests::addresses().await {
        let folder = tempfile::tempdir().unwrap();
        let from = config(&folder.path().join("old"), &sample);
        let old = Engine::open(&from).await.unwrap();
        old.read(None).await.unwrap();
        let me = Reader::new(Some("ada"), []).operating();
        let mut upload = old.uploads().begin(&me, "note.md").await.unwrap();
        upload.write(b"# Note\n\nTea is served at four.").await.unwrap();
        let note = upload.finish().await.unwrap();
        old.read(None).await.unwrap();
        let said = Change { messages: vec![Message::user("When is tea?")], ..Change::default() };
        old.sessions(&from).begin("ada", "a", said).await.unwrap();
        let before = kept(&old, &from, &note).await;
        drop(old);
        let shared = from.stored_at(&address).unwrap();
        copy(&from, &shared).await.unwrap();
        let there = Engine::open(&shared).await.unwrap();
        assert_eq!(kept(&there, &shared, &note).await, before);
        drop(there);
        let place = folder.path().join("new").to_string_lossy().into_owned();
        let back = from.stored_at(&place).unwrap();
        copy(&shared, &back).await.unwrap();
        let new = Engine::open(&back).await.unwrap();
        assert_eq!(kept(&new, &back, &note).await, before);
    }
}

/// All passages that can be found.
async fn all_passages(engine: &Engine) -> Vec<Passage> {
    let mut passages = Vec::new();
    for file in engine.stores.catalog.after("", usize::MAX, Access::Full).await.unwrap() {
        let (start, most) = (Start::Passage(0), usize::MAX);
        let own = engine.stores.passages.passages_from(&file.path, start, most, Access::Full);
        passages.extend(own.await.unwrap());
    }
    passages
}

/// Everything that is kept: passages, the results of a question, uploads and conversations.
async fn kept(
    engine: &Engine,
    config: &Config,
    note: &str,
) -> (Vec<Passage>, Vec<String>, String, Vec<ExportedSession>) {
    let query = Query { text: "tea leave".to_owned(), top: 20, ..Query::default() };
    let found = engine.stores.passages.search(&query).await.unwrap();
    let found = found.hits.into_iter().map(|hit| hit.passage.id).collect();
    let uploads = engine.rag.library.folders().fetch(note).await.unwrap().unwrap().unwrap();
    let uploaded = std::io::read_to_string(uploads).unwrap();
    let sessions = engine.sessions(config).export("", 9).await.unwrap();
    (all_passages(engine).await, found, uploaded, sessions)
}
