//! Cross-encoders: models that read a question and a passage together.

use futures_util::future::BoxFuture;

/// Scores how well passages answer a question.
pub trait CrossEncoder: Send + Sync {
    /// The model's name.
    fn name(&self) -> &str;

    /// The score of each passage, in order: a logit, above zero where it rather answers. `None` if they cannot be
    /// read. Dropping the future ends the work.
    fn score<'a>(
        &'a self,
        question: &'a str,
        passages: &'a [String],
    ) -> BoxFuture<'a, Option<Vec<f32>>>;
}
