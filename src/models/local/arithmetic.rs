//! Row operations of an encoder, written so that the compiler vectorises them.

#![expect(
    clippy::inline_always,
    reason = "only what stands inside is compiled for the vector instructions at hand"
)]

use std::f32::consts::{FRAC_1_SQRT_2, LOG2_E};

use pulp::Arch;

/// Number of accumulators per sum.
const ACCUMULATORS: usize = 16;

/// Adding and subtracting this rounds to an integer, and leaves the integer in the lowest bits.
const ROUNDER: f32 = 12_582_912.0;

/// ln 2 in two parts; multiplying by the first is exact.
const LN_2: [f32; 2] = [0.693_359_4, -2.121_944_4e-4];

/// Polynomial for eˣ on the remainder after taking out powers of two.
const POWERS: [f32; 6] =
    [1.987_569_1e-4, 1.398_199_9e-3, 8.333_452e-3, 4.166_579_6e-2, 1.666_666_5e-1, 0.5];

/// Coefficients of the error function by Abramowitz and Stegun (7.1.26).
const ERROR: [f32; 5] = [1.061_405_4, -1.453_152, 1.421_413_8, -0.284_496_72, 0.254_829_6];

/// Adds `others` to `rows`, repeating `others` as needed.
pub(super) fn add(rows: &mut [f32], others: &[f32]) {
    for row in rows.chunks_mut(others.len().max(1)) {
        row.iter_mut().zip(others).for_each(|(a, b)| *a += b);
    }
}

/// Layer normalisation: scales each row to mean 0 and variance 1, then applies `weights` and `bias`.
pub(super) fn layer_norm(rows: &mut [f32], weights: &[f32], bias: &[f32], epsilon: f32) {
    Arch::new().dispatch(|| {
        for row in rows.chunks_exact_mut(weights.len().max(1)) {
            layer_norm_row(row, weights, bias, epsilon);
        }
    });
}

#[inline(always)]
fn layer_norm_row(row: &mut [f32], weights: &[f32], bias: &[f32], epsilon: f32) {
    let length = length_of(row);
    let mean = sum(row, |number| number) / length;
    let variance = sum(row, |number| (number - mean) * (number - mean)) / length;
    let scale = 1.0 / (variance + epsilon).sqrt();
    for ((number, weight), bias) in row.iter_mut().zip(weights).zip(bias) {
        *number = (*number - mean) * scale * weight + bias;
    }
}

/// Adds `bias` to each row and applies GELU (Gaussian error linear unit) to each element.
pub(super) fn add_bias_and_gelu(rows: &mut [f32], bias: &[f32]) {
    Arch::new().dispatch(|| {
        for row in rows.chunks_exact_mut(bias.len().max(1)) {
            for (number, bias) in row.iter_mut().zip(bias) {
                *number = gelu(*number + bias);
            }
        }
    });
}

/// Applies softmax to each row of `length` scores, scaled by `scale`.
pub(super) fn softmax(rows: &mut [f32], length: usize, scale: f32) {
    Arch::new().dispatch(|| {
        for row in rows.chunks_exact_mut(length.max(1)) {
            softmax_row(row, scale);
        }
    });
}

#[inline(always)]
fn softmax_row(row: &mut [f32], scale: f32) {
    let largest = largest(row);
    for number in row.iter_mut() {
        *number = exp((*number - largest) * scale);
    }
    let whole = 1.0 / sum(row, |number| number);
    for number in row.iter_mut() {
        *number *= whole;
    }
}

#[inline(always)]
fn gelu(number: f32) -> f32 {
    0.5 * number * (1.0 + error_function(number * FRAC_1_SQRT_2))
}

#[inline(always)]
fn error_function(number: f32) -> f32 {
    let size = number.abs();
    let t = 1.0 / (1.0 + 0.327_591_1 * size);
    let curve = polynomial(&ERROR, t) * t;
    (1.0 - curve * exp(-size * size)).copysign(number)
}

/// Exponential function, accurate to all but the last two bits; saturates outside the range.
#[inline(always)]
fn exp(number: f32) -> f32 {
    let number = number.clamp(-87.0, 88.0);
    let rounded = number * LOG2_E + ROUNDER;
    let whole = rounded - ROUNDER;
    let [high, low] = LN_2;
    let rest = number - whole * high - whole * low;
    let curve = polynomial(&POWERS, rest) * rest * rest + rest + 1.0;
    // A power of two is just its exponent bits.
    let power = (rounded.to_bits() << 23).wrapping_add(1.0_f32.to_bits());
    curve * f32::from_bits(power)
}

/// Evaluates a polynomial; `factors` are ordered from the highest power down.
#[inline(always)]
fn polynomial(factors: &[f32], number: f32) -> f32 {
    let powers = factors.iter();
    powers.fold(0.0, |value, factor| value * number + factor)
}

/// Sums `each` of the numbers with several accumulators.
#[inline(always)]
fn sum(numbers: &[f32], each: impl Fn(f32) -> f32) -> f32 {
    let (whole, rest) = numbers.as_chunks::<ACCUMULATORS>();
    let mut sums = [0.0; ACCUMULATORS];
    for numbers in whole {
        for (sum, number) in sums.iter_mut().zip(numbers) {
            *sum += each(*number);
        }
    }
    sums.iter().sum::<f32>() + rest.iter().map(|number| each(*number)).sum::<f32>()
}

#[inline(always)]
fn largest(numbers: &[f32]) -> f32 {
    let (whole, rest) = numbers.as_chunks::<ACCUMULATORS>();
    let mut largest = [f32::NEG_INFINITY; ACCUMULATORS];
    for numbers in whole {
        for (most, number) in largest.iter_mut().zip(numbers) {
            *most = if *number > *most { *number } else { *most };
        }
    }
    largest.iter().chain(rest).copied().fold(f32::NEG_INFINITY, f32::max)
}

#[expect(clippy::cast_precision_loss, reason = "rows are short")]
fn length_of(row: &[f32]) -> f32 {
    row.len() as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponential_function_is_right_to_a_millionth() {
        for step in -8_600..8_800_i16 {
            let number = f32::from(step) / 100.0;
            let expected = f64::from(number).exp();
            let error = (f64::from(exp(number)) - expected).abs() / expected;
            assert!(error < 1e-6, "{number}: {error}");
        }
        assert!(exp(-1e9) < 1e-30 && exp(f32::NEG_INFINITY) < 1e-30);
    }

    #[test]
    fn the_bend_is_that_of_the_normal_distribution() {
        // Values of x · Φ(x), from tables of the normal distribution.
        for (number, expected) in [
            (0.0, 0.0),
            (1.0, 0.841_344_7),
            (-1.0, -0.158_655_3),
            (2.0, 1.954_499_7),
            (-3.0, -0.004_049_7),
            (8.0, 8.0),
        ] {
            assert!((gelu(number) - expected).abs() < 1e-6, "{number}");
        }
    }

    #[test]
    fn rows_are_shared_out_and_normalised_each_by_itself() {
        let mut rows = vec![0.0, 0.0, 1000.0, -1000.0];
        softmax(&mut rows, 2, 1.0);
        assert_eq!(rows, [0.5, 0.5, 1.0, exp(-2000.0)]);
        let mut rows: Vec<f32> = (0..40_u8).map(f32::from).collect();
        layer_norm(&mut rows, &[2.0; 20], &[1.0; 20], 0.0);
        for row in rows.chunks(20) {
            let mean = row.iter().sum::<f32>() / 20.0;
            let variance = row.iter().map(|n| (n - 1.0) * (n - 1.0)).sum::<f32>() / 20.0;
            assert!((mean - 1.0).abs() < 1e-5 && (variance - 4.0).abs() < 1e-4);
        }
    }
}
