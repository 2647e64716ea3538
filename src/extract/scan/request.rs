//! The request to read a page as a scan, and the reply.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// Confidence in words below which a scan is poor.
pub(super) const POOR: f32 = 60.0;

/// A request to read a page as a scan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScanRequest {
    /// The page, from 1.
    pub(super) page: usize,
    /// True if only its pictures are read, because its text is known.
    pub(super) only_pictures: bool,
    /// The program to read it with.
    pub(super) program: PathBuf,
    /// The languages to expect, separated by `+`.
    pub(super) languages: String,
}

/// The words of a page that was read as a scan.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ScannedPage {
    /// Its paragraphs, one per line, with blank lines between them; empty if no word was recognised.
    pub text: String,
    /// Number of words.
    pub words: u32,
    /// Mean confidence in the words, from 0 to 100.
    pub confidence: f32,
}

impl ScannedPage {
    /// Returns true if many words may have been misread, or there are none.
    pub fn is_poor(&self) -> bool {
        self.confidence < POOR
    }
}
