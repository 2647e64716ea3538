//! The container of an Outlook message: its storages, and the properties in each.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::{Cursor, Read as _};

use cfb::CompoundFile;
use encoding_rs::{Encoding, UTF_16LE};

use crate::chunks::decode;

/// The stream of properties of at most eight bytes.
pub(super) const FIXED: &str = "__properties_version1.0";

/// Size of an entry in that stream.
const ENTRY: usize = 16;

/// The types of properties that have a stream of their own.
pub(super) const BINARY: u16 = 0x0102;
pub(super) const BYTES_OF_TEXT: u16 = 0x001e;
pub(super) const UTF_16: u16 = 0x001f;

/// A container.
pub(super) struct Store<'a> {
    file: CompoundFile<Cursor<&'a [u8]>>,
    /// Number of bytes that may still be read, which limits containers whose streams overlap to exhaust memory.
    left: u64,
}

impl<'a> Store<'a> {
    /// Returns the container of these bytes; `None` if it is damaged.
    pub(super) fn open(bytes: &'a [u8]) -> Option<Self> {
        let file = CompoundFile::open(Cursor::new(bytes)).ok()?;
        Some(Self { file, left: bytes.len() as u64 })
    }

    /// Returns the content of a stream; `None` if there is none.
    fn stream(&mut self, path: &str) -> Option<Vec<u8>> {
        let stream = self.file.open_stream(path).ok()?;
        let mut bytes = Vec::new();
        let read = stream.take(self.left).read_to_end(&mut bytes);
        self.left = self.left.saturating_sub(bytes.len() as u64);
        read.ok().map(|_| bytes)
    }

    /// Returns the paths of the storages inside another whose names have this prefix, in order.
    pub(super) fn within(&self, place: &str, begin: &str) -> Vec<String> {
        let root = if place.is_empty() { "/" } else { place };
        let entries = self.file.read_storage(root).into_iter().flatten();
        let names = entries.filter(|entry| entry.is_storage() && entry.name().starts_with(begin));
        names.map(|entry| format!("{place}/{}", entry.name())).collect()
    }

    /// Returns true if a storage contains a message.
    pub(super) fn is_message(&self, place: &str) -> bool {
        self.file.is_stream(format!("{place}/{FIXED}"))
    }
}

/// A storage with its properties.
pub(super) struct Object {
    /// Its path; empty for the whole container.
    pub(super) place: String,
    fixed: HashMap<u16, u64>,
}

impl Object {
    /// Returns the object in a storage.
    pub(super) fn read(store: &mut Store<'_>, place: &str) -> Self {
        let bytes = store.stream(&format!("{place}/{FIXED}")).unwrap_or_default();
        // The entries follow a header, whose size differs between messages and the objects in them.
        let entries = bytes.rchunks_exact(ENTRY).filter_map(|entry| {
            let (tag, value) = (entry.get(2..4)?, entry.get(8..)?);
            Some((
                u16::from_le_bytes(tag.try_into().ok()?),
                u64::from_le_bytes(value.try_into().ok()?),
            ))
        });
        Self { place: place.to_owned(), fixed: entries.collect() }
    }

    /// Returns an eight-byte property.
    pub(super) fn fixed(&self, tag: u16) -> Option<u64> {
        self.fixed.get(&tag).copied()
    }

    /// Returns a four-byte property.
    pub(super) fn number(&self, tag: u16) -> Option<u32> {
        self.fixed(tag).and_then(|value| u32::try_from(value & u64::from(u32::MAX)).ok())
    }

    /// Returns true if a property has this flag.
    pub(super) fn is_set(&self, tag: u16, mark: u64) -> bool {
        self.fixed(tag).is_some_and(|value| value & mark != 0)
    }

    /// Returns the encoding with the code page number in a property.
    pub(super) fn code_page(&self, tag: u16) -> Option<&'static Encoding> {
        let page = self.number(tag).and_then(|page| u16::try_from(page).ok())?;
        codepage::to_encoding(page).filter(|charset| charset.is_ascii_compatible())
    }

    /// Returns a binary property.
    pub(super) fn bytes(&self, store: &mut Store<'_>, tag: u16) -> Option<Vec<u8>> {
        self.stream(store, tag, BINARY)
    }

    /// Returns a text property; `None` if it is empty.
    pub(super) fn text(&self, store: &mut Store<'_>, tag: u16) -> Option<Cow<'static, str>> {
        let text = if let Some(bytes) = self.stream(store, tag, UTF_16) {
            UTF_16LE.decode_without_bom_handling(&bytes).0.into_owned()
        } else {
            let bytes = self.stream(store, tag, BYTES_OF_TEXT)?;
            // The code page of the message, or otherwise that of its text.
            match self.code_page(0x3ffd).or_else(|| self.code_page(0x3fde)) {
                Some(charset) => charset.decode_without_bom_handling(&bytes).0.into_owned(),
                None => decode(&bytes).ok()?,
            }
        };
        let text = text.trim_end_matches('\0');
        (!text.trim().is_empty()).then(|| Cow::Owned(text.to_owned()))
    }

    fn stream(&self, store: &mut Store<'_>, tag: u16, kind: u16) -> Option<Vec<u8>> {
        store.stream(&format!("{}/__substg1.0_{tag:04X}{kind:04X}", self.place))
    }
}
