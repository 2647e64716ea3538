//! A document while it is read: its title, followed by its blocks.

use footnote_documents::parts::Attachment;
use footnote_documents::visible;

use super::{ExtractError, contents};
use footnote_documents::{Block, Document, LeftOut, Passage, split};

/// A document while it is read.
pub(super) struct ParsedDocument<'a> {
    /// The title, from the format's metadata or its first heading; may be empty.
    pub(super) title: String,
    /// Number of its pages; 1 if the format has none.
    pub(super) pages: u32,
    /// Number of hidden characters left out so far.
    pub(super) hidden: usize,
    /// Other content that was left out.
    pub(super) left_out: LeftOut,
    /// The pages with pictures that may hold words.
    pub(super) pictures: Vec<u32>,
    /// Its blocks in order, each with its page number.
    pub(super) blocks: Box<dyn Iterator<Item = (Option<u32>, Block)> + 'a>,
    /// The files inside it.
    pub(super) parts: Vec<Attachment>,
}

impl<'a> ParsedDocument<'a> {
    /// Wraps a document that was read as a whole.
    pub(super) fn of(document: Document) -> Self {
        let Document { title, mut pages, hidden, left_out, pictures } = document;
        contents::remove(&mut pages);
        Self {
            title,
            hidden,
            left_out,
            pictures,
            pages: u32::try_from(pages.len()).unwrap_or(u32::MAX),
            blocks: Box::new(pages.into_iter().flat_map(|page| {
                let blocks = page.blocks.into_iter();
                blocks.map(move |block| (page.number, block))
            })),
            parts: Vec::new(),
        }
    }

    /// Wraps a text, which has no pages.
    ///
    /// # Errors
    ///
    /// Fails if it has no blocks.
    pub(super) fn of_text(
        title: String,
        blocks: impl Iterator<Item = Block> + 'a,
    ) -> Result<Self, ExtractError> {
        let mut blocks = blocks.peekable();
        if blocks.peek().is_none() {
            return Err(ExtractError::Empty);
        }
        Ok(Self {
            title,
            pages: 1,
            hidden: 0,
            left_out: LeftOut::default(),
            pictures: Vec::new(),
            blocks: Box::new(blocks.map(|block| (None, block))),
            parts: Vec::new(),
        })
    }

    /// Passes the passages of the visible text to `give`, one after the other; returns the number of characters left
    /// out.
    ///
    /// # Errors
    ///
    /// The error of `give`.
    pub(super) fn each_passage(
        self,
        mut give: impl FnMut(Passage) -> Result<(), ExtractError>,
    ) -> Result<usize, ExtractError> {
        let mut hidden = self.hidden;
        let blocks = self.blocks.map(|(page, mut block)| {
            hidden += visible::clean_block(&mut block);
            (page, block)
        });
        split::passages(blocks).try_for_each(&mut give)?;
        Ok(hidden)
    }
}
