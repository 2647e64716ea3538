//! The check of an answer: the hard facts of each statement are looked up in the sources it cites.

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
    /// The part of a source that comes nearest to the statement, if any does.
    #[cfg_attr(feature = "dialects", schema(required))]
    pub span: Option<Span>,
    /// Numbers, dates, codes, names and quotations in the statement that its sources do not contain.
    pub missing: Vec<String>,
    /// Cited names that are not among the retrieved sources: the writer made them up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub no_such_source: Vec<String>,
    /// The author of the citation, if not the writer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cited_by: Option<CitedBy>,
}

impl Checked {
    /// Returns true if readers are warned: the sources lack a fact of the statement, or do not exist.
    pub fn is_doubted(&self) -> bool {
        self.verdict == Verdict::NotFound || !self.no_such_source.is_empty()
    }
}

/// The author of a citation, in place of the writer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "dialects", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum CitedBy {
    /// The check, which found the source that has all hard facts of the paragraph, list or table.
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
    /// All its hard facts stand in what it cites, or are computed from what stands there.
    #[serde(alias = "derived")]
    Supported,
    /// One of its hard facts does not; [`Checked::missing`] says which.
    #[serde(alias = "unsupported", alias = "contradicted", alias = "number_conflict")]
    NotFound,
    /// It has no hard facts.
    #[serde(alias = "partly")]
    NotChecked,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn earlier_verdicts_are_read_as_those_of_today() {
        for (name, verdict) in [
            ("supported", Verdict::Supported),
            ("derived", Verdict::Supported),
            ("partly", Verdict::NotChecked),
            ("not_checked", Verdict::NotChecked),
            ("unsupported", Verdict::NotFound),
            ("contradicted", Verdict::NotFound),
            ("number_conflict", Verdict::NotFound),
            ("not_found", Verdict::NotFound),
        ] {
            let read: Verdict = serde_json::from_value(name.into()).unwrap();
            assert_eq!(read, verdict, "{name}");
        }
        assert_eq!(serde_json::to_value(Verdict::NotFound).unwrap(), "not_found");
    }
}
