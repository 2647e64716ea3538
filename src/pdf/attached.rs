//! Files attached to a PDF, or to one of its pages.

use hayro_syntax::Pdf;
use hayro_syntax::object::{Array, Dict, Name, Object, Stream, String as Text};

use super::title::decoded;
use footnote_documents::parts::{Attachment, MAX_PARTS};

/// Maximum nesting of the tree of their names.
const MAX_NESTING: usize = 16;

/// Returns the attached files.
pub(super) fn files(pdf: &Pdf) -> Vec<Attachment> {
    let root = pdf.xref().get::<Dict<'_>>(pdf.xref().root_id());
    let tree =
        root.and_then(|root| root.get::<Dict<'_>>("Names")?.get::<Dict<'_>>("EmbeddedFiles"));
    let mut files = Vec::new();
    if let Some(tree) = tree {
        collect(&tree, 1, &mut 0, &mut files);
    }
    for page in pdf.pages().iter() {
        let notes = page.raw().get::<Array<'_>>("Annots");
        let notes = notes.iter().flat_map(Array::iter::<Dict<'_>>);
        let attached = notes.filter(|note| {
            note.get::<Name<'_>>("Subtype").is_some_and(|kind| kind.as_str() == "FileAttachment")
        });
        let left = (MAX_PARTS + 1).saturating_sub(files.len());
        files.extend(attached.filter_map(|note| file(&note.get::<Dict<'_>>("FS")?)).take(left));
    }
    files
}

/// Adds the files in a part of the tree: names, each with its file, or further parts. Ends after as many parts as files
/// are read, since a part may lead to itself.
fn collect(tree: &Dict<'_>, depth: usize, seen: &mut usize, files: &mut Vec<Attachment>) {
    *seen += 1;
    let named = tree.get::<Array<'_>>("Names");
    let named = named.iter().flat_map(Array::iter::<Object<'_>>);
    let left = (MAX_PARTS + 1).saturating_sub(files.len());
    files.extend(named.filter_map(Object::into_dict).filter_map(|named| file(&named)).take(left));
    let parts = tree.get::<Array<'_>>("Kids");
    for part in parts.iter().flat_map(Array::iter::<Dict<'_>>) {
        if depth < MAX_NESTING && *seen <= MAX_PARTS && files.len() <= MAX_PARTS {
            collect(&part, depth + 1, seen, files);
        }
    }
}

/// Returns a file with its name.
fn file(of: &Dict<'_>) -> Option<Attachment> {
    let name = of.get::<Text<'_>>("UF").or_else(|| of.get("F"))?;
    let content = of.get::<Dict<'_>>("EF")?;
    let content = content.get::<Stream<'_>>("F").or_else(|| content.get("UF"))?;
    let bytes = content.decoded().ok()?.into_owned();
    Some(Attachment { name: decoded(name.as_bytes()), bytes, ..Attachment::default() })
}
