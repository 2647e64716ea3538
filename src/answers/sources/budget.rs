//! The room for sources in a model's window.

use footnote_models::{ChatModel, Prompt};

use crate::Settings;

/// The window in tokens that is assumed where nothing is known.
const UNKNOWN_WINDOW: u32 = 8_192;

/// The smallest window in tokens that has room for tools beside sources.
const LEAST_FOR_TOOLS: u32 = 8_192;

/// True if a model is offered tools: it takes them, as far as is known, and has room for their results.
pub fn offers_tools(model: &dyn ChatModel) -> bool {
    model.calls_tools() && window(model) >= LEAST_FOR_TOOLS
}

/// The tokens of the sources that a prompt begins with: at most half of the window and what the settings allow, and
/// what instructions, conversation and answer leave. Where tools are offered, a third of that is kept for their results.
pub fn budget(prompt: &Prompt, model: &dyn ChatModel, settings: &Settings) -> u32 {
    let left = left(prompt, model);
    let left = if prompt.tools.is_empty() { left } else { left - left / 3 };
    left.min(window(model) / 2).min(settings.source_tokens)
}

/// The tokens that may still be added to a prompt.
pub fn left(prompt: &Prompt, model: &dyn ChatModel) -> u32 {
    prompt.room(window(model))
}

fn window(model: &dyn ChatModel) -> u32 {
    model.context().unwrap_or(UNKNOWN_WINDOW)
}
