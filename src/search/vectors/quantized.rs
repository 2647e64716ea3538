//! Vectors quantised to one byte per number, and their comparison with a question's vector.

use footnote_store::{Vector, VectorKey};
use pulp::Arch;

/// The largest integer in a stored vector.
const MAX_INTEGER: i8 = i8::MAX;

/// Quantises the vector of a text at unit length; all zeros if its length is zero.
pub(super) fn quantized(key: VectorKey, vector: &[f32]) -> Vector {
    let (scale, numbers) = integers(vector, MAX_INTEGER.into());
    Vector {
        key,
        scale,
        #[expect(clippy::cast_possible_truncation, reason = "none is larger than MAX")]
        numbers: numbers.map(|number| number as i8).collect(),
    }
}

/// Scales a vector to integers up to `most`; the scale times an integer is the number at unit length.
#[expect(clippy::cast_possible_truncation, reason = "no integer is larger than `most`")]
fn integers(vector: &[f32], most: i16) -> (f32, impl Iterator<Item = i16>) {
    let squares = vector.iter().map(|number| number * number);
    let length = squares.sum::<f32>().sqrt();
    let largest = vector.iter().fold(0.0, |most: f32, n| most.max(n.abs()));
    let usable = length.is_normal() && largest.is_normal();
    let step = if usable { largest / f32::from(most) } else { 1.0 };
    let scale = if usable { step / length } else { 0.0 };
    let numbers = vector.iter().map(move |n| (n / step).round() as i16);
    (scale, numbers)
}

/// A question's vector, with two bytes per number. Only the passages' vectors are inexact then, and the comparison
/// needs no widening.
pub(super) struct QuantizedQuestion {
    scale: f32,
    numbers: Vec<i16>,
}

impl QuantizedQuestion {
    pub(super) fn new(vector: &[f32]) -> Self {
        // The sum of all products must fit into four bytes.
        let most = i32::MAX
            / i32::from(MAX_INTEGER)
            / i32::try_from(vector.len().max(1)).unwrap_or(i32::MAX);
        let (scale, numbers) = integers(vector, i16::try_from(most).unwrap_or(i16::MAX));
        Self { scale, numbers: numbers.collect() }
    }

    /// The integers; times the scale, they are the numbers at unit length.
    pub(super) fn numbers(&self) -> &[i16] {
        &self.numbers
    }

    pub(super) fn scale(&self) -> f32 {
        self.scale
    }

    /// Cosines of the angles between the question and passages, each with the row of its passage.
    pub(super) fn cosines<'a>(
        &self,
        rows: impl Iterator<Item = (usize, &'a Vector)>,
    ) -> Vec<(f32, usize)> {
        let mut cosines = Vec::new();
        Arch::new().dispatch(|| {
            for (row, vector) in rows {
                cosines.push((self.cosine(vector), row));
            }
        });
        cosines
    }

    #[expect(
        clippy::inline_always,
        reason = "only what stands inside is compiled for the vector instructions at hand"
    )]
    #[inline(always)]
    fn cosine(&self, vector: &Vector) -> f32 {
        let each = self.numbers.iter().zip(&vector.numbers);
        let sum: i32 = each.map(|(a, b)| i32::from(*a) * i32::from(*b)).sum();
        #[expect(clippy::cast_precision_loss, reason = "the integers are less precise")]
        let sum = sum as f32;
        sum * self.scale * vector.scale
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const KEY: VectorKey = VectorKey(0);

    fn exactly(a: &[f32], b: &[f32]) -> f32 {
        let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
        dot(a, b) / (dot(a, a).sqrt() * dot(b, b).sqrt())
    }

    fn by_integers(a: &[f32], b: &[f32]) -> f32 {
        QuantizedQuestion::new(a).cosine(&quantized(KEY, b))
    }

    proptest! {
        #[test]
        fn little_is_lost_by_integers(
            a in prop::collection::vec(-1.0_f32..1.0, 384),
            b in prop::collection::vec(-1.0_f32..1.0, 384),
        ) {
            prop_assert!((by_integers(&a, &b) - exactly(&a, &b)).abs() < 0.002);
        }

        #[test]
        fn the_longest_vectors_do_not_overflow(length in 1..9_000_usize, sign in prop::bool::ANY) {
            let (a, b) = (vec![1.0; length], vec![if sign { 1.0 } else { -1.0 }; length]);
            prop_assert!((by_integers(&a, &b) - b[0]).abs() < 0.001);
        }
    }

    #[test]
    fn a_vector_without_length_is_like_nothing() {
        for vector in [[0.0, 0.0], [f32::MIN_POSITIVE / 2.0, 0.0]] {
            assert!(by_integers(&[1.0, 1.0], &vector).abs() < f32::EPSILON);
        }
    }

    /// Pseudo-random numbers, the same on every machine.
    fn noise(seed: &mut u64) -> f32 {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        f32::from(u16::try_from(*seed >> 48).unwrap()) / 32_768.0 - 1.0
    }

    #[test]
    fn of_a_thousand_passages_the_nearest_ten_are_those_of_the_exact_comparison() {
        let mut seed = 7;
        let mut vector = || (0..384).map(|_| noise(&mut seed)).collect::<Vec<f32>>();
        let passages: Vec<_> = (0..1_000).map(|_| vector()).collect();
        let kept: Vec<_> = passages.iter().map(|one| quantized(KEY, one)).collect();
        let nearest = |scores: Vec<f32>| {
            let mut all: Vec<_> = (0..1_000).collect();
            all.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]));
            all.truncate(10);
            all
        };
        let mut found = 0;
        for question in (0..20).map(|_| vector()) {
            let by_integers = QuantizedQuestion::new(&question);
            let by_integers = kept.iter().map(|one| by_integers.cosine(one)).collect();
            let exact = passages.iter().map(|one| exactly(&question, one)).collect();
            let (by_integers, exact) = (nearest(by_integers), nearest(exact));
            found += exact.iter().filter(|at| by_integers.contains(at)).count();
        }
        assert!(found >= 198, "{found} of 200");
    }
}
