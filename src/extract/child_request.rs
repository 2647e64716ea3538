//! Requests to a child process about a file.

use serde::{Deserialize, Serialize};

use super::ExtractError;
use super::SearchedText;
use super::scan::request::ScanRequest;

/// The variable with the request to a child process. Arguments would be visible to everybody on the machine, and
/// passages may be confidential.
pub const WANTED: &str = "FOOTNOTE_WANTED";

/// A request about a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum ChildRequest {
    /// Its passages, and those of the files that it encloses.
    #[default]
    All,
    /// The passages of the files that it encloses, from this one on.
    From(usize),
    /// The bytes of the file at this path inside it.
    Part(String),
    /// The positions of a text on a page.
    Places(SearchedText),
    /// The words of a page, read as a scan.
    Scan(ScanRequest),
}

impl ChildRequest {
    /// Returns the content of the variable; `None` if everything is requested.
    pub(super) fn encoded(&self) -> Option<String> {
        let encoded = match self {
            Self::All => return None,
            Self::Places(searched) => serde_json::to_string(&Self::Places(searched.encoded())),
            other => serde_json::to_string(other),
        };
        Some(encoded.unwrap_or_default())
    }

    /// Parses the content of a variable.
    ///
    /// # Errors
    ///
    /// Fails if another process of this program did not encode it.
    pub(super) fn read(encoded: &str) -> Result<Self, ExtractError> {
        serde_json::from_str(encoded).map_err(|_| ExtractError::NotStarted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_is_what_is_read() {
        assert_eq!(ChildRequest::All.encoded(), None);
        for request in [ChildRequest::From(3), ChildRequest::Part("3/a b.pdf".to_owned())] {
            assert_eq!(ChildRequest::read(&request.encoded().unwrap()), Ok(request));
        }
    }

    #[test]
    fn what_another_program_says_is_nothing_to_look_for() {
        assert_eq!(ChildRequest::read("Tea"), Err(ExtractError::NotStarted));
    }
}
