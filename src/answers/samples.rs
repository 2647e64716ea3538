//! Engines over a few passages, and what is found in them, for tests.

use std::sync::Arc;

use footnote_documents::acl::Reader;
use footnote_documents::{Passage, Record};
use footnote_library::Library;
use footnote_models::ModelSlot;
use footnote_models::scripted::Scripted;
use footnote_protocol::{ChatRequest, Message};
use footnote_search::index::MemoryCatalog;
use footnote_search::keyword::Keyword;
use footnote_search::samples::index_of;
use footnote_search::{Retriever, framing};
use footnote_store::search::{Hit, Query, SearchResult, Term};
use footnote_store::{RetrieveError, StoreError};
use footnote_text::analysis::stems;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;

use crate::turn::Turn;
use crate::{Rag, Settings, Workers};

/// A retriever that always finds the same hits; it fails if `None`.
struct Fixed(Option<Vec<Hit>>);

impl Retriever for Fixed {
    fn retrieve<'a>(
        &'a self,
        query: &'a Query,
    ) -> BoxFuture<'a, Result<SearchResult, RetrieveError>> {
        let found = self.0.clone().map(|hits| found(&query.text, hits));
        let found = found.ok_or_else(|| StoreError::Cancelled.into());
        std::future::ready(found).boxed()
    }
}

/// Returns these hits as search results in which all terms have the same weight.
pub fn found(question: &str, hits: Vec<Hit>) -> SearchResult {
    let known: Vec<String> = hits.iter().flat_map(|hit| stems(&hit.passage.text)).collect();
    let terms = question
        .split_whitespace()
        .filter_map(|word| {
            let stem = stems(word).pop()?;
            let known = known.contains(&stem);
            let word = word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
            let weight = if known { framing::weight(&word) } else { 0.0 };
            Some(Term { word, stem, weight, known, ..Term::default() })
        })
        .collect();
    SearchResult { hits, terms, ..SearchResult::default() }
}

/// Returns a hit with this text.
pub fn hit(path: &str, page: Option<u32>, text: &str, score: f32) -> Hit {
    let passage = Passage {
        id: format!("{path}#{text}"),
        path: path.to_owned(),
        page,
        text: text.to_owned(),
        ..Passage::default()
    };
    Hit { passage, score, ..Hit::default() }
}

/// Returns two hits about leave.
pub fn hits() -> Vec<Hit> {
    vec![
        hit("leave.md", None, "Employees get thirty days of leave. It grows with age.", 2.0),
        hit(
            "pay.pdf",
            Some(3),
            "Overtime is paid at once. Leave that is not taken is paid out.",
            1.0,
        ),
    ]
}

/// Returns an engine with this model that finds these hits, or fails if `None`.
pub fn rag(hits: Option<Vec<Hit>>, model: Option<&Scripted>) -> Rag {
    Rag {
        retriever: Arc::new(Fixed(hits)),
        model: model.map(|model| ModelSlot::of(Arc::new(model.clone()))).unwrap_or_default(),
        library: Arc::new(Library::over("documents", Arc::new(MemoryCatalog::default()))),
        settings: Settings::default(),
        workers: Workers::default(),
        reader: Reader::default(),
        scope: None,
    }
}

/// Returns an engine without a model over an index of these passages.
pub fn over(passages: &[Passage], records: impl IntoIterator<Item = Record>) -> Rag {
    let records: MemoryCatalog = records.into_iter().collect();
    let retriever: Arc<dyn Retriever> = match index_of(passages) {
        Ok(index) => Arc::new(Keyword::over(Arc::new(index))),
        Err(_) => Arc::new(Fixed(None)),
    };
    Rag {
        retriever,
        library: Arc::new(Library::over("folder", Arc::new(records))),
        ..rag(None, None)
    }
}

/// Returns a request with these messages, alternating between reader and answers.
pub fn request(messages: &[&str]) -> ChatRequest {
    let messages = messages.iter().enumerate().map(|(at, text)| match at % 2 {
        0 => Message::user(*text),
        _ => Message::assistant(*text),
    });
    ChatRequest { messages: messages.collect(), ..ChatRequest::default() }
}

/// Returns a turn with these messages that finds nothing.
pub fn turn(messages: &[&str]) -> Turn {
    Turn::new(&rag(Some(Vec::new()), None), request(messages))
}

/// A question that [`hits`] answer.
pub const QUESTION: &str = "How many days of leave?";
