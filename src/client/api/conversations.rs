//! Server functions for the reader's conversations, which the server stores.

use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use super::codec::{JsonBody, PageError};
use super::judgement::Judgement;
use super::turn::StoredTurn;

/// An opaque key per reader whose conversations the server stores; empty if it stores none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnerKey(pub String);

/// The conversations that the server stores for a reader.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionList {
    /// The reader.
    pub owner: OwnerKey,
    /// Their conversations, most recently used first.
    pub conversations: Vec<ListedSession>,
}

/// A conversation in the list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedSession {
    /// Id of the conversation.
    pub id: String,
    /// Name given by its reader; empty if none.
    pub name: String,
    /// Start of its first question.
    pub first: String,
    /// True if it is pinned to the top.
    pub pinned: bool,
    /// Time of its last turn, in seconds since 1970.
    pub used: i64,
    /// True if others can read it through a link.
    pub shared: bool,
    /// Number of its changes.
    pub version: i64,
}

/// A conversation stored on the server, with some of its turns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct OpenedSession {
    /// The conversation as listed.
    pub listed: ListedSession,
    /// The turns, oldest first.
    pub turns: Vec<StoredTurn>,
    /// Number of turns before these.
    pub earlier: usize,
    /// Number of turns after these.
    pub later: usize,
}

/// Identifies an answer that continues while its page reloads, and where it is stored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AnswerRun {
    /// Id of its turn.
    pub turn: String,
    /// Id of the conversation that stores it; empty for none.
    pub conversation: String,
    /// The turn that it replaces, with all after it.
    pub from: Option<String>,
    /// The reader of its page. An empty key is not checked against the current reader.
    pub owner: OwnerKey,
    /// True if nothing of the question may be stored, not even among the questions without an answer.
    pub temporary: bool,
}

/// A change to a conversation other than a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SessionChange {
    /// Sets its name; an empty name removes it.
    Rename(String),
    /// Pins or unpins it.
    Pin(bool),
    /// Discards it, or restores it within some minutes.
    Discard(bool),
    /// Sets or removes the judgement of a turn's answer.
    Judge(String, Option<Judgement>),
    /// Restores, within some minutes, the turns that were replaced by the turn of this id.
    Restore(String),
}

/// Lists the reader's conversations.
///
/// # Errors
///
/// Fails if the store fails.
#[server(prefix = "/page", endpoint = "conversations", input = JsonBody, output = JsonBody)]
pub async fn list_conversations() -> Result<SessionList, PageError> {
    let owner = use_context::<OwnerKey>().unwrap_or_default();
    let listed = match store::of_request() {
        Ok(store::Place { sessions, owner, .. }) => {
            sessions.list(&owner).await.map_err(store::failed)?
        }
        Err(_) => Vec::new(),
    };
    let conversations = listed.into_iter().map(ListedSession::from).collect();
    Ok(SessionList { owner, conversations })
}

/// Returns a conversation with its newest turns; `None` if there is none of this id.
///
/// # Errors
///
/// Fails if the store fails, or if it keeps nothing for the reader.
#[server(prefix = "/page", endpoint = "conversations/open", input = JsonBody, output = JsonBody)]
pub async fn open_conversation(
    /// Id of the conversation.
    id: String,
) -> Result<Option<OpenedSession>, PageError> {
    let store::Place { sessions, owner, .. } = store::of_request()?;
    let rag = use_context::<footnote_answers::Rag>()
        .ok_or_else(footnote_protocol::ProtocolError::failed)?;
    Ok(store::opened((&sessions, &rag), &owner, &id, 0).await.map_err(store::failed)?)
}

/// Changes a conversation.
///
/// # Errors
///
/// Fails if there is no such conversation, if the store fails, or if it keeps nothing for the reader.
#[server(prefix = "/page", endpoint = "conversations/change", input = JsonBody, output = JsonBody)]
pub async fn change_conversation(
    /// Id of the conversation.
    id: String,
    /// The change.
    change: SessionChange,
) -> Result<(), PageError> {
    let store::Place { sessions, owner, client } = store::of_request()?;
    let changed = match change {
        SessionChange::Rename(name) => {
            sessions.rename(&owner, &id, &store::shortened(&name, store::MAX_NAME_LEN)).await
        }
        SessionChange::Pin(pinned) => sessions.pin(&owner, &id, pinned).await,
        SessionChange::Discard(discarded) => sessions.discard(&owner, &id, discarded).await,
        SessionChange::Judge(turn, judgement) => {
            store::judge(&sessions, (&owner, client), (&id, &turn), judgement).await
        }
        SessionChange::Restore(turn) => sessions.restore_turns((&owner, client), &id, &turn).await,
    };
    if changed.map_err(store::failed)? { Ok(()) } else { Err(store::missing().into()) }
}

/// The server side of these functions.
#[cfg(feature = "ssr")]
pub mod store {
    use std::net::IpAddr;

    use footnote_answers::Rag;
    use footnote_chat::kept_turn::{earlier_rest_on, leave_out_lost_passages, within_bounds};
    use footnote_chat::runs::{Asker, Ended};
    use footnote_protocol::{
        Answer, AttachedFiles, ChatRequest, ErrorKind, FinishReason, ProtocolError, RestsOn, Scope,
        json as text,
    };
    use footnote_store::{
        KeptConversation, KeptTurn, ListedConversation, Sessions, StoreError, TurnPlace, is_id,
    };
    use futures_util::FutureExt as _;
    use leptos::prelude::use_context;
    use serde_json::{Map, Value, json};

    use super::{AnswerRun, Judgement, ListedSession, OpenedSession, OwnerKey, StoredTurn};

    /// Maximum length of a name, in characters.
    pub(in crate::api) const MAX_NAME_LEN: usize = 200;

    /// Maximum length of a remark on an answer, in characters.
    const MAX_REMARK_LEN: usize = 2000;

    /// The error for a reader whose conversations are not stored.
    const NOT_KEPT: &str = "Your conversations are not kept here.";

    /// The error for a conversation that does not exist or belongs to somebody else.
    const NO_CONVERSATION: &str = "Conversation not found.";

    /// The place where a reader's conversations are stored.
    #[derive(Debug)]
    pub struct Place {
        /// The store.
        pub sessions: Sessions,
        /// Their owner.
        pub owner: String,
        /// The client, for which they count if the reader is unknown.
        pub client: Option<IpAddr>,
    }

    /// A question asked in a run.
    #[derive(Clone, Debug, Default)]
    pub struct AskedQuestion {
        /// Text of the question.
        pub text: String,
        /// Its scope; `None` for all documents.
        pub scope: Option<Scope>,
        /// Its attached files.
        pub attached: AttachedFiles,
    }

    /// Returns the store and the owner of the current reader's conversations.
    pub(in crate::api) fn of_request() -> Result<Place, ProtocolError> {
        let place = || {
            let asker = use_context::<Asker>()?;
            let (sessions, owner) = use_context::<Sessions>().zip(asker.owner)?;
            Some(Place { sessions, owner, client: asker.client })
        };
        place().ok_or_else(|| ProtocolError::refused(NOT_KEPT))
    }

    /// Returns the place where a run is stored, unless it is temporary. Fails if its page belongs to another reader.
    pub(in crate::api) fn of_run(run: &AnswerRun) -> Result<Option<Place>, ProtocolError> {
        let owner = use_context::<OwnerKey>().unwrap_or_default();
        if run.owner != OwnerKey::default() && run.owner != owner {
            return Err(missing());
        }
        let is_kept = !run.temporary && !run.conversation.is_empty();
        Ok(of_request().ok().filter(|_| is_kept))
    }

    /// Stores the question of a run immediately and its answer at the end, if the run has a place.
    ///
    /// # Errors
    ///
    /// Fails if the conversation belongs to somebody else, or if the turn to replace does not exist. If the store
    /// fails, the question is answered nevertheless.
    pub async fn keep_run(
        place: Option<Place>,
        run: AnswerRun,
        asked: AskedQuestion,
    ) -> Result<Ended, ProtocolError> {
        let Some(Place { sessions, owner, client }) = place else {
            return Ok(Box::new(|_, _| async {}.boxed()));
        };
        if !is_id(&run.conversation) || !is_id(&run.turn) {
            return Err(missing());
        }
        let at = run.from.as_deref().map_or(TurnPlace::New, TurnPlace::From);
        let begun = turn(&run, &asked, None);
        match sessions.keep_turn((&owner, client), &run.conversation, begun, at).await {
            Ok(false) => return Err(missing()),
            Ok(true) => {}
            Err(error) => drop(failed(error)),
        }
        Ok(Box::new(move |answer: Answer, is_stopped| {
            async move {
                let turn = turn(&run, &asked, Some((answer, is_stopped)));
                let place = TurnPlace::Known;
                let kept = sessions.keep_turn((&owner, client), &run.conversation, turn, place);
                if let Err(error) = kept.await {
                    failed(error);
                }
            }
            .boxed()
        }))
    }

    /// Returns the basis of the earlier answers of a request, if the server stores the conversation of its run.
    pub(in crate::api) async fn earlier_bases(
        run: Option<&AnswerRun>,
        request: &ChatRequest,
    ) -> Vec<RestsOn> {
        let place = use_context::<Sessions>().zip(use_context::<Asker>()).zip(run);
        let Some(((sessions, asker), run)) = place else {
            return Vec::new();
        };
        earlier_rest_on(&sessions, &asker, &run.conversation, request).await
    }

    /// Returns the conversation `id` of `owner` as its reader sees it, with its newest turns before the last `later`.
    ///
    /// # Errors
    ///
    /// Fails if the store or the catalog cannot be read.
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
        let turns = turns.into_iter().map(StoredTurn::from).collect();
        Ok(Some(OpenedSession { listed: listed.into(), turns, earlier, later }))
    }

    /// Returns the turn of a run as it is stored. `answer` is the complete answer, with true if it was stopped; `None`
    /// until it has ended.
    fn turn(run: &AnswerRun, asked: &AskedQuestion, answer: Option<(Answer, bool)>) -> KeptTurn {
        let AskedQuestion { text, scope, attached } = asked;
        let mut detail =
            json!({"id": run.turn, "question": text, "scope": scope, "attached": attached});
        let mut said = String::new();
        if let (Some((answer, is_stopped)), Some(detail)) = (answer, detail.as_object_mut()) {
            // An answer that was already complete was not stopped.
            let is_stopped = is_stopped && answer.finish.is_none();
            detail.insert("stopped".to_owned(), json!(is_stopped));
            detail.insert("answer".to_owned(), json!(answer));
            said = answer.text;
        }
        within_bounds(KeptTurn {
            id: run.turn.clone(),
            question: text.clone(),
            answer: said,
            detail: detail.to_string(),
        })
    }

    /// Finds a turn, reading the conversation page by page.
    async fn kept_turn(
        sessions: &Sessions,
        (owner, id): (&str, &str),
        turn: &str,
    ) -> Result<Option<KeptTurn>, StoreError> {
        let mut skipped = 0;
        while let Some(opened) = sessions.open(owner, id, skipped).await? {
            skipped += opened.turns.len();
            let is_last = opened.earlier == 0 || opened.turns.is_empty();
            let found = opened.turns.into_iter().find(|kept| kept.id == turn);
            if found.is_some() || is_last {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// Stores a judgement of a turn's answer; false if there is no such turn.
    pub(super) async fn judge(
        sessions: &Sessions,
        (owner, client): (&str, Option<IpAddr>),
        (id, turn): (&str, &str),
        judgement: Option<Judgement>,
    ) -> Result<bool, StoreError> {
        let Some(kept) = kept_turn(sessions, (owner, id), turn).await? else {
            return Ok(false);
        };
        let Ok(mut detail) = text::read::<Map<String, Value>>(&kept.detail) else {
            return Ok(false);
        };
        let judgement = judgement.map(|Judgement { helps, remark }| Judgement {
            helps,
            remark: shortened(&remark, MAX_REMARK_LEN),
        });
        detail.insert("judgement".to_owned(), json!(judgement));
        let judged = KeptTurn { detail: Value::Object(detail).to_string(), ..kept };
        sessions.keep_turn((owner, client), id, judged, TurnPlace::Known).await
    }

    pub(in crate::api) fn shortened(text: &str, most: usize) -> String {
        text.trim().chars().take(most).collect()
    }

    pub(in crate::api) fn missing() -> ProtocolError {
        ProtocolError::new(ErrorKind::Missing, NO_CONVERSATION)
    }

    /// Returns the error reported for a failure of the store; its details are logged.
    pub fn failed(error: StoreError) -> ProtocolError {
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

    impl From<KeptTurn> for StoredTurn {
        fn from(kept: KeptTurn) -> Self {
            let KeptTurn { id, question, answer, detail } = kept;
            if let Ok(turn) = text::read::<Self>(&detail) {
                return Self { id, ..turn };
            }
            // Another client asked, or the turn was only begun.
            let finish = (!answer.is_empty()).then_some(FinishReason::Stop);
            let answer = Answer { text: answer, finish, ..Answer::default() };
            Self { id, question, answer, ..Self::default() }
        }
    }
}
