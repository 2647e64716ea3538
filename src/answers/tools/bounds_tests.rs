//! Tests of what bounds the tools: arguments, passages read, tables kept, and the size of results.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use footnote_documents::acl::Reader;
use footnote_documents::table::{DocumentKey, samples};
use footnote_documents::{FileState, Passage, Record};
use footnote_search::Retriever;
use footnote_store::Start;
use footnote_store::search::{Query, SearchResult};
use futures_util::future::BoxFuture;

use super::tests::{refusal, text};
use super::*;
use crate::samples::over;

#[tokio::test]
async fn calls_name_few_documents_and_have_short_arguments() {
    for tool in ["search", "query"] {
        let mut names = serde_json::json!({"query": "x", "documents": vec!["prices"; 9]});
        if tool == "query" {
            names.as_object_mut().unwrap().remove("query");
        }
        let error = refusal(tool, &names.to_string()).await;
        assert!(error.contains("at most 8 documents"), "{error}");
    }
    for tool in ["search", "read", "list", "query"] {
        let long = "x".repeat(40_000);
        let error = refusal(tool, &format!(r#"{{"document": "{long}"}}"#)).await;
        assert!(error.contains("at most 32768 bytes") && error.len() < 200, "{error}");
    }
    let error = refusal("read", &format!(r#"{{"document": "{}"}}"#, "é".repeat(15_000))).await;
    assert!(error.len() < 33_000, "{}", error.len());
    let sql = format!("SELECT '{}' FROM prices", "x".repeat(20_000));
    let error = refusal("query", &format!(r#"{{"documents": "prices", "sql": "{sql}"}}"#)).await;
    assert!(error.contains("this is too long"), "{error}");
}

/// Finds what an engine finds, and counts the passages that are read by place.
struct Counting(Arc<dyn Retriever>, Arc<AtomicUsize>);

impl Retriever for Counting {
    fn retrieve<'a>(
        &'a self,
        query: &'a Query,
    ) -> BoxFuture<'a, Result<SearchResult, RetrieveError>> {
        self.0.retrieve(query)
    }

    fn passages_from<'a>(
        &'a self,
        path: &'a str,
        start: Start,
        most: usize,
        reader: &'a Reader,
    ) -> BoxFuture<'a, Result<Vec<Passage>, RetrieveError>> {
        Box::pin(async move {
            let read = self.0.passages_from(path, start, most, reader).await?;
            self.1.fetch_add(read.len(), Ordering::Relaxed);
            Ok(read)
        })
    }
}

/// Returns an engine over a list of this many rows, and the number of its passages and of those read.
fn counted(rows: usize) -> (Rag, usize, Arc<AtomicUsize>) {
    let rows: Vec<String> =
        (0..rows).map(|at| format!("Item {at} | {at} | in hall {at}")).collect();
    let mut lines = vec!["Name | Count | Place"];
    lines.extend(rows.iter().map(String::as_str));
    let passages = samples::passages("list.csv", &[("Stock", &lines)]);
    let state = FileState::Ready { passages: u32::try_from(passages.len()).unwrap(), pages: 0 };
    let record = Record { path: "list.csv".to_owned(), state, ..Record::default() };
    let (rag, read) = (over(&passages, [record]), Arc::new(AtomicUsize::new(0)));
    let retriever = Arc::new(Counting(Arc::clone(&rag.retriever), Arc::clone(&read)));
    (Rag { retriever, ..rag }, passages.len(), read)
}

#[tokio::test]
async fn only_the_passages_that_are_shown_are_read() {
    let (rag, all, read) = counted(20_000);
    assert!(all > 900, "{all}");
    let context = ToolContext::new(&rag);
    for (arguments, most) in [
        (r#"{"document": "list.csv", "from": 500}"#, 400),
        (r#"{"document": "list.csv", "page": 1}"#, 400),
    ] {
        read.store(0, Ordering::Relaxed);
        let _ = call(&context, "read", arguments).await;
        let read = read.load(Ordering::Relaxed);
        assert!(read <= most, "{read}: {arguments}");
    }
    let section = r#"{"document": "list.csv", "section": "stock"}"#;
    let section = call(&context, "read", section).await.unwrap();
    assert!(section.text.contains("within a table, which `query` asks whole"), "{}", section.text);
}

#[tokio::test]
async fn tables_are_read_and_loaded_once_until_their_document_changes() {
    let (rag, all, read) = counted(2_000);
    let context = ToolContext::new(&rag);
    let sum = r#"{"documents": "list.csv", "sql": "SELECT SUM(count) FROM list"}"#;
    assert!(call(&context, "query", sum).await.unwrap().text.contains("1999000"));
    assert!(read.load(Ordering::Relaxed) >= all);
    read.store(0, Ordering::Relaxed);
    let record = rag.library.file("list.csv").await.unwrap().unwrap();
    let key = vec![DocumentKey::of(&record)];
    let db = rag.library.databases().take(&key).unwrap();
    assert!(rag.library.databases().take(&key).is_none(), "one query has it at a time");
    let size = db.size();
    assert!(size > 50_000, "{size}");
    rag.library.databases().keep(key, db, size);
    assert!(call(&context, "query", sum).await.unwrap().text.contains("1999000"));
    assert!(read.load(Ordering::Relaxed) <= 12, "only the evidence is read again");
    let changed = Record { content: 7, ..Record::clone(&record) };
    assert!(rag.library.tables().get(&DocumentKey::of(&changed)).is_none());
}

#[tokio::test]
async fn a_text_of_a_tool_has_a_bound() {
    let names: Vec<String> = (0..900).map(|at| format!("A column with a long name {at}")).collect();
    let fields = |at: usize| names.iter().map(move |name| format!("{name}: {at}"));
    let row = |at| format!("- {}", fields(at).collect::<Vec<_>>().join("; "));
    let mut passages = text("wide.xlsx", "Wide", &[(0, "", &row(1)), (0, "", &row(2))]);
    for passage in &mut passages {
        passage.headings.clear();
    }
    let state = FileState::Ready { passages: 2, pages: 0 };
    let rag =
        over(&passages, [Record { path: "wide.xlsx".to_owned(), state, ..Record::default() }]);
    let context = ToolContext { tokens: 1_000_000, ..ToolContext::new(&rag) };
    let schema = call(&context, "query", r#"{"documents": "wide"}"#).await.unwrap().text;
    assert!(schema.len() < 33_000 && schema.contains("The rest is left out"), "{}", schema.len());
    let wrong = r#"{"documents": "wide", "sql": "SELECT missing_column FROM wide"}"#;
    let error = call(&context, "query", wrong).await.unwrap_err().to_string();
    let head = error.chars().take(200).collect::<String>();
    assert!(error.contains("no such column") && error.len() < 33_000, "{}: {head}", error.len());
}
