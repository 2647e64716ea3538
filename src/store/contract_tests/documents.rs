//! The contract of the document stores, checked on an empty engine.

use std::collections::BTreeSet;
use std::sync::Arc;

use footnote_documents::acl::{Acl, Reader};
use footnote_documents::{FileState, Passage, Record, Stamp};
use footnote_protocol::Order;

use crate::search::Query;
use crate::{Access, DocumentSet, FileKind, Selection, Start, Stores};

/// Record of a document with one passage, for the readers in this ACL.
fn record(path: &str, title: &str, acl: &str, size: u64) -> Record {
    Record {
        path: path.to_owned(),
        title: title.to_owned(),
        acl: Acl::of_folder(acl).unwrap(),
        stamp: Stamp { size, changed: 1, ..Stamp::default() },
        state: FileState::Ready { passages: 1, pages: 1 },
        ..Record::default()
    }
}

fn passage(record: &Record, ordinal: u32, text: &str) -> Passage {
    Passage {
        id: format!("{}#{ordinal}", record.path),
        path: record.path.clone(),
        ordinal,
        title: record.title.clone(),
        page: Some(ordinal + 1),
        category: record.path.split_once('/').map(|(folder, _)| folder.to_owned()),
        text: text.to_owned(),
        acl: record.acl.clone(),
        ..Passage::default()
    }
}

async fn write(stores: &Stores, record: Record, texts: &[&str]) {
    stores.writer.begin(&record.path).await.unwrap();
    for (ordinal, text) in (0..).zip(texts) {
        stores.writer.append(vec![passage(&record, ordinal, text)]).await.unwrap();
    }
    stores.writer.finish(record).await.unwrap();
}

fn alice() -> Reader {
    Reader::new(Some("alice"), [])
}

fn query(text: &str, reader: Reader) -> Query {
    Query { text: text.to_owned(), top: 9, reader, ..Query::default() }
}

async fn found(stores: &Stores, text: &str, reader: Reader) -> Vec<String> {
    let found = stores.passages.search(&query(text, reader)).await.unwrap();
    found.hits.into_iter().map(|hit| hit.passage.id).collect()
}

async fn listed(stores: &Stores, selection: Selection<'_>, access: Access<'_>) -> Vec<String> {
    let piece = stores.catalog.list(selection, access).await.unwrap();
    piece.files.iter().map(|file| file.path.clone()).collect()
}

/// Checks everything that is promised for documents on an empty engine.
pub async fn keeps_documents(stores: &Stores) {
    nothing_is_seen_before_it_is_committed(stores).await;
    each_reader_is_answered_as_if_there_were_nothing_else(stores).await;
    lists_have_an_order_and_a_limit(stores).await;
    passages_are_read_by_their_places(stores).await;
    what_a_file_encloses_goes_with_it(stores).await;
    folders_are_told_part_by_part(stores).await;
    a_scope_is_asked_as_if_there_were_nothing_else(stores).await;
    one_has_a_lease_at_a_time(stores).await;
}

async fn nothing_is_seen_before_it_is_committed(stores: &Stores) {
    let (writer, nobody) = (&stores.writer, Reader::default());
    let before = stores.catalog.version();
    writer.begin_pass().await.unwrap();
    write(stores, record("hr/leave.md", "Leave", "public", 3), &["Staff get 30 days.", "Ask Kim."])
        .await;
    assert!(found(stores, "staff", nobody.clone()).await.is_empty());
    assert_eq!(stores.catalog.counts(Access::Full).await.unwrap().all(), 0);
    writer.commit().await.unwrap();
    assert!(stores.catalog.version() > before);
    assert_eq!(found(stores, "staff", nobody.clone()).await, ["hr/leave.md#0"]);
    // A document that was begun but not finished is dropped by the next pass.
    writer.begin("hr/leave.md").await.unwrap();
    writer.begin_pass().await.unwrap();
    writer.commit().await.unwrap();
    assert_eq!(found(stores, "staff", nobody.clone()).await, ["hr/leave.md#0"]);
    write(stores, record("hr/leave.md", "Leave", "public", 3), &["Staff get 31 days.", "Ask Kim."])
        .await;
    writer.commit().await.unwrap();
    let hits = stores.passages.search(&query("days", nobody)).await.unwrap().hits;
    assert_eq!(hits.len(), 1, "the new passages stand for the document, and nothing else");
    writer.optimize().await.unwrap();
}

async fn each_reader_is_answered_as_if_there_were_nothing_else(stores: &Stores) {
    let (nobody, alice) = (Reader::default(), alice());
    write(
        stores,
        record("board/merger.md", "Leave", "user: alice", 9),
        &["Staff of Fabrikam join."],
    )
    .await;
    stores.writer.commit().await.unwrap();
    assert_eq!(found(stores, "staff fabrikam", nobody.clone()).await, ["hr/leave.md#0"]);
    assert_eq!(found(stores, "staff fabrikam", alice.clone()).await.len(), 2);
    let terms = stores.passages.search(&query("fabrikam", nobody.clone())).await.unwrap().terms;
    assert!(terms.iter().all(|term| !term.known), "{terms:?}");
    let catalog = &stores.catalog;
    let counted = catalog.counts(Access::Full).await.unwrap().passages;
    let public = catalog.counts(Access::Of(&nobody)).await.unwrap().passages;
    assert!(public > 0 && counted == public + 1, "the passages are counted: {public}, {counted}");
    for (access, count) in [(Access::Of(&nobody), 1), (Access::Of(&alice), 2), (Access::Full, 2)] {
        assert_eq!(catalog.counts(access).await.unwrap().ready, count);
        assert_eq!(catalog.titled(&["Leave"], access).await.unwrap()[0] as usize, count);
        assert_eq!(catalog.after("", 9, access).await.unwrap().len(), count);
        let hidden = catalog.record("board/merger.md", access).await.unwrap();
        assert_eq!(hidden.is_some(), count == 2);
        let stems = BTreeSet::from(["merger".to_owned()]);
        assert_eq!(catalog.named(&stems, access).await.unwrap().len(), count - 1);
        let place = ("board/merger.md".to_owned(), 0);
        let read = stores.passages.at(vec![place.clone()], access).await.unwrap();
        assert_eq!(read[0].is_some(), count == 2);
        let read =
            stores.passages.passages_from(&place.0, Start::Passage(0), 9, access).await.unwrap();
        assert_eq!(read.len(), count - 1);
    }
    assert_eq!(catalog.restricted().await.unwrap(), 1);
    assert!(stores.passages.is_restricted().await.unwrap());
}

async fn lists_have_an_order_and_a_limit(stores: &Stores) {
    let failed = FileState::Failed("is empty".to_owned());
    let broken = Record { state: failed, ..record("hr/broken.md", "", "public", 1) };
    write(stores, broken, &["These words were read before it failed."]).await;
    write(stores, record("hr/Plan10.md", "", "public", 5), &["Ten."]).await;
    write(stores, record("hr/plan2.md", "Second", "public", 7), &["Two."]).await;
    stores.writer.commit().await.unwrap();
    assert!(found(stores, "failed", Reader::default()).await.is_empty());
    let nobody = Reader::default();
    let all = Selection { limit: 9, ..Selection::default() };
    let by_name = ["hr/leave.md", "hr/plan2.md", "hr/Plan10.md"];
    assert_eq!(listed(stores, all, (&nobody).into()).await, by_name);
    let some = Selection { offset: 1, limit: 1, ..all };
    assert_eq!(listed(stores, some, (&nobody).into()).await, by_name[1..2]);
    let largest = Selection { order: Order::Size, limit: 2, ..all };
    let by_size = ["hr/plan2.md", "hr/Plan10.md"];
    assert_eq!(listed(stores, largest, (&nobody).into()).await, by_size);
    let second = Selection { named: " SECOND", ..all };
    assert_eq!(listed(stores, second, Access::Full).await, ["hr/plan2.md"]);
    let in_folder = async |folder| listed(stores, Selection { folder, ..all }, Access::Full).await;
    assert_eq!(in_folder("hr").await.len(), 4 - 1);
    assert!(in_folder("h").await.is_empty() && in_folder("hr/plan2.md").await.is_empty());
    let failed = Selection { kind: FileKind::Failed, ..all };
    assert_eq!(listed(stores, failed, Access::Full).await, ["hr/broken.md"]);
    let fitting = stores.catalog.list(some, (&nobody).into()).await.unwrap().fitting;
    assert_eq!(fitting, 3);
    stores.writer.mark_stale("hr/plan2.md").await.unwrap();
    let stale = stores.catalog.record("hr/plan2.md", Access::Full).await.unwrap().unwrap();
    assert_eq!(stale.stamp, Stamp::default());
}

async fn passages_are_read_by_their_places(stores: &Stores) {
    let read = async |start, limit| {
        let read = stores.passages.passages_from("hr/leave.md", start, limit, Access::Full).await;
        read.unwrap().into_iter().map(|passage| passage.ordinal).collect::<Vec<_>>()
    };
    assert_eq!(read(Start::Passage(0), 9).await, [0, 1]);
    assert_eq!(read(Start::Passage(0), 1).await, [0]);
    assert_eq!(read(Start::Passage(0), usize::MAX).await, [0, 1]);
    assert_eq!(read(Start::Page(2), 9).await, [1]);
    let hits = stores.passages.search(&query("staff", Reader::default())).await.unwrap().hits;
    let hits = stores.passages.with_neighbours(hits).await.unwrap();
    assert_eq!(hits[0].after, None, "the next passage stands on another page");
    let elsewhere = Query { exclude_category: Some("hr".to_owned()), ..query("staff", alice()) };
    let hits = stores.passages.search(&elsewhere).await.unwrap().hits;
    assert!(hits.iter().all(|hit| hit.passage.path == "board/merger.md") && hits.len() == 1);
}

async fn what_a_file_encloses_goes_with_it(stores: &Stores) {
    let (writer, catalog) = (&stores.writer, &stores.catalog);
    writer.begin("tea.eml").await.unwrap();
    write(stores, record("tea.eml/list.md", "", "public", 1), &["Oolong."]).await;
    writer.finish(record("tea.eml", "", "public", 1)).await.unwrap();
    writer.commit().await.unwrap();
    assert_eq!(catalog.enclosed("tea.eml", 9, Access::Full).await.unwrap().len(), 1);
    assert_eq!(found(stores, "oolong", Reader::default()).await.len(), 1);
    writer.remove(&["tea.eml".to_owned()]).await.unwrap();
    writer.commit().await.unwrap();
    assert!(catalog.enclosed("tea.eml", 9, Access::Full).await.unwrap().is_empty());
    assert!(found(stores, "oolong", Reader::default()).await.is_empty());
}

async fn folders_are_told_part_by_part(stores: &Stores) {
    let (writer, catalog, nobody) = (&stores.writer, &stores.catalog, Reader::default());
    writer.begin("mail.eml").await.unwrap();
    write(stores, record("mail.eml/list.MD", "", "public", 1), &["Darjeeling."]).await;
    writer.finish(record("mail.eml", "", "public", 1)).await.unwrap();
    write(stores, record("hr/it/x.md", "", "public", 1), &["Laptops."]).await;
    writer.commit().await.unwrap();
    let folder = async |path: &'static str, piece, access| {
        let page = catalog.folder(path, piece, access).await.unwrap();
        let files: Vec<String> = page.files.iter().map(|file| file.path.clone()).collect();
        (page.folders, files, page.fitting)
    };
    let (folders, files, fitting) = folder("", (0, 9), (&nobody).into()).await;
    assert_eq!((folders, fitting), (vec![("hr".to_owned(), 4)], 1));
    assert_eq!(files, ["mail.eml"], "what a file encloses lies in no folder");
    let (folders, ..) = folder("", (0, 9), Access::Full).await;
    assert_eq!(folders[0], ("board".to_owned(), 1));
    let (folders, files, fitting) = folder("hr", (1, 1), (&nobody).into()).await;
    assert_eq!((folders, fitting), (vec![("it".to_owned(), 1)], 3));
    assert_eq!(files, ["hr/plan2.md"]);
    assert_eq!(folder("h", (0, 9), Access::Full).await, (Vec::new(), Vec::new(), 0));
    let mut endings = catalog.endings((&nobody).into()).await.unwrap();
    endings.sort();
    assert_eq!(endings, [("eml".to_owned(), 1), ("md".to_owned(), 5)]);
    let below = async |paths: &[&str], access| {
        let paths: Vec<String> = paths.iter().map(|path| (*path).to_owned()).collect();
        let records = catalog.below(&paths, access).await.unwrap();
        let paths = records.iter().map(|record| record.path.clone());
        paths.collect::<BTreeSet<String>>().into_iter().collect::<Vec<String>>()
    };
    assert_eq!(below(&["hr/it", "mail.eml"], Access::Full).await.len(), 3);
    assert_eq!(below(&["board", "hr/leave.md"], (&nobody).into()).await, ["hr/leave.md"]);
    let all = below(&[], Access::Full).await;
    assert!(all.len() == 8 && all.contains(&"hr/broken.md".to_owned()), "{all:?}");
    for path in ["hr/it/x.md", "mail.eml"] {
        writer.remove(&[path.to_owned()]).await.unwrap();
    }
    writer.commit().await.unwrap();
}

async fn a_scope_is_asked_as_if_there_were_nothing_else(stores: &Stores) {
    let scope = async |paths: &[&str]| {
        let paths: Vec<String> = paths.iter().map(|path| (*path).to_owned()).collect();
        let records = stores.catalog.below(&paths, Access::Of(&alice())).await.unwrap();
        Some(Arc::new(DocumentSet::of(records)))
    };
    let leave = scope(&["hr/leave.md"]).await;
    let asked = Query { scope: leave.clone(), ..query("staff fabrikam", alice()) };
    let found = stores.passages.search(&asked).await.unwrap();
    let paths: Vec<&str> = found.hits.iter().map(|hit| hit.passage.path.as_str()).collect();
    assert_eq!(paths, ["hr/leave.md"]);
    let known = |word: &str| found.terms.iter().any(|term| term.word == word && term.known);
    assert!(known("staff") && !known("fabrikam"), "{:?}", found.terms);
    let misspelt = Query { scope: leave.clone(), ..query("Fabrikm", alice()) };
    let found = stores.passages.search(&misspelt).await.unwrap();
    assert!(found.hits.is_empty() && found.corrections.is_empty(), "its words are not known");
    let both = Query { scope: scope(&["hr", "board"]).await, ..misspelt };
    let corrected = stores.passages.search(&both).await.unwrap();
    assert_eq!(corrected.corrections[0].meant, "fabrikam");
    write(stores, record("it/stuff.md", "", "public", 1), &["Stuff is kept here."]).await;
    stores.writer.commit().await.unwrap();
    let spelt_right = Query { scope: leave.clone(), ..query("stuff", alice()) };
    let found = stores.passages.search(&spelt_right).await.unwrap();
    assert!(found.corrections.is_empty(), "it is a word elsewhere: {:?}", found.corrections);
    stores.writer.remove(&["it/stuff.md".to_owned()]).await.unwrap();
    stores.writer.commit().await.unwrap();
    let misspelt = Query { scope: leave.clone(), ..query("stuff", alice()) };
    let found = stores.passages.search(&misspelt).await.unwrap();
    assert_eq!(found.corrections[0].meant, "staff");
    let nothing = Query { scope: scope(&["nowhere"]).await, ..query("staff", alice()) };
    assert!(stores.passages.search(&nothing).await.unwrap().hits.is_empty());
    // A set with documents that the reader may not read reveals nothing.
    let wide = Query { scope: scope(&["board"]).await, ..query("fabrikam", Reader::default()) };
    assert!(stores.passages.search(&wide).await.unwrap().hits.is_empty());
    // Passages written after the set was made belong to it if their document does.
    write(stores, record("hr/leave.md", "Leave", "public", 3), &["Staff get 31 days.", "Ask Kim."])
        .await;
    stores.writer.commit().await.unwrap();
    let again = Query { scope: leave, ..query("days", alice()) };
    assert_eq!(stores.passages.search(&again).await.unwrap().hits.len(), 1);
}

async fn one_has_a_lease_at_a_time(stores: &Stores) {
    let held = stores.lease.acquire("work").await.unwrap();
    assert!(held.is_some() && stores.lease.acquire("work").await.unwrap().is_none());
    assert!(stores.lease.acquire("other work").await.unwrap().is_some());
    drop(held);
    assert!(stores.lease.acquire("work").await.unwrap().is_some());
}
