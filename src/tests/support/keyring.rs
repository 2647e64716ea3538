//! Keys of a server under test.

use std::sync::Arc;

use footnote_serve::Keyring;
use footnote_store::SqliteKeys;
use footnote_store::keys::Secret;

/// Returns an empty keyring in memory.
pub(crate) fn keyring() -> Keyring {
    Keyring::over(Arc::new(SqliteKeys::in_memory().unwrap()), Secret([7; 32]))
}
