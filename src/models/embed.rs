//! Embedding models: texts become vectors that lie near each other where the texts mean alike.

use futures_util::future::BoxFuture;

/// The error of texts that could not be embedded.
///
/// No variant carries text of the provider that could hold a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EmbedError {
    /// No connection, or it broke.
    #[error("the embedding model cannot be reached")]
    Unreachable,
    /// It took too long.
    #[error("the embedding model took too long")]
    TooSlow,
    /// It is asked too often.
    #[error("the embedding model received too many requests")]
    RateLimited,
    /// The key or the model's name is wrong.
    #[error("the embedding model rejected the API key or the model's name")]
    Unauthorised,
    /// It does not take these texts; fewer or shorter ones may pass.
    #[error("the embedding model refused the text")]
    Refused,
    /// It answered with an error, or with something that is no vector for each text.
    #[error("the embedding model answered with an error")]
    Broken,
}

/// Prefixes that a model was trained with, to tell questions from passages; mostly none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prefixes {
    /// Before each question.
    pub question: String,
    /// Before each passage.
    pub passage: String,
}

static NONE: Prefixes = Prefixes { question: String::new(), passage: String::new() };

impl Prefixes {
    /// Fills the empty prefixes from `others`.
    #[must_use]
    pub fn or(self, others: Self) -> Self {
        let first = |own: String, other| if own.is_empty() { other } else { own };
        Self {
            question: first(self.question, others.question),
            passage: first(self.passage, others.passage),
        }
    }
}

/// Turns texts into vectors.
///
/// Contract: one vector for each text, in order, all of one length, finite and none of zeros only;
/// the length is always the same.
pub trait Embedder: Send + Sync {
    /// The model's name: vectors of different models cannot be compared.
    fn name(&self) -> &str;

    /// The prefixes that callers put before the texts.
    fn prefixes(&self) -> &Prefixes {
        &NONE
    }

    /// The fingerprint of the vectors of passages: the model's name with the prefix of passages.
    fn fingerprint(&self) -> String {
        match self.prefixes().passage.as_str() {
            "" => self.name().to_owned(),
            before => format!("{} with '{before}' before passages", self.name()),
        }
    }

    /// The most texts of one call.
    fn most_texts(&self) -> usize;

    /// The share of a text's words that the model knows, from 0 to 1; 1 where that is unclear.
    fn knows(&self, _text: &str) -> f32 {
        1.0
    }

    /// The vectors of `texts`. Dropping the future ends the call.
    fn embed<'a>(&'a self, texts: &'a [String])
    -> BoxFuture<'a, Result<Vec<Vec<f32>>, EmbedError>>;
}
