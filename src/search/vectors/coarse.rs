//! A coarse comparison of many vectors: one bit per number tells on which side of the mean it lies.

use footnote_store::Vector;
use pulp::Arch;

use super::quantized::QuantizedQuestion;

/// Number of vectors above which a search compares bits first. Comparing this many in full takes about 10 ms.
pub(super) const MAX_EXACT: usize = 100_000;

/// Number of nearest vectors by their bits that are then compared in full. Of a million, half as many held the ten
/// nearest for 99 questions in 100 ([measured](../../../../docs/decisions/vectors.md)).
const CANDIDATES: usize = 8_000;

/// The bits of all vectors, in the order of their rows.
#[derive(Debug, Default)]
pub(super) struct SignBits {
    /// Mean of the first `averaged` vectors, which are all at unit length.
    mean: Vec<f32>,
    averaged: usize,
    /// `words` words for each row.
    bits: Vec<u64>,
    words: usize,
}

impl SignBits {
    /// The bits of `vectors`, around their mean.
    pub(super) fn of(vectors: &[Vector]) -> Self {
        let length = vectors.first().map_or(0, |first| first.numbers.len());
        let mut bits = Self {
            mean: mean(vectors, length),
            averaged: vectors.len(),
            bits: Vec::with_capacity(vectors.len() * length.div_ceil(64)),
            words: length.div_ceil(64),
        };
        for vector in vectors {
            bits.push(vector);
        }
        bits
    }

    /// Adds the last of `vectors`. The mean is taken anew whenever their number has doubled.
    pub(super) fn add_last(&mut self, vectors: &[Vector]) {
        if vectors.len() >= 2 * self.averaged {
            *self = Self::of(vectors);
        } else if let Some(last) = vectors.last() {
            self.push(last);
        }
    }

    fn push(&mut self, vector: &Vector) {
        let signs = signs(&vector.numbers, vector.scale, &self.mean);
        self.bits.extend(signs);
    }

    /// The admitted rows that differ from the question in the fewest bits, in order; `CANDIDATES` or a few more.
    pub(super) fn candidates(
        &self,
        question: &QuantizedQuestion,
        is_admitted: impl Fn(usize) -> bool,
    ) -> Vec<usize> {
        let signs: Vec<u64> = signs(question.numbers(), question.scale(), &self.mean).collect();
        let differences = self.differences(&signs);
        let mut rows_by_difference = vec![0_usize; self.mean.len() + 1];
        for difference in &differences {
            if let Some(rows) = rows_by_difference.get_mut(usize::from(*difference)) {
                *rows += 1;
            }
        }
        let mut wanted = CANDIDATES;
        loop {
            let mut rows = 0;
            let most = rows_by_difference.iter().position(|more| {
                rows += more;
                rows >= wanted
            });
            let most = most.and_then(|most| u16::try_from(most).ok()).unwrap_or(u16::MAX);
            let near =
                differences.iter().enumerate().filter(|(_, difference)| **difference <= most);
            let near: Vec<usize> =
                near.map(|(row, _)| row).filter(|row| is_admitted(*row)).collect();
            if near.len() >= CANDIDATES || most == u16::MAX {
                return near;
            }
            wanted *= 2;
        }
    }

    /// Number of bits in which each row differs from `signs`.
    fn differences(&self, signs: &[u64]) -> Vec<u16> {
        let mut differences = Vec::with_capacity(self.bits.len() / self.words.max(1));
        Arch::new().dispatch(|| {
            for row in self.bits.chunks_exact(self.words.max(1)) {
                let each = row.iter().zip(signs).map(|(a, b)| (a ^ b).count_ones());
                differences.push(u16::try_from(each.sum::<u32>()).unwrap_or(u16::MAX));
            }
        });
        differences
    }
}

/// One bit for each number, in words of 64: set if the number times `scale` is above its mean.
fn signs<Number: Copy + Into<f32>>(
    numbers: &[Number],
    scale: f32,
    mean: &[f32],
) -> impl Iterator<Item = u64> {
    numbers.chunks(64).zip(mean.chunks(64)).map(move |(numbers, mean)| {
        let bits = numbers.iter().zip(mean).map(|(number, mean)| (*number).into() * scale > *mean);
        bits.enumerate().fold(0, |word, (at, bit)| word | u64::from(bit) << at)
    })
}

#[expect(clippy::cast_precision_loss, reason = "a number of vectors is not as precise as that")]
fn mean(vectors: &[Vector], length: usize) -> Vec<f32> {
    let mut sums = vec![0.0; length];
    for vector in vectors {
        for (sum, number) in sums.iter_mut().zip(&vector.numbers) {
            *sum += f32::from(*number) * vector.scale;
        }
    }
    sums.into_iter().map(|sum| sum / vectors.len().max(1) as f32).collect()
}

#[cfg(test)]
mod tests {
    use footnote_store::VectorKey;

    use super::super::quantized::quantized;
    use super::*;

    /// The dequantised numbers.
    fn values(vector: &Vector) -> Vec<f32> {
        vector.numbers.iter().map(|number| f32::from(*number) * vector.scale).collect()
    }

    const LENGTH: u64 = 96;

    /// Vectors around a mean far from the origin, as those of many models are: pseudo-random, the same on every machine.
    fn vectors(count: u64) -> Vec<Vector> {
        let number = |seed: u64| {
            let mixed = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            f32::from(u16::try_from(mixed >> 48).unwrap()) / 65_536.0 + 1.0
        };
        let vector = |row| (0..LENGTH).map(|at| number(row * LENGTH + at + 1)).collect::<Vec<_>>();
        (0..count).map(|row| quantized(VectorKey(row.into()), &vector(row))).collect()
    }

    #[test]
    fn a_vector_is_among_the_candidates_for_itself_and_for_what_is_near_it() {
        let vectors = vectors(20_000);
        let bits = SignBits::of(&vectors);
        for row in (0..20_000).step_by(997) {
            let mut near = values(&vectors[row]);
            near[0] = 0.0;
            let rows = bits.candidates(&QuantizedQuestion::new(&near), |_| true);
            assert!(rows.len() < 12_000 && rows.contains(&row), "{row} of {}", rows.len());
        }
    }

    #[test]
    fn there_are_as_many_candidates_although_few_are_admitted() {
        let vectors = vectors(40_000);
        let bits = SignBits::of(&vectors);
        let question = QuantizedQuestion::new(&values(&vectors[0]));
        let rows = bits.candidates(&question, |row| row % 4 == 0);
        assert!(rows.len() >= CANDIDATES && rows.iter().all(|row| row % 4 == 0));
        let all = bits.candidates(&question, |row| row < 10);
        assert_eq!(all, (0..10).collect::<Vec<_>>());
    }

    #[test]
    fn bits_of_vectors_added_one_by_one_are_those_of_all_together() {
        let vectors = vectors(64);
        let mut bits = SignBits::default();
        for count in 1..=vectors.len() {
            bits.add_last(&vectors[..count]);
        }
        assert_eq!(bits.bits, SignBits::of(&vectors).bits);
    }
}
