//! The slides of a presentation, and its references to other files.

use roxmltree::Node;

use super::archive::Archive;
use super::relations::Relations;
use super::xml;
use crate::ExtractError;

/// Returns the file of each slide in order; empty for a slide that has none.
///
/// # Errors
///
/// Fails if the presentation is damaged.
pub(super) fn files(archive: &mut Archive<'_>) -> Result<Vec<String>, ExtractError> {
    let main = Relations::main(archive)?;
    let relations = Relations::of(archive, &main)?;
    let text = archive.text(&main)?.ok_or(ExtractError::Damaged)?;
    let tree = xml::parse(&text)?;
    let list = xml::child(tree.root_element(), "sldIdLst");
    let ids = list.into_iter().flat_map(xml::elements);
    let files = ids.map(|id| reference(id).and_then(|id| relations.by_id(id)).unwrap_or_default());
    Ok(files.map(str::to_owned).collect())
}

/// Returns the id of a reference to another file, which is the attribute with a namespace.
pub(crate) fn reference<'a>(node: Node<'a, '_>) -> Option<&'a str> {
    let mut attributes = node.attributes();
    let found = attributes.find(|one| one.name() == "id" && one.namespace().is_some());
    found.map(|one| one.value())
}
