//! Numbers that look drawn by lot and are the same in each run.

/// Draws that follow from a text alone.
pub(super) struct Draws(u64);

impl Draws {
    /// The draws that follow from `text`.
    pub(super) fn of(text: &str) -> Self {
        Self(super::fnv(text) | 1)
    }

    /// A number below `limit`; 0 if there is none.
    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from((self.0 >> 16) % limit.max(1) as u64).unwrap_or_default()
    }

    /// One of some; `None` if there are none.
    pub(super) fn one_of<'a, T>(&mut self, some: &'a [T]) -> Option<&'a T> {
        some.get(self.below(some.len()))
    }
}
