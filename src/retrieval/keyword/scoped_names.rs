//! The names of documents as a question in a scope knows them.

use std::collections::HashSet;
use std::sync::Arc;

use super::view::IndexView;
use crate::Query;
use crate::names::NameIndex;
use crate::store::{DocumentSet, StoreError};

/// The names of the documents of a set.
struct ScopedNames<'a> {
    names: &'a dyn NameIndex,
    scope: &'a DocumentSet,
}

impl ScopedNames<'_> {
    fn holds(&self, document: u64) -> bool {
        self.scope.contains_key(document)
    }
}

impl NameIndex for ScopedNames<'_> {
    // How telling a word is depends on all names that the reader may know of.
    fn count(&self) -> usize {
        self.names.count()
    }

    fn frequency(&self, word: &str) -> usize {
        self.names.frequency(word)
    }

    fn documents_with(&self, word: &str) -> Box<dyn Iterator<Item = u64> + '_> {
        Box::new(self.names.documents_with(word).filter(|document| self.holds(*document)))
    }

    fn words(&self, document: u64) -> Box<dyn Iterator<Item = &str> + '_> {
        if self.holds(document) { self.names.words(document) } else { Box::new(std::iter::empty()) }
    }

    fn path(&self, document: u64) -> Option<Arc<str>> {
        self.names.path(document).filter(|_| self.holds(document))
    }
}

/// The result of `work` on the names of the documents that a query asks, see [`IndexView::with_names`].
pub(super) fn with_names<V: IndexView, T>(
    view: &V,
    query: &Query,
    (words, documents): (&HashSet<String>, &HashSet<u64>),
    work: impl FnOnce(&dyn NameIndex) -> T,
) -> Result<T, StoreError> {
    view.with_names(words, documents, |names| match &query.scope {
        Some(scope) => work(&ScopedNames { names, scope }),
        None => work(names),
    })
}
