//! The doors to the documents: what is indexed, and opening one from a citation.

use leptos::prelude::*;

use super::codec::{JsonBody, JsonLines, StatusStream};
use crate::protocol::{LibraryStatus, Listing, OpenedDocument, ProtocolError};

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
    Ok(rag.status(&uploads, listing))
}

/// The same at once and whenever it changes, until nothing is being read any more.
///
/// # Errors
///
/// Only if the server is wired wrongly.
#[server(name = WatchStatus, prefix = "/page", endpoint = "changes", input = JsonBody, output = JsonLines)]
pub async fn library_changes(
    /// Which documents are listed.
    #[server(default)]
    listing: Listing,
) -> Result<StatusStream, ProtocolError> {
    use crate::rag::Rag;
    use crate::rag::corpus::uploads::Uploads;
    use futures_util::StreamExt;
    use tokio_util::sync::CancellationToken;

    let rag = use_context::<Rag>().ok_or_else(ProtocolError::failed)?;
    let stop = use_context::<CancellationToken>().ok_or_else(ProtocolError::failed)?;
    let uploads = use_context::<Uploads>().unwrap_or_default();
    let states = rag.states(uploads, listing);
    Ok(StatusStream::new(states.take_until(stop.cancelled_owned())))
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
    use crate::rag::corpus::extract::View;
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
    match open::view(path) {
        View::Browser => Ok(framed(false)),
        View::Sandbox => Ok(framed(true)),
        View::Markdown => open::text(&file).await.map(OpenedDocument::Markdown),
        View::Text => open::text(&file).await.map(OpenedDocument::Plain),
        View::Passages => {
            let passages = rag.retriever.document(path, &rag.reader).await;
            let passages = passages.map_err(std::io::Error::other);
            passages.map(|passages| OpenedDocument::Markdown(open::shown(&passages)))
        }
    }
    .map_err(|error| {
        tracing::warn!(%error, "a document cannot be opened");
        ProtocolError::refused("This document cannot be shown here; open it in a new tab.")
    })
}
