//! Server functions for links through which others read conversations stored on the server.

use leptos::prelude::*;

use super::codec::{JsonBody, PageError};

/// Returns the token of the link to a conversation; `None` if there is none.
///
/// # Errors
///
/// Fails if the store fails, or if it keeps nothing for the reader.
#[server(prefix = "/page", endpoint = "conversations/link", input = JsonBody, output = JsonBody)]
pub async fn conversation_link(
    /// Id of the conversation.
    id: String,
) -> Result<Option<String>, PageError> {
    use super::conversations::store;

    let store::Place { sessions, owner, .. } = store::of_request()?;
    Ok(sessions.link(&owner, &id).await.map_err(store::failed)?)
}

/// Returns the token of the link to a conversation, creating it if necessary; `None` if there is no such conversation.
///
/// # Errors
///
/// Fails if the store fails, or if it keeps nothing for the reader.
#[server(prefix = "/page", endpoint = "conversations/share", input = JsonBody, output = JsonBody)]
pub async fn share_conversation(
    /// Id of the conversation.
    id: String,
) -> Result<Option<String>, PageError> {
    use super::conversations::store;

    let store::Place { sessions, owner, .. } = store::of_request()?;
    Ok(sessions.share(&owner, &id).await.map_err(store::failed)?)
}

/// Revokes the link to a conversation, which stops working at once.
///
/// # Errors
///
/// Fails if the store fails, or if it keeps nothing for the reader.
#[server(prefix = "/page", endpoint = "conversations/revoke", input = JsonBody, output = JsonBody)]
pub async fn revoke_link(
    /// Id of the conversation.
    id: String,
) -> Result<(), PageError> {
    use super::conversations::store;

    let store::Place { sessions, owner, .. } = store::of_request()?;
    Ok(sessions.revoke(&owner, &id).await.map_err(store::failed)?)
}
