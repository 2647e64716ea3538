//! The contracts of the stores, asked of the database.

use footnote_retrieval::store::Stores;
use footnote_retrieval::store::contract_tests::{keeps_documents, keeps_vectors};

use crate::samples::databases;
use crate::{Documents, PostgresVectors};

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
