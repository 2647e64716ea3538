//! A request for the words of a page, and the reply to it.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// A request to read a page as a scan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::extract) struct ScanRequest {
    /// The page, from 1.
    pub(super) page: usize,
    /// The program that reads it.
    pub(super) program: PathBuf,
    /// Its languages, with `+` between them.
    pub(super) languages: String,
}

/// The words of a page that was read as a scan.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ScannedPage {
    /// Its paragraphs, each a line, with an empty one between them; empty if no word was made out.
    pub text: String,
    /// The number of its words.
    pub words: u32,
    /// The mean confidence in them, from 0 to 100.
    pub confidence: f32,
}
