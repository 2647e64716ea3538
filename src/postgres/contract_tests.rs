//! The contracts of the stores, run against the database.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use footnote_documents::acl::{Acl, Reader};
use footnote_documents::{FileState, Passage, Record};
use footnote_search::index::{EmbeddedIndex, Index};
use footnote_search::vectors::contract_tests::keeps_vectors;
use footnote_search::vectors::{EmbeddedVectors, Vectors};
use footnote_store::contract_tests::documents::keeps_documents;
use footnote_store::contract_tests::vectors::keeps_vector_store;
use footnote_store::search::Query;
use footnote_store::{
    Access, Catalog as _, DocumentWriter as _, Lease as _, PassageStore as _, Start, StoreError,
    Stores, VectorKey,
};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use crate::tests::{addresses, databases};
use crate::{Database, Documents, PostgresVectors};

impl Documents {
    /// Returns the documents in `database`, with an empty copy in memory.
    pub(crate) fn in_memory(database: Database) -> Self {
        Self::of(database, EmbeddedIndex::new(Arc::new(Index::in_memory().unwrap())))
    }
}

#[tokio::test]
async fn what_one_machine_commits_another_finds_and_one_of_another_analysis_does_not() {
    for database in databases().await {
        let [one, two] = [(); 2].map(|()| Documents::in_memory(database.clone()));
        let index = EmbeddedIndex::new(Arc::new(Index::in_memory().unwrap()));
        let newer = Documents::analysed(database, index, i32::MAX);
        let _listening = two.listen();
        let written = Stores::from(one);
        assert!(two.copy.index.catalog().counts(Access::Full).await.unwrap().all() == 0);
        written.writer.begin("a.md").await.unwrap();
        written
            .writer
            .append(vec![Passage {
                path: "a.md".into(),
                text: "Tea.".into(),
                ..Passage::default()
            }])
            .await
            .unwrap();
        let state = FileState::Ready { passages: 1, pages: 1 };
        let record = Record { path: "a.md".to_owned(), state, ..Record::default() };
        written.writer.finish(record).await.unwrap();
        written.writer.commit().await.unwrap();
        // Until it has the first commit, it does not answer.
        while two.copy.index.catalog().counts(Access::Full).await.map_or(0, |counts| counts.ready)
            == 0
        {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let query = Query { text: "tea".to_owned(), top: 1, ..Query::default() };
        assert_eq!(two.search(&query).await.unwrap().hits.len(), 1);
        assert!(newer.search(&query).await.unwrap().hits.is_empty());
        assert_eq!(newer.copy.index.catalog().counts(Access::Full).await.unwrap().all(), 0);
    }
}

async fn write(documents: &Documents, path: &str, text: &str) {
    write_for(documents, path, text, Acl::Public).await;
}

/// Writes a document with one passage, for the readers in this ACL.
async fn write_for(documents: &Documents, path: &str, text: &str, acl: Acl) {
    documents.begin(path).await.unwrap();
    let passage = Passage {
        path: path.to_owned(),
        text: text.to_owned(),
        acl: acl.clone(),
        ..Passage::default()
    };
    documents.append(vec![passage]).await.unwrap();
    let state = FileState::Ready { passages: 1, pages: 1 };
    let record = Record { path: path.to_owned(), acl, state, ..Record::default() };
    documents.finish(record).await.unwrap();
}

fn query(word: &str) -> Query {
    Query { text: word.to_owned(), top: 50, ..Query::default() }
}

/// Returns the documents that contain a word, and whether the word is known.
async fn found(documents: &Documents, word: &str) -> (BTreeSet<String>, bool) {
    let found = documents.search(&query(word)).await.unwrap();
    let paths = found.hits.into_iter().map(|hit| hit.passage.path);
    (paths.collect(), found.terms.iter().any(|term| term.known))
}

#[tokio::test]
async fn a_record_that_is_written_while_it_is_doubted_stays_as_it_was_written() {
    for database in databases().await {
        let documents = Documents::in_memory(database.clone());
        write(&documents, "a.md", "Tea.").await;
        documents.commit().await.unwrap();
        let mut client = database.client().await.unwrap();
        let other = client.transaction().await.unwrap();
        let change = "UPDATE footnote.documents SET record = record || ' '";
        other.batch_execute(change).await.unwrap();
        let written = async {
            let waiting = "SELECT 1 FROM pg_stat_activity \
                WHERE datname = current_database() AND wait_event_type = 'Lock'";
            while database.row(waiting, &[]).await.unwrap().is_none() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            other.commit().await.unwrap();
        };
        let (doubted, ()) = tokio::join!(documents.mark_stale("a.md"), written);
        doubted.unwrap();
        let record = "SELECT record FROM footnote.documents";
        let record = database.row(record, &[]).await.unwrap().unwrap();
        assert!(record.get::<_, &str>(0).ends_with(' '));
    }
}

#[tokio::test]
async fn a_pass_that_meets_new_readers_needs_one_connection_of_the_pool() {
    for address in addresses().await {
        let documents = Documents::in_memory(Database::open(&address, 1).unwrap());
        for name in ["a.md", "b.md"] {
            documents.begin(name).await.unwrap();
            let users = BTreeSet::from([name.to_owned()]);
            let acl = Acl::Only { users, groups: BTreeSet::new() };
            let passage = Passage { path: name.to_owned(), acl: acl.clone(), ..Passage::default() };
            documents.append(vec![passage]).await.unwrap();
            let state = FileState::Ready { passages: 1, pages: 1 };
            let record = Record { path: name.to_owned(), acl, state, ..Record::default() };
            documents.finish(record).await.unwrap();
        }
        documents.commit().await.unwrap();
        assert_eq!(documents.copy.index.catalog().counts(Access::Full).await.unwrap().ready, 2);
    }
}

#[tokio::test]
async fn a_lease_ends_with_its_holder_and_is_lost_with_its_connection() {
    for database in databases().await {
        let [one, two] = [(); 2].map(|()| Documents::in_memory(database.clone()));
        let held = one.acquire("reading").await.unwrap().unwrap();
        assert!(two.acquire("reading").await.unwrap().is_none() && held.is_held());
        let end = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' \
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND granted";
        database.rows(end, &[]).await.unwrap();
        while held.is_held() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        while two.acquire("reading").await.unwrap().is_none() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

#[tokio::test]
async fn traffic_is_encrypted_where_it_can_be_and_a_server_proves_itself_where_it_must() {
    for address in addresses().await {
        let encrypted = async |mode: &str| {
            let database = Database::open(&format!("{address}&{mode}"), 1).unwrap();
            let is_encrypted = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
            let row = database.row(is_encrypted, &[]).await?;
            Ok::<bool, StoreError>(row.unwrap().get(0))
        };
        let is_socket = address.contains("@/");
        let by_itself = encrypted("sslmode=prefer").await.unwrap();
        let required = encrypted("sslmode=require").await;
        let verified = encrypted("sslmode=verify-full").await;
        if is_socket {
            assert!(!by_itself && !required.unwrap() && !verified.unwrap());
            continue;
        }
        // No test has a certificate that anybody vouches for.
        assert!(verified.is_err(), "{verified:?}");
        assert!(!required.is_ok_and(|it| !it) && encrypted("sslmode=disable").await.is_ok());
    }
}

/// A way to the database at `address` that swallows everything while the returned value is true; and the address of
/// the way.
#[expect(clippy::disallowed_methods, reason = "it ends with the test")]
async fn way_to(address: &str) -> (watch::Sender<bool>, String) {
    let (_, server) = address.split_once('@').unwrap();
    let server = server.split('/').next().unwrap().to_owned();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let way = address.replace(&server, &listener.local_addr().unwrap().to_string());
    let (is_closed, is_open) = watch::channel(false);
    tokio::spawn(async move {
        loop {
            let (mut near, _) = listener.accept().await.unwrap();
            let (mut is_open, server) = (is_open.clone(), server.clone());
            tokio::spawn(async move {
                let mut far = TcpStream::connect(server).await.unwrap();
                loop {
                    let _ = is_open.wait_for(|is_closed| !is_closed).await;
                    let both = copy_bidirectional(&mut near, &mut far);
                    tokio::select! {
                        _ = both => break,
                        _ = is_open.wait_for(|is_closed| *is_closed) => {}
                    }
                }
            });
        }
    });
    (is_closed, way)
}

#[tokio::test]
async fn what_is_asked_of_a_database_that_says_nothing_fails_and_resumes_with_it() {
    let addresses = addresses().await;
    // A socket of this machine has no way that could be closed.
    for address in addresses.into_iter().filter(|address| !address.contains("@/")) {
        let (is_closed, way) = way_to(&address).await;
        let documents = Documents::in_memory(Database::open(&way, 4).unwrap());
        let _listening = documents.listen_every(Duration::from_millis(100));
        // A statement that takes longer is none of a database that says nothing.
        let long = documents.database.row("SELECT pg_sleep(1.5)", &[]).await;
        assert!(long.unwrap().is_some());
        is_closed.send(true).unwrap();
        let held = documents.database.client().await.unwrap();
        let catalog = documents.copy.index.catalog();
        let counts = catalog.counts(Access::Full);
        let (counted, alone, direct) = tokio::join!(
            tokio::time::timeout(Duration::from_secs(30), counts),
            tokio::time::timeout(Duration::from_secs(30), documents.database.connect_alone()),
            tokio::time::timeout(Duration::from_secs(30), held.batch_execute("SELECT 1")),
        );
        assert!(matches!(counted.unwrap(), Err(StoreError::Unreachable(_))));
        assert!(matches!(alone.unwrap(), Err(StoreError::Unreachable(_))));
        assert!(direct.unwrap().is_err(), "it is under way on a connection of its own");
        is_closed.send(false).unwrap();
        let resumed = async {
            while documents.copy.index.catalog().counts(Access::Full).await.is_err() {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        tokio::time::timeout(Duration::from_mins(1), resumed).await.unwrap();
    }
}

#[tokio::test]
async fn a_database_keeps_the_contract_of_the_stores() {
    for database in databases().await {
        let documents = Documents::in_memory(database.clone());
        let stores = Stores::from(documents.clone());
        keeps_documents(&stores).await;
        let vectors = vectors(&documents).await;
        keeps_vectors(&stores, &vectors).await;
        let store = PostgresVectors::over(database, "a");
        tokio::task::spawn_blocking(move || keeps_vector_store(&store)).await.unwrap();
    }
}

/// Returns the vectors of a model over a machine's copy.
async fn vectors(documents: &Documents) -> EmbeddedVectors {
    let store = PostgresVectors::over(documents.database.clone(), "a model");
    let vectors = tokio::task::spawn_blocking(|| Vectors::open(Box::new(store), "a model"));
    let vectors = vectors.await.unwrap().unwrap();
    EmbeddedVectors::new(Arc::new(vectors), documents.copy.index.clone())
}

#[tokio::test]
async fn what_one_machine_has_embedded_all_find() {
    for database in databases().await {
        let [one, two] = [(); 2].map(|()| Documents::in_memory(database.clone()));
        let [first, second] = [vectors(&one).await, vectors(&two).await];
        write(&one, "a.md", "Tea.").await;
        one.commit().await.unwrap();
        two.begin_pass().await.unwrap();
        first.refresh().await.unwrap();
        let (awaiting, _) = first.awaiting(None, 9).await.unwrap();
        first.put(vec![(VectorKey::of(&awaiting[0]), vec![0.6, 0.8])]).await.unwrap();
        second.recount().await.unwrap();
        assert_eq!(second.counts(), (1, 1));
        let third = vectors(&two).await;
        third.recount().await.unwrap();
        let near = third.nearest(&[0.6, 0.8], 9, &Query::default()).await.unwrap();
        assert_eq!((near.len(), &*near[0].path), (1, "a.md"));
    }
}

#[tokio::test]
async fn a_right_that_is_revoked_holds_at_once_though_the_copy_is_behind() {
    for database in databases().await {
        let [one, two] = [(); 2].map(|()| Documents::in_memory(database.clone()));
        for name in ["a.md", "b.md", "c.md"] {
            write(&one, name, "Tea.").await;
        }
        one.commit().await.unwrap();
        two.begin_pass().await.unwrap();
        assert_eq!(found(&two, "tea").await.0.len(), 3);
        let behind = two.copy.stopped().await;
        write_for(&one, "b.md", "Tea.", Acl::closed()).await;
        one.remove(&["c.md".to_owned()]).await.unwrap();
        one.commit().await.unwrap();
        let known = two.copy.index.catalog().version();
        two.copy.notice();
        while two.copy.index.catalog().version() == known {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        assert_eq!(found(&two, "tea").await.0, BTreeSet::from(["a.md".to_owned()]));
        let nobody = Reader::default();
        for name in ["b.md", "c.md"] {
            assert!(
                two.copy.index.catalog().record(name, Access::Of(&nobody)).await.unwrap().is_none()
            );
            let place = vec![(name.to_owned(), 0)];
            assert_eq!(two.at(place, Access::Of(&nobody)).await.unwrap(), [None]);
            let start = Start::Passage(0);
            let read = two.passages_from(name, start, 9, Access::Of(&nobody)).await.unwrap();
            assert!(read.is_empty());
        }
        assert_eq!(two.copy.index.catalog().after("", 9, Access::Full).await.unwrap().len(), 1);
        drop(behind);
        two.begin_pass().await.unwrap();
        assert_eq!(two.copy.index.catalog().counts(Access::Of(&nobody)).await.unwrap().ready, 1);
    }
}

#[tokio::test]
async fn no_question_sees_half_a_commit() {
    for database in databases().await {
        let [one, two] = [(); 2].map(|()| Documents::in_memory(database.clone()));
        let _listening = two.listen();
        let writing = async {
            for round in 0..20 {
                for name in ["a.md", "b.md"] {
                    write(&one, name, &format!("Tea of round{round}.")).await;
                }
                one.commit().await.unwrap();
            }
        };
        let reading = async {
            loop {
                if let Ok(result) = two.search(&query("tea")).await {
                    let texts: Vec<&str> =
                        result.hits.iter().map(|hit| hit.passage.text.as_str()).collect();
                    assert!(texts.windows(2).all(|two| two[0] == two[1]), "{texts:?}");
                }
                tokio::task::yield_now().await;
            }
        };
        tokio::select! {
            () = writing => {}
            () = reading => {}
        }
    }
}

#[tokio::test]
async fn a_machine_answers_once_it_has_all_and_then_takes_only_what_is_new() {
    let folder = tempfile::tempdir().unwrap();
    for (number, database) in (0..).zip(databases().await) {
        let one = Documents::in_memory(database.clone());
        write(&one, "a.md", "Tea.").await;
        one.commit().await.unwrap();
        let place = folder.path().join(format!("{number}"));
        let machine = || {
            let index = EmbeddedIndex::new(Arc::new(Index::open(&place).unwrap()));
            Documents::of(database.clone(), index)
        };
        let two = machine();
        let early = two.copy.index.catalog().counts(Access::Full).await;
        assert!(matches!(early, Err(StoreError::Unready)), "{early:?}");
        two.begin_pass().await.unwrap();
        assert_eq!(two.copy.index.catalog().counts(Access::Full).await.unwrap().ready, 1);
        while Arc::strong_count(&two.copy) > 1 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        drop(two);
        // What is not in the copy's commit comes later, what is in it stays.
        database.execute("DELETE FROM footnote.changes", &[]).await.unwrap();
        write(&one, "b.md", "Cake.").await;
        one.commit().await.unwrap();
        let two = machine();
        assert_eq!(found(&two, "tea").await.0.len(), 1, "it answers as of the commit it has");
        two.begin_pass().await.unwrap();
        assert_eq!(two.copy.index.catalog().counts(Access::Full).await.unwrap().ready, 2);
        // A copy that is too old, or of another database, is made anew.
        for change in ["complete_from = version, version = version + 1", "id = gen_random_uuid()"] {
            let change = format!("UPDATE footnote.catalogs SET {change}");
            database.execute(&change, &[]).await.unwrap();
            two.begin_pass().await.unwrap();
        }
        assert_eq!(
            two.copy.index.catalog().counts(Access::Full).await.unwrap().ready,
            1,
            "only b.md has a change"
        );
    }
}
