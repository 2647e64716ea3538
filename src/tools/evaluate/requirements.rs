//! The requirements of an answer, for grading.

use anyhow::ensure;
use serde::Deserialize;

/// The requirements of an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Requirements {
    /// Figures, names and other words that must be shown, each in one of its wordings.
    pub say: Vec<AnyOf>,
    /// Documents or sources that must be cited, or named in the text.
    pub cite: Vec<AnyOf>,
    /// Wordings that must not be shown.
    pub not_say: Vec<String>,
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
    /// Checks that there is something to grade an answer by.
    ///
    /// # Errors
    ///
    /// Fails if there is nothing.
    pub(super) fn check(&self) -> anyhow::Result<()> {
        let has_any = !self.say.is_empty() || !self.cite.is_empty();
        ensure!(has_any, "\"must\" needs \"say\" or \"cite\"");
        Ok(())
    }
}

impl std::fmt::Display for AnyOf {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0.join(" or "))
    }
}
