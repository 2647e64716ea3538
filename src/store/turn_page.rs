//! Pages of a conversation's turns.

use std::ops::RangeInclusive;

/// Maximum number of turns per page.
pub const MAX_TURNS_READ: usize = 20;

/// Maximum size of a page, in bytes; a page has at least one turn, whatever its size.
pub const MAX_BYTES_READ: i64 = 512 * 1024;

/// A stored message, with what is needed to choose a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MessageSize {
    /// Position in the store.
    pub place: i64,
    /// True if it starts a turn.
    pub is_question: bool,
    /// Size of its text and its detail, in bytes.
    pub bytes: i64,
}

/// Positions of the messages of a page, and the number of turns before it. `messages` are those of a conversation,
/// newest first; the last `skipped` turns are left out.
pub fn page(messages: &[MessageSize], skipped: usize) -> (RangeInclusive<i64>, usize) {
    let (mut first, mut last) = (i64::MAX, i64::MIN);
    let (mut bytes, mut turn_bytes, mut turn_end) = (0_i64, 0_i64, None);
    let (mut known, mut taken, mut is_full) = (0, 0, false);
    for message in messages {
        turn_end.get_or_insert(message.place);
        turn_bytes = turn_bytes.saturating_add(message.bytes);
        if !message.is_question {
            continue;
        }
        let end = turn_end.take().unwrap_or(message.place);
        let size = std::mem::take(&mut turn_bytes);
        known += 1;
        if known <= skipped || is_full {
            continue;
        }
        bytes = bytes.saturating_add(size);
        is_full = taken == MAX_TURNS_READ || taken > 0 && bytes > MAX_BYTES_READ;
        if !is_full {
            taken += 1;
            (first, last) = (message.place, last.max(end));
        }
    }
    (first..=last, known.saturating_sub(skipped.saturating_add(taken)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Messages of turns of these sizes, oldest first.
    fn sizes(turns: &[i64]) -> Vec<MessageSize> {
        let places = (0..).step_by(2).zip(turns);
        let messages = places.flat_map(|(place, bytes)| {
            let question = MessageSize { place, is_question: true, bytes: 0 };
            [question, MessageSize { place: place + 1, is_question: false, bytes: *bytes }]
        });
        let mut messages: Vec<_> = messages.collect();
        messages.reverse();
        messages
    }

    #[test]
    fn a_page_has_the_newest_turns_that_fit() {
        assert_eq!(page(&sizes(&[1; 25]), 0), (10..=49, 5));
        assert_eq!(page(&sizes(&[1; 25]), 20), (0..=9, 0));
        let large = MAX_BYTES_READ / 2;
        assert_eq!(page(&sizes(&[1, large, large, large]), 0), (4..=7, 2));
        assert_eq!(page(&sizes(&[1, large, large, large]), 2), (0..=3, 0));
    }

    #[test]
    fn a_turn_that_is_larger_than_a_page_is_read_alone() {
        let large = MAX_BYTES_READ * 2;
        assert_eq!(page(&sizes(&[large, large]), 0), (2..=3, 1));
        assert_eq!(page(&sizes(&[large, large]), 1), (0..=1, 0));
    }

    #[test]
    fn there_is_no_page_behind_the_oldest_turn() {
        let (places, earlier) = page(&sizes(&[1]), 1);
        assert!(places.is_empty() && earlier == 0);
        assert!(page(&[], 0).0.is_empty());
    }
}
