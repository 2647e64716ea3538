//! The engine, assembled from its configuration.

pub mod backup;
pub mod config;
mod describing;
pub mod forgetting;
mod fresh;
mod kept;
mod leases;
mod meaning;
mod model;
mod place;
pub mod restoring;
mod stores;
mod suggesting;
mod uploads;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use footnote_answers::{Rag, Settings, Workers};
use footnote_documents::acl::Reader;
use footnote_documents::{Passage, Record};
use footnote_library::Library;
use footnote_library::describe::{Describer, Descriptions};
use footnote_library::ingest::{self, Extractors, Watch};
use footnote_library::uploads::Uploads;
use footnote_models::choice::ModelChoice;
use footnote_search::Retriever;
use footnote_search::index::{EmbeddedIndex, Index, MemoryCatalog};
use footnote_search::keyword::Keyword;
use footnote_store::{
    Access, Catalog, DESCRIBING_LEASE, EMBEDDING_LEASE, InsightStore, KeyStore, Sessions, Stores,
};
pub use kept::{KeptCounts, counted};
use meaning::SemanticSearch;
pub use place::CONVERSATIONS_FILE;
use place::Place;
use stores::OpenedStores;
pub use stores::keys;

use crate::config::{Config, ReaderHeaders};

/// Pause before a failed read is retried.
const RETRY_PAUSE: Duration = Duration::from_millis(200);

/// Maximum number of consecutive failures before describing images and scans is given up for now.
const MAX_FAILURES: usize = 3;

/// The engine, with its stores and models.
pub struct Engine {
    rag: Rag,
    stores: Stores,
    meaning: Option<SemanticSearch>,
    choice: ModelChoice,
    uploads: Uploads,
    descriptions: Descriptions,
    describer: Option<Describer>,
    readers: ReaderHeaders,
    /// True if readers sign in here.
    signs_in: bool,
    place: Place,
}

impl Engine {
    /// Opens the stores and builds the engine over them. Does not index anything yet.
    ///
    /// # Errors
    ///
    /// Fails if a store cannot be opened or the chat model cannot be set up.
    pub async fn open(config: &Config) -> anyhow::Result<Self> {
        let opened = OpenedStores::open(config).await?;
        let catalog = Arc::clone(&opened.stores.catalog);
        Self::with(config, opened, catalog, model::chosen(config)?)
    }

    /// Opens the index and brings it up to date. If passages cannot be embedded, keywords still find them.
    ///
    /// # Errors
    ///
    /// Fails if the index cannot be opened or written, or a model cannot be set up.
    pub async fn ready(config: &Config) -> anyhow::Result<Self> {
        let engine = Self::open(config).await?;
        engine.read(None).await?;
        if let Err(error) = engine.embed().await {
            tracing::warn!("searching by words alone: {error:#}");
        }
        Ok(engine)
    }

    /// Builds the engine over an open index, with the vectors in folder `vectors`. Uses only the configured chat model,
    /// so that measurements do not depend on a reader's choice.
    ///
    /// # Errors
    ///
    /// Fails if a model cannot be set up.
    pub fn over(config: &Config, index: Arc<Index>, vectors: &Path) -> anyhow::Result<Self> {
        let index = EmbeddedIndex::new(index);
        let meaning = SemanticSearch::open(config, vectors)?.map(|kept| kept.over(&index));
        // Measurements are about passages, so the catalog of document names stays empty.
        let catalog = Arc::new(MemoryCatalog::default());
        let opened = OpenedStores { stores: Stores::from(index), meaning, place: Place::Folders };
        Self::with(config, opened, catalog, model::named(config)?)
    }

    /// Builds the engine over the configured stores, to be filled with [`Self::write`]. Like [`Self::over`], uses only
    /// the configured chat model.
    ///
    /// # Errors
    ///
    /// Fails if a store cannot be opened or a model cannot be set up.
    pub async fn measured(config: &Config) -> anyhow::Result<Self> {
        let catalog = Arc::new(MemoryCatalog::default());
        Self::with(config, OpenedStores::open(config).await?, catalog, model::named(config)?)
    }

    /// Writes passages, each as a document of its own with the given record. Does nothing if the store already has
    /// documents.
    ///
    /// # Errors
    ///
    /// Fails if the stores cannot be read or written.
    pub async fn write(&self, documents: Vec<(Record, Passage)>) -> anyhow::Result<()> {
        let Stores { catalog, writer, .. } = &self.stores;
        writer.begin_pass().await?;
        if catalog.counts(Access::Full).await?.all() > 0 {
            return Ok(());
        }
        for (record, passage) in documents {
            writer.begin(&record.path).await?;
            writer.append(vec![passage]).await?;
            writer.finish(record).await?;
        }
        writer.commit().await?;
        Ok(writer.optimize().await?)
    }

    fn with(
        config: &Config,
        OpenedStores { stores, meaning, place }: OpenedStores,
        catalog: Arc<dyn Catalog>,
        choice: ModelChoice,
    ) -> anyhow::Result<Self> {
        let uploads = place.uploads(config)?;
        let library = Library::over(uploads.folders(config), catalog);
        let passages = Arc::clone(&stores.passages);
        let retriever: Arc<dyn Retriever> = match &meaning {
            Some(meaning) => Arc::new(meaning.retriever(passages)),
            None => Arc::new(Keyword::new(passages)),
        };
        let descriptions = place.descriptions(config);
        let sees = config.terms.sees;
        let scanner = describing::scanner(config.scans.as_ref());
        let describer = (sees || scanner.is_some())
            .then(|| Describer::new(sees.then(|| choice.slot()), scanner, descriptions.clone()));
        let rag = Rag {
            retriever,
            library: Arc::new(library),
            model: choice.slot(),
            settings: answering(config),
            workers: Workers::default(),
            reader: Reader::default(),
            scope: None,
        };
        let uploads = uploads.uploads(config);
        Ok(Self {
            rag,
            stores,
            meaning,
            choice,
            uploads,
            descriptions,
            describer,
            readers: config.readers.clone(),
            signs_in: config.sign_in.is_some(),
            place,
        })
    }

    /// A shareable handle of the engine.
    pub fn rag(&self) -> Rag {
        self.rag.clone()
    }

    /// The choice of the chat model.
    pub fn choice(&self) -> ModelChoice {
        self.choice.clone()
    }

    /// The store of conversations.
    pub fn sessions(&self, config: &Config) -> Sessions {
        self.place.sessions(config)
    }

    /// The store of insights; `None` if none are kept.
    pub fn insights(&self, config: &Config) -> Option<Arc<dyn InsightStore>> {
        config.insights.keep().then(|| self.place.insights(config))
    }

    /// The store of keys.
    pub fn keys(&self, config: &Config) -> Arc<dyn KeyStore> {
        self.place.keys(config)
    }

    /// The uploaded documents.
    pub fn uploads(&self) -> Uploads {
        self.uploads.clone()
    }

    /// Brings the index up to date with the folder, and with what `watch` reports meanwhile.
    ///
    /// # Errors
    ///
    /// Fails if the index cannot be written.
    pub async fn read(&self, watch: Option<&Watch>) -> anyhow::Result<()> {
        let program = program()?;
        let means = Extractors { program: &program, descriptions: Some(&self.descriptions) };
        ingest::follow(&self.rag.library, &self.stores, means, watch).await?;
        Ok(())
    }

    /// Describes the next image or scan without a description. Returns true if it has words now; `None` if there was
    /// none, or if neither a vision model nor an OCR program is available.
    ///
    /// # Errors
    ///
    /// Fails if the model does not answer, the program cannot be started, or the description cannot be stored.
    pub(crate) async fn describe(&self) -> anyhow::Result<Option<bool>> {
        let Some(describer) = &self.describer else {
            return Ok(None);
        };
        let Some(_lease) = self.stores.lease.acquire(DESCRIBING_LEASE).await? else {
            return Ok(None);
        };
        Ok(describer.next(&self.rag.library, &program()?).await?)
    }

    /// Embeds new passages, if there is an embedding model.
    ///
    /// # Errors
    ///
    /// Fails if the model does not respond or the vectors cannot be written.
    pub async fn embed(&self) -> anyhow::Result<()> {
        self.embed_or_follow().await.map(drop)
    }

    /// The same. Returns false if another machine embeds, so that its vectors were only read.
    async fn embed_or_follow(&self) -> anyhow::Result<bool> {
        let Some(meaning) = &self.meaning else {
            return Ok(true);
        };
        let lease = self.stores.lease.acquire(EMBEDDING_LEASE).await?;
        match &lease {
            Some(_) => meaning.refresh(&self.rag.library).await?,
            None => meaning.follow(&self.rag.library).await?,
        }
        Ok(lease.is_some())
    }

    /// Describes images and scans until all are described or the model keeps failing. Returns true if any have words
    /// now.
    async fn describe_all(&self) -> bool {
        let (mut any, mut failures) = (false, 0);
        while failures < MAX_FAILURES {
            match self.describe().await {
                Ok(Some(has_words)) => (any, failures) = (any | has_words, 0),
                Ok(None) => break,
                Err(error) => {
                    tracing::warn!("an image or a scan is left without a description: {error:#}");
                    failures += 1;
                }
            }
        }
        any
    }

    /// Brings the index up to date with the folders, and the vectors with the index.
    ///
    /// # Errors
    ///
    /// Fails if either cannot be written, or if the embedding model does not respond.
    pub async fn refresh(&self) -> anyhow::Result<()> {
        if let Err(error) = self.read(None).await {
            tracing::warn!("trying again: {error:#}");
            tokio::time::sleep(RETRY_PAUSE).await;
            self.read(None).await?;
        }
        if self.describe_all().await {
            self.read(None).await?;
        }
        self.embed().await
    }
}

/// Path of this executable, which is run as a child process to extract documents.
///
/// Prefers the running executable as the system names it, since its file may have been replaced by a newer version.
///
/// # Errors
///
/// Fails if the path is unknown.
pub fn program() -> anyhow::Result<PathBuf> {
    let running = PathBuf::from("/proc/self/exe");
    if running.exists() {
        return Ok(running);
    }
    std::env::current_exe().context("finding this program's own file")
}

/// Returns the settings of answers.
fn answering(config: &Config) -> Settings {
    Settings {
        top: config.top,
        source_tokens: config.source_tokens,
        lookup_time: config.lookup_time,
        is_sample: config.is_sample,
        ..Settings::default()
    }
}
