//! The modules after the encoder, as listed in `modules.json`: pooling, and the layers after it.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::{Map, Value};

use super::error::LocalError;
use super::files::{json, optional};

/// The output of the pipeline, as sentence-transformers calls it.
const VECTOR: &str = "sentence_embedding";

/// Pooling of the hidden states of a text to one vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pooling {
    /// Their mean.
    Mean,
    /// The first token's.
    First,
    /// Their sum, divided by the square root of their number.
    RootMean,
}

/// Activation function of a dense layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Activation {
    /// No activation.
    Identity,
    /// The hyperbolic tangent.
    Tanh,
}

/// Configuration of a layer after the pooling.
#[derive(Debug)]
pub(super) enum HeadLayerConfig {
    /// Normalises the vector to length 1.
    Normalize,
    /// A dense layer.
    Dense(DenseShape),
}

/// Shape of a dense layer.
#[derive(Debug)]
pub(super) struct DenseShape {
    /// Folder with its weights.
    pub(super) folder: PathBuf,
    /// Input size.
    pub(super) inputs: usize,
    /// Output size.
    pub(super) outputs: usize,
    /// True if the layer has a bias.
    pub(super) has_bias: bool,
    pub(super) activation: Activation,
}

/// Configuration of the head: pooling, and the layers after it.
#[derive(Debug)]
pub(super) struct HeadConfig {
    pub(super) pooling: Pooling,
    pub(super) layers: Vec<HeadLayerConfig>,
}

#[derive(Deserialize)]
struct Module {
    path: String,
    #[serde(rename = "type")]
    kind: String,
}

#[derive(Deserialize)]
struct DenseConfig {
    in_features: usize,
    out_features: usize,
    bias: bool,
    activation_function: String,
    #[serde(rename = "module_input_name")]
    input: Option<String>,
    #[serde(rename = "module_output_name")]
    output: Option<String>,
}

/// Reads the configuration of the head; mean pooling alone if the folder has none.
///
/// # Errors
///
/// Fails if a file is missing or broken, or names an unsupported module.
pub(super) fn read(folder: &Path) -> Result<HeadConfig, LocalError> {
    let file = folder.join("modules.json");
    let modules: Vec<Module> = optional(&file)?.unwrap_or_default();
    let (mut pooling, mut layers) = (None, Vec::new());
    for Module { path, kind } in modules {
        let path = folder.join(path);
        match kind.rsplit('.').next().unwrap_or_default() {
            // Dropout only acts during training.
            "Transformer" | "Dropout" => {}
            "Pooling" => pooling = Some(read_pooling(&path.join("config.json"))?),
            "Normalize" => layers.push(HeadLayerConfig::Normalize),
            "Dense" if pooling.is_some() => layers.push(HeadLayerConfig::Dense(dense(path)?)),
            "Dense" => return Err(unknown(file, "a module \"Dense\" before the pooling")),
            other => return Err(unknown(file, format!("a module {other:?}"))),
        }
    }
    // Vectors are compared by angle, so normalisation only matters before a dense layer.
    let dense = layers.iter().rposition(|layer| matches!(layer, HeadLayerConfig::Dense(_)));
    layers.truncate(dense.map_or(0, |last| last + 1));
    Ok(HeadConfig { pooling: pooling.unwrap_or(Pooling::Mean), layers })
}

/// Reads the pooling: either one of several boolean flags, or a named mode.
fn read_pooling(file: &Path) -> Result<Pooling, LocalError> {
    let said: Map<String, Value> = json(file)?;
    if said.get("include_prompt") == Some(&Value::Bool(false)) {
        return Err(unknown(file, "that what stands before a text is not pooled"));
    }
    let modes = said.iter().filter_map(|(name, value)| match value {
        Value::Bool(true) => name.strip_prefix("pooling_mode_"),
        Value::String(mode) if name == "pooling_mode" => Some(mode.as_str()),
        _ => None,
    });
    match modes.collect::<Vec<_>>().as_slice() {
        ["mean_tokens" | "mean"] => Ok(Pooling::Mean),
        ["mean_sqrt_len_tokens"] => Ok(Pooling::RootMean),
        ["cls_token" | "cls"] => Ok(Pooling::First),
        others => Err(unknown(file, format!("that the pooling is {}", others.join(" and ")))),
    }
}

/// Reads the shape of the dense layer in this folder.
fn dense(folder: PathBuf) -> Result<DenseShape, LocalError> {
    let file = folder.join("config.json");
    let said: DenseConfig = json(&file)?;
    for name in [&said.input, &said.output].into_iter().flatten() {
        if name != VECTOR {
            return Err(unknown(file, format!("a dense layer of {name:?}")));
        }
    }
    let activation = match said.activation_function.rsplit('.').next().unwrap_or_default() {
        "Identity" => Activation::Identity,
        "Tanh" => Activation::Tanh,
        other => return Err(unknown(file, format!("the activation function {other:?}"))),
    };
    Ok(DenseShape {
        folder,
        inputs: said.in_features,
        outputs: said.out_features,
        has_bias: said.bias,
        activation,
    })
}

fn unknown(file: impl Into<PathBuf>, what: impl Into<String>) -> LocalError {
    LocalError::Unknown { file: file.into(), what: what.into() }
}
