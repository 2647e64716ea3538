//! The state that every handler shares.

use std::path::Path;
use std::sync::Arc;

use axum::extract::FromRef;
use footnote_app::api::conversations::OwnerKey;
use footnote_chat::Rag;
use footnote_chat::insight::Recorder;
use footnote_chat::queues::ConversationQueues;
use footnote_chat::runs::{AnswerRuns, Asker};
use footnote_documents::hash::hash;
use footnote_engine::config::{InsightTerms, ReaderHeaders};
use footnote_models::choice::ModelChoice;
use footnote_protocol::dialect::Preferences;
use footnote_retrieval::corpus::uploads::Uploads;
use footnote_retrieval::store::{InsightStore, Sessions};
use http::{HeaderMap, header};
use leptos::config::LeptosOptions;
use tokio_util::sync::CancellationToken;

use super::net::capacity::Capacity;
use super::net::client::Client;
use super::net::origins;

/// The owner of the conversations of the only reader: no user or group has this name.
const ONLY_READER: &str = "only";

/// The state that every handler shares; cloning is cheap.
#[derive(Clone)]
pub struct AppState {
    /// The place and names of the page's files.
    pub leptos_options: LeptosOptions,
    /// The engine for readers who are not known; see [`AppState::rag_for`].
    pub rag: Rag,
    /// The choice of the chat model, which some readers have.
    pub choice: ModelChoice,
    /// The headers by which a proxy says who asks.
    pub readers: ReaderHeaders,
    /// The wire forms that are preferred if requests leave a choice.
    pub preferences: Preferences,
    /// The documents that readers bring.
    pub uploads: Uploads,
    /// Counts what becomes of questions.
    pub recorder: Recorder,
    /// The store of what became of them; `None` where nothing is kept.
    pub insights: Option<Arc<dyn InsightStore>>,
    /// The terms on which that is kept and shown.
    pub insight_terms: InsightTerms,
    /// The conversations of clients that leave them to the server.
    pub sessions: Sessions,
    /// The conversations of `sessions` in which a question is under way.
    pub queues: ConversationQueues,
    /// The answers of the page, which go on while it is loaded anew.
    pub runs: AnswerRuns,
    /// True if only whoever sits at this machine asks, as far as the settings tell.
    pub alone: bool,
    /// This program, which reads files of some formats in a process of its own.
    pub program: Arc<Path>,
    /// The limits on answers.
    pub capacity: Capacity,
    /// Cancelled when the server ends: running answers then break off with an error.
    pub stop: CancellationToken,
}

impl AppState {
    /// True if whoever sent a request with these headers may choose the chat model.
    pub fn may_choose(&self, headers: &HeaderMap) -> bool {
        let reader = self.readers.reader(headers);
        self.choice.admits(&reader, origins::is_passed_on(headers))
    }

    /// True if whoever sent a request with these headers may see what became of questions.
    pub fn has_insight(&self, headers: &HeaderMap) -> bool {
        let reader = self.readers.reader(headers);
        self.insight_terms.admit(&reader, origins::is_passed_on(headers))
    }

    /// The reader who sent a request with these headers, as far as conversations are kept for them: a user who is known,
    /// and the only reader, at this machine, where nobody has to be.
    pub(crate) fn asker(&self, headers: &HeaderMap, Client(client): Client) -> Asker {
        let reader = self.readers.reader(headers);
        let host = headers.get(header::HOST).map(|host| host.to_str().unwrap_or_default());
        let is_here = host.is_none_or(origins::is_of_this_machine);
        let is_alone = self.alone && client.is_none() && is_here && !origins::is_passed_on(headers);
        let owner = if reader.user().is_some() {
            Some(reader.owner())
        } else {
            is_alone.then(|| ONLY_READER.to_owned())
        };
        let owner = owner.filter(|_| self.sessions.keeps());
        let address = || client.map(|address| address.to_string()).unwrap_or_default();
        Asker { holder: owner.clone().unwrap_or_else(address), owner }
    }

    /// Tells the page whose conversations are kept here, and nothing about them.
    pub(crate) fn owner_key(asker: &Asker) -> OwnerKey {
        let key = |owner: &String| format!("{:032x}", hash(format!("reader {owner}").as_bytes()));
        OwnerKey(asker.owner.as_ref().map(key).unwrap_or_default())
    }

    /// The engine for the reader who sent a request with these headers.
    pub fn rag_for(&self, headers: &HeaderMap) -> Rag {
        let rag = self.rag.read_by(self.readers.reader(headers));
        Rag { model: rag.model.snapshot(), ..rag }
    }
}

impl FromRef<AppState> for LeptosOptions {
    fn from_ref(state: &AppState) -> Self {
        state.leptos_options.clone()
    }
}
