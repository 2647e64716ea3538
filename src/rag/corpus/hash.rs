//! Hashes that are the same on every machine and in every version: FNV-1a over 64 bits.

use std::io::{self, Read};

/// The hash of nothing.
const START: u64 = 0xcbf2_9ce4_8422_2325;

/// The hash of some bytes.
pub(crate) fn hash(bytes: &[u8]) -> u64 {
    onward(START, bytes)
}

/// The hash of as much as `most` bytes, and how many they are.
///
/// # Errors
///
/// If they cannot be read.
pub(super) fn hash_of(source: impl Read, most: u64) -> io::Result<(u64, u64)> {
    let mut source = source.take(most);
    let (mut hash, mut length) = (START, 0);
    let mut buffer = vec![0; 64 * 1024];
    loop {
        let count = source.read(&mut buffer)?;
        if count == 0 {
            return Ok((hash, length));
        }
        hash = onward(hash, buffer.iter().take(count));
        length += count as u64;
    }
}

fn onward<'a>(hash: u64, bytes: impl IntoIterator<Item = &'a u8>) -> u64 {
    bytes
        .into_iter()
        .fold(hash, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_of_a_stream_is_that_of_its_bytes() {
        let bytes = b"tea at four ".repeat(10_000);
        let whole = hash_of(bytes.as_slice(), u64::MAX).unwrap();
        assert_eq!(whole, (hash(&bytes), bytes.len() as u64));
        assert_eq!(hash_of(bytes.as_slice(), 3).unwrap(), (hash(b"tea"), 3));
    }
}
