//! Choosing the chat model at run time: who may choose, from which models, and where the choice is stored.

mod local;
mod stored;
mod trial;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use footnote_documents::acl::Allowed;
use footnote_protocol::{LocalEndpoint, ModelChange, ModelDraft, ModelState};
pub use local::LocalServer;
use stored::StoredModel;

use super::open_ai::{Endpoint, OpenAi, Timeouts};
use super::{ChatModel, ModelError, ModelSlot};

/// File in the data folder that stores the choice. It is hidden, so that it is not indexed if the data folder lies
/// among the documents.
pub const FILE: &str = ".chat-model.json";

/// Terms of the choice.
#[derive(Clone, Debug, Default)]
pub struct ChoiceTerms {
    /// People who may choose.
    pub allowed: Allowed,
    /// True if the model can see images.
    pub sees: bool,
    /// Context size in tokens, if configured.
    pub context: Option<u32>,
    /// Servers to look for on this machine.
    pub servers: Vec<LocalServer>,
}

/// The choice of the chat model; clones share it.
#[derive(Clone, Default)]
pub struct ModelChoice(Arc<ChoiceState>);

#[derive(Default)]
struct ChoiceState {
    terms: ChoiceTerms,
    slot: ModelSlot,
    /// File that stores the choice; `None` if the model is configured, or nothing is to be stored.
    path: Option<PathBuf>,
    /// Port of this server; 0 before it listens.
    own_port: AtomicU16,
    found: Mutex<Vec<LocalEndpoint>>,
    current: Mutex<ChosenModel>,
}

/// The model in use.
#[derive(Clone, Default)]
struct ChosenModel {
    model: Option<Arc<OpenAi>>,
    /// The stored choice; `None` if the settings name the model.
    kept: Option<StoredModel>,
}

impl ModelChoice {
    /// A fixed model, named by the settings.
    ///
    /// # Errors
    ///
    /// Fails if the system's TLS cannot be set up.
    pub fn named(endpoint: Endpoint, terms: ChoiceTerms) -> Result<Self, ModelError> {
        let model = connect(endpoint, &terms, None)?;
        let current = ChosenModel { model: Some(model), kept: None };
        Ok(Self::with(terms, None, current))
    }

    /// Loads the choice from the file at `path`. If it cannot be used, logs a warning and starts without a model.
    pub fn kept_in(path: PathBuf, terms: ChoiceTerms) -> Self {
        let current = read(&path, &terms).unwrap_or_else(|error| {
            tracing::warn!(file = %path.display(), %error, "the chosen chat model cannot be used: passages are shown");
            ChosenModel::default()
        });
        Self::with(terms, Some(path), current)
    }

    fn with(terms: ChoiceTerms, path: Option<PathBuf>, current: ChosenModel) -> Self {
        let slot = ModelSlot::default();
        slot.set(chat_model(&current));
        let current = Mutex::new(current);
        Self(Arc::new(ChoiceState { terms, slot, path, current, ..ChoiceState::default() }))
    }

    /// The slot that holds the current model.
    pub fn slot(&self) -> ModelSlot {
        self.0.slot.clone()
    }

    /// People who may choose.
    pub fn allowed(&self) -> &Allowed {
        &self.0.terms.allowed
    }

    /// Sets the port of this server, which discovery skips.
    pub fn set_own_port(&self, port: u16) {
        self.0.own_port.store(port, Ordering::Relaxed);
    }

    /// Asks the model's server for its context size, and looks for models on this machine. Does not change the choice.
    pub async fn discover(&self) {
        let model = self.current().model.clone();
        let asking = async {
            if let Some(model) = model {
                model.ask_context(trial::CONTEXT_TIMEOUT).await;
            }
        };
        let looking = async {
            if self.0.path.is_some() && self.0.terms.allowed != Allowed::Nobody {
                self.find_local().await;
            }
        };
        futures_util::future::join(asking, looking).await;
        if self.0.slot.current().is_none() {
            for LocalEndpoint { program, address, models } in self.found().iter() {
                tracing::info!(
                    program,
                    address,
                    ?models,
                    "these chat models can be chosen in the page's settings"
                );
            }
        }
    }

    /// Asks a local model server for the context size every `between` until it is known: some servers only report it
    /// while the model is loaded.
    pub async fn poll_context(&self, between: Duration) {
        loop {
            tokio::time::sleep(between).await;
            let model = self.current().model.clone();
            let is_silent =
                |model: &Arc<OpenAi>| model.context().is_none() && model.endpoint().is_local();
            if let Some(model) = model.filter(is_silent) {
                model.ask_context(trial::CONTEXT_TIMEOUT).await;
            }
        }
    }

    /// Looks for models on this machine.
    pub async fn find_local(&self) {
        let own = self.own_port();
        let others = self.0.terms.servers.iter().copied().filter(|server| server.port != own);
        let found = local::find_local(others).await;
        *self.found() = found;
    }

    /// The state, for readers who may choose.
    pub fn state(&self) -> ModelState {
        let ChosenModel { model, kept } = self.current().clone();
        ModelState {
            address: model.as_ref().map(|model| model.endpoint().address()).unwrap_or_default(),
            context: model.as_ref().and_then(|model| model.context()),
            model: model.map(|model| model.name().to_owned()),
            has_key: kept.as_ref().is_some_and(|kept| kept.key.is_some()),
            set_context: kept.and_then(|kept| kept.context),
            is_fixed: self.0.path.is_none(),
            found: self.found().clone(),
        }
    }

    /// Tries the drafted model with one question. If it answers, makes it the current model and stores it. A draft that
    /// names no model takes the only one that its server lists, or is returned with all of them.
    pub async fn choose(&self, draft: ModelDraft) -> ModelChange {
        if self.0.path.is_none() {
            return self.changed(Err(CHOICE_IS_FIXED.to_owned()));
        }
        let before = self.current().kept.clone();
        match self.picked(draft, before.as_ref()).await {
            Ok((kept, model)) => self.changed(self.try_and_keep(kept, model, before).await),
            Err((said, offered)) => ModelChange { offered, ..self.changed(Err(said)) },
        }
    }

    /// The model that a draft means, before it is tried.
    ///
    /// # Errors
    ///
    /// Says in words why there is none, with the models to pick from.
    async fn picked(
        &self,
        draft: ModelDraft,
        before: Option<&StoredModel>,
    ) -> Result<(StoredModel, Arc<OpenAi>), (String, Vec<String>)> {
        let fault = |said: String| (said, Vec::new());
        let mut kept = StoredModel::of(draft, before).map_err(|error| fault(error.to_string()))?;
        let model = self.connected(&kept).map_err(fault)?;
        if !kept.model.is_empty() {
            return Ok((kept, model));
        }
        let mut offered = trial::offered(&kept, &model).await.map_err(fault)?;
        if offered.len() > 1 {
            return Err((format!("Select one of the {} models.", offered.len()), offered));
        }
        kept.model = offered.pop().unwrap_or_default();
        let model = self.connected(&kept).map_err(fault)?;
        Ok((kept, model))
    }

    fn connected(&self, kept: &StoredModel) -> Result<Arc<OpenAi>, String> {
        let endpoint = kept.endpoint().map_err(|fault| fault.to_string())?;
        if endpoint.is_local() && endpoint.port() == Some(self.own_port()) {
            return Err(OWN_SERVER.to_owned());
        }
        connect(endpoint, &self.0.terms, kept.context).map_err(|error| error.to_string())
    }

    /// Tries a model, and makes it the current one unless another choice was made since `before`.
    async fn try_and_keep(
        &self,
        mut kept: StoredModel,
        model: Arc<OpenAi>,
        before: Option<StoredModel>,
    ) -> Result<String, String> {
        trial::try_out(&model, &kept).await?;
        let is_set = self.0.terms.context.or(kept.context).is_some();
        kept.reported = model.context().filter(|_| !is_set);
        let name = kept.model.clone();
        if self.current().kept != before {
            return Err("Another choice was made in the meantime.".to_owned());
        }
        self.keep(ChosenModel { model: Some(model), kept: Some(kept) }).await?;
        tracing::info!(model = name, "this chat model was chosen to write the answers");
        Ok(format!("Test passed. Answers are now written by {name}."))
    }

    /// Removes the model and its stored key. From then on, passages are shown instead of answers.
    pub async fn forget(&self) -> ModelChange {
        let done = self.keep(ChosenModel::default()).await;
        self.changed(done.map(|()| "Passages are now shown instead of answers.".to_owned()))
    }

    fn changed(&self, said: Result<String, String>) -> ModelChange {
        let (done, said) = (said.is_ok(), said.unwrap_or_else(|fault| fault));
        ModelChange { done, said, offered: Vec::new(), state: self.state() }
    }

    /// Stores a choice and makes it current.
    ///
    /// # Errors
    ///
    /// Returns a sentence that says why it could not be stored; then nothing has changed.
    async fn keep(&self, chosen: ChosenModel) -> Result<(), String> {
        let choice = self.clone();
        let kept = tokio::task::spawn_blocking(move || choice.store_now(chosen)).await;
        kept.map_err(io::Error::other).flatten().map_err(|error| {
            tracing::error!(%error, "the choice of the chat model cannot be kept");
            match error.kind() {
                io::ErrorKind::Unsupported => CHOICE_IS_FIXED.to_owned(),
                _ => "The choice could not be saved in the data folder. Nothing has changed."
                    .to_owned(),
            }
        })
    }

    /// Holds the lock throughout, so that the file and the slot stay consistent.
    fn store_now(&self, chosen: ChosenModel) -> io::Result<()> {
        let mut current = self.current();
        let path = self.0.path.as_ref().ok_or(io::ErrorKind::Unsupported)?;
        match &chosen.kept {
            Some(kept) => kept.write(path)?,
            None => StoredModel::remove(path)?,
        }
        self.0.slot.set(chat_model(&chosen));
        *current = chosen;
        Ok(())
    }

    fn own_port(&self) -> u16 {
        self.0.own_port.load(Ordering::Relaxed)
    }

    fn current(&self) -> MutexGuard<'_, ChosenModel> {
        self.0.current.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn found(&self) -> MutexGuard<'_, Vec<LocalEndpoint>> {
        self.0.found.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The choice stored in the file at `path` without its key, as JSON; `None` if there is none.
///
/// # Errors
///
/// Fails if the file cannot be read or parsed, or if its address may contain a password.
pub fn without_key(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let stored = StoredModel::read(path)?.map(StoredModel::without_key).transpose();
    let stored = stored.map_err(io::Error::other)?;
    Ok(stored.map(|stored| serde_json::to_vec_pretty(&stored)).transpose()?)
}

/// Stores a choice given by [`without_key`] in the file at `path`.
///
/// # Errors
///
/// Fails if it cannot be parsed or written.
pub fn keep(path: &Path, json: &[u8]) -> io::Result<()> {
    serde_json::from_slice::<StoredModel>(json)?.write(path)
}

/// The error shown when the model cannot be changed.
const CHOICE_IS_FIXED: &str = "The chat model is set by the server and cannot be changed here.";

/// The error shown when the server is chosen as its own model: each question would cause another.
const OWN_SERVER: &str = "This is the address of Footnote itself, not of a model.";

/// Connects to the model at an endpoint. The configured context size takes precedence over `context`.
fn connect(
    endpoint: Endpoint,
    terms: &ChoiceTerms,
    context: Option<u32>,
) -> Result<Arc<OpenAi>, ModelError> {
    let model = OpenAi::new(endpoint, Timeouts::default(), terms.sees)?;
    if let Some(tokens) = terms.context.or(context) {
        model.set_context(tokens);
    }
    Ok(Arc::new(model))
}

fn read(path: &Path, terms: &ChoiceTerms) -> io::Result<ChosenModel> {
    let Some(kept) = StoredModel::read(path)? else {
        return Ok(ChosenModel::default());
    };
    let endpoint = kept.endpoint().map_err(io::Error::other)?;
    let model = connect(endpoint, terms, kept.context).map_err(io::Error::other)?;
    if let Some(tokens) = kept.reported {
        model.set_reported_context(tokens);
    }
    Ok(ChosenModel { model: Some(model), kept: Some(kept) })
}

fn chat_model(current: &ChosenModel) -> Option<Arc<dyn ChatModel>> {
    current.model.clone().map(|model| model as Arc<dyn ChatModel>)
}
