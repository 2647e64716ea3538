//! The engine as the configuration wants it, and keeping its index fresh.

use std::sync::Arc;

use anyhow::Context;
use tokio_util::sync::CancellationToken;

use super::config::{Config, ModelConfig, Secret};
use crate::rag::Rag;
use crate::rag::chat::Settings;
use crate::rag::corpus::index::Index;
use crate::rag::corpus::{Library, ingest};
use crate::rag::model::ChatModel;
use crate::rag::model::open_ai::{Endpoint, OpenAi, Patience};
use crate::rag::retrieval::keyword::Keyword;

/// The engine and the index that it stands on.
pub(super) struct Engine {
    rag: Rag,
    index: Arc<Index>,
}

impl Engine {
    /// Opens the index and builds the engine over it; indexes nothing yet.
    ///
    /// # Errors
    ///
    /// If the index cannot be opened, or the chat model cannot be set up.
    pub(super) fn open(config: &Config) -> anyhow::Result<Self> {
        let index = Arc::new(
            Index::open(&config.data)
                .with_context(|| format!("opening the index in {}", config.data.display()))?,
        );
        let rag = Rag {
            retriever: Arc::new(Keyword::new(Arc::clone(&index))),
            model: config.model.as_ref().map(model).transpose()?,
            library: Arc::new(Library::new(config.documents.clone())),
            settings: Settings {
                top: config.top,
                ..Settings::default()
            },
        };
        Ok(Self { rag, index })
    }

    /// The engine, to be shared.
    pub(super) fn rag(&self) -> Rag {
        self.rag.clone()
    }

    /// Brings the index up to date with the folder.
    ///
    /// # Errors
    ///
    /// If the index cannot be written.
    pub(super) async fn refresh(&self) -> anyhow::Result<()> {
        // The extraction of documents runs in children of this same binary.
        let program = std::env::current_exe().context("finding this program's own file")?;
        ingest::run(&self.rag.library, &self.index, &program).await?;
        Ok(())
    }

    /// Brings the index up to date until `stop`; what fails is logged.
    pub(super) async fn keep_fresh(&self, stop: CancellationToken) {
        let refreshed = stop.run_until_cancelled(self.refresh()).await;
        if let Some(Err(error)) = refreshed {
            tracing::error!(
                error = format!("{error:#}"),
                "the documents cannot be indexed"
            );
        }
    }
}

fn model(config: &ModelConfig) -> anyhow::Result<Arc<dyn ChatModel>> {
    let endpoint = match config {
        ModelConfig::OpenAi {
            base_url,
            key,
            model,
        } => Endpoint::open_ai(base_url, key.as_ref().map(Secret::reveal), model),
        ModelConfig::Azure {
            endpoint,
            deployment,
            api_version,
            key,
        } => Endpoint::azure(endpoint, deployment, api_version, key.reveal()),
    };
    let model = OpenAi::new(endpoint?, Patience::default())?;
    Ok(Arc::new(model))
}
