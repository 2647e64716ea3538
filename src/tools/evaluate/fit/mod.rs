//! Fitting the weights for choosing statements and for refusing questions, on labelled statements.

mod adam;
mod examples;
mod labelled;
mod published;
mod report;
mod training;

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use footnote_answers::weigh::Weights;
use footnote_engine::config::{Config, Settings};

use self::training::Fitted;

/// The arguments of `footnote fit`.
#[derive(Args)]
pub struct FitArguments {
    /// Files of labelled questions: those of `SelQA` (`.json`), of QED (`.jsonlines`), or JSON Lines with `id`, `question`, `title`,
    /// `section`, `sentences` and `true`, the positions of those that answer.
    #[arg(required = true)]
    pub marks: Vec<PathBuf>,
    /// Use this many questions of each file, chosen by a hash.
    #[arg(long, default_value_t = 2000)]
    pub most: usize,
    /// Only measure the built-in weights.
    #[arg(long)]
    pub measure: bool,
    /// Write the weights to this file; the weights of the other side stay as built in.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// The settings. With an embedding model, the weights with vectors are fitted, otherwise those for words alone.
    #[command(flatten)]
    pub settings: Settings,
}

impl FitArguments {
    /// Returns the settings; a folder of documents is not needed.
    pub fn settings(&self) -> Settings {
        let mut settings = self.settings.clone();
        settings.documents.get_or_insert_with(|| ".".to_owned());
        settings
    }
}

/// Fits the weights, and prints what each feature is worth.
///
/// # Errors
///
/// Fails if something cannot be read or written.
pub async fn run(
    config: Config,
    arguments: &FitArguments,
    mut say: impl FnMut(&str) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut all = Vec::new();
    for path in &arguments.marks {
        all.push(examples::of(&config, path, arguments.most).await?);
    }
    let with_vectors = config.embedding.is_some();
    let built_in = Weights::fitted();
    let kinds = built_in.kinds.clone();
    let before = Fitted { sums: built_in.sums(with_vectors).clone(), kinds };
    let before = report::measured(&all, &before);
    if arguments.measure {
        return say(&before);
    }
    let fitted = training::fit(&all, with_vectors, built_in);
    if let Some(path) = &arguments.out {
        let weights = merged(built_in, fitted.clone(), with_vectors);
        let text = serde_json::to_string_pretty(&weights)?;
        std::fs::write(path, text + "\n").with_context(|| format!("writing {}", path.display()))?;
    }
    say(&format!("As built in\n{before}"))?;
    say(&report::in_words(&all, &fitted))?;
    for name in report::used_features(&fitted) {
        say(&report::without(&all, &fitted, name))?;
    }
    Ok(())
}

/// Returns the weights of both sides, one of them newly fitted.
fn merged(built_in: &Weights, fitted: Fitted, with_vectors: bool) -> Weights {
    let mut weights = built_in.clone();
    if with_vectors {
        weights.vectors = fitted.sums;
    } else {
        weights.words = fitted.sums;
        weights.kinds = fitted.kinds;
    }
    weights
}
