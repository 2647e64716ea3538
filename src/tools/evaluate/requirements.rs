//! The requirements of an answer: by them it is graded.

use anyhow::ensure;
use serde::Deserialize;

/// The requirements of an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Requirements {
    /// The facts that have to be stated, each in one of its wordings.
    pub say: Vec<AnyOf>,
    /// The documents or sources that have to be cited, or named in the text.
    pub cite: Vec<AnyOf>,
    /// The wordings that make an answer wrong.
    pub not_say: Vec<String>,
    /// True if the documents hold no answer, or, where something has to be said, none to the rest of the
    /// question: that has to be told.
    pub refuse: bool,
    /// The most words of an answer; a longer one leaves the answering to the reader.
    pub most_words: Option<usize>,
}

/// Alternatives, of which one is enough: a text, or a list of texts.
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
    /// True if the documents hold something of the answer.
    pub(super) fn is_answerable(&self) -> bool {
        !self.refuse || !self.say.is_empty()
    }

    /// Checks that there is something by which an answer can be graded.
    ///
    /// # Errors
    ///
    /// If there is not.
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
