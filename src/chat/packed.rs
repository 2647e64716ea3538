//! Values as compressed JSON, for data that stays in memory and is rarely read.

use std::marker::PhantomData;

use serde::Serialize;
use serde::de::DeserializeOwned;

/// A value as JSON, compressed with LZ4.
#[derive(Debug)]
pub(super) struct Packed<T> {
    compressed: Box<[u8]>,
    /// Size of the JSON in bytes.
    unpacked: usize,
    value: PhantomData<fn() -> T>,
}

impl<T: Serialize + DeserializeOwned> Packed<T> {
    /// Packs a value, whose numbers must be finite. `None` if it cannot be serialised.
    pub(super) fn of(value: &T) -> Option<Self> {
        let json = serde_json::to_vec(value).ok()?;
        let mut compressed = vec![0; lz4_flex::block::get_maximum_output_size(json.len())];
        let size = lz4_flex::compress_into(&json, &mut compressed).ok()?;
        compressed.truncate(size);
        let compressed = compressed.into_boxed_slice();
        Some(Self { compressed, unpacked: json.len(), value: PhantomData })
    }

    /// Returns a copy of the value. `None` if it cannot be unpacked, which is logged.
    pub(super) fn value(&self) -> Option<T> {
        let mut json = vec![0; self.unpacked];
        // If decompression fails, so does parsing.
        let _ = lz4_flex::decompress_into(&self.compressed, &mut json);
        let value = serde_json::from_slice(&json);
        value.inspect_err(|error| tracing::error!(%error, "a packed value is lost")).ok()
    }

    /// Returns the compressed size in bytes.
    pub(super) fn size(&self) -> usize {
        self.compressed.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packed_value_is_smaller_and_comes_back_as_it_was() {
        let value = vec!["Tea is at four. ".repeat(100); 10];
        let packed = Packed::of(&value).unwrap();
        assert!(packed.size() < 1000, "{}", packed.size());
        assert_eq!(packed.value(), Some(value));
    }
}
