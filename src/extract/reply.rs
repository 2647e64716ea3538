//! Replies of a child process about its file, line by line.

use footnote_protocol::Places;
use serde::{Deserialize, Serialize};

use super::ExtractError;
use super::scan::request::ScannedPage;
use footnote_documents::Passage;

/// A line from the child.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Reply {
    /// The first line, once the document has been opened.
    Begun {
        /// The document's title; may be empty.
        title: String,
        /// Number of its pages.
        pages: u32,
        /// The pages with pictures that may hold words.
        #[serde(default)]
        pictures: Vec<u32>,
    },
    /// A passage without its document.
    Passage(Passage),
    /// The last line of a document.
    Ended {
        /// Number of hidden characters left out of the file.
        hidden: usize,
        /// Other content left out of the file, in words.
        #[serde(default)]
        left_out: String,
    },
    /// An enclosed file follows; its lines begin and end like those of the first.
    Enclosed {
        /// Its path inside the enclosing file.
        path: String,
        /// Its size in bytes.
        size: u64,
        /// A hash of its bytes.
        content: u128,
    },
    /// The last line of a file that may enclose others, unless it failed.
    Done {
        /// True if another child should continue with the next enclosed file.
        more: bool,
    },
    /// The only line in reply to a search for positions.
    Placed(Places),
    /// The first line in reply to a scan request.
    Scan {
        /// Number of pages of the document.
        pages: u32,
    },
    /// A page read as a scan.
    Recognised(ScannedPage),
    /// The last line of a document that cannot be read.
    Failed(ExtractError),
}
