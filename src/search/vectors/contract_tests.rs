//! The contract of vectors beside the documents of an engine.

use std::sync::Arc;

use footnote_documents::acl::Reader;
use footnote_store::search::Query;
use footnote_store::{Access, DocumentSet, Stores, VectorKey};

use super::EmbeddedVectors;

fn alice() -> Reader {
    Reader::new(Some("alice"), [])
}

fn query(reader: Reader) -> Query {
    Query { top: 9, reader, ..Query::default() }
}

/// Checks everything that is promised for vectors, on an engine without vectors that has the documents left by
/// [`keeps_documents`](footnote_store::contract_tests::documents::keeps_documents).
pub async fn keeps_vectors(stores: &Stores, vectors: &EmbeddedVectors) {
    assert!(!vectors.is_fresh().await.unwrap());
    vectors.refresh().await.unwrap();
    assert!(vectors.is_fresh().await.unwrap());
    let (awaiting, last) = vectors.awaiting(None, usize::MAX).await.unwrap();
    assert_eq!(vectors.counts(), (0, awaiting.len()));
    let end = vectors.awaiting(last, usize::MAX).await.unwrap();
    assert_eq!(end, (Vec::new(), None));
    let (first, place) = vectors.awaiting(None, 1).await.unwrap();
    assert!(!first.is_empty() && first.iter().all(|one| one.path == awaiting[0].path));
    let (behind, _) = vectors.awaiting(place, usize::MAX).await.unwrap();
    assert_eq!([first, behind].concat(), awaiting);
    let numbered = awaiting.iter().enumerate();
    let all: Vec<(VectorKey, Vec<f32>)> =
        numbered.map(|(at, passage)| (VectorKey::of(passage), unit(at, awaiting.len()))).collect();
    vectors.give_up(vec![all[0].0]);
    assert_eq!(vectors.awaiting(None, usize::MAX).await.unwrap().0.len(), awaiting.len() - 1);
    vectors.put(all.clone()).await.unwrap();
    assert!(vectors.awaiting(None, usize::MAX).await.unwrap().0.is_empty());
    // The first one is not found until its document changes.
    for (at, passage) in awaiting.iter().enumerate().skip(1) {
        let question = unit(at, awaiting.len());
        let near = vectors.nearest(&question, 1, &query(alice())).await.unwrap();
        assert_eq!((near[0].path.as_str(), near[0].ordinal), (&*passage.path, passage.ordinal));
        let set =
            stores.catalog.below(std::slice::from_ref(&passage.path), Access::Full).await.unwrap();
        let scope = Some(Arc::new(DocumentSet::of(set)));
        let scoped = Query { scope, ..query(alice()) };
        let near = vectors.nearest(&unit(awaiting.len() - at, awaiting.len()), 9, &scoped).await;
        let near = near.unwrap();
        assert!(!near.is_empty() && near.iter().all(|one| *one.path == *passage.path));
        let near = vectors.nearest(&question, 9, &query(Reader::default())).await.unwrap();
        assert!(near.iter().all(|one| one.path.starts_with("hr/")), "nobody sees what is alice's");
    }
    stores.writer.remove(&["hr/leave.md".to_owned()]).await.unwrap();
    stores.writer.commit().await.unwrap();
    vectors.refresh().await.unwrap();
    let near = vectors.nearest(&unit(0, awaiting.len()), 99, &query(alice())).await.unwrap();
    assert!(!near.is_empty() && near.iter().all(|one| one.path != "hr/leave.md"));
}

/// A unit vector along one axis.
fn unit(axis: usize, dimensions: usize) -> Vec<f32> {
    (0..dimensions).map(|at| if at == axis { 1.0 } else { 0.0 }).collect()
}
