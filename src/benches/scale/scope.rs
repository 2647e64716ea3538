//! The scopes of questions: half of the documents, and three of them.

use std::sync::Arc;
use std::time::Instant;

use footnote_store::search::Query;
use footnote_store::{Access, DocumentSet, Stores};

/// Two scopes, each with its name: every second document, and three documents.
pub(crate) async fn sets(name: &str, stores: &Stores) -> [(&'static str, Arc<DocumentSet>); 2] {
    let begun = Instant::now();
    let all = stores.catalog.below(&[], Access::Full).await.expect("the catalog can be read");
    let read = begun.elapsed();
    let half: Vec<_> = all.iter().step_by(2).cloned().collect();
    let few = all.iter().take(3).cloned().collect();
    let begun = Instant::now();
    let half = Arc::new(DocumentSet::of(half));
    println!(
        "{name}, a scope of {} of {} documents: looked up in {:.0} ms, put together in {:.0} ms",
        half.counts().ready,
        all.len(),
        read.as_secs_f64() * 1000.0,
        begun.elapsed().as_secs_f64() * 1000.0
    );
    [("half of the documents", half), ("three documents", Arc::new(DocumentSet::of(few)))]
}

/// Returns the questions in a scope. Prints the time of the first, which looks up the passages of the scope.
pub(crate) async fn asked(
    name: &str,
    (stores, questions): (&Stores, &[Query]),
    set: &Arc<DocumentSet>,
) -> Vec<Query> {
    let scope = Some(Arc::clone(set));
    let scoped = |query: &Query| Query { scope: scope.clone(), ..query.clone() };
    let questions: Vec<Query> = questions.iter().map(scoped).collect();
    if let Some(first) = questions.first() {
        let begun = Instant::now();
        stores.passages.search(first).await.expect("the stores can be searched");
        println!("{name}: the first took {:.0} ms", begun.elapsed().as_secs_f64() * 1000.0);
    }
    questions
}
