//! Citations added after uncited statements while a model writes.

mod cut;
#[cfg(test)]
mod tests;

use footnote_answers::audit::{self, SentenceIndex};
use footnote_answers::workers::Workers;
use footnote_retrieval::Hit;

use self::cut::{CutPoint, next_cut};

/// Maximum number of statements in an answer that are looked up.
const MAX_LOOKED_UP: usize = 200;

/// Maximum length of a sentence that is looked up, in bytes.
const MAX_SENTENCE_LEN: usize = 4 * 1024;

/// Reads the passages of an answer when they are first needed.
pub(super) type ReadHits = Box<dyn FnOnce() -> Vec<Hit> + Send>;

/// The passages in which statements are looked up.
enum LazySources {
    Unread(ReadHits),
    Read(SentenceIndex),
    /// An earlier look-up failed.
    Failed,
}

impl LazySources {
    /// Returns the source that supports a statement, and the passages, which are now read.
    fn of(self, statement: &str) -> (Self, Option<String>) {
        let index = match self {
            Self::Unread(passages) => SentenceIndex::new(&passages(), &[]),
            Self::Read(index) => index,
            Self::Failed => return (Self::Failed, None),
        };
        let source = audit::source_of(statement, &index);
        (Self::Read(index), source)
    }
}

/// A source for a statement that may not have ended yet.
struct PendingCitation {
    /// The end of the statement in the tail.
    end: usize,
    source: String,
}

/// Adds citations to the text of an answer while it is streamed. Where a statement ends without a citation and a
/// passage supports it, the passage's source is inserted. Text is held back only until the next piece arrives.
pub(super) struct CitationInserter {
    /// The sources that the model may cite.
    known: Vec<String>,
    sources: LazySources,
    /// The text from the beginning of the statement that is being written.
    tail: String,
    /// Number of bytes of the tail that have been shown.
    shown: usize,
    /// The end of the statement in the tail that is being looked up.
    end: usize,
    pending: Option<PendingCitation>,
    /// True within a block of code.
    is_code: bool,
    /// Number of bytes before the tail, as the model wrote them.
    before: usize,
    /// The inserted sources with their positions in the model's text.
    inserted: Vec<(usize, String)>,
    looked_up: usize,
}

impl CitationInserter {
    /// Creates an inserter for a text that may cite the `known` sources of these passages.
    pub(super) fn new(known: Vec<String>, passages: ReadHits) -> Self {
        Self {
            known,
            sources: LazySources::Unread(passages),
            tail: String::new(),
            shown: 0,
            end: 0,
            pending: None,
            is_code: false,
            before: 0,
            inserted: Vec::new(),
            looked_up: 0,
        }
    }

    /// Takes the next piece and returns the text that can be shown now.
    pub(super) async fn push(&mut self, piece: &str, workers: &Workers) -> String {
        self.tail.push_str(piece);
        let mut shown = String::new();
        self.resolve_pending(&mut shown);
        while let Some(statement) = self.next_uncited(&mut shown) {
            let sources = std::mem::replace(&mut self.sources, LazySources::Failed);
            let found = workers.run(async move { sources.of(&statement) }).await;
            let (sources, source) = found.unwrap_or((LazySources::Failed, None));
            self.sources = sources;
            if self.is_held_back(source, &mut shown) {
                return shown;
            }
        }
        self.show_up_to(self.tail.len(), &mut shown);
        if self.tail.len() > MAX_SENTENCE_LEN {
            self.advance(self.tail.len(), &mut shown);
        }
        shown
    }

    /// Takes the end of the text and returns what is still to be shown. `is_whole` is false if the text broke off.
    pub(super) fn finish(&mut self, rest: &str, is_whole: bool) -> String {
        self.tail.push_str(rest);
        let mut shown = String::new();
        self.resolve_pending(&mut shown);
        while let Some(statement) = self.next_uncited(&mut shown) {
            let source = self.look_up(&statement);
            self.finish_statement(source, &mut shown);
        }
        self.end = self.tail.trim_end().len();
        let may_cite = is_whole && !self.is_code && self.looked_up < MAX_LOOKED_UP;
        let last = self.tail.get(..self.end).filter(|_| may_cite);
        if let Some(statement) = last.and_then(cut::statement) {
            let source = self.look_up(&statement);
            self.finish_statement(source, &mut shown);
        }
        self.show_up_to(self.tail.len(), &mut shown);
        shown
    }

    /// Returns the written text with all citations, and the positions of the brackets that were inserted.
    pub(super) fn with_citations(self, written: &str) -> (String, Vec<usize>) {
        let mut text = String::with_capacity(written.len());
        let (mut from, mut places) = (0, Vec::new());
        for (at, source) in self.inserted {
            text.push_str(written.get(from..at).unwrap_or_default());
            from = at;
            places.push(text.len() + " ".len());
            text.push_str(&bracket(&source));
        }
        text.push_str(written.get(from..).unwrap_or_default());
        (text, places)
    }

    /// Shows the text up to the next uncited statement that can be looked up, and returns that statement; `None` if
    /// there is none yet.
    fn next_uncited(&mut self, shown: &mut String) -> Option<String> {
        while self.looked_up < MAX_LOOKED_UP {
            match next_cut(&self.tail, &self.known, self.is_code)? {
                CutPoint::Passed { end, is_code } => {
                    self.advance(end, shown);
                    self.is_code = is_code;
                }
                CutPoint::Ended(end) => {
                    let is_open = self.shown <= end;
                    let statement =
                        self.tail.get(..end).filter(|_| is_open).and_then(cut::statement);
                    if statement.is_some() {
                        self.end = end;
                        self.looked_up += 1;
                        return statement;
                    }
                    self.advance(end, shown);
                }
            }
        }
        None
    }

    fn look_up(&mut self, statement: &str) -> Option<String> {
        let sources = std::mem::replace(&mut self.sources, LazySources::Failed);
        let (sources, source) = sources.of(statement);
        self.sources = sources;
        source
    }

    /// Inserts a source after the statement that was looked up, unless the next piece may continue the statement. In
    /// that case returns true, and the text after it waits for that piece.
    fn is_held_back(&mut self, source: Option<String>, shown: &mut String) -> bool {
        match source {
            Some(source) if !cut::is_final(&self.tail, self.end) => {
                self.show_up_to(self.end, shown);
                self.pending = Some(PendingCitation { end: self.end, source });
                true
            }
            source => {
                self.finish_statement(source, shown);
                false
            }
        }
    }

    /// Inserts the source found before the latest piece, if its statement does end there.
    fn resolve_pending(&mut self, shown: &mut String) {
        let Some(PendingCitation { end, source }) = self.pending.take() else {
            return;
        };
        if next_cut(&self.tail, &self.known, self.is_code) == Some(CutPoint::Ended(end)) {
            self.end = end;
            self.finish_statement(Some(source), shown);
        }
    }

    /// Ends the statement that was looked up, with its source if there is one.
    fn finish_statement(&mut self, source: Option<String>, shown: &mut String) {
        self.advance(self.end, shown);
        if let Some(source) = source {
            shown.push_str(&bracket(&source));
            self.inserted.push((self.before, source));
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

/// Formats a citation to follow a statement.
fn bracket(source: &str) -> String {
    format!(" [{source}]")
}
