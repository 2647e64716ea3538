//! The contracts of the stores, run against the database.

use std::collections::BTreeSet;
use std::time::Duration;

use footnote_documents::acl::Acl;
use footnote_documents::{FileState, Passage, Record};
use footnote_retrieval::store::contract_tests::documents::{keeps_documents, keeps_vectors};
use footnote_retrieval::store::search::Query;
use footnote_retrieval::store::{
    Access, Catalog as _, DocumentWriter, Lease as _, PassageStore as _, StoreError, Stores,
};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use crate::tests::{addresses, databases};
use crate::{Database, Documents, PostgresVectors};

#[tokio::test]
async fn what_one_machine_commits_another_finds_and_one_of_another_analysis_does_not() {
    for database in databases().await {
        let [one, two] = [(); 2].map(|()| Documents::of(database.clone()));
        let newer = Documents::analysed(database, i32::MAX);
        let _listening = two.listen();
        let written = Stores::from(one);
        assert!(two.counts(Access::Full).await.unwrap().all() == 0);
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
        while two.counts(Access::Full).await.unwrap().ready == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let query = Query { text: "tea".to_owned(), top: 1, ..Query::default() };
        assert_eq!(two.search(&query).await.unwrap().hits.len(), 1);
        assert!(newer.search(&query).await.unwrap().hits.is_empty());
        assert_eq!(newer.counts(Access::Full).await.unwrap().all(), 0);
    }
}

#[tokio::test]
async fn what_many_commits_wrote_and_removed_is_the_same_once_it_is_merged() {
    for database in databases().await {
        let documents = Documents::of(database);
        let trees = [
            "alder", "beech", "cedar", "elder", "hazel", "larch", "maple", "poplar", "rowan",
            "willow",
        ];
        for tree in trees {
            for name in [tree, "same"] {
                write(&documents, &format!("{name}.md"), &format!("Tea under a {tree}.")).await;
            }
            documents.commit().await.unwrap();
        }
        DocumentWriter::remove(&documents, &["elder.md".to_owned()]).await.unwrap();
        documents.commit().await.unwrap();
        let before = (found(&documents, "tea").await, found(&documents, "elder").await);
        let lists = "SELECT count(*)::bigint, (SELECT count(*) FROM footnote.removed) FROM footnote.segments";
        let segments = documents.database.row(lists, &[]).await.unwrap().unwrap();
        assert!(segments.get::<_, i64>(0) > 8 && segments.get::<_, i64>(1) == 10);
        documents.optimize().await.unwrap();
        let segments = documents.database.row(lists, &[]).await.unwrap().unwrap();
        assert_eq!((segments.get::<_, i64>(0), segments.get::<_, i64>(1)), (1, 0));
        assert_eq!((found(&documents, "tea").await, found(&documents, "elder").await), before);
        assert_eq!(before.0.0.len(), 10);
        assert_eq!(before.1, (BTreeSet::new(), false), "a word that is gone is not known");
        // Repeat it over the merged segments: the counts still hold.
        DocumentWriter::remove(&documents, &["hazel.md".to_owned()]).await.unwrap();
        documents.commit().await.unwrap();
        assert_eq!(found(&documents, "hazel").await, (BTreeSet::new(), false));
    }
}

async fn write(documents: &Documents, path: &str, text: &str) {
    documents.begin(path).await.unwrap();
    let passage = Passage { path: path.to_owned(), text: text.to_owned(), ..Passage::default() };
    documents.append(vec![passage]).await.unwrap();
    let state = FileState::Ready { passages: 1, pages: 1 };
    let record = Record { path: path.to_owned(), state, ..Record::default() };
    documents.finish(record).await.unwrap();
}

/// Returns the documents that contain a word, and whether the word is known.
async fn found(documents: &Documents, word: &str) -> (BTreeSet<String>, bool) {
    let query = Query { text: word.to_owned(), top: 50, ..Query::default() };
    let found = documents.search(&query).await.unwrap();
    let paths = found.hits.into_iter().map(|hit| hit.passage.path);
    (paths.collect(), found.terms.iter().any(|term| term.known))
}

#[tokio::test]
async fn a_record_that_is_written_while_it_is_doubted_stays_as_it_was_written() {
    for database in databases().await {
        let documents = Documents::of(database.clone());
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
        let documents = Documents::of(Database::open(&address, 1).unwrap());
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
        assert_eq!(documents.counts(Access::Full).await.unwrap().ready, 2);
    }
}

#[tokio::test]
async fn a_lease_ends_with_its_holder_and_is_lost_with_its_connection() {
    for database in databases().await {
        let [one, two] = [(); 2].map(|()| Documents::of(database.clone()));
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
        let documents = Documents::of(Database::open(&way, 4).unwrap());
        let _listening = documents.listen_every(Duration::from_millis(100));
        // A statement that takes longer is none of a database that says nothing.
        let long = documents.database.row("SELECT pg_sleep(1.5)", &[]).await;
        assert!(long.unwrap().is_some());
        is_closed.send(true).unwrap();
        let held = documents.database.client().await.unwrap();
        let counts = documents.counts(Access::Full);
        let (counted, alone, direct) = tokio::join!(
            tokio::time::timeout(Duration::from_secs(30), counts),
            tokio::time::timeout(Duration::from_secs(30), documents.database.connect_alone()),
            tokio::time::timeout(Duration::from_secs(30), held.batch_execute("SELECT 1")),
        );
        assert!(matches!(counted.unwrap(), Err(StoreError::Away(_))));
        assert!(matches!(alone.unwrap(), Err(StoreError::Away(_))));
        assert!(direct.unwrap().is_err(), "it is under way on a connection of its own");
        is_closed.send(false).unwrap();
        let resumed = async {
            while documents.counts(Access::Full).await.is_err() {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        tokio::time::timeout(Duration::from_mins(1), resumed).await.unwrap();
    }
}

#[tokio::test]
async fn a_database_keeps_the_contract_of_the_stores() {
    for database in databases().await {
        let documents = Documents::of(database);
        let stores = Stores::from(documents.clone());
        keeps_documents(&stores).await;
        if let Some(vectors) = PostgresVectors::open(documents, "a model").await.unwrap() {
            keeps_vectors(&stores, &vectors).await;
        }
    }
}

#[tokio::test]
async fn what_is_found_by_a_graph_is_what_all_comparisons_find() {
    for database in databases().await {
        let documents = Documents::of(database);
        let stores = Stores::from(documents.clone());
        keeps_documents(&stores).await;
        if let Some(mut vectors) = PostgresVectors::open(documents, "a model").await.unwrap() {
            vectors.least_for_graph = 1;
            keeps_vectors(&stores, &vectors).await;
        }
    }
}
