//! Files of Microsoft's older container (OLE2): which streams they hold.

/// The bytes that every container begins with.
const MAGIC: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";

/// The size of an entry of its directory; entries stand at multiples of it.
const ENTRY: usize = 128;

/// True if the bytes begin as a container does.
pub(in crate::extract) fn begins(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// The offset of a stream's first mention in the directory; `None` if it has none.
pub(in crate::extract) fn stream(bytes: &[u8], name: &str) -> Option<usize> {
    let name: Vec<u8> = name.encode_utf16().chain([0]).flat_map(u16::to_le_bytes).collect();
    bytes.chunks_exact(ENTRY).position(|entry| entry.starts_with(&name))
}
