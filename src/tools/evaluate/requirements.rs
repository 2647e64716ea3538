//! The requirements of an answer, for grading.

use anyhow::ensure;
use serde::Deserialize;

/// The requirements of an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Requirements {
    /// Facts that must be stated, each in one of its wordings.
    pub say: Vec<AnyOf>,
    /// Documents or sources that must be cited, or named in the text.
    pub cite: Vec<AnyOf>,
    /// Wordings that make an answer wrong.
    pub not_say: Vec<String>,
    /// True if the documents hold no answer, or, if something must be said, no answer to the rest of the question. The
    /// answer has to say so.
    pub refuse: bool,
    /// Maximum number of words of an answer; a longer one leaves the answering to the reader.
    pub most_words: Option<usize>,
}

/// Alternatives, one of which is enough: a text, or a list of texts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(from = "OneOrMore")]
pub struct AnyOf(pub Vec<String>);

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMore {
    One(String),
    More(Vec<String>),
}

impl From<OneOrMore> for AnyOf {
    fn from(texts: OneOrMore) -> Self {
        match texts {
            OneOrMore::One(text) => Self(vec![text]),
            OneOrMore::More(texts) => Self(texts),
        }
    }
}

impl Requirements {
    /// Returns true if the documents hold part of the answer.
    pub(super) fn is_answerable(&self) -> bool {
        !self.refuse || !self.say.is_empty()
    }

    /// Checks that there is something to grade an answer by.
    ///
    /// # Errors
    ///
    /// Fails if there is nothing.
    pub(super) fn check(&self) -> anyhow::Result<()> {
        let has_any = self.refuse || !self.say.is_empty() || !self.cite.is_empty();
        ensure!(has_any, "\"must\" needs \"say\", \"cite\" or \"refuse\"");
        Ok(())
    }
}

impl std::fmt::Display for AnyOf {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0.join(" or "))
    }
}
