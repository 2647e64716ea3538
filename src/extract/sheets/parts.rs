//! Parts of a workbook outside of its cells: hidden rows and columns, comments, and drawings.

use std::collections::HashMap;

use super::content::{SheetContent, Stretch};
use crate::ExtractError;
use crate::office::archive::Archive;
use crate::office::relations::Relations;
use crate::office::{drawings, pptx, slides, xml};
use footnote_documents::Block;

/// The words that Excel inserts before the text of a comment thread for older programs.
const THREADED: &str = "[Threaded comment]";

/// The files of the sheets, by sheet name.
#[derive(Default)]
pub(super) struct SheetParts {
    files: HashMap<String, String>,
    /// The names of thread authors, by id.
    people: HashMap<String, String>,
}

impl SheetParts {
    /// Opens the parts of the workbook in an archive.
    ///
    /// # Errors
    ///
    /// Fails if it is damaged.
    pub(super) fn of(archive: &mut Archive<'_>) -> Result<Self, ExtractError> {
        let main = Relations::main(archive)?;
        let relations = Relations::of(archive, &main)?;
        let mut parts = Self::default();
        // Workbooks in binary form list their sheets elsewhere.
        let text = archive.text(&main)?.unwrap_or_default();
        if let Ok(tree) = xml::parse(&text) {
            let sheets = tree.descendants().filter(|node| xml::name(*node) == "sheet");
            parts.files.extend(sheets.filter_map(|sheet| {
                let file = relations.by_id(slides::reference(sheet)?)?;
                Some((xml::attribute(sheet, "name")?.to_owned(), file.to_owned()))
            }));
        }
        for list in relations.all("person") {
            let text = archive.text(list)?.unwrap_or_default();
            let Ok(tree) = xml::parse(&text) else { continue };
            for person in xml::elements(tree.root_element()) {
                let of = |name| xml::attribute(person, name).map(str::to_owned);
                parts.people.extend(of("id").zip(of("displayName")));
            }
        }
        Ok(parts)
    }

    /// Adds the other parts of a sheet, as far as they can be read.
    pub(super) fn add(&self, archive: &mut Archive<'_>, sheet: &str, content: &mut SheetContent) {
        let Some(file) = self.files.get(sheet) else { return };
        if let Ok(Some(text)) = archive.text(file) {
            (content.hidden_rows, content.hidden_columns) = hidden(&text);
        }
        let relations = Relations::of(archive, file).unwrap_or_default();
        for list in relations.all("comments").chain(relations.all("threadedComment")) {
            let text = archive.text(list).ok().flatten().unwrap_or_default();
            content.remarks.extend(self.remarks(&text));
        }
        for drawing in relations.all("drawing") {
            content.aside.extend(drawn(archive, drawing).unwrap_or_default());
            let drawn = Relations::of(archive, drawing).unwrap_or_default();
            content.unread += drawn.all("chartEx").count();
        }
    }

    /// Returns the comments of a list, each with its cell.
    fn remarks(&self, text: &str) -> Vec<((u32, u32), (String, String))> {
        let Ok(tree) = xml::parse(text) else { return Vec::new() };
        let authors = tree.descendants().filter(|node| xml::name(*node) == "author");
        let authors: Vec<&str> = authors.map(|author| author.text().unwrap_or_default()).collect();
        let comments = tree
            .descendants()
            .filter(|node| matches!(xml::name(*node), "comment" | "threadedComment"));
        let each = comments.filter_map(|comment| {
            let at = place(xml::attribute(comment, "ref")?)?;
            let person = xml::attribute(comment, "personId").and_then(|id| self.people.get(id));
            let number = xml::attribute(comment, "authorId").and_then(|at| at.parse().ok());
            let author = number.and_then(|at: usize| authors.get(at).copied());
            let author = person.map(String::as_str).or(author).unwrap_or_default();
            let words = xml::child(comment, "text")?;
            let texts =
                words.descendants().filter_map(|node| node.text().filter(|_| node.is_text()));
            let text: String = texts.collect();
            // Readings above words are left out. The author is often repeated in the text.
            let text =
                text.trim().strip_prefix(&format!("{author}:")).unwrap_or(text.trim()).trim();
            let is_told = !text.is_empty() && !text.starts_with(THREADED);
            is_told.then(|| {
                (at, (author.to_owned(), text.split_whitespace().collect::<Vec<_>>().join(" ")))
            })
        });
        each.collect()
    }
}

/// Returns the blocks of the drawings over a sheet: text boxes, descriptions of pictures, charts and diagrams.
fn drawn(archive: &mut Archive<'_>, drawing: &str) -> Result<Vec<Block>, ExtractError> {
    let Some(text) = archive.text(drawing)? else {
        return Ok(Vec::new());
    };
    let mut blocks = pptx::drawn(xml::parse(&text)?.root_element());
    let relations = Relations::of(archive, drawing)?;
    for diagram in relations.all("diagramData") {
        blocks.extend(drawings::diagram(archive, diagram)?);
    }
    for chart in relations.all("chart") {
        blocks.extend(drawings::chart(archive, chart)?);
    }
    Ok(blocks)
}

/// Returns the hidden rows and columns in the XML of a sheet, which is scanned without a tree because it may be large.
fn hidden(sheet: &str) -> (Vec<Stretch>, Vec<Stretch>) {
    let (mut rows, mut columns) = (Vec::new(), Vec::new());
    let mut next_row = 0;
    for tag in sheet.split('<').skip(1).filter_map(|tag| tag.split('>').next()) {
        let name = tag.split([' ', '/', '\n', '\r', '\t']).next().unwrap_or_default();
        let is_hidden = || matches!(attribute(tag, "hidden"), Some("1" | "true"));
        let number = |name: &str| attribute(tag, name).and_then(|at| at.parse::<u32>().ok());
        match name.rsplit(':').next() {
            Some("row") => {
                let row = number("r").map_or(next_row, |row| row.saturating_sub(1));
                next_row = row.saturating_add(1);
                rows.extend(is_hidden().then_some((row, row)));
            }
            Some("col") if is_hidden() => {
                let stretch = number("min").zip(number("max"));
                columns.extend(
                    stretch.map(|(from, to)| (from.saturating_sub(1), to.saturating_sub(1))),
                );
            }
            _ => {}
        }
    }
    (rows, columns)
}

/// Returns the value of an attribute in a tag.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = tag.split_once(&format!(" {name}="))?;
    let quote = rest.chars().next()?;
    rest.get(1..)?.split(quote).next()
}

/// Returns the row and column of a cell by its name: "B2".
fn place(name: &str) -> Option<(u32, u32)> {
    let digits = name.find(|c: char| c.is_ascii_digit())?;
    let (letters, row) = name.split_at(digits);
    let column = letters.chars().try_fold(0_u32, |column, c| {
        let letter = c.to_digit(36).filter(|_| c.is_ascii_alphabetic())? - 9;
        column.checked_mul(26)?.checked_add(letter)
    })?;
    let row: u32 = row.split(':').next()?.parse().ok()?;
    Some((row.checked_sub(1)?, column.checked_sub(1)?))
}
