//! The file of weights: tensors by name, read one at a time.

use std::collections::HashMap;
use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::PathBuf;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::error::LocalError;

/// The most bytes of the head: models of this kind need some ten thousand.
const MOST_HEAD: u64 = 1 << 24;

/// An open file in the format of safetensors.
pub(super) struct Weights {
    path: PathBuf,
    file: File,
    /// The offset of the tensors in the file.
    begin: u64,
    tensors: HashMap<String, Tensor>,
    hash: u64,
}

#[derive(Deserialize)]
struct Tensor {
    dtype: String,
    shape: Vec<usize>,
    data_offsets: (u64, u64),
}

impl Weights {
    /// Opens the file and reads its head, but none of the tensors.
    ///
    /// # Errors
    ///
    /// If it cannot be read or is no file of weights.
    pub(super) fn open(path: PathBuf) -> Result<Self, LocalError> {
        let unread = |error| LocalError::File(path.clone(), error);
        let mut file = File::open(&path).map_err(unread)?;
        let mut length = [0; 8];
        file.read_exact(&mut length).map_err(unread)?;
        let length = u64::from_le_bytes(length);
        if length > MOST_HEAD {
            return Err(LocalError::content(&path, "it is no file of safetensors"));
        }
        let mut head = Vec::new();
        let mut whole = (&mut file).take(length);
        whole.read_to_end(&mut head).map_err(unread)?;
        let wrong = |error: serde_json::Error| LocalError::content(&path, error.to_string());
        let mut entries: Map<String, Value> = serde_json::from_slice(&head).map_err(wrong)?;
        entries.remove("__metadata__");
        let tensors = serde_json::from_value(Value::Object(entries)).map_err(wrong)?;
        Ok(Self {
            begin: 8 + length,
            tensors,
            file,
            path,
            hash: 0,
        })
    }

    /// The numbers of a tensor that must have this shape.
    ///
    /// # Errors
    ///
    /// If it is missing, is of another shape or kind, or holds values that are not finite.
    pub(super) fn tensor(&mut self, name: &str, shape: &[usize]) -> Result<Vec<f32>, LocalError> {
        let wrong = |why: &str| LocalError::content(&self.path, format!("tensor {name:?} {why}"));
        // Some files name the encoder, since there are other parts beside it.
        let named = self.tensors.get(name);
        let tensor = named.or_else(|| self.tensors.get(&format!("bert.{name}")));
        let tensor = tensor.ok_or_else(|| wrong("is missing"))?;
        let (size, number): (usize, fn(&[u8]) -> f32) = match tensor.dtype.as_str() {
            "F32" => (4, of_four),
            "F16" => (2, of_half),
            "BF16" => (2, of_brain),
            _ => {
                return Err(wrong(
                    "is not of floating-point numbers that are known here",
                ));
            }
        };
        let (from, to) = tensor.data_offsets;
        let expected = shape.iter().product::<usize>() * size;
        if tensor.shape != shape || to.checked_sub(from) != u64::try_from(expected).ok() {
            return Err(wrong("does not have the shape that config.json says"));
        }
        let begin = self.begin.checked_add(from);
        let begin = begin.ok_or_else(|| wrong("lies beyond the file"))?;
        let bytes = self.bytes(begin, expected)?;
        let wrong = |why: &str| LocalError::content(&self.path, format!("tensor {name:?} {why}"));
        let numbers: Vec<f32> = bytes.chunks_exact(size).map(number).collect();
        if !numbers.iter().all(|number| number.is_finite()) {
            return Err(wrong("holds what is no number"));
        }
        self.hash = numbers.iter().fold(self.hash, |hash, number| {
            (hash.rotate_left(5) ^ u64::from(number.to_bits())).wrapping_mul(0x0100_0000_01b3)
        });
        Ok(numbers)
    }

    fn bytes(&mut self, begin: u64, count: usize) -> Result<Vec<u8>, LocalError> {
        let unread = |error| LocalError::File(self.path.clone(), error);
        self.file.seek(SeekFrom::Start(begin)).map_err(unread)?;
        let mut bytes = Vec::new();
        let mut part = (&mut self.file).take(count as u64);
        part.read_to_end(&mut bytes).map_err(unread)?;
        if bytes.len() < count {
            return Err(LocalError::content(&self.path, "it is cut short"));
        }
        Ok(bytes)
    }

    /// A hash of all numbers that were read: the same for the same model only.
    pub(super) fn hash(&self) -> u64 {
        self.hash
    }
}

/// The number in the first four bytes.
fn of_four(bytes: &[u8]) -> f32 {
    let bytes = bytes.first_chunk().copied();
    bytes.map_or(f32::NAN, f32::from_le_bytes)
}

/// The number in the first two bytes, which have the upper half of four.
fn of_brain(bytes: &[u8]) -> f32 {
    let bytes = bytes.first_chunk().copied();
    bytes.map_or(f32::NAN, |bytes| {
        f32::from_bits(u32::from(u16::from_le_bytes(bytes)) << 16)
    })
}

/// The number in the first two bytes, in the half-precision format of IEEE 754.
fn of_half(bytes: &[u8]) -> f32 {
    const EXPONENT: u16 = 0x7c00;
    /// Two to the power of 112, by which the exponents of both formats differ.
    const SHIFT: f32 = f32::from_bits((127 + 112) << 23);
    let Some(bits) = bytes.first_chunk().copied().map(u16::from_le_bytes) else {
        return f32::NAN;
    };
    if bits & EXPONENT == EXPONENT {
        // Infinite or none.
        return f32::NAN;
    }
    // The product is exact, also of numbers below the smallest normal one.
    let size = f32::from_bits(u32::from(bits & 0x7fff) << 13) * SHIFT;
    if bits >> 15 == 0 { size } else { -size }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_two_bytes_is_the_one_that_it_stands_for() {
        for bits in 0..=u16::MAX {
            let bytes = bits.to_le_bytes();
            let sign = if bits >> 15 == 0 { 1.0 } else { -1.0 };
            let rest = f64::from(bits & 0x3ff) / 1024.0;
            let half = match i32::from(bits >> 10 & 0x1f) {
                31 => None,
                0 => Some(sign * rest * 2_f64.powi(-14)),
                exponent => Some(sign * (1.0 + rest) * 2_f64.powi(exponent - 15)),
            };
            let found = of_half(&bytes);
            let is_right = half.map_or(!found.is_finite(), |half| {
                f64::from(found).to_bits() == half.to_bits()
            });
            assert!(is_right, "{bits:x}: {found}");
            let [low, high] = bytes;
            let brain = of_four(&[0, 0, low, high]);
            assert_eq!(of_brain(&bytes).to_bits(), brain.to_bits());
        }
    }
}
