//! The file of weights: tensors by name, read one at a time.

use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::PathBuf;

use half::{bf16, f16};
use safetensors::Dtype;
use safetensors::tensor::Metadata;

use super::error::LocalError;

/// The most bytes of the head: models of this kind need some ten thousand.
const MOST_HEAD: u64 = 1 << 24;

/// An open file in the format of safetensors.
pub(super) struct Weights {
    path: PathBuf,
    file: File,
    /// The offset of the tensors in the file.
    begin: u64,
    tensors: Metadata,
    hash: u64,
}

/// Reads the number in the first bytes.
type Number = fn(&[u8]) -> Option<f32>;

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
        let tensors = serde_json::from_slice(&head).map_err(wrong)?;
        Ok(Self { begin: 8 + length, tensors, file, path, hash: 0 })
    }

    /// The numbers of a tensor that must have this shape.
    ///
    /// # Errors
    ///
    /// If it is missing, is of another shape or kind, or holds values that are not finite.
    pub(super) fn tensor(&mut self, name: &str, shape: &[usize]) -> Result<Vec<f32>, LocalError> {
        let wrong = |why: &str| LocalError::content(&self.path, format!("tensor {name:?} {why}"));
        // Some files name the encoder, since there are other parts beside it.
        let named = self.tensors.info(name);
        let tensor = named.or_else(|| self.tensors.info(&format!("bert.{name}")));
        let tensor = tensor.ok_or_else(|| wrong("is missing"))?;
        let (size, number): (usize, Number) = match tensor.dtype {
            Dtype::F32 => (4, |bytes| Some(f32::from_le_bytes(*bytes.first_chunk()?))),
            Dtype::F16 => (2, |bytes| Some(f16::from_le_bytes(*bytes.first_chunk()?).to_f32())),
            Dtype::BF16 => (2, |bytes| Some(bf16::from_le_bytes(*bytes.first_chunk()?).to_f32())),
            _ => {
                return Err(wrong("is not of floating-point numbers that are known here"));
            }
        };
        let (from, to) = tensor.data_offsets;
        let expected = shape.iter().product::<usize>() * size;
        if tensor.shape != shape || to.checked_sub(from) != Some(expected) {
            return Err(wrong("does not have the shape that config.json says"));
        }
        let begin = self.begin.checked_add(from as u64);
        let begin = begin.ok_or_else(|| wrong("lies beyond the file"))?;
        let bytes = self.bytes(begin, expected)?;
        let wrong = |why: &str| LocalError::content(&self.path, format!("tensor {name:?} {why}"));
        let numbers: Vec<f32> = bytes.chunks_exact(size).filter_map(number).collect();
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
