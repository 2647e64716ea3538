//! Opening a document at the words that a citation refers to.

use std::path::Path;

use footnote_documents::{Passage, Record};
use footnote_extract::{PlacesError, SearchedText, View};
use footnote_library::open::{self, Located};
use footnote_protocol::{ErrorKind, OpenedDocument, OpenedPart, Opening, Places, ProtocolError};
use footnote_store::{RetrieveError, Start};
use footnote_text::lines;
use footnote_text::markdown::letters;

use super::Rag;

/// Number of passages shown at once: about ten pages.
const PASSAGES_SHOWN: usize = 30;

/// Maximum number of enclosed documents that are listed.
const MAX_ENCLOSED: usize = 100;

/// Number of passages shown before the marked one.
const PASSAGES_BEFORE: u32 = 8;

impl Rag {
    /// Opens part of the document at `path` with the requested words marked. `None` if this reader has no such
    /// document. If its file cannot be read at the moment, it is opened as text.
    ///
    /// # Errors
    ///
    /// Fails if the index cannot be read.
    pub async fn open(
        &self,
        path: &str,
        opening: Opening,
    ) -> Result<Option<OpenedDocument>, RetrieveError> {
        let file = self.library.file(path).await?;
        let unreachable = match open::locate(&self.library, path).await? {
            Located::File(_) => String::new(),
            Located::Unreachable => self.library.unreachable_at(path),
            Located::Missing => return Ok(None),
        };
        let Some(file) = file else {
            return Ok(None);
        };
        let view = footnote_extract::of_name(path).filter(|_| unreachable.is_empty());
        let view = view.map(footnote_extract::Format::view);
        let read = |start| self.retriever.passages_from(path, start, PASSAGES_SHOWN, &self.reader);
        let one_by_one = opening.passages;
        let mut passages = read(start(&opening)).await?;
        if passages.is_empty() {
            // The document has become shorter, or has no pages.
            passages = read(Start::Passage(0)).await?;
        }
        Ok(Some(OpenedDocument {
            path: path.to_owned(),
            title: file.title.clone(),
            is_pdf: view == Some(View::Pages),
            is_image: view == Some(View::Image),
            unreachable,
            passages: file.passages(),
            opening: found(opening, &passages),
            enclosed: self.library.enclosed(path, MAX_ENCLOSED).await?,
            parts: parts(&file, &passages, one_by_one),
        }))
    }
}

/// Maximum number of passages compared with a page.
const MAX_PASSAGES_OF_PAGE: usize = 60;

/// The message for a reader while too many others look at pages.
const BUSY: &str = "Too many pages are being looked through. Ask again in a moment.";

impl Rag {
    /// Finds the areas of a passage, and of `words` in it, on its page of a PDF, which `program` reads again; none if
    /// they are unknown.
    ///
    /// # Errors
    ///
    /// Fails while too many others wait for the same, or if the index cannot be read.
    pub async fn places(
        &self,
        path: &str,
        ordinal: u32,
        words: String,
        program: &Path,
    ) -> Result<Places, ProtocolError> {
        let Located::File(place) = open::locate(&self.library, path).await? else {
            return Ok(Places::default());
        };
        let read = |start, most| self.retriever.passages_from(path, start, most, &self.reader);
        let passage = read(Start::Passage(ordinal), 1).await?;
        let Some(page) = passage.first().and_then(|passage| passage.page) else {
            return Ok(Places::default());
        };
        let mut passages = read(Start::Page(page), MAX_PASSAGES_OF_PAGE).await?;
        passages.retain(|passage| passage.ordinal <= ordinal);
        if passages.last().is_none_or(|last| last.ordinal != ordinal) {
            passages = passage;
        }
        let sought = SearchedText {
            page: usize::try_from(page).unwrap_or_default(),
            texts: passages.into_iter().map(|passage| passage.text).collect(),
            words,
        };
        let source = place.file(program).await;
        let Some(file) = source.and_then(|source| std::fs::File::open(source.fs_path()).ok())
        else {
            return Ok(Places::default());
        };
        match footnote_extract::places(file, &sought, program).await {
            Err(PlacesError::Busy) => Err(ProtocolError::new(ErrorKind::Unavailable, BUSY)),
            Err(PlacesError::Unread(error)) => {
                tracing::warn!(path, %error, "a passage is not found on its page");
                Ok(Places::default())
            }
            Ok(places) => Ok(places),
        }
    }
}

/// Returns where the passages to show start.
fn start(opening: &Opening) -> Start {
    match (opening.from, opening.passage, opening.page) {
        (Some(from), ..) => Start::Passage(from),
        (None, Some(passage), _) => Start::Passage(passage.saturating_sub(PASSAGES_BEFORE)),
        (None, None, Some(page)) => Start::Page(page),
        (None, None, None) => Start::Passage(0),
    }
}

/// Returns the opening with the passage that contains its first words: the named one, or else the nearest, since the document
/// may have changed. There is no passage if none contains them.
fn found(opening: Opening, passages: &[Passage]) -> Opening {
    let words = letters(opening.words.lines().next().unwrap_or_default());
    let named = opening.passage.unwrap_or_default();
    let holding = passages.iter().filter(|passage| letters(&passage.text).contains(&words));
    let nearest = holding.map(|passage| passage.ordinal);
    let nearest = nearest.min_by_key(|ordinal| ordinal.abs_diff(named));
    Opening { passage: if words.is_empty() { opening.passage } else { nearest }, ..opening }
}

/// Returns the passages with the headings that begin there, or with all of their headings if they are shown
/// `one_by_one`. The title is left out, since it is shown above them all.
fn parts(file: &Record, passages: &[Passage], one_by_one: bool) -> Vec<OpenedPart> {
    let keeps_lines = footnote_extract::keeps_lines(&file.path);
    let title = [file.title.clone()];
    let mut before = &title[..];
    let parts = passages.iter().map(|passage| {
        let headings = open::headings(before, &passage.headings);
        if !one_by_one {
            before = &passage.headings;
        }
        OpenedPart {
            ordinal: passage.ordinal,
            page: passage.page,
            headings,
            text: lines::markdown(&passage.text, keeps_lines),
        }
    });
    parts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passages(texts: &[&str]) -> Vec<Passage> {
        let passages = texts.iter().zip(4..).map(|(text, ordinal)| Passage {
            ordinal,
            text: (*text).to_owned(),
            ..Passage::default()
        });
        passages.collect()
    }

    fn marked(passage: Option<u32>, words: &str) -> Option<u32> {
        let opening = Opening { passage, words: words.to_owned(), ..Opening::default() };
        found(opening, &passages(&["Tea at four.", "Rain.", "Tea at **four**."])).passage
    }

    #[test]
    fn the_passage_with_the_words_is_marked_wherever_it_has_gone() {
        assert_eq!(marked(Some(4), "Tea at four."), Some(4));
        assert_eq!(marked(Some(6), "Tea at four."), Some(6));
        assert_eq!(marked(Some(99), "tea at four"), None);
        assert_eq!(marked(None, "Rain"), Some(5));
        assert_eq!(marked(Some(5), ""), Some(5));
    }
}
