//! The room for sources in a model's context window.

use footnote_models::{ChatModel, Prompt};

use crate::Settings;

/// The window in tokens that is assumed if the model's is unknown.
const UNKNOWN_WINDOW: u32 = 8_192;

/// The window in tokens up to which a model gets sources but no tools.
const TOO_SMALL_FOR_TOOLS: u32 = 8_192;

/// Returns true if a model is offered tools: it accepts them and has room for their results, as far as is known.
pub fn offers_tools(model: &dyn ChatModel) -> bool {
    let has_room = model.context().is_none_or(|window| window > TOO_SMALL_FOR_TOOLS);
    model.calls_tools() && has_room
}

/// Returns the number of tokens for the sources that a prompt begins with. They take at most half of the window, what
/// the settings allow, and what instructions, conversation and answer leave. If tools are offered, a third of that is
/// reserved for their results.
pub fn budget(prompt: &Prompt, model: &dyn ChatModel, settings: &Settings) -> u32 {
    let left = left(prompt, model);
    let left = if prompt.tools.is_empty() { left } else { left - left / 3 };
    left.min(window(model) / 2).min(settings.source_tokens)
}

/// Returns the number of tokens that can still be added to a prompt.
pub fn left(prompt: &Prompt, model: &dyn ChatModel) -> u32 {
    prompt.room(window(model))
}

fn window(model: &dyn ChatModel) -> u32 {
    model.context().unwrap_or(UNKNOWN_WINDOW)
}
