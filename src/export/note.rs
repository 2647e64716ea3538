//! A footnote in an exported document.

/// A footnote: the document, the place in it, and the cited words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PaperNote {
    /// Number of the footnote.
    pub number: usize,
    /// The document and the place in it: `staff/handbook.pdf, page 12`.
    pub label: String,
    /// Address that opens the document there; empty if none.
    pub address: String,
    /// The quoted words; empty if none.
    pub words: String,
    /// Number of table rows that are not named.
    pub more: usize,
}
