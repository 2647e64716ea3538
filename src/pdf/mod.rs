//! PDF: the glyphs of each page are arranged in lines, and the lines in blocks.

mod attached;
mod bidi;
mod canvas;
mod columns;
mod drawn;
mod fields;
mod fonts;
mod glyph;
mod glyphs;
mod headings;
mod initials;
mod lines;
mod margins;
mod order;
mod overrun;
mod paragraphs;
mod pictures;
mod pieces;
mod places;
mod running;
mod searched;
mod stacked;
mod table;
mod title;
mod words;

pub use drawn::{DrawnPage, drawn, opened};
use footnote_protocol::Places;
use glyph::Glyph;
use hayro_syntax::{DecryptionError, LoadPdfError, Pdf};
pub use searched::SearchedText;

use footnote_documents::parts::Attachment;
use footnote_documents::{Block, Document, ExtractError, Page};

/// Reads PDF, with the files attached to it.
///
/// # Errors
///
/// The reason why the file cannot be read.
pub fn read(bytes: &[u8]) -> Result<(Document, Vec<Attachment>), ExtractError> {
    let pdf = opened(bytes.to_vec())?;
    let parts = attached::files(&pdf);
    Ok((text_of(&pdf)?, parts))
}

/// Returns the text of a PDF.
fn text_of(pdf: &Pdf) -> Result<Document, ExtractError> {
    let mut hidden = 0;
    let (mut notes, mut pictures) = (Vec::new(), Vec::new());
    let mut pages: Vec<Vec<lines::TextLine>> = (1..)
        .zip(glyphs::of_pages(pdf, pdf.pages().iter()))
        .map(|(number, page)| {
            hidden += page.hidden;
            notes.push(page.note());
            pictures.extend((!page.pictures.is_empty()).then_some(number));
            aligned(page.glyphs)
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
        pictures,
        ..Document::default()
    };
    let title = title::stated(pdf).or_else(|| document.first_heading());
    document.title = title.unwrap_or_default();
    document.unless_empty(ExtractError::NoText)
}

/// Returns the lines of a page in reading order.
fn aligned(glyphs: Vec<Glyph>) -> Vec<lines::TextLine> {
    let lines = order::lines(glyphs);
    let mut lines = lines.iter().filter_map(lines::TextLine::of).collect::<Vec<_>>();
    margins::remove_numbers(&mut lines);
    margins::move_notes(&mut lines);
    columns::align(&mut lines);
    lines
}

/// A word with its place on a page, in any unit.
pub struct PrintedWord<'a> {
    /// The word.
    pub text: &'a str,
    /// Its left edge.
    pub left: f64,
    /// Its width.
    pub width: f64,
    /// The lower edge of its line.
    pub bottom: f64,
    /// The height of its line.
    pub size: f64,
}

/// Returns the words of a page as blocks in reading order.
pub fn arranged<'a>(words: impl Iterator<Item = PrintedWord<'a>>) -> Vec<Block> {
    let glyphs = words.flat_map(|word| {
        let glyph = Glyph {
            text: word.text.to_owned(),
            along: word.left,
            down: word.bottom,
            width: word.width,
            size: word.size,
            turn: 0,
            bold: false,
        };
        // What follows is another word, however near it is.
        let blank = Glyph {
            text: " ".to_owned(),
            along: word.left + word.width,
            width: 0.0,
            ..glyph.clone()
        };
        [glyph, blank]
    });
    paragraphs::of_pages(&[aligned(glyphs.collect())]).concat()
}

/// Returns the areas of a page covered by the searched text.
///
/// # Errors
///
/// The reason why the file cannot be read.
pub fn places(bytes: &[u8], searched: &SearchedText) -> Result<Places, ExtractError> {
    let pdf = hayro_syntax::Pdf::new(bytes.to_vec()).map_err(reason)?;
    let page = pdf.pages().iter().skip(searched.page.saturating_sub(1)).take(1);
    let sheet = glyphs::of_pages(&pdf, page).next().ok_or(ExtractError::Empty)?;
    let mut letters = places::Letters::of(sheet);
    let mut found = Vec::new();
    for text in &searched.texts {
        found = letters.find(text);
    }
    let words = searched.words.lines().flat_map(|words| letters.within(&found, words));
    let words: Vec<_> = words.collect();
    Ok(Places { passage: letters.areas(&found), words: letters.areas(&words) })
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

/// Reads PDF without the files attached to it.
#[cfg(test)]
fn extract(bytes: &[u8]) -> Result<Document, ExtractError> {
    text_of(&opened(bytes.to_vec())?)
}

#[cfg(test)]
mod places_tests;
#[cfg(test)]
mod poppler_tests;

#[cfg(test)]
mod tests;
