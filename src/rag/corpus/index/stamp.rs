//! By what a changed file is recognised.

use std::fs::Metadata;
use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize};

/// By what a changed file is recognised.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    /// Its size in bytes.
    pub size: u64,
    /// When it was last modified, in nanoseconds since 1970.
    pub modified: u64,
}

impl Stamp {
    /// That of a file; a time that cannot be told is 1970.
    pub fn of(metadata: &Metadata) -> Self {
        let modified = metadata.modified().ok();
        let since = modified.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        Self {
            size: metadata.len(),
            modified: since
                .and_then(|since| u64::try_from(since.as_nanos()).ok())
                .unwrap_or_default(),
        }
    }
}
