//! The files beside the weights: the encoder's measures, its pooling and its prefixes.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::error::LocalError;
use crate::rag::model::embed::Prefixes;

/// The most that any measure of a model may be: far beyond known ones, and small enough that no
/// product of two of them overflows.
const MOST: usize = 1 << 20;

/// The measures of an encoder.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Shape {
    model_type: Option<String>,
    hidden_act: Option<String>,
    position_embedding_type: Option<String>,
    #[serde(rename = "_name_or_path", default)]
    name: String,
    /// The width of a row: the numbers for each token.
    #[serde(rename = "hidden_size")]
    pub(super) hidden: usize,
    /// The width in the middle of a layer.
    #[serde(rename = "intermediate_size")]
    pub(super) inner: usize,
    /// The number of layers.
    #[serde(rename = "num_hidden_layers")]
    pub(super) layers: usize,
    /// The number of attention heads in each layer.
    #[serde(rename = "num_attention_heads")]
    pub(super) heads: usize,
    /// The size of the vocabulary.
    #[serde(rename = "vocab_size")]
    pub(super) tokens: usize,
    /// The most tokens of a text.
    #[serde(rename = "max_position_embeddings")]
    pub(super) positions: usize,
    /// The number of token types.
    #[serde(rename = "type_vocab_size")]
    pub(super) kinds: usize,
    /// A small number that keeps layer norms from dividing by zero.
    #[serde(rename = "layer_norm_eps", default = "epsilon")]
    pub(super) epsilon: f32,
}

/// The way in which the rows of a text become one vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pooling {
    /// Their mean.
    Mean,
    /// The row of the first token.
    First,
}

/// All that stands in the files beside the weights and the tokens.
#[derive(Clone, Debug)]
pub(super) struct Description {
    pub(super) shape: Shape,
    pub(super) pooling: Pooling,
    pub(super) prefixes: Prefixes,
    /// The most tokens of a text.
    pub(super) most_tokens: usize,
    /// The name, without anything before a slash.
    pub(super) name: String,
}

#[derive(Deserialize)]
struct Limits {
    max_seq_length: Option<usize>,
}

#[derive(Default, Deserialize)]
struct Prompts {
    #[serde(default)]
    prompts: BTreeMap<String, String>,
    #[serde(rename = "default_prompt_name")]
    usual: Option<String>,
}

#[derive(Deserialize)]
struct Module {
    path: String,
    #[serde(rename = "type")]
    kind: String,
}

/// Reads the description in `folder`.
///
/// # Errors
///
/// If a file is missing, is not JSON, or describes an unknown kind of model.
pub(super) fn read(folder: &Path) -> Result<Description, LocalError> {
    let (shape, name) = measures(folder)?;
    let limits: Option<Limits> = optional(&folder.join("sentence_bert_config.json"))?;
    let most_tokens = limits.and_then(|limits| limits.max_seq_length);
    Ok(Description {
        pooling: pooling(folder)?,
        prefixes: prefixes(folder)?,
        most_tokens: most_tokens.unwrap_or(shape.positions).min(shape.positions),
        name,
        shape,
    })
}

/// The measures of the encoder in `folder`, and the name of the model.
///
/// # Errors
///
/// If `config.json` is missing, is not JSON, or describes an unknown kind of model.
pub(super) fn measures(folder: &Path) -> Result<(Shape, String), LocalError> {
    let file = folder.join("config.json");
    let shape: Shape = json(&file)?;
    check(&file, &shape)?;
    let own_name = shape.name.rsplit('/').find(|part| !part.is_empty());
    let folder_name = folder.file_name().map(|name| name.to_string_lossy());
    let name = own_name.map_or_else(|| folder_name.unwrap_or_default().into(), str::to_owned);
    Ok((shape, name))
}

fn check(file: &Path, shape: &Shape) -> Result<(), LocalError> {
    for (name, said, known) in [
        ("model_type", &shape.model_type, "bert"),
        ("hidden_act", &shape.hidden_act, "gelu"),
        ("position_embedding_type", &shape.position_embedding_type, "absolute"),
    ] {
        if let Some(said) = said.as_ref().filter(|said| *said != known) {
            return Err(LocalError::Unknown {
                file: file.to_owned(),
                what: format!("{name} is {said:?}"),
            });
        }
    }
    let &Shape { hidden, inner, layers, heads, tokens, positions, kinds, epsilon, .. } = shape;
    let measures = [hidden, inner, layers, heads, tokens, positions, kinds];
    let fits = measures.iter().all(|size| (1..=MOST).contains(size))
        && hidden.is_multiple_of(heads)
        && epsilon >= 0.0
        && epsilon.is_finite();
    fits.then_some(()).ok_or_else(|| LocalError::content(file, "its measures do not fit together"))
}

/// Reads the prefixes of texts, by the names in use.
fn prefixes(folder: &Path) -> Result<Prefixes, LocalError> {
    let said: Option<Prompts> = optional(&folder.join("config_sentence_transformers.json"))?;
    let said = said.unwrap_or_default();
    let named = |names: &[&str]| {
        let names = names.iter().copied().chain(said.usual.as_deref());
        let mut found = names.filter_map(|name| said.prompts.get(name));
        found.next().cloned().unwrap_or_default()
    };
    Ok(Prefixes { question: named(&["query"]), passage: named(&["document", "passage", "corpus"]) })
}

/// Reads the pooling; the mean by default.
fn pooling(folder: &Path) -> Result<Pooling, LocalError> {
    let file = folder.join("modules.json");
    let Some(modules) = optional::<Vec<Module>>(&file)? else {
        return Ok(Pooling::Mean);
    };
    let mut pooling = Pooling::Mean;
    for module in modules {
        match module.kind.rsplit('.').next().unwrap_or_default() {
            // Vectors are compared by their angle, so their length does not matter.
            "Transformer" | "Normalize" => {}
            "Pooling" => pooling = pooled(&folder.join(module.path).join("config.json"))?,
            other => {
                return Err(LocalError::Unknown { what: format!("a module {other:?}"), file });
            }
        }
    }
    Ok(pooling)
}

/// Reads the pooling of this file: one of several switches is on, or one mode is named.
fn pooled(file: &Path) -> Result<Pooling, LocalError> {
    let said: Map<String, Value> = json(file)?;
    if said.get("include_prompt") == Some(&Value::Bool(false)) {
        return Err(LocalError::Unknown {
            file: file.to_owned(),
            what: "that what stands before a text is not pooled".to_owned(),
        });
    }
    let modes = said.iter().filter_map(|(name, value)| match value {
        Value::Bool(true) => name.strip_prefix("pooling_mode_"),
        Value::String(mode) if name == "pooling_mode" => Some(mode.as_str()),
        _ => None,
    });
    match modes.collect::<Vec<_>>().as_slice() {
        // Both have the same direction.
        ["mean_tokens" | "mean" | "mean_sqrt_len_tokens"] => Ok(Pooling::Mean),
        ["cls_token" | "cls"] => Ok(Pooling::First),
        others => Err(LocalError::Unknown {
            file: file.to_owned(),
            what: format!("that the pooling is {}", others.join(" and ")),
        }),
    }
}

/// The content of a file that must be there.
fn json<T: DeserializeOwned>(file: &Path) -> Result<T, LocalError> {
    let bytes = fs::read(file).map_err(|error| LocalError::File(file.to_owned(), error))?;
    serde_json::from_slice(&bytes).map_err(|error| LocalError::content(file, error.to_string()))
}

/// The content of a file that may be missing.
fn optional<T: DeserializeOwned>(file: &Path) -> Result<Option<T>, LocalError> {
    match json(file) {
        Ok(content) => Ok(Some(content)),
        Err(LocalError::File(_, error)) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

fn epsilon() -> f32 {
    1e-12
}
