//! Assembles tool calls from the deltas of a stream.

use serde_json::Value;

use crate::ToolCall;

/// Maximum number of calls per answer; a model that makes more has lost its way.
const MAX_CALLS: usize = 8;

/// Maximum length of the arguments of a call, in bytes; the rest is dropped.
const MAX_ARGUMENTS_LEN: usize = 16 * 1024;

/// Maximum length of a name or an id, in bytes; longer ones are dropped.
const MAX_NAME_LEN: usize = 256;

/// A part of a tool call.
#[derive(Debug, Default, PartialEq)]
pub(super) struct ToolCallDelta {
    /// Index of the call within the answer.
    index: u64,
    /// Id of the call, at least in its first delta.
    id: String,
    /// Name of the tool, in the first delta.
    name: String,
    /// Next part of the arguments.
    arguments: String,
}

/// Parses the `tool_calls` of a message or a chunk; empty if that fails.
pub(super) fn deltas(calls: Value) -> Vec<ToolCallDelta> {
    let Value::Array(calls) = calls else {
        return Vec::new();
    };
    (0..).zip(calls).map(|(at, call)| delta(at, &call)).collect()
}

fn delta(at: u64, call: &Value) -> ToolCallDelta {
    let function = call.get("function").unwrap_or(&Value::Null);
    let text = |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or_default().to_owned();
    let name = |value| Some(text(value)).filter(|name| name.len() <= MAX_NAME_LEN);
    let arguments = match function.get("arguments") {
        Some(arguments @ Value::Object(_)) => arguments.to_string(),
        arguments => text(arguments),
    };
    ToolCallDelta {
        // Missing from servers that send complete calls.
        index: call.get("index").and_then(Value::as_u64).unwrap_or(at),
        id: name(call.get("id")).unwrap_or_default(),
        name: name(function.get("name")).unwrap_or_default(),
        arguments,
    }
}

/// The tool calls of an answer so far.
#[derive(Debug, Default)]
pub(super) struct ToolCalls(Vec<PartialToolCall>);

#[derive(Debug, Default)]
struct PartialToolCall {
    index: u64,
    call: ToolCall,
}

impl ToolCalls {
    /// Adds deltas in their order of arrival.
    pub(super) fn add(&mut self, deltas: Vec<ToolCallDelta>) {
        for delta in deltas {
            self.add_delta(delta);
        }
    }

    fn add_delta(&mut self, delta: ToolCallDelta) {
        let is_its = |partial: &&mut PartialToolCall| {
            let id = &partial.call.id;
            let same = delta.id.is_empty() || id.is_empty() || delta.id == *id;
            partial.index == delta.index && same
        };
        let has_room = self.0.len() < MAX_CALLS;
        if let Some(partial) = self.0.iter_mut().rev().find(is_its) {
            partial.add(delta);
        } else if has_room {
            let mut partial = PartialToolCall { index: delta.index, ..PartialToolCall::default() };
            partial.add(delta);
            self.0.push(partial);
        }
    }

    /// Returns the complete calls, after the answer has ended.
    pub(super) fn finish(self) -> impl Iterator<Item = ToolCall> {
        self.0.into_iter().map(|partial| partial.call)
    }
}

impl PartialToolCall {
    fn add(&mut self, delta: ToolCallDelta) {
        if self.call.id.is_empty() {
            self.call.id = delta.id;
        }
        // Some servers repeat the name in every delta.
        if self.call.name.is_empty() {
            self.call.name = delta.name;
        }
        if self.call.arguments.len() + delta.arguments.len() <= MAX_ARGUMENTS_LEN {
            self.call.arguments.push_str(&delta.arguments);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use crate::open_ai::chunk;
    use crate::sse::Decoder;

    /// Parses the calls of a stream split into chunks of these lengths.
    fn read(stream: &[u8], lengths: &[usize]) -> Vec<ToolCall> {
        let (mut decoder, mut calls, mut rest) = (Decoder::default(), ToolCalls::default(), stream);
        let mut lengths = lengths.iter().copied().chain(std::iter::repeat(usize::MAX));
        while !rest.is_empty() {
            let (piece, left) = rest.split_at(lengths.next().unwrap().clamp(1, rest.len()));
            rest = left;
            for event in decoder.feed(piece).unwrap() {
                calls.add(chunk::read(&event).unwrap().unwrap().tool_calls);
            }
        }
        calls.finish().collect()
    }

    fn event(calls: &Value) -> String {
        let chunk = json!({"choices": [{"index": 0, "delta": {"tool_calls": calls}}]});
        format!("data: {chunk}\n\n")
    }

    proptest! {
        #[test]
        fn arguments_come_together_wherever_they_are_cut(
            query in ".{0,40}",
            pieces in prop::collection::vec(1_usize..9, 0..12),
            lengths in prop::collection::vec(1_usize..40, 0..60),
        ) {
            let arguments = json!({"search_query": query}).to_string();
            let first = json!([{"index": 0, "id": "call_1", "type": "function",
                "function": {"name": "search_sources", "arguments": ""}}]);
            let mut stream = event(&first);
            let mut letters: Vec<char> = arguments.chars().collect();
            for piece in pieces.into_iter().chain([usize::MAX]) {
                let piece: String = letters.drain(..piece.min(letters.len())).collect();
                stream += &event(&json!([{"index": 0, "function": {"arguments": piece}}]));
            }
            let name = "search_sources".to_owned();
            let id = "call_1".to_owned();
            prop_assert_eq!(read(stream.as_bytes(), &lengths), [ToolCall { id, name, arguments }]);
        }
    }

    #[test]
    fn calls_of_one_answer_are_told_apart() {
        let finish = |id: &str, arguments: Value| {
            event(&json!([{"id": id, "function": {"name": "f", "arguments": arguments}}]))
        };
        let stream = finish("a", json!("{}")) + &finish("b", json!({"x": 1}));
        let calls = read(stream.as_bytes(), &[]);
        let arguments: Vec<&str> = calls.iter().map(|call| call.arguments.as_str()).collect();
        assert_eq!(arguments, ["{}", r#"{"x":1}"#]);
    }

    #[test]
    fn calls_that_make_no_sense_are_none_or_empty() {
        assert!(deltas(json!("x")).is_empty());
        assert_eq!(deltas(json!([7, {"function": null}])).len(), 2);
        let mut calls = ToolCalls::default();
        calls.add(deltas(json!([{"function": {"arguments": "x".repeat(MAX_ARGUMENTS_LEN + 1)}}])));
        calls.add(deltas(json!([{"function": {"name": "x".repeat(MAX_NAME_LEN + 1)}}])));
        assert_eq!(calls.finish().next(), Some(ToolCall::default()));
    }
}
