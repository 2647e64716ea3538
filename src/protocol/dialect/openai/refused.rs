//! Settings of both forms that are rejected: they cannot be had here.

use serde::Deserialize;
use serde_json::Value;

use crate::ProtocolError;

/// Settings that are not supported; values that change nothing are accepted.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct RefusedSettings {
    frequency_penalty: Value,
    presence_penalty: Value,
    logit_bias: Value,
    logprobs: Value,
    top_logprobs: Value,
    audio: Value,
    modalities: Value,
    tool_choice: Value,
    functions: Value,
    function_call: Value,
    web_search_options: Value,
    prediction: Value,
    prompt: Value,
    include: Value,
}

impl RefusedSettings {
    /// Checks that nothing is asked for that cannot be had.
    ///
    /// # Errors
    ///
    /// Fails with the name of the setting.
    pub(super) fn check(&self) -> Result<(), ProtocolError> {
        let is_empty = |value: &Value| match value {
            Value::Null | Value::Bool(false) => true,
            Value::Number(number) => number.as_f64() == Some(0.0),
            Value::Object(fields) => fields.is_empty(),
            Value::Array(items) => items.is_empty(),
            _ => false,
        };
        let is_text = |value: &Value| {
            let kinds = value.as_array().map(Vec::as_slice);
            value.is_null() || kinds.is_some_and(|kinds| kinds.iter().all(|kind| kind == "text"))
        };
        let is_named_by = |list: &Value, word: &str| {
            let mut names = list.as_array().into_iter().flatten().filter_map(Value::as_str);
            names.any(|name| name.contains(word))
        };
        let is_free = |value: &Value| value.is_null() || value == "auto" || value == "none";
        let checked = [
            ("frequency_penalty", is_empty(&self.frequency_penalty)),
            ("presence_penalty", is_empty(&self.presence_penalty)),
            ("logit_bias", is_empty(&self.logit_bias)),
            ("logprobs", is_empty(&self.logprobs)),
            ("top_logprobs", is_empty(&self.top_logprobs)),
            ("audio", is_empty(&self.audio)),
            ("modalities", is_text(&self.modalities)),
            ("tool_choice", is_free(&self.tool_choice)),
            ("functions", is_empty(&self.functions)),
            ("function_call", is_free(&self.function_call)),
            ("web_search_options", self.web_search_options.is_null()),
            ("prediction", is_empty(&self.prediction)),
            ("prompt", is_empty(&self.prompt)),
            ("include", !is_named_by(&self.include, "logprobs")),
        ];
        match checked.into_iter().find(|(_, is_harmless)| !is_harmless) {
            Some((name, _)) => Err(ProtocolError::refused(format!("{name} cannot be had here"))),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(body: &Value) -> Result<(), ProtocolError> {
        RefusedSettings::deserialize(body).unwrap().check()
    }

    #[test]
    fn what_leaves_things_as_they_are_is_accepted() {
        let usual = json!({
            "frequency_penalty": 0, "presence_penalty": 0.0, "logit_bias": {}, "logprobs": false,
            "top_logprobs": 0, "audio": null, "modalities": ["text"], "tool_choice": "auto",
        });
        assert_eq!(check(&usual), Ok(()));
    }

    #[test]
    fn what_cannot_be_had_is_refused_by_its_name() {
        for (name, value) in [
            ("frequency_penalty", json!(0.5)),
            ("presence_penalty", json!(-1)),
            ("logit_bias", json!({"50256": -100})),
            ("logprobs", json!(true)),
            ("top_logprobs", json!(3)),
            ("audio", json!({"voice": "alloy"})),
            ("modalities", json!(["text", "audio"])),
            ("tool_choice", json!("required")),
            ("tool_choice", json!({"type": "function", "name": "a"})),
        ] {
            let error = check(&json!({name: value})).unwrap_err();
            assert_eq!(error.status(), 400);
            assert!(error.message.starts_with(name), "{error}");
        }
    }
}
