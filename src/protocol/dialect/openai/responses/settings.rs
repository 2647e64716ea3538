//! Settings of a request that its response repeats, and their types.

use serde_json::Value;

use crate::ProtocolError;

/// Type of a setting.
#[derive(Clone, Copy)]
enum SettingType {
    Boolean,
    List,
    Number,
    Object,
    Text,
    WholeNumber,
}

use SettingType::{Boolean, List, Number, Object, Text, WholeNumber};

/// The settings with their types; null means unset.
const SETTINGS: [(&str, SettingType); 17] = [
    ("frequency_penalty", Number),
    ("max_output_tokens", WholeNumber),
    ("max_tool_calls", WholeNumber),
    ("metadata", Object),
    ("model", Text),
    ("parallel_tool_calls", Boolean),
    ("presence_penalty", Number),
    ("prompt_cache_key", Text),
    ("reasoning", Object),
    ("safety_identifier", Text),
    ("service_tier", Text),
    ("store", Boolean),
    ("tools", List),
    ("top_logprobs", WholeNumber),
    ("top_p", Number),
    ("truncation", Text),
    ("user", Text),
];

/// Checks the settings of a request.
///
/// # Errors
///
/// Fails with the name of a setting of the wrong type.
pub(super) fn check(body: &Value) -> Result<(), ProtocolError> {
    let given = |key: &str| body.get(key).filter(|value| !value.is_null());
    let mut settings = SETTINGS.iter();
    let wrong = settings.find(|(key, kind)| given(key).is_some_and(|value| !kind.holds(value)));
    match wrong {
        Some((key, kind)) => {
            Err(ProtocolError::refused(format!("{key} must be {}", kind.described())))
        }
        None => Ok(()),
    }
}

impl SettingType {
    fn holds(self, value: &Value) -> bool {
        match self {
            Boolean => value.is_boolean(),
            List => value.is_array(),
            Number => value.is_number(),
            Object => value.is_object(),
            Text => value.is_string(),
            WholeNumber => value.is_u64(),
        }
    }

    fn described(self) -> &'static str {
        match self {
            Boolean => "a boolean",
            List => "a list",
            Number => "a number",
            Object => "an object",
            Text => "a string",
            WholeNumber => "a whole number",
        }
    }
}

/// Returns a tool of the client, as a response repeats it: with all keys of a tool.
pub(super) fn repeated_tool(mut tool: Value) -> Value {
    let is_function = tool.get("type").is_some_and(|kind| kind == "function");
    if let Some(fields) = tool.as_object_mut().filter(|_| is_function) {
        for key in ["description", "parameters", "strict"] {
            fields.entry(key).or_insert(Value::Null);
        }
    }
    tool
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_setting_of_a_wrong_type_is_refused_by_its_name() {
        for (key, kind) in SETTINGS {
            let wrong = if kind.holds(&json!({})) { json!([]) } else { json!({}) };
            let error = check(&json!({key: wrong})).unwrap_err().message;
            assert_eq!(error, format!("{key} must be {}", kind.described()));
            assert_eq!(check(&json!({key: null})), Ok(()));
        }
        assert!(check(&json!({"max_output_tokens": -1})).is_err());
    }

    #[test]
    fn a_function_is_repeated_with_all_its_keys() {
        let tool = json!({"type": "function", "name": "a", "parameters": {}});
        let repeated = json!({
            "type": "function", "name": "a", "parameters": {}, "description": null, "strict": null,
        });
        assert_eq!(repeated_tool(tool), repeated);
        let search = json!({"type": "file_search"});
        assert_eq!(repeated_tool(search.clone()), search);
    }
}
