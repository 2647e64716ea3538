//! Tries a chat model with one question, and explains failures to the person who chooses it.

use std::time::Duration;

use footnote_protocol::Message;
use footnote_text::words::{in_one_line, shortened};

use super::local::is_chat_model;
use super::stored::StoredModel;
use crate::open_ai::OpenAi;
use crate::{ModelError, Prompt, reply};

/// The trial question.
const QUESTION: &str = "Which colour is snow? Answer in one word.";

/// Time limit for the answer; a large model may have to be loaded first.
const TIMEOUT: Duration = Duration::from_mins(1);

/// Maximum length of the answer, in tokens; some models think first.
const MAX_TOKENS: u32 = 512;

/// Time limit for the list of models.
const LIST_TIMEOUT: Duration = Duration::from_secs(10);

/// Maximum length of a server's reason, in characters.
const MAX_REASON_LEN: usize = 200;

/// Minimum context size in tokens: room for instructions, one passage and an answer.
const MIN_CONTEXT: u32 = 1_024;

/// Time limit for the server's report on the model.
pub(super) const CONTEXT_TIMEOUT: Duration = Duration::from_secs(2);

/// The error shown for another Footnote server, which might ask this one in turn.
const OTHER_FOOTNOTE: &str = "This is another Footnote, not a model.";

/// Asks the model the question.
///
/// # Errors
///
/// Returns what went wrong, in one or two sentences.
pub(super) async fn try_out(model: &OpenAi, kept: &StoredModel) -> Result<(), String> {
    let prompt = Prompt {
        messages: vec![Message::user(QUESTION)],
        max_tokens: MAX_TOKENS,
        ..Prompt::default()
    };
    match reply(model, prompt, TIMEOUT).await {
        Ok(replied) if replied.text.trim().is_empty() && !replied.is_cut => {
            return Err("The model gave an empty answer.".to_owned());
        }
        Ok(_) => {}
        Err(error) => return Err(in_words(&error, kept, model).await),
    }
    if model.endpoint().is_footnote(CONTEXT_TIMEOUT).await {
        return Err(OTHER_FOOTNOTE.to_owned());
    }
    // Some servers know the context size only once the model is loaded.
    model.ask_context(CONTEXT_TIMEOUT).await;
    match crate::ChatModel::context(model) {
        Some(tokens) if tokens < MIN_CONTEXT => Err(too_small(Some(tokens))),
        _ => Ok(()),
    }
}

/// The reason that the model's server gave, in one line and without the key.
fn reason(kept: &StoredModel, model: &OpenAi) -> Option<String> {
    let reason = model.take_refusal()?;
    let reason = match &kept.key {
        Some(key) => reason.replace(key, "…"),
        None => reason,
    };
    let reason = shortened(&in_one_line(&reason), MAX_REASON_LEN);
    Some(reason.trim_end_matches('.').to_owned())
}

/// The models that the server of a draft lists, but for those that cannot write.
///
/// # Errors
///
/// Says in words why there is none.
pub(super) async fn offered(kept: &StoredModel, model: &OpenAi) -> Result<Vec<String>, String> {
    let mut models = match model.endpoint().models(LIST_TIMEOUT).await {
        Ok(models) => models,
        Err(ModelError::Missing | ModelError::Broken) => Vec::new(),
        Err(error) => return Err(in_words(&error, kept, model).await),
    };
    models.retain(|model| is_chat_model(model));
    match models.as_slice() {
        [] => Err(format!("{} lists no models. Enter the name of the model.", kept.address)),
        _ => Ok(models),
    }
}

/// Explains a failure, with the next step.
async fn in_words(error: &ModelError, kept: &StoredModel, model: &OpenAi) -> String {
    let address = &kept.address;
    match error {
        ModelError::Unreachable => format!(
            "Nothing answers at {address}. Is the program running there, and is the port right?"
        ),
        ModelError::Untrusted => format!(
            "No encrypted connection to {address}: it does not support https, or its certificate is not \
             trusted."
        ),
        ModelError::Unauthorised if kept.key.is_none() => format!("{address} requires an API key."),
        ModelError::Unauthorised => format!("{address} rejected the API key."),
        ModelError::Missing => missing(kept, model).await,
        ModelError::TooSlow => {
            "The model did not answer within a minute. If it is still loading, try again later."
                .to_owned()
        }
        ModelError::RateLimited => {
            format!(
                "{address} refuses more requests: too many were sent, or the account has no credit."
            )
        }
        ModelError::TooLong(tokens) => too_small(*tokens),
        ModelError::Filtered => {
            "The content filter of the model rejected the test question.".to_owned()
        }
        ModelError::Broken if let Some(reason) = reason(kept, model) => {
            format!("{address} answered with an error: “{reason}”.")
        }
        ModelError::Broken | ModelError::BrokeOff => format!(
            "{address} answered with an error, or is not an OpenAI-compatible server. The address usually \
             ends with /v1."
        ),
    }
}

/// Explains that the model or the path does not exist, with the models that the server lists.
async fn missing(kept: &StoredModel, model: &OpenAi) -> String {
    let StoredModel { address, model: name, .. } = kept;
    let Ok(models) = model.endpoint().models(CONTEXT_TIMEOUT).await else {
        return format!(
            "No model {name} was found at {address}. The address usually ends with /v1."
        );
    };
    match models.as_slice() {
        [] => format!("{address} offers no models."),
        models => {
            let names = models.iter().take(10).map(String::as_str).collect::<Vec<_>>().join(", ");
            format!("No model {name} was found at {address}. Available: {names}.")
        }
    }
}

fn too_small(tokens: Option<u32>) -> String {
    let size = tokens.map(|tokens| format!(" of {tokens} tokens")).unwrap_or_default();
    format!(
        "The context window{size} is too small: passages and an answer need at least {MIN_CONTEXT} \
         tokens. Start the model's server with a larger one."
    )
}
