//! A naive implementation of the encoder, in double precision.

use super::tiny::{HEADS, HIDDEN, Tensors};

/// Tensors of the tiny model.
pub(super) struct Plain(pub(super) Tensors);

pub(super) type Rows = Vec<Vec<f64>>;

impl Plain {
    fn tensor(&self, name: &str) -> Rows {
        let (shape, numbers) = &self.0[name];
        let rows = numbers.chunks(*shape.last().unwrap());
        rows.map(|row| row.iter().map(|n| f64::from(*n)).collect()).collect()
    }

    pub(super) fn linear(&self, rows: &Rows, name: &str) -> Rows {
        let weight = self.tensor(&format!("{name}.weight"));
        let bias = &self.tensor(&format!("{name}.bias"))[0];
        let outputs =
            |row: &Vec<f64>| weight.iter().zip(bias).map(|(w, b)| dot(row, w) + b).collect();
        rows.iter().map(outputs).collect()
    }

    fn normal(&self, rows: &Rows, name: &str) -> Rows {
        let weight = &self.tensor(&format!("{name}.weight"))[0];
        let bias = &self.tensor(&format!("{name}.bias"))[0];
        let one = |row: &Vec<f64>| {
            let length: f64 = row.iter().map(|_| 1.0).sum();
            let mean = row.iter().sum::<f64>() / length;
            let variance = row.iter().map(|n| (n - mean).powi(2)).sum::<f64>() / length;
            let each = row.iter().zip(weight.iter().zip(bias));
            each.map(|(n, (w, b))| (n - mean) / (variance + 1e-6).sqrt() * w + b).collect()
        };
        rows.iter().map(one).collect()
    }

    fn layer(&self, rows: &Rows, at: usize) -> Rows {
        let name = |part: &str| format!("encoder.layer.{at}.{part}");
        let part = |part: &str| self.linear(rows, &name(&format!("attention.self.{part}")));
        let (questions, keys, values) = (part("query"), part("key"), part("value"));
        let mut seen = vec![Vec::new(); rows.len()];
        for head in (0..HIDDEN).step_by(HIDDEN / HEADS) {
            let of = |row: &Vec<f64>| row[head..head + HIDDEN / HEADS].to_vec();
            for (seen, question) in seen.iter_mut().zip(&questions) {
                let score = |key| (dot(&of(question), &of(key)) / 2.0).exp();
                let scores: Vec<f64> = keys.iter().map(score).collect();
                for column in head..head + HIDDEN / HEADS {
                    let values = values.iter().map(|value| value[column]);
                    let sum: f64 = values.zip(&scores).map(|(v, s)| v * s).sum();
                    seen.push(sum / scores.iter().sum::<f64>());
                }
            }
        }
        let seen = self.linear(&seen, &name("attention.output.dense"));
        let rows = self.normal(&sum(rows, &seen), &name("attention.output.LayerNorm"));
        let mut inner = self.linear(&rows, &name("intermediate.dense"));
        inner.iter_mut().flatten().for_each(|n| *n = bent(*n));
        let down = self.linear(&inner, &name("output.dense"));
        self.normal(&sum(&rows, &down), &name("output.LayerNorm"))
    }

    /// Hidden states of a text, given by its token ids.
    pub(super) fn rows(&self, ids: &[usize]) -> Rows {
        self.typed_rows(ids, &vec![0; ids.len()])
    }

    /// Hidden states of a text whose tokens have these types.
    pub(super) fn typed_rows(&self, ids: &[usize], types: &[usize]) -> Rows {
        let table = |kind: &str| self.tensor(&format!("embeddings.{kind}_embeddings.weight"));
        let (words, places, kinds) = (table("word"), table("position"), table("token_type"));
        let words = ids.iter().map(|id| words[*id].clone()).collect();
        let kinds = types.iter().map(|at| kinds[*at].clone()).collect();
        let rows = sum(&sum(&words, &places), &kinds);
        let rows = self.normal(&rows, "embeddings.LayerNorm");
        self.layer(&self.layer(&rows, 0), 1)
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

pub(super) fn sum(a: &Rows, b: &Rows) -> Rows {
    let rows = a.iter().zip(b);
    rows.map(|(a, b)| a.iter().zip(b).map(|(a, b)| a + b).collect()).collect()
}

/// x · Φ(x), with the error function computed by its series.
fn bent(x: f64) -> f64 {
    let z = x / 2.0_f64.sqrt();
    let mut term = z;
    let mut whole = z;
    for n in 1..200 {
        let n = f64::from(n);
        term *= -z * z / n;
        whole += term / (2.0 * n + 1.0);
    }
    let erf = whole * 2.0 / std::f64::consts::PI.sqrt();
    x / 2.0 * (1.0 + erf)
}

pub(super) fn cosine(found: &[f32], expected: &[f64]) -> f64 {
    let found: Vec<f64> = found.iter().map(|n| f64::from(*n)).collect();
    dot(&found, expected) / (dot(&found, &found) * dot(expected, expected)).sqrt()
}
