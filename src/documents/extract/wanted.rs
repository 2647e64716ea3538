//! What a child process is to tell of a file.

use serde::{Deserialize, Serialize};

use super::ExtractError;
use super::sought::Sought;

/// The variable that tells a child process what is wanted of a file. Arguments would tell everybody on the
/// machine, and a passage may be for few.
pub const WANTED: &str = "FOOTNOTE_WANTED";

/// What is wanted of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Wanted {
    /// Its passages, and those of the files that it encloses.
    #[default]
    All,
    /// The passages of the files that it encloses, from this one on.
    From(usize),
    /// The bytes of the file at this path within it.
    Part(String),
    /// The places of what is sought on a page.
    Places(Sought),
}

impl Wanted {
    /// The content of the variable; none where all is wanted.
    pub(super) fn told(&self) -> Option<String> {
        let told = match self {
            Self::All => return None,
            Self::Places(sought) => serde_json::to_string(&Self::Places(sought.told())),
            other => serde_json::to_string(other),
        };
        Some(told.unwrap_or_default())
    }

    /// Reads the content of a variable.
    ///
    /// # Errors
    ///
    /// If it is nothing that was told by another process of this program.
    pub(super) fn read(told: &str) -> Result<Self, ExtractError> {
        serde_json::from_str(told).map_err(|_| ExtractError::NotStarted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_is_what_is_read() {
        assert_eq!(Wanted::All.told(), None);
        for wanted in [Wanted::From(3), Wanted::Part("3/a b.pdf".to_owned())] {
            assert_eq!(Wanted::read(&wanted.told().unwrap()), Ok(wanted));
        }
    }

    #[test]
    fn what_another_program_says_is_nothing_to_look_for() {
        assert_eq!(Wanted::read("Tea"), Err(ExtractError::NotStarted));
    }
}
