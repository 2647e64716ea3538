//! A model's configuration files: hyperparameters of the encoder, maximum number of tokens, and prefixes.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use super::error::LocalError;
use super::files::{json, optional};
use crate::embed::Prefixes;

/// Upper bound of every dimension of a model: far beyond known models, and small enough that no product of two
/// overflows.
pub(super) const MAX: usize = 1 << 20;

/// Hyperparameters of an encoder.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct EncoderConfig {
    #[serde(rename = "_name_or_path", default)]
    name: String,
    /// Hidden size: the number of values per token.
    #[serde(rename = "hidden_size")]
    pub(super) hidden: usize,
    /// Intermediate size of a layer.
    #[serde(rename = "intermediate_size")]
    pub(super) inner: usize,
    /// Number of layers.
    #[serde(rename = "num_hidden_layers")]
    pub(super) layers: usize,
    /// Number of attention heads per layer.
    #[serde(rename = "num_attention_heads")]
    pub(super) heads: usize,
    /// Vocabulary size.
    #[serde(rename = "vocab_size")]
    pub(super) tokenizer: usize,
    /// Maximum number of tokens per text.
    #[serde(rename = "max_position_embeddings")]
    pub(super) positions: usize,
    /// Number of token types.
    #[serde(rename = "type_vocab_size")]
    pub(super) kinds: usize,
    /// Epsilon of the layer norms, which prevents division by zero.
    #[serde(rename = "layer_norm_eps", default = "epsilon")]
    pub(super) epsilon: f32,
}

/// Architecture of an encoder.
#[derive(Deserialize)]
struct ModelFamily {
    model_type: Option<String>,
    hidden_act: Option<String>,
    position_embedding_type: Option<String>,
}

/// Everything in the configuration files: not the weights, not the vocabulary.
#[derive(Clone, Debug)]
pub(super) struct ModelDescription {
    pub(super) config: EncoderConfig,
    pub(super) prefixes: Prefixes,
    /// Maximum number of tokens per text.
    pub(super) most_tokens: usize,
    /// Name of the model, without any path before it.
    pub(super) name: String,
}

#[derive(Deserialize)]
struct SequenceLimit {
    max_seq_length: Option<usize>,
}

#[derive(Deserialize)]
struct TokenizerLimit {
    /// A huge number means no limit.
    model_max_length: Option<Value>,
}

#[derive(Default, Deserialize)]
struct PromptConfig {
    #[serde(default)]
    prompts: BTreeMap<String, String>,
    #[serde(rename = "default_prompt_name")]
    usual: Option<String>,
}

/// Reads the description in `folder`.
///
/// # Errors
///
/// Fails if a file is missing, is not JSON, or describes an unsupported kind of model.
pub(super) fn read(folder: &Path) -> Result<ModelDescription, LocalError> {
    let (config, name) = encoder_config(folder)?;
    Ok(ModelDescription {
        prefixes: prefixes(folder)?,
        most_tokens: most_tokens(folder)?
            .map_or(config.positions, |most| most.min(config.positions)),
        name,
        config,
    })
}

/// Reads the hyperparameters of the encoder in `folder`, and the name of the model.
///
/// # Errors
///
/// Fails if `config.json` is missing, is not JSON, or describes an unsupported kind of model.
pub(super) fn encoder_config(folder: &Path) -> Result<(EncoderConfig, String), LocalError> {
    let file = folder.join("config.json");
    check_family(&file, &json(&file)?)?;
    let config: EncoderConfig = json(&file)?;
    check(&file, &config)?;
    let own_name = config.name.rsplit('/').find(|part| !part.is_empty());
    let folder_name = folder.file_name().map(|name| name.to_string_lossy());
    let name = own_name.map_or_else(|| folder_name.unwrap_or_default().into(), str::to_owned);
    Ok((config, name))
}

fn check_family(file: &Path, family: &ModelFamily) -> Result<(), LocalError> {
    for (name, said, known) in [
        ("model_type", &family.model_type, "bert"),
        ("hidden_act", &family.hidden_act, "gelu"),
        ("position_embedding_type", &family.position_embedding_type, "absolute"),
    ] {
        if let Some(said) = said.as_ref().filter(|said| *said != known) {
            return Err(LocalError::Unknown {
                file: file.to_owned(),
                what: format!("{name} is {said:?}"),
            });
        }
    }
    Ok(())
}

fn check(file: &Path, config: &EncoderConfig) -> Result<(), LocalError> {
    let &EncoderConfig {
        hidden, inner, layers, heads, tokenizer, positions, kinds, epsilon, ..
    } = config;
    let encoder_config = [hidden, inner, layers, heads, tokenizer, positions, kinds];
    let fits = encoder_config.iter().all(|size| (1..=MAX).contains(size))
        && hidden.is_multiple_of(heads)
        && epsilon >= 0.0
        && epsilon.is_finite();
    fits.then_some(()).ok_or_else(|| LocalError::content(file, "its measures do not fit together"))
}

/// Maximum number of tokens per text, as in sentence-transformers: its own limit, or else that of the tokenizer.
fn most_tokens(folder: &Path) -> Result<Option<usize>, LocalError> {
    let own: Option<SequenceLimit> = optional(&folder.join("sentence_bert_config.json"))?;
    if let Some(most) = own.and_then(|own| own.max_seq_length) {
        return Ok(Some(most));
    }
    let tokenizer: Option<TokenizerLimit> = optional(&folder.join("tokenizer_config.json"))?;
    let most = tokenizer.and_then(|tokenizer| tokenizer.model_max_length?.as_u64());
    Ok(most.and_then(|most| usize::try_from(most).ok()))
}

/// Reads the prefixes, under the names in common use.
fn prefixes(folder: &Path) -> Result<Prefixes, LocalError> {
    let said: Option<PromptConfig> = optional(&folder.join("config_sentence_transformers.json"))?;
    let said = said.unwrap_or_default();
    let named = |names: &[&str]| {
        let names = names.iter().copied().chain(said.usual.as_deref());
        let mut found = names.filter_map(|name| said.prompts.get(name));
        found.next().cloned().unwrap_or_default()
    };
    Ok(Prefixes { question: named(&["query"]), passage: named(&["document", "passage", "corpus"]) })
}

fn epsilon() -> f32 {
    1e-12
}
