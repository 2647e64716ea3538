//! Retrieval by keywords with tantivy's BM25.
