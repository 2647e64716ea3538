//! A vector as integers: fine ones of two bytes, by which it is known nearly exactly, whose upper bytes
//! are coarse ones, which are fast to compare.

/// So many steps of the fine integers are one of the coarse ones.
const FINER: f32 = 256.0;

/// The largest fine integer: the largest coarse one, which is 127, and no rest.
const MOST: f32 = 127.0 * FINER;

/// A vector of unit length as fine integers, each times `scale` being the number.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Small {
    pub(super) scale: f32,
    pub(super) numbers: Vec<i16>,
}

/// The vector at unit length in small integers; of zeros if it has no length.
#[expect(
    clippy::cast_possible_truncation,
    reason = "no number is further from zero than MOST"
)]
pub(super) fn small(vector: &[f32]) -> Small {
    let length = length(vector);
    let largest = vector.iter().fold(0.0, |most: f32, n| most.max(n.abs()));
    let usable = length.is_normal() && largest.is_normal();
    let step = if usable { largest / MOST } else { 1.0 };
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

/// The coarse integer next to a fine one, and what is left of that.
pub(super) fn parted(number: i16) -> (i8, i8) {
    let [rest, _] = number.to_le_bytes();
    let rest = rest.cast_signed();
    let [_, coarse] = number.wrapping_sub(rest.into()).to_le_bytes();
    (coarse.cast_signed(), rest)
}

/// A vector of which only coarse integers are known.
pub(super) fn of_coarse(scale: f32, numbers: impl Iterator<Item = i8>) -> Small {
    let fine = |number: i8| i16::from_le_bytes([0, number.cast_unsigned()]);
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
            coarse: numbers.into_iter().map(|n| parted(n).0.into()).collect(),
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

    /// The cosine of that angle, with what is left of the fine integers.
    pub(super) fn cosine(&self, scale: f32, coarse: &[u8], rest: &[u8]) -> f32 {
        let fine = coarse.iter().zip(rest).map(|(coarse, rest)| {
            f32::from(coarse.cast_signed()) * FINER + f32::from(rest.cast_signed())
        });
        let products = self.exact.iter().zip(fine).map(|(a, b)| a * b);
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
        let parts = || numbers.iter().map(|number| parted(*number));
        let coarse: Vec<u8> = parts().map(|(coarse, _)| coarse.cast_unsigned()).collect();
        let rest: Vec<u8> = parts().map(|(_, rest)| rest.cast_unsigned()).collect();
        let about = wanted.about(*scale, &coarse);
        (about, wanted.cosine(*scale, &coarse, &rest))
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
            let again = made.numbers.iter().map(|number| parted(*number));
            let without_rest = numbers.iter().map(|number| (*number, 0));
            prop_assert!(again.eq(without_rest));
        }
    }

    #[test]
    fn an_integer_is_the_sum_of_its_parts() {
        for number in -32_512..=32_512_i16 {
            let (coarse, rest) = parted(number);
            assert_eq!(i32::from(coarse) * 256 + i32::from(rest), i32::from(number));
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
