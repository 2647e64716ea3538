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
    Err(ProtocolError::failed())
}

/// Opens the document that a citation names.
///
/// # Errors
///
/// A refusal if `source` names no indexed document.
#[server(prefix = "/page", endpoint = "document", input = JsonBody, output = JsonBody)]
pub async fn open_document(source: String) -> Result<OpenedDocument, ProtocolError> {
    let _ = source;
    Err(ProtocolError::failed())
}
