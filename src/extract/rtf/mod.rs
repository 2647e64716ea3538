//! Rich Text Format: paragraphs, headings, items, tables and notes, or the web page that was converted to rich text.

mod state;
mod tokens;

use state::RtfState;
use tokens::Tokens;

use super::{ExtractError, html};
use footnote_documents::titles::is_title;
use footnote_documents::{Document, Page};

/// Reads rich text.
pub(super) fn extract(bytes: &[u8]) -> Result<Document, ExtractError> {
    let mut state = RtfState::default();
    Tokens::new(bytes).for_each(|token| state.take(token));
    if let Some(page) = state.page() {
        return html::part(&page).unless_empty(ExtractError::NoWords);
    }
    let ((stated, first_heading), blocks, hidden) = state.end();
    let stated = Some(stated).filter(|title| is_title(title));
    let document = Document {
        title: stated.or(first_heading).unwrap_or_default(),
        pages: vec![Page::whole(blocks)],
        hidden,
        ..Document::default()
    };
    document.unless_empty(ExtractError::NoWords)
}
