//! The contracts of the stores, asked of the database.

use footnote_retrieval::store::Stores;
use footnote_retrieval::store::contract_tests::keeps_documents;

use crate::Documents;
use crate::testing::databases;

#[tokio::test]
async fn a_database_keeps_the_contract_of_the_stores() {
    for database in databases().await {
        keeps_documents(&Stores::from(Documents::of(database))).await;
    }
}
