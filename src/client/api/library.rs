//! Server functions for the documents: the state of the index, and opening a document from a citation.

use footnote_protocol::{
    FolderListing, LibraryStatus, Listing, OpenedDocument, Opening, Places, SheetRequest, SheetRows,
};
use leptos::prelude::*;

use super::codec::{JsonBody, JsonLines, PageError, StatusStream};

/// Returns the state of the index, with a page of the list of documents.
///
/// # Errors
///
/// Fails if the server is misconfigured, or the documents cannot be listed.
#[server(name = AskStatus, prefix = "/page", endpoint = "library", input = JsonBody, output = JsonBody)]
pub async fn library_status(
    /// The part of the list to return.
    #[server(default)]
    listing: Listing,
) -> Result<LibraryStatus, PageError> {
    use footnote_answers::Rag;
    use footnote_library::uploads::Uploads;
    use footnote_protocol::ProtocolError;

    let rag = use_context::<Rag>().ok_or_else(ProtocolError::failed)?;
    let uploads = use_context::<Uploads>().ok_or_else(ProtocolError::failed)?;
    Ok(rag.status(&uploads, listing).await?)
}

/// Returns the contents of a folder, for choosing a scope.
///
/// # Errors
///
/// Fails if the server is misconfigured, or the documents cannot be listed.
#[server(name = AskFolder, prefix = "/page", endpoint = "folder", input = JsonBody, output = JsonBody)]
pub async fn library_folder(
    /// Path of the folder; empty for the root.
    #[server(default)]
    path: String,
    /// Page of its documents, from 0.
    #[server(default)]
    page: usize,
) -> Result<FolderListing, PageError> {
    use footnote_answers::Rag;
    use footnote_protocol::ProtocolError;

    let rag = use_context::<Rag>().ok_or_else(ProtocolError::failed)?;
    Ok(rag.folder(&path, page).await?)
}

/// Streams the state: at first and after each change, until no document is being read, or for ever if `stays` is true.
///
/// # Errors
///
/// Fails if the server is misconfigured.
#[server(name = WatchStatus, prefix = "/page", endpoint = "changes", input = JsonBody, output = JsonLines)]
pub async fn library_changes(
    /// The part of the list to return.
    #[server(default)]
    listing: Listing,
    /// True to keep waiting for changes.
    #[server(default)]
    stays: bool,
) -> Result<StatusStream, PageError> {
    use footnote_answers::Rag;
    use footnote_library::uploads::Uploads;
    use footnote_protocol::ProtocolError;
    use futures_util::StreamExt;
    use tokio_util::sync::CancellationToken;

    let rag = use_context::<Rag>().ok_or_else(ProtocolError::failed)?;
    let stop = use_context::<CancellationToken>().ok_or_else(ProtocolError::failed)?;
    let uploads = use_context::<Uploads>().ok_or_else(ProtocolError::failed)?;
    let states = rag.states(uploads, listing, stays);
    Ok(StatusStream::new(states.take_until(stop.cancelled_owned())))
}

/// Opens the document at `path`, at the requested place.
///
/// # Errors
///
/// Fails if the reader has no such document, or the index cannot be read.
#[server(prefix = "/page", endpoint = "document", input = JsonBody, output = JsonBody)]
pub async fn open_document(
    /// Path of the document.
    path: String,
    /// The part to open.
    #[server(default)]
    opening: Opening,
) -> Result<OpenedDocument, PageError> {
    use footnote_answers::Rag;
    use footnote_protocol::ProtocolError;

    let rag = use_context::<Rag>().ok_or_else(ProtocolError::failed)?;
    let opened = rag.open(&path, opening).await?;
    let gone = "This document is gone: it was moved, changed or removed since.";
    Ok(opened.ok_or_else(|| ProtocolError::refused(gone))?)
}

/// Returns rows of a table of the document at `path`, sorted and filtered as requested.
///
/// # Errors
///
/// Fails if the reader has no such document, table or column, while too many others wait, or if the index cannot be
/// read.
#[server(prefix = "/page", endpoint = "sheet", input = JsonBody, output = JsonBody)]
pub async fn look_through_sheet(
    /// Path of the document.
    path: String,
    /// The rows to return.
    request: SheetRequest,
) -> Result<SheetRows, PageError> {
    use footnote_answers::Rag;
    use footnote_protocol::ProtocolError;

    let rag = use_context::<Rag>().ok_or_else(ProtocolError::failed)?;
    Ok(rag.sheet(path, request).await?)
}

/// Returns the areas of a PDF page that a passage covers, and those of `words` in it; empty if unknown.
///
/// # Errors
///
/// Fails while too many others request the same, or if the index cannot be read.
#[server(prefix = "/page", endpoint = "places", input = JsonBody, output = JsonBody)]
pub async fn places_of(
    /// Path of the document.
    path: String,
    /// Index of the passage in the document.
    passage: u32,
    /// The cited words of the passage.
    words: String,
) -> Result<Places, PageError> {
    use std::path::Path;
    use std::sync::Arc;

    use footnote_answers::Rag;
    use footnote_protocol::ProtocolError;

    let rag = use_context::<Rag>().ok_or_else(ProtocolError::failed)?;
    let program = use_context::<Arc<Path>>().ok_or_else(ProtocolError::failed)?;
    Ok(rag.places(&path, passage, words, &program).await?)
}
