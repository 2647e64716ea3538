//! Embedding models, which map texts to vectors so that similar meanings are close together.

use futures_util::future::BoxFuture;

pub use crate::precedence::{Precedence, Question};

/// Error of embedding texts.
///
/// No variant contains text from the provider, since that could hold a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EmbedError {
    /// The connection failed.
    #[error("the embedding model cannot be reached")]
    Unreachable,
    /// Timed out.
    #[error("the embedding model took too long")]
    TooSlow,
    /// Too many requests.
    #[error("the embedding model received too many requests")]
    RateLimited,
    /// The key or the model's name is wrong.
    #[error("the embedding model rejected the API key or the model's name")]
    Unauthorised,
    /// The texts were rejected. Fewer or shorter ones may be accepted.
    #[error("the embedding model refused the text")]
    Refused,
    /// An error response, or a response without one vector per text.
    #[error("the embedding model answered with an error")]
    Broken,
}

/// Prefixes that a model was trained with to tell questions from passages; usually empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prefixes {
    /// Prefix of questions.
    pub question: String,
    /// Prefix of passages.
    pub passage: String,
}

static NONE: Prefixes = Prefixes { question: String::new(), passage: String::new() };

impl Prefixes {
    /// Fills empty prefixes from `others`.
    #[must_use]
    pub fn or(self, others: Self) -> Self {
        let first = |own: String, other| if own.is_empty() { other } else { own };
        Self {
            question: first(self.question, others.question),
            passage: first(self.passage, others.passage),
        }
    }
}

/// Maps texts to vectors.
///
/// Contract: returns one vector per text, in order. All vectors have the same length in every call; they are finite and
/// not zero.
pub trait Embedder: Send + Sync {
    /// Name of the model. Vectors of different models cannot be compared.
    fn name(&self) -> &str;

    /// Prefixes that callers put before the texts.
    fn prefixes(&self) -> &Prefixes {
        &NONE
    }

    /// Fingerprint of the passages' vectors: the model's name and the prefix of passages.
    fn fingerprint(&self) -> String {
        match self.prefixes().passage.as_str() {
            "" => self.name().to_owned(),
            before => format!("{} with '{before}' before passages", self.name()),
        }
    }

    /// Maximum number of texts per call.
    fn most_texts(&self) -> usize;

    /// Share of a text's letters in words that the model knows, from 0 to 1; 1 if unknown.
    fn knows(&self, _text: &str) -> f32 {
        1.0
    }

    /// True if the model has `word` as a whole in its vocabulary, where hardly any misspelt word is; false if unknown.
    fn has_word(&self, _word: &str) -> bool {
        false
    }

    /// Number of calls that are made at once for passages.
    fn most_calls(&self) -> usize {
        2
    }

    /// The questions under way, if the model gives way to them.
    fn precedence(&self) -> Option<&Precedence> {
        None
    }

    /// Embeds `texts` for a reader who waits. Dropping the future cancels the call.
    fn embed<'a>(&'a self, texts: &'a [String])
    -> BoxFuture<'a, Result<Vec<Vec<f32>>, EmbedError>>;

    /// Embeds `texts` that nobody waits for; gives way to questions where the model can.
    fn embed_passages<'a>(
        &'a self,
        texts: &'a [String],
    ) -> BoxFuture<'a, Result<Vec<Vec<f32>>, EmbedError>> {
        self.embed(texts)
    }
}
