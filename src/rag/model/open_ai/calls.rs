//! Calls of tools, put together from the pieces that a stream cuts them into.

use serde_json::Value;

use crate::rag::model::ToolCall;

/// The most calls of one answer; more are a model that has lost its way.
const MOST: usize = 8;

/// The longest arguments of a call in bytes; the rest is left out.
const LONGEST: usize = 16 * 1024;

/// The longest name or id of a call in bytes; a longer one is none.
const LONGEST_NAME: usize = 256;

/// A piece of a call.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Part {
    /// The number of its call within the answer.
    index: u64,
    /// The call's id, with its first piece at least.
    id: String,
    /// The tool's name, with its first piece.
    name: String,
    /// The next piece of the arguments.
    arguments: String,
}

/// The pieces in the `tool_calls` of a message or of a part of one; none where they make no sense.
pub(super) fn parts(calls: Value) -> Vec<Part> {
    let Value::Array(calls) = calls else {
        return Vec::new();
    };
    (0..).zip(calls).map(|(at, call)| part(at, &call)).collect()
}

fn part(at: u64, call: &Value) -> Part {
    let function = call.get("function").unwrap_or(&Value::Null);
    let text = |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or_default().to_owned();
    let name = |value| Some(text(value)).filter(|name| name.len() <= LONGEST_NAME);
    let arguments = match function.get("arguments") {
        Some(arguments @ Value::Object(_)) => arguments.to_string(),
        arguments => text(arguments),
    };
    Part {
        // Servers that send whole calls leave it out.
        index: call.get("index").and_then(Value::as_u64).unwrap_or(at),
        id: name(call.get("id")).unwrap_or_default(),
        name: name(function.get("name")).unwrap_or_default(),
        arguments,
    }
}

/// The calls of an answer so far.
#[derive(Debug, Default)]
pub(super) struct Calls(Vec<Coming>);

#[derive(Debug, Default)]
struct Coming {
    index: u64,
    id: String,
    call: ToolCall,
}

impl Calls {
    /// Adds pieces, in the order in which they came.
    pub(super) fn add(&mut self, parts: Vec<Part>) {
        for part in parts {
            self.add_part(part);
        }
    }

    fn add_part(&mut self, part: Part) {
        let is_its = |coming: &&mut Coming| {
            let same = part.id.is_empty() || coming.id.is_empty() || part.id == coming.id;
            coming.index == part.index && same
        };
        let has_room = self.0.len() < MOST;
        if let Some(coming) = self.0.iter_mut().rev().find(is_its) {
            coming.add(part);
        } else if has_room {
            let mut coming = Coming { index: part.index, ..Coming::default() };
            coming.add(part);
            self.0.push(coming);
        }
    }

    /// The calls, now that the answer is whole.
    pub(super) fn whole(self) -> impl Iterator<Item = ToolCall> {
        self.0.into_iter().map(|coming| coming.call)
    }
}

impl Coming {
    fn add(&mut self, part: Part) {
        if self.id.is_empty() {
            self.id = part.id;
        }
        // Some servers repeat it with every piece.
        if self.call.name.is_empty() {
            self.call.name = part.name;
        }
        if self.call.arguments.len() + part.arguments.len() <= LONGEST {
            self.call.arguments.push_str(&part.arguments);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use crate::rag::model::open_ai::chunk;
    use crate::rag::model::sse::Decoder;

    /// The calls in a stream that comes in pieces of these lengths.
    fn read(stream: &[u8], lengths: &[usize]) -> Vec<ToolCall> {
        let (mut decoder, mut calls, mut rest) = (Decoder::default(), Calls::default(), stream);
        let mut lengths = lengths.iter().copied().chain(std::iter::repeat(usize::MAX));
        while !rest.is_empty() {
            let (piece, left) = rest.split_at(lengths.next().unwrap().clamp(1, rest.len()));
            rest = left;
            for event in decoder.feed(piece).unwrap() {
                calls.add(chunk::read(&event).unwrap().unwrap().calls);
            }
        }
        calls.whole().collect()
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
            prop_assert_eq!(read(stream.as_bytes(), &lengths), [ToolCall { name, arguments }]);
        }
    }

    #[test]
    fn calls_of_one_answer_are_told_apart() {
        let whole = |id: &str, arguments: Value| {
            event(&json!([{"id": id, "function": {"name": "f", "arguments": arguments}}]))
        };
        let stream = whole("a", json!("{}")) + &whole("b", json!({"x": 1}));
        let calls = read(stream.as_bytes(), &[]);
        let arguments: Vec<&str> = calls.iter().map(|call| call.arguments.as_str()).collect();
        assert_eq!(arguments, ["{}", r#"{"x":1}"#]);
    }

    #[test]
    fn calls_that_make_no_sense_are_none_or_empty() {
        assert!(parts(json!("x")).is_empty());
        assert_eq!(parts(json!([7, {"function": null}])).len(), 2);
        let mut calls = Calls::default();
        calls.add(parts(json!([{"function": {"arguments": "x".repeat(LONGEST + 1)}}])));
        calls.add(parts(json!([{"function": {"name": "x".repeat(LONGEST_NAME + 1)}}])));
        assert_eq!(calls.whole().next(), Some(ToolCall::default()));
    }
}
