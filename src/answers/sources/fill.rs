//! The choice of passages to show to a model: the best first, then their surroundings while there is room.

use std::collections::{BTreeMap, HashMap};

use footnote_documents::names::is_sheet;
use footnote_documents::table::key;
use footnote_documents::{Passage, Record, dates};
use footnote_models::fit::estimate;
use footnote_store::Start;
use footnote_store::search::Hit;
use footnote_text::source::is_attached;
use futures_util::future::join_all;

use super::{ShownDocument, order};
use crate::retrieve;
use crate::tools::room::{DOCUMENT_TOKENS, PLACE_TOKENS, cost};
use crate::tools::schema_of;
use crate::turn::Turn;

/// A document or section is shown whole if it takes at most this part of the room, as a divisor.
const WHOLE_DIVISOR: u32 = 8;

/// One document takes at most this part of the room while others wait, as a divisor.
const SHARE_DIVISOR: u32 = 2;

/// Maximum number of a document's copies that are named.
const MAX_COPIES: usize = 3;

/// Maximum number of tables whose schema is shown.
const MAX_SCHEMAS: usize = 2;

/// Maximum number of documents whose sections are looked at.
const MAX_EXPANDED: usize = 8;

/// Number of passages before and after a passage that are searched for its section.
const REACH: u32 = 6;

/// The passages of a document while the room is being filled.
struct Filled {
    path: String,
    title: String,
    also_in: Vec<String>,
    /// The schema of its tables, if they are shown in parts.
    schema: String,
    passages: BTreeMap<u32, Passage>,
    tokens: u32,
}

/// The room for sources while it is being filled.
struct Filling {
    room: u32,
    left: u32,
    documents: Vec<Filled>,
    /// The document that shows each text, by hash: that of its best passage, so that copies are not shown.
    owners: HashMap<u64, String>,
    /// The paths of documents that have some of a document's passages too, by its path.
    copies: HashMap<String, Vec<String>>,
    /// True if the model can query tables.
    queries: bool,
}

/// Returns the documents to show within `room` tokens: the `first` hits with their neighbours, the `others`, and their
/// surroundings. A model that `queries` tables gets their schema and a few rows instead of many.
pub async fn fill(
    turn: &Turn,
    (first, others): (&[Hit], &[Hit]),
    room: u32,
    queries: bool,
) -> Vec<ShownDocument> {
    let mut filling = Filling::new(room, first.iter().chain(others));
    filling.queries = queries;
    let few_rows = |path: &str| filling.has_schema(path);
    let (first, others) = order::in_order(first, others, few_rows);
    let share = room / SHARE_DIVISOR;
    filling.add_all(first.iter().map(|hit| &hit.passage), share);
    let around = first.iter().filter(|hit| !filling.has_schema(&hit.passage.path));
    let neighbours: Vec<Passage> = around.flat_map(|hit| order::neighbours(hit)).collect();
    filling.add_all(neighbours.iter(), share);
    filling.add_all(others.iter().map(|hit| &hit.passage), share);
    filling.add_all(others.iter().map(|hit| &hit.passage), room);
    let records = records(turn, filling.documents.iter().map(|one| one.path.as_str())).await;
    for (at, record) in records.iter().take(MAX_EXPANDED).enumerate() {
        if let Some(record) = record {
            filling.expand(turn, at, record).await;
        }
    }
    filling.add_schemas(turn, &records).await;
    let documents = filling.documents.into_iter().zip(records);
    documents.map(|(filled, record)| filled.shown(record.as_deref())).collect()
}

/// Groups the passages that a tool found by document, in the order of each document's first passage.
pub async fn group(turn: &Turn, hits: Vec<Hit>, room: u32) -> Vec<ShownDocument> {
    let hits = retrieve::prepare(turn, hits).await;
    let mut filling = Filling::new(room, hits.iter());
    filling.add_all(hits.iter().map(|hit| &hit.passage), room);
    let records = records(turn, filling.documents.iter().map(|one| one.path.as_str())).await;
    let documents = filling.documents.into_iter().zip(records);
    documents.map(|(filled, record)| filled.shown(record.as_deref())).collect()
}

/// Returns the records of documents; `None` for attached files, or if the catalog cannot be read.
async fn records<'p>(
    turn: &Turn,
    paths: impl Iterator<Item = &'p str>,
) -> Vec<Option<std::sync::Arc<Record>>> {
    let record = async |path: &str| {
        if is_attached(path) {
            return None;
        }
        let record = turn.rag.library.file(path).await;
        record.inspect_err(|error| tracing::warn!("describing a source: {error}")).ok().flatten()
    };
    join_all(paths.map(record)).await
}

impl Filling {
    /// Creates an empty room for these hits, best first.
    fn new<'h>(room: u32, hits: impl Iterator<Item = &'h Hit>) -> Self {
        let mut owners = HashMap::new();
        let mut copies: HashMap<String, Vec<String>> = HashMap::new();
        for hit in hits {
            let path = &hit.passage.path;
            owners.entry(key(&hit.passage.text)).or_insert_with(|| path.clone());
            let known = copies.entry(path.clone()).or_default();
            let new = hit.also_in.iter().filter(|path| !known.contains(path)).take(MAX_COPIES);
            let new: Vec<String> = new.cloned().collect();
            known.extend(new);
            known.truncate(MAX_COPIES);
        }
        Self { room, left: room, documents: Vec::new(), owners, copies, queries: false }
    }

    /// Returns true if a document is a table of which a schema is shown.
    fn has_schema(&self, path: &str) -> bool {
        self.queries && is_sheet(path) && !is_attached(path)
    }

    /// Adds the schemas of the first tables that are shown in parts, where they fit.
    async fn add_schemas(&mut self, turn: &Turn, records: &[Option<std::sync::Arc<Record>>]) {
        let mut added = 0;
        for at in 0..self.documents.len() {
            let (Some(document), Some(Some(record))) = (self.documents.get(at), records.get(at))
            else {
                continue;
            };
            let is_whole = usize::try_from(record.passages()) == Ok(document.passages.len());
            if added == MAX_SCHEMAS || is_whole || !self.has_schema(&record.path) {
                continue;
            }
            added += 1;
            let schema = schema_of(&turn.rag, record).await.unwrap_or_default();
            let tokens = estimate(&schema);
            if let Some(document) = self.documents.get_mut(at).filter(|_| tokens <= self.left) {
                self.left -= tokens;
                document.schema = schema;
            }
        }
    }

    /// Adds the passages that fit, with at most `most` tokens per document.
    fn add_all<'p>(&mut self, passages: impl Iterator<Item = &'p Passage>, most: u32) {
        for passage in passages {
            self.add(passage, most);
        }
    }

    fn add(&mut self, passage: &Passage, most: u32) {
        let at = self.documents.iter().position(|one| one.path == passage.path);
        let owner = self.owners.entry(key(&passage.text)).or_insert_with(|| passage.path.clone());
        let known = at.and_then(|at| self.documents.get(at));
        if *owner != passage.path
            || known.is_some_and(|known| known.passages.contains_key(&passage.ordinal))
        {
            return;
        }
        let head = if at.is_none() { DOCUMENT_TOKENS } else { 0 };
        let tokens = cost(passage) + head;
        let sum = known.map_or(0, |known| known.tokens) + tokens;
        // The first passage is shown in any case.
        let is_first = self.documents.is_empty();
        if !is_first && (tokens > self.left || sum > most) {
            return;
        }
        self.left = self.left.saturating_sub(tokens);
        let document = match at.and_then(|at| self.documents.get_mut(at)) {
            Some(document) => document,
            None => self.documents.push_mut(Filled {
                path: passage.path.clone(),
                title: passage.title.clone(),
                also_in: self.copies.remove(&passage.path).unwrap_or_default(),
                schema: String::new(),
                passages: BTreeMap::new(),
                tokens: 0,
            }),
        };
        document.tokens = sum;
        document.passages.insert(passage.ordinal, passage.clone());
    }

    /// Shows a short document whole, and of a longer one the sections of its passages.
    async fn expand(&mut self, turn: &Turn, at: usize, record: &Record) {
        let whole = self.room / WHOLE_DIVISOR;
        let Some(document) = self.documents.get(at) else {
            return;
        };
        let average = document.tokens / u32::try_from(document.passages.len().max(1)).unwrap_or(1);
        let is_short = average.saturating_mul(record.passages()) <= whole;
        let ranges = match () {
            () if is_short => vec![(0, record.passages())],
            () if self.has_schema(&record.path) => Vec::new(),
            () => document.around(),
        };
        for (from, to) in ranges {
            if self.left < PLACE_TOKENS {
                return;
            }
            let read = read(turn, &record.path, from, to).await;
            let wanted = match self.documents.get(at) {
                Some(_) if is_short => read,
                Some(document) => document.sections(read),
                None => return,
            };
            let tokens: u32 = wanted.iter().map(cost).sum();
            if tokens <= self.left.min(whole) {
                self.add_all(wanted.iter(), self.room);
            }
        }
    }
}

impl Filled {
    /// Returns the ranges of the document around its passages, as first ordinals and lengths.
    fn around(&self) -> Vec<(u32, u32)> {
        let mut stretches: Vec<(u32, u32)> = Vec::new();
        for ordinal in self.passages.keys() {
            let (from, to) = (ordinal.saturating_sub(REACH), ordinal + REACH + 1);
            match stretches.last_mut().filter(|(_, end)| *end >= from) {
                Some((_, end)) => *end = to,
                None => stretches.push((from, to)),
            }
        }
        stretches.into_iter().map(|(from, to)| (from, to - from)).collect()
    }

    /// Returns those of the `read` passages that share a section with a shown passage and are not shown yet.
    fn sections(&self, read: Vec<Passage>) -> Vec<Passage> {
        let runs = read.chunk_by(|one, next| one.headings == next.headings);
        let is_shown = |passage: &Passage| self.passages.contains_key(&passage.ordinal);
        let runs = runs.filter(|run| run.iter().any(is_shown));
        runs.flatten().filter(|passage| !is_shown(passage)).cloned().collect()
    }

    fn shown(self, record: Option<&Record>) -> ShownDocument {
        ShownDocument {
            path: self.path,
            title: self.title,
            also_in: self.also_in,
            schema: self.schema,
            date: record.and_then(|record| dates::of_document(&record.path, &record.title)),
            pages: record.map_or(0, Record::pages),
            all: record.map_or(0, Record::passages),
            passages: self.passages.into_values().collect(),
        }
    }
}

/// Reads passages of a document, ready to be shown.
async fn read(turn: &Turn, path: &str, from: u32, most: u32) -> Vec<Passage> {
    let most = usize::try_from(most).unwrap_or(0);
    let reader = &turn.rag.reader;
    let read = turn.rag.retriever.passages_from(path, Start::Passage(from), most, reader).await;
    let read = read.inspect_err(|error| tracing::warn!("reading around a source: {error}"));
    let hit = |passage| Hit { passage, ..Hit::default() };
    let hits = read.unwrap_or_default().into_iter().map(hit).collect();
    let hits = retrieve::prepare(turn, hits).await;
    hits.into_iter().map(|hit| hit.passage).collect()
}

#[cfg(test)]
mod tests {
    use footnote_documents::FileState;
    use footnote_documents::table::samples;

    use super::*;
    use crate::samples::{over, request};

    fn passage(path: &str, ordinal: u32, heading: &str, text: &str) -> Passage {
        Passage {
            id: format!("{path}#{ordinal}"),
            path: path.to_owned(),
            ordinal,
            headings: vec![heading.to_owned()],
            text: text.to_owned(),
            ..Passage::default()
        }
    }

    /// Returns a document with this many passages of about 50 tokens each, four to a section.
    fn document(path: &str, passages: u32) -> Vec<Passage> {
        let text = |at: u32| format!("{path} passage {at}. {}", "word ".repeat(36));
        let of = |at: u32| passage(path, at, &format!("Section {}", at / 4), &text(at));
        (0..passages).map(of).collect()
    }

    async fn filled(documents: &[Vec<Passage>], hits: &[(usize, u32)], room: u32) -> String {
        let record = |passages: &Vec<Passage>| Record {
            path: passages[0].path.clone(),
            state: FileState::Ready { passages: u32::try_from(passages.len()).unwrap(), pages: 0 },
            ..Record::default()
        };
        let rag = over(&documents.concat(), documents.iter().map(record));
        let turn = Turn::new(&rag, request(&["Why?"]));
        let hit = |(document, at): &(usize, u32)| Hit {
            passage: documents[*document][usize::try_from(*at).unwrap()].clone(),
            ..Hit::default()
        };
        let hits: Vec<Hit> = hits.iter().map(hit).collect();
        let (first, others) = hits.split_at(hits.len().min(2));
        let shown = fill(&turn, (first, others), room, false).await;
        let line = |shown: &ShownDocument| {
            let places = shown.passages.iter().map(|passage| passage.ordinal.to_string());
            format!("{} {}", shown.path, places.collect::<Vec<_>>().join(" "))
        };
        shown.iter().map(line).collect::<Vec<_>>().join(", ")
    }

    #[tokio::test]
    async fn what_was_found_comes_first_and_what_stands_around_it_as_far_as_there_is_room() {
        let documents = [document("a.md", 40), document("b.md", 40)];
        let hits = [(0, 5), (1, 9), (0, 20)];
        assert_eq!(filled(&documents, &hits, 300).await, "a.md 5 20, b.md 9");
        let whole = "a.md 4 5 6 7 20 21 22 23, b.md 8 9 10 11";
        assert_eq!(filled(&documents, &hits, 4_000).await, whole, "sections are kept whole");
    }

    #[tokio::test]
    async fn a_short_document_is_shown_whole() {
        let documents = [document("a.md", 3), document("b.md", 40)];
        assert_eq!(filled(&documents, &[(0, 1)], 4_000).await, "a.md 0 1 2");
    }

    #[tokio::test]
    async fn no_document_crowds_out_the_others_and_a_copy_takes_no_room() {
        let mut copy = document("a.md", 40);
        for passage in &mut copy {
            passage.path = "old/a.md".to_owned();
        }
        let documents = [document("a.md", 40), copy, document("b.md", 40)];
        let mut hits: Vec<(usize, u32)> = (0..20).map(|at| (0, 2 * at)).collect();
        hits.extend((0..20).map(|at| (1, 2 * at)));
        hits.push((2, 3));
        let shown = filled(&documents, &hits, 600).await;
        assert!(shown.starts_with("a.md ") && shown.ends_with(", b.md 3"), "{shown}");
    }

    #[tokio::test]
    async fn the_copies_of_a_document_are_named_at_its_head_once_and_only_a_few() {
        let document = document("a.md", 2);
        let rag = over(&document, []);
        let turn = Turn::new(&rag, request(&["Why?"]));
        let hit = |(at, copies): (usize, &[&str])| Hit {
            passage: document[at].clone(),
            also_in: copies.iter().map(|path| (*path).to_owned()).collect(),
            ..Hit::default()
        };
        let hits = [(0, &["b", "c"][..]), (1, &["c", "d", "e"])].map(hit);
        let shown = fill(&turn, (&hits, &[]), 4_000, false).await;
        assert_eq!(shown[0].also_in, ["b", "c", "d"]);
    }

    #[tokio::test]
    async fn a_model_that_queries_tables_gets_the_schema_of_one_and_a_few_rows() {
        let rows: Vec<String> = (0..900).map(|at| format!("Port {at} | {at}")).collect();
        let lines: Vec<&str> =
            std::iter::once("Port | Ships").chain(rows.iter().map(String::as_str)).collect();
        let table = samples::passages("ports.csv", &[("", &lines)]);
        let state = FileState::Ready { passages: u32::try_from(table.len()).unwrap(), pages: 0 };
        let record = Record { path: "ports.csv".to_owned(), state, ..Record::default() };
        let rag = over(&table, [record]);
        let turn = Turn::new(&rag, request(&["How many ports?"]));
        let hits: Vec<Hit> = table
            .iter()
            .map(|passage| Hit { passage: passage.clone(), ..Hit::default() })
            .collect();
        assert!(hits.len() > 8, "{}", hits.len());
        let shown = fill(&turn, (&hits[..2], &hits[2..]), 3_000, true).await;
        assert!(shown[0].schema.starts_with("Table ports (900 rows"), "{}", shown[0].schema);
        assert_eq!(shown[0].passages.len(), 8);
        let shown = fill(&turn, (&hits[..2], &hits[2..]), 3_000, false).await;
        assert!(shown[0].schema.is_empty() && shown[0].passages.len() > 8);
    }

    #[tokio::test]
    async fn the_best_passage_is_shown_in_any_room() {
        let documents = [document("a.md", 3)];
        assert_eq!(filled(&documents, &[(0, 1), (0, 2)], 0).await, "a.md 1");
    }
}
