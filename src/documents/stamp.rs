//! Stamps for recognising changed files.

use std::fs::Metadata;
use std::os::unix::fs::MetadataExt as _;

use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

/// The stamp of a file, by which changes are recognised.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    /// Its size in bytes.
    pub size: u64,
    /// Time of its last modification, in nanoseconds since 1970.
    pub modified: i64,
    /// Time of the last change to its content, name, owner or permissions, in nanoseconds since 1970: no program can
    /// set it back.
    pub changed: i64,
    /// Its number in its file system: a file that replaces it has another.
    pub inode: u64,
}

/// Returns a time in seconds since 1970 as UTC, such as 2026-11-25 14:05; empty if there is no such time.
pub fn minute(seconds: u64) -> String {
    let at = i64::try_from(seconds).ok();
    let at = at.and_then(|at| OffsetDateTime::from_unix_timestamp(at).ok());
    let written = at.map(|at| format!("{} {:02}:{:02}", at.date(), at.hour(), at.minute()));
    written.unwrap_or_default()
}

/// Nanoseconds per second.
const SECOND: i64 = 1_000_000_000;

impl Stamp {
    /// Returns the day of the last modification in UTC, such as 2026-11-25; empty if unknown.
    pub fn day(&self) -> String {
        let at = OffsetDateTime::from_unix_timestamp(self.modified.div_euclid(SECOND)).ok();
        let at = at.filter(|_| self.modified != 0);
        at.map(|at| at.date().to_string()).unwrap_or_default()
    }

    /// Returns the part of a stamp that a file keeps when it is moved within its file system.
    pub fn file(self) -> (u64, u64, i64) {
        (self.inode, self.size, self.modified)
    }

    /// Returns the stamp of a file.
    pub fn of(metadata: &Metadata) -> Self {
        let nanos = |seconds: i64| seconds.saturating_mul(1_000_000_000);
        Self {
            size: metadata.len(),
            modified: nanos(metadata.mtime()).saturating_add(metadata.mtime_nsec()),
            changed: nanos(metadata.ctime()).saturating_add(metadata.ctime_nsec()),
            inode: metadata.ino(),
        }
    }

    /// Returns the stamp of a copy that has the time of its original: the same for every copy, on any machine.
    pub fn of_copy(metadata: &Metadata) -> Self {
        let stamp = Self::of(metadata);
        Self { changed: stamp.modified, inode: 0, ..stamp }
    }

    /// Returns true if nothing has changed the file since it had this stamp, or since it was copied if the stamp is
    /// that of a copy.
    pub fn is_of(self, metadata: &Metadata) -> bool {
        // No real file has inode number 0.
        self == if self.inode == 0 { Self::of_copy(metadata) } else { Self::of(metadata) }
    }
}
