//! The writer of the answers, for readers who may choose.

use footnote_protocol::{LocalEndpoint, ModelChange, ModelDraft, ModelState, ProtocolError};
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::Value;

use super::{Library, MissingRights, fault, shared_json};
use crate::api::codec::PageError;
use crate::api::model::{choose_model, find_models, forget_model};
use crate::words;

/// The writer of the answers.
#[derive(Clone, Copy)]
pub struct AnswerWriter {
    /// State of the choice; `None` if the reader may not choose.
    pub state: RwSignal<Option<ModelState>>,
    /// True if the link that the server printed would let the reader choose.
    pub needs_link: bool,
    /// Result of the last change in words, and true if it failed.
    pub said: RwSignal<(String, bool)>,
    /// Models to pick one of, as the server of the last draft lists them.
    pub offered: RwSignal<Vec<String>>,
    /// True while a model is being tried or looked for.
    pub busy: RwSignal<bool>,
    library: Library,
    /// State of the choice as the server saw it when it rendered the page, as JSON.
    known: StoredValue<Value>,
}

impl AnswerWriter {
    /// Returns a writer whose state is not shown yet.
    pub fn new(library: Library) -> Self {
        let known = shared_json(use_context::<ModelState>);
        Self {
            state: RwSignal::default(),
            known: StoredValue::new(known),
            needs_link: MissingRights::here().model,
            said: RwSignal::default(),
            offered: RwSignal::default(),
            busy: RwSignal::new(false),
            library,
        }
    }

    /// Shows the state as the server saw it when it rendered the page.
    pub(super) fn show_known(self) {
        let known = self.known.try_update_value(std::mem::take).unwrap_or_default();
        self.state.set(serde_json::from_value(known).unwrap_or_default());
    }

    /// Looks for models once if no model writes answers: a program may have been started after the server.
    pub(super) fn wake(self) {
        if untrack(|| self.may_choose() && self.is_without_model()) {
            spawn_local(async move {
                // If this fails, keep the known state.
                if let Ok(state) = find_models().await {
                    self.state.set(Some(state));
                }
            });
        }
    }

    /// Returns true if the reader may see who writes the answers, and perhaps choose.
    pub fn is_operator(self) -> bool {
        self.state.with(Option::is_some)
    }

    /// Returns true if the reader may choose.
    pub fn may_choose(self) -> bool {
        self.state.with(|state| state.as_ref().is_some_and(|state| !state.is_fixed))
    }

    /// Returns true if no model writes answers, so that passages are shown.
    pub fn is_without_model(self) -> bool {
        self.state.with(|state| state.as_ref().is_some_and(|state| state.model.is_none()))
    }

    /// Returns true if this model at this address writes the answers.
    pub fn is_writing(self, model: &str, address: &str) -> bool {
        let is_it =
            |state: &ModelState| state.model.as_deref() == Some(model) && state.address == address;
        self.state.with(|state| state.as_ref().is_some_and(is_it))
    }

    /// Returns the models on the server's machine, without programs whose only model is already in use.
    pub fn offers(self) -> Vec<LocalEndpoint> {
        self.state.with(|state| state.as_ref().map(offers).unwrap_or_default())
    }

    /// Returns the current model, to be edited; without its key, which is not known here.
    pub fn draft(self) -> ModelDraft {
        let draft = |state: &ModelState| ModelDraft {
            address: state.address.clone(),
            model: state.model.clone().unwrap_or_default(),
            context: state.set_context,
            ..ModelDraft::default()
        };
        self.state.with(|state| state.as_ref().map(draft).unwrap_or_default())
    }

    /// Describes who writes the answers.
    pub fn in_words(self) -> String {
        self.state.with(|state| state.as_ref().map(in_words).unwrap_or_default())
    }

    /// Looks for models on the server's machine.
    pub fn look(self) {
        if self.busy.get_untracked() {
            return;
        }
        self.begin(words::looking().to_owned());
        spawn_local(async move {
            match find_models().await {
                Ok(state) => {
                    let found = state.found.len();
                    self.state.set(Some(state));
                    self.end(words::programs_found(found), false);
                }
                Err(error) => self.end(fault::in_words(&error.0), true),
            }
        });
    }

    /// Tries a model, and uses it from then on if it answers.
    pub fn choose(self, draft: ModelDraft) {
        if self.busy.get_untracked() {
            return;
        }
        self.begin(words::trying(draft.model.trim()));
        spawn_local(async move { self.take(choose_model(draft).await) });
    }

    /// Stops using a model.
    pub fn forget(self) {
        if self.busy.get_untracked() {
            return;
        }
        self.begin(String::new());
        spawn_local(async move { self.take(forget_model().await) });
    }

    fn take(self, change: Result<ModelChange, PageError>) {
        match change.map_err(ProtocolError::from) {
            Ok(change) => {
                if change.done {
                    self.state.set(Some(change.state));
                    self.library.hurry();
                }
                let failed = !change.done && change.offered.is_empty();
                // A model that fails is still one of those to choose from.
                if change.done || !change.offered.is_empty() {
                    self.offered.set(change.offered);
                }
                self.end(change.said, failed);
            }
            Err(error) => self.end(fault::in_words(&error), true),
        }
    }

    fn begin(self, said: String) {
        self.busy.set(true);
        self.said.set((said, false));
    }

    fn end(self, said: String, failed: bool) {
        self.busy.set(false);
        self.said.set((said, failed));
    }
}

fn offers(state: &ModelState) -> Vec<LocalEndpoint> {
    let is_new = |one: &&LocalEndpoint| {
        let same = one.address == state.address;
        !same || one.models.iter().any(|model| Some(model) != state.model.as_ref())
    };
    state.found.iter().filter(is_new).cloned().collect()
}

fn in_words(state: &ModelState) -> String {
    let Some(model) = &state.model else {
        return words::nobody_writes().to_owned();
    };
    let found_in_words = [
        Some(words::writes_answers(model, &state.address)),
        state.context.map(words::takes_tokens),
        state.has_key.then(|| words::key_is_kept().to_owned()),
        state.is_fixed.then(|| words::is_fixed().to_owned()),
    ];
    found_in_words.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(address: &str, models: &[&str]) -> LocalEndpoint {
        LocalEndpoint {
            program: "P".to_owned(),
            address: address.to_owned(),
            models: models.iter().map(|model| (*model).to_owned()).collect(),
        }
    }

    #[test]
    fn a_program_whose_only_model_writes_is_not_offered() {
        let state = ModelState {
            model: Some("m".to_owned()),
            address: "http://a".to_owned(),
            found: vec![found("http://a", &["m"]), found("http://b", &["m"])],
            ..ModelState::default()
        };
        assert_eq!(offers(&state), [found("http://b", &["m"])]);
        let more = ModelState { found: vec![found("http://a", &["m", "n"])], ..state };
        assert_eq!(offers(&more).len(), 1);
    }

    #[test]
    fn the_line_tells_who_writes_and_who_says_so() {
        let mut state = ModelState::default();
        assert!(in_words(&state).starts_with("No chat model"));
        (state.model, state.address) = (Some("m".to_owned()), "http://a/v1".to_owned());
        assert_eq!(in_words(&state), "Answers are written by m at http://a/v1.");
        (state.context, state.has_key, state.is_fixed) = (Some(4096), true, true);
        let found_in_words = in_words(&state);
        assert!(found_in_words.contains("4,096 tokens") && found_in_words.contains("API key"));
        assert!(found_in_words.ends_with("cannot be changed here."));
    }
}
