//! Vectors one after the other, in memory or in a file that is mapped: keys, coarse integers and what
//! is left of the fine ones each for themselves, so that a comparison with all reads no more than it must.

use super::Key;
use super::small::{Small, parted};

/// The bytes of a vector's key and scale.
pub(super) const HEAD: usize = 8 + 8 + 4;

/// A vector and whose it is.
pub(super) type Record = (Key, Small);

/// One vector.
#[derive(Clone, Copy)]
pub(super) struct Row<'a> {
    pub(super) head: &'a [u8; HEAD],
    pub(super) coarse: &'a [u8],
    pub(super) rest: &'a [u8],
}

impl Row<'_> {
    /// Whose it is.
    pub(super) fn key(&self) -> Key {
        let number = |from| {
            let bytes = self.head.get(from..).and_then(<[u8]>::first_chunk);
            bytes.map_or(0, |bytes| u64::from_le_bytes(*bytes))
        };
        Key {
            id: number(0),
            text: number(8),
        }
    }

    /// What its fine integers are to be multiplied with.
    pub(super) fn scale(&self) -> f32 {
        let [.., a, b, c, d] = *self.head;
        f32::from_le_bytes([a, b, c, d])
    }
}

/// Many vectors of one length.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows<B> {
    /// How many numbers a vector has; 0 until there is one.
    pub(super) dimension: usize,
    pub(super) heads: B,
    pub(super) coarse: B,
    pub(super) rest: B,
}

impl<B: AsRef<[u8]>> Rows<B> {
    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.heads.as_ref().len() / HEAD
    }

    /// One of them.
    pub(super) fn get(&self, at: usize) -> Option<Row<'_>> {
        let dimension = self.dimension;
        let head = slice(self.heads.as_ref(), at, HEAD)?;
        Some(Row {
            head: head.first_chunk()?,
            coarse: slice(self.coarse.as_ref(), at, dimension)?,
            rest: slice(self.rest.as_ref(), at, dimension)?,
        })
    }

    /// All of them.
    pub(super) fn iter(&self) -> impl Iterator<Item = Row<'_>> + Clone {
        let dimension = self.dimension.max(1);
        let (heads, _) = self.heads.as_ref().as_chunks();
        let coarse = self.coarse.as_ref().chunks_exact(dimension);
        let rest = self.rest.as_ref().chunks_exact(dimension);
        let each = heads.iter().zip(coarse.zip(rest));
        each.map(|(head, (coarse, rest))| Row { head, coarse, rest })
    }
}

impl Rows<Vec<u8>> {
    /// Adds one.
    pub(super) fn add(&mut self, record: &Record) {
        let (key, Small { scale, numbers }) = record;
        self.dimension = numbers.len();
        self.heads.extend(head(*key, *scale));
        for (coarse, rest) in numbers.iter().map(|number| parted(*number)) {
            self.coarse.push(coarse.cast_unsigned());
            self.rest.push(rest.cast_unsigned());
        }
    }

    /// Copies one.
    pub(super) fn copy(&mut self, row: &Row<'_>) {
        self.dimension = row.coarse.len();
        self.heads.extend(row.head);
        self.coarse.extend(row.coarse);
        self.rest.extend(row.rest);
    }
}

/// The bytes of a key and a scale.
pub(super) fn head(key: Key, scale: f32) -> impl Iterator<Item = u8> {
    let ids = [key.id, key.text].map(u64::to_le_bytes);
    ids.into_iter().flatten().chain(scale.to_le_bytes())
}

/// The part at `at` of parts that have so many bytes each.
fn slice(bytes: &[u8], at: usize, size: usize) -> Option<&[u8]> {
    let from = at.checked_mul(size)?;
    bytes.get(from..from.checked_add(size)?)
}
