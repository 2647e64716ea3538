//! One call of a tool: its result as the model reads it, with the sources in it numbered.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use footnote_models::ToolCall;
use footnote_models::fit::estimate;
use footnote_protocol::ToolStep;

use crate::audit::SourceText;
use crate::sources::{Sources, group};
use crate::tools::{self, ToolContext, ToolOutput};
use crate::turn::Turn;

/// A call with its result.
pub(super) struct Called {
    /// The text for the model.
    pub(super) result: String,
    /// The step for the reader.
    pub(super) step: ToolStep,
    /// Its words beside passages, under the name of each source that it rests on.
    pub(super) told: Vec<SourceText>,
}

/// Calls a tool; its result takes at most about `room` tokens.
pub(super) async fn call(turn: &Turn, call: &ToolCall, room: u32, sources: &mut Sources) -> Called {
    let tokens = room.min(turn.rag.settings.source_tokens / 2);
    let context = ToolContext { tokens, ..ToolContext::new(&turn.rag) };
    match tools::call(&context, &call.name, &call.arguments).await {
        Ok(output) => found(turn, output, room, sources).await,
        Err(error) => {
            let reason = error.to_string();
            let step = ToolStep::Failed { tool: call.name.clone(), reason: reason.clone() };
            Called { result: reason, step, told: Vec::new() }
        }
    }
}

async fn found(turn: &Turn, output: ToolOutput, room: u32, sources: &mut Sources) -> Called {
    let ToolOutput { step, text, passages, documents } = output;
    let left = room.saturating_sub(estimate(&text)).min(turn.rag.settings.source_tokens / 2);
    let all = passages.len();
    let shown = group(turn, passages.clone(), left).await;
    let count: usize = shown.iter().map(|document| document.passages.len()).sum();
    let rest_on = passages.iter().map(|hit| hit.passage.source());
    let rest_on: BTreeSet<String> = rest_on.chain(documents.iter().cloned()).collect();
    let told = rest_on.into_iter().map(|source| SourceText { source, text: text.clone() });
    let told = told.collect();
    let mut result = sources.numbered(&text);
    let names = documents.iter().map(|name| format!("[{}] {name}", sources.number(name)));
    let names: Vec<String> = names.collect();
    if !names.is_empty() {
        let _ = writeln!(result, "\nSources: {}", names.join(", "));
    }
    for document in sources.show(&shown) {
        result.push('\n');
        result.push_str(&document);
    }
    if count < all {
        let _ = writeln!(result, "{} more passages have no room here.", all - count);
    }
    Called { result, step, told }
}
