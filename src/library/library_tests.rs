//! Tests of a library as different readers see it.

use std::sync::Arc;

use footnote_documents::Record;
use footnote_documents::acl::{Acl, Reader};
use footnote_search::index::MemoryCatalog;
use footnote_store::FileKind;

use super::Library;

/// A library of these files, each with its title and its ACL.
fn library(files: [(&str, &str, &str); 3]) -> Library {
    let record = |(path, title, folder): (&str, &str, &str)| Record {
        path: path.to_owned(),
        title: title.to_owned(),
        acl: Acl::of_folder(folder).unwrap(),
        ..Record::default()
    };
    let catalog: MemoryCatalog = files.into_iter().map(record).collect();
    Library::over("folder", Arc::new(catalog))
}

async fn failed(library: &Library, named: &str) -> Vec<String> {
    let files = library.first(FileKind::Failed, named, 9).await.unwrap();
    files.iter().map(|file| file.path.clone()).collect()
}

#[tokio::test]
async fn files_are_listed_as_people_look_for_them() {
    let files = ["Plan10.md", "plan2.md", "Äpfel.md"].map(|path| (path, "", "public"));
    let library = library(files);
    assert_eq!(failed(&library, "").await, ["Äpfel.md", "plan2.md", "Plan10.md"]);
    assert_eq!(failed(&library, " PLAN").await.len(), 2);
}

#[tokio::test]
async fn no_reader_sees_files_of_others() {
    async fn seen(library: &Library) -> Vec<String> {
        let paths = failed(library, "").await;
        let is_known = library.file("b.md").await.unwrap().is_some();
        assert_eq!(library.counts().await.unwrap().failed, paths.len());
        assert_eq!(library.progress().await.unwrap().seen as usize, paths.len());
        let shared = library.shared_titles(&["Leave"]).await.unwrap();
        assert_eq!(is_known, shared.contains("Leave"));
        paths
    }
    let library = library([
        ("a.md", "Leave", "public"),
        ("b.md", "Leave", "user: alice"),
        ("gold.md", "", "user: bob"),
    ]);
    assert_eq!(seen(&library).await, ["a.md"]);
    let alice = library.seen_by(Reader::new(Some("alice"), []));
    assert_eq!(seen(&alice).await, ["a.md", "b.md"]);
    let all = library.every_file().await.unwrap().len();
    assert_eq!((library.restricted().await.unwrap(), all), (2, 3));
}

#[tokio::test]
async fn damaged_files_are_told_to_operators_alone() {
    let library = library([("a.md", "", "public"), ("b.md", "", "public"), ("c.md", "", "public")]);
    library.update(|progress| progress.set_aside = vec!["sessions.damaged".to_owned()]);
    let reader = Reader::new(Some("alice"), []);
    for (reader, is_told) in [(reader.clone(), false), (reader.operating(), true)] {
        let told = library.seen_by(reader).progress().await.unwrap().notice();
        assert_eq!(told.is_some_and(|told| told.contains("sessions.damaged")), is_told);
    }
}
