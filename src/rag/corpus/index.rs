//! The tantivy index: its schema, its writer and its readers.
