//! The room that passages take where a model is shown them.

use footnote_documents::Passage;
use footnote_models::fit::estimate;

/// The estimated tokens of the lines on a document.
pub(crate) const DOCUMENT_TOKENS: u32 = 40;

/// The estimated tokens of the lines on a page or a section.
pub(crate) const PLACE_TOKENS: u32 = 15;

/// The estimated tokens of a passage.
pub(crate) fn cost(passage: &Passage) -> u32 {
    estimate(&passage.text) + PLACE_TOKENS
}

/// The number of passages of one document, from the first on, for which there is room; one at least.
pub(super) fn fitting(passages: &[&Passage], room: u32) -> usize {
    let mut left = room.saturating_sub(DOCUMENT_TOKENS);
    let fits = |passage: &&&Passage| {
        let rest = left.checked_sub(cost(passage));
        left = rest.unwrap_or_default();
        rest.is_some()
    };
    passages.iter().take_while(fits).count().max(1).min(passages.len())
}
