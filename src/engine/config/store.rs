//! The shared store: its address and the number of connections.

use std::fmt;

use super::read::{non_empty, number};
use super::settings::Settings;

/// Maximum number of connections to the database.
const MAX_CONNECTIONS: u32 = 1000;

/// Address of a database. Not printable, because it contains a password.
#[derive(Clone, PartialEq, Eq)]
pub struct StoreAddress(String);

impl StoreAddress {
    /// The address as given, including the password.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for StoreAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("StoreAddress(…)")
    }
}

/// Returns the address of the shared store; `None` if everything is stored in a folder.
pub(super) fn config(settings: &Settings, problems: &mut Vec<String>) -> Option<StoreAddress> {
    Some(address(non_empty(settings.store.clone())?, problems))
}

/// Validates the address: the kind of database must be supported.
pub(super) fn address(address: String, problems: &mut Vec<String>) -> StoreAddress {
    if !address.starts_with("postgres://") && !address.starts_with("postgresql://") {
        // Without the text of the address, which may contain a password.
        problems.push(
            "FOOTNOTE_STORE: only postgres://user:password@host:5432/database is known".to_owned(),
        );
    }
    StoreAddress(address)
}

/// Maximum number of connections to the database.
pub(super) fn connections(settings: &Settings, problems: &mut Vec<String>) -> usize {
    let range = 2..=MAX_CONNECTIONS;
    let number = number("FOOTNOTE_STORE_CONNECTIONS", &settings.store_connections, range, problems);
    usize::try_from(number).unwrap_or(usize::MAX)
}
