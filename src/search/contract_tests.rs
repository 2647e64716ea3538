//! The contract of all retrievers, as one function that their tests call.

use std::sync::Arc;

use footnote_documents::acl::{Acl, Reader};
use footnote_documents::{FileState, Passage, Record};
use footnote_protocol::RetrievalMode;
use footnote_store::DocumentSet;
use footnote_store::search::{Hit, Query};
use footnote_text::source;

use super::Retriever;
pub(crate) use crate::samples::{index_of, query};

/// The documents that [`keeps_the_contract`] expects to be indexed.
pub(crate) fn documents() -> Vec<Passage> {
    let passage = |path: &str, ordinal: u32, category: Option<&str>, text: &str| Passage {
        id: format!("{path}#{ordinal}"),
        path: path.to_owned(),
        ordinal,
        title: format!("About {path}"),
        category: category.map(str::to_owned),
        text: text.to_owned(),
        ..Passage::default()
    };
    let restricted = Passage {
        acl: Acl::of_folder("user: alice").unwrap(),
        ..passage("board.md", 0, None, "Apples will be sold to Zanzibar.")
    };
    vec![
        restricted,
        passage("garden/apples.md", 0, Some("garden"), "Apples ripen in September."),
        passage("garden/apples.md", 1, Some("garden"), "Store apples in a cool cellar."),
        passage("garden/pears.md", 0, Some("garden"), "Pears ripen after the harvest."),
        passage("kitchen/cake.md", 0, Some("kitchen"), "A cake with apples and cinnamon."),
        passage("notes.md", 0, None, "Apples were bought on Monday. To be or not to be."),
    ]
}

/// Checks the whole contract on a retriever over [`documents`].
pub(crate) async fn keeps_the_contract(retriever: &dyn Retriever) {
    keeps_the_contract_by(retriever, RetrievalMode::Text).await;
}

/// The same in another search mode.
pub(crate) async fn keeps_the_contract_by(retriever: &dyn Retriever, mode: RetrievalMode) {
    let query = |text| Query { mode, ..query(text) };
    let found = retriever.retrieve(&query("apples")).await.unwrap();
    assert!(found.hits.len() >= 3, "a word finds the passages that have it");
    assert!(
        found.hits.is_sorted_by(|a, b| a.score >= b.score),
        "hits are sorted by descending score"
    );
    let mut ids: Vec<_> = found.hits.iter().map(|hit| &hit.passage.id).collect();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), found.hits.len(), "no passage stands twice");

    let one = Query { top: 1, ..query("apples") };
    let found = retriever.retrieve(&one).await.unwrap();
    assert_eq!(found.hits.len(), 1, "at most top hits are returned");
    let none = Query { top: 0, ..query("apples") };
    assert!(retriever.retrieve(&none).await.unwrap().hits.is_empty());

    filters_hold(retriever, mode).await;
    readers_are_told_apart(retriever, mode).await;
    for text in ["", "  ", "?!", "🎉🎉", "\"", "*"] {
        let found = retriever.retrieve(&query(text)).await.unwrap();
        assert!(found.hits.is_empty(), "{text:?} has no words and finds nothing");
    }
}

async fn readers_are_told_apart(retriever: &dyn Retriever, mode: RetrievalMode) {
    for text in ["apples", "apples sold to Zanzibar", "Zanzibr"] {
        let stranger = Query { mode, ..query(text) };
        let found = retriever.retrieve(&stranger).await.unwrap();
        assert!(
            found.hits.iter().all(|hit| hit.passage.path != "board.md"),
            "what only some may read is found for nobody else"
        );
        assert!(
            found.terms.iter().all(|term| !term.known || term.stem == "appl"),
            "and its words are not known: {:?}",
            found.terms
        );
        assert!(found.corrections.is_empty());
        let reader = Query { reader: Reader::new(Some("alice"), []), ..stranger };
        let found = retriever.retrieve(&reader).await.unwrap();
        assert!(found.hits.iter().any(|hit| hit.passage.path == "board.md"));
        let whole = retriever.document("board.md", &reader.reader).await;
        let nothing = retriever.document("board.md", &Reader::default()).await;
        assert!(whole.unwrap().len() == 1 && nothing.unwrap().is_empty());
    }
}

async fn filters_hold(retriever: &dyn Retriever, mode: RetrievalMode) {
    let query = |text| Query { mode, ..query(text) };
    let category = Some("garden".to_owned());
    let only = Query { include_category: category.clone(), ..query("apples") };
    let found = retriever.retrieve(&only).await.unwrap();
    assert!(!found.hits.is_empty());
    assert!(found.hits.iter().all(|hit| hit.passage.category == category));
    let without = Query { exclude_category: category.clone(), ..query("apples") };
    let found = retriever.retrieve(&without).await.unwrap();
    assert!(found.hits.iter().all(|hit| hit.passage.category != category));
    assert!(
        found.hits.iter().any(|hit| hit.passage.category.is_none()),
        "excluding a category keeps documents without one"
    );
    let asked = ["garden/pears.md", "notes.md"];
    let record = |path: &str| {
        let state = FileState::Ready { passages: 1, pages: 1 };
        Arc::new(Record { path: path.to_owned(), state, ..Record::default() })
    };
    let set = DocumentSet::of(asked.map(record).to_vec());
    let scoped = Query { scope: Some(Arc::new(set)), ..query("apples ripen cinnamon") };
    let found = retriever.retrieve(&scoped).await.unwrap();
    assert!(!found.hits.is_empty());
    // Attached files are searched in every scope.
    let is_asked = |hit: &Hit| {
        let path = hit.passage.path.as_str();
        asked.contains(&path) || source::is_attached(path)
    };
    assert!(found.hits.iter().all(is_asked), "a scope lets in its documents alone");
    let is_known = |word: &str| found.terms.iter().any(|term| term.word == word && term.known);
    assert!(is_known("ripen") && !is_known("cinnamon"), "and no word of others is known");
    let nothing = Query { scope: Some(Arc::default()), ..query("apples") };
    let found = retriever.retrieve(&nothing).await.unwrap();
    assert!(found.hits.iter().all(|hit| source::is_attached(&hit.passage.path)));
}
