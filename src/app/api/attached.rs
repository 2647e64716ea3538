//! The doors to the files that are attached to a conversation; they are brought as a form with files.

use footnote_protocol::AttachedFiles;
use leptos::prelude::*;

use super::codec::{JsonBody, PageError};

/// The files of a conversation, as far as they are still kept.
///
/// # Errors
///
/// If the store fails.
#[server(prefix = "/page", endpoint = "attached/list", input = JsonBody, output = JsonBody)]
pub async fn list_attached(
    /// The session that has the files.
    session: String,
) -> Result<AttachedFiles, PageError> {
    Ok(of_asker()?.list(&session).await?)
}

/// Removes a file from a conversation; returns those that are left.
///
/// # Errors
///
/// If the store fails.
#[server(prefix = "/page", endpoint = "attached/remove", input = JsonBody, output = JsonBody)]
pub async fn detach_file(
    /// The session that has the file.
    session: String,
    /// The name of the file.
    name: String,
) -> Result<AttachedFiles, PageError> {
    Ok(of_asker()?.remove(&session, &name).await?)
}

/// Has the files of a conversation go with it once the browser has deleted it, or brings them back.
///
/// # Errors
///
/// If the store fails.
#[server(prefix = "/page", endpoint = "attached/discard", input = JsonBody, output = JsonBody)]
pub async fn discard_attached(
    /// The session that has the files.
    session: String,
    /// True if they go.
    discarded: bool,
) -> Result<(), PageError> {
    Ok(of_asker()?.discard(&session, discarded).await?)
}

/// The files of a question, and their list.
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

/// The attached files of whoever asks.
#[cfg(feature = "ssr")]
fn of_asker() -> Result<footnote_chat::attachments::Attachments, footnote_protocol::ProtocolError> {
    use footnote_chat::attachments::Attachments;
    use footnote_chat::runs::Asker;
    use footnote_retrieval::store::Sessions;

    let sessions = use_context::<Sessions>();
    let sessions = sessions.ok_or_else(footnote_protocol::ProtocolError::failed)?;
    Ok(Attachments::new(sessions, &use_context::<Asker>().unwrap_or_default()))
}
