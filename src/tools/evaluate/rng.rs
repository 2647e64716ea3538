//! Pseudo-random numbers from a fixed seed, the same in every run.

use footnote_documents::hash::quick;

/// A pseudo-random generator seeded with a text.
pub(super) struct SeededRng(u64);

impl SeededRng {
    /// Returns the generator seeded with `text`.
    pub(super) fn of(text: &str) -> Self {
        Self(quick(text.as_bytes()) | 1)
    }

    /// Returns the generator with a fixed seed.
    pub(super) fn fixed() -> Self {
        Self(0x9e37_79b9_7f4a_7c15)
    }

    /// True or false with equal probability.
    pub(super) fn coin(&mut self) -> bool {
        self.next() >> 63 == 1
    }

    /// Returns the next number.
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Returns a number below `limit`; 0 if `limit` is 0.
    pub(super) fn below(&mut self, limit: usize) -> usize {
        usize::try_from((self.next() >> 16) % limit.max(1) as u64).unwrap_or_default()
    }

    /// One of some items; `None` if there are none.
    pub(super) fn one_of<'a, T>(&mut self, some: &'a [T]) -> Option<&'a T> {
        some.get(self.below(some.len()))
    }
}
