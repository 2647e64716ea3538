//! An encoder of the BERT family: maps token ids to one hidden state (a row of numbers) per token.

use half::f16;

use super::arithmetic::{add, add_bias_and_gelu, layer_norm, softmax};
use super::config::EncoderConfig;
use super::error::LocalError;
use super::matrix::Matrix;
use super::tokenizer::Tokenized;
use super::weights::Weights;

/// Error of encoding texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EncodeError {
    /// Cancelled by the caller.
    Stopped,
    /// An unknown token, or a text with no tokens or too many.
    Unknown,
}

/// An encoder and its weights.
pub(super) struct Encoder {
    config: EncoderConfig,
    /// Embeddings of all tokens. They make up half of the model, but a text only needs a few rows.
    words: Vec<f16>,
    /// Position embeddings.
    positions: Vec<f32>,
    /// Token type embeddings.
    types: Vec<f32>,
    norm: LayerNorm,
    layers: Vec<EncoderLayer>,
}

struct EncoderLayer {
    attention: Linear,
    output: Linear,
    attention_norm: LayerNorm,
    up: Linear,
    down: Linear,
    norm: LayerNorm,
}

/// A linear layer: a matrix and a bias.
pub(super) struct Linear {
    matrix: Matrix,
    bias: Vec<f32>,
}

struct LayerNorm {
    weight: Vec<f32>,
    bias: Vec<f32>,
    epsilon: f32,
}

impl Encoder {
    /// Reads the weights of an encoder with these dimensions.
    ///
    /// # Errors
    ///
    /// Fails if a tensor is missing or has another shape.
    pub(super) fn read(weights: &mut Weights, config: &EncoderConfig) -> Result<Self, LocalError> {
        let hidden = config.hidden;
        let table = |kind: &str| format!("embeddings.{kind}_embeddings.weight");
        let words = weights.half_tensor(&table("word"), &[config.tokenizer, hidden])?;
        let positions = weights.tensor(&table("position"), &[config.positions, hidden])?;
        let types = weights.tensor(&table("token_type"), &[config.kinds, hidden])?;
        let norm = LayerNorm::read(weights, "embeddings.LayerNorm", config)?;
        let layers = (0..config.layers).map(|at| EncoderLayer::read(weights, at, config));
        Ok(Self {
            layers: layers.collect::<Result<_, _>>()?,
            config: config.clone(),
            words,
            positions,
            types,
            norm,
        })
    }

    /// Returns the hidden states of each text, one row per token. Asks before each layer whether to go on.
    ///
    /// # Errors
    ///
    /// Fails if it was stopped, or if a token does not belong to this encoder.
    pub(super) fn rows(
        &self,
        texts: &[Tokenized],
        goes_on: &dyn Fn() -> bool,
    ) -> Result<Vec<Vec<f32>>, EncodeError> {
        let lengths: Vec<usize> = texts.iter().map(|text| text.ids.len()).collect();
        let mut rows = Vec::new();
        for text in texts {
            self.add_embeddings(text, &mut rows).ok_or(EncodeError::Unknown)?;
        }
        self.norm.apply(&mut rows);
        for layer in &self.layers {
            if !goes_on() {
                return Err(EncodeError::Stopped);
            }
            layer.apply(&mut rows, &lengths, self.config.heads);
        }
        let mut rest = rows.as_slice();
        let mut texts = Vec::new();
        for length in lengths {
            let (text, others) = rest.split_at(length * self.config.hidden);
            texts.push(text.to_vec());
            rest = others;
        }
        Ok(texts)
    }

    /// Appends the sum of token, position and type embeddings of a text; `None` if there is no such token, position or
    /// type.
    fn add_embeddings(&self, text: &Tokenized, rows: &mut Vec<f32>) -> Option<()> {
        let hidden = self.config.hidden;
        if text.ids.is_empty() || text.ids.len() > self.config.positions {
            return None;
        }
        let tokenizer = text.ids.iter().zip(&text.types);
        for ((token, kind), position) in tokenizer.zip(self.positions.chunks_exact(hidden)) {
            let word = self.words.chunks_exact(hidden).nth(usize::try_from(*token).ok()?)?;
            let kind = self.types.chunks_exact(hidden).nth(usize::try_from(*kind).ok()?)?;
            let place = position.iter().zip(kind).map(|(a, b)| a + b);
            rows.extend(word.iter().zip(place).map(|(a, b)| a.to_f32() + b));
        }
        Some(())
    }
}

impl EncoderLayer {
    fn read(weights: &mut Weights, at: usize, config: &EncoderConfig) -> Result<Self, LocalError> {
        let EncoderConfig { hidden, inner, .. } = *config;
        let name = |part: &str| format!("encoder.layer.{at}.{part}");
        let mut attention = (Vec::new(), Vec::new());
        for part in ["query", "key", "value"] {
            let name = name(&format!("attention.self.{part}"));
            let (matrix, bias) = Linear::parts(weights, &name, hidden, hidden)?;
            attention.0.extend(matrix);
            attention.1.extend(bias);
        }
        let mut linear = |part: &str, from, to| Linear::read(weights, &name(part), from, to);
        let output = linear("attention.output.dense", hidden, hidden)?;
        let up = linear("intermediate.dense", hidden, inner)?;
        let down = linear("output.dense", inner, hidden)?;
        Ok(Self {
            attention: Linear::new(&attention.0, attention.1, hidden),
            output,
            up,
            down,
            attention_norm: LayerNorm::read(weights, &name("attention.output.LayerNorm"), config)?,
            norm: LayerNorm::read(weights, &name("output.LayerNorm"), config)?,
        })
    }

    fn apply(&self, rows: &mut Vec<f32>, lengths: &[usize], heads: usize) {
        let seen = self.attention.times(rows);
        let seen = self_attention(&seen, lengths, heads, self.output.bias.len());
        let mut next = self.output.times(&seen);
        add(&mut next, rows);
        self.attention_norm.apply(&mut next);
        let mut inner = self.up.matrix.times(&next);
        add_bias_and_gelu(&mut inner, &self.up.bias);
        *rows = self.down.times(&inner);
        add(rows, &next);
        self.norm.apply(rows);
    }
}

/// Self-attention within each text. Input rows are three times as long as output rows of `hidden` numbers: they hold
/// queries, keys and values.
fn self_attention(rows: &[f32], lengths: &[usize], heads: usize, hidden: usize) -> Vec<f32> {
    let mut seen = vec![0.0; rows.len() / 3];
    let (mut rows, mut rest) = (rows, seen.as_mut_slice());
    for length in lengths {
        let (text, others) = rows.split_at(3 * length * hidden);
        let (seen, other_seen) = rest.split_at_mut(length * hidden);
        for head in 0..heads {
            attention_head(text, seen, head, (hidden, hidden / heads));
        }
        (rows, rest) = (others, other_seen);
    }
    seen
}

/// Computes one attention head of a text; a head reads `width` numbers of each row.
fn attention_head(text: &[f32], seen: &mut [f32], head: usize, (hidden, width): (usize, usize)) {
    let part = |at: usize| {
        let start = at * hidden + head * width;
        let rows = text.chunks_exact(3 * hidden);
        let parts = rows.flat_map(move |row| row.get(start..start + width).unwrap_or_default());
        parts.copied().collect::<Vec<f32>>()
    };
    let (questions, keys, values) = (part(0), part(1), part(2));
    let mut scores = Matrix::of_rows(&keys, width).times(&questions);
    softmax(&mut scores, keys.len() / width, scale(width));
    let found = Matrix::of_columns(&values, width).times(&scores);
    let places = seen.chunks_exact_mut(hidden);
    for (place, found) in places.zip(found.chunks_exact(width)) {
        let place = place.iter_mut().skip(head * width);
        place.zip(found).for_each(|(place, found)| *place = *found);
    }
}

#[expect(clippy::cast_precision_loss, reason = "heads are small")]
fn scale(width: usize) -> f32 {
    1.0 / (width as f32).sqrt()
}

impl Linear {
    /// Reads a layer from rows of `from` numbers to rows of `to`.
    ///
    /// # Errors
    ///
    /// Fails if its tensors are missing or have another shape.
    pub(super) fn read(
        weights: &mut Weights,
        name: &str,
        from: usize,
        to: usize,
    ) -> Result<Self, LocalError> {
        let (matrix, bias) = Self::parts(weights, name, from, to)?;
        Ok(Self::new(&matrix, bias, from))
    }

    /// Reads a layer without a bias.
    ///
    /// # Errors
    ///
    /// See [`Self::read`].
    pub(super) fn read_without_bias(
        weights: &mut Weights,
        name: &str,
        from: usize,
        to: usize,
    ) -> Result<Self, LocalError> {
        let matrix = weights.tensor(&format!("{name}.weight"), &[to, from])?;
        Ok(Self::new(&matrix, vec![0.0; to], from))
    }

    /// Applies the layer to these rows.
    pub(super) fn times(&self, rows: &[f32]) -> Vec<f32> {
        let mut products = self.matrix.times(rows);
        add(&mut products, &self.bias);
        products
    }

    fn new(matrix: &[f32], bias: Vec<f32>, depth: usize) -> Self {
        Self { matrix: Matrix::of_rows(matrix, depth), bias }
    }

    /// Reads the matrix and the bias of a layer.
    fn parts(
        weights: &mut Weights,
        name: &str,
        from: usize,
        to: usize,
    ) -> Result<(Vec<f32>, Vec<f32>), LocalError> {
        let matrix = weights.tensor(&format!("{name}.weight"), &[to, from])?;
        let bias = weights.tensor(&format!("{name}.bias"), &[to])?;
        Ok((matrix, bias))
    }
}

impl LayerNorm {
    fn read(weights: &mut Weights, name: &str, config: &EncoderConfig) -> Result<Self, LocalError> {
        Ok(Self {
            weight: weights.tensor(&format!("{name}.weight"), &[config.hidden])?,
            bias: weights.tensor(&format!("{name}.bias"), &[config.hidden])?,
            epsilon: config.epsilon,
        })
    }

    fn apply(&self, rows: &mut [f32]) {
        layer_norm(rows, &self.weight, &self.bias, self.epsilon);
    }
}
