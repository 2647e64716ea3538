//! The hard facts of a text: what a source has or has not, whatever the words around it. Numbers, dates, codes, names
//! and quotations.

mod number;
mod values;
mod wording;

pub(crate) use number::{Figure, figures, values};
pub(crate) use values::Values;
pub(crate) use wording::{normalised, squashed};

/// Maximum number of facts of a statement that are looked up. A statement with more is an endless list.
const MAX_FACTS: usize = 100;

/// A hard fact of a statement.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Fact {
    /// A number, date or time.
    Figure(Figure),
    /// A word of letters and digits.
    Code(String),
    /// A word of a name.
    Name(String),
    /// Words in quotation marks.
    Quotation(String),
}

impl Fact {
    /// Returns the fact as it is written.
    pub(crate) fn text(&self) -> &str {
        match self {
            Self::Figure(figure) => &figure.text,
            Self::Code(text) | Self::Name(text) | Self::Quotation(text) => text,
        }
    }
}

/// Returns the hard facts of a statement. The numbers within a quotation are part of it.
pub(crate) fn facts(text: &str) -> Vec<Fact> {
    let (quotations, rest) = wording::quotations(text);
    let figures = figures(&rest).into_iter().chain(number::months(&rest)).map(Fact::Figure);
    let codes = wording::codes(&rest).into_iter().map(Fact::Code);
    let names = wording::names(&rest).into_iter().map(Fact::Name);
    let quotations = quotations.into_iter().map(Fact::Quotation);
    figures.chain(codes).chain(quotations).chain(names).take(MAX_FACTS).collect()
}
