//! Electronic books (EPUB): each chapter is a page.

use std::collections::{HashMap, HashSet};

use percent_encoding::percent_decode_str;
use roxmltree::{Document as Tree, Node};

use super::archive::Archive;
use super::relations::resolved;
use super::xml;
use crate::{ExtractError, html};
use footnote_documents::Document;

/// The files in which every book lists its parts, and its encrypted ones.
const CONTAINER: &str = "META-INF/container.xml";
const ENCRYPTION: &str = "META-INF/encryption.xml";

/// Reads electronic books.
pub(crate) fn extract(bytes: &[u8]) -> Result<Document, ExtractError> {
    let mut archive = Archive::open(bytes)?;
    let container = archive.text(CONTAINER)?.ok_or(ExtractError::Damaged)?;
    let package = package(&xml::parse(&container)?).ok_or(ExtractError::Damaged)?;
    let text = archive.text(&package)?.ok_or(ExtractError::Damaged)?;
    let tree = xml::parse(&text)?;
    let folder = package.rsplit_once('/').map_or("", |(folder, _)| folder);
    let locked = archive.text(ENCRYPTION)?.unwrap_or_default();
    let mut document = Document { title: title(&tree).unwrap_or_default(), ..Document::default() };
    let locked: HashSet<&str> = locked.split('"').collect();
    for (number, chapter) in chapters(&tree, folder) {
        if locked.contains(chapter.as_str()) {
            return Err(ExtractError::Protected);
        }
        let read = html::part(&archive.text(&chapter)?.unwrap_or_default());
        document.hidden += read.hidden;
        let blocks = read.pages.into_iter().flat_map(|page| page.blocks);
        document.add(number, blocks.collect());
    }
    document.unless_empty(ExtractError::NoWords)
}

/// Returns the name of the file that lists all others.
fn package(container: &Tree<'_>) -> Option<String> {
    let root = xml::within(container.root_element(), "rootfile")?;
    xml::attribute(root, "full-path").map(str::to_owned)
}

fn title(package: &Tree<'_>) -> Option<String> {
    let metadata = xml::child(package.root_element(), "metadata")?;
    let title = xml::child(metadata, "title")?.text()?.trim();
    Some(title.to_owned())
}

/// Returns the names of the chapters' files in reading order, each with its number. Repeated names are skipped.
fn chapters(package: &Tree<'_>, folder: &str) -> Vec<(u32, String)> {
    let root = package.root_element();
    let list = |name| xml::child(root, name).into_iter().flat_map(xml::elements);
    let mut items: HashMap<&str, Node<'_, '_>> = HashMap::new();
    for item in list("manifest") {
        if let Some(id) = xml::attribute(item, "id") {
            items.entry(id).or_insert(item);
        }
    }
    let chapter = |reference: Node<'_, '_>| {
        let item = items.get(xml::attribute(reference, "idref")?)?;
        let is_contents = xml::attribute(*item, "properties").is_some_and(|of| of.contains("nav"));
        let name = percent_decode_str(xml::attribute(*item, "href")?).decode_utf8_lossy();
        (!is_contents).then(|| resolved(folder, &name))
    };
    let mut named = HashSet::new();
    let chapters = (1..).zip(list("spine").filter_map(chapter));
    chapters.filter(|(_, chapter)| named.insert(chapter.clone())).collect()
}
