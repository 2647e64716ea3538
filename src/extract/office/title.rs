//! The title of an office document: from its properties, or its first heading.

use super::archive::Archive;
use super::relations::Relations;
use super::xml;
use footnote_documents::titles::is_title;

/// Returns the title in the properties of a Microsoft archive; `None` if nobody wrote one.
pub(super) fn stated(archive: &mut Archive<'_>) -> Option<String> {
    let relations = Relations::of(archive, "").ok()?;
    let properties = relations.first("core-properties")?;
    in_properties(archive, properties)
}

/// Returns the title in a file of properties.
pub(super) fn in_properties(archive: &mut Archive<'_>, file: &str) -> Option<String> {
    let text = archive.text(file).ok()??;
    let tree = xml::parse(&text).ok()?;
    let title = xml::within(tree.root_element(), "title")?.text()?.trim();
    is_title(title).then(|| title.to_owned())
}
