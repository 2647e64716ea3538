//! The manifest of a backup: what made it, and what it contains.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{SystemTime, UNIX_EPOCH};

use footnote_store::SqliteContent;
use serde::{Deserialize, Serialize};

use crate::kept::KeptCounts;

/// The format of backups that this program writes. It changes only when older programs cannot read them.
const FORMAT: u32 = 1;

/// The version of this program.
pub(crate) const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// The databases of a backup.
pub(crate) const CONTENTS: [SqliteContent; 2] =
    [SqliteContent::Conversations, SqliteContent::Insights];

/// Prefix of the parts that are uploads.
pub(crate) const UPLOADS: &str = "uploads/";

/// Prefix of the parts that are descriptions.
pub(crate) const DESCRIPTIONS: &str = "descriptions/";

/// Name of the part with the chosen chat model.
pub(crate) const MODEL: &str = "chat-model.json";

/// Maximum size of a file, in bytes: more than that of any document that can be read.
const MAX_FILE_BYTES: u64 = 128 << 20;

/// Contents of a backup.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Manifest {
    /// The part of a manifest that every version can read.
    #[serde(flatten)]
    pub(crate) origin: Origin,
    /// Time at which it was made, in seconds since 1970.
    pub(crate) created: u64,
    /// Numbers of the items in it.
    pub(crate) counts: KeptCounts,
    /// The parts, in order.
    pub(crate) parts: Vec<Part>,
}

/// The program that made a backup, and the versions of its contents.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Origin {
    /// Format of the backup.
    pub(crate) format: u32,
    /// Version of the program.
    pub(crate) program: String,
    /// Schema version of each database, by the name of its part.
    #[serde(default)]
    pub(crate) schemas: BTreeMap<String, i64>,
}

/// A part of a backup.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Part {
    /// Name of the part.
    pub(crate) name: String,
    /// Size, in bytes.
    pub(crate) bytes: u64,
    /// SHA-256 of its content, in hexadecimal.
    pub(crate) sha256: String,
}

impl Part {
    /// True if it is no larger than such a part can be. The databases may have any size.
    pub(crate) fn is_within_bounds(&self) -> bool {
        let is_database = CONTENTS.iter().any(|content| content.file_name() == self.name);
        is_database || self.bytes <= MAX_FILE_BYTES
    }
}

impl Manifest {
    /// True if it lists each part once, and as many of each kind as it counts.
    pub(crate) fn adds_up(&self) -> bool {
        let names: BTreeSet<&str> = self.parts.iter().map(|part| part.name.as_str()).collect();
        let count = |prefix| names.iter().filter(|name| name.starts_with(prefix)).count() as u64;
        names.len() == self.parts.len()
            && count(UPLOADS) == self.counts.uploads
            && count(DESCRIPTIONS) == self.counts.descriptions
    }

    /// The manifest of a backup made now by this program.
    pub(crate) fn new(
        schemas: BTreeMap<String, i64>,
        counts: KeptCounts,
        parts: Vec<Part>,
    ) -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        let created = since.map_or(0, |since| since.as_secs());
        let origin = Origin { format: FORMAT, program: PROGRAM.to_owned(), schemas };
        Self { origin, created, counts, parts }
    }
}

impl Origin {
    /// True if only a later version of the program can read it.
    pub(crate) fn is_newer(&self) -> bool {
        let is_newer = |content| {
            let version = self.schemas.get(SqliteContent::file_name(content));
            version.is_some_and(|version| *version > content.newest())
        };
        self.format > FORMAT || CONTENTS.into_iter().any(is_newer)
    }
}
