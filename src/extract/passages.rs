//! The passages of a file, batch by batch, wherever it is read.

use std::iter::Peekable;
use std::path::Path;

use super::child::{Child, FileContent};
use super::child_request::ChildRequest;
use super::enclosed::{Enclosed, EnclosedFile};
use super::format::{Format, FormatReader};
use super::parsed::ParsedDocument;
use super::reply::Reply;
use super::{ExtractError, formats, scan};
use footnote_documents::{Passage, Record, split};

/// Maximum size in bytes of texts that are read in this process, where they cost some megabytes at most. A child
/// process would take thirty times as long.
pub(super) const IN_PROCESS_BYTES: usize = 64 * 1024;

/// Number of passages in a batch: half a megabyte of text.
const BATCH_PASSAGES: usize = 512;

/// Maximum number of passages of one document. 100 MB of text have 150,000.
const MAX: u32 = 250_000;

/// The passages of a file, in order, followed by those of each file inside it.
pub struct Passages {
    /// The path of the file.
    file: String,
    /// The path of the current document: the file, or one inside it.
    path: String,
    title: String,
    /// The title, or a replacement for it.
    name: String,
    pages: u32,
    count: u32,
    hidden: usize,
    /// Description of the content left out.
    left_out: String,
    /// The pages with pictures whose words are not read.
    pictures: Vec<u32>,
    /// The passages of pictures that were read, and the next passage of the document, which comes after some of them.
    of_pictures: Peekable<std::vec::IntoIter<Passage>>,
    held: Option<Passage>,
    /// True once all passages of the document were returned.
    is_ended: bool,
    source: PassageSource,
    /// The files inside; `None` if there cannot be any.
    enclosed: Option<Box<Enclosed>>,
}

/// The source of the remaining passages.
enum PassageSource {
    InProcess(std::vec::IntoIter<Passage>),
    ChildProcess(Box<Child>),
}

/// Begins reading the file called `path`.
///
/// Small texts are read here; everything else in a child process, `program extract <kind>`, with limits on time and
/// memory: see [`super::serve_child`]. Dropping the passages ends it.
///
/// # Errors
///
/// The reason why the file cannot be read, for readers.
pub async fn passages(
    path: &str,
    content: FileContent,
    program: &Path,
) -> Result<Passages, ExtractError> {
    let (FileContent::Bytes(head) | FileContent::File(head, _)) = &content;
    let format = formats::of(path, head)?;
    if let FormatReader::None(error) = format.reader
        && !formats::is_packed(head)
    {
        return Err(error);
    }
    match content {
        FileContent::Bytes(bytes)
            if bytes.len() <= IN_PROCESS_BYTES && formats::is_light(format, &bytes) =>
        {
            in_process(path, move || in_order(formats::read(format, &bytes)?)).await
        }
        content => {
            let mut passages = Passages::of(path);
            if formats::encloses(format) {
                let enclosed = Enclosed::new(format, &content, program)?;
                passages.enclosed = Some(Box::new(enclosed));
            }
            let child = Child::start(program, format.name(), &ChildRequest::All, content).await?;
            passages.source = PassageSource::ChildProcess(Box::new(child));
            passages.begun().await?;
            Ok(passages)
        }
    }
}

/// Text generated for a document without text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// The name of the model that generated the text; for a scan, the first line of [`super::KeptScan`].
    pub maker: String,
    /// The text as Markdown; for a scan, the other lines.
    pub text: String,
    /// True if the document was read as a scan.
    pub is_scan: bool,
}

/// Returns the passages of the text generated for the document called `path` in `file`, which may be the document
/// itself. The title says who generated the text, or that a scan is poor.
///
/// # Errors
///
/// Fails if there is no text.
pub async fn described(
    path: &str,
    file: &str,
    description: Description,
) -> Result<Passages, ExtractError> {
    let Description { maker, text, is_scan } = description;
    let (mut passages, title) = if is_scan {
        let has_pages = formats::of_name(path).is_some_and(Format::has_pictures_on_pages);
        let read = move || in_order(ParsedDocument::of(scan::document(&text, has_pages)?));
        let title = scan::is_poor(&maker).then(|| format!("{}, from a poor scan", stem(path)));
        (in_process(path, read).await?, title)
    } else {
        let markdown = formats::named("md").ok_or(ExtractError::Unsupported)?;
        let read = move || in_order(formats::read(markdown, text.as_bytes())?);
        let title = format!("{}, as {maker} describes it", stem(path));
        (in_process(path, read).await?, Some(title))
    };
    file.clone_into(&mut passages.file);
    let (hidden, pages) = (passages.hidden, passages.pages);
    passages.begin(split::title(&title.unwrap_or_default()), pages);
    passages.hidden = hidden;
    Ok(passages)
}

/// A document read in this process: its title, its pages, the number of characters left out, and its passages.
type ReadDocument = (String, u32, usize, PassageSource);

/// Returns the passages of a small text, read in this process.
async fn in_process(
    path: &str,
    read: impl FnOnce() -> Result<ReadDocument, ExtractError> + Send + 'static,
) -> Result<Passages, ExtractError> {
    let read = tokio::task::spawn_blocking(read).await;
    let (title, pages, hidden, source) = read.unwrap_or(Err(ExtractError::Damaged))?;
    let mut passages = Passages::of(path);
    passages.begin(title, pages);
    (passages.hidden, passages.source) = (hidden, source);
    Ok(passages)
}

/// Returns the document that was parsed, with its passages in order.
fn in_order(reading: ParsedDocument<'_>) -> Result<ReadDocument, ExtractError> {
    let (title, pages) = (split::title(&reading.title), reading.pages);
    let mut passages = Vec::new();
    let hidden = reading.each_passage(|passage| {
        passages.push(passage);
        Ok(())
    })?;
    Ok((title, pages, hidden, PassageSource::InProcess(passages.into_iter())))
}

impl Passages {
    /// Returns the passages that were read before the file was called `path`.
    pub fn stored(path: &str, read: &Record, passages: Vec<Passage>) -> Self {
        let mut stored = Self::of(path);
        stored.begin(read.title.clone(), read.pages());
        stored.hidden = read.hidden;
        stored.left_out.clone_from(&read.left_out);
        stored.pictures.clone_from(&read.pictures);
        stored.source = PassageSource::InProcess(passages.into_iter());
        stored
    }

    fn of(path: &str) -> Self {
        Self {
            file: path.to_owned(),
            path: path.to_owned(),
            title: String::new(),
            name: String::new(),
            pages: 0,
            count: 0,
            hidden: 0,
            left_out: String::new(),
            pictures: Vec::new(),
            of_pictures: Vec::new().into_iter().peekable(),
            held: None,
            is_ended: false,
            source: PassageSource::InProcess(Vec::new().into_iter()),
            enclosed: None,
        }
    }

    /// Begins a document at its path.
    fn begin(&mut self, title: String, pages: u32) {
        let name = if title.is_empty() { stem(&self.path) } else { &title };
        self.name = name.to_owned();
        (self.title, self.pages) = (title, pages);
        (self.count, self.hidden, self.is_ended) = (0, 0, false);
        self.left_out.clear();
        self.pictures.clear();
    }

    /// Begins a document as the child does.
    async fn begun(&mut self) -> Result<(), ExtractError> {
        let PassageSource::ChildProcess(child) = &mut self.source else {
            return Err(ExtractError::Damaged);
        };
        match child.next().await? {
            Reply::Begun { title, pages, pictures } => {
                self.begin(title, pages);
                self.pictures = pictures;
                Ok(())
            }
            _ => Err(ExtractError::Damaged),
        }
    }

    /// Continues with the next file inside this one, whatever happened to the previous one; `None` after the last.
    ///
    /// # Errors
    ///
    /// Returns [`ExtractError::NotStarted`] if the rest cannot be read now, but may be readable the next time.
    pub async fn advance(&mut self) -> Result<Option<EnclosedFile>, ExtractError> {
        let Some(enclosed) = self.enclosed.as_mut() else {
            return Ok(None);
        };
        let source =
            std::mem::replace(&mut self.source, PassageSource::InProcess(Vec::new().into_iter()));
        let child = match source {
            PassageSource::ChildProcess(child) => Some(child),
            PassageSource::InProcess(_) => None,
        };
        let Some((child, within)) = enclosed.next(child).await? else {
            return Ok(None);
        };
        self.source = PassageSource::ChildProcess(child);
        self.path = format!("{}/{}", self.file, within.path);
        self.pictures.clear();
        let fault = self.begun().await.err();
        Ok(Some(EnclosedFile { path: self.path.clone(), fault, ..within }))
    }

    /// Returns the number of the document's pages.
    pub fn pages(&self) -> u32 {
        self.pages
    }

    /// Returns the number of passages returned so far.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// Returns the number of hidden characters left out; complete after the last batch.
    pub fn hidden(&self) -> usize {
        self.hidden
    }

    /// Description of the content left out; complete after the last batch.
    pub fn left_out(&self) -> &str {
        &self.left_out
    }

    /// Returns the pages with pictures whose words are not read, or the numbers of the pictures if it has no pages.
    pub fn pictures(&self) -> &[u32] {
        &self.pictures
    }

    /// Adds the words of the pictures, in the stored form of a scan, each behind the text of its page.
    pub fn add_pictures(&mut self, text: &str) {
        self.pictures.clear();
        let has_pages = formats::of_name(&self.path).is_some_and(Format::has_pictures_on_pages);
        let read =
            scan::document(text, has_pages).and_then(|read| in_order(ParsedDocument::of(read)));
        if let Ok((_, _, hidden, PassageSource::InProcess(passages))) = read {
            self.hidden += hidden;
            self.of_pictures = passages.peekable();
        }
    }

    /// Returns the document's own title; may be empty.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Returns the next passages; empty at the end.
    ///
    /// # Errors
    ///
    /// The reason why the rest of the file cannot be read, for readers. Passages returned before must be discarded.
    pub async fn batch(&mut self) -> Result<Vec<Passage>, ExtractError> {
        let mut batch = Vec::new();
        while batch.len() < BATCH_PASSAGES {
            let Some(passage) = self.next().await? else {
                break;
            };
            let ordinal = self.count;
            if ordinal == MAX {
                return Err(ExtractError::TooLarge);
            }
            self.count += 1;
            batch.push(self.placed(passage, ordinal));
        }
        if self.count == 0 {
            return Err(ExtractError::Empty);
        }
        Ok(batch)
    }

    async fn next(&mut self) -> Result<Option<Passage>, ExtractError> {
        let next = match self.held.take() {
            Some(held) => Some(held),
            None => self.read().await?,
        };
        let is_before = |picture: &Passage| {
            next.as_ref().is_none_or(|next| picture.page.is_some() && picture.page < next.page)
        };
        if let Some(picture) = self.of_pictures.next_if(is_before) {
            self.held = next;
            return Ok(Some(picture));
        }
        Ok(next)
    }

    /// Returns the next passage of the document without its pictures.
    async fn read(&mut self) -> Result<Option<Passage>, ExtractError> {
        if self.is_ended {
            return Ok(None);
        }
        let child = match &mut self.source {
            PassageSource::InProcess(passages) => return Ok(passages.next()),
            PassageSource::ChildProcess(child) => child,
        };
        match child.next().await? {
            Reply::Passage(passage) => Ok(Some(passage)),
            Reply::Ended { hidden, left_out } => {
                self.hidden += hidden;
                self.left_out = left_out;
                self.is_ended = true;
                Ok(None)
            }
            _ => Err(ExtractError::Damaged),
        }
    }

    fn placed(&self, passage: Passage, ordinal: u32) -> Passage {
        let folder = self.file.split_once('/');
        Passage {
            id: format!("{}#{ordinal}", self.path),
            path: self.path.clone(),
            ordinal,
            title: self.name.clone(),
            category: folder.map(|(folder, _)| folder.to_owned()),
            ..passage
        }
    }
}

/// Returns the name of the file at `path` without its extension.
fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}
