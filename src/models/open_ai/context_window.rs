//! Context window of a model: set by a person, reported by its endpoint, or learnt from its errors.

use serde_json::Value;

/// Fields with the context size that a model is running with: LM Studio, llama.cpp, Ollama and vLLM.
const CURRENT_FIELDS: [&str; 4] =
    ["loaded_context_length", "n_ctx", "context_length", "max_model_len"];

/// Fields with the maximum that a model supports.
const MAXIMUM_FIELDS: [&str; 2] = ["max_context_length", "n_ctx_train"];

/// Plausible context sizes, in tokens.
const PLAUSIBLE: std::ops::RangeInclusive<u64> = 128..=100_000_000;

/// Phrases before the context size in error messages, in lower case.
const ERROR_PHRASES: [&str; 6] = [
    "\"n_ctx\":",
    "maximum context length is ",
    "context length of only ",
    "context length of ",
    "context size (",
    "context window of ",
];

/// Context window of the model at an endpoint, as far as it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ContextWindow {
    /// Size in tokens; `None` if unknown.
    pub(super) tokens: Option<u32>,
    is_set: bool,
}

impl ContextWindow {
    /// Sets the size configured by a person, which overrides the reported one.
    pub(super) fn set(&mut self, tokens: u32) {
        *self = Self { tokens: Some(tokens), is_set: true };
    }

    /// Sets the size reported by the endpoint.
    pub(super) fn set_reported(&mut self, tokens: u32) {
        if !self.is_set {
            self.tokens = Some(tokens);
        }
    }

    /// Lowers the size to a limit stated in an error; never raises it.
    pub(super) fn learn_limit(&mut self, tokens: u32) {
        self.tokens = Some(self.tokens.map_or(tokens, |before| before.min(tokens)));
    }
}

/// The size stated in an error message in lower case.
pub(super) fn stated_in_error(error: &str) -> Option<u32> {
    ERROR_PHRASES.iter().find_map(|words| {
        let rest = error.split(words).nth(1)?.trim_start();
        let digits = rest.split(|c: char| !c.is_ascii_digit() && c != ',').next()?;
        plausible(digits.replace(',', "").parse().ok()?)
    })
}

/// The context size of `model` in its server's reports, preferring the fields for the running model.
pub(super) fn context(report: &[Value], model: &str) -> Option<u32> {
    let entries: Vec<&Value> = report.iter().filter_map(|report| entry(report, model)).collect();
    let named = |name: &&str| entries.iter().find_map(|entry| number(entry, name));
    CURRENT_FIELDS.iter().find_map(named).or_else(|| MAXIMUM_FIELDS.iter().find_map(named))
}

/// The entry for this model in a list, or in the properties of a server.
fn entry<'a>(report: &'a Value, model: &str) -> Option<&'a Value> {
    if let Some(settings) = report.get("default_generation_settings") {
        return Some(settings);
    }
    let list = report.get("data").or_else(|| report.get("models"))?.as_array()?;
    let is_it = |one: &&Value| {
        let names = ["id", "name", "model"].iter().filter_map(|name| one.get(name)?.as_str());
        names.into_iter().any(|name| name == model || name.strip_suffix(":latest") == Some(model))
    };
    // A server with a single model accepts any name. A list without `data` only has the loaded models.
    let only = || list.first().filter(|_| list.len() == 1 && report.get("data").is_some());
    list.iter().find(is_it).or_else(only)
}

fn number(entry: &Value, name: &str) -> Option<u32> {
    let meta = entry.get("meta").and_then(|meta| meta.get(name));
    plausible(entry.get(name).or(meta)?.as_u64()?)
}

fn plausible(tokens: u64) -> Option<u32> {
    u32::try_from(tokens).ok().filter(|_| PLAUSIBLE.contains(&tokens))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn refusals_of_all_servers_name_the_context() {
        for (error, expected) in [
            (
                "this model's maximum context length is 2048 tokens. however, you requested 2300",
                2048,
            ),
            (
                r#"{"message":"the request exceeds the available context size.","n_prompt_tokens":900,"n_ctx":512}"#,
                512,
            ),
            (
                "request (2300 tokens) exceeds the available context size (2048 tokens), try increasing it",
                2048,
            ),
            ("the model is loaded with context length of only 4096 tokens", 4096),
            ("requested tokens (516) exceed context window of 512", 512),
            ("maximum context length is 16,384 tokens", 16_384),
        ] {
            assert_eq!(stated_in_error(error), Some(expected), "{error}");
        }
        for error in
            ["context_length_exceeded", "maximum context length is 3 tokens", "context size (x)"]
        {
            assert_eq!(stated_in_error(error), None, "{error}");
        }
    }

    #[test]
    fn servers_tell_the_context_in_their_own_ways() {
        let vllm = json!({"data": [{"id": "m", "max_model_len": 8192}]});
        let llama = json!({"data": [{"id": "/m.gguf", "meta": {"n_ctx_train": 131_072}}]});
        let props = json!({"default_generation_settings": {"n_ctx": 4096}});
        let studio = json!({"data": [
            {"id": "x", "loaded_context_length": 1024},
            {"id": "m", "max_context_length": 131_072, "loaded_context_length": 4096},
        ]});
        let ollama = json!({"models": [{"name": "m:latest", "context_length": 4096}]});
        for (report, expected) in [
            (vec![vllm], Some(8192)),
            (vec![llama.clone()], Some(131_072)),
            (vec![llama, props], Some(4096)),
            (vec![studio], Some(4096)),
            (vec![ollama], Some(4096)),
            (vec![json!({"data": [{"id": "m"}]}), json!([]), json!({"data": 7})], None),
            (vec![json!({"data": [{"id": "m", "n_ctx": -1}]})], None),
        ] {
            assert_eq!(context(&report, "m"), expected, "{report:?}");
        }
    }

    #[test]
    fn what_is_set_wins_over_what_is_told_but_not_over_a_refusal() {
        let mut context_window = ContextWindow::default();
        context_window.set_reported(8192);
        context_window.set(4096);
        context_window.set_reported(8192);
        assert_eq!(context_window.tokens, Some(4096));
        context_window.learn_limit(2048);
        context_window.learn_limit(3000);
        assert_eq!(context_window.tokens, Some(2048));
    }
}
