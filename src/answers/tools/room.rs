//! The room that passages take when they are shown to a model.

use footnote_documents::Passage;
use footnote_models::fit::estimate;

/// Estimated tokens of a document's header lines.
pub(crate) const DOCUMENT_TOKENS: u32 = 40;

/// Estimated tokens of the header lines of a page or section.
pub(crate) const PLACE_TOKENS: u32 = 15;

/// Returns the estimated tokens of a passage.
pub(crate) fn cost(passage: &Passage) -> u32 {
    estimate(&passage.text) + PLACE_TOKENS
}

/// Returns how many passages of one document fit, counted from the first; at least one.
pub(super) fn fitting(passages: &[&Passage], room: u32) -> usize {
    let mut left = room.saturating_sub(DOCUMENT_TOKENS);
    let fits = |passage: &&&Passage| {
        let rest = left.checked_sub(cost(passage));
        left = rest.unwrap_or_default();
        rest.is_some()
    };
    passages.iter().take_while(fits).count().max(1).min(passages.len())
}
