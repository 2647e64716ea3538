//! The questions on the empty page: made from the documents, tried, and shown to readers of those documents.

use footnote_answers::Rag;
use footnote_retrieval::corpus::Example;
use footnote_retrieval::corpus::examples::{self, CandidateQuestions};
use footnote_retrieval::store::{StoreError, Stores};

use super::trials;

/// Maximum number of ACLs whose documents suggest questions. Each may take tenths of a second.
const MAX_ACLS: usize = 100;

/// Makes questions from the documents and publishes those that are answered, unless the index changes meanwhile.
/// Readers see only questions about documents that they may read.
///
/// # Errors
///
/// Fails if the index cannot be read.
pub async fn suggest(rag: &Rag, stores: &Stores) -> Result<(), StoreError> {
    let version = stores.catalog.version();
    let is_as_before = || stores.catalog.version() == version;
    let mut trials: Vec<CandidateQuestions> = examples::trials(stores).await?;
    // Questions about restricted documents are shown first, but those for everyone are needed first.
    trials.sort_by_key(|one| !one.acl.is_public());
    let mut shown: Vec<Example> = Vec::new();
    for one in trials.iter().take(MAX_ACLS) {
        let questions = trials::examples(rag, one).await;
        if !is_as_before() {
            return Ok(());
        }
        let example = |question| Example { question, acl: one.acl.clone() };
        shown.extend(questions.into_iter().map(example));
    }
    shown.sort_by_key(|example| example.acl.is_public());
    rag.library.update(|progress| progress.examples = shown);
    if !is_as_before() {
        // They may be about documents that have become restricted meanwhile.
        rag.library.update(|progress| progress.examples.clear());
    }
    Ok(())
}
