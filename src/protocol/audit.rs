//! The check of an answer: each statement is compared with the sources it cites.

use serde::{Deserialize, Serialize};

/// The check of an answer, statement by statement in the order of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "dialects", derive(utoipa::ToSchema))]
pub struct Audit {
    /// The statements. Headings, questions and phrases between statements are not among them.
    pub statements: Vec<Checked>,
}

impl Audit {
    /// Returns the number of supported statements.
    pub fn supported(&self) -> usize {
        let supported = |checked: &&Checked| checked.verdict == Verdict::Supported;
        self.statements.iter().filter(supported).count()
    }

    /// Returns the number of statements whose citation was added by the check.
    pub fn cited_by_check(&self) -> usize {
        self.statements.iter().filter(|checked| checked.cited_by.is_some()).count()
    }
}

/// A statement and its verdict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "dialects", derive(utoipa::ToSchema))]
pub struct Checked {
    /// The statement as written, without its citations.
    pub text: String,
    /// The verdict.
    pub verdict: Verdict,
    /// The sources it cites. Empty if it cites none; it was then compared with all of them.
    pub sources: Vec<String>,
    /// The part of a source that supports or contradicts the statement, or comes nearest to it, if any does.
    #[cfg_attr(feature = "dialects", schema(required))]
    pub span: Option<Span>,
    /// Numbers and names in the statement that its sources do not contain.
    pub missing: Vec<String>,
    /// Cited names that are not among the retrieved sources: the writer made them up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub no_such_source: Vec<String>,
    /// The author of the citation, if not the writer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cited_by: Option<CitedBy>,
}

impl Checked {
    /// Returns true if readers are warned: the sources do not support the statement, or do not exist, or it names none
    /// and no source says all of it.
    pub fn is_doubted(&self) -> bool {
        match self.verdict {
            Verdict::Unsupported | Verdict::Contradicted => true,
            Verdict::Partly if self.sources.is_empty() => true,
            _ => !self.no_such_source.is_empty(),
        }
    }
}

/// The author of a citation, in place of the writer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "dialects", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum CitedBy {
    /// The check, which found the passage that supports the statement.
    Check,
}

/// Part of a passage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "dialects", derive(utoipa::ToSchema))]
pub struct Span {
    /// Source of the passage.
    pub source: String,
    /// Text of the part.
    pub text: String,
}

/// The verdict on a statement. [`Checked::is_doubted`] says which of them readers see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "dialects", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The sources say it.
    Supported,
    /// The sources say part of it, and nothing against it.
    Partly,
    /// Its figures are computed from figures in the sources.
    Derived,
    /// Not comparable, because the sources are in another language.
    NotChecked,
    /// The sources do not say it.
    Unsupported,
    /// The sources say the opposite, or another number.
    #[serde(alias = "number_conflict")]
    Contradicted,
}
