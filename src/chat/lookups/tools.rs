//! One tool call: its result as the model reads it, with numbered sources.

use std::collections::{BTreeSet, HashSet};
use std::fmt::Write as _;

use footnote_answers::audit::SourceText;
use footnote_answers::sources::{self, ShownDocument, Sources, group};
use footnote_answers::tools::{self, ToolContext, ToolOutput};
use footnote_answers::turn::Turn;
use footnote_documents::Passage;
use footnote_documents::table::key;
use footnote_models::ToolCall;
use footnote_models::fit::estimate;
use footnote_protocol::ToolStep;
use footnote_store::search::Hit;

/// A call with its result.
pub(super) struct Called {
    /// The text for the model.
    pub(super) result: String,
    /// The step for the reader.
    pub(super) step: ToolStep,
    /// The tool's own text besides passages, under the name of each source that it rests on.
    pub(super) texts: Vec<SourceText>,
}

/// Calls a tool. Its result takes at most about `room` tokens.
pub(super) async fn call(turn: &Turn, call: &ToolCall, room: u32, sources: &mut Sources) -> Called {
    let context = ToolContext::new(&turn.rag);
    let room = room.min(context.tokens);
    let context = ToolContext { tokens: room, ..context };
    match tools::call(&context, &call.name, &call.arguments).await {
        Ok(output) => found(turn, output, room, sources).await,
        Err(error) => {
            let reason = error.to_string();
            let step = ToolStep::Failed { tool: call.name.clone(), reason: reason.clone() };
            Called { result: sources::fenced(&reason), step, texts: Vec::new() }
        }
    }
}

async fn found(turn: &Turn, output: ToolOutput, room: u32, sources: &mut Sources) -> Called {
    let ToolOutput { step, text, passages, evidence, documents } = output;
    let left = room.saturating_sub(estimate(&text));
    let rest_on = passages.iter().chain(&evidence).map(|hit| hit.passage.source());
    let mut rest_on: BTreeSet<String> = rest_on.chain(documents.iter().cloned()).collect();
    if rest_on.is_empty() {
        // The result of no document, such as a count, counts for every statement.
        rest_on.insert(String::new());
    }
    let texts = rest_on.into_iter().map(|source| SourceText { source, text: text.clone() });
    let texts = texts.collect();
    let mut result = sources.numbered(&text);
    let of_evidence = evidence.iter().map(|hit| hit.passage.source());
    let mut seen = HashSet::new();
    let mut names: Vec<String> = of_evidence.chain(documents).collect();
    names.retain(|name| seen.insert(name.clone()));
    sources.rest_on(&group(turn, evidence, u32::MAX).await);
    let names = number_rows(&mut result, names, sources);
    if !names.is_empty() {
        let _ = writeln!(result, "\nSources: {}", names.join(", "));
    }
    // A passage found again is referred to by its number; one read again is shown again.
    let is_search = matches!(step, ToolStep::Searched { .. });
    let is_known = |hit: &Hit| is_search && sources.has_shown(&hit.passage);
    let (known, new): (Vec<Hit>, Vec<Hit>) = passages.into_iter().partition(is_known);
    let shown = group(turn, new.clone(), left).await;
    if !known.is_empty() {
        let numbers = known.iter().map(|hit| sources.number(&hit.passage.source()));
        let numbers: BTreeSet<usize> = numbers.collect();
        let numbers: Vec<String> = numbers.iter().map(|number| format!("[{number}]")).collect();
        let numbers = numbers.concat();
        let count = known.len();
        let passages = if count == 1 { "passage" } else { "passages" };
        let _ = writeln!(result, "\nShown above already: {count} {passages} of {numbers}");
    }
    for document in sources.show(&shown) {
        result.push('\n');
        result.push_str(&document);
    }
    result.push_str(&not_shown(&new, &shown));
    Called { result: sources::fenced(&result), step, texts }
}

/// Puts the numbers of sources before their names in the rows of a listing. Returns the other names with theirs.
fn number_rows(result: &mut String, names: Vec<String>, sources: &mut Sources) -> Vec<String> {
    let mut others = Vec::new();
    for name in names {
        let number = sources.number(&name);
        let row = format!("\n| {} |", name.replace('|', "\\|"));
        if result.contains(&row) {
            *result = result.replacen(&row, &row.replacen("| ", &format!("| [{number}] "), 1), 1);
        } else {
            others.push(format!("[{number}] {name}"));
        }
    }
    others
}

/// Says how many passages are not shown, and why.
fn not_shown(passages: &[Hit], shown: &[ShownDocument]) -> String {
    let shown = || shown.iter().flat_map(|document| &document.passages);
    let places: HashSet<(&str, u32)> =
        shown().map(|passage| (passage.path.as_str(), passage.ordinal)).collect();
    let texts: HashSet<u64> = shown().map(|passage| key(&passage.text)).collect();
    let missing = passages.iter().map(|hit| &hit.passage);
    let missing = missing.filter(|one| !places.contains(&(one.path.as_str(), one.ordinal)));
    let (copies, others): (Vec<&Passage>, Vec<&Passage>) =
        missing.partition(|passage| texts.contains(&key(&passage.text)));
    let mut text = String::new();
    if !copies.is_empty() {
        let _ = writeln!(text, "{} more passages say the same as these.", copies.len());
    }
    if !others.is_empty() {
        let _ = writeln!(text, "{} more passages have no room here.", others.len());
    }
    text
}
