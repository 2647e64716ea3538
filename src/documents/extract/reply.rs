//! Replies of a child process about the file that it reads, line by line.

use footnote_protocol::Places;
use serde::{Deserialize, Serialize};

use super::ExtractError;
use super::scan::request::ScannedPage;
use crate::Passage;

/// A line of the child.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Reply {
    /// The first one, once the document is understood.
    Begun {
        /// The document's title; may be empty.
        title: String,
        /// The number of its pages.
        pages: u32,
    },
    /// A passage without its document.
    Passage(Passage),
    /// The last one of a document.
    Ended {
        /// The number of characters of the file that were left out since no reader sees them.
        hidden: usize,
        /// The parts of the file that were left out, in words.
        #[serde(default)]
        left_out: String,
    },
    /// A file that is enclosed follows, begun, ended or failed as the first.
    Enclosed {
        /// Its path within the file that encloses it.
        path: String,
        /// Its size in bytes.
        size: u64,
        /// A hash of its bytes.
        content: u128,
    },
    /// The last one of a file that may enclose others, unless it failed.
    Done {
        /// True if another child is to go on with the next one.
        tired: bool,
    },
    /// The only one, where places are sought.
    Placed(Places),
    /// The first one, where a page is read as a scan.
    Scan {
        /// The number of pages that the document has.
        pages: u32,
    },
    /// A page that was read as a scan.
    Recognised(ScannedPage),
    /// The last one of a document, if it cannot be read.
    Failed(ExtractError),
}
