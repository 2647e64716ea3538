//! Local embedding models: read from a folder and computed in this process.

mod arithmetic;
mod config;
mod encoder;
mod error;
mod files;
mod head;
mod matrix;
mod modules;
#[cfg(test)]
mod tests;
mod tokenizer;
mod weights;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use encoder::{EncodeError, Encoder};
pub use error::LocalError;
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use head::Head;
use tokenizer::{TextTokenizer, Tokenized};
use weights::Weights;

use super::embed::{EmbedError, Embedder, Precedence, Prefixes};

/// Maximum number of texts per call: about one second of work, after which the store saves the vectors.
const MAX_TEXTS: usize = 32;

/// Number of tokens computed together. Enough to use each weight many times per read, and few enough that intermediate
/// results stay in the cache.
const BATCH_TOKENS: usize = 512;

/// A sentence encoder of the BERT family.
pub struct LocalEmbedder {
    name: String,
    prefixes: Prefixes,
    precedence: Precedence,
    model: Arc<EmbeddingModel>,
}

struct EmbeddingModel {
    tokenizer: TextTokenizer,
    encoder: Encoder,
    head: Head,
}

impl LocalEmbedder {
    /// Reads the model in `folder`, in the layout of the sentence-transformers library. Blocks the thread.
    ///
    /// # Errors
    ///
    /// Fails if a file is missing or broken, or if the model is of another family.
    pub fn open(folder: &Path) -> Result<Self, LocalError> {
        let described = config::read(folder)?;
        let tokenizer = TextTokenizer::read(folder, described.most_tokens)?;
        let mut weights = Weights::open(folder.join("model.safetensors"))?;
        let encoder = Encoder::read(&mut weights, &described.config)?;
        let head = Head::read(modules::read(folder)?, described.config.hidden)?;
        // Models of the same name may differ in their weights, their head or their maximum length.
        let how = head.fingerprint() ^ described.most_tokens as u64;
        let fingerprint = (weights.hash() ^ how).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let model = EmbeddingModel { tokenizer, encoder, head };
        let name = format!("{}-{:08x}", described.name, fingerprint >> 32);
        Ok(Self {
            name,
            prefixes: described.prefixes,
            precedence: Precedence::default(),
            model: Arc::new(model),
        })
    }

    /// Sets these prefixes; empty ones keep those of the folder.
    #[must_use]
    pub fn after(self, prefixes: Prefixes) -> Self {
        let prefixes = prefixes.or(self.prefixes);
        Self { prefixes, ..self }
    }

    /// Embeds `texts`; calls `step` before each step of the computation.
    async fn computed(
        &self,
        texts: &[String],
        step: impl Fn() + Send + 'static,
    ) -> Result<Vec<Vec<f32>>, EmbedError> {
        let (model, texts) = (Arc::clone(&self.model), texts.to_vec());
        let on_drop = StopOnDrop::default();
        let stopped = Arc::clone(&on_drop.0);
        let work = move || {
            model.embed(&texts, &|| {
                step();
                !stopped.load(Ordering::Relaxed)
            })
        };
        // Fails if the computation panicked.
        tokio::task::spawn_blocking(work).await.unwrap_or(Err(EmbedError::Broken))
    }
}

impl Embedder for LocalEmbedder {
    fn name(&self) -> &str {
        &self.name
    }

    fn prefixes(&self) -> &Prefixes {
        &self.prefixes
    }

    fn most_texts(&self) -> usize {
        MAX_TEXTS
    }

    fn knows(&self, text: &str) -> f32 {
        self.model.tokenizer.known(text)
    }

    fn has_word(&self, word: &str) -> bool {
        self.model.tokenizer.has_word(word)
    }

    /// All cores but one; two of two, because all give way to questions.
    fn most_calls(&self) -> usize {
        thread::available_parallelism().map_or(2, |cores| (cores.get() - 1).max(2))
    }

    fn precedence(&self) -> Option<&Precedence> {
        Some(&self.precedence)
    }

    fn embed<'a>(
        &'a self,
        texts: &'a [String],
    ) -> BoxFuture<'a, Result<Vec<Vec<f32>>, EmbedError>> {
        self.computed(texts, || {}).boxed()
    }

    fn embed_passages<'a>(
        &'a self,
        texts: &'a [String],
    ) -> BoxFuture<'a, Result<Vec<Vec<f32>>, EmbedError>> {
        let precedence = self.precedence.clone();
        self.computed(texts, move || precedence.give_way()).boxed()
    }
}

/// Sets the stop flag when dropped.
#[derive(Default)]
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl EmbeddingModel {
    /// Embeds `texts`. Asks before each step whether to go on; a step computes one layer for a batch.
    fn embed(
        &self,
        texts: &[String],
        goes_on: &dyn Fn() -> bool,
    ) -> Result<Vec<Vec<f32>>, EmbedError> {
        let texts: Option<Vec<_>> = texts.iter().map(|text| self.tokenizer.of(text)).collect();
        let texts = texts.ok_or(EmbedError::Refused)?;
        let mut vectors = Vec::with_capacity(texts.len());
        for some in batches(&texts) {
            let encoded = self.encoder.rows(some, goes_on).map_err(|error| match error {
                EncodeError::Stopped => EmbedError::TooSlow,
                EncodeError::Unknown => EmbedError::Refused,
            })?;
            vectors.extend(encoded.iter().map(|rows| self.head.vector(rows)));
        }
        let is_good = |vector: &Vec<f32>| vector.iter().all(|number| number.is_finite());
        let good = vectors.iter().all(is_good);
        good.then_some(vectors).ok_or(EmbedError::Broken)
    }
}

/// Splits the texts into batches of at most [`BATCH_TOKENS`], with at least one text each.
fn batches(texts: &[Tokenized]) -> impl Iterator<Item = &[Tokenized]> {
    let mut tokenizer = 0;
    texts.chunk_by(move |text, next| {
        tokenizer += text.ids.len();
        let fits = tokenizer + next.ids.len() <= BATCH_TOKENS;
        tokenizer = if fits { tokenizer } else { 0 };
        fits
    })
}
