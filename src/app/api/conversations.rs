//! The doors to the conversations that the server keeps: those of readers who are known, or the only ones.

use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use super::codec::{JsonBody, PageError};
use super::judgement::Judgement;

/// Tells the readers apart for whom the server keeps conversations, and nothing about them; empty where the browser
/// keeps the conversations.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnerKey(pub String);

/// The conversations that the server keeps for a reader.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionList {
    /// The reader.
    pub owner: OwnerKey,
    /// Their conversations, the one that was used last first.
    pub conversations: Vec<ListedSession>,
}

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

/// The name of an answer that goes on while its page is loaded anew, and where it is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AnswerRun {
    /// The id of its turn.
    pub turn: String,
    /// The id of the conversation that keeps it; empty for none.
    pub conversation: String,
    /// The turn that it replaces, with all behind it.
    pub from: Option<String>,
    /// The reader of its page; an empty key is not compared with that of who asks.
    pub owner: OwnerKey,
}

/// A change of a conversation that asks nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SessionChange {
    /// It is given a name; an empty one takes its own away.
    Rename(String),
    /// It stands above the others, or not.
    Pin(bool),
    /// It is deleted, but for some minutes; or brought back.
    Discard(bool),
    /// The answer of a turn is judged, or not any more.
    Judge(String, Option<Judgement>),
    /// The turns come back that the turn of this id has replaced, for some minutes.
    Restore(String),
}

/// The reader's conversations.
///
/// # Errors
///
/// If the store fails.
#[server(prefix = "/page", endpoint = "conversations", input = JsonBody, output = JsonBody)]
pub async fn list_conversations() -> Result<SessionList, PageError> {
    let owner = use_context::<OwnerKey>().unwrap_or_default();
    let listed = match store::of_request() {
        Ok((sessions, owner)) => sessions.list(&owner).await.map_err(store::failed)?,
        Err(_) => Vec::new(),
    };
    let conversations = listed.into_iter().map(ListedSession::from).collect();
    Ok(SessionList { owner, conversations })
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

/// Changes a conversation.
///
/// # Errors
///
/// If there is no such conversation, the store fails, or the browser keeps the conversations.
#[server(prefix = "/page", endpoint = "conversations/change", input = JsonBody, output = JsonBody)]
pub async fn change_conversation(
    /// Its id.
    id: String,
    /// The change.
    change: SessionChange,
) -> Result<(), PageError> {
    let (sessions, owner) = store::of_request()?;
    let changed = match change {
        SessionChange::Rename(name) => {
            sessions.rename(&owner, &id, &store::shortened(&name, store::LONGEST_NAME)).await
        }
        SessionChange::Pin(pinned) => sessions.pin(&owner, &id, pinned).await,
        SessionChange::Discard(discarded) => sessions.discard(&owner, &id, discarded).await,
        SessionChange::Judge(turn, judgement) => {
            store::judge(&sessions, (&owner, &id, &turn), judgement).await
        }
        SessionChange::Restore(turn) => sessions.restore_turns(&owner, &id, &turn).await,
    };
    if changed.map_err(store::failed)? { Ok(()) } else { Err(store::missing().into()) }
}

/// The server's part of the doors.
#[cfg(feature = "ssr")]
pub mod store {
    use footnote_chat::Rag;
    use footnote_chat::kept_turn::{earlier_rest_on, leave_out_lost_passages, within_bounds};
    use footnote_chat::runs::{Asker, Ended};
    use footnote_protocol::{
        Answer, AttachedFiles, ChatRequest, ErrorKind, ProtocolError, RestsOn, Scope, json as text,
    };
    use footnote_retrieval::store::{
        KeptConversation, KeptTurn, ListedConversation, Sessions, StoreError, TurnPlace, is_id,
    };
    use futures_util::FutureExt as _;
    use leptos::prelude::use_context;
    use serde_json::{Map, Value, json};

    use super::{AnswerRun, Judgement, ListedSession, OpenedSession, OwnerKey, SessionTurn};

    /// The longest name, in characters.
    pub(super) const LONGEST_NAME: usize = 200;

    /// The longest remark on an answer, in characters.
    const LONGEST_REMARK: usize = 2000;

    /// The reason why a reader is refused whose browser keeps the conversations.
    const NOT_KEPT: &str = "Your conversations are kept in your browser.";

    /// The same for a conversation that there is none of and for somebody else's.
    const NO_CONVERSATION: &str = "Conversation not found.";

    /// The store, and the owner of the conversations in it.
    pub type Place = (Sessions, String);

    /// A question as it is asked in a run.
    #[derive(Clone, Debug, Default)]
    pub struct AskedQuestion {
        /// Its text.
        pub text: String,
        /// The documents that it is asked of; `None` for all.
        pub scope: Option<Scope>,
        /// The files that are attached to it.
        pub attached: AttachedFiles,
    }

    /// The store, and the owner of the conversations of whoever asks.
    pub(in crate::api) fn of_request() -> Result<Place, ProtocolError> {
        let owner = use_context::<Asker>().and_then(|asker| asker.owner);
        let found = use_context::<Sessions>().zip(owner);
        found.ok_or_else(|| ProtocolError::refused(NOT_KEPT))
    }

    /// The place where a run is kept; an error if its page is another reader's.
    pub(in crate::api) fn of_run(run: &AnswerRun) -> Result<Option<Place>, ProtocolError> {
        let owner = use_context::<OwnerKey>().unwrap_or_default();
        if run.owner != OwnerKey::default() && run.owner != owner {
            return Err(missing());
        }
        Ok(of_request().ok().filter(|_| !run.conversation.is_empty()))
    }

    /// Keeps the question of a run at once, and its answer at its end, where there is a place for them.
    ///
    /// # Errors
    ///
    /// If the conversation is somebody else's, or the turn that makes room is not there. Where the store fails, the
    /// question is answered all the same.
    pub async fn keep_run(
        place: Option<Place>,
        run: AnswerRun,
        asked: AskedQuestion,
    ) -> Result<Ended, ProtocolError> {
        let Some((sessions, owner)) = place else {
            return Ok(Box::new(|_, _| async {}.boxed()));
        };
        if !is_id(&run.conversation) || !is_id(&run.turn) {
            return Err(missing());
        }
        let at = run.from.as_deref().map_or(TurnPlace::New, TurnPlace::From);
        let begun = turn(&run, &asked, None);
        match sessions.keep_turn(&owner, &run.conversation, begun, at).await {
            Ok(false) => return Err(missing()),
            Ok(true) => {}
            Err(error) => drop(failed(error)),
        }
        Ok(Box::new(move |answer: Answer, is_stopped| {
            async move {
                let turn = turn(&run, &asked, Some((answer, is_stopped)));
                let kept = sessions.keep_turn(&owner, &run.conversation, turn, TurnPlace::Known);
                if let Err(error) = kept.await {
                    failed(error);
                }
            }
            .boxed()
        }))
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

    /// The turn of a run as it is stored, with its answer once it has ended, and whether that was stopped.
    fn turn(run: &AnswerRun, asked: &AskedQuestion, answer: Option<(Answer, bool)>) -> KeptTurn {
        let AskedQuestion { text, scope, attached } = asked;
        let mut detail =
            json!({"id": run.turn, "question": text, "scope": scope, "attached": attached});
        let mut said = String::new();
        if let (Some((answer, is_stopped)), Some(detail)) = (answer, detail.as_object_mut()) {
            // What was whole by then was not stopped.
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

    /// A turn of a conversation, which is read page by page.
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

    /// Keeps a judgement of the answer of a turn; false if there is no such turn.
    pub(super) async fn judge(
        sessions: &Sessions,
        (owner, id, turn): (&str, &str, &str),
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
            remark: shortened(&remark, LONGEST_REMARK),
        });
        detail.insert("judgement".to_owned(), json!(judgement));
        let judged = KeptTurn { detail: Value::Object(detail).to_string(), ..kept };
        sessions.keep_turn(owner, id, judged, TurnPlace::Known).await
    }

    pub(super) fn shortened(text: &str, most: usize) -> String {
        text.trim().chars().take(most).collect()
    }

    pub(super) fn missing() -> ProtocolError {
        ProtocolError::new(ErrorKind::Missing, NO_CONVERSATION)
    }

    /// What is told of a failure of the store, whose detail is in the log.
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
