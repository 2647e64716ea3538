//! The stores in PostgreSQL, which any number of machines share.

mod blobs;
mod database;
mod error;
mod eviction;
mod migrations;
mod parameters;
mod sessions;
#[cfg(test)]
mod testing;
mod tls;

pub use blobs::PostgresBlobs;
pub use database::Database;
pub use error::OpenError;
pub use sessions::PostgresSessions;
