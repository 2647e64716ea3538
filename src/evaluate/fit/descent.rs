//! The descent by which weights are fitted.

/// The step size of the descent.
const STEP: f32 = 0.05;

/// Moves weights against their slopes, each at a pace of its own (Adam).
pub(super) struct Descent {
    mean: Vec<f32>,
    square: Vec<f32>,
    round: i32,
}

impl Descent {
    pub(super) fn new(count: usize) -> Self {
        Self { mean: vec![0.0; count], square: vec![0.0; count], round: 0 }
    }

    pub(super) fn step(&mut self, weights: &mut [f32], slopes: &[f32]) {
        self.round += 1;
        let (kept, kept_square) =
            (1.0 - 0.9_f32.powi(self.round), 1.0 - 0.999_f32.powi(self.round));
        let states = self.mean.iter_mut().zip(&mut self.square);
        for ((weight, slope), (mean, square)) in weights.iter_mut().zip(slopes).zip(states) {
            *mean = 0.9 * *mean + 0.1 * slope;
            *square = 0.999 * *square + 0.001 * slope * slope;
            *weight -= STEP * (*mean / kept) / ((*square / kept_square).sqrt() + 1e-8);
        }
    }
}
