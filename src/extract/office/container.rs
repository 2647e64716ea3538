//! Files in Microsoft's older container (OLE2), and the streams in them.

/// The first bytes of every container.
const MAGIC: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";

/// Size of an entry in its directory; entries are aligned to it.
const ENTRY: usize = 128;

/// Returns true if the bytes begin like a container.
pub(crate) fn begins(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// Returns the offset of a stream's first mention in the directory; `None` if there is none.
pub(crate) fn stream(bytes: &[u8], name: &str) -> Option<usize> {
    let name: Vec<u8> = name.encode_utf16().chain([0]).flat_map(u16::to_le_bytes).collect();
    bytes.chunks_exact(ENTRY).position(|entry| entry.starts_with(&name))
}
