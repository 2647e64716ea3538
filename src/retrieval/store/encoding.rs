//! Encodes the vectors of a passage's statements as the bytes of one row: the common length, then each vector with its
//! key and scale. Numbers are little-endian.

use crate::store::{Vector, VectorKey};

/// Size of a vector's header, in bytes: its key and its scale.
const VECTOR_HEADER_BYTES: usize = 16 + 4;

/// Encodes vectors of the same length.
pub fn encode(vectors: &[Vector]) -> Vec<u8> {
    let length = vectors.first().map_or(0, |first| first.numbers.len());
    let mut bytes = u32::try_from(length).unwrap_or_default().to_le_bytes().to_vec();
    for vector in vectors.iter().filter(|one| one.numbers.len() == length) {
        bytes.extend(vector.key.0.to_le_bytes());
        bytes.extend(vector.scale.to_le_bytes());
        bytes.extend(vector.numbers.iter().map(|number| number.cast_unsigned()));
    }
    bytes
}

/// Decodes vectors; skips damaged ones.
pub fn decode(bytes: &[u8]) -> Vec<Vector> {
    let Some((length, rest)) = bytes.split_first_chunk() else {
        return Vec::new();
    };
    let length = usize::try_from(u32::from_le_bytes(*length)).unwrap_or_default();
    let each = rest.chunks_exact(VECTOR_HEADER_BYTES.saturating_add(length));
    each.filter_map(vector).collect()
}

fn vector(bytes: &[u8]) -> Option<Vector> {
    let (key, rest) = bytes.split_first_chunk()?;
    let (scale, numbers) = rest.split_first_chunk()?;
    Some(Vector {
        key: VectorKey(u128::from_le_bytes(*key)),
        scale: f32::from_le_bytes(*scale),
        numbers: numbers.iter().map(|byte| byte.cast_signed()).collect(),
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_was_packed_is_unpacked() {
        let vector =
            |id| Vector { key: VectorKey(id), scale: 0.25, numbers: [1, -127, 127].into() };
        let vectors = vec![vector(1), vector(u128::MAX)];
        assert_eq!(decode(&encode(&vectors)), vectors);
        assert!(decode(&encode(&[])).is_empty());
    }

    proptest! {
        #[test]
        fn any_bytes_are_unpacked_without_a_panic(bytes: Vec<u8>) {
            decode(&bytes);
        }
    }
}
