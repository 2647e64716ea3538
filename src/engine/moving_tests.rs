//! A move from one folder to another: the same documents, conversations and uploads.

use std::path::Path;

use footnote_protocol::Message;
use footnote_retrieval::store::{Access, Change};

use super::{Moved, copy};
use crate::Engine;
use crate::config::tests::settings;
use crate::config::{Config, Settings};

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
    let passages = old.passages().await.unwrap();
    drop(old);
    let place = folder.path().join("new").to_string_lossy().into_owned();
    let to = from.stored_at(&place).unwrap();
    let moved = copy(&from, &to).await.unwrap();
    assert_eq!(moved, Moved { files: 1, sessions: 1, uploads: 0, descriptions: 0 });
    let new = Engine::open(&to).await.unwrap();
    assert_eq!(new.passages().await.unwrap(), passages);
    let record = new.stores.catalog.record("tea.md", Access::Full).await.unwrap().unwrap();
    assert!(record.opening.contains("Tea"));
    let exported = new.sessions(&to).export("", 9).await.unwrap();
    assert_eq!((exported.len(), &exported[0].content), (1, &said));
    // What it was read by is known too: nothing is read again.
    let version = new.stores.catalog.version();
    new.read(None).await.unwrap();
    assert_eq!(new.stores.catalog.version(), version);
    drop(new);
    assert!(copy(&from, &to).await.unwrap_err().to_string().contains("documents already"));
}
