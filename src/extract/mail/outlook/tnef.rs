//! Messages that Outlook packs for other programs (TNEF, `winmail.dat`), rewritten as the container that it saves.

use std::io::{Cursor, Write as _};

use cfb::CompoundFile;

use super::MAX_NESTING;
use super::store::{BINARY, BYTES_OF_TEXT, FIXED, UTF_16};
use footnote_documents::parts::MAX_PARTS;

/// The first bytes of every packed message; a number for its sender follows.
pub(crate) const MAGIC: &[u8] = b"\x78\x9f\x3e\x22";

/// Size of the beginning of a message.
const HEAD: usize = 6;

/// Number of bytes that tell the kind of an embedded object, before a message in it.
const OF_OBJECT: usize = 16;

/// The type of properties that are objects, such as embedded messages.
const OBJECT: u16 = 0x000d;

/// The flag of properties that have several values.
const MULTIPLE: u16 = 0x1000;

/// Properties whose numbers begin here are named.
const NAMED: u16 = 0x8000;

type Container = CompoundFile<Cursor<Vec<u8>>>;

/// Returns a packed message as a container; `None` if it is damaged from its beginning.
pub(super) fn container(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut file = CompoundFile::create(Cursor::new(Vec::new())).ok()?;
    write(&mut file, "", bytes, 1)?;
    file.flush().ok()?;
    Some(file.into_inner().into_inner())
}

/// The bytes that are not read yet.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    fn short(&mut self) -> Option<u16> {
        Some(u16::from_le_bytes(self.take(2)?.try_into().ok()?))
    }

    fn number(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(self.take(4)?.try_into().ok()?))
    }

    /// Returns a value after its length; values fill four bytes or a multiple of them.
    fn value(&mut self) -> Option<&'a [u8]> {
        let length = usize::try_from(self.number()?).ok()?;
        let value = self.take(length)?;
        self.take(length.wrapping_neg() % 4)?;
        Some(value)
    }

    /// Returns the next attribute of a message: its number and its value. The level before it, the type in its number
    /// and the checksum behind it say nothing new.
    fn attribute(&mut self) -> Option<(u16, &'a [u8])> {
        self.take(1)?;
        let (number, _) = (self.short()?, self.short()?);
        let length = usize::try_from(self.number()?).ok()?;
        let value = self.take(length)?;
        self.take(2)?;
        Some((number, value))
    }
}

/// An object of the container: its place, and its properties of at most eight bytes.
struct Object {
    place: String,
    fixed: Vec<u8>,
}

impl Object {
    fn fix(&mut self, tag: u16, kind: u16, value: &[u8]) {
        self.fixed.extend([kind.to_le_bytes(), tag.to_le_bytes(), [0; 2], [0; 2]].as_flattened());
        let value = value.iter().copied().chain(std::iter::repeat(0));
        self.fixed.extend(value.take(8));
    }

    fn put(&self, file: &mut Container, tag: u16, kind: u16, value: &[u8]) -> Option<()> {
        let name = format!("{}/__substg1.0_{tag:04X}{kind:04X}", self.place);
        let value = if kind == BYTES_OF_TEXT { text(value) } else { value };
        file.create_stream(name).ok()?.write_all(value).ok()
    }

    fn end(&self, file: &mut Container) -> Option<()> {
        let place = format!("{}/{FIXED}", self.place);
        file.create_stream(place).ok()?.write_all(&self.fixed).ok()
    }
}

/// Returns a text without the zeros at its end.
fn text(value: &[u8]) -> &[u8] {
    let end = value.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    value.get(..end).unwrap_or_default()
}

/// Writes a message and its attachments at a place, as far as its attributes are whole.
fn write(file: &mut Container, place: &str, bytes: &[u8], depth: usize) -> Option<()> {
    let mut rest = Rest(bytes.strip_prefix(MAGIC).and_then(|_| bytes.get(HEAD..))?);
    let mut objects = vec![Object { place: place.to_owned(), fixed: Vec::new() }];
    while let Some((number, value)) = rest.attribute() {
        // The beginning of an attachment.
        if number == 0x9002 {
            if objects.len() > MAX_PARTS {
                break;
            }
            let place = format!("{place}/__attach_version1.0_#{:08X}", objects.len());
            file.create_storage(&place).ok()?;
            objects.push(Object { place, fixed: Vec::new() });
        }
        let object = objects.last_mut()?;
        match number {
            0x8004 => object.put(file, 0x0037, BYTES_OF_TEXT, value)?,
            0x800c => object.put(file, 0x1000, BYTES_OF_TEXT, value)?,
            0x800f => object.put(file, 0x3701, BINARY, value)?,
            0x8010 => object.put(file, 0x3704, BYTES_OF_TEXT, value)?,
            0x9007 => object.fix(0x3ffd, 3, value),
            0x9003 | 0x9005 => {
                // What is damaged ends the properties, not the message.
                let _ = properties(file, object, Rest(value), depth);
            }
            _ => {}
        }
    }
    objects.iter().try_for_each(|object| object.end(file))
}

/// Writes the properties of an object.
fn properties(
    file: &mut Container,
    object: &mut Object,
    mut rest: Rest<'_>,
    depth: usize,
) -> Option<()> {
    for _ in 0..rest.number()? {
        let (kind, tag) = (rest.short()?, rest.short()?);
        if tag >= NAMED {
            rest.take(16)?;
            let is_numbered = rest.number()? == 0;
            let _ = if is_numbered { rest.take(4)? } else { rest.value()? };
        }
        let single = kind & !MULTIPLE;
        let size = match single {
            2 | 3 | 4 | 10 | 11 => Some(4),
            5 | 6 | 7 | 20 | 64 => Some(8),
            0x48 => Some(16),
            _ => None,
        };
        let is_varied = size.is_none() || kind != single;
        for _ in 0..if is_varied { rest.number()? } else { 1 } {
            match (size, single) {
                (Some(size), _) => object.fix(tag, single, rest.take(size)?),
                (None, OBJECT) => embedded(file, object, tag, rest.value()?, depth)?,
                (None, BYTES_OF_TEXT | UTF_16 | BINARY) => {
                    object.put(file, tag, single, rest.value()?)?;
                }
                (None, _) => return None,
            }
        }
    }
    Some(())
}

/// Writes an object in an attachment, which may be a message.
fn embedded(
    file: &mut Container,
    object: &Object,
    tag: u16,
    value: &[u8],
    depth: usize,
) -> Option<()> {
    let value = value.get(OF_OBJECT..)?;
    if !value.starts_with(MAGIC) || depth >= MAX_NESTING {
        return object.put(file, tag, BINARY, value);
    }
    let place = format!("{}/__substg1.0_{tag:04X}{OBJECT:04X}", object.place);
    file.create_storage(&place).ok()?;
    write(file, &place, value, depth + 1)
}
