//! The visible text of a block.

use footnote_text::hidden::clean;

use crate::Block;

/// Removes the invisible characters of a block; returns their number.
pub fn clean_block(block: &mut Block) -> usize {
    texts(block).map(clean).sum()
}

/// Returns the number of visible characters in a text.
pub fn letters(text: &str) -> usize {
    text.chars().filter(|c| !c.is_whitespace()).count()
}

/// Returns all texts in a block.
pub fn texts(block: &mut Block) -> Box<dyn Iterator<Item = &mut String> + '_> {
    match block {
        Block::Heading { text, .. }
        | Block::Paragraph(text)
        | Block::Lines(text)
        | Block::Item(text)
        | Block::Code(text) => Box::new(std::iter::once(text)),
        Block::Table(rows) => Box::new(rows.iter_mut().flatten()),
        Block::Record(fields) => Box::new(fields.iter_mut()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_of_a_block_is_cleaned_and_counted() {
        let hidden = |text: &str| format!("{text}\u{e0041}\u{e0042}");
        let blocks = [
            Block::Heading { level: 1, text: hidden("A") },
            Block::Paragraph(hidden("B")),
            Block::Item(hidden("C")),
            Block::Table(vec![vec![hidden("D"), "E".to_owned()]]),
            Block::Code(hidden("F")),
        ];
        for mut block in blocks {
            assert_eq!(clean_block(&mut block), 2);
            let left = format!("{block:?}");
            assert!(!left.contains("e0041"), "{left}");
        }
    }
}
