//! Reads a file of weights tensor by tensor.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use half::{bf16, f16};
use safetensors::Dtype;
use safetensors::tensor::Metadata;

use super::error::LocalError;

/// Maximum size of the file's header, in bytes: such models need some ten thousand.
const MAX_HEAD: u64 = 1 << 24;

/// An open file in the safetensors format.
pub(super) struct Weights {
    path: PathBuf,
    file: File,
    /// Offset of the first tensor in the file, in bytes.
    start: u64,
    tensors: Metadata,
    hash: u64,
}

/// The error for a file that cannot be opened. Says so if the weights are there in the older format.
fn missing(path: &Path, error: io::Error) -> LocalError {
    let older = path.with_file_name("pytorch_model.bin");
    if error.kind() == io::ErrorKind::NotFound && older.exists() {
        let why = "weights are read from model.safetensors, which is not beside it";
        return LocalError::content(older, why);
    }
    LocalError::File(path.to_owned(), error)
}

/// Number of bytes read at a time; a multiple of every number's size.
const CHUNK_BYTES: usize = if cfg!(test) { 64 } else { 1 << 16 };

/// Decodes the number in the first bytes.
type Number = fn(&[u8]) -> Option<f32>;

/// Location of a tensor in the file, in bytes, and the decoder of its numbers.
struct TensorLocation {
    number: Number,
    /// Size of a number, in bytes.
    size: usize,
    start: u64,
    length: usize,
}

impl TensorLocation {
    fn count(&self) -> usize {
        self.length / self.size
    }
}

impl Weights {
    /// Opens the file and reads its header, but no tensors.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read or is not in the safetensors format.
    pub(super) fn open(path: PathBuf) -> Result<Self, LocalError> {
        let unread = |error| LocalError::File(path.clone(), error);
        let mut file = File::open(&path).map_err(|error| missing(&path, error))?;
        let mut length = [0; 8];
        file.read_exact(&mut length).map_err(unread)?;
        let length = u64::from_le_bytes(length);
        if length > MAX_HEAD {
            return Err(LocalError::content(&path, "it is no file of safetensors"));
        }
        let mut head = Vec::new();
        let mut whole = (&mut file).take(length);
        whole.read_to_end(&mut head).map_err(unread)?;
        let wrong = |error: serde_json::Error| LocalError::content(&path, error.to_string());
        let tensors = serde_json::from_slice(&head).map_err(wrong)?;
        Ok(Self { start: 8 + length, tensors, file, path, hash: 0 })
    }

    /// Reads a tensor of the given shape.
    ///
    /// # Errors
    ///
    /// Fails if it is missing, has another shape or type, or contains values that are not finite.
    pub(super) fn tensor(&mut self, name: &str, shape: &[usize]) -> Result<Vec<f32>, LocalError> {
        let location = self.location(name, shape)?;
        let mut numbers = Vec::with_capacity(location.count());
        self.each(name, &location, |number| numbers.push(number))?;
        Ok(numbers)
    }

    /// Reads a tensor at half precision: half the memory, and 11 bits of precision.
    ///
    /// # Errors
    ///
    /// As [`Self::tensor`], and for numbers larger than 65,504.
    pub(super) fn half_tensor(
        &mut self,
        name: &str,
        shape: &[usize],
    ) -> Result<Vec<f16>, LocalError> {
        let location = self.location(name, shape)?;
        let mut numbers = Vec::with_capacity(location.count());
        self.each(name, &location, |number| numbers.push(f16::from_f32(number)))?;
        let is_good = numbers.iter().all(|number| number.is_finite());
        is_good.then_some(numbers).ok_or_else(|| self.wrong(name, "holds too large numbers"))
    }

    /// Passes the numbers of a tensor to `take` one by one, reading a chunk at a time.
    fn each(
        &mut self,
        name: &str,
        location: &TensorLocation,
        mut take: impl FnMut(f32),
    ) -> Result<(), LocalError> {
        let path = self.path.clone();
        let unread = |error| LocalError::File(path.clone(), error);
        self.file.seek(SeekFrom::Start(location.start)).map_err(unread)?;
        let mut part = Vec::with_capacity(CHUNK_BYTES);
        let mut left = location.length;
        while left > 0 {
            part.clear();
            let most = left.min(CHUNK_BYTES);
            (&mut self.file).take(most as u64).read_to_end(&mut part).map_err(unread)?;
            if part.len() < most {
                return Err(LocalError::content(&self.path, "it is cut short"));
            }
            left -= most;
            for number in part.chunks_exact(location.size).filter_map(location.number) {
                if !number.is_finite() {
                    return Err(self.wrong(name, "holds what is no number"));
                }
                let mixed = self.hash.rotate_left(5) ^ u64::from(number.to_bits());
                self.hash = mixed.wrapping_mul(0x0100_0000_01b3);
                take(number);
            }
        }
        Ok(())
    }

    /// Locates a tensor of the given shape.
    fn location(&self, name: &str, shape: &[usize]) -> Result<TensorLocation, LocalError> {
        // Some files prefix the names with that of the encoder, because they hold other parts too.
        let named = self.tensors.info(name);
        let tensor = named.or_else(|| self.tensors.info(&format!("bert.{name}")));
        let tensor = tensor.ok_or_else(|| self.wrong(name, "is missing"))?;
        let (size, number): (usize, Number) = match tensor.dtype {
            Dtype::F32 => (4, |bytes| Some(f32::from_le_bytes(*bytes.first_chunk()?))),
            Dtype::F16 => (2, |bytes| Some(f16::from_le_bytes(*bytes.first_chunk()?).to_f32())),
            Dtype::BF16 => (2, |bytes| Some(bf16::from_le_bytes(*bytes.first_chunk()?).to_f32())),
            _ => {
                return Err(
                    self.wrong(name, "is not of floating-point numbers that are known here")
                );
            }
        };
        let (from, to) = tensor.data_offsets;
        let expected = shape.iter().product::<usize>() * size;
        if tensor.shape != shape || to.checked_sub(from) != Some(expected) {
            return Err(self.wrong(name, "does not have the shape that config.json says"));
        }
        let start = self.start.checked_add(from as u64);
        let end = start.and_then(|start| start.checked_add(expected as u64));
        let (Some(start), Some(end)) = (start, end) else {
            return Err(self.wrong(name, "lies beyond the file"));
        };
        let held =
            self.file.metadata().map_err(|error| LocalError::File(self.path.clone(), error))?;
        if end > held.len() {
            return Err(LocalError::content(&self.path, "it is cut short"));
        }
        Ok(TensorLocation { number, size, start, length: expected })
    }

    fn wrong(&self, name: &str, why: &str) -> LocalError {
        LocalError::content(&self.path, format!("tensor {name:?} {why}"))
    }

    /// Hash of all numbers read so far; equal only for the same weights.
    pub(super) fn hash(&self) -> u64 {
        self.hash
    }
}
