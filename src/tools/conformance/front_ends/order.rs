//! Checks that clients of related protocols make on events, and fail at.

use std::collections::HashSet;

use serde::Deserialize;
use serde_json::Value;

use crate::stream::Values;

/// The client that checks the events.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum EventCheck {
    /// No client: unknown events are skipped.
    #[default]
    Nobody,
    /// The AI SDK, by its schema of chunks.
    AiSdk,
    /// A client of AG-UI, by its schema and the order of a run.
    AgUi,
}

/// The types of chunks that the AI SDK accepts, besides those that begin with `data-` or `tool-`.
const CHUNKS: [&str; 17] = [
    "start",
    "start-step",
    "finish-step",
    "text-start",
    "text-delta",
    "text-end",
    "reasoning-start",
    "reasoning-delta",
    "reasoning-end",
    "source-url",
    "source-document",
    "file",
    "message-metadata",
    "custom",
    "finish",
    "error",
    "abort",
];

/// The finish reasons that the AI SDK's schema accepts.
const REASONS: [&str; 7] =
    ["stop", "length", "content-filter", "tool-calls", "error", "interrupted", "other"];

impl EventCheck {
    /// Checks the events of a stream; the error says why the client fails.
    pub(super) fn check(self, read: &Values) -> Result<(), String> {
        match self {
            Self::Nobody => Ok(()),
            Self::AiSdk => chunks(&read.all),
            Self::AgUi if read.carriage_returns => {
                Err("lines end in \\r\\n, at which the client breaks off".to_owned())
            }
            Self::AgUi if read.done => {
                Err("[DONE] comes, at which the client breaks off".to_owned())
            }
            Self::AgUi => run(&read.all),
        }
    }
}

fn text_at<'a>(value: &'a Value, key: &str) -> &'a str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// Returns the key of a field that is null where clients expect it to be absent.
fn null_field(value: &Value) -> Option<&str> {
    let mut fields = value.as_object()?.iter();
    let allowed = ["result", "data", "value", "snapshot", "messageMetadata"];
    fields
        .find(|(key, field)| field.is_null() && !allowed.contains(&key.as_str()))
        .map(|(key, _)| key.as_str())
}

fn chunks(values: &[Value]) -> Result<(), String> {
    let mut open = HashSet::new();
    for value in values {
        let (kind, id) = (text_at(value, "type"), text_at(value, "id"));
        let known =
            CHUNKS.contains(&kind) || kind.starts_with("data-") || kind.starts_with("tool-");
        let fault = match kind {
            _ if !known => Some("a chunk of no known type".to_owned()),
            "error" => Some(format!("the answer failed: {}", text_at(value, "errorText"))),
            "text-start" if open.insert(id) => None,
            "text-start" => Some("a text begins twice".to_owned()),
            "text-delta" if !open.contains(id) => Some("a piece of a text not begun".to_owned()),
            "finish" if value.get("finishReason").is_some_and(|it| !is_reason(it)) => {
                Some("a reason that is not known".to_owned())
            }
            _ => null_field(value).map(|key| format!("{key} is null")),
        };
        if let Some(fault) = fault {
            return Err(format!("{fault}, and the page shows an error: {value}"));
        }
    }
    Ok(())
}

fn is_reason(value: &Value) -> bool {
    value.as_str().is_some_and(|reason| REASONS.contains(&reason))
}

fn run(values: &[Value]) -> Result<(), String> {
    let mut open = HashSet::new();
    let mut over = false;
    for (at, value) in values.iter().enumerate() {
        let (kind, id) = (text_at(value, "type"), text_at(value, "messageId"));
        let fault = match kind {
            "RUN_ERROR" => Some(format!("the run failed: {}", text_at(value, "message"))),
            _ if over => Some("an event behind the end".to_owned()),
            kind if at == 0 && kind != "RUN_STARTED" => Some("no RUN_STARTED first".to_owned()),
            "TEXT_MESSAGE_START" => (!open.insert(id)).then(|| "a message begins twice".to_owned()),
            "TEXT_MESSAGE_CONTENT" if !open.contains(id) => {
                Some("a piece of a message not begun".to_owned())
            }
            "TEXT_MESSAGE_END" => (!open.remove(id)).then(|| "a message ends unbegun".to_owned()),
            "RUN_FINISHED" if !open.is_empty() => Some("the end within a message".to_owned()),
            _ => null_field(value).map(|key| format!("{key} is null")),
        };
        over |= kind == "RUN_FINISHED";
        if let Some(fault) = fault {
            return Err(format!("{fault}, at which the client breaks off: {value}"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn values(all: Value) -> Values {
        Values { all: all.as_array().unwrap().clone(), ..Values::default() }
    }

    #[test]
    fn the_ai_sdk_knows_its_chunks_and_no_others() {
        let piece = json!({"type": "text-delta", "id": "1", "delta": "a"});
        let begun = json!({"type": "text-start", "id": "1"});
        let right = json!([begun, piece, {"type": "data-x", "data": null}, {"type": "finish"}]);
        assert_eq!(EventCheck::AiSdk.check(&values(right)), Ok(()));
        for (wrong, expected) in [
            (json!([piece]), "not begun"),
            (json!([begun, {"type": "RUN_FINISHED"}]), "no known type"),
            (json!([{"type": "start", "messageId": null}]), "messageId is null"),
            (json!([{"type": "finish", "finishReason": "content_filter"}]), "a reason"),
            (json!([{"type": "error", "errorText": "No."}]), "failed: No."),
        ] {
            let fault = EventCheck::AiSdk.check(&values(wrong)).unwrap_err();
            assert!(fault.contains(expected), "{fault}");
        }
    }

    #[test]
    fn a_client_of_ag_ui_insists_on_the_order_of_a_run() {
        let (begins, ends) = (json!({"type": "RUN_STARTED"}), json!({"type": "RUN_FINISHED"}));
        let message =
            |kind: &str| json!({"type": format!("TEXT_MESSAGE_{kind}"), "messageId": "1"});
        let right = json!([
            begins, message("START"), message("CONTENT"), message("END"),
            {"type": "RUN_FINISHED", "result": null},
        ]);
        assert_eq!(EventCheck::AgUi.check(&values(right)), Ok(()));
        for (wrong, expected) in [
            (json!([ends]), "no RUN_STARTED"),
            (json!([begins, message("CONTENT")]), "not begun"),
            (json!([begins, message("START"), ends]), "within a message"),
            (json!([begins, message("END")]), "unbegun"),
            (json!([begins, ends, {"type": "CUSTOM"}]), "behind the end"),
            (json!([begins, {"type": "CUSTOM", "timestamp": null}]), "timestamp is null"),
            (json!([begins, {"type": "RUN_ERROR", "message": "No."}]), "failed: No."),
        ] {
            let fault = EventCheck::AgUi.check(&values(wrong)).unwrap_err();
            assert!(fault.contains(expected), "{fault}");
        }
        let done = Values { done: true, ..values(json!([begins, ends])) };
        assert!(EventCheck::AgUi.check(&done).is_err());
    }
}
