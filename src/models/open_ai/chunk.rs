//! Parses one event of the stream, in every dialect that servers use.

use footnote_protocol::{FinishReason, ModelReport, TokenUsage};
use serde::Deserialize;
use serde_json::Value;

use super::context_window;
use super::tool_calls::{self, ToolCallDelta};
use crate::ModelError;

/// Content of one event.
#[derive(Debug, Default, PartialEq)]
pub(super) struct ParsedChunk {
    /// Next piece of text; may be empty.
    pub(super) text: String,
    /// Parts of tool calls.
    pub(super) tool_calls: Vec<ToolCallDelta>,
    /// True if the event contains a thought, which is not shown.
    pub(super) thinks: bool,
    /// Finish reason, if the text ends.
    pub(super) finish: Option<FinishReason>,
    /// Token usage of the answer, if given.
    pub(super) usage: Option<TokenUsage>,
    /// Further data that the provider reports.
    pub(super) report: ModelReport,
}

#[derive(Deserialize)]
struct WireChunk {
    choices: Option<Vec<WireChoice>>,
    usage: Option<WireUsage>,
    error: Option<Value>,
    system_fingerprint: Option<Value>,
    prompt_filter_results: Option<Value>,
}

#[derive(Deserialize)]
struct WireChoice {
    /// Missing from servers that only support one choice.
    index: Option<u64>,
    delta: Option<WireDelta>,
    /// Used instead of `delta` by servers that do not stream.
    message: Option<WireDelta>,
    finish_reason: Option<String>,
    content_filter_results: Option<Value>,
}

#[derive(Deserialize)]
struct WireDelta {
    content: Option<Value>,
    tool_calls: Option<Value>,
    /// The model's thoughts before its answer.
    reasoning_content: Option<Value>,
    /// The same under another name. Not a serde alias, because some servers send both.
    reasoning: Option<Value>,
}

#[derive(Deserialize)]
struct WireUsage {
    prompt_tokens: Option<u32>,
    completion_tokens: Option<u32>,
    total_tokens: Option<u32>,
    completion_tokens_details: Option<WireTokenDetails>,
}

#[derive(Deserialize)]
struct WireTokenDetails {
    reasoning_tokens: Option<u32>,
}

/// Parses the data of an event, or a whole answer from a server that does not stream.
///
/// Returns `None` if it is not JSON of a known shape.
pub(super) fn read(data: &str) -> Option<Result<ParsedChunk, ModelError>> {
    let wire: WireChunk = serde_json::from_str(data.trim_start_matches('\u{feff}')).ok()?;
    if let Some(error) = wire.error.filter(|error| !error.is_null()) {
        return Some(Err(error_kind(&error.to_string())));
    }
    let mut chunk = ParsedChunk { usage: wire.usage.map(usage), ..ParsedChunk::default() };
    let fingerprint = wire.system_fingerprint.filter(Value::is_string);
    chunk.report.system_fingerprint = fingerprint.map(text);
    chunk.report.prompt_filter_results = wire.prompt_filter_results.filter(has_results);
    // We ask for one choice; some servers send more, in any order.
    let mut choices = wire.choices.into_iter().flatten();
    if let Some(choice) = choices.find(|choice| choice.index.unwrap_or_default() == 0) {
        if let Some(delta) = choice.delta.or(choice.message) {
            chunk.text = delta.content.map(text).unwrap_or_default();
            chunk.tool_calls = delta.tool_calls.map(tool_calls::deltas).unwrap_or_default();
            let thoughts = [delta.reasoning_content, delta.reasoning];
            chunk.thinks = thoughts.into_iter().flatten().any(|it| !text(it).is_empty());
        }
        chunk.report.content_filter_results = choice.content_filter_results.filter(has_results);
        chunk.finish = choice.finish_reason.as_deref().and_then(finish);
    }
    Some(Ok(chunk))
}

/// True if the filter results are not empty: some servers send empty ones with every chunk.
fn has_results(results: &Value) -> bool {
    match results {
        Value::Array(results) => !results.is_empty(),
        Value::Object(results) => !results.is_empty(),
        _ => false,
    }
}

/// Extracts the text of content that is either a string or a list of parts.
fn text(content: Value) -> String {
    match content {
        Value::String(text) => text,
        Value::Array(parts) => {
            parts.iter().filter_map(|part| part.get("text").and_then(Value::as_str)).collect()
        }
        _ => String::new(),
    }
}

fn finish(reason: &str) -> Option<FinishReason> {
    match reason {
        "" => None,
        "length" | "max_tokens" => Some(FinishReason::Length),
        "content_filter" => Some(FinishReason::ContentFilter),
        _ => Some(FinishReason::Stop),
    }
}

fn usage(usage: WireUsage) -> TokenUsage {
    let prompt_tokens = usage.prompt_tokens.unwrap_or(0);
    let completion_tokens = usage.completion_tokens.unwrap_or(0);
    let sum = prompt_tokens.saturating_add(completion_tokens);
    TokenUsage {
        prompt_tokens,
        completion_tokens,
        total_tokens: usage.total_tokens.unwrap_or(sum),
        reasoning_tokens: usage
            .completion_tokens_details
            .and_then(|details| details.reasoning_tokens),
    }
}

/// Classifies an error text by the codes that providers use.
pub(super) fn error_kind(text: &str) -> ModelError {
    let text = text.to_ascii_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| text.contains(word));
    if says(&["context_length", "context length", "context size", "context_size", "context window"])
        || says(&["maximum context", "prompt is too long", "input is too long", "too long for"])
    {
        ModelError::TooLong(context_window::stated_in_error(&text))
    } else if says(&["content_filter", "content_policy", "responsibleai"]) {
        ModelError::Filtered
    } else if says(&["rate_limit", "rate limit", "insufficient_quota"]) {
        ModelError::RateLimited
    } else if says(&["invalid_api_key", "unauthorized"]) {
        ModelError::Unauthorised
    } else if says(&["model_not_found"]) {
        ModelError::Missing
    } else {
        ModelError::Broken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk(data: &str) -> ParsedChunk {
        read(data).unwrap().unwrap()
    }

    #[test]
    fn text_is_found_in_all_shapes() {
        for data in [
            r#"{"choices":[{"delta":{"content":"a"}}]}"#,
            r#"{"choices":[{"message":{"role":"assistant","content":"a"}}]}"#,
            r#"{"choices":[{"delta":{"content":[{"type":"text","text":"a"}]}}]}"#,
        ] {
            assert_eq!(chunk(data).text, "a", "{data}");
        }
    }

    #[test]
    fn chunks_without_text_are_no_fault() {
        for data in [
            r#"{"choices":[]}"#,
            r#"{"choices":null,"prompt_filter_results":[]}"#,
            r#"{"choices":[{"delta":null}]}"#,
            r#"{"choices":[{"delta":{"content":null,"reasoning_content":""}}]}"#,
        ] {
            assert_eq!(chunk(data), ParsedChunk::default(), "{data}");
        }
    }

    #[test]
    fn a_thought_is_noticed_and_not_shown() {
        for thought in [
            r#""reasoning_content":"hm""#,
            r#""reasoning":"hm""#,
            r#""reasoning":"hm","reasoning_content":"hm""#,
        ] {
            let data = format!(r#"{{"choices":[{{"delta":{{{thought}}}}}]}}"#);
            let chunk = chunk(&data);
            assert!(chunk.thinks && chunk.text.is_empty(), "{data}");
        }
    }

    #[test]
    fn only_the_first_of_several_choices_counts_wherever_it_stands() {
        let both = r#"{"choices":[{"index":1,"delta":{"content":"b"},"finish_reason":"stop"},
            {"index":0,"delta":{"content":"a"}}]}"#;
        assert_eq!((chunk(both).text.as_str(), chunk(both).finish), ("a", None));
        let other = r#"{"choices":[{"index":2,"delta":{"content":"c","reasoning":"hm"}}]}"#;
        assert_eq!(chunk(other), ParsedChunk::default());
    }

    #[test]
    fn usage_adds_up_where_no_total_is_told() {
        let usage = chunk(
            r#"{"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":4,
            "completion_tokens_details":{"reasoning_tokens":2}}}"#,
        )
        .usage
        .unwrap();
        assert_eq!((usage.total_tokens, usage.reasoning_tokens), (7, Some(2)));
    }

    #[test]
    fn what_a_provider_reports_is_kept_unless_it_is_empty() {
        let report = chunk(
            r#"{"system_fingerprint":"fp_1","prompt_filter_results":[{"prompt_index":0}],
            "choices":[{"delta":{},"content_filter_results":{"hate":{"filtered":false}}}]}"#,
        )
        .report;
        assert_eq!(report.system_fingerprint.unwrap(), "fp_1");
        assert_eq!(report.prompt_filter_results.unwrap()[0]["prompt_index"], 0);
        assert_eq!(report.content_filter_results.unwrap()["hate"]["filtered"], false);
        let empty = r#"{"system_fingerprint":null,"prompt_filter_results":[],
            "choices":[{"delta":{},"content_filter_results":{}}]}"#;
        assert_eq!(chunk(empty).report, ModelReport::default());
    }

    #[test]
    fn errors_are_told_apart() {
        let error = |code: &str| read(&format!(r#"{{"error":{{"code":"{code}"}}}}"#)).unwrap();
        assert_eq!(error("context_length_exceeded"), Err(ModelError::TooLong(None)));
        assert_eq!(error("exceed_context_size_error"), Err(ModelError::TooLong(None)));
        assert_eq!(error("content_filter"), Err(ModelError::Filtered));
        assert_eq!(error("rate_limit_exceeded"), Err(ModelError::RateLimited));
        assert_eq!(error("else"), Err(ModelError::Broken));
    }

    #[test]
    fn what_is_no_json_is_told() {
        assert!(read("<html>").is_none());
        assert!(read(r#"{"choices":"x"}"#).is_none());
    }
}
