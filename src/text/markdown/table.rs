//! Citation marks of a table: inside it, not alone on a line below.

use super::{Block, Inline};

/// Moves paragraphs of citations alone into the last non-empty cell of the table above.
pub(super) fn take_marks(blocks: &mut Vec<Block>) {
    let mut taken: Vec<Block> = Vec::with_capacity(blocks.len());
    for block in blocks.drain(..) {
        match (taken.last_mut(), block) {
            (Some(Block::Table { rows, .. }), Block::Paragraph(marks)) if are_marks(&marks) => {
                match last_cell(rows) {
                    Some(cell) => cell.extend(marks),
                    None => taken.push(Block::Paragraph(marks)),
                }
            }
            (_, block) => taken.push(block),
        }
    }
    *blocks = taken;
}

fn last_cell(rows: &mut [Vec<Vec<Inline>>]) -> Option<&mut Vec<Inline>> {
    rows.last_mut()?.iter_mut().rev().find(|cell| !cell.is_empty())
}

/// Returns true if a paragraph has only citations and spaces.
fn are_marks(content: &[Inline]) -> bool {
    let is_mark = |one: &Inline| matches!(one, Inline::Citation { .. });
    let is_blank = |one: &Inline| matches!(one, Inline::Text(text) if text.trim().is_empty());
    content.iter().any(is_mark) && content.iter().all(|one| is_mark(one) || is_blank(one))
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    fn known() -> Vec<String> {
        vec!["a.md".to_owned()]
    }

    #[test]
    fn the_mark_below_a_table_stands_in_its_last_cell_that_says_something() {
        let table = "| Role | Pay | |\n|---|---|---|\n| Cook | 20 | |";
        let blocks = parse(&format!("{table}\n\n[a.md]\n\nMore [a.md]"), &known(), false);
        let [Block::Table { rows, .. }, Block::Paragraph(_)] = &blocks[..] else {
            panic!("{blocks:?}");
        };
        assert!(matches!(&rows[0][1][..], [Inline::Text(_), Inline::Citation { .. }]), "{rows:?}");
    }

    #[test]
    fn a_paragraph_with_words_stays_below_its_table() {
        let blocks = parse("| Role |\n|---|\n| Cook |\n\nSo it is [a.md]", &known(), false);
        assert_eq!(blocks.len(), 2);
    }
}
