//! Semantic similarity of texts to a question, on one scale for all embedding models.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use footnote_documents::hash::hash;
use footnote_models::embed::{EmbedError, Embedder};
use footnote_text::words::beginning;
use lru::LruCache;
use tokio::sync::OnceCell;

/// Time limit for embedding texts; after that, only their words count.
const TIMEOUT: Duration = Duration::from_secs(3);

/// Number of bytes of a question that are embedded: models for up to 8,192 tokens reject longer texts, and others read
/// less.
const MAX_QUESTION_LEN: usize = 16 * 1024;

/// Number of cached vectors: those of a few hundred passages, in some megabytes.
const CACHED_VECTORS: NonZeroUsize = NonZeroUsize::MIN.saturating_add(4_095);

/// Texts unrelated to any question. The similarity of a question to them is the baseline, because some models put all
/// texts close together and others spread them.
const UNRELATED_TEXTS: [&str; 8] = [
    "The volcano on the island last erupted in the spring of 1783.",
    "She tuned the old violin before the concert began.",
    "Knead the dough for ten minutes and let it rise overnight.",
    "The river flows north through two valleys to the sea.",
    "Their goalkeeper saved a penalty in the second half.",
    "The prime numbers below twenty are eight in all.",
    "A beetle of this kind lives under the bark of dead pines.",
    "The queen moves in straight lines as far as she likes.",
];

/// Maximum gain of the most similar text; the best keyword match scores 1.
const MAX_GAIN: f32 = 0.3;

/// Spread of the similarities at which the full gain applies; if all are closer together, similarity says less.
const FULL_GAIN_DISTANCE: f32 = 0.4;

/// The gain of each text for its similarity to a question.
pub(super) fn gains(likenesses: &[f32]) -> Vec<f32> {
    let best = likenesses.iter().copied().fold(f32::MIN, f32::max);
    let least = likenesses.iter().copied().fold(f32::MAX, f32::min);
    let unit = MAX_GAIN / (best - least).max(FULL_GAIN_DISTANCE);
    likenesses.iter().map(|likeness| unit * (likeness - least)).collect()
}

/// Compares texts with questions, and caches recent vectors.
pub(super) struct LikenessComparison {
    embedder: Arc<dyn Embedder>,
    cache: Mutex<LruCache<u128, Arc<[f32]>>>,
    unrelated: OnceCell<Vec<Arc<[f32]>>>,
}

impl LikenessComparison {
    pub(super) fn new(embedder: Arc<dyn Embedder>) -> Self {
        Self {
            embedder,
            cache: Mutex::new(LruCache::new(CACHED_VECTORS)),
            unrelated: OnceCell::new(),
        }
    }

    /// The vector of a question.
    pub(super) async fn question(&self, question: &str) -> Result<Arc<[f32]>, EmbedError> {
        let beginning = beginning(question, MAX_QUESTION_LEN);
        let question_vector = format!("{}{beginning}", self.embedder.prefixes().question);
        let vectors = self.vectors(&[question_vector]).await?;
        vectors.into_iter().next().ok_or(EmbedError::Broken)
    }

    /// True if the vectors of all these texts are cached.
    pub(super) fn has_vectors(&self, texts: &[String]) -> bool {
        let keys: Vec<u128> =
            self.passages(texts).iter().map(|text| hash(text.as_bytes())).collect();
        self.cache(|cache| keys.iter().all(|key| cache.contains(key)))
    }

    /// Caches existing vectors, each with the hash of its text.
    pub(super) fn cache_vectors(&self, vectors: Vec<(u128, Vec<f32>)>) {
        self.cache(|cache| {
            for (key, vector) in vectors {
                cache.put(key, vector.into());
            }
        });
    }

    /// The similarity of each text to the question; `None` if the model does not respond in time.
    pub(super) async fn compare(&self, question: &str, texts: &[String]) -> Option<Vec<f32>> {
        let compared = self.compared(question, texts);
        match tokio::time::timeout(TIMEOUT, compared).await {
            Ok(Ok(likeness)) => Some(likeness),
            Ok(Err(error)) => {
                tracing::warn!("comparing what was found with the question: {error}");
                None
            }
            Err(_) => None,
        }
    }

    async fn compared(&self, question: &str, texts: &[String]) -> Result<Vec<f32>, EmbedError> {
        let question_vector = &*self.question(question).await?;
        let texts = self.vectors(&self.passages(texts)).await?;
        let unrelated = self.unrelated.get_or_try_init(|| async {
            let texts = UNRELATED_TEXTS.map(str::to_owned);
            self.vectors(&self.passages(&texts)).await
        });
        let far = mean(unrelated.await?.iter().map(|vector| cosine(question_vector, vector)));
        let likeness = |vector: &Arc<[f32]>| {
            let beyond = (cosine(question_vector, vector) - far) / (1.0 - far).max(f32::EPSILON);
            beyond.clamp(0.0, 1.0)
        };
        Ok(texts.iter().map(likeness).collect())
    }

    /// The texts with the model's prefix for passages.
    fn passages(&self, texts: &[String]) -> Vec<String> {
        let before = &self.embedder.prefixes().passage;
        texts.iter().map(|text| format!("{before}{text}")).collect()
    }

    /// The vectors of the texts, in order; only embeds texts that are not cached.
    async fn vectors(&self, texts: &[String]) -> Result<Vec<Arc<[f32]>>, EmbedError> {
        let mut known: HashMap<u128, Arc<[f32]>> = HashMap::new();
        let mut missing: Vec<(u128, String)> = Vec::new();
        for text in texts {
            let key = hash(text.as_bytes());
            match self.cache(|cache| cache.get(&key).cloned()) {
                Some(vector) => _ = known.insert(key, vector),
                None if missing.iter().any(|(other, _)| *other == key) => {}
                None => missing.push((key, text.clone())),
            }
        }
        for some in missing.chunks(self.embedder.most_texts().max(1)) {
            let texts: Vec<String> = some.iter().map(|(_, text)| text.clone()).collect();
            let vectors = self.embedder.embed(&texts).await?;
            for ((key, _), vector) in some.iter().zip(vectors) {
                let vector: Arc<[f32]> = vector.into();
                self.cache(|cache| cache.put(*key, Arc::clone(&vector)));
                known.insert(*key, vector);
            }
        }
        let vector =
            |text: &String| known.get(&hash(text.as_bytes())).cloned().ok_or(EmbedError::Broken);
        texts.iter().map(vector).collect()
    }

    fn cache<T>(&self, with: impl FnOnce(&mut LruCache<u128, Arc<[f32]>>) -> T) -> T {
        with(&mut self.cache.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

fn cosine(a: &[f32], b: &[f32]) -> f32 {
    let product = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
    let lengths = product(a, a).sqrt() * product(b, b).sqrt();
    product(a, b) / lengths.max(f32::EPSILON)
}

fn mean(numbers: impl Iterator<Item = f32>) -> f32 {
    let (sum, count) = numbers.fold((0.0, 0.0_f32), |(sum, count), n| (sum + n, count + 1.0));
    sum / count.max(1.0)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures_util::future::BoxFuture;

    use super::*;

    /// Places texts by how often they mention the sea, all of them far from zero.
    #[derive(Default)]
    struct Seaman {
        embedded: AtomicUsize,
        longest: AtomicUsize,
        fails: bool,
    }

    impl Embedder for Seaman {
        fn name(&self) -> &'static str {
            "seaman"
        }

        fn most_texts(&self) -> usize {
            2
        }

        fn embed<'a>(
            &'a self,
            texts: &'a [String],
        ) -> BoxFuture<'a, Result<Vec<Vec<f32>>, EmbedError>> {
            self.embedded.fetch_add(texts.len(), Ordering::Relaxed);
            let longest = texts.iter().map(String::len).max().unwrap_or_default();
            self.longest.fetch_max(longest, Ordering::Relaxed);
            let vector = |text: &String| match text.matches("ship").count() {
                0 => vec![3.0, 1.0, 0.0],
                1 => vec![3.0, 0.0, 1.0],
                _ => vec![3.0, 0.0, 3.0],
            };
            let vectors = if self.fails {
                Err(EmbedError::Unreachable)
            } else {
                Ok(texts.iter().map(vector).collect())
            };
            Box::pin(async { vectors })
        }
    }

    fn texts(texts: [&str; 3]) -> Vec<String> {
        texts.map(str::to_owned).into()
    }

    #[tokio::test]
    async fn the_scale_begins_where_anything_lies_and_ends_at_the_same() {
        let comparison = LikenessComparison::new(Arc::new(Seaman::default()));
        let texts = texts(["a ship of ships", "a ship", "a cow"]);
        let found = comparison.compare("ship, ship", &texts).await.unwrap();
        assert!((found[0] - 1.0).abs() < 1e-4, "{found:?}");
        assert!(found[1] > 0.2 && found[1] < 0.9, "{found:?}");
        assert!(found[2] < 1e-4, "as far as what is elsewhere: {found:?}");
    }

    #[tokio::test]
    async fn what_was_compared_lately_is_not_embedded_again() {
        let model = Arc::new(Seaman::default());
        let comparison = LikenessComparison::new(Arc::clone(&model) as _);
        let texts = texts(["a ship", "a cow", "a ship"]);
        comparison.compare("ship?", &texts).await.unwrap();
        let once = model.embedded.load(Ordering::Relaxed);
        assert_eq!(once, 1 + 2 + UNRELATED_TEXTS.len(), "no text twice");
        comparison.compare("ship?", &texts).await.unwrap();
        assert_eq!(model.embedded.load(Ordering::Relaxed), once);
    }

    #[tokio::test]
    async fn a_model_that_fails_tells_nothing() {
        let comparison =
            LikenessComparison::new(Arc::new(Seaman { fails: true, ..Seaman::default() }));
        let texts = texts(["a", "b", "c"]);
        assert!(comparison.compare("ship?", &texts).await.is_none());
    }

    #[tokio::test]
    async fn of_a_pasted_text_the_beginning_is_embedded() {
        let model = Arc::new(Seaman::default());
        let comparison = LikenessComparison::new(Arc::clone(&model) as _);
        comparison.question(&"ä".repeat(50_000)).await.unwrap();
        assert_eq!(model.longest.load(Ordering::Relaxed), MAX_QUESTION_LEN);
    }
}
