//! The stores in PostgreSQL, which any number of machines share.

mod database;
mod error;
mod migrations;
mod parameters;
#[cfg(test)]
mod testing;
mod tls;

pub use database::Database;
pub use error::OpenError;
