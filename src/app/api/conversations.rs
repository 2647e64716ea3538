//! The doors to the conversations that the server keeps: those of readers who are known, or the only ones.

use footnote_protocol::AttachedFiles;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use super::codec::{JsonBody, PageError};

/// A conversation in the list of those that the server keeps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedSession {
    /// Its id.
    pub id: String,
    /// The name that its reader gave it; empty if it has none.
    pub name: String,
    /// The beginning of its first question.
    pub first: String,
    /// True if it stands above the others.
    pub pinned: bool,
    /// The time of its last turn, in seconds since 1970.
    pub used: i64,
    /// True if there is a link by which others read it.
    pub shared: bool,
    /// The number of its changes.
    pub version: i64,
}

/// A question and its answer as the server keeps them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionTurn {
    /// Its id, given by the page; empty where another client asked.
    pub id: String,
    /// The question.
    pub question: String,
    /// The text of the answer, as far as it came.
    pub answer: String,
    /// The turn as the page keeps it, in JSON; empty where another client asked.
    pub detail: String,
}

/// A conversation that the server keeps, with some of its turns.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenedSession {
    /// The conversation as it is listed.
    pub listed: ListedSession,
    /// The turns, oldest first.
    pub turns: Vec<SessionTurn>,
    /// The number of turns before them.
    pub earlier: usize,
    /// The number of turns behind them.
    pub later: usize,
}

/// The name of an answer that goes on while its page is loaded anew.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerRun {
    /// The id of its turn.
    pub turn: String,
    /// The id of the conversation that it is kept in; empty for none.
    pub conversation: String,
    /// The files that its question is asked with.
    #[serde(default)]
    pub attached: AttachedFiles,
}

/// A change of a conversation as a whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SessionChange {
    /// It is given a name; an empty one takes its own away.
    Rename(String),
    /// It stands above the others, or not.
    Pin(bool),
    /// It is deleted, but for some minutes; or brought back.
    Discard(bool),
}

/// The reader's conversations, the one that was used last first; `None` where the browser keeps them.
///
/// # Errors
///
/// If the store fails.
#[server(prefix = "/page", endpoint = "conversations", input = JsonBody, output = JsonBody)]
pub async fn list_conversations() -> Result<Option<Vec<ListedSession>>, PageError> {
    let Ok((sessions, owner)) = store::of_request() else {
        return Ok(None);
    };
    let listed = sessions.list(&owner).await.map_err(store::failed)?;
    Ok(Some(listed.into_iter().map(ListedSession::from).collect()))
}

/// The ids of those in which these words stand.
///
/// # Errors
///
/// If the store fails, or the browser keeps them.
#[server(prefix = "/page", endpoint = "conversations/find", input = JsonBody, output = JsonBody)]
pub async fn find_conversations(
    /// The words.
    words: String,
) -> Result<Vec<String>, PageError> {
    let (sessions, owner) = store::of_request()?;
    Ok(sessions.search(&owner, &words).await.map_err(store::failed)?)
}

/// A conversation with its newest turns; `None` if there is none of this id.
///
/// # Errors
///
/// If the store fails, or the browser keeps them.
#[server(prefix = "/page", endpoint = "conversations/open", input = JsonBody, output = JsonBody)]
pub async fn open_conversation(
    /// Its id.
    id: String,
) -> Result<Option<OpenedSession>, PageError> {
    let (sessions, owner) = store::of_request()?;
    let rag =
        use_context::<footnote_chat::Rag>().ok_or_else(footnote_protocol::ProtocolError::failed)?;
    Ok(store::opened((&sessions, &rag), &owner, &id, 0).await.map_err(store::failed)?)
}

/// Keeps a turn in the place of the one of its id, or as the last one of its conversation, where `from` names a turn
/// that goes with all behind it. Returns the version of the conversation; `None` if it cannot have this id.
///
/// # Errors
///
/// If the store fails, or the browser keeps them.
#[server(prefix = "/page", endpoint = "conversations/keep", input = JsonBody, output = JsonBody)]
pub async fn keep_turn(
    /// The id of its conversation.
    conversation: String,
    /// The turn.
    turn: SessionTurn,
    /// The turn that goes.
    from: Option<String>,
) -> Result<Option<i64>, PageError> {
    use footnote_retrieval::store::{TurnPlace, is_id};

    let (sessions, owner) = store::of_request()?;
    if !is_id(&conversation) || !is_id(&turn.id) {
        return Ok(None);
    }
    let place = from.as_deref().map_or(TurnPlace::Last, TurnPlace::From);
    let turn = footnote_chat::kept_turn::within_bounds(turn.into());
    let kept = sessions.keep_turn(&owner, &conversation, turn, place).await;
    Ok(kept.map_err(store::failed)?)
}

/// Changes a conversation as a whole.
///
/// # Errors
///
/// If the store fails, or the browser keeps them.
#[server(prefix = "/page", endpoint = "conversations/change", input = JsonBody, output = JsonBody)]
pub async fn change_conversation(
    /// Its id.
    id: String,
    /// The change.
    change: SessionChange,
) -> Result<(), PageError> {
    let (sessions, owner) = store::of_request()?;
    let changed = match change {
        SessionChange::Rename(name) => sessions.rename(&owner, &id, &store::shortened(name)).await,
        SessionChange::Pin(pinned) => sessions.pin(&owner, &id, pinned).await,
        SessionChange::Discard(discarded) => sessions.discard(&owner, &id, discarded).await,
    };
    Ok(changed.map_err(store::failed)?)
}

/// The server's part of the doors.
#[cfg(feature = "ssr")]
pub mod store {
    use footnote_chat::Rag;
    use footnote_chat::kept_turn::{earlier_rest_on, leave_out_lost_passages, within_bounds};
    use footnote_chat::runs::{Asker, Ended};
    use footnote_protocol::{Answer, ChatRequest, ProtocolError, RestsOn, Scope};
    use footnote_retrieval::store::{
        KeptConversation, KeptTurn, ListedConversation, Sessions, StoreError, TurnPlace, is_id,
    };
    use futures_util::FutureExt as _;
    use leptos::prelude::use_context;
    use serde_json::json;

    use super::{AnswerRun, ListedSession, OpenedSession, SessionTurn};

    /// The longest name, in characters.
    const LONGEST_NAME: usize = 200;

    /// The reason why a reader is refused whose browser keeps the conversations.
    const NOT_KEPT: &str = "Your conversations are kept in your browser.";

    /// The store, and the owner of the conversations of whoever asks.
    pub(in crate::api) fn of_request() -> Result<(Sessions, String), ProtocolError> {
        let owner = use_context::<Asker>().and_then(|asker| asker.owner);
        let found = use_context::<Sessions>().zip(owner);
        found.ok_or_else(|| ProtocolError::refused(NOT_KEPT))
    }

    /// Has the conversation of a run, where the server keeps it, have its question at once and its answer at its end.
    pub(in crate::api) async fn keep_run(
        asker: &Asker,
        run: AnswerRun,
        (question, scope): (String, Option<Scope>),
    ) -> Ended {
        let place = use_context::<Sessions>().zip(asker.owner.clone());
        let place = place.filter(|_| is_id(&run.conversation) && is_id(&run.turn));
        if let Some((sessions, owner)) = &place {
            let turn = turn(&run, (&question, scope.as_ref()), None);
            let kept = sessions.keep_turn(owner, &run.conversation, turn, TurnPlace::New).await;
            if let Err(error) = kept {
                failed(error);
            }
        }
        Box::new(move |answer: Answer| {
            async move {
                let Some((sessions, owner)) = place else {
                    return;
                };
                let turn = turn(&run, (&question, scope.as_ref()), Some(answer));
                let kept = sessions.keep_turn(&owner, &run.conversation, turn, TurnPlace::Known);
                if let Err(error) = kept.await {
                    failed(error);
                }
            }
            .boxed()
        })
    }

    /// The turn of a run as it is stored, with its answer once it has ended.
    fn turn(
        run: &AnswerRun,
        (question, scope): (&str, Option<&Scope>),
        answer: Option<Answer>,
    ) -> KeptTurn {
        let mut detail = json!({
            "id": run.turn, "question": question, "scope": scope, "attached": run.attached,
        });
        let text = answer.as_ref().map(|answer| answer.text.clone()).unwrap_or_default();
        if let (Some(answer), Some(detail)) = (answer, detail.as_object_mut()) {
            detail.insert("answer".to_owned(), json!(answer));
        }
        within_bounds(KeptTurn {
            id: run.turn.clone(),
            question: question.to_owned(),
            answer: text,
            detail: detail.to_string(),
        })
    }

    /// What the earlier answers of a request rest on, where the server keeps the conversation of its run.
    pub(in crate::api) async fn told(
        run: Option<&AnswerRun>,
        request: &ChatRequest,
    ) -> Vec<RestsOn> {
        let place = use_context::<Sessions>().zip(use_context::<Asker>()).zip(run);
        let Some(((sessions, asker), run)) = place else {
            return Vec::new();
        };
        earlier_rest_on(&sessions, &asker, &run.conversation, request).await
    }

    /// The conversation `id` of `owner` as its reader sees it, with its newest turns but for the last `later`.
    ///
    /// # Errors
    ///
    /// If the store or the catalog cannot be read.
    pub async fn opened(
        (sessions, rag): (&Sessions, &Rag),
        owner: &str,
        id: &str,
        later: usize,
    ) -> Result<Option<OpenedSession>, StoreError> {
        let Some(found) = sessions.open(owner, id, later).await? else {
            return Ok(None);
        };
        let KeptConversation { listed, mut turns, earlier } = found;
        leave_out_lost_passages(rag, &mut turns).await?;
        let turns = turns.into_iter().map(SessionTurn::from).collect();
        Ok(Some(OpenedSession { listed: listed.into(), turns, earlier, later }))
    }

    pub(super) fn shortened(name: String) -> String {
        name.trim().chars().take(LONGEST_NAME).collect()
    }

    pub(in crate::api) fn failed(error: StoreError) -> ProtocolError {
        tracing::error!(
            error = &error as &dyn std::error::Error,
            "a conversation cannot be kept or read"
        );
        ProtocolError::failed()
    }

    impl From<ListedConversation> for ListedSession {
        fn from(listed: ListedConversation) -> Self {
            let ListedConversation { id, name, first, pinned, used, shared, version } = listed;
            Self { id, name, first, pinned, used, shared, version }
        }
    }

    impl From<KeptTurn> for SessionTurn {
        fn from(turn: KeptTurn) -> Self {
            let KeptTurn { id, question, answer, detail } = turn;
            Self { id, question, answer, detail }
        }
    }

    impl From<SessionTurn> for KeptTurn {
        fn from(turn: SessionTurn) -> Self {
            let SessionTurn { id, question, answer, detail } = turn;
            Self { id, question, answer, detail }
        }
    }
}
