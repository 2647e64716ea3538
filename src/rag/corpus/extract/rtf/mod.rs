//! Rich Text Format: paragraphs, headings, items, tables and notes.

mod state;
mod tokens;

use super::format::{Format, Mark, Reader, View};
use super::title::is_title;
use super::{ExtractError, Extractor};
use crate::rag::corpus::{Document, Page};
use state::State;
use tokens::Tokens;

/// Rich text.
pub(super) const FORMAT: Format = Format {
    name: "rtf",
    endings: &["rtf"],
    mark: Mark::Begins(&[b"{\\rtf"]),
    reader: Reader::Guarded(&Rtf),
    media_type: "application/rtf",
    view: View::None,
};

/// Reads rich text.
struct Rtf;

impl Extractor for Rtf {
    fn extract(&self, bytes: &[u8]) -> Result<Document, ExtractError> {
        let mut state = State::default();
        Tokens::new(bytes).for_each(|token| state.take(token));
        let ((stated, first_heading), blocks, hidden) = state.end();
        if blocks.is_empty() {
            return Err(ExtractError::NoText);
        }
        let stated = Some(stated).filter(|title| is_title(title));
        let title = stated.or(first_heading);
        let page = Page {
            number: None,
            blocks,
        };
        Ok(Document {
            title: title.unwrap_or_default(),
            pages: vec![page],
            hidden,
        })
    }
}
