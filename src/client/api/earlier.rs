//! The server function that takes over what an earlier version kept in the browser.

use leptos::prelude::*;

use super::codec::{JsonBody, PageError};
use super::turn::StoredTurn;

/// Stores a conversation that an earlier version kept in the browser of an unknown reader; false for other readers, who
/// may be somebody else. A turn that is already stored stays as it is.
///
/// # Errors
///
/// Fails if the id belongs to somebody else, if the store fails, or if it keeps nothing for the reader.
#[server(prefix = "/page", endpoint = "conversations/earlier", input = JsonBody, output = JsonBody)]
pub async fn take_over_conversation(
    /// Id of the conversation.
    id: String,
    /// Name given by its reader; empty if none.
    name: String,
    /// Its turns, oldest first.
    turns: Vec<StoredTurn>,
) -> Result<bool, PageError> {
    use footnote_store::{TurnPlace, is_id, is_known};

    use super::conversations::store;

    let store::Place { sessions, owner, client } = store::of_request()?;
    if is_known(&owner) {
        return Ok(false);
    }
    let older = turns.len().saturating_sub(server::MAX_TURNS);
    for turn in turns.into_iter().skip(older).map(server::from_browser) {
        let is_named = is_id(&id) && is_id(&turn.id);
        let kept = sessions.keep_turn((&owner, client), &id, turn, TurnPlace::New);
        if !is_named || !kept.await.map_err(store::failed)? {
            return Err(store::missing().into());
        }
    }
    let name = store::shortened(&name, store::MAX_NAME_LEN);
    sessions.rename(&owner, &id, &name).await.map_err(store::failed)?;
    Ok(true)
}

/// The server's part.
#[cfg(feature = "ssr")]
mod server {
    use footnote_chat::kept_turn::within_bounds;
    use footnote_protocol::{Answer, AttachedFiles, ResponseContext};
    use footnote_store::KeptTurn;

    use crate::api::turn::StoredTurn;

    /// Maximum number of turns that are taken over, the newest.
    pub(super) const MAX_TURNS: usize = 100;

    /// A turn as a browser has kept it. Nobody but its reader is shown the answer: it may be made up, so what it rests
    /// on is unknown. Its files were in a session of their own, which is not taken over.
    pub(super) fn from_browser(turn: StoredTurn) -> KeptTurn {
        let mut answer = Answer { rests_on: None, ..turn.answer };
        if answer.text.is_empty() {
            answer.context = ResponseContext::default();
        }
        let (question, text) = (turn.question.clone(), answer.text.clone());
        let turn = StoredTurn { answer, attached: AttachedFiles::default(), ..turn };
        let detail = serde_json::to_string(&turn).unwrap_or_default();
        within_bounds(KeptTurn { id: turn.id, question, answer: text, detail })
    }
}
