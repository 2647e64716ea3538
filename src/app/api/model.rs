//! The doors to the choice of the chat model, for those who may choose.

use footnote_protocol::{ModelChange, ModelDraft, ModelState};
use leptos::prelude::*;

use super::codec::{JsonBody, PageError};

/// The reason why a reader is refused who may not choose, before it comes as far as these doors.
pub const NOT_ALLOWED: &str = "You are not allowed to choose the chat model here.";

/// Looks for models on the server's own machine, and returns the state with what was found.
///
/// # Errors
///
/// A refusal of readers who may not choose.
#[server(name = FindModels, prefix = "/page", endpoint = "model/look", input = JsonBody, output = JsonBody)]
pub async fn find_models() -> Result<ModelState, PageError> {
    use footnote_models::choice::ModelChoice;
    use footnote_protocol::ProtocolError;

    let choice = use_context::<ModelChoice>().ok_or_else(|| ProtocolError::refused(NOT_ALLOWED))?;
    choice.find_local().await;
    Ok(choice.state())
}

/// Tries a model with one question, and has it write the answers if it answers.
///
/// # Errors
///
/// A refusal of readers who may not choose; what is wrong with the model is no error.
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

/// Has answers quote from now on, and forgets the model with its key.
///
/// # Errors
///
/// A refusal of readers who may not choose.
#[server(name = ForgetModel, prefix = "/page", endpoint = "model/forget", input = JsonBody, output = JsonBody)]
pub async fn forget_model() -> Result<ModelChange, PageError> {
    use footnote_models::choice::ModelChoice;
    use footnote_protocol::ProtocolError;

    let choice = use_context::<ModelChoice>().ok_or_else(|| ProtocolError::refused(NOT_ALLOWED))?;
    Ok(choice.forget().await)
}
