//! A cross-encoder of one's own: a model that reads a question and a passage together, and scores how well the
//! passage answers.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;

use super::encoder::{Encoder, Linear};
use super::error::LocalError;
use super::tokenizer::TextTokenizer;
use super::weights::Weights;
use super::{batches, computed, config};
use crate::rerank::CrossEncoder;

/// A cross-encoder of the BERT family, as sentence-transformers keeps them: the row of the first token goes
/// through a layer with tanh, and another makes one number of it.
pub struct LocalRanker {
    name: String,
    model: Arc<CrossEncoderModel>,
}

struct CrossEncoderModel {
    tokenizer: TextTokenizer,
    encoder: Encoder,
    pooler: Linear,
    classifier: Linear,
}

impl LocalRanker {
    /// Reads the model in `folder`; blocks.
    ///
    /// # Errors
    ///
    /// If a file is missing or broken, the model is of another family, or it has more scores than one.
    pub fn open(folder: &Path) -> Result<Self, LocalError> {
        let (config, name) = config::encoder_config(folder)?;
        let tokenizer = TextTokenizer::read(folder, config.positions)?;
        let mut weights = Weights::open(folder.join("model.safetensors"))?;
        let pooler = Linear::read(&mut weights, "pooler.dense", config.hidden, config.hidden)?;
        let classifier = Linear::read(&mut weights, "classifier", config.hidden, 1)?;
        let encoder = Encoder::read(&mut weights, &config)?;
        let model = CrossEncoderModel { tokenizer, encoder, pooler, classifier };
        // Some faults only show when a pair is read.
        let pair = model.score("a question", &["a passage".to_owned()], &AtomicBool::new(false));
        if pair.is_none() {
            return Err(LocalError::content(folder, "it does not read pairs of texts"));
        }
        Ok(Self { name, model: Arc::new(model) })
    }
}

impl CrossEncoder for LocalRanker {
    fn name(&self) -> &str {
        &self.name
    }

    fn score<'a>(
        &'a self,
        question: &'a str,
        passages: &'a [String],
    ) -> BoxFuture<'a, Option<Vec<f32>>> {
        let (model, question) = (Arc::clone(&self.model), question.to_owned());
        let passages = passages.to_vec();
        let scored = computed(move |stop| model.score(&question, &passages, stop));
        scored.map(Option::flatten).boxed()
    }
}

impl CrossEncoderModel {
    fn score(&self, question: &str, passages: &[String], stop: &AtomicBool) -> Option<Vec<f32>> {
        let pairs = passages.iter().map(|passage| self.tokenizer.pair(question, passage));
        let pairs: Vec<_> = pairs.collect::<Option<_>>()?;
        let mut scores = Vec::with_capacity(pairs.len());
        for some in batches(&pairs) {
            for rows in self.encoder.rows(some, stop).ok()? {
                scores.push(self.head(&rows)?);
            }
        }
        scores.iter().all(|score| score.is_finite()).then_some(scores)
    }

    /// The score of a pair from its rows.
    fn head(&self, rows: &[f32]) -> Option<f32> {
        let mut pooling = self.pooler.times(rows.get(..self.pooler.outputs())?);
        for number in &mut pooling {
            *number = number.tanh();
        }
        self.classifier.times(&pooling).first().copied()
    }
}
