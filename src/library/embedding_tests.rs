//! Tests of what is embedded again when documents change, counted by an embedding model.

use std::sync::{Arc, Mutex};

use footnote_documents::hash::quick;
use footnote_documents::{Block, FileState, Passage, Record, Stamp, split};
use footnote_models::embed::{EmbedError, Embedder};
use footnote_search::index::{EmbeddedIndex, Index};
use footnote_search::vectors::{EmbeddedVectors, Vectors};
use futures_util::future::BoxFuture;

use crate::Library;
use crate::embedding::run;

fn passage(path: &str, ordinal: u32, text: &str) -> Passage {
    Passage {
        id: format!("{path}#{ordinal}"),
        path: path.to_owned(),
        ordinal,
        text: text.to_owned(),
        ..Passage::default()
    }
}

/// A vector that depends only on the text.
fn vector(text: &str) -> Vec<f32> {
    let bits = quick(text.as_bytes());
    (0..8).map(|at| if bits >> at & 1 == 1 { 1.0 } else { -1.0 }).collect()
}

/// A model that counts the texts it gets.
#[derive(Default)]
struct Counting(Mutex<usize>);

impl Embedder for Counting {
    fn name(&self) -> &'static str {
        "counting"
    }

    fn most_texts(&self) -> usize {
        8
    }

    fn embed<'a>(
        &'a self,
        texts: &'a [String],
    ) -> BoxFuture<'a, Result<Vec<Vec<f32>>, EmbedError>> {
        *self.0.lock().unwrap() += texts.len();
        let vectors = texts.iter().map(|text| vector(text)).collect();
        Box::pin(async { Ok(vectors) })
    }
}

/// The paragraphs of a document of a hundred pages with two passages each.
fn pages() -> Vec<Vec<String>> {
    let sentence = |page, at| format!("Boat {page}.{at} lies in the inner harbour. ");
    let paragraph = |page, from| (from..from + 13).map(|at| sentence(page, at)).collect();
    let page = |page| vec![paragraph(page, 0), paragraph(page, 13)];
    (1..=100).map(page).collect()
}

/// The passages of a document called "Log" with these paragraphs.
fn passages(path: &str, pages: &[Vec<String>]) -> Vec<Passage> {
    let blocks = (1..).zip(pages).flat_map(|(number, page)| {
        let block = move |text: &String| (Some(number), Block::Paragraph(text.clone()));
        page.iter().map(block)
    });
    let placed = |(ordinal, one): (u32, Passage)| Passage {
        title: "Log".to_owned(),
        page: one.page,
        ..passage(path, ordinal, &one.text)
    };
    (0..).zip(split::passages(blocks)).map(placed).collect()
}

struct Fixture {
    library: Library,
    index: Arc<Index>,
    vectors: Arc<Vectors>,
    embedder: Counting,
}

impl Fixture {
    fn new() -> Self {
        let index = Arc::new(Index::in_memory().unwrap());
        Self {
            library: Library::over("/nowhere", index.catalog()),
            index,
            vectors: Arc::new(Vectors::in_memory("counting")),
            embedder: Counting::default(),
        }
    }

    /// Writes a document in place of the one at `old`; returns how many texts are embedded for that.
    async fn write(&self, path: &str, old: &str, pages: &[Vec<String>]) -> usize {
        let passages = passages(path, pages);
        let record = Record {
            path: path.to_owned(),
            stamp: Stamp {
                modified: i64::try_from(*self.embedder.0.lock().unwrap()).unwrap(),
                ..Stamp::default()
            },
            state: FileState::Ready {
                passages: u32::try_from(passages.len()).unwrap(),
                pages: 100,
            },
            ..Record::default()
        };
        self.index.remove(old).unwrap();
        self.index.replace(path, &record, &passages).unwrap();
        self.index.commit().unwrap();
        let before = *self.embedder.0.lock().unwrap();
        let index = EmbeddedIndex::new(Arc::clone(&self.index));
        let vectors = EmbeddedVectors::new(Arc::clone(&self.vectors), index);
        run(&self.library, &vectors, &self.embedder).await.unwrap();
        assert_eq!(self.vectors.counts(), (passages.len(), passages.len()));
        let told = self.library.unfiltered_progress().embedded.unwrap();
        assert_eq!((told.ready as usize, told.all as usize), self.vectors.counts());
        *self.embedder.0.lock().unwrap() - before
    }
}

#[tokio::test]
async fn a_paragraph_more_has_at_most_three_passages_embedded_again() {
    let (all, mut pages) = (Fixture::new(), pages());
    let first = all.write("log.md", "log.md", &pages).await;
    assert_eq!(first, 200);
    pages[1].insert(1, "The harbour is closed in winter. ".repeat(15));
    let more = all.write("log.md", "log.md", &pages).await;
    assert!((1..=3).contains(&more), "{more}");
    assert_eq!(passages("log.md", &pages).len(), first + 1, "so that all others moved");
}

#[tokio::test]
async fn a_paragraph_more_in_a_long_text_without_pages_moves_few_passages() {
    let all = Fixture::new();
    let mut text = vec![pages().concat()];
    let first = all.write("log.txt", "log.txt", &text).await;
    text[0].insert(7, "The harbour is closed in winter. ".repeat(15));
    let more = all.write("log.txt", "log.txt", &text).await;
    assert!(more <= 12, "{more} of {first}");
}

#[tokio::test]
async fn a_document_that_moves_has_nothing_embedded_again() {
    let (all, pages) = (Fixture::new(), pages());
    all.write("log.md", "log.md", &pages).await;
    assert_eq!(all.write("old/log.md", "log.md", &pages).await, 0);
}

#[tokio::test]
async fn the_same_text_twice_is_embedded_once() {
    let (all, mut pages) = (Fixture::new(), pages());
    pages.truncate(1);
    let once = all.write("log.md", "log.md", &pages).await;
    pages.push(pages[0].clone());
    let all = Fixture::new();
    assert_eq!(all.write("log.md", "log.md", &pages).await, once);
}

#[tokio::test]
async fn an_index_that_is_rebuilt_has_nothing_embedded_again() {
    let (all, pages) = (Fixture::new(), pages());
    let many: Vec<Vec<String>> = (0..12).flat_map(|copy| numbered(&pages, copy)).collect();
    assert_eq!(all.write("log.md", "log.md", &many).await, 2_400);
    let vectors = Arc::clone(&all.vectors);
    let rebuilt = Fixture { vectors, ..Fixture::new() };
    // While its documents are being read again, most vectors stand for none.
    rebuilt.library.update(|progress| progress.running = true);
    assert_eq!(rebuilt.write("new.md", "new.md", &pages[..1]).await, 0);
    assert_eq!(rebuilt.write("log.md", "new.md", &many).await, 0);
}

/// The paragraphs with other numbers in each copy; the first is as it was.
fn numbered(pages: &[Vec<String>], copy: usize) -> Vec<Vec<String>> {
    let page = |page: &Vec<String>| {
        let other = |text: &String| match copy {
            0 => text.clone(),
            copy => text.replace("Boat ", &format!("Boat {copy}-")),
        };
        page.iter().map(other).collect()
    };
    pages.iter().map(page).collect()
}
