//! Databases for tests: a fresh one for each test, on every server named by `FOOTNOTE_TEST_STORES`.

use std::sync::atomic::{AtomicU32, Ordering};

use crate::Database;

/// Addresses of fresh databases, one on each server in `FOOTNOTE_TEST_STORES`, which are separated by spaces. None if
/// it is not set, as in a `cargo test` without servers; `make test` sets it.
#[expect(clippy::disallowed_methods, reason = "tests have no other settings")]
pub async fn addresses() -> Vec<String> {
    let servers = std::env::var("FOOTNOTE_TEST_STORES").unwrap_or_default();
    let mut addresses = Vec::new();
    for server in servers.split_whitespace() {
        addresses.push(fresh(server).await);
    }
    addresses
}

/// The same databases, opened.
#[cfg(test)]
pub(crate) async fn databases() -> Vec<Database> {
    let addresses = addresses().await;
    addresses.iter().map(|address| Database::open(address, 8).unwrap()).collect()
}

#[expect(clippy::disallowed_methods, reason = "it ends with its client")]
async fn fresh(server: &str) -> String {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let name = format!("footnote_test_{}_{number}", std::process::id());
    let there = Database::open(server, 1).unwrap();
    let (client, connection) = there.connect_alone().await.unwrap();
    let driven = tokio::spawn(connection);
    client.batch_execute(&format!("DROP DATABASE IF EXISTS {name}")).await.unwrap();
    client.batch_execute(&format!("CREATE DATABASE {name}")).await.unwrap();
    drop(client);
    driven.await.unwrap().unwrap();
    let (place, options) = server.split_once('?').unwrap_or((server, ""));
    let (host, _) = place.rsplit_once('/').unwrap();
    format!("{host}/{name}?{options}")
}
