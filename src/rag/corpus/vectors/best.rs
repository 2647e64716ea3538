//! The best of many scores.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The best of many.
pub(super) struct Best {
    most: usize,
    heap: BinaryHeap<Reverse<(Scored, Reverse<usize>)>>,
}

impl Best {
    /// So many of them.
    pub(super) fn of(most: usize) -> Self {
        let heap = BinaryHeap::new();
        Self { most, heap }
    }

    /// Adds one.
    pub(super) fn add(&mut self, score: f32, at: usize) {
        let new = (Scored(score), Reverse(at));
        if self.heap.len() < self.most {
            self.heap.push(Reverse(new));
        } else if let Some(mut worst) = self.heap.peek_mut()
            && worst.0 < new
        {
            *worst = Reverse(new);
        }
    }

    /// Where they are, in the order of the rows, in which files are read best.
    pub(super) fn places(self) -> Vec<usize> {
        let mut places: Vec<_> = self
            .heap
            .into_iter()
            .map(|Reverse((_, Reverse(at)))| at)
            .collect();
        places.sort_unstable();
        places
    }
}

/// A score with an order.
#[derive(Clone, Copy, PartialEq)]
struct Scored(f32);

impl Eq for Scored {}

impl PartialOrd for Scored {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Scored {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_best_are_those_that_sorting_puts_first(
            scores in prop::collection::vec(0..9_u8, 0..40), most in 0..9_usize,
        ) {
            let mut best = Best::of(most);
            for (at, score) in scores.iter().enumerate() {
                best.add(f32::from(*score), at);
            }
            let mut sorted: Vec<usize> = (0..scores.len()).collect();
            sorted.sort_by_key(|at| Reverse(scores[*at]));
            sorted.truncate(most);
            sorted.sort_unstable();
            prop_assert_eq!(best.places(), sorted);
        }
    }
}
