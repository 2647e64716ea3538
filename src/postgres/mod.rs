//! The stores in PostgreSQL, which any number of machines share.

mod catalog;
#[cfg(test)]
mod contract_tests;
mod database;
mod documents;
mod error;
mod lease;
mod loaded_names;
mod merge;
mod migrations;
mod parameters;
mod passages;
mod postings;
mod rows;
mod segment;
mod similar;
mod snapshot;
#[cfg(test)]
mod testing;
mod tls;
mod transaction;
mod vectors;
mod view;
mod writer;

pub use database::Database;
pub use documents::Documents;
pub use error::OpenError;
pub use vectors::PostgresVectors;
