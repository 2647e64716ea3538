//! Citations added behind paragraphs, lists and tables that have none, while a model writes.

mod block;
#[cfg(test)]
mod tests;

use footnote_answers::audit::{self, Evidence};
use footnote_answers::workers::Workers;
use footnote_store::search::Hit;

use self::block::{Block, first_block};

/// Maximum number of blocks in an answer that are looked up.
const MAX_LOOKED_UP: usize = 50;

/// Maximum length of a block that is looked up, in bytes.
const MAX_BLOCK_LEN: usize = 16 * 1024;

/// The passages in which blocks are looked up.
enum LazySources {
    Unread(Vec<Hit>),
    Read(Box<Evidence>),
    /// An earlier look-up failed.
    Failed,
}

impl LazySources {
    /// Returns the source that has all facts of a block, and the passages, which are now read.
    fn of(self, block: &str) -> (Self, Option<String>) {
        let evidence = match self {
            Self::Unread(passages) => Box::new(Evidence::new(&passages, &[])),
            Self::Read(evidence) => evidence,
            Self::Failed => return (Self::Failed, None),
        };
        let source = audit::source_of(block, &evidence);
        (Self::Read(evidence), source)
    }
}

/// Adds citations to the text of an answer while it is streamed. Where a paragraph, list or table ends without a
/// citation and one source has all its hard facts, that source is inserted. Only the blank lines between blocks are
/// held back, until the next block begins.
pub(super) struct CitationInserter {
    /// The sources that the model may cite.
    known: Vec<String>,
    sources: LazySources,
    /// The text from the beginning of the block that is being written.
    tail: String,
    /// Number of bytes of the tail that have been shown.
    shown: usize,
    /// Number of bytes before the tail, as the model wrote them.
    before: usize,
    /// The inserted citations with their positions in the model's text.
    inserted: Vec<(usize, String)>,
    looked_up: usize,
}

impl CitationInserter {
    /// Creates an inserter for a text that may cite the `known` sources of these passages.
    pub(super) fn new(known: Vec<String>, passages: Vec<Hit>) -> Self {
        Self {
            known,
            sources: LazySources::Unread(passages),
            tail: String::new(),
            shown: 0,
            before: 0,
            inserted: Vec::new(),
            looked_up: 0,
        }
    }

    /// Takes the next piece and returns the text that can be shown now.
    pub(super) async fn push(&mut self, piece: &str, workers: &Workers) -> String {
        self.tail.push_str(piece);
        let mut shown = String::new();
        while let Some(Block { end, next }) = first_block(&self.tail) {
            if let Some(text) = self.uncited(end, next) {
                let sources = std::mem::replace(&mut self.sources, LazySources::Failed);
                let found = workers.run(async move { sources.of(&text) }).await;
                let (sources, source) = found.unwrap_or((LazySources::Failed, None));
                self.sources = sources;
                self.insert(end, source, &mut shown);
            }
            self.advance(next, &mut shown);
        }
        self.show_up_to(self.showable(), &mut shown);
        shown
    }

    /// Takes the end of the text and returns what is still to be shown. `is_whole` is false if the text broke off.
    pub(super) fn finish(&mut self, rest: &str, is_whole: bool) -> String {
        self.tail.push_str(rest);
        let mut shown = String::new();
        loop {
            let block = first_block(&self.tail);
            let last = Block { end: self.tail.trim_end().len(), next: self.tail.len() };
            let Block { end, next } = block.unwrap_or(last);
            let text = self.uncited(end, next).filter(|_| is_whole || block.is_some());
            if let Some(text) = text {
                let sources = std::mem::replace(&mut self.sources, LazySources::Failed);
                let (sources, source) = sources.of(&text);
                self.sources = sources;
                self.insert(end, source, &mut shown);
            }
            self.advance(next, &mut shown);
            if block.is_none() {
                return shown;
            }
        }
    }

    /// Returns the written text with all citations, and the positions of the brackets that were inserted.
    pub(super) fn with_citations(&self, written: &str) -> (String, Vec<usize>) {
        let mut text = String::with_capacity(written.len());
        let (mut from, mut places) = (0, Vec::new());
        for (at, citation) in &self.inserted {
            text.push_str(written.get(from..*at).unwrap_or_default());
            from = *at;
            places.push(text.len() + citation.len() - citation.trim_start().len());
            text.push_str(citation);
        }
        text.push_str(written.get(from..).unwrap_or_default());
        (text, places)
    }

    /// Returns the block that ends here if it has no citation, and its end has not been shown.
    fn uncited(&mut self, end: usize, next: usize) -> Option<String> {
        let behind = self.tail.get(next..).unwrap_or_default();
        let is_cited_below = behind.trim_start().starts_with('[');
        if self.looked_up >= MAX_LOOKED_UP
            || end > MAX_BLOCK_LEN
            || self.shown > end
            || is_cited_below
        {
            return None;
        }
        let block = self.tail.get(..end).filter(|text| block::may_cite(text, &self.known))?;
        self.looked_up += 1;
        Some(block.to_owned())
    }

    /// Shows the block that ends here, with its source if there is one.
    fn insert(&mut self, end: usize, source: Option<String>, shown: &mut String) {
        self.show_up_to(end, shown);
        if let Some(source) = source.filter(|source| self.known.contains(source)) {
            let citation = block::citation(self.tail.get(..end).unwrap_or_default(), &source);
            shown.push_str(&citation);
            self.inserted.push((self.before + end, citation));
        }
    }

    /// Returns the length of the tail that can be shown. A citation may still have to stand before blank lines and the
    /// first signs behind them.
    fn showable(&self) -> usize {
        let begin = self.tail.rfind('\n').map_or(0, |at| at + 1);
        let (before, line) = self.tail.split_at_checked(begin).unwrap_or_default();
        let end = before.trim_end().len();
        let breaks = before.get(end..).map_or(0, |gap| gap.matches('\n').count());
        let is_short = line.trim().len() < block::MARKER_LEN;
        match () {
            () if is_short && breaks > 1 => end,
            () if line.trim().is_empty() && breaks > 0 => end,
            () => self.tail.len(),
        }
    }

    /// Shows the tail up to `end` and continues from there.
    fn advance(&mut self, end: usize, shown: &mut String) {
        self.show_up_to(end, shown);
        self.tail.drain(..end);
        self.before += end;
        self.shown = self.shown.saturating_sub(end);
    }

    fn show_up_to(&mut self, end: usize, shown: &mut String) {
        if self.shown < end {
            shown.push_str(self.tail.get(self.shown..end).unwrap_or_default());
            self.shown = end;
        }
    }
}
