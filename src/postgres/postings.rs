//! Posting lists: packed, unpacked, and summed to scores.
//!
//! Scores are summed here rather than in SQL. Aggregation in SQL takes half a microsecond per posting, a hundred times
//! as long, and the database's processor is shared by all machines. See `docs/decisions/postgres.md`.

use std::collections::HashMap;

/// A passage in the list of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Posting {
    /// The passage's id.
    pub(crate) passage: i64,
    /// Number of occurrences of the term in the passage, at most 255.
    pub(crate) times: u8,
    /// Number of terms in the field.
    pub(crate) length: u32,
}

/// Returns a list in the order of ids, as bytes. Each posting has the difference from the previous id, the frequency,
/// and the length; the first and the last are variable-length integers of seven bits per byte.
pub(crate) fn encoded(postings: &[Posting]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(4 * postings.len());
    let mut before = 0;
    for posting in postings {
        put(&mut bytes, posting.passage.abs_diff(before));
        bytes.push(posting.times);
        put(&mut bytes, posting.length.into());
        before = posting.passage;
    }
    bytes
}

fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(u8::try_from(number & 0x7f).unwrap_or_default() | 0x80);
        number >>= 7;
    }
    bytes.push(u8::try_from(number).unwrap_or_default());
}

/// Returns the postings of a list. Invalid bytes end it.
pub(crate) fn decoded(bytes: &[u8]) -> impl Iterator<Item = Posting> + '_ {
    let (mut rest, mut passage) = (bytes, 0_i64);
    std::iter::from_fn(move || {
        passage = passage.checked_add_unsigned(take(&mut rest)?)?;
        let (times, behind) = rest.split_first()?;
        rest = behind;
        let length = u32::try_from(take(&mut rest)?).ok()?;
        Some(Posting { passage, times: *times, length })
    })
}

fn take(rest: &mut &[u8]) -> Option<u64> {
    let (mut number, mut shift) = (0_u64, 0_u32);
    loop {
        let (byte, behind) = rest.split_first()?;
        *rest = behind;
        number |= u64::from(byte & 0x7f).checked_shl(shift)?;
        if byte & 0x80 == 0 {
            return Some(number);
        }
        shift += 7;
    }
}

/// Number of passages whose scores share one block.
const BLOCK: usize = 1 << 14;

/// The scores of passages. Consecutive ids share a block.
#[derive(Debug, Default)]
pub(crate) struct Scores {
    blocks: HashMap<i64, Box<[f32]>>,
}

impl Scores {
    /// Adds scores of passages. Ids must be in order, for speed.
    pub(crate) fn add(&mut self, scores: impl Iterator<Item = (i64, f32)>) {
        let mut scores = scores.peekable();
        while let Some((first, _)) = scores.peek() {
            let number = first >> BLOCK.trailing_zeros();
            let block = self.blocks.entry(number).or_insert_with(|| vec![0.0; BLOCK].into());
            let is_of_block = |(id, _): &(i64, f32)| id >> BLOCK.trailing_zeros() == number;
            while let Some((id, score)) = scores.next_if(is_of_block) {
                let place = usize::try_from(id).unwrap_or_default() % BLOCK;
                if let Some(sum) = block.get_mut(place) {
                    *sum += score;
                }
            }
        }
    }

    /// Returns the passages that have a score, best first; ties are broken by the smaller id.
    pub(crate) fn ranking(&self) -> Ranking {
        let passages = self.blocks.iter().flat_map(|(number, block)| {
            let first = number << BLOCK.trailing_zeros();
            (first..).zip(block.iter().copied()).filter(|(_, score)| *score > 0.0)
        });
        Ranking { rest: passages.collect() }
    }
}

/// Passages with scores, from which the best are taken first.
#[derive(Debug)]
pub(crate) struct Ranking {
    rest: Vec<(i64, f32)>,
}

impl Ranking {
    /// Takes the next best passages, in order: at most `count`, and none once all are taken.
    pub(crate) fn next(&mut self, count: usize) -> Vec<(i64, f32)> {
        let better = |(a, x): &(i64, f32), (b, y): &(i64, f32)| y.total_cmp(x).then(a.cmp(b));
        let count = count.min(self.rest.len());
        if count > 0 && count < self.rest.len() {
            self.rest.select_nth_unstable_by(count - 1, better);
        }
        let rest = self.rest.split_off(count);
        let mut best = std::mem::replace(&mut self.rest, rest);
        best.sort_unstable_by(better);
        best
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn ranked(scores: &[(i64, f32)]) -> Ranking {
        let mut sums = Scores::default();
        sums.add(scores.iter().copied());
        sums.ranking()
    }

    #[test]
    fn the_best_come_first_and_each_once() {
        let scores = [(3, 1.0), (3, 1.5), (70_000, 2.0), (9, 0.5), (1, 2.0)];
        let mut ranking = ranked(&scores);
        assert_eq!(ranking.next(2), [(3, 2.5), (1, 2.0)]);
        assert_eq!(ranking.next(9), [(70_000, 2.0), (9, 0.5)]);
        assert!(ranking.next(9).is_empty());
    }

    proptest! {
        #[test]
        fn a_list_is_read_as_it_was_written(
            mut passages in prop::collection::btree_set(0_i64..1 << 40, 0..50),
            times in 1_u8.., length in 0_u32..100_000,
        ) {
            passages.insert(0);
            let posting = |passage| Posting { passage, times, length };
            let postings: Vec<Posting> = passages.into_iter().map(posting).collect();
            let read: Vec<Posting> = decoded(&encoded(&postings)).collect();
            prop_assert_eq!(read, postings);
        }

        #[test]
        fn no_bytes_are_read_beyond_their_end(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            prop_assert!(decoded(&bytes).count() <= bytes.len());
        }
    }
}
