//! Images in words: a model that sees describes each once, and what it wrote is kept.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::Library;
use super::attach::{Image, image_type};
use super::hash::hash;
use super::index::Index;
use crate::protocol::Message;
use crate::rag::model::{self, ChatModel, ModelError, Prompt};

/// The largest image in bytes: what hosts of models commonly take.
const MOST_BYTES: u64 = 10 * 1024 * 1024;

/// The most tokens of a description: a page of text word for word.
const MOST_TOKENS: u32 = 1_500;

/// The time that a description may take.
const PATIENCE: Duration = Duration::from_mins(2);

const ASKED: &str = "Describe this image for people who search their documents. First write out all text in \
    it, word for word; a table or a diagram with numbers as a Markdown table. Then say in two to five plain \
    sentences what it shows. Write no headings, and nothing that cannot be seen in it.";

/// The descriptions that are kept, each under the hash of its image.
#[derive(Clone, Debug)]
pub struct Descriptions(PathBuf);

impl Descriptions {
    /// The descriptions in the folder of data `data`.
    pub fn new(data: &Path) -> Self {
        Self(data.join("descriptions"))
    }

    fn file(&self, image: u64) -> PathBuf {
        self.0.join(format!("{image:016x}.md"))
    }

    /// True if the image with this hash is described.
    pub(super) fn has(&self, image: u64) -> bool {
        self.file(image).exists()
    }

    /// The description of the image with this hash, as Markdown; `None` if there is none.
    pub(super) fn of(&self, image: u64) -> Option<String> {
        fs::read_to_string(self.file(image)).ok()
    }

    fn keep(&self, image: u64, text: &str) -> io::Result<()> {
        fs::create_dir_all(&self.0)?;
        let mut file = tempfile::NamedTempFile::new_in(&self.0)?;
        file.write_all(text.as_bytes())?;
        file.persist(self.file(image))?;
        Ok(())
    }
}

/// Describes images by a model that sees.
pub struct Describer {
    model: Arc<dyn ChatModel>,
    descriptions: Descriptions,
    /// The hashes of images that cannot be described.
    left: Mutex<HashSet<u64>>,
}

impl Describer {
    /// A describer of images that the index does not hold yet.
    pub fn new(model: Arc<dyn ChatModel>, descriptions: Descriptions) -> Self {
        Self { model, descriptions, left: Mutex::default() }
    }

    /// The descriptions that are kept.
    pub fn descriptions(&self) -> &Descriptions {
        &self.descriptions
    }

    /// Describes the next image of the library that is not described; returns whether there was one.
    ///
    /// An image that cannot be described is told in the log, and tried again after a restart.
    ///
    /// # Errors
    ///
    /// If the model cannot be asked, or the description not be kept.
    pub async fn next(&self, library: &Library, index: &Index) -> Result<bool, DescribeError> {
        let images: Vec<_> = index.records().images().cloned().collect();
        let Some((record, place)) = images.into_iter().find_map(|record| {
            let is_open = !self.descriptions.has(record.content) && !self.is_left(record.content);
            let place = library.folders().file(&record.path).filter(|_| is_open)?;
            Some((record, place))
        }) else {
            return Ok(false);
        };
        match self.describe(place).await {
            Ok(()) => {}
            Err(Fault::Image(reason)) => {
                let path = record.path.as_str();
                tracing::warn!(path, reason, "an image is not described");
            }
            Err(Fault::Outside(error)) => return Err(error),
        }
        // Also where it is another image by now: the next pass will see that.
        self.left.lock().unwrap_or_else(PoisonError::into_inner).insert(record.content);
        Ok(true)
    }

    fn is_left(&self, image: u64) -> bool {
        self.left.lock().unwrap_or_else(PoisonError::into_inner).contains(&image)
    }

    async fn describe(&self, place: PathBuf) -> Result<(), Fault> {
        let read = tokio::task::spawn_blocking(move || image(&place)).await;
        let image = read.map_err(io::Error::other).map_err(DescribeError::Unkept)??;
        let (hash, prompt) = (hash(&image.bytes), prompt(image));
        let reply = model::reply(self.model.as_ref(), prompt, PATIENCE).await?;
        let text = marked(self.model.name(), &reply.text);
        let text = text.ok_or_else(|| Fault::Image("the model wrote nothing".to_owned()))?;
        let descriptions = self.descriptions.clone();
        let kept = tokio::task::spawn_blocking(move || descriptions.keep(hash, &text)).await;
        let kept = kept.map_err(io::Error::other).flatten();
        kept.map_err(|error| Fault::Outside(DescribeError::Unkept(error)))
    }
}

/// The reason why images cannot be described at the moment.
#[derive(Debug, thiserror::Error)]
pub enum DescribeError {
    /// The model cannot be asked.
    #[error(transparent)]
    Model(ModelError),
    /// What it wrote cannot be kept.
    #[error("a description cannot be kept")]
    Unkept(#[source] io::Error),
}

/// The fault for which an image is not described.
enum Fault {
    /// The image's own, in words for the log.
    Image(String),
    /// Something around it, which may pass.
    Outside(DescribeError),
}

impl From<DescribeError> for Fault {
    fn from(error: DescribeError) -> Self {
        Self::Outside(error)
    }
}

impl From<ModelError> for Fault {
    fn from(error: ModelError) -> Self {
        match error {
            ModelError::Unreachable | ModelError::RateLimited | ModelError::Unauthorised => {
                Self::Outside(DescribeError::Model(error))
            }
            _ => Self::Image(error.to_string()),
        }
    }
}

/// The image in the file at `place`.
fn image(place: &Path) -> Result<Image, Fault> {
    let fault = |reason: &str| Fault::Image(reason.to_owned());
    let mut bytes = Vec::new();
    let file = fs::File::open(place).map_err(|error| Fault::Image(error.to_string()))?;
    let read = file.take(MOST_BYTES + 1).read_to_end(&mut bytes);
    read.map_err(|error| Fault::Image(error.to_string()))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(fault("it is larger than 10 MB"));
    }
    let content_type = image_type(&bytes).ok_or_else(|| fault("models do not take its format"))?;
    Ok(Image { source: String::new(), content_type: content_type.to_owned(), bytes })
}

fn prompt(image: Image) -> Prompt {
    Prompt {
        messages: vec![Message::user(ASKED)],
        images: vec![image],
        temperature: Some(0.0),
        max_tokens: MOST_TOKENS,
        ..Prompt::default()
    }
}

/// The model's words under a heading that says whose they are, as Markdown; `None` if it wrote none.
fn marked(model: &str, written: &str) -> Option<String> {
    // Its own headings would stand in the place of this one.
    let lines = written.lines().map(|line| line.trim_start_matches(['#', ' ']));
    let text = lines.collect::<Vec<_>>().join("\n");
    let text = Some(text.trim()).filter(|text| !text.is_empty())?;
    Some(format!("## An image, as {model} describes it\n\n{text}\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rag::corpus::ingest::{Means, follow};
    use crate::rag::model::scripted::{Scripted, Step};

    const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

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
            let folder = tempfile::tempdir().unwrap();
            let documents = folder.path().join("documents");
            fs::create_dir(&documents).unwrap();
            for (name, bytes) in images {
                fs::write(documents.join(name), bytes).unwrap();
            }
            let index = Arc::new(Index::in_memory().unwrap());
            let library = Library::over(documents, index.shared_records());
            let model = Scripted::new(steps);
            let descriptions = Descriptions::new(folder.path());
            let describer = Describer::new(Arc::new(model.clone()), descriptions);
            let all = Self { folder, library, index, model, describer };
            all.pass().await;
            all
        }

        async fn pass(&self) {
            let descriptions = Some(self.describer.descriptions());
            let means = Means { program: Path::new("/nowhere"), descriptions };
            follow(&self.library, &self.index, means, None).await.unwrap();
        }

        async fn next(&self) -> Result<bool, DescribeError> {
            self.describer.next(&self.library, &self.index).await
        }
    }

    #[tokio::test]
    async fn an_image_is_described_once_and_then_read_under_a_heading_that_says_so() {
        let written = "# Floor plan\n\nRoom 4 lies beside the kitchen.";
        let all =
            Fixture::new(&[("plan.png", PNG), ("same.png", PNG)], vec![Step::Say(written)]).await;
        assert!(all.index.records().get("plan.png").unwrap().is_image());
        assert!(all.next().await.unwrap());
        assert!(!all.next().await.unwrap(), "the other is the same image");
        all.pass().await;
        let passages = all.index.passages_of("plan.png").unwrap();
        assert_eq!(passages[0].headings, ["An image, as scripted describes it"]);
        assert_eq!(passages[0].text, "Floor plan\n\nRoom 4 lies beside the kitchen.");
        assert_eq!(passages[0].title, "plan");
        assert!(all.index.records().get("same.png").unwrap().is_ready());
        let asked = all.model.asked();
        assert_eq!((asked.len(), asked[0].images[0].content_type.as_str()), (1, "image/png"));
        fs::write(all.folder.path().join("documents/new.png"), PNG).unwrap();
        all.pass().await;
        assert!(all.index.records().get("new.png").unwrap().is_ready(), "it is kept");
    }

    #[tokio::test]
    async fn what_cannot_be_described_is_left_and_what_could_not_be_asked_is_asked_again() {
        let images: [(&str, &[u8]); 2] = [("a.tif", b"II*\0"), ("b.png", PNG)];
        let all = Fixture::new(&images, vec![Step::Fail(ModelError::Unreachable)]).await;
        assert!(all.next().await.unwrap(), "no model takes the first");
        for asked in 1..3 {
            assert!(matches!(all.next().await, Err(DescribeError::Model(_))));
            assert_eq!(all.model.asked().len(), asked);
        }
        let all = Fixture::new(&images[1..], vec![Step::Fail(ModelError::Filtered)]).await;
        assert!(all.next().await.unwrap() && !all.next().await.unwrap());
        all.pass().await;
        assert!(all.index.records().get("b.png").unwrap().is_image());
    }

    #[test]
    fn a_description_without_words_is_none() {
        assert_eq!(marked("eye", " \n# \n"), None);
    }
}
