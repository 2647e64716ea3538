//! The server's memory of a conversation, for clients that send only new messages.

use std::net::IpAddr;

use footnote_documents::Passage;
use footnote_documents::attach::{AttachError, Attached, Image, MAX_IMAGES, MAX_PASSAGES};
use footnote_protocol::dialect::ServerMemory;
use footnote_protocol::{
    Answer, AnswerEvent, ChatRequest, ErrorKind, MAX_CONTENT_BYTES, Message, ProtocolError, Role,
};
use footnote_store::{Change, Session, Sessions, StoreError, new_id};
use footnote_text::words::fitting;
use futures_util::StreamExt;
use serde_json::Value;

use super::Events;
use super::queues::{ConversationQueues, QueueTurn};

/// The session that a request continues or begins.
///
/// A turn is kept once its answer is complete. A turn that breaks off is discarded.
#[derive(Debug)]
pub struct Memory {
    sessions: Sessions,
    owner: String,
    id: String,
    is_new: bool,
    /// True if the turn is to be kept.
    keeps: bool,
    change: Change,
    /// The passages of files attached before.
    earlier_passages: Vec<Passage>,
    /// The session that this one continues under a new id, taking over its files.
    previous: Option<String>,
    /// Held until the turn is kept or breaks off.
    _queue_turn: QueueTurn,
}

/// Opens the memory that a request asks for; see [`ServerMemory`]. It belongs to `owner` and counts towards the owner's
/// share, or the client's where nobody logs in. It waits in `queues` while an earlier question of the same conversation
/// is being answered.
///
/// # Errors
///
/// Fails if the answer that the request continues from is not kept, or if the wait is too long.
pub async fn remembered(
    (sessions, queues): (&Sessions, &ConversationQueues),
    (owner, client): (String, Option<IpAddr>),
    request: &mut ChatRequest,
    mode: ServerMemory,
) -> Result<Option<Memory>, ProtocolError> {
    let memory = match mode {
        ServerMemory::Nothing => None,
        ServerMemory::Conversation => recall((sessions, queues), &owner, request).await?,
        ServerMemory::Answers { keeps } => {
            Some(continue_from((sessions, queues), &owner, request, keeps).await?)
        }
    };
    Ok(memory.map(|mut memory| {
        memory.change.client = client;
        memory
    }))
}

/// Prepends the messages up to the answer that the request names. The conversation up to the new answer gets a new id.
async fn continue_from(
    (sessions, queues): (&Sessions, &ConversationQueues),
    owner: &str,
    request: &mut ChatRequest,
    keeps: bool,
) -> Result<Memory, ProtocolError> {
    let previous = request.session_state.take();
    let previous = previous.map(|named| named.as_str().unwrap_or_default().to_owned());
    let mut earlier_passages = Vec::new();
    if let Some(id) = &previous {
        let session = kept_session((sessions, queues), owner, id).await?;
        let instructions = request.messages.iter();
        let instructions = instructions.take_while(|m| m.role == Role::System).count();
        let before = newest(session.messages, request);
        request.messages.splice(instructions..instructions, before);
        earlier_passages = session.passages;
    }
    let new_messages = request.messages.iter().filter(|m| m.role != Role::System);
    let id = new_id();
    request.session_state = Some(id.clone().into());
    Ok(Memory {
        _queue_turn: queues.enter(owner, &id).await?,
        sessions: sessions.clone(),
        owner: owner.to_owned(),
        id,
        is_new: true,
        keeps,
        change: Change { messages: new_messages.cloned().collect(), ..Change::default() },
        earlier_passages,
        previous,
    })
}

/// Returns the session of the answer that a request continues from.
///
/// # Errors
///
/// Fails if there is none.
async fn kept_session(
    (sessions, queues): (&Sessions, &ConversationQueues),
    owner: &str,
    id: &str,
) -> Result<Session, ProtocolError> {
    // The answer may still be under way. Once it is kept, several questions may continue from it at once.
    drop(queues.enter(owner, id).await?);
    let session = sessions.find(owner, id).await.map_err(|error| {
        log_error(&error);
        ProtocolError::failed()
    })?;
    let none = "previous_response_id or a compaction names nothing that is kept here";
    session.ok_or_else(|| ProtocolError::new(ErrorKind::NotKept, none))
}

/// Stores a conversation under a new id without an answer: the messages of the session `previous`, if given, and those
/// that follow. Returns the id and all messages.
///
/// # Errors
///
/// Fails if the session is not kept, or if the store fails.
pub async fn compact(
    kept: (&Sessions, &ConversationQueues),
    (owner, client): (String, Option<IpAddr>),
    previous: Option<String>,
    mut messages: Vec<Message>,
) -> Result<(String, Vec<Message>), ProtocolError> {
    messages.retain(|message| message.role != Role::System);
    let mut attachments = Vec::new();
    if let Some(id) = previous {
        let session = kept_session(kept, &owner, &id).await?;
        messages.splice(0..0, session.messages);
        attachments = by_file(&session.passages);
    }
    let bytes: usize = messages.iter().map(|message| message.content.len()).sum();
    if messages.is_empty() {
        return Err(ProtocolError::refused("input must hold a message"));
    }
    if bytes > MAX_CONTENT_BYTES {
        return Err(ProtocolError::too_large("the messages hold more than 1 MiB of text"));
    }
    let id = new_id();
    let change = Change { messages: messages.clone(), attachments, client, ..Change::default() };
    kept.0.begin(&owner, &id, change).await.map_err(|error| {
        log_error(&error);
        ProtocolError::failed()
    })?;
    Ok((id, messages))
}

/// Groups the passages by file.
pub(super) fn by_file(passages: &[Passage]) -> Vec<(String, Vec<Passage>)> {
    let files = passages.chunk_by(|a, b| a.path == b.path);
    files.filter_map(|file| Some((file.first()?.path.clone(), file.to_vec()))).collect()
}

/// Finds the conversation that a request of `owner` continues, and prepends its messages.
///
/// The session state becomes the session's id: the given one if that session exists, otherwise a new one, so that
/// nobody can tell another reader's id from one that never existed. A single message is taken as the newest; a longer
/// list replaces the session's messages. A state that is not text belongs to the client and is left alone, as is every
/// state while the store fails.
async fn recall(
    (sessions, queues): (&Sessions, &ConversationQueues),
    owner: &str,
    request: &mut ChatRequest,
) -> Result<Option<Memory>, ProtocolError> {
    let id = match &request.session_state {
        None | Some(Value::Null) => new_id(),
        Some(Value::String(id)) => id.clone(),
        Some(_) => return Ok(None),
    };
    let mut queue_turn = queues.enter(owner, &id).await?;
    let Some(session) = find_session(sessions, owner, &id).await else {
        return Ok(None);
    };
    let is_new = session.is_none();
    let id = if is_new { new_id() } else { id };
    if is_new {
        queue_turn = queues.enter(owner, &id).await?;
    }
    let new_messages = request.messages.iter();
    let new_messages: Vec<Message> =
        new_messages.filter(|m| m.role != Role::System).cloned().collect();
    let is_newest = new_messages.len() == 1;
    let Session { messages, passages, .. } = session.unwrap_or_default();
    if is_newest {
        let before = newest(messages, request);
        request.messages.splice(0..0, before);
    }
    request.session_state = Some(id.clone().into());
    Ok(Some(Memory {
        _queue_turn: queue_turn,
        sessions: sessions.clone(),
        owner: owner.to_owned(),
        id,
        is_new,
        keeps: true,
        change: Change { replaces: !is_newest, messages: new_messages, ..Change::default() },
        earlier_passages: passages,
        previous: None,
    }))
}

/// Returns the session, if there is one; the outer `None` means that the store failed.
async fn find_session(sessions: &Sessions, owner: &str, id: &str) -> Option<Option<Session>> {
    let found = sessions.find(owner, id).await;
    found.inspect_err(log_error).ok()
}

/// Returns the newest of `messages`, as many as fit into a request beside its own.
fn newest(messages: Vec<Message>, request: &ChatRequest) -> Vec<Message> {
    let own: usize = request.messages.iter().map(|m| m.content.len()).sum();
    let room = MAX_CONTENT_BYTES.saturating_sub(own);
    let kept = fitting(&messages, room, |message| message.content.len());
    let dropped = messages.len() - kept;
    messages.into_iter().skip(dropped).collect()
}

impl Memory {
    /// Adds attached files to the session and returns all files of the conversation. A file replaces an earlier one of
    /// the same name. Images are kept, and earlier ones returned, only if the model looks at images.
    ///
    /// # Errors
    ///
    /// Fails if the conversation would then have too much text.
    pub async fn attach(
        &mut self,
        added: Attached,
        model_sees_images: bool,
    ) -> Result<Attached, AttachError> {
        let mut files = by_file(&added.passages);
        let mut passages = std::mem::take(&mut self.earlier_passages);
        passages.retain(|passage| !files.iter().any(|(path, _)| *path == passage.path));
        // The newest files come first, because their beginning is shown if nothing matches the question.
        passages.splice(0..0, added.passages);
        if passages.len() > MAX_PASSAGES {
            return Err(AttachError::TooMuch);
        }
        let mut images = if model_sees_images { self.images().await } else { Vec::new() };
        images.retain(|image| added.images.iter().all(|new| new.source != image.source));
        images.extend(added.images.iter().cloned());
        images.drain(..images.len().saturating_sub(MAX_IMAGES));
        let takes_over = self.previous.is_some();
        if takes_over {
            files = by_file(&passages);
        }
        if model_sees_images {
            self.change.images = if takes_over { images.clone() } else { added.images };
        }
        self.change.attachments = files;
        Ok(Attached { passages, images, hidden: added.hidden })
    }

    /// Returns the images attached before; none while the store fails.
    async fn images(&self) -> Vec<Image> {
        let own = (!self.is_new).then_some(&self.id);
        let Some(id) = self.previous.as_ref().or(own) else {
            return Vec::new();
        };
        let found = self.sessions.images(id).await;
        found.inspect_err(log_error).unwrap_or_default()
    }

    /// Passes on the events of the answer, and keeps the turn before the last one. `detail` makes what is stored about
    /// the answer besides its words.
    pub fn keep(
        self,
        mut events: Events,
        detail: impl Fn(&Answer) -> String + Send + 'static,
    ) -> Events {
        let mut answer = Answer::default();
        let mut memory = Some(self);
        async_stream::stream! {
            while let Some(event) = events.next().await {
                answer.apply(event.clone());
                if matches!(event, AnswerEvent::Finished { .. })
                    && let Some(mut memory) = memory.take().filter(|memory| memory.keeps)
                {
                    memory.change.detail = detail(&answer);
                    memory.write(std::mem::take(&mut answer.text)).await;
                }
                yield event;
            }
        }
        .boxed()
    }

    /// Keeps the turn. A failure is only logged: the answer matters more than the memory of it.
    async fn write(mut self, answer: String) {
        self.change.messages.push(Message::assistant(answer));
        let (owner, id) = (&self.owner, &self.id);
        let written = if self.is_new {
            self.sessions.begin(owner, id, self.change).await
        } else {
            self.sessions.append(owner, id, self.change).await
        };
        let _ = written.inspect_err(log_error);
    }
}

fn log_error(error: &StoreError) {
    tracing::error!(cause = ?std::error::Error::source(error), "{error}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_that_fit_are_recalled() {
        let request = ChatRequest {
            messages: vec![Message::user("x".repeat(MAX_CONTENT_BYTES - 5))],
            ..ChatRequest::default()
        };
        let kept = ["1234", "12", "123"].map(Message::user);
        assert_eq!(newest(kept.to_vec(), &request), kept[1..]);
    }
}
