//! A trivial embedding model.

use footnote_models::embed::{EmbedError, Embedder};
use futures_util::future::BoxFuture;

/// Number of dimensions of a vector, as in small models.
const NUMBERS: usize = 384;

/// Embeds texts by their words: texts that share words are near each other.
pub(crate) struct Words;

impl Embedder for Words {
    fn name(&self) -> &'static str {
        "words"
    }

    fn most_texts(&self) -> usize {
        256
    }

    fn embed<'a>(
        &'a self,
        texts: &'a [String],
    ) -> BoxFuture<'a, Result<Vec<Vec<f32>>, EmbedError>> {
        let vectors = texts.iter().map(|text| vector(text)).collect();
        Box::pin(async { Ok(vectors) })
    }
}

fn vector(text: &str) -> Vec<f32> {
    // As with real models, all texts have something in common.
    let mut numbers = vec![0.05; NUMBERS];
    for word in text.split_whitespace() {
        let hash = word
            .bytes()
            .fold(7_usize, |hash, byte| hash.wrapping_mul(31).wrapping_add(usize::from(byte)));
        if let Some(number) = numbers.get_mut(hash % NUMBERS) {
            *number += 1.0;
        }
    }
    numbers
}
