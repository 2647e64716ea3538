//! Matrix multiplication with SIMD, on a matrix laid out in advance.

#![expect(
    clippy::inline_always,
    reason = "only what stands inside is compiled for the vector instructions at hand"
)]

use pulp::{Arch, Simd, WithSimd};

/// Number of row groups multiplied together, so that they and their results stay in the cache.
const GROUPS: usize = 8;

/// Alignment of the matrix in bytes, so that no load crosses a cache line.
const CACHE_LINE: usize = 64;

/// A matrix in panels, each as wide as two SIMD vectors.
#[derive(Debug, Default)]
pub(super) struct Matrix {
    /// The panels in order, from index `start` on (where memory is aligned). Within a panel, numbers of the same depth
    /// are adjacent.
    panels: Vec<f32>,
    start: usize,
    /// Length of an input row.
    depth: usize,
    /// Number of outputs per row.
    outputs: usize,
    /// Number of outputs per panel.
    width: usize,
}

impl Matrix {
    /// Creates the matrix from its rows, each `depth` long and giving one output.
    pub(super) fn of_rows(rows: &[f32], depth: usize) -> Self {
        let depth = depth.max(1);
        let mut matrix = Self::empty(rows.len() / depth, depth);
        let width = matrix.width;
        let panels = matrix.panels_mut();
        for (panel, rows) in panels.zip(rows.chunks(depth * width)) {
            for (at, row) in rows.chunks_exact(depth).enumerate() {
                let places = panel.iter_mut().skip(at).step_by(width);
                places.zip(row).for_each(|(place, number)| *place = *number);
            }
        }
        matrix
    }

    /// Creates the matrix from its columns: `outputs` numbers per depth.
    pub(super) fn of_columns(columns: &[f32], outputs: usize) -> Self {
        let outputs = outputs.max(1);
        let mut matrix = Self::empty(outputs, columns.len() / outputs);
        let width = matrix.width;
        for (at, panel) in matrix.panels_mut().enumerate() {
            let columns = columns.chunks_exact(outputs);
            for (places, numbers) in panel.chunks_exact_mut(width).zip(columns) {
                let numbers = numbers.iter().skip(at * width);
                let places = places.iter_mut().zip(numbers);
                places.for_each(|(place, number)| *place = *number);
            }
        }
        matrix
    }

    fn empty(outputs: usize, depth: usize) -> Self {
        let width = 2 * Arch::new().dispatch(Lanes);
        let length = outputs.div_ceil(width) * width * depth;
        let panels = vec![0.0; length + CACHE_LINE / size_of::<f32>()];
        let start = panels.as_ptr().align_offset(CACHE_LINE);
        Self { start: start.min(CACHE_LINE / size_of::<f32>()), panels, depth, outputs, width }
    }

    fn panels(&self) -> impl Iterator<Item = &[f32]> {
        let panels = self.panels.get(self.start..).unwrap_or_default();
        panels.chunks_exact((self.depth * self.width).max(1))
    }

    fn panels_mut(&mut self) -> impl Iterator<Item = &mut [f32]> {
        let panels = self.panels.get_mut(self.start..).unwrap_or_default();
        panels.chunks_exact_mut((self.depth * self.width).max(1))
    }

    /// Multiplies `rows`, each as long as the matrix is deep; returns the products row by row.
    pub(super) fn times(&self, rows: &[f32]) -> Vec<f32> {
        let mut products = vec![0.0; rows.len() / self.depth.max(1) * self.outputs];
        if !products.is_empty() {
            Arch::new().dispatch(Product { rows, matrix: self, products: &mut products });
        }
        products
    }
}

/// Reads the number of lanes of this processor's SIMD vectors.
struct Lanes;

impl WithSimd for Lanes {
    type Output = usize;

    fn with_simd<S: Simd>(self, _: S) -> usize {
        S::F32_LANES
    }
}

/// A multiplication in progress.
struct Product<'a> {
    rows: &'a [f32],
    matrix: &'a Matrix,
    products: &'a mut [f32],
}

impl WithSimd for Product<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        // As many accumulators as the registers can hold.
        if S::REGISTER_COUNT < 32 {
            self.grouped::<S, 6>(simd);
        } else {
            self.grouped::<S, 12>(simd);
        }
    }
}

impl Product<'_> {
    /// Multiplies `ROWS` rows at a time by two SIMD vectors of outputs.
    #[inline(always)]
    fn grouped<S: Simd, const ROWS: usize>(self, simd: S) {
        let Matrix { depth, outputs, .. } = *self.matrix;
        let mut turned = vec![0.0; GROUPS * ROWS * depth];
        let rows = self.rows.chunks(GROUPS * ROWS * depth);
        let products = self.products.chunks_mut(GROUPS * ROWS * outputs);
        for (rows, products) in rows.zip(products) {
            let groups = turned.chunks_exact_mut(ROWS * depth);
            for (group, rows) in groups.zip(rows.chunks(ROWS * depth)) {
                transposed::<ROWS>(group, rows, depth);
            }
            for (at, panel) in self.matrix.panels().enumerate() {
                let groups = turned.chunks_exact(ROWS * depth);
                for (group, products) in groups.zip(products.chunks_mut(ROWS * outputs)) {
                    let sums = tile::<S, ROWS>(simd, group, panel);
                    for (sums, product) in sums.iter().zip(products.chunks_exact_mut(outputs)) {
                        let start = 2 * S::F32_LANES * at;
                        let places = product.get_mut(start..).unwrap_or_default();
                        store(simd, *sums, places);
                    }
                }
            }
        }
    }
}

/// Transposes rows, so that numbers of the same depth are adjacent.
#[inline(always)]
fn transposed<const ROWS: usize>(group: &mut [f32], rows: &[f32], depth: usize) {
    for (at, row) in rows.chunks_exact(depth).enumerate() {
        let places = group.iter_mut().skip(at).step_by(ROWS);
        places.zip(row).for_each(|(place, number)| *place = *number);
    }
}

/// Multiplies a group of rows by a panel.
#[inline(always)]
fn tile<S: Simd, const ROWS: usize>(simd: S, group: &[f32], panel: &[f32]) -> [[S::f32s; 2]; ROWS] {
    let mut sums = [[simd.splat_f32s(0.0); 2]; ROWS];
    let (group, _) = group.as_chunks::<ROWS>();
    let (panel, _) = S::as_simd_f32s(panel);
    let (panel, _) = panel.as_chunks::<2>();
    for (numbers, [left, right]) in group.iter().zip(panel) {
        for (sums, number) in sums.iter_mut().zip(numbers) {
            let number = simd.splat_f32s(*number);
            let [one, other] = *sums;
            *sums = [
                simd.mul_add_e_f32s(number, *left, one),
                simd.mul_add_e_f32s(number, *right, other),
            ];
        }
    }
    sums
}

/// Writes as many sums as fit into `places`.
#[inline(always)]
fn store<S: Simd>(simd: S, sums: [S::f32s; 2], places: &mut [f32]) {
    for (sums, places) in sums.into_iter().zip(places.chunks_mut(S::F32_LANES)) {
        simd.partial_store_f32s(places, sums);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn numbers(count: usize, seed: u32) -> Vec<f32> {
        let mut state = seed | 1;
        let next = move |_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f32::from(i16::try_from(state >> 17).unwrap()) / 16_384.0 - 1.0
        };
        (0..count).map(next).collect()
    }

    /// Textbook matrix product, as a reference.
    fn plain(rows: &[f32], matrix: &[f32], depth: usize) -> Vec<f32> {
        let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
        let each = rows.chunks_exact(depth);
        each.flat_map(|row| matrix.chunks_exact(depth).map(|other| dot(row, other))).collect()
    }

    fn are_near(some: &[f32], others: &[f32]) -> bool {
        let near = |(a, b): (&f32, &f32)| (a - b).abs() < 1e-4;
        some.len() == others.len() && some.iter().zip(others).all(near)
    }

    proptest! {
        #[test]
        fn a_product_is_what_one_learns_at_school(
            count in 0..120_usize, outputs in 1..80_usize, depth in 1..70_usize, seed: u32,
        ) {
            let rows = numbers(count * depth, seed);
            let other = numbers(outputs * depth, !seed);
            let expected = plain(&rows, &other, depth);
            prop_assert!(are_near(&Matrix::of_rows(&other, depth).times(&rows), &expected));
            let columns: Vec<f32> = (0..depth)
                .flat_map(|at| other.iter().skip(at).step_by(depth).copied())
                .collect();
            prop_assert!(are_near(&Matrix::of_columns(&columns, outputs).times(&rows), &expected));
        }
    }
}
