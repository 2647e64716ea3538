//! The doors to the documents: what is indexed, and opening one from a citation.

use leptos::prelude::*;

use super::codec::JsonBody;
use crate::protocol::{LibraryStatus, Listing, OpenedDocument, Opening, Places, ProtocolError};

/// What is indexed and how fresh it is, with a page of the list of documents.
///
/// # Errors
///
/// Only if the server is wired wrongly.
#[server(name = AskStatus, prefix = "/page", endpoint = "library", input = JsonBody, output = JsonBody)]
pub async fn library_status(
    /// Which documents are listed.
    #[server(default)]
    listing: Listing,
) -> Result<LibraryStatus, ProtocolError> {
    use crate::rag::Rag;
    use crate::rag::corpus::uploads::Uploads;

    let rag = use_context::<Rag>().ok_or_else(ProtocolError::failed)?;
    let uploads = use_context::<Uploads>().unwrap_or_default();
    let library = &rag.library;
    let (progress, counts) = (library.progress(), library.counts());
    let ready = library.ready(&listing);
    let failed = library.failed(Listing::DOCUMENTS);
    let problem = progress.trouble().map(str::to_owned);
    let examples = progress.examples.into_iter();
    let owns = |path: &str| uploads.owns(&rag.reader, path);
    Ok(LibraryStatus {
        running: progress.running,
        seen: progress.seen,
        done: progress.done,
        finished_at: progress.finished_at,
        problem,
        examples: examples.map(|one| one.question).collect(),
        modes: rag.retriever.modes().to_vec(),
        embedded: progress.embedded.map(|one| (one.ready, one.all)),
        model: rag.model.as_ref().map(|model| model.name().to_owned()),
        ready: counts.ready,
        unread: counts.failed,
        listing,
        listed: ready.fitting,
        waiting: uploads.waiting(&rag.reader, &rag.library),
        uploads: uploads.admits(&rag.reader),
        documents: ready
            .files
            .iter()
            .map(|file| file.summary(owns(&file.path)))
            .collect(),
        failed: failed
            .iter()
            .map(|file| file.failure(owns(&file.path)))
            .collect(),
    })
}

/// Opens the document at `path` where it is asked for.
///
/// # Errors
///
/// A refusal if there is no such document for the reader, and a failure to read the index.
#[server(prefix = "/page", endpoint = "document", input = JsonBody, output = JsonBody)]
pub async fn open_document(
    /// The document's path.
    path: String,
    /// What of it is opened.
    #[server(default)]
    opening: Opening,
) -> Result<OpenedDocument, ProtocolError> {
    use crate::rag::Rag;

    let rag = use_context::<Rag>().ok_or_else(ProtocolError::failed)?;
    let opened = rag.open(&path, opening).await?;
    opened.ok_or_else(|| {
        ProtocolError::refused("This document is gone: it was moved, changed or removed since.")
    })
}

/// Where a passage of a PDF stands on its page, and `words` in it; nothing where that is not known.
///
/// # Errors
///
/// A failure to read the index.
#[server(prefix = "/page", endpoint = "places", input = JsonBody, output = JsonBody)]
pub async fn places_of(
    /// The document's path.
    path: String,
    /// The passage, by its place in the document.
    passage: u32,
    /// The words of it that are meant.
    words: String,
) -> Result<Places, ProtocolError> {
    use std::path::Path;
    use std::sync::Arc;

    use crate::rag::Rag;

    let rag = use_context::<Rag>().ok_or_else(ProtocolError::failed)?;
    let program = use_context::<Arc<Path>>().ok_or_else(ProtocolError::failed)?;
    Ok(rag.places(&path, passage, words, &program).await?)
}
