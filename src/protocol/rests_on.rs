//! The basis of an answer: whoever may read all of it learns nothing more from the answer.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

/// Maximum total length of the paths, in bytes. An answer that rests on more is visible to its owner only.
const MAX_BYTES: usize = 32 * 1024;

/// The basis of an answer, decided when it is made and stored with it.
///
/// An answer by a model also rests on what the earlier answers in its prompt rest on. Their documents are included
/// here, since the earlier turns may be deleted later.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct RestsOn {
    /// Paths of the documents whose passages were used, cited or not.
    pub documents: BTreeSet<String>,
    /// True if the answer is about all documents that its reader may search, such as their number, or that none of them
    /// answers.
    pub all: bool,
    /// True if the answer rests on something that no other reader can have access to: files attached to the
    /// conversation, or an earlier answer of unknown origin.
    pub unknown: bool,
}

impl RestsOn {
    /// Returns the value for an answer of unknown origin.
    pub fn unknown() -> Self {
        Self { unknown: true, ..Self::default() }
    }

    /// Adds what another answer rests on.
    pub fn extend(&mut self, other: &Self) {
        self.documents.extend(other.documents.iter().cloned());
        self.all |= other.all;
        self.unknown |= other.unknown;
        if self.documents.iter().map(String::len).sum::<usize>() > MAX_BYTES {
            *self = Self::unknown();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(path: &str) -> RestsOn {
        RestsOn { documents: BTreeSet::from([path.to_owned()]), ..RestsOn::default() }
    }

    #[test]
    fn an_answer_takes_over_all_that_another_rests_on() {
        let mut answer = of("a.md");
        answer.extend(&RestsOn { all: true, ..of("b.md") });
        let documents = ["a.md", "b.md"].map(str::to_owned).into();
        assert_eq!(answer, RestsOn { documents, all: true, unknown: false });
    }

    #[test]
    fn an_answer_that_rests_on_more_than_can_be_listed_is_not_known() {
        let mut answer = of("a.md");
        answer.extend(&of(&"b".repeat(MAX_BYTES)));
        assert_eq!(answer, RestsOn::unknown());
    }
}
