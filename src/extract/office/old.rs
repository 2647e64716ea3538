//! Documents and presentations in the formats before 2007 (DOC, PPT), as undoc reads them.

use undoc::model::RevisionType;
use undoc::{FormatType, Paragraph, Section, Table};

use super::aside::{add_margins, keep_margin};
use crate::{ExtractError, raised};
use footnote_documents::grid::{Grid, flat};
use footnote_documents::titles::is_title;
use footnote_documents::{Block, Document, Page};

/// Maximum number of columns of a table in Word.
const MAX_COLUMNS: u32 = 63;

/// Reads documents and presentations.
pub(crate) fn extract(bytes: &[u8]) -> Result<Document, ExtractError> {
    let read = undoc::parse_bytes(bytes).map_err(|error| match error {
        undoc::Error::Encrypted => ExtractError::Protected,
        _ => ExtractError::Damaged,
    })?;
    let mut document = if read.format == FormatType::Ppt { deck(&read) } else { text(&read) };
    let stated = read.metadata.title.filter(|title| is_title(title));
    // The headings of headers, footers and notes are added by undoc and are not part of the file.
    let own = read.sections.iter().flat_map(|section| &section.content);
    let mut own = own.filter_map(|part| match part {
        undoc::Block::Paragraph(paragraph) => block(paragraph),
        _ => None,
    });
    let title = stated.or_else(|| {
        own.find_map(|block| match block {
            Block::Heading { text, .. } => Some(text),
            _ => None,
        })
    });
    title.unwrap_or_default().trim().clone_into(&mut document.title);
    document.unless_empty(ExtractError::NoWords)
}

/// Returns a presentation: each slide is a page, with the speaker's notes below.
fn deck(read: &undoc::Document) -> Document {
    let mut document = Document::default();
    for (number, slide) in (1..).zip(&read.sections) {
        let mut blocks = blocks(slide);
        let notes: Vec<_> = slide.notes.iter().flatten().filter_map(block).collect();
        if !notes.is_empty() {
            blocks.push(Block::heading(2, "Notes"));
            blocks.extend(notes);
        }
        document.add(number, blocks);
    }
    document
}

/// Returns a text with its headers and footers.
fn text(read: &undoc::Document) -> Document {
    let mut all: Vec<_> = read.sections.iter().flat_map(blocks).collect();
    let mut margins = Vec::new();
    for section in &read.sections {
        let edges = section.header.iter().chain(&section.footer).flatten().filter_map(block);
        keep_margin(&mut margins, edges.collect());
    }
    add_margins(&mut all, margins);
    Document { pages: vec![Page::whole(all)], ..Document::default() }
}

/// Returns the blocks of a section, each followed by the notes that it refers to.
fn blocks(section: &Section) -> Vec<Block> {
    let mut blocks = Vec::new();
    for part in &section.content {
        match part {
            undoc::Block::Paragraph(paragraph) => {
                blocks.extend(block(paragraph));
                let labels = paragraph.runs.iter().filter_map(|run| run.note.as_deref());
                blocks.extend(labels.flat_map(|label| note(section, label)));
            }
            undoc::Block::Table(table) => blocks.extend(rows(table)),
            _ => {}
        }
    }
    blocks
}

/// Returns the note with this label.
fn note<'a>(section: &'a Section, label: &str) -> impl Iterator<Item = Block> + use<'a> {
    let found = section.content.iter().find_map(|part| match part {
        undoc::Block::Note { label: own, content } if own == label => Some(content),
        _ => None,
    });
    found.into_iter().flatten().filter_map(block)
}

/// Returns a paragraph; `None` if it has no words. Items get no numbers: undoc counts them, but does not report their
/// format.
fn block(paragraph: &Paragraph) -> Option<Block> {
    let runs = paragraph.runs.iter().filter(|run| run.revision != RevisionType::Deleted);
    let runs = runs.map(|run| {
        let end = if run.line_break { "\n" } else { "" };
        if run.style.superscript { raised::marked(&run.text) } else { run.text.clone() + end }
    });
    let text = raised::resolved(&runs.collect::<String>()).trim().to_owned();
    if text.is_empty() {
        return None;
    }
    Some(match paragraph.heading.level() {
        0 if paragraph.is_list_item() => Block::Item(text),
        0 => Block::Paragraph(text),
        level => Block::heading(level, text),
    })
}

/// Returns a table. A cell that spans several rows is repeated in each of them.
fn rows(table: &Table) -> Vec<Block> {
    let mut grid = Grid::default();
    // For each column, the number of further rows that the cell above covers.
    let mut open: Vec<u32> = Vec::new();
    for row in &table.rows {
        let mut below: Vec<u32> = Vec::new();
        for cell in &row.cells {
            above(&mut grid, &open, &mut below);
            let columns = cell.col_span.clamp(1, MAX_COLUMNS);
            let nested = cell.nested_tables.iter().flat_map(rows);
            let text = flat(cell.content.iter().filter_map(block).chain(nested).collect());
            grid.cell(text, usize::try_from(columns).unwrap_or(1));
            below.extend((0..columns).map(|_| cell.row_span.saturating_sub(1)));
        }
        above(&mut grid, &open, &mut below);
        grid.end_row();
        open = below;
    }
    grid.blocks()
}

/// Adds the cells that continue from above, up to the first column without one.
fn above(grid: &mut Grid, open: &[u32], below: &mut Vec<u32>) {
    while let Some(rows) = open.get(below.len()).filter(|rows| **rows > 0) {
        grid.above(1);
        below.push(rows - 1);
    }
}

#[cfg(test)]
mod tests {
    use undoc::{Cell, Row, TextRun};

    use super::*;

    #[test]
    fn cells_over_several_rows_stand_in_each_of_them() {
        let cell = |text: &str, columns, rows| Cell {
            col_span: columns,
            row_span: rows,
            ..Cell::with_text(text)
        };
        let row = |cells: Vec<Cell>| Row { cells, ..Row::new() };
        let mut table = Table::new();
        table.add_row(row(vec![cell("House", 1, 1), cell("Room", 1, 1), cell("Seats", 1, 1)]));
        table.add_row(row(vec![cell("Mill", 1, 2), cell("Hall", 1, 1), cell("40", 1, 1)]));
        table.add_row(row(vec![cell("Attic", 1, 1), cell("12", 1, 1)]));
        table.add_row(row(vec![cell("Barn", 2, 1), cell("90", 1, 1)]));
        let expected = [
            ["House", "Room", "Seats"],
            ["Mill", "Hall", "40"],
            ["Mill", "Attic", "12"],
            ["Barn", "Barn", "90"],
        ];
        let expected = expected.map(|row| row.map(str::to_owned).to_vec()).to_vec();
        assert_eq!(rows(&table), [Block::Table(expected)]);
    }

    #[test]
    fn what_was_deleted_is_left_out_and_notes_stand_behind() {
        let mut section = Section::new(0);
        let mut paragraph = Paragraph::with_text("Tea is at four");
        let deleted = TextRun { revision: RevisionType::Deleted, ..TextRun::plain(" or five") };
        paragraph.runs.extend([deleted, TextRun::note_reference("1"), TextRun::plain(".")]);
        section.add_paragraph(paragraph);
        section.add_paragraph(Paragraph::with_text("Bring cups."));
        let content = vec![Paragraph::with_text("Since May.")];
        section.add_block(undoc::Block::Note { label: "1".to_owned(), content });
        let texts = ["Tea is at four.", "Since May.", "Bring cups."];
        assert_eq!(blocks(&section), texts.map(|text| Block::Paragraph(text.to_owned())));
    }
}
