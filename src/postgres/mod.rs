//! The stores in PostgreSQL, shared by any number of machines.

mod attached;
mod blobs;
mod changes;
mod commits;
#[cfg(test)]
mod contract_tests;
mod conversations;
mod copy;
mod database;
mod documents;
mod error;
mod eviction;
mod exporting;
mod held;
mod insights;
mod keys;
mod lease;
mod listen;
mod migrations;
mod parameters;
mod passages;
mod queue;
mod rows;
mod sessions;
mod sharing;
#[cfg(any(test, feature = "testing"))]
#[expect(clippy::unwrap_used, reason = "they are tests")]
pub mod tests;
mod tls;
mod transaction;
mod vectors;
mod writer;

pub use blobs::PostgresBlobs;
pub use database::Database;
pub use documents::Documents;
pub use error::OpenError;
pub use insights::PostgresInsights;
pub use keys::PostgresKeys;
pub use listen::Listening;
pub use sessions::PostgresSessions;
pub use vectors::PostgresVectors;
