//! Server functions for files attached to a conversation. Uploading them is a multipart route instead.

use footnote_protocol::AttachedFiles;
use leptos::prelude::*;

use super::codec::{JsonBody, PageError};

/// Returns the files of a conversation that are still stored.
///
/// # Errors
///
/// Fails if the store fails.
#[server(prefix = "/page", endpoint = "attached/list", input = JsonBody, output = JsonBody)]
pub async fn list_attached(
    /// Session that holds the files.
    session: String,
) -> Result<AttachedFiles, PageError> {
    Ok(of_asker()?.list(&session).await?)
}

/// Removes a file from a conversation; returns the remaining ones.
///
/// # Errors
///
/// Fails if the store fails.
#[server(prefix = "/page", endpoint = "attached/remove", input = JsonBody, output = JsonBody)]
pub async fn detach_file(
    /// Session that holds the file.
    session: String,
    /// Name of the file.
    name: String,
) -> Result<AttachedFiles, PageError> {
    Ok(of_asker()?.remove(&session, &name).await?)
}

/// Returns the files of a question, and their list.
#[cfg(feature = "ssr")]
pub(super) async fn of_question(
    session: Option<String>,
) -> Result<(footnote_chat::attachments::Attached, AttachedFiles), footnote_protocol::ProtocolError>
{
    let Some(session) = session else {
        return Ok(<_>::default());
    };
    let files = of_asker()?;
    Ok((files.of(&session).await?, files.list(&session).await?))
}

/// Returns the store of attached files, for the current reader.
#[cfg(feature = "ssr")]
fn of_asker() -> Result<footnote_chat::attachments::Attachments, footnote_protocol::ProtocolError> {
    use footnote_chat::attachments::Attachments;
    use footnote_chat::runs::Asker;
    use footnote_store::Sessions;

    let sessions = use_context::<Sessions>();
    let sessions = sessions.ok_or_else(footnote_protocol::ProtocolError::failed)?;
    Ok(Attachments::new(sessions, &use_context::<Asker>().unwrap_or_default()))
}
