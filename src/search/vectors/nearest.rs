//! Semantic retrieval: finds the passages whose vectors are nearest to the question's.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use footnote_documents::hash::hash;
use footnote_models::embed::{EmbedError, Embedder, Precedence, Question};
use footnote_store::search::{Hit, Query};
use footnote_store::{Access, NearPassage, PassageStore, RetrieveError, StoreError, VectorKey};
use footnote_text::words::{as_sentence, beginning, words};
use lru::LruCache;

use crate::vectors::EmbeddedVectors;

/// Time limit for embedding a question; after that, it is answered by keywords alone.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Number of bytes of a question that are embedded: models for up to 8,192 tokens reject longer texts, and others read
/// less.
const MAX_QUESTION_LEN: usize = 16 * 1024;

/// Number of cached vectors of questions: one is searched for several times while it is answered.
const CACHED_QUESTIONS: NonZeroUsize = NonZeroUsize::MIN.saturating_add(255);

/// Minimum share of a question's letters that a model must know. An English model knows more than nine tenths of
/// English questions, but hardly ever six tenths of Chinese and Hindi ones.
const MIN_KNOWN_SHARE: f32 = 0.75;

/// Number of bytes of a question used to detect its language; the rest of pasted text is hardly ever in another.
const LANGUAGE_SAMPLE_BYTES: usize = 4_000;

/// Finds passages by their vectors.
pub struct NearestPassages {
    passages: Arc<dyn PassageStore>,
    vectors: EmbeddedVectors,
    embedder: Arc<dyn Embedder>,
    questions: Mutex<LruCache<u128, Arc<[f32]>>>,
    timeout: Duration,
}

/// The nearest passages, best first and without neighbours, and the time it took to embed the question; or a sentence
/// for the reader that says why there are none.
pub(crate) type NearestResult = Result<(Vec<Hit>, Duration), String>;

impl NearestPassages {
    /// Searches the `passages` that have `vectors`, for questions embedded with `embedder`.
    pub fn new(
        passages: Arc<dyn PassageStore>,
        vectors: EmbeddedVectors,
        embedder: Arc<dyn Embedder>,
    ) -> Self {
        let questions = Mutex::new(LruCache::new(CACHED_QUESTIONS));
        Self { passages, vectors, embedder, questions, timeout: TIMEOUT }
    }

    /// Marks a question as under way until the result is dropped: background work of the model gives way to it.
    pub(crate) fn precedence(&self) -> Option<Question> {
        self.embedder.precedence().map(Precedence::question)
    }

    /// Name of the embedding model.
    pub(crate) fn model(&self) -> &str {
        self.embedder.name()
    }

    /// True if the model knows the first words of a question; otherwise similarity is random.
    pub(crate) fn knows(&self, query: &Query) -> bool {
        self.embedder.knows(beginning(query.own(), LANGUAGE_SAMPLE_BYTES)) >= MIN_KNOWN_SHARE
    }

    /// The words of a question that the model's vocabulary has, in lower case.
    pub(crate) fn spelt(&self, query: &Query) -> BTreeSet<String> {
        let words = words(beginning(query.own(), LANGUAGE_SAMPLE_BYTES)).map(str::to_lowercase);
        words.filter(|word| self.embedder.has_word(word)).collect()
    }

    /// Number of passages with vectors, and of all that get one.
    pub(crate) fn counts(&self) -> (usize, usize) {
        self.vectors.counts()
    }

    /// The `most` nearest passages that the query's filters admit.
    pub(crate) async fn find(
        &self,
        query: &Query,
        most: usize,
    ) -> Result<NearestResult, RetrieveError> {
        if most == 0 || !query.text.contains(char::is_alphanumeric) {
            return Ok(Ok((Vec::new(), Duration::ZERO)));
        }
        if self.vectors.counts().0 == 0 {
            let reason = "The passages are not embedded yet.";
            return Ok(Err(reason.to_owned()));
        }
        let begun = Instant::now();
        match self.embedded(&query.text).await {
            Ok(question) => {
                let took = begun.elapsed();
                self.near((question, took), query, most).await
            }
            Err(error) => Ok(Err(as_sentence(&error.to_string()))),
        }
    }

    /// The vector of a question.
    async fn embedded(&self, text: &str) -> Result<Arc<[f32]>, EmbedError> {
        let beginning = beginning(text, MAX_QUESTION_LEN);
        let key = hash(beginning.as_bytes());
        if let Some(vector) = self.cache().get(&key) {
            return Ok(Arc::clone(vector));
        }
        let texts = [format!("{}{beginning}", self.embedder.prefixes().question)];
        let vectors = tokio::time::timeout(self.timeout, self.embedder.embed(&texts)).await;
        let vectors = vectors.unwrap_or(Err(EmbedError::TooSlow))?;
        let vector: Arc<[f32]> = vectors.into_iter().next().ok_or(EmbedError::Broken)?.into();
        self.cache().put(key, Arc::clone(&vector));
        Ok(vector)
    }

    fn cache(&self) -> MutexGuard<'_, LruCache<u128, Arc<[f32]>>> {
        self.questions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn near(
        &self,
        (question, took): (Arc<[f32]>, Duration),
        query: &Query,
        most: usize,
    ) -> Result<NearestResult, RetrieveError> {
        match self.vectors.nearest(&question, most, query).await {
            Ok(near) => Ok(Ok((self.read(near, query).await?, took))),
            Err(error @ StoreError::Mismatch(_)) => {
                tracing::error!("{error}");
                let reason = "The embedding model is not the one that embedded the passages.";
                Ok(Err(reason.to_owned()))
            }
            Err(error) => Ok(Err(as_sentence(&error.to_string()))),
        }
    }

    /// Reads the found passages, except those that have changed since they were embedded.
    async fn read(
        &self,
        mut near: Vec<NearPassage>,
        query: &Query,
    ) -> Result<Vec<Hit>, RetrieveError> {
        near.retain(|near| near.score > 0.0);
        let places = near.iter().map(|near| (near.path.clone(), near.ordinal)).collect();
        let passages = self.passages.at(places, Access::Of(&query.reader)).await?;
        let found = near.into_iter().zip(passages).filter_map(|(near, passage)| {
            let is_current =
                |passage: &_| VectorKey::of(passage) == near.key && query.admits(passage);
            let passage = passage.filter(is_current)?;
            Some(Hit { passage, score: near.score, ..Hit::default() })
        });
        Ok(found.collect())
    }
}
