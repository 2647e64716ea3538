//! The fields of the index, and what each kind of entry puts into them.

use tantivy::TantivyDocument;
use tantivy::schema::{
    Field, IndexRecordOption, STORED, STRING, Schema, SchemaBuilder, TextFieldIndexing,
    TextOptions, Value,
};

use super::{IndexError, Record};
use crate::rag::corpus::Passage;

/// The name of the analyzer behind [`Fields::text`].
pub(super) const STEMS: &str = "stems";
/// The name of the analyzer behind [`Fields::words`].
pub(super) const PLAIN: &str = "plain";

/// The fields of the index.
#[derive(Clone, Copy, Debug)]
pub struct Fields {
    /// Stems without stop words of a passage's text, title (twice), headings and file name.
    pub text: Field,
    /// The passage's words as they are written, stop words included.
    pub words: Field,
    /// A document's path, on its record and on its passages.
    pub path: Field,
    /// A passage's `<path>#<ordinal>`.
    pub id: Field,
    /// A passage's category.
    pub category: Field,
    /// `record` on the records of files; absent on passages.
    pub kind: Field,
    /// The passage or the record as JSON.
    pub stored: Field,
}

impl Fields {
    /// The schema with its fields.
    pub(super) fn build() -> (Schema, Self) {
        let mut schema = SchemaBuilder::new();
        let fields = Self {
            text: schema.add_text_field("text", indexed_by(STEMS)),
            words: schema.add_text_field("words", indexed_by(PLAIN)),
            path: schema.add_text_field("path", STRING),
            id: schema.add_text_field("id", STRING),
            category: schema.add_text_field("category", STRING),
            kind: schema.add_text_field("kind", STRING),
            stored: schema.add_text_field("stored", STORED),
        };
        (schema.build(), fields)
    }

    /// What is written for a passage.
    pub(super) fn passage(&self, passage: &Passage) -> Result<TantivyDocument, IndexError> {
        let mut entry = TantivyDocument::default();
        entry.add_text(self.text, &passage.text);
        // Twice: a title tells more than a sentence does.
        entry.add_text(self.text, &passage.title);
        entry.add_text(self.text, &passage.title);
        for heading in &passage.headings {
            entry.add_text(self.text, heading);
        }
        entry.add_text(self.text, file_words(&passage.path));
        entry.add_text(self.words, &passage.text);
        entry.add_text(self.words, &passage.title);
        entry.add_text(self.path, &passage.path);
        entry.add_text(self.id, passage_id(&passage.path, passage.ordinal));
        if let Some(category) = &passage.category {
            entry.add_text(self.category, category);
        }
        entry.add_text(self.stored, serde_json::to_string(passage)?);
        Ok(entry)
    }

    /// What is written for a file.
    pub(super) fn record(&self, record: &Record) -> Result<TantivyDocument, IndexError> {
        let mut entry = TantivyDocument::default();
        entry.add_text(self.kind, "record");
        entry.add_text(self.path, &record.path);
        entry.add_text(self.stored, serde_json::to_string(record)?);
        Ok(entry)
    }

    /// The JSON of an entry.
    pub(super) fn stored<'a>(&self, entry: &'a TantivyDocument) -> &'a str {
        entry
            .get_first(self.stored)
            .and_then(|value| value.as_str())
            .unwrap_or_default()
    }
}

/// The name of a passage in the index.
pub(super) fn passage_id(path: &str, ordinal: u32) -> String {
    format!("{path}#{ordinal}")
}

/// The words of a file's name, without its extension.
pub(super) fn file_words(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

fn indexed_by(analyzer: &str) -> TextOptions {
    TextOptions::default().set_indexing_options(
        TextFieldIndexing::default()
            .set_tokenizer(analyzer)
            .set_index_option(IndexRecordOption::WithFreqs),
    )
}
