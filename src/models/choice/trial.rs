//! Tries a chat model with one question, and explains failures to the person who chooses it.

use std::time::Duration;

use footnote_protocol::Message;

use super::stored::StoredModel;
use crate::open_ai::OpenAi;
use crate::{ModelError, Prompt, reply};

/// The trial question.
const QUESTION: &str = "Which colour is snow? Answer in one word.";

/// Time limit for the answer; a large model may have to be loaded first.
const TIMEOUT: Duration = Duration::from_mins(1);

/// Maximum length of the answer, in tokens; some models think first.
const MOST_TOKENS: u32 = 512;

/// Minimum context size in tokens: room for instructions, one passage and an answer.
const LEAST_CONTEXT: u32 = 1_024;

/// Time limit for the server's report on the model.
pub(super) const CONTEXT_TIMEOUT: Duration = Duration::from_secs(2);

/// Maximum length of the shown answer, in characters.
const LONGEST_SHOWN: usize = 60;

/// The error for another Footnote server, which may ask this one in turn.
const OTHER_FOOTNOTE: &str =
    "There is another Footnote. It quotes, or asks a model that can be chosen here as well.";

/// Asks the model the trial question and returns its shortened answer.
///
/// # Errors
///
/// Returns one or two sentences about what went wrong.
pub(super) async fn try_out(model: &OpenAi, kept: &StoredModel) -> Result<String, String> {
    let prompt = Prompt {
        messages: vec![Message::user(QUESTION)],
        max_tokens: MOST_TOKENS,
        ..Prompt::default()
    };
    let replied = reply(model, prompt, TIMEOUT).await;
    let replied = match replied {
        Ok(replied) if replied.text.trim().is_empty() && !replied.is_cut => {
            return Err("The model answered nothing at all.".to_owned());
        }
        Ok(replied) => replied,
        Err(error) => return Err(in_words(&error, kept, model).await),
    };
    if model.endpoint().is_footnote(CONTEXT_TIMEOUT).await {
        return Err(OTHER_FOOTNOTE.to_owned());
    }
    // Some servers know the context size only once the model is loaded.
    model.ask_context(CONTEXT_TIMEOUT).await;
    match crate::ChatModel::context(model) {
        Some(tokens) if tokens < LEAST_CONTEXT => Err(too_small(Some(tokens))),
        _ => Ok(replied.text.trim().chars().take(LONGEST_SHOWN).collect()),
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
            "There is no encrypted connection to {address}: it does not speak https, or its certificate is \
             not trusted here."
        ),
        ModelError::Unauthorised if kept.key.is_none() => format!("{address} wants a key."),
        ModelError::Unauthorised => format!("{address} refuses the key."),
        ModelError::Missing => missing(kept, model).await,
        ModelError::TooSlow => {
            "The model did not answer within a minute. If it is still being loaded, try again in a while."
                .to_owned()
        }
        ModelError::RateLimited => {
            format!("{address} is asked too often, or the account has no credit left.")
        }
        ModelError::TooLong(tokens) => too_small(*tokens),
        ModelError::Filtered => "Its content filter refuses even a question about snow.".to_owned(),
        ModelError::Broken | ModelError::BrokeOff => format!(
            "What answers at {address} is no chat by OpenAI's protocol, or failed. The address usually ends \
             with /v1."
        ),
    }
}

/// Explains that the model or the path does not exist, with the models that the server lists.
async fn missing(kept: &StoredModel, model: &OpenAi) -> String {
    let StoredModel { address, model: name, .. } = kept;
    let Ok(models) = model.endpoint().models(CONTEXT_TIMEOUT).await else {
        return format!(
            "There is no chat at {address}, or no model {name}. The address usually ends with /v1."
        );
    };
    match models.as_slice() {
        [] => format!("There is no model {name} at {address}, nor any other."),
        models => {
            let names = models.iter().take(10).map(String::as_str).collect::<Vec<_>>().join(", ");
            format!("There is no model {name} at {address}. There are: {names}.")
        }
    }
}

fn too_small(tokens: Option<u32>) -> String {
    let said = tokens.map(|tokens| format!(" of {tokens} tokens")).unwrap_or_default();
    format!(
        "The model's context{said} is too small for passages and an answer: it takes at least \
         {LEAST_CONTEXT} tokens. Start its server with a larger one."
    )
}
