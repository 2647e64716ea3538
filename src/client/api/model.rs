//! Server functions for choosing the chat model, for readers who may.

use footnote_protocol::{ModelChange, ModelDraft, ModelState};
use leptos::prelude::*;

use super::codec::{JsonBody, PageError};

/// The error for a reader who may not choose; usually the router rejects such a request earlier.
pub const NOT_ALLOWED: &str = "You are not allowed to choose the chat model here.";

/// Looks for models on the server's machine, and returns the state with the results.
///
/// # Errors
///
/// Rejects readers who may not choose.
#[server(name = FindModels, prefix = "/page", endpoint = "model/look", input = JsonBody, output = JsonBody)]
pub async fn find_models() -> Result<ModelState, PageError> {
    use footnote_models::choice::ModelChoice;
    use footnote_protocol::ProtocolError;

    let choice = use_context::<ModelChoice>().ok_or_else(|| ProtocolError::refused(NOT_ALLOWED))?;
    choice.find_local().await;
    Ok(choice.state())
}

/// Tries a model with one question, and uses it from then on if it answers.
///
/// # Errors
///
/// Rejects readers who may not choose. A failing model is not an error.
#[server(name = ChooseModel, prefix = "/page", endpoint = "model/choose", input = JsonBody, output = JsonBody)]
pub async fn choose_model(
    /// The model.
    draft: ModelDraft,
) -> Result<ModelChange, PageError> {
    use footnote_models::choice::ModelChoice;
    use footnote_protocol::ProtocolError;

    let choice = use_context::<ModelChoice>().ok_or_else(|| ProtocolError::refused(NOT_ALLOWED))?;
    Ok(choice.choose(draft).await)
}

/// Switches to quotations, and deletes the model and its key.
///
/// # Errors
///
/// Rejects readers who may not choose.
#[server(name = ForgetModel, prefix = "/page", endpoint = "model/forget", input = JsonBody, output = JsonBody)]
pub async fn forget_model() -> Result<ModelChange, PageError> {
    use footnote_models::choice::ModelChoice;
    use footnote_protocol::ProtocolError;

    let choice = use_context::<ModelChoice>().ok_or_else(|| ProtocolError::refused(NOT_ALLOWED))?;
    Ok(choice.forget().await)
}
