//! The check of an answer: its statements, each compared with its citations.

use serde::{Deserialize, Serialize};

/// The check of an answer, statement by statement, in the order of its text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "dialects", derive(utoipa::ToSchema))]
pub struct Audit {
    /// The statements; headings, questions and words between statements are none.
    pub statements: Vec<Checked>,
}

impl Audit {
    /// The number of supported statements.
    pub fn supported(&self) -> usize {
        let supported = |checked: &&Checked| checked.verdict == Verdict::Supported;
        self.statements.iter().filter(supported).count()
    }

    /// The number of statements whose citation the check put behind them.
    pub fn cited_by_check(&self) -> usize {
        self.statements.iter().filter(|checked| checked.cited_by.is_some()).count()
    }
}

/// One statement with its verdict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "dialects", derive(utoipa::ToSchema))]
pub struct Checked {
    /// The statement as it stands in the answer, without its citations.
    pub text: String,
    /// The verdict.
    pub verdict: Verdict,
    /// The sources that it cites; empty if it cites none and was compared with all of them.
    pub sources: Vec<String>,
    /// The part of a source that bears it out or contradicts it, or that comes nearest, if any comes near.
    #[cfg_attr(feature = "dialects", schema(required))]
    pub span: Option<Span>,
    /// Numbers and names of the statement that its sources do not have.
    pub missing: Vec<String>,
    /// Names in it that look like sources but are not among the passages found: the writer made them up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub no_such_source: Vec<String>,
    /// Who put its citation behind it, where that was not the writer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cited_by: Option<CitedBy>,
}

impl Checked {
    /// True if readers are warned of it: its sources do not say it, or there are none of their names.
    pub fn is_doubted(&self) -> bool {
        matches!(self.verdict, Verdict::Unsupported | Verdict::Contradicted)
            || !self.no_such_source.is_empty()
    }
}

/// One that cites in place of an answer's writer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "dialects", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum CitedBy {
    /// The check: it found the passage that bears the statement out.
    Check,
}

/// A part of a passage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "dialects", derive(utoipa::ToSchema))]
pub struct Span {
    /// The passage's source.
    pub source: String,
    /// Its words.
    pub text: String,
}

/// The verdict on a statement. Readers are shown two, [`Self::Unsupported`] and [`Self::Contradicted`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "dialects", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Its sources say it.
    Supported,
    /// Its sources say a part of it, and nothing against it.
    Partly,
    /// Its figures are computed from those of its sources.
    Derived,
    /// It cannot be compared with its sources, which are in another language.
    NotChecked,
    /// Its sources do not say it.
    Unsupported,
    /// Its sources say the opposite, or another number.
    #[serde(alias = "number_conflict")]
    Contradicted,
}
