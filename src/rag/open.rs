//! Opening a document at the words that a citation stands for.

use super::Rag;
use super::corpus::extract::{self, View};
use super::corpus::index::Start;
use super::corpus::{Passage, open};
use super::retrieval::RetrieveError;
use crate::protocol::{OpenedDocument, OpenedPart, Opening};
use crate::text::markdown::letters;

/// The number of passages that are shown at once: some ten pages.
const SHOWN: usize = 30;

/// The number of passages that stand before the marked one.
const BEFORE: u32 = 8;

impl Rag {
    /// A stretch of the document at `path`, with what is asked for marked in it; `None` if there is no such
    /// document, or not for this reader.
    ///
    /// # Errors
    ///
    /// When the index cannot be read.
    pub async fn open(
        &self,
        path: &str,
        opening: Opening,
    ) -> Result<Option<OpenedDocument>, RetrieveError> {
        let file = self.library.file(path);
        let Some(file) = file.filter(|_| open::locate(&self.library, path).is_some()) else {
            return Ok(None);
        };
        let stretch = |start| self.retriever.stretch(path, start, SHOWN, &self.reader);
        let mut passages = stretch(start(&opening)).await?;
        if passages.is_empty() {
            // It has become shorter, or has no pages.
            passages = stretch(Start::Passage(0)).await?;
        }
        Ok(Some(OpenedDocument {
            path: path.to_owned(),
            title: file.title.clone(),
            is_pdf: extract::of_name(path).is_some_and(|format| format.view == View::Pages),
            passages: file.passages(),
            opening: found(opening, &passages),
            parts: parts(&passages),
        }))
    }
}

/// Where the stretch begins.
fn start(opening: &Opening) -> Start {
    match (opening.from, opening.passage, opening.page) {
        (Some(from), ..) => Start::Passage(from),
        (None, Some(passage), _) => Start::Passage(passage.saturating_sub(BEFORE)),
        (None, None, Some(page)) => Start::Page(page),
        (None, None, None) => Start::Passage(0),
    }
}

/// What is asked for with the passage that has its words: the named one, or else the nearest, since the
/// document may have changed; with no passage where none has them.
fn found(opening: Opening, passages: &[Passage]) -> Opening {
    let words = letters(&opening.words);
    let named = opening.passage.unwrap_or_default();
    let holding = passages
        .iter()
        .filter(|passage| letters(&passage.text).contains(&words));
    let nearest = holding.map(|passage| passage.ordinal);
    let nearest = nearest.min_by_key(|ordinal| ordinal.abs_diff(named));
    Opening {
        passage: if words.is_empty() {
            opening.passage
        } else {
            nearest
        },
        ..opening
    }
}

fn parts(passages: &[Passage]) -> Vec<OpenedPart> {
    let mut before: &[String] = &[];
    let parts = passages.iter().map(|passage| {
        let headings = open::headings(before, &passage.headings);
        before = &passage.headings;
        OpenedPart {
            ordinal: passage.ordinal,
            page: passage.page,
            headings,
            text: passage.text.clone(),
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
        let opening = Opening {
            passage,
            words: words.to_owned(),
            ..Opening::default()
        };
        found(
            opening,
            &passages(&["Tea at four.", "Rain.", "Tea at **four**."]),
        )
        .passage
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
