//! The state shared by all handlers.

use std::path::{Path, absolute};
use std::sync::Arc;

use axum::extract::FromRef;
use footnote_answers::Rag;
use footnote_chat::insight::Recorder;
use footnote_chat::queues::ConversationQueues;
use footnote_chat::runs::{AnswerRuns, Asker};
use footnote_client::api::conversations::OwnerKey;
use footnote_client::{Account, MissingRights, ServerNotes};
use footnote_documents::acl::Allowed;
use footnote_documents::hash::hash;
use footnote_engine::config::{InsightTerms, ReaderHeaders, SpeechTerms};
use footnote_library::uploads::Uploads;
use footnote_models::choice::ModelChoice;
use footnote_protocol::dialect::Preferences;
use footnote_store::keys::SignedIn;
use footnote_store::{BROWSER, InsightStore, Sessions};
use http::{Extensions, HeaderMap, header};
use leptos::config::LeptosOptions;
use tokio_util::sync::CancellationToken;

use super::net::capacity::Capacity;
use super::net::client::Client;
use super::net::identity::reader_of;
use super::net::keyring::Keyring;
use super::net::origins;
use super::net::sign_in::SignInService;

/// Owner of the conversations of a single local reader. No user or group can have this name.
const ONLY_READER: &str = "only";

/// The state shared by all handlers; cheap to clone.
#[derive(Clone)]
pub struct AppState {
    /// Locations and names of the page's files.
    pub leptos_options: LeptosOptions,
    /// The engine for unidentified readers; see [`AppState::rag_for`].
    pub rag: Rag,
    /// The choice of the chat model, for readers who may make it.
    pub choice: ModelChoice,
    /// Headers in which a proxy names the reader.
    pub readers: ReaderHeaders,
    /// Keys of operators and machines.
    pub keyring: Keyring,
    /// Sign-in, if readers sign in here.
    pub sign_in: Option<SignInService>,
    /// The speech models.
    pub speech: SpeechTerms,
    /// Wire forms to prefer if a request leaves a choice.
    pub preferences: Preferences,
    /// Uploaded documents.
    pub uploads: Uploads,
    /// Counts the outcomes of questions.
    pub recorder: Recorder,
    /// Store of these outcomes; `None` if none are kept.
    pub insights: Option<Arc<dyn InsightStore>>,
    /// Access to the outcomes, and the terms on which they are kept.
    pub insight_terms: InsightTerms,
    /// Conversations of clients that have the server keep them.
    pub sessions: Sessions,
    /// Queues for the conversations in `sessions` in which a question is being answered.
    pub queues: ConversationQueues,
    /// Answers of the page, which continue while it reloads.
    pub runs: AnswerRuns,
    /// True if the settings admit only the person at this machine.
    pub alone: bool,
    /// Path of this executable, which is started again to read files of some formats.
    pub program: Arc<Path>,
    /// Limits on answers.
    pub capacity: Capacity,
    /// Cancelled at shutdown; running answers then end with an error.
    pub stop: CancellationToken,
}

impl AppState {
    /// True if the sender of the request with these `extensions` may choose the chat model.
    pub fn may_choose(&self, extensions: &Extensions) -> bool {
        self.choice.allowed().include(&reader_of(extensions))
    }

    /// True if the sender of the request with these `extensions` may see the insights.
    pub fn has_insight(&self, extensions: &Extensions) -> bool {
        self.insight_terms.allowed.include(&reader_of(extensions))
    }

    /// The reader whose conversations are kept, from the request headers: an identified user, a single reader at this
    /// machine, who needs no name, or the browser of an unknown one.
    pub(crate) fn asker(&self, headers: &HeaderMap, extensions: &Extensions) -> Asker {
        let (reader, client) = (reader_of(extensions), Client::of_request(extensions));
        let host = headers.get(header::HOST).map(|host| host.to_str().unwrap_or_default());
        let is_here = host.is_none_or(origins::is_of_this_machine);
        let is_alone =
            self.alone && client == Client(None) && is_here && !origins::is_passed_on(headers);
        let owner = if reader.user().is_some() {
            Some(reader.owner())
        } else if is_alone {
            Some(ONLY_READER.to_owned())
        } else {
            self.keyring.visitor(headers)
        };
        let owner = owner.filter(|owner| !self.sessions.lifetime(owner).is_zero());
        let client = client.address();
        let address = || client.map(|address| address.to_string()).unwrap_or_default();
        Asker { holder: owner.clone().unwrap_or_else(address), owner, client }
    }

    /// The cookie by which the sender of a request with these headers owns conversations from now on; `None` if the
    /// reader is known without it, or if nothing is kept for unknown ones.
    pub(crate) fn visitor_cookie(
        &self,
        headers: &HeaderMap,
        extensions: &Extensions,
    ) -> Option<String> {
        let lifetime = self.sessions.lifetime(BROWSER);
        let owner = self.asker(headers, extensions).owner;
        let is_unknown = owner.is_none_or(|owner| owner.starts_with(BROWSER));
        (is_unknown && !lifetime.is_zero() && reader_of(extensions).user().is_none())
            .then(|| self.keyring.visitor_cookie(headers, lifetime))?
    }

    /// A key that tells the page whose conversations the server keeps, without naming the reader.
    pub(crate) fn owner_key(asker: &Asker) -> OwnerKey {
        let key = |owner: &String| format!("{:032x}", hash(format!("reader {owner}").as_bytes()));
        OwnerKey(asker.owner.as_ref().map(key).unwrap_or_default())
    }

    /// The rights that the sender of the request with these `extensions` lacks, and that the printed link gives.
    pub(crate) fn missing_rights(&self, extensions: &Extensions) -> MissingRights {
        let reader = reader_of(extensions);
        let lacks = |allowed: &Allowed| *allowed == Allowed::Operators && !reader.is_operator();
        MissingRights {
            model: lacks(self.choice.allowed()),
            uploads: lacks(self.uploads.allowed()),
        }
    }

    /// Returns the account that the page shows to the sender of the request with these `extensions`.
    pub(crate) fn account(&self, extensions: &Extensions) -> Account {
        let browser: Option<&SignedIn> = extensions.get();
        Account {
            name: browser.map(|browser| browser.name.clone()),
            may_sign_in: self.sign_in.is_some() && reader_of(extensions).user().is_none(),
        }
    }

    /// Returns the facts about the server that the page tells the sender of the request with these `extensions`.
    pub(crate) fn notes(
        &self,
        extensions: &Extensions,
        asker: &Asker,
        is_new_operator: bool,
    ) -> ServerNotes {
        // Paths of the machine are for its operators alone.
        let is_operator = reader_of(extensions).is_operator();
        let folders = self.rag.library.folders().fs_paths().filter(|_| is_operator);
        let whole = |folder: &Path| absolute(folder).unwrap_or_else(|_| folder.to_owned());
        ServerNotes {
            is_new_operator: is_new_operator && is_operator,
            has_common_list: asker.owner.as_deref() == Some(ONLY_READER),
            dictates: self.speech.transcription.is_some(),
            folders: folders.map(|folder| whole(folder).display().to_string()).collect(),
        }
    }

    /// Returns the engine for the reader who sent the request with these `extensions`.
    pub fn rag_for(&self, extensions: &Extensions) -> Rag {
        let rag = self.rag.read_by(reader_of(extensions));
        let workers = match Client::of_request(extensions) {
            Client(Some(client)) => rag.workers.of_client(&client),
            Client(None) => rag.workers.clone(),
        };
        Rag { model: rag.model.snapshot(), workers, ..rag }
    }
}

impl FromRef<AppState> for LeptosOptions {
    fn from_ref(state: &AppState) -> Self {
        state.leptos_options.clone()
    }
}
