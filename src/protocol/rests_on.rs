//! The basis of an answer: whoever may read all of it learns nothing more from the answer.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

/// Maximum length of all paths together, in bytes: an answer that rests on more is its owner's alone.
const MOST_BYTES: usize = 32 * 1024;

/// The basis of an answer, decided when it is made and stored with it.
///
/// An answer by a model also rests on what the answers rest on that the model was told before. Their documents are
/// listed here too, so that nothing has to be looked up in turns that may be gone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct RestsOn {
    /// The paths of the documents whose passages it was made of, cited or not.
    pub documents: BTreeSet<String>,
    /// True if it speaks of all documents that its reader may search: of their number, or of what none of them says.
    pub all: bool,
    /// True if it rests on something that no other reader can be granted: files that were attached to the
    /// conversation, or an earlier answer of which nothing is known.
    pub unknown: bool,
}

impl RestsOn {
    /// The value for an answer of which nothing is known.
    pub fn unknown() -> Self {
        Self { unknown: true, ..Self::default() }
    }

    /// Adds all that another answer rests on.
    pub fn extend(&mut self, other: &Self) {
        self.documents.extend(other.documents.iter().cloned());
        self.all |= other.all;
        self.unknown |= other.unknown;
        if self.documents.iter().map(String::len).sum::<usize>() > MOST_BYTES {
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
        answer.extend(&of(&"b".repeat(MOST_BYTES)));
        assert_eq!(answer, RestsOn::unknown());
    }
}
