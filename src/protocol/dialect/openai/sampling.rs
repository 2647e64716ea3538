//! Settings of a model's text in requests of both forms: those that are supported, and those that are rejected.

use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::dialect::fields::must_be;
use crate::{ProtocolError, Sampling};

/// Maximum number of texts before which a model stops, as in OpenAI's API.
const MAX_STOPS: usize = 4;

// Fields are untyped, so that an error can name the field of the wrong type.
/// Settings of the model's text. Without a chat model they have no effect.
#[derive(Deserialize, ToSchema)]
#[schema(as = openai::Sampling)]
pub(super) struct SentSampling {
    /// Maximum number of tokens to write, in responses.
    #[serde(default)]
    #[schema(value_type = Option<u32>, minimum = 1)]
    max_output_tokens: Value,
    /// The same in chat completions.
    #[serde(default)]
    #[schema(value_type = Option<u32>, minimum = 1)]
    max_completion_tokens: Value,
    /// Older name of `max_completion_tokens`.
    #[serde(default)]
    #[schema(value_type = Option<u32>, minimum = 1)]
    max_tokens: Value,
    #[serde(default)]
    #[schema(value_type = Option<f64>, minimum = 0, maximum = 1)]
    top_p: Value,
    /// A text before which the model stops, or a list of up to four.
    #[serde(default)]
    #[schema(value_type = Option<Vec<String>>)]
    stop: Value,
    #[serde(default)]
    #[schema(value_type = Option<i64>)]
    seed: Value,
    #[serde(flatten)]
    #[schema(value_type = Option<Object>)]
    refused: RefusedSettings,
}

/// Settings that are not supported; values that change nothing are accepted.
#[derive(Default, Deserialize)]
#[serde(default)]
struct RefusedSettings {
    frequency_penalty: Value,
    presence_penalty: Value,
    logit_bias: Value,
    logprobs: Value,
    top_logprobs: Value,
    audio: Value,
    modalities: Value,
    tool_choice: Value,
}

impl SentSampling {
    /// Returns the supported settings.
    ///
    /// # Errors
    ///
    /// Fails with the name of a setting that is of the wrong type, or not supported.
    pub(super) fn read(&self) -> Result<Sampling, ProtocolError> {
        self.refused.check()?;
        let limits = [
            ("max_output_tokens", &self.max_output_tokens),
            ("max_completion_tokens", &self.max_completion_tokens),
            ("max_tokens", &self.max_tokens),
        ];
        let mut max_tokens = None;
        for (name, value) in limits {
            max_tokens = max_tokens.or(limit(name, value)?);
        }
        let seed = match &self.seed {
            Value::Null => None,
            seed => Some(seed.as_i64().ok_or_else(|| must_be("seed", "a whole number"))?),
        };
        Ok(Sampling { max_tokens, top_p: self.top_p()?, stop: self.stop()?, seed })
    }

    fn top_p(&self) -> Result<Option<f32>, ProtocolError> {
        if self.top_p.is_null() {
            return Ok(None);
        }
        let share = self.top_p.as_f64().filter(|share| (0.0..=1.0).contains(share));
        #[expect(clippy::cast_possible_truncation, reason = "a share has few digits")]
        let share = share.map(|share| share as f32);
        share.map(Some).ok_or_else(|| must_be("top_p", "a number from 0 to 1"))
    }

    fn stop(&self) -> Result<Vec<String>, ProtocolError> {
        let wrong = || must_be("stop", &format!("a string, or a list of up to {MAX_STOPS}"));
        let texts = match &self.stop {
            Value::Null => return Ok(Vec::new()),
            Value::Array(texts) => texts.as_slice(),
            text => std::slice::from_ref(text),
        };
        let texts: Option<Vec<String>> =
            texts.iter().map(|text| text.as_str().map(str::to_owned)).collect();
        texts.filter(|texts| texts.len() <= MAX_STOPS).ok_or_else(wrong)
    }
}

impl RefusedSettings {
    fn check(&self) -> Result<(), ProtocolError> {
        let is_empty = |value: &Value| match value {
            Value::Null | Value::Bool(false) => true,
            Value::Number(number) => number.as_f64() == Some(0.0),
            Value::Object(fields) => fields.is_empty(),
            _ => false,
        };
        let is_text = |value: &Value| {
            let kinds = value.as_array().map(Vec::as_slice);
            value.is_null() || kinds.is_some_and(|kinds| kinds.iter().all(|kind| kind == "text"))
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
        ];
        match checked.into_iter().find(|(_, is_harmless)| !is_harmless) {
            Some((name, _)) => Err(ProtocolError::refused(format!("{name} cannot be had here"))),
            None => Ok(()),
        }
    }
}

/// Returns the maximum number of tokens at `name`.
fn limit(name: &str, value: &Value) -> Result<Option<u32>, ProtocolError> {
    if value.is_null() {
        return Ok(None);
    }
    let number = value.as_u64().filter(|number| *number > 0);
    let number = number.ok_or_else(|| must_be(name, "a whole number of at least 1"))?;
    Ok(Some(u32::try_from(number).unwrap_or(u32::MAX)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(body: &Value) -> Result<Sampling, ProtocolError> {
        SentSampling::deserialize(body).unwrap().read()
    }

    #[test]
    fn settings_are_read_under_all_of_their_names() {
        for name in ["max_tokens", "max_completion_tokens", "max_output_tokens"] {
            assert_eq!(read(&json!({name: 7})).unwrap().max_tokens, Some(7));
        }
        let sampling = read(&json!({"top_p": 0.5, "stop": "END", "seed": -3})).unwrap();
        assert_eq!(sampling.names(), ["top_p", "stop", "seed"]);
        assert_eq!(read(&json!({"stop": ["a", "b"]})).unwrap().stop, ["a", "b"]);
    }

    #[test]
    fn what_leaves_things_as_they_are_is_accepted() {
        let usual = json!({
            "frequency_penalty": 0, "presence_penalty": 0.0, "logit_bias": {}, "logprobs": false,
            "top_logprobs": 0, "audio": null, "modalities": ["text"], "tool_choice": "auto",
            "max_tokens": null, "top_p": 1, "stop": null, "seed": null,
        });
        let sampling = read(&usual).unwrap();
        assert_eq!(sampling, Sampling { top_p: Some(1.0), ..Sampling::default() });
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
            ("max_tokens", json!(0)),
            ("max_output_tokens", json!("many")),
            ("top_p", json!(2)),
            ("stop", json!(["a", "b", "c", "d", "e"])),
            ("stop", json!(7)),
            ("seed", json!(0.5)),
        ] {
            let error = read(&json!({name: value})).unwrap_err();
            assert_eq!(error.status(), 400);
            assert!(error.message.starts_with(name), "{error}");
        }
    }
}
