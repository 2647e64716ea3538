//! The contracts of the stores, asked of the database.

use std::time::Duration;

use footnote_documents::{FileState, Passage, Record};
use footnote_retrieval::store::contract_tests::{keeps_documents, keeps_vectors};
use footnote_retrieval::store::search::Query;
use footnote_retrieval::store::{Access, Catalog as _, Lease as _, PassageStore as _, Stores};

use crate::samples::databases;
use crate::{Documents, PostgresVectors};

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
