//! A vector as small integers: a quarter of the memory, and fast to compare.

/// A vector of unit length as integers, each times `scale` being the number.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Small {
    pub(super) scale: f32,
    pub(super) numbers: Vec<i8>,
}

/// The vector at unit length in small integers; of zeros if it has no length.
pub(super) fn small(vector: &[f32]) -> Small {
    let length = vector.iter().map(|number| number * number).sum::<f32>();
    let length = length.sqrt();
    let largest = vector.iter().fold(0.0, |most: f32, n| most.max(n.abs()));
    let usable = length.is_normal() && largest.is_normal();
    let step = if usable { largest / 127.0 } else { 1.0 };
    #[expect(
        clippy::cast_possible_truncation,
        reason = "no number is further from zero than 127"
    )]
    let numbers = vector.iter().map(|number| (number / step).round() as i8);
    Small {
        numbers: numbers.collect(),
        scale: if usable { step / length } else { 0.0 },
    }
}

/// A question's vector, ready to be compared with many.
pub(super) struct Wanted {
    scale: f32,
    /// Wider than they need be: so no step of the comparison has to widen them.
    numbers: Vec<i16>,
}

impl Wanted {
    pub(super) fn new(vector: &[f32]) -> Self {
        let Small { scale, numbers } = small(vector);
        let numbers = numbers.into_iter().map(i16::from).collect();
        Self { scale, numbers }
    }

    /// The cosine of the angle between the question and a vector, which is as long.
    pub(super) fn cosine(&self, scale: f32, numbers: &[i8]) -> f32 {
        let each = self.numbers.iter().zip(numbers);
        // Of up to 100,000 products, none over 2^14, the sum fits.
        let sum: i32 = each.map(|(a, b)| i32::from(*a) * i32::from(*b)).sum();
        #[expect(clippy::cast_precision_loss, reason = "a score needs no more")]
        let sum = sum as f32;
        sum * scale * self.scale
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cosine(a: &[f32], b: &[f32]) -> f32 {
        let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
        dot(a, b) / (dot(a, a).sqrt() * dot(b, b).sqrt())
    }

    proptest! {
        #[test]
        fn little_is_lost(
            a in prop::collection::vec(-1.0_f32..1.0, 64),
            b in prop::collection::vec(-1.0_f32..1.0, 64),
        ) {
            let Small { scale, numbers } = small(&b);
            let found = Wanted::new(&a).cosine(scale, &numbers);
            prop_assert!((found - cosine(&a, &b)).abs() < 0.02);
        }
    }

    #[test]
    fn a_vector_without_length_is_like_nothing() {
        for vector in [[0.0, 0.0], [f32::MIN_POSITIVE / 2.0, 0.0]] {
            let Small { scale, numbers } = small(&vector);
            let found = Wanted::new(&[1.0, 1.0]).cosine(scale, &numbers);
            assert!(found.abs() < f32::EPSILON);
        }
    }
}
