//! PDF: the glyphs of each page, laid out into lines, and the lines into blocks.

mod glyphs;
mod lines;
mod paragraphs;
mod running;
mod title;

use hayro_syntax::{DecryptionError, LoadPdfError};

use super::{ExtractError, Extractor};
use crate::rag::corpus::{Block, Document, Page};

/// Reads PDF.
pub(super) struct Pdf;

impl Extractor for Pdf {
    fn extract(&self, bytes: &[u8]) -> Result<Document, ExtractError> {
        let pdf = hayro_syntax::Pdf::new(bytes.to_vec()).map_err(reason)?;
        let mut pages: Vec<Vec<lines::Line>> = glyphs::of_pages(&pdf)
            .map(|glyphs| lines::of_glyphs(&glyphs))
            .collect();
        running::remove(&mut pages);
        let blocks = paragraphs::of_pages(&pages);
        if blocks.iter().all(Vec::is_empty) {
            return Err(ExtractError::NoText);
        }
        Ok(Document {
            title: title::of_pdf(&pdf, &blocks),
            pages: (1..).zip(blocks).map(numbered).collect(),
        })
    }
}

fn numbered((number, blocks): (u32, Vec<Block>)) -> Page {
    Page {
        number: Some(number),
        blocks,
    }
}

fn reason(error: LoadPdfError) -> ExtractError {
    match error {
        LoadPdfError::Decryption(DecryptionError::PasswordProtected) => ExtractError::Protected,
        LoadPdfError::Decryption(_) | LoadPdfError::Invalid => ExtractError::Damaged,
    }
}

#[cfg(test)]
mod tests;
