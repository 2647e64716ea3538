//! From the hidden states of a text to its vector: pooling, and the layers after it.

use super::arithmetic::add;
use super::config::MAX;
use super::encoder::Linear;
use super::error::LocalError;
use super::modules::{Activation, DenseShape, HeadConfig, HeadLayerConfig, Pooling};
use super::weights::Weights;

/// The head, with its weights.
pub(super) struct Head {
    pooling: Pooling,
    /// Length of a hidden state.
    width: usize,
    layers: Vec<HeadLayer>,
    fingerprint: u64,
}

enum HeadLayer {
    Normalize,
    Dense(Linear, Activation),
}

impl Head {
    /// Reads the head's weights, for an encoder with hidden states of `width` numbers.
    ///
    /// # Errors
    ///
    /// Fails if a file is missing or broken, or if the dimensions of the layers do not match.
    pub(super) fn read(behind: HeadConfig, width: usize) -> Result<Self, LocalError> {
        let mut head = Self { pooling: behind.pooling, width, layers: Vec::new(), fingerprint: 0 };
        let mut width = width;
        for layer in behind.layers {
            let (layer, hash) = match layer {
                HeadLayerConfig::Normalize => (HeadLayer::Normalize, 1),
                HeadLayerConfig::Dense(shape) => {
                    let (dense, hash) = dense(&shape, width)?;
                    width = shape.outputs;
                    (dense, hash)
                }
            };
            head.layers.push(layer);
            head.fingerprint =
                (head.fingerprint.rotate_left(5) ^ hash).wrapping_mul(0x0100_0000_01b3);
        }
        head.fingerprint ^= (head.pooling as u64) << 32;
        Ok(head)
    }

    /// Fingerprint of the pooling and the layers. It changes if the vectors do.
    pub(super) fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// Computes the vector of a text from its hidden states, normalised to length 1.
    pub(super) fn vector(&self, rows: &[f32]) -> Vec<f32> {
        let mut vector = self.pooling(rows);
        for layer in &self.layers {
            layer.apply(&mut vector);
        }
        l2_normalise(&mut vector);
        vector
    }

    fn pooling(&self, rows: &[f32]) -> Vec<f32> {
        let rows = match self.pooling {
            Pooling::Mean | Pooling::RootMean => rows,
            Pooling::First => rows.get(..self.width).unwrap_or_default(),
        };
        let mut pooling = vec![0.0; self.width];
        let mut count = 0.0_f32;
        for row in rows.chunks_exact(self.width) {
            add(&mut pooling, row);
            count += 1.0;
        }
        let by = if self.pooling == Pooling::RootMean { count.sqrt() } else { count };
        divide(&mut pooling, by);
        pooling
    }
}

impl HeadLayer {
    fn apply(&self, vector: &mut Vec<f32>) {
        match self {
            Self::Normalize => l2_normalise(vector),
            Self::Dense(linear, activation) => {
                *vector = linear.times(vector);
                if *activation == Activation::Tanh {
                    for number in vector {
                        *number = number.tanh();
                    }
                }
            }
        }
    }
}

/// Reads a dense layer with inputs of `width` numbers, and the hash of its shape and weights.
fn dense(shape: &DenseShape, width: usize) -> Result<(HeadLayer, u64), LocalError> {
    let &DenseShape { inputs, outputs, has_bias, activation, .. } = shape;
    let wrong = |why: String| LocalError::content(shape.folder.join("config.json"), why);
    if inputs != width {
        return Err(wrong(format!("the layer takes {inputs} numbers, and {width} come to it")));
    }
    if !(1..=MAX).contains(&outputs) {
        return Err(wrong(format!("the layer makes {outputs} numbers")));
    }
    let mut weights = Weights::open(shape.folder.join("model.safetensors"))?;
    let read = if has_bias { Linear::read } else { Linear::read_without_bias };
    let linear = read(&mut weights, "linear", inputs, outputs)?;
    let hash = weights.hash().rotate_left(2) ^ (activation as u64 + 2);
    Ok((HeadLayer::Dense(linear, activation), hash))
}

/// Normalises a vector to length 1 (L2 norm).
fn l2_normalise(vector: &mut [f32]) {
    let length = vector.iter().map(|number| number * number).sum::<f32>().sqrt();
    divide(vector, length);
}

fn divide(vector: &mut [f32], by: f32) {
    for number in vector {
        *number /= by;
    }
}
