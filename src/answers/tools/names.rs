//! The document that a name refers to, however a model writes the name.

use std::collections::BTreeSet;
use std::sync::Arc;

use footnote_documents::Record;
use footnote_store::FileKind;
use footnote_store::names::file_words;
use footnote_text::analysis::stems;
use footnote_text::source;

use super::ToolError;
use crate::Rag;

/// Maximum number of documents that a call names.
pub(super) const MAX_DOCUMENTS: usize = 8;

/// Maximum number of documents that are listed for an ambiguous name.
const MAX_CANDIDATES: usize = 8;

/// Maximum number of documents whose names are compared.
const MAX_COMPARED: usize = 100;

/// A document, with the page given along with its name.
pub(super) struct NamedDocument {
    pub(super) record: Arc<Record>,
    pub(super) page: Option<u32>,
}

/// Finds the document that a name refers to: a path, a source name, a file name, a title, or part of one.
///
/// # Errors
///
/// Returns that there is none, or which ones it may refer to.
pub(super) async fn resolve(rag: &Rag, name: &str) -> Result<NamedDocument, ToolError> {
    let name = name.trim().trim_matches(['[', ']', '"', '`']).trim();
    let (path, page) = source::split(name);
    let path = path.trim_start_matches("./").trim_start_matches('/');
    let record = rag.library.file(path).await?.filter(|record| record.is_ready());
    let record = match record {
        Some(record) => record,
        None => by_name(rag, path).await?,
    };
    Ok(NamedDocument { record, page })
}

/// Finds several documents, each once.
///
/// # Errors
///
/// Fails if there are too many, and as [`resolve`] does.
pub(super) async fn resolve_all(
    rag: &Rag,
    names: &[String],
) -> Result<Vec<Arc<Record>>, ToolError> {
    if names.len() > MAX_DOCUMENTS {
        let fault = format!("documents must name at most {MAX_DOCUMENTS} documents.");
        return Err(ToolError::Arguments(fault));
    }
    let mut records: Vec<Arc<Record>> = Vec::new();
    for name in names {
        let record = resolve(rag, name).await?.record;
        if !records.iter().any(|known| known.path == record.path) {
            records.push(record);
        }
    }
    Ok(records)
}

async fn by_name(rag: &Rag, name: &str) -> Result<Arc<Record>, ToolError> {
    let none = || {
        let sentence = format!("There is no document {name:?}. `list` shows the names of all.");
        ToolError::Nothing(sentence)
    };
    if name.is_empty() {
        return Err(none());
    }
    let mut candidates = rag.library.first(FileKind::Ready, name, MAX_COMPARED).await?;
    // A path that leads nowhere does not refer to a document in another folder.
    if candidates.is_empty() && !name.contains('/') {
        candidates = by_words(rag, name).await?;
    }
    let wanted = name.to_lowercase();
    let is_file = |record: &Record| {
        let path = record.path.to_lowercase();
        let file = path.rsplit('/').next().unwrap_or(&path);
        file == wanted || file_words(file) == wanted || path.ends_with(&format!("/{wanted}"))
    };
    let is_title = |record: &Record| record.title.to_lowercase() == wanted;
    for fits in [&is_file as &dyn Fn(&Record) -> bool, &is_title, &|_: &Record| true] {
        let mut fitting = candidates.iter().filter(|record| fits(record));
        match (fitting.next(), fitting.next()) {
            (Some(only), None) => return Ok(Arc::clone(only)),
            (Some(first), Some(second)) => {
                let all = [first, second].into_iter().chain(fitting);
                return Err(ambiguous(name, &all.collect::<Vec<_>>()));
            }
            _ => {}
        }
    }
    Err(none())
}

/// Returns the documents whose names contain all words of this one.
pub(super) async fn by_words(rag: &Rag, name: &str) -> Result<Vec<Arc<Record>>, ToolError> {
    let stems: BTreeSet<String> = stems(file_words(name)).into_iter().collect();
    if stems.is_empty() {
        return Ok(Vec::new());
    }
    let mut named = rag.library.named(&stems).await?;
    named.retain(|record| record.is_ready());
    Ok(named)
}

fn ambiguous(name: &str, fitting: &[&Arc<Record>]) -> ToolError {
    let shown = fitting.iter().take(MAX_CANDIDATES);
    let mut paths: Vec<&str> = shown.map(|record| record.path.as_str()).collect();
    if fitting.len() > MAX_CANDIDATES {
        paths.push("…");
    }
    let paths = paths.join(", ");
    ToolError::Arguments(format!(
        "{name:?} may be any of these documents: {paths}. Give the whole name."
    ))
}
