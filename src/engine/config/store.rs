//! The shared store: where it is, and how many connections it is asked for.

use std::fmt;

use super::read::{non_empty, number};
use super::settings::Settings;

/// The most connections to the database.
const MOST_CONNECTIONS: u32 = 1000;

/// The address of a database, which holds a password and cannot be printed.
#[derive(Clone, PartialEq, Eq)]
pub struct StoreAddress(String);

impl StoreAddress {
    /// The address as it was given.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for StoreAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("StoreAddress(…)")
    }
}

/// The address of the shared store; `None` where all is kept in a folder.
pub(super) fn config(settings: &Settings, problems: &mut Vec<String>) -> Option<StoreAddress> {
    Some(address(non_empty(settings.store.clone())?, problems))
}

/// An address, if it is of a database that is known.
pub(super) fn address(address: String, problems: &mut Vec<String>) -> StoreAddress {
    if !address.starts_with("postgres://") && !address.starts_with("postgresql://") {
        // Not with its text, which may hold a password.
        problems.push(
            "FOOTNOTE_STORE: only postgres://user:password@host:5432/database is known".to_owned(),
        );
    }
    StoreAddress(address)
}

/// The connections to it.
pub(super) fn connections(settings: &Settings, problems: &mut Vec<String>) -> usize {
    let range = 2..=MOST_CONNECTIONS;
    let number = number("FOOTNOTE_STORE_CONNECTIONS", &settings.store_connections, range, problems);
    usize::try_from(number).unwrap_or(usize::MAX)
}
