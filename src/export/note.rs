//! A footnote as it stands on paper.

/// A footnote: the document, the place in it, and the words that are cited.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PaperNote {
    /// Its number.
    pub number: usize,
    /// The document and the place in it: `staff/handbook.pdf, page 12`.
    pub label: String,
    /// The address at which the document opens there; empty if there is none.
    pub address: String,
    /// The quoted words; empty if there are none.
    pub words: String,
    /// The number of rows of a table that they do not name.
    pub more: usize,
}
