//! Descriptions of images and scans: an OCR program or a vision model describes each document once, and the result is
//! stored.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Read as _};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use footnote_documents::Record;
use footnote_documents::attach::{Image, image_type};
use footnote_documents::hash::hash;
use footnote_extract::ScanTool;
use footnote_models::{ChatModel, ModelError, ModelSlot, Prompt};
use footnote_protocol::Message;
use footnote_store::StoreError;

use super::descriptions::Maker;
pub(super) use super::descriptions::Outcomes;
pub use super::descriptions::{Descriptions, FOLDER};
use super::open::{self, DocumentLocation, OpenFile};
pub use super::scanning::ScanError;
use super::{Library, scanning};

/// Maximum size of an image in bytes, the common limit of model hosts.
const MAX_BYTES: u64 = 10 * 1024 * 1024;

/// Number of bytes from which the format of an image is detected.
const SNIFFED_BYTES: u64 = 16;

/// Maximum number of tokens of a description: a page of text word for word.
const MAX_TOKENS: u32 = 1_500;

/// Time limit for a description.
const TIMEOUT: Duration = Duration::from_mins(2);

const PROMPT: &str = "Describe this image for people who search their documents. First write out all text in \
    it, word for word; a table or a diagram with numbers as a Markdown table. Then say in two to five plain \
    sentences what it shows. Write no headings, and nothing that cannot be seen in it.";

/// Maximum number of attempts within [`TRIES_LIFETIME`] if the reasons for failure may be temporary.
const MAX_TRIES: u8 = 3;

/// Time after which failed attempts are forgotten, since the reasons may have passed.
const TRIES_LIFETIME: Duration = Duration::from_hours(1);

/// Describes images and scans with an OCR program and a vision model.
pub struct Describer {
    model: Option<ModelSlot>,
    scanner: Option<ScanTool>,
    descriptions: Descriptions,
    /// Number of failed attempts per document.
    tries: Mutex<FailedTries>,
}

/// Number of failed attempts per document and maker.
struct FailedTries {
    since: Instant,
    of: HashMap<(u128, Maker), u8>,
}

/// The next document to describe.
struct Undescribed {
    record: Arc<Record>,
    maker: Maker,
    place: DocumentLocation,
}

impl Describer {
    /// Creates a describer from the model in this slot, which must be a vision model, and an OCR program.
    pub fn new(
        model: Option<ModelSlot>,
        scanner: Option<ScanTool>,
        descriptions: Descriptions,
    ) -> Self {
        let tries = FailedTries { since: Instant::now(), of: HashMap::new() };
        Self { model, scanner, descriptions, tries: Mutex::new(tries) }
    }

    /// Describes the next image or scan without a description, preferring those with the fewest failed attempts.
    /// Returns true if it has words now; `None` if there was none, or nothing to describe it with. `program` extracts
    /// documents from mails and renders scans.
    ///
    /// A document that cannot be described is logged.
    ///
    /// # Errors
    ///
    /// Fails if the model cannot be asked, or the description cannot be stored. The image is retried a few times.
    pub async fn next(
        &self,
        library: &Library,
        program: &Path,
    ) -> Result<Option<bool>, DescribeError> {
        let model = self.model.as_ref().and_then(ModelSlot::current);
        if model.is_none() && self.scanner.is_none() {
            return Ok(None);
        }
        let known = self.descriptions.known().await?;
        let has_model = model.is_some();
        let Some(next) = self.next_undescribed(library, &known, has_model).await? else {
            return Ok(None);
        };
        let Undescribed { record, maker, place } = next;
        let Some(source) = place.file(program).await else {
            self.count(record.content, maker, 1);
            return Ok(Some(false));
        };
        let described = match (maker, &self.scanner, model) {
            (Maker::Scanner, Some(tool), _) => {
                self.scan(library, tool, (&record, source), program).await
            }
            (_, _, Some(model)) => self.describe(model.as_ref(), record.content, source).await,
            _ => return Ok(None),
        };
        match described {
            Ok(is_described) => Ok(Some(is_described)),
            Err(DescriptionFault::Document(reason)) => {
                tracing::warn!(path = record.path, reason, "an image is not described");
                self.descriptions.keep(record.content, maker, "").await?;
                Ok(Some(false))
            }
            Err(DescriptionFault::Outside(error)) => {
                self.count(record.content, maker, 1);
                Err(error)
            }
        }
    }

    /// Returns the next document, and the maker that describes it.
    async fn next_undescribed(
        &self,
        library: &Library,
        known: &HashMap<u128, Outcomes>,
        has_model: bool,
    ) -> Result<Option<Undescribed>, StoreError> {
        for (record, maker) in self.undescribed(library, known, has_model).await? {
            let path = record.path.as_str();
            let Ok(Some((outer, file))) = open::file_of(library, path).await? else {
                continue;
            };
            let found = library.record(outer).await?;
            let place = found.and_then(|found| open::location(path, (outer, file), &found));
            if let Some(place) = place {
                return Ok(Some(Undescribed { record, maker, place }));
            }
        }
        Ok(None)
    }

    /// Returns the documents that may be described, those with the fewest failed attempts first.
    async fn undescribed(
        &self,
        library: &Library,
        known: &HashMap<u128, Outcomes>,
        has_model: bool,
    ) -> Result<Vec<(Arc<Record>, Maker)>, StoreError> {
        let wordless = library.every_wordless().await?.into_iter();
        let tries = self.tries();
        let vain = |one: &(Arc<Record>, Maker)| {
            tries.of.get(&(one.0.content, one.1)).copied().unwrap_or(0)
        };
        let mut undescribed: Vec<_> = wordless
            .filter_map(|record| {
                let outcomes = known.get(&record.content).copied().unwrap_or_default();
                let may = |maker: &Maker| {
                    !outcomes.has_tried(*maker) && vain(&(Arc::clone(&record), *maker)) < MAX_TRIES
                };
                let mut makers = self.makers(&record, has_model).into_iter().flatten();
                let maker = makers.find(may).filter(|_| !outcomes.has_words())?;
                Some((record, maker))
            })
            .collect();
        // Documents of which nothing is known come before pictures in others.
        undescribed.sort_by_key(|one| (vain(one), one.0.is_ready()));
        Ok(undescribed)
    }

    /// Returns the makers that can describe a document, in order of preference.
    fn makers(&self, record: &Record, has_model: bool) -> [Option<Maker>; 2] {
        [
            self.scanner.is_some().then_some(Maker::Scanner),
            (has_model && record.is_image()).then_some(Maker::Model),
        ]
    }

    fn tries(&self) -> MutexGuard<'_, FailedTries> {
        let mut tries = self.tries.lock().unwrap_or_else(PoisonError::into_inner);
        if tries.since.elapsed() > TRIES_LIFETIME {
            *tries = FailedTries { since: Instant::now(), of: HashMap::new() };
        }
        tries
    }

    /// Adds failed attempts of a maker at a document.
    fn count(&self, content: u128, maker: Maker, more: u8) {
        let mut tries = self.tries();
        let counted = tries.of.entry((content, maker)).or_default();
        *counted = counted.saturating_add(more);
    }

    /// Reads a document as a scan. Returns false if there are no words, or if another document has taken its place.
    /// Words read from an image with low confidence are most likely no words, so the image is left to a model.
    async fn scan(
        &self,
        library: &Library,
        tool: &ScanTool,
        (record, source): (&Record, OpenFile),
        program: &Path,
    ) -> Result<bool, DescriptionFault> {
        if scanning::content(&source).await.map_err(DescribeError::from)? != record.content {
            // The new document gets its turn once it has been indexed.
            self.count(record.content, Maker::Scanner, MAX_TRIES);
            return Ok(false);
        }
        let words = scanning::words(library, (&source, record), tool, program).await;
        let words = words.map_err(DescribeError::from)?;
        let words = words.filter(|words| !(words.is_poor() && record.is_image()));
        let text = words.map(|words| words.text).unwrap_or_default();
        let kept = self.descriptions.keep(record.content, Maker::Scanner, &text).await;
        kept.map_err(DescribeError::from)?;
        Ok(!text.is_empty())
    }

    /// Describes the image with this hash. Returns false if another image has taken its place.
    async fn describe(
        &self,
        model: &dyn ChatModel,
        expected: u128,
        source: OpenFile,
    ) -> Result<bool, DescriptionFault> {
        let image = read(source).await?;
        if hash(&image.bytes) != expected {
            // The new image gets its turn once it has been indexed.
            self.count(expected, Maker::Model, MAX_TRIES);
            return Ok(false);
        }
        let reply = footnote_models::reply(model, prompt(image), TIMEOUT).await?;
        let written = reply.text.trim();
        if written.is_empty() {
            return Err(DescriptionFault::Document("the model wrote nothing".to_owned()));
        }
        let text = format!("{}\n{written}\n", model.name());
        let kept = self.descriptions.keep(expected, Maker::Model, &text).await;
        kept.map_err(DescribeError::from)?;
        Ok(true)
    }
}

/// The reason why images cannot be described at the moment.
#[derive(Debug, thiserror::Error)]
pub enum DescribeError {
    /// The model cannot be asked.
    #[error(transparent)]
    Model(ModelError),
    /// Scans cannot be read.
    #[error(transparent)]
    Scan(#[from] ScanError),
    /// The image cannot be read.
    #[error("an image cannot be read")]
    Unread(#[source] io::Error),
    /// The images cannot be listed, or their descriptions cannot be read or stored.
    #[error("the images cannot be listed, or their descriptions cannot be read or stored")]
    Store(#[from] StoreError),
}

/// The reason why a document is not described.
enum DescriptionFault {
    /// A problem of the document itself, worded for the log.
    Document(String),
    /// A problem outside of the document, which may be temporary.
    Outside(DescribeError),
}

impl From<DescribeError> for DescriptionFault {
    fn from(error: DescribeError) -> Self {
        Self::Outside(error)
    }
}

impl From<ModelError> for DescriptionFault {
    fn from(error: ModelError) -> Self {
        match error {
            ModelError::Filtered | ModelError::TooLong(_) => Self::Document(error.to_string()),
            _ => Self::Outside(DescribeError::Model(error)),
        }
    }
}

/// Reads the image in this file.
async fn read(source: OpenFile) -> Result<Image, DescriptionFault> {
    let read = tokio::task::spawn_blocking(move || image(&source.fs_path())).await;
    read.map_err(io::Error::other).map_err(DescribeError::Unread)?
}

/// Reads the image in the file at `place`.
fn image(place: &Path) -> Result<Image, DescriptionFault> {
    let error = |reason: &str| DescriptionFault::Document(reason.to_owned());
    let (mut file, size) = fs::File::open(place)
        .and_then(|file| file.metadata().map(|metadata| (file, metadata.len())))
        .map_err(DescribeError::Unread)?;
    if size > MAX_BYTES {
        return Err(error("it is larger than 10 MB"));
    }
    let mut bytes = Vec::new();
    let begun = (&mut file).take(SNIFFED_BYTES).read_to_end(&mut bytes);
    begun.map_err(DescribeError::Unread)?;
    let content_type = image_type(&bytes).ok_or_else(|| error("models do not take its format"))?;
    file.take(MAX_BYTES).read_to_end(&mut bytes).map_err(DescribeError::Unread)?;
    Ok(Image { source: String::new(), content_type: content_type.to_owned(), bytes })
}

fn prompt(image: Image) -> Prompt {
    Prompt {
        messages: vec![Message::user(PROMPT)],
        images: vec![image],
        temperature: Some(0.0),
        max_tokens: MAX_TOKENS,
        ..Prompt::default()
    }
}

#[cfg(test)]
mod tests;
