//! Gradient descent with Adam, for fitting weights.

/// The learning rate.
const LEARNING_RATE: f32 = 0.05;

/// The state of Adam: moving averages of each gradient and of its square.
pub(super) struct Adam {
    mean: Vec<f32>,
    mean_square: Vec<f32>,
    step_number: i32,
}

impl Adam {
    pub(super) fn new(count: usize) -> Self {
        Self { mean: vec![0.0; count], mean_square: vec![0.0; count], step_number: 0 }
    }

    pub(super) fn step(&mut self, weights: &mut [f32], gradients: &[f32]) {
        self.step_number += 1;
        let (mean_correction, square_correction) =
            (1.0 - 0.9_f32.powi(self.step_number), 1.0 - 0.999_f32.powi(self.step_number));
        let states = self.mean.iter_mut().zip(&mut self.mean_square);
        for ((weight, gradient), (mean, mean_square)) in
            weights.iter_mut().zip(gradients).zip(states)
        {
            *mean = 0.9 * *mean + 0.1 * gradient;
            *mean_square = 0.999 * *mean_square + 0.001 * gradient * gradient;
            *weight -= LEARNING_RATE * (*mean / mean_correction)
                / ((*mean_square / square_correction).sqrt() + 1e-8);
        }
    }
}
