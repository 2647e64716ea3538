//! Passages with tables, for tests.

use crate::{Block, Passage, split};

/// Returns the passages of a document with a table under each heading.
pub fn passages(path: &str, tables: &[(&str, &[&str])]) -> Vec<Passage> {
    let row = |line: &&str| line.split('|').map(|cell| cell.trim().to_owned()).collect();
    let blocks = tables.iter().flat_map(|(heading, lines)| {
        let heading = (!heading.is_empty()).then(|| Block::heading(1, *heading));
        heading.into_iter().chain([Block::Table(lines.iter().map(row).collect())])
    });
    let passages = split::passages(blocks.map(|block| (None, block)));
    let placed = |(ordinal, passage): (u32, Passage)| Passage {
        id: format!("{path}#{ordinal}"),
        path: path.to_owned(),
        ordinal,
        ..passage
    };
    (0..).zip(passages).map(placed).collect()
}
