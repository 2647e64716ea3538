//! Hashes that are the same on every machine and in every version.

use std::io::{self, Read};

use sha2::{Digest as _, Sha256};

/// Returns the hash of some bytes: the first 128 bits of SHA-256. It identifies content for all readers, so nobody may
/// be able to create two contents with the same hash.
pub fn hash(bytes: &[u8]) -> u128 {
    begun(Sha256::digest(bytes).as_slice())
}

/// SHA-256 of some bytes.
pub fn digest(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

/// Returns the hash of at most `most` bytes, and the number of bytes read.
///
/// # Errors
///
/// Fails if they cannot be read.
pub fn hash_of(source: impl Read, most: u64) -> io::Result<(u128, u64)> {
    let mut source = source.take(most);
    let (mut hash, mut length) = (Sha256::new(), 0);
    let mut buffer = vec![0; 64 * 1024];
    loop {
        let count = source.read(&mut buffer)?;
        if count == 0 {
            return Ok((begun(hash.finalize().as_slice()), length));
        }
        hash.update(buffer.get(..count).unwrap_or_default());
        length += count as u64;
    }
}

/// Returns the number formed by the first 16 bytes.
fn begun(digest: &[u8]) -> u128 {
    digest.first_chunk().map_or(0, |bytes| u128::from_be_bytes(*bytes))
}

/// FNV-1a over 64 bits, for choices where a collision harms nobody.
pub fn quick(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
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

    #[test]
    fn contents_that_were_made_to_collide_have_keys_of_their_own() {
        // Texts that are known to have the same 64-bit FNV-1a hash.
        let (one, other) = (b"8yn0iYCKYHlIj4-BwPqk", b"GReLUrM4wMqfg9yzV3KQ");
        assert_eq!(quick(one), quick(other));
        assert_ne!(hash(one), hash(other));
        // The beginning of the digest that FIPS 180-2 gives for this text.
        assert_eq!(hash(b"abc"), 0xba78_16bf_8f01_cfea_4141_40de_5dae_2223);
    }
}
