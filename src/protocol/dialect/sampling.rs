//! Settings of a model's text in requests of every form: at the top level, and among the overrides.

use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::fields::must_be;
use crate::{ChatRequest, ProtocolError, Sampling};

/// Maximum number of texts before which a model stops, as in OpenAI's API.
const MAX_STOPS: usize = 4;

// Fields are untyped, so that an error can name the field of the wrong type.
/// Settings of the model's text. Without a chat model they have no effect.
#[derive(Default, Deserialize, ToSchema)]
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
}

/// The same at the top level of a request, with the temperature.
#[derive(Default, Deserialize, ToSchema)]
pub(super) struct SentSettings {
    /// Above 1 it counts as 1.
    #[serde(default)]
    #[schema(value_type = Option<f64>, minimum = 0, maximum = 2)]
    temperature: Value,
    #[serde(flatten)]
    sampling: SentSampling,
}

impl SentSettings {
    /// Adds the settings to a request, as far as its overrides have not set them.
    ///
    /// # Errors
    ///
    /// Fails with the name of a setting of the wrong type or out of range.
    pub(super) fn complete(&self, request: ChatRequest) -> Result<ChatRequest, ProtocolError> {
        let temperature = number("temperature", &self.temperature, 2.0)?;
        let mut overrides = request.overrides;
        overrides.temperature = overrides.temperature.or(temperature);
        let sampling = request.sampling.or(self.sampling.read("")?);
        Ok(ChatRequest { overrides, sampling, ..request })
    }
}

impl SentSampling {
    /// Returns the settings; `place` is the path of the object with them, with its dot.
    ///
    /// # Errors
    ///
    /// Fails with the name of a setting of the wrong type or out of range.
    pub(super) fn read(&self, place: &str) -> Result<Sampling, ProtocolError> {
        let at = |key: &str| format!("{place}{key}");
        let limits = [
            ("max_output_tokens", &self.max_output_tokens),
            ("max_completion_tokens", &self.max_completion_tokens),
            ("max_tokens", &self.max_tokens),
        ];
        let mut max_tokens = None;
        for (name, value) in limits {
            max_tokens = max_tokens.or(limit(&at(name), value)?);
        }
        let seed = match &self.seed {
            Value::Null => None,
            seed => Some(seed.as_i64().ok_or_else(|| must_be(&at("seed"), "a whole number"))?),
        };
        let top_p = number(&at("top_p"), &self.top_p, 1.0)?;
        Ok(Sampling { max_tokens, top_p, stop: stops(&at("stop"), &self.stop)?, seed })
    }
}

/// Returns the texts at `name` before which the model stops, without empty ones.
fn stops(name: &str, value: &Value) -> Result<Vec<String>, ProtocolError> {
    let wrong = || must_be(name, &format!("a string, or a list of up to {MAX_STOPS}"));
    let texts = match value {
        Value::Null => return Ok(Vec::new()),
        Value::Array(texts) => texts.as_slice(),
        text => std::slice::from_ref(text),
    };
    let texts: Option<Vec<&str>> = texts.iter().map(Value::as_str).collect();
    let texts = texts.filter(|texts| texts.len() <= MAX_STOPS).ok_or_else(wrong)?;
    Ok(texts.into_iter().filter(|text| !text.is_empty()).map(str::to_owned).collect())
}

/// Returns the number at `name`, from 0 to `most`.
fn number(name: &str, value: &Value, most: f64) -> Result<Option<f32>, ProtocolError> {
    if value.is_null() {
        return Ok(None);
    }
    let number = value.as_f64().filter(|number| (0.0..=most).contains(number));
    #[expect(clippy::cast_possible_truncation, reason = "such a setting has few digits")]
    let number = number.map(|number| number as f32);
    number.map(Some).ok_or_else(|| must_be(name, &format!("a number from 0 to {most}")))
}

/// Returns the maximum number of tokens at `name`; -1 means no limit, as for llama.cpp and LM Studio.
fn limit(name: &str, value: &Value) -> Result<Option<u32>, ProtocolError> {
    if value.is_null() || value.as_i64() == Some(-1) {
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
        let settings = SentSettings::deserialize(body).unwrap();
        settings.complete(ChatRequest::default()).map(|request| request.sampling)
    }

    #[test]
    fn settings_are_read_under_all_of_their_names() {
        for name in ["max_tokens", "max_completion_tokens", "max_output_tokens"] {
            assert_eq!(read(&json!({name: 7})).unwrap().max_tokens, Some(7));
        }
        let sampling = read(&json!({"top_p": 0.5, "stop": "END", "seed": -3})).unwrap();
        assert_eq!(sampling.names(), ["top_p", "stop", "seed"]);
        assert_eq!(read(&json!({"stop": ["a", "", "b"]})).unwrap().stop, ["a", "b"]);
    }

    #[test]
    fn a_limit_of_minus_one_is_none() {
        assert_eq!(read(&json!({"max_tokens": -1})).unwrap().max_tokens, None);
    }

    #[test]
    fn a_setting_of_a_wrong_type_or_out_of_range_is_refused_by_its_name() {
        for (name, value) in [
            ("max_tokens", json!(0)),
            ("max_tokens", json!(-2)),
            ("max_output_tokens", json!("many")),
            ("temperature", json!(2.1)),
            ("temperature", json!("hot")),
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
