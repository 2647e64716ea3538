//! A vector as integers: of two bytes, by which it is known nearly exactly, and of one, which are fast
//! to compare.

/// So many steps of the fine numbers are one of the coarse ones.
const FINER: f32 = 258.0;

/// The largest coarse number, and the largest fine one, which is the same times [`FINER`].
const MOST: f32 = 127.0;
const MOST_FINE: f32 = MOST * FINER;

/// A vector of unit length as fine integers, each times `scale` being the number.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Small {
    pub(super) scale: f32,
    pub(super) numbers: Vec<i16>,
}

/// The vector at unit length in small integers; of zeros if it has no length.
#[expect(
    clippy::cast_possible_truncation,
    reason = "no number is further from zero than MOST_FINE"
)]
pub(super) fn small(vector: &[f32]) -> Small {
    let length = length(vector);
    let largest = vector.iter().fold(0.0, |most: f32, n| most.max(n.abs()));
    let usable = length.is_normal() && largest.is_normal();
    let step = if usable { largest / MOST_FINE } else { 1.0 };
    let numbers = vector.iter().map(|number| (number / step).round() as i16);
    Small {
        numbers: numbers.collect(),
        scale: if usable { step / length } else { 0.0 },
    }
}

fn length(vector: &[f32]) -> f32 {
    let squares = vector.iter().map(|number| number * number);
    squares.sum::<f32>().sqrt()
}

/// The coarse integer of a fine one.
#[expect(
    clippy::cast_possible_truncation,
    reason = "no number is further from zero than MOST"
)]
pub(super) fn coarse(number: i16) -> i8 {
    (f32::from(number) / FINER).round() as i8
}

/// A vector of which only coarse integers are known.
pub(super) fn of_coarse(scale: f32, numbers: impl Iterator<Item = i8>) -> Small {
    #[expect(clippy::cast_possible_truncation, reason = "FINER is an integer")]
    let fine = |number| i16::from(number) * FINER as i16;
    Small {
        scale: scale / FINER,
        numbers: numbers.map(fine).collect(),
    }
}

/// A question's vector, ready to be compared with many.
pub(super) struct Wanted {
    /// At unit length.
    exact: Vec<f32>,
    scale: f32,
    /// The coarse integers, wider than they need be: so no step of the comparison has to widen them.
    coarse: Vec<i16>,
}

impl Wanted {
    pub(super) fn new(vector: &[f32]) -> Self {
        let Small { scale, numbers } = small(vector);
        let exact = numbers.iter().map(|number| f32::from(*number) * scale);
        Self {
            exact: exact.collect(),
            scale: scale * FINER,
            coarse: numbers.into_iter().map(|n| coarse(n).into()).collect(),
        }
    }

    /// About the cosine of the angle between the question and a vector, given as the bytes of its
    /// coarse integers and the scale of its fine ones.
    pub(super) fn about(&self, scale: f32, coarse: &[u8]) -> f32 {
        let each = self.coarse.iter().zip(coarse);
        // Of up to 100,000 products, none over 2^14, the sum fits.
        let sum: i32 = each
            .map(|(a, b)| i32::from(*a) * i32::from(b.cast_signed()))
            .sum();
        #[expect(clippy::cast_precision_loss, reason = "it is a guess")]
        let sum = sum as f32;
        sum * scale * FINER * self.scale
    }

    /// The cosine of that angle, from the bytes of the fine integers.
    pub(super) fn cosine(&self, scale: f32, fine: &[u8]) -> f32 {
        let (fine, _) = fine.as_chunks();
        let each = self.exact.iter().zip(fine);
        let products = each.map(|(a, b)| a * f32::from(i16::from_le_bytes(*b)));
        products.sum::<f32>() * scale
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn exactly(a: &[f32], b: &[f32]) -> f32 {
        let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
        dot(a, b) / (dot(a, a).sqrt() * dot(b, b).sqrt())
    }

    /// The guess and the cosine.
    fn both(a: &[f32], Small { scale, numbers }: &Small) -> (f32, f32) {
        let wanted = Wanted::new(a);
        let rough: Vec<u8> = numbers.iter().map(|n| coarse(*n).cast_unsigned()).collect();
        let fine: Vec<u8> = numbers.iter().flat_map(|n| n.to_le_bytes()).collect();
        (wanted.about(*scale, &rough), wanted.cosine(*scale, &fine))
    }

    proptest! {
        #[test]
        fn little_is_lost_by_the_guess_and_next_to_nothing_by_the_cosine(
            a in prop::collection::vec(-1.0_f32..1.0, 64),
            b in prop::collection::vec(-1.0_f32..1.0, 64),
        ) {
            let (about, cosine) = both(&a, &small(&b));
            prop_assert!((about - exactly(&a, &b)).abs() < 0.02);
            prop_assert!((cosine - exactly(&a, &b)).abs() < 0.000_1);
        }

        #[test]
        fn coarse_integers_stay_as_they_are(numbers in prop::collection::vec(-127..=127_i8, 1..9)) {
            let made = of_coarse(0.5, numbers.iter().copied());
            let again = made.numbers.iter().map(|number| coarse(*number));
            prop_assert_eq!(again.collect::<Vec<_>>(), numbers);
        }
    }

    #[test]
    fn a_vector_without_length_is_like_nothing() {
        for vector in [[0.0, 0.0], [f32::MIN_POSITIVE / 2.0, 0.0]] {
            let (about, cosine) = both(&[1.0, 1.0], &small(&vector));
            assert!(about.abs() < f32::EPSILON && cosine.abs() < f32::EPSILON);
        }
    }
}
