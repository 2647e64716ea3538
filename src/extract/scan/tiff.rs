//! The pages of a TIFF, by the chain of its directories.

/// Signatures of TIFF, little-endian and big-endian.
const TIFF: [&[u8]; 2] = [b"II*\0", b"MM\0*"];

/// The place of the first directory's place.
const FIRST: std::ops::Range<usize> = 4..8;

/// Maximum number of pages that are counted.
const MAX_COUNTED: usize = 1_000;

/// Returns the number of pages; 1 for other images.
pub(super) fn pages(bytes: &[u8]) -> u32 {
    u32::try_from(directories(bytes).len()).unwrap_or(u32::MAX).max(1)
}

/// Returns the image with this page first, counted from 1.
pub(super) fn page(mut bytes: Vec<u8>, page: usize) -> Vec<u8> {
    let place = page.checked_sub(1).and_then(|at| directories(&bytes).get(at).copied());
    let place = place.and_then(|place| u32::try_from(place).ok());
    if let (Some(place), true) = (place, bytes.starts_with(TIFF[0]))
        && let Some(first) = bytes.get_mut(FIRST)
    {
        first.copy_from_slice(&place.to_le_bytes());
    } else if let Some(place) = place
        && let Some(first) = bytes.get_mut(FIRST)
    {
        first.copy_from_slice(&place.to_be_bytes());
    }
    bytes
}

/// Returns the places of the directories; none for other images.
fn directories(bytes: &[u8]) -> Vec<usize> {
    let is_little = bytes.starts_with(TIFF[0]);
    let number = |at: usize, length: usize| {
        let own = bytes.get(at..at.checked_add(length)?)?;
        let add = |sum: usize, byte: &u8| (sum << 8) | usize::from(*byte);
        Some(if is_little { own.iter().rev().fold(0, add) } else { own.iter().fold(0, add) })
    };
    // A directory has the number of its entries of twelve bytes, the entries, and the place of the next one.
    let next = |at: usize| number(at + 2 + 12 * number(at, 2)?, 4);
    let mut at = number(FIRST.start, 4).filter(|_| is_little || bytes.starts_with(TIFF[1]));
    let is_there = |place: &usize| *place > 0 && number(*place, 2).is_some();
    let mut seen = Vec::new();
    while let Some(place) = at.filter(is_there).filter(|place| !seen.contains(place)) {
        seen.push(place);
        at = if seen.len() < MAX_COUNTED { next(place) } else { None };
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a TIFF of directories without entries at these places, each leading to the next.
    fn tiff(places: &[u32], last: u32) -> Vec<u8> {
        let mut bytes = b"MM\0*".to_vec();
        bytes.extend(places.first().copied().unwrap_or(last).to_be_bytes());
        for at in 1..=places.len() {
            bytes.extend([0, 0]);
            bytes.extend(places.get(at).copied().unwrap_or(last).to_be_bytes());
        }
        bytes
    }

    #[test]
    fn pages_of_a_tiff_are_counted_and_a_circle_of_them_ends() {
        assert_eq!(pages(&tiff(&[8, 14, 20], 0)), 3);
        assert_eq!(pages(&tiff(&[8, 14], 8)), 2);
        assert_eq!(pages(&tiff(&[8], u32::MAX)), 1);
        assert_eq!(pages(b"MM\0*"), 1);
        assert_eq!(pages(b"GIF89a----------"), 1);
    }

    #[test]
    fn a_later_page_comes_first_where_it_is_asked_for() {
        let three = tiff(&[8, 14, 20], 0);
        assert_eq!(page(three.clone(), 3)[FIRST], [0, 0, 0, 20]);
        assert_eq!(page(three.clone(), 4), three);
        assert_eq!(page(b"GIF89a----------".to_vec(), 2), b"GIF89a----------");
    }
}
