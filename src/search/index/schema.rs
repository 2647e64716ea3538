//! The fields of the index, and how passages and records fill them.

use footnote_documents::{Passage, Record};
use footnote_store::Start;
use footnote_store::names::document_key;
use footnote_text::analysis::Language;
use tantivy::columnar::Column;
use tantivy::schema::{
    FAST, Field, IndexRecordOption, STORED, STRING, Schema, SchemaBuilder, TextFieldIndexing,
    TextOptions, Value,
};
use tantivy::{DocId, SegmentReader, TantivyDocument, Term};

use super::IndexError;
use crate::keyword::{self, PassageTerms, RankingColumns};

/// Name of the analyzer of [`Fields::words`].
pub(super) const PLAIN: &str = "plain";
/// Name of the analyzer of [`Fields::text`] and [`Fields::hints`].
pub(super) const LINES: &str = "lines";
/// Term of all passages that are not public.
pub(super) const RESTRICTED: &str = "restricted";
/// Names of the columns that ranking reads: document key, ordinal and language.
const COLUMNS: [&str; 3] = ["document", ORDINAL, "tongue"];
/// Name of the column with a passage's ordinal within its document.
pub(super) const ORDINAL: &str = "ordinal";

/// The fields of the index.
#[derive(Clone, Copy, Debug)]
pub struct Fields {
    /// Stems of a passage's text, title (twice), headings and file name, without stop words, stemmed in its language.
    pub text: Field,
    /// The passage's words as written, including stop words.
    pub words: Field,
    /// Hints from the passage's text and title.
    pub hints: Field,
    /// Path of the document, on its record and on its passages.
    pub path: Field,
    /// `<path>#<ordinal>` of a passage.
    pub id: Field,
    /// Category of a passage.
    pub category: Field,
    /// Name of a passage's language.
    pub language: Field,
    /// ACL of a passage, see [`Acl::terms`]; includes [`RESTRICTED`] if the passage is not public.
    pub acl: Field,
    /// Page of a passage; 0 for formats without pages.
    page: Field,
    /// See [`RankingColumns`].
    document: Field,
    ordinal: Field,
    language_column: Field,
    /// `record` on records of files; absent on passages.
    pub kind: Field,
    /// The passage or the record, as JSON.
    pub stored: Field,
}

impl Fields {
    /// The field that keyword search knows by this name.
    pub(super) fn of(&self, field: keyword::Field) -> Field {
        match field {
            keyword::Field::Text => self.text,
            keyword::Field::Words => self.words,
            keyword::Field::Hints => self.hints,
        }
    }

    /// The smallest value of the start's field that a passage from there on can have.
    pub(super) fn begins(&self, start: Start) -> Term {
        match start {
            Start::Passage(ordinal) => Term::from_field_u64(self.ordinal, ordinal.into()),
            Start::Page(page) => Term::from_field_u64(self.page, page.into()),
        }
    }

    /// Builds the schema and its fields.
    pub(super) fn build() -> (Schema, Self) {
        let mut schema = SchemaBuilder::new();
        let [document, ordinal, language_column] = COLUMNS;
        let fields = Self {
            text: schema.add_text_field("text", indexed_by(LINES)),
            words: schema.add_text_field("words", indexed_by(PLAIN)),
            hints: schema.add_text_field("hints", indexed_by(LINES)),
            path: schema.add_text_field("path", STRING),
            id: schema.add_text_field("id", STRING),
            category: schema.add_text_field("category", STRING),
            language: schema.add_text_field("language", STRING),
            acl: schema.add_text_field("readers", STRING),
            document: schema.add_u64_field(document, FAST),
            page: schema.add_u64_field("page", FAST),
            ordinal: schema.add_u64_field(ordinal, FAST),
            language_column: schema.add_u64_field(language_column, FAST),
            kind: schema.add_text_field("kind", STRING),
            stored: schema.add_text_field("stored", STORED),
        };
        (schema.build(), fields)
    }

    /// The index entry of a passage in this language.
    pub(super) fn passage(
        &self,
        passage: &Passage,
        language: Language,
    ) -> Result<TantivyDocument, IndexError> {
        let mut entry = TantivyDocument::default();
        self.add_words(&mut entry, passage, language);
        entry.add_text(self.language, language.name());
        for term in passage.acl.terms() {
            entry.add_text(self.acl, term);
        }
        if !passage.acl.is_public() {
            entry.add_text(self.acl, RESTRICTED);
        }
        entry.add_u64(self.document, document_key(&passage.path));
        entry.add_u64(self.page, passage.page.map_or(0, u64::from));
        entry.add_u64(self.ordinal, u64::from(passage.ordinal));
        entry.add_u64(self.language_column, language.code());
        entry.add_text(self.path, &passage.path);
        entry.add_text(self.id, passage_id(&passage.path, passage.ordinal));
        if let Some(category) = &passage.category {
            entry.add_text(self.category, category);
        }
        entry.add_text(self.stored, serde_json::to_string(passage)?);
        Ok(entry)
    }

    /// Adds the searchable terms of a passage in this language.
    fn add_words(&self, entry: &mut TantivyDocument, passage: &Passage, language: Language) {
        let terms = PassageTerms::of(passage, language);
        entry.add_text(self.text, terms.text.join("\n"));
        entry.add_text(self.hints, terms.hints.join("\n"));
        for text in terms.written {
            entry.add_text(self.words, text);
        }
    }

    /// The index entry of a file's record.
    pub(super) fn record(&self, record: &Record) -> Result<TantivyDocument, IndexError> {
        let mut entry = TantivyDocument::default();
        entry.add_text(self.kind, "record");
        entry.add_text(self.path, &record.path);
        entry.add_text(self.stored, serde_json::to_string(record)?);
        Ok(entry)
    }

    /// The JSON of an entry.
    pub(super) fn stored<'a>(&self, entry: &'a TantivyDocument) -> &'a str {
        entry.get_first(self.stored).and_then(|value| value.as_str()).unwrap_or_default()
    }
}

/// Reads the ranking columns of one segment.
pub(super) struct PassageColumns([Column<u64>; 3]);

impl PassageColumns {
    /// Opens the columns of `segment`.
    ///
    /// # Errors
    ///
    /// Fails if the index cannot be read.
    pub(super) fn of(segment: &SegmentReader) -> Result<Self, IndexError> {
        let columns = COLUMNS.map(|name| segment.fast_fields().u64(name));
        let [document, ordinal, language_column] = columns;
        Ok(Self([document?, ordinal?, language_column?]))
    }

    /// Document key of entry `at`; `None` if it is not a passage.
    pub(super) fn document(&self, at: DocId) -> Option<u64> {
        let [document, ..] = &self.0;
        document.first(at)
    }

    /// Ranking columns of the passage `at`.
    pub(super) fn at(&self, at: DocId) -> RankingColumns {
        let [document, ordinal, language_column] = &self.0;
        RankingColumns {
            document: document.first(at).unwrap_or_default(),
            ordinal: ordinal.first(at).unwrap_or_default(),
            language: Language::of_code(language_column.first(at).unwrap_or_default()),
        }
    }
}

/// Id of a passage in the index.
pub(super) fn passage_id(path: &str, ordinal: u32) -> String {
    format!("{path}#{ordinal}")
}

fn indexed_by(analyzer: &str) -> TextOptions {
    TextOptions::default().set_indexing_options(
        TextFieldIndexing::default()
            .set_tokenizer(analyzer)
            .set_index_option(IndexRecordOption::WithFreqs),
    )
}
