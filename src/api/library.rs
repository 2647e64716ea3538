//! The doors to the documents: what is indexed, and opening one from a citation.

use leptos::prelude::*;

use super::codec::JsonBody;
use crate::protocol::{LibraryStatus, OpenedDocument, ProtocolError};

/// What is indexed and how fresh it is.
///
/// # Errors
///
/// Only if the server is wired wrongly.
#[server(name = AskStatus, prefix = "/page", endpoint = "library", input = JsonBody, output = JsonBody)]
pub async fn library_status() -> Result<LibraryStatus, ProtocolError> {
    use crate::protocol::{DocumentSummary, FailedFile};
    use crate::rag::Rag;
    use crate::rag::corpus::FileState;

    let rag = use_context::<Rag>().ok_or_else(ProtocolError::failed)?;
    let progress = rag.library.progress();
    let mut status = LibraryStatus {
        running: progress.running,
        seen: progress.seen,
        done: progress.done,
        finished_at: progress.finished_at,
        problem: progress.problem,
        examples: progress
            .examples
            .into_iter()
            .map(|one| one.question)
            .collect(),
        modes: rag.retriever.modes().to_vec(),
        embedded: progress.embedded.map(|one| (one.ready, one.all)),
        model: rag.model.as_ref().map(|model| model.name().to_owned()),
        ..LibraryStatus::default()
    };
    for file in progress.files {
        match file.state {
            FileState::Ready { pages, .. } => status.documents.push(DocumentSummary {
                path: file.path,
                title: file.title,
                pages,
            }),
            FileState::Failed(reason) => status.failed.push(FailedFile {
                path: file.path,
                reason,
            }),
        }
    }
    Ok(status)
}

/// Opens the document that a citation names: `source` is `<path>` or `<path>#page=N`.
///
/// # Errors
///
/// A refusal if `source` names no indexed document, or one too large to show as text.
#[server(prefix = "/page", endpoint = "document", input = JsonBody, output = JsonBody)]
pub async fn open_document(
    /// The source name, as citations have it.
    source: String,
) -> Result<OpenedDocument, ProtocolError> {
    use crate::rag::Rag;
    use crate::rag::corpus::open;
    use crate::text::source;

    let rag = use_context::<Rag>().ok_or_else(ProtocolError::failed)?;
    let (path, _) = source::split(&source);
    let file = open::locate(&rag.library, path).ok_or_else(|| {
        ProtocolError::refused("This document is gone: it was moved, changed or removed since.")
    })?;
    let framed = |sandboxed| OpenedDocument::Framed {
        url: source::content_url(&source),
        sandboxed,
    };
    match open::kind(path) {
        open::Kind::Pdf => Ok(framed(false)),
        open::Kind::Html => Ok(framed(true)),
        open::Kind::Markdown => open::text(&file).await.map(OpenedDocument::Markdown),
        open::Kind::Text => open::text(&file).await.map(OpenedDocument::Plain),
    }
    .map_err(|error| {
        tracing::warn!(%error, "a document cannot be opened");
        ProtocolError::refused("This document cannot be shown here; open it in a new tab.")
    })
}
