//! The tokens that an endpoint takes at once: set, told by it, or learnt from its refusals.

use serde_json::Value;

/// The fields in which servers say how much a model takes as it runs: LM Studio, llama.cpp, Ollama and vLLM.
const RUNNING: [&str; 4] = ["loaded_context_length", "n_ctx", "context_length", "max_model_len"];

/// The fields in which they say how much it could take at most.
const AT_MOST: [&str; 2] = ["max_context_length", "n_ctx_train"];

/// The least and the most tokens that are taken for a context.
const CREDIBLE: std::ops::RangeInclusive<u64> = 128..=100_000_000;

/// The words behind which an error names the context, in small letters.
const NAMED: [&str; 6] = [
    "\"n_ctx\":",
    "maximum context length is ",
    "context length of only ",
    "context length of ",
    "context size (",
    "context window of ",
];

/// The tokens that an endpoint takes at once, as far as that is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ContextRoom {
    /// The tokens; `None` while nothing is known.
    pub(super) tokens: Option<u32>,
    is_set: bool,
}

impl ContextRoom {
    /// Takes what a person has set, which wins over what the endpoint tells.
    pub(super) fn set(&mut self, tokens: u32) {
        *self = Self { tokens: Some(tokens), is_set: true };
    }

    /// Takes what the endpoint tells of itself.
    pub(super) fn told(&mut self, tokens: u32) {
        if !self.is_set {
            self.tokens = Some(tokens);
        }
    }

    /// Takes what a refusal has taught: it is never more than was believed before.
    pub(super) fn learnt(&mut self, tokens: u32) {
        self.tokens = Some(self.tokens.map_or(tokens, |before| before.min(tokens)));
    }
}

/// The context that an error names, in small letters.
pub(super) fn said(error: &str) -> Option<u32> {
    NAMED.iter().find_map(|words| {
        let rest = error.split(words).nth(1)?.trim_start();
        let digits = rest.split(|c: char| !c.is_ascii_digit() && c != ',').next()?;
        credible(digits.replace(',', "").parse().ok()?)
    })
}

/// The context of `model` in what its server tells of itself, in the order of how near it is to the truth.
pub(super) fn context(told: &[Value], model: &str) -> Option<u32> {
    let entries: Vec<&Value> = told.iter().filter_map(|told| entry(told, model)).collect();
    let named = |name: &&str| entries.iter().find_map(|entry| number(entry, name));
    RUNNING.iter().find_map(named).or_else(|| AT_MOST.iter().find_map(named))
}

/// The part of a list, or of the properties of a server, that is about this model.
fn entry<'a>(told: &'a Value, model: &str) -> Option<&'a Value> {
    if let Some(settings) = told.get("default_generation_settings") {
        return Some(settings);
    }
    let list = told.get("data").or_else(|| told.get("models"))?.as_array()?;
    let is_it = |one: &&Value| {
        let names = ["id", "name", "model"].iter().filter_map(|name| one.get(name)?.as_str());
        names.into_iter().any(|name| name == model || name.strip_suffix(":latest") == Some(model))
    };
    // A server of one model answers to any name; one that lists what is loaded has more.
    let only = || list.first().filter(|_| list.len() == 1 && told.get("data").is_some());
    list.iter().find(is_it).or_else(only)
}

fn number(entry: &Value, name: &str) -> Option<u32> {
    let meta = entry.get("meta").and_then(|meta| meta.get(name));
    credible(entry.get(name).or(meta)?.as_u64()?)
}

fn credible(tokens: u64) -> Option<u32> {
    u32::try_from(tokens).ok().filter(|_| CREDIBLE.contains(&tokens))
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
            assert_eq!(said(error), Some(expected), "{error}");
        }
        for error in
            ["context_length_exceeded", "maximum context length is 3 tokens", "context size (x)"]
        {
            assert_eq!(said(error), None, "{error}");
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
        for (told, expected) in [
            (vec![vllm], Some(8192)),
            (vec![llama.clone()], Some(131_072)),
            (vec![llama, props], Some(4096)),
            (vec![studio], Some(4096)),
            (vec![ollama], Some(4096)),
            (vec![json!({"data": [{"id": "m"}]}), json!([]), json!({"data": 7})], None),
            (vec![json!({"data": [{"id": "m", "n_ctx": -1}]})], None),
        ] {
            assert_eq!(context(&told, "m"), expected, "{told:?}");
        }
    }

    #[test]
    fn what_is_set_wins_over_what_is_told_but_not_over_a_refusal() {
        let mut room = ContextRoom::default();
        room.told(8192);
        room.set(4096);
        room.told(8192);
        assert_eq!(room.tokens, Some(4096));
        room.learnt(2048);
        room.learnt(3000);
        assert_eq!(room.tokens, Some(2048));
    }
}
