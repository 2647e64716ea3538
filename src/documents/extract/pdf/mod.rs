//! PDF: the glyphs of each page are arranged in lines, and the lines in blocks.

mod bidi;
mod canvas;
mod columns;
mod drawn;
mod fields;
mod fonts;
mod glyph;
mod glyphs;
mod headings;
mod lines;
mod order;
mod overrun;
mod paragraphs;
mod pieces;
mod places;
mod running;
mod table;
mod title;
mod words;

pub(super) use drawn::{drawn, opened};
use footnote_protocol::Places;
use hayro_syntax::{DecryptionError, LoadPdfError};
pub(super) use words::Vocabulary;

use super::ExtractError;
use super::searched::SearchedText;
use crate::{Block, Document, Page};

/// Reads PDF.
pub(super) fn extract(bytes: &[u8]) -> Result<Document, ExtractError> {
    let pdf = hayro_syntax::Pdf::new(bytes.to_vec()).map_err(reason)?;
    let mut hidden = 0;
    let mut notes = Vec::new();
    let mut pages: Vec<Vec<lines::TextLine>> = glyphs::of_pages(&pdf, pdf.pages().iter())
        .map(|page| {
            hidden += page.hidden;
            notes.push(page.note());
            let lines = order::lines(page.glyphs);
            let mut lines = lines.iter().filter_map(lines::TextLine::of).collect::<Vec<_>>();
            columns::align(&mut lines);
            lines
        })
        .collect();
    running::remove(&mut pages);
    let mut blocks = paragraphs::of_pages(&pages);
    if blocks.iter().all(Vec::is_empty) && notes.iter().any(Option::is_some) {
        return Err(ExtractError::NoCharacters);
    }
    for (page, note) in blocks.iter_mut().zip(notes) {
        page.extend(note.map(Block::Paragraph));
    }
    let mut document = Document {
        pages: (1..).zip(blocks).map(numbered).collect(),
        hidden,
        ..Document::default()
    };
    let title = title::stated(&pdf).or_else(|| document.first_heading());
    document.title = title.unwrap_or_default();
    document.unless_empty(ExtractError::NoText)
}

/// Returns the areas of a page covered by the searched text.
///
/// # Errors
///
/// The reason why the file cannot be read.
pub(super) fn places(bytes: &[u8], searched: &SearchedText) -> Result<Places, ExtractError> {
    let pdf = hayro_syntax::Pdf::new(bytes.to_vec()).map_err(reason)?;
    let page = pdf.pages().iter().skip(searched.page.saturating_sub(1)).take(1);
    let sheet = glyphs::of_pages(&pdf, page).next().ok_or(ExtractError::Empty)?;
    let mut letters = places::Letters::of(sheet);
    let mut found = Vec::new();
    for text in &searched.texts {
        found = letters.find(text);
    }
    Ok(Places {
        passage: letters.areas(&found),
        words: letters.areas(&letters.within(&found, &searched.words)),
    })
}

fn numbered((number, blocks): (u32, Vec<Block>)) -> Page {
    Page { number: Some(number), blocks }
}

fn reason(error: LoadPdfError) -> ExtractError {
    match error {
        LoadPdfError::Decryption(DecryptionError::PasswordProtected) => ExtractError::Protected,
        LoadPdfError::Decryption(_) | LoadPdfError::Invalid => ExtractError::Damaged,
    }
}

#[cfg(test)]
mod places_tests;
#[cfg(test)]
mod poppler_tests;

#[cfg(test)]
mod tests;
