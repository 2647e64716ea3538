//! Images in words: a model that sees describes each once, and what it wrote is kept.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Read as _};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use footnote_documents::Record;
use footnote_documents::attach::{Image, image_type};
use footnote_documents::hash::hash;
use footnote_models::{ChatModel, ModelError, ModelSlot, Prompt};
use footnote_protocol::Message;

use super::Library;
pub use super::descriptions::{Descriptions, FOLDER};
use super::open::{self, DocumentLocation, OpenFile};
use crate::store::StoreError;

/// The largest image in bytes: what hosts of models commonly take.
const MOST_BYTES: u64 = 10 * 1024 * 1024;

/// The bytes by which the format of an image is detected.
const SNIFFED_BYTES: u64 = 16;

/// The most tokens of a description: a page of text word for word.
const MOST_TOKENS: u32 = 1_500;

/// The time that a description may take.
const TIMEOUT: Duration = Duration::from_mins(2);

const PROMPT: &str = "Describe this image for people who search their documents. First write out all text in \
    it, word for word; a table or a diagram with numbers as a Markdown table. Then say in two to five plain \
    sentences what it shows. Write no headings, and nothing that cannot be seen in it.";

/// The most tries of a description in [`TRIES_LIFETIME`] where it fails for reasons that may pass.
const MOST_TRIES: u8 = 3;

/// The time after which tries in vain are forgotten: whatever was amiss may have passed.
const TRIES_LIFETIME: Duration = Duration::from_hours(1);

/// Describes images by a model that sees.
pub struct Describer {
    model: ModelSlot,
    descriptions: Descriptions,
    /// The number of failed tries of each image.
    tries: Mutex<FailedTries>,
}

/// The failed tries of describing images.
struct FailedTries {
    since: Instant,
    of: HashMap<u128, u8>,
}

impl Describer {
    /// A describer of images by the models in this slot, all of which see.
    pub fn new(model: ModelSlot, descriptions: Descriptions) -> Self {
        let tries = FailedTries { since: Instant::now(), of: HashMap::new() };
        Self { model, descriptions, tries: Mutex::new(tries) }
    }

    /// Describes the next image of the library that is not described, the least tried first; returns whether there
    /// are words for it now, `None` if there was no image, or no model. `program` takes images out of mails.
    ///
    /// An image that cannot be described is logged.
    ///
    /// # Errors
    ///
    /// If the model cannot be asked, or the description not be kept; the image is tried again, some times.
    pub async fn next(
        &self,
        library: &Library,
        program: &Path,
    ) -> Result<Option<bool>, DescribeError> {
        let Some(model) = self.model.current() else {
            return Ok(None);
        };
        let known = self.descriptions.known().await?;
        let Some((image, path, place)) = self.next_undescribed(library, &known).await? else {
            return Ok(None);
        };
        match self.describe(model.as_ref(), image, place, program).await {
            Ok(is_described) => Ok(Some(is_described)),
            Err(DescriptionFault::Image(reason)) => {
                tracing::warn!(?path, reason, "an image is not described");
                self.descriptions.keep(image, "").await?;
                Ok(Some(false))
            }
            Err(DescriptionFault::Outside(error)) => {
                *self.tries().of.entry(image).or_default() += 1;
                Err(error)
            }
        }
    }

    /// The next image: its hash, path and place.
    async fn next_undescribed(
        &self,
        library: &Library,
        known: &HashMap<u128, bool>,
    ) -> Result<Option<(u128, String, DocumentLocation)>, StoreError> {
        for one in self.images(library, known).await? {
            let Ok(Some((outer, file))) = open::file_of(library, &one.path).await? else {
                continue;
            };
            let record = library.record(outer).await?;
            let place = record.and_then(|record| open::location(&one.path, (outer, file), &record));
            if let Some(place) = place {
                return Ok(Some((one.content, one.path.clone(), place)));
            }
        }
        Ok(None)
    }

    /// The images that may be described but for those that are `known`, those first that were tried without success the
    /// least.
    async fn images(
        &self,
        library: &Library,
        known: &HashMap<u128, bool>,
    ) -> Result<Vec<Arc<Record>>, StoreError> {
        let images = library.every_image().await?.into_iter();
        let images = images.filter(|one| !known.contains_key(&one.content));
        let tries = self.tries();
        let vain = |one: &Arc<Record>| tries.of.get(&one.content).copied().unwrap_or(0);
        let mut images: Vec<_> = images.filter(|one| vain(one) < MOST_TRIES).collect();
        images.sort_by_key(vain);
        Ok(images)
    }

    fn tries(&self) -> MutexGuard<'_, FailedTries> {
        let mut tries = self.tries.lock().unwrap_or_else(PoisonError::into_inner);
        if tries.since.elapsed() > TRIES_LIFETIME {
            *tries = FailedTries { since: Instant::now(), of: HashMap::new() };
        }
        tries
    }

    /// Describes the image with this hash; false if it cannot be taken out of its mail, or another one
    /// lies in its place by now.
    async fn describe(
        &self,
        model: &dyn ChatModel,
        expected: u128,
        place: DocumentLocation,
        program: &Path,
    ) -> Result<bool, DescriptionFault> {
        let Some(source) = place.file(program).await else {
            *self.tries().of.entry(expected).or_default() += 1;
            return Ok(false);
        };
        let image = read(source).await?;
        if hash(&image.bytes) != expected {
            // Another one has its own turn once it is read.
            self.tries().of.insert(expected, MOST_TRIES);
            return Ok(false);
        }
        let reply = footnote_models::reply(model, prompt(image), TIMEOUT).await?;
        let written = reply.text.trim();
        if written.is_empty() {
            return Err(DescriptionFault::Image("the model wrote nothing".to_owned()));
        }
        let text = format!("{}\n{written}\n", model.name());
        self.descriptions.keep(expected, &text).await.map_err(DescribeError::from)?;
        Ok(true)
    }
}

/// The reason why images cannot be described at the moment.
#[derive(Debug, thiserror::Error)]
pub enum DescribeError {
    /// The model cannot be asked.
    #[error(transparent)]
    Model(ModelError),
    /// The image cannot be read.
    #[error("an image cannot be read")]
    Unread(#[source] io::Error),
    /// The images cannot be listed, or their descriptions not be read or kept.
    #[error("the images cannot be listed, or their descriptions not be read or kept")]
    Store(#[from] StoreError),
}

/// The fault for which an image is not described.
enum DescriptionFault {
    /// The image's own, in words for the log.
    Image(String),
    /// Something around it, which may pass.
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
            ModelError::Filtered | ModelError::TooLong(_) => Self::Image(error.to_string()),
            _ => Self::Outside(DescribeError::Model(error)),
        }
    }
}

/// The image in this file.
async fn read(source: OpenFile) -> Result<Image, DescriptionFault> {
    let read = tokio::task::spawn_blocking(move || image(&source.fs_path())).await;
    read.map_err(io::Error::other).map_err(DescribeError::Unread)?
}

/// The image in the file at `place`.
fn image(place: &Path) -> Result<Image, DescriptionFault> {
    let error = |reason: &str| DescriptionFault::Image(reason.to_owned());
    let (mut file, size) = fs::File::open(place)
        .and_then(|file| file.metadata().map(|metadata| (file, metadata.len())))
        .map_err(DescribeError::Unread)?;
    if size > MOST_BYTES {
        return Err(error("it is larger than 10 MB"));
    }
    let mut bytes = Vec::new();
    let begun = (&mut file).take(SNIFFED_BYTES).read_to_end(&mut bytes);
    begun.map_err(DescribeError::Unread)?;
    let content_type = image_type(&bytes).ok_or_else(|| error("models do not take its format"))?;
    file.take(MOST_BYTES).read_to_end(&mut bytes).map_err(DescribeError::Unread)?;
    Ok(Image { source: String::new(), content_type: content_type.to_owned(), bytes })
}

fn prompt(image: Image) -> Prompt {
    Prompt {
        messages: vec![Message::user(PROMPT)],
        images: vec![image],
        temperature: Some(0.0),
        max_tokens: MOST_TOKENS,
        ..Prompt::default()
    }
}

#[cfg(test)]
mod tests {
    use footnote_models::scripted::{Scripted, Step};

    use super::*;
    use crate::corpus::descriptions;
    use crate::corpus::index::Index;
    use crate::corpus::ingest::{Extractors, follow};
    use crate::store::{FileBlobs, Stores};

    const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

    fn descriptions_in(folder: &Path) -> Descriptions {
        Descriptions::new(Arc::new(FileBlobs::over(folder.join(FOLDER))))
    }

    struct Fixture {
        folder: tempfile::TempDir,
        library: Library,
        index: Arc<Index>,
        model: Scripted,
        describer: Describer,
    }

    impl Fixture {
        /// A folder with these images, and a model that plays `steps`.
        async fn new(images: &[(&str, &[u8])], steps: Vec<Step>) -> Self {
            Self::playing(images, Scripted::new(steps)).await
        }

        /// A folder with these images, and this model.
        async fn playing(images: &[(&str, &[u8])], model: Scripted) -> Self {
            let folder = tempfile::tempdir().unwrap();
            let documents = folder.path().join("documents");
            fs::create_dir(&documents).unwrap();
            for (name, bytes) in images {
                fs::write(documents.join(name), bytes).unwrap();
            }
            let index = Arc::new(Index::in_memory().unwrap());
            let library = Library::over(documents, index.catalog());
            let descriptions = descriptions_in(folder.path());
            let describer = Describer::new(ModelSlot::of(Arc::new(model.clone())), descriptions);
            let all = Self { folder, library, index, model, describer };
            all.pass().await;
            all
        }

        async fn pass(&self) {
            let descriptions = Some(&self.describer.descriptions);
            let means = Extractors { program: Path::new("/nowhere"), descriptions };
            follow(&self.library, &Stores::from(&self.index), means, None).await.unwrap();
        }

        async fn next(&self) -> Result<Option<bool>, DescribeError> {
            self.describer.next(&self.library, Path::new("/nowhere")).await
        }
    }

    #[tokio::test]
    async fn an_image_is_described_once_and_its_title_says_by_whom() {
        let written = "# Floor plan\n\nRoom 4 lies beside the kitchen.";
        let images = [("plan.png", PNG), ("same.png", PNG)];
        let all = Fixture::new(&images, vec![Step::Say(written)]).await;
        assert!(all.index.records().get("plan.png").unwrap().is_image());
        assert_eq!(all.next().await.unwrap(), Some(true));
        assert_eq!(all.next().await.unwrap(), None, "the other is the same image");
        all.pass().await;
        let passages = all.index.passages_of("plan.png").unwrap();
        assert_eq!(passages[0].text, "Room 4 lies beside the kitchen.");
        assert_eq!(passages[0].title, "plan, as scripted describes it");
        assert!(all.index.records().get("same.png").unwrap().is_ready());
        let asked = all.model.asked();
        assert_eq!((asked.len(), asked[0].images[0].content_type.as_str()), (1, "image/png"));
        fs::write(all.folder.path().join("documents/new.png"), PNG).unwrap();
        all.pass().await;
        assert!(all.index.records().get("new.png").unwrap().is_ready(), "it is kept");
        let kept = descriptions_in(all.folder.path());
        let (kept, told) =
            (kept.of(hash(PNG)).await, all.describer.descriptions.of(hash(PNG)).await);
        assert_eq!(kept, told, "over a restart");
    }

    #[tokio::test]
    async fn a_description_that_cannot_be_read_any_more_is_made_anew() {
        let all = Fixture::new(&[("a.png", PNG)], vec![Step::Say("A boat.")]).await;
        assert_eq!(all.next().await.unwrap(), Some(true));
        let kept = all.folder.path().join(FOLDER).join(descriptions::name(hash(PNG)));
        assert!(kept.exists());
        fs::write(kept, "half").unwrap();
        all.pass().await;
        assert!(all.index.records().get("a.png").unwrap().is_image());
        assert_eq!(all.next().await.unwrap(), Some(true));
        all.pass().await;
        assert!(all.index.records().get("a.png").unwrap().is_ready());
    }

    #[tokio::test]
    async fn what_cannot_be_described_is_not_tried_again_even_after_a_restart() {
        let tiff: (&str, &[u8]) = ("a.tif", b"II*\0");
        let all =
            Fixture::new(&[tiff, ("b.png", PNG)], vec![Step::Fail(ModelError::Filtered)]).await;
        assert_eq!(all.next().await.unwrap(), Some(false), "no model takes it");
        assert_eq!(all.next().await.unwrap(), Some(false), "the host refuses it");
        assert_eq!(all.next().await.unwrap(), None);
        all.pass().await;
        assert!(all.index.records().get("b.png").unwrap().is_image());
        let known = descriptions_in(all.folder.path()).known().await.unwrap();
        assert_eq!(known.get(&hash(PNG)), Some(&false));
    }

    #[tokio::test]
    async fn an_image_that_has_changed_since_it_was_read_is_not_sent() {
        let all = Fixture::new(&[("a.png", PNG)], vec![Step::Say("A boat.")]).await;
        fs::write(all.folder.path().join("documents/a.png"), [PNG, b"new"].concat()).unwrap();
        assert_eq!(all.next().await.unwrap(), Some(false));
        assert_eq!(all.next().await.unwrap(), None);
        assert!(all.model.asked().is_empty());
        all.pass().await;
        assert_eq!(all.next().await.unwrap(), Some(true));
    }

    #[tokio::test]
    async fn an_image_that_ends_its_model_keeps_no_other_from_being_described() {
        let other = [PNG, b"other"].concat();
        let images = [("a.png", PNG), ("b.png", &*other)];
        let fails = || vec![Step::Fail(ModelError::Unreachable)];
        let scripts = [fails(), vec![Step::Say("A boat.")], fails()];
        let all = Fixture::playing(&images, Scripted::calls(scripts)).await;
        assert!(all.next().await.is_err());
        assert_eq!(all.next().await.unwrap(), Some(true));
        assert!(all.next().await.is_err() && all.next().await.is_err());
        assert_eq!(all.next().await.unwrap(), None, "it was tried thrice");
        assert_eq!(all.model.asked().len(), 4);
    }
}
