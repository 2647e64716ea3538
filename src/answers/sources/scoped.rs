//! The documents of a narrow scope in which no word of the question is found.

use footnote_store::search::Hit;
use footnote_store::{FileKind, Selection, Start};

use crate::retrieve;
use crate::turn::Turn;

/// Maximum number of documents that are shown although nothing was found in them.
const MAX_DOCUMENTS: usize = 3;

/// Returns the first passage of each document in a scope of few documents: whoever selects them is asking about them. A
/// wider scope gives none.
pub async fn openings(turn: &Turn) -> Vec<Hit> {
    if turn.rag.scope.is_none() {
        return Vec::new();
    }
    let selection =
        Selection { kind: FileKind::Ready, limit: MAX_DOCUMENTS + 1, ..Selection::default() };
    let page = turn.rag.library.list(selection).await;
    let page = page.inspect_err(|error| tracing::warn!("listing a scope: {error}"));
    let files = page.map(|page| page.files).unwrap_or_default();
    if files.len() > MAX_DOCUMENTS {
        return Vec::new();
    }
    let mut hits = Vec::new();
    for file in files {
        let (retriever, reader) = (&turn.rag.retriever, &turn.rag.reader);
        let found = retriever.passages_from(&file.path, Start::Passage(0), 1, reader).await;
        let found = found.inspect_err(|error| tracing::warn!("opening a document: {error}"));
        let passages = found.unwrap_or_default().into_iter();
        hits.extend(passages.map(|passage| Hit { passage, ..Hit::default() }));
    }
    retrieve::prepare(turn, hits).await
}
