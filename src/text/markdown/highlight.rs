//! Marking words in a tree of Markdown, even across markup.

use std::ops::Range;

use super::{Block, Inline};

/// Returns the letters and digits of a text, without layout and markup.
pub fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// Marks `words` at their first occurrence, comparing only letters and digits; false if they do not occur. Item numbers
/// of lists and boxes of tasks are not in the tree, so words are also searched for without them.
pub fn highlight(blocks: &mut [Block], words: &str) -> bool {
    let held: String = blocks.iter().map(|block| letters(&block.plain())).collect();
    let place = |wanted: String| {
        let at = held.find(&wanted).filter(|_| !wanted.is_empty())?;
        Some(at..at + wanted.len())
    };
    let wanted = place(letters(words)).or_else(|| place(letters(&without_numbers(words))));
    let Some(wanted) = wanted else {
        return false;
    };
    let mut highlighter = Highlighter { seen: 0, wanted };
    for block in blocks.iter_mut() {
        highlighter.block(block);
    }
    true
}

/// Returns the words without item numbers, such as "2." and "(3)", and without the boxes of tasks.
fn without_numbers(words: &str) -> String {
    let is_number = |word: &str| {
        if word.eq_ignore_ascii_case("[x]") {
            return true;
        }
        let digits = word.strip_suffix(['.', ')']).unwrap_or_default();
        let digits = digits.trim_start_matches('(');
        (1..=3).contains(&digits.len()) && digits.chars().all(|c| c.is_ascii_digit())
    };
    let kept = words.split_whitespace().filter(|word| !is_number(word));
    kept.collect::<Vec<_>>().join(" ")
}

/// A walk through a tree that marks a range of its letters, counted in bytes.
struct Highlighter {
    /// Letters passed so far.
    seen: usize,
    wanted: Range<usize>,
}

impl Highlighter {
    fn block(&mut self, block: &mut Block) {
        match block {
            Block::Paragraph(content)
            | Block::Heading { content, .. }
            | Block::Code { content, .. } => {
                self.inlines(content);
            }
            Block::List { items, .. } => {
                let blocks = items.iter_mut().flatten();
                blocks.for_each(|block| self.block(block));
            }
            Block::Quote(blocks) => blocks.iter_mut().for_each(|block| self.block(block)),
            Block::Table { head, rows } => {
                let cells = head.iter_mut().chain(rows.iter_mut().flatten());
                cells.for_each(|cell| self.inlines(cell));
            }
            Block::Rule => {}
        }
    }

    fn inlines(&mut self, content: &mut Vec<Inline>) {
        let parts = std::mem::take(content).into_iter();
        content.extend(parts.flat_map(|part| self.inline(part)));
    }

    fn inline(&mut self, mut inline: Inline) -> Vec<Inline> {
        match &mut inline {
            Inline::Text(text) => return self.text(text),
            Inline::Emphasis(content)
            | Inline::Strong(content)
            | Inline::Strike(content)
            | Inline::Link { content, .. } => self.inlines(content),
            Inline::Code(_) | Inline::Math { .. } | Inline::Invented(_) => {
                let letters = letters(&inline.plain()).len();
                let is_wanted = self.wanted.contains(&self.seen);
                self.seen += letters;
                if is_wanted && letters > 0 {
                    return vec![Inline::Marked(vec![inline])];
                }
            }
            // Already marked, for other words.
            Inline::Marked(_) => self.seen += letters(&inline.plain()).len(),
            Inline::Break | Inline::Citation { .. } => {}
        }
        vec![inline]
    }

    /// Returns the text in up to three parts, one of which is marked.
    fn text(&mut self, text: &str) -> Vec<Inline> {
        let mut bounds: Option<Range<usize>> = None;
        for (at, letter) in text.char_indices().filter(|(_, c)| c.is_alphanumeric()) {
            if self.wanted.contains(&self.seen) {
                let start = bounds.map_or(at, |bounds| bounds.start);
                bounds = Some(start..at + letter.len_utf8());
            }
            self.seen += letter.len_utf8();
        }
        let Some(mut marked) = bounds else {
            return vec![Inline::Text(text.to_owned())];
        };
        if self.seen >= self.wanted.end {
            // Final punctuation belongs to the sentence.
            let rest = text.get(marked.end..).unwrap_or_default();
            let end = rest.chars().take_while(char::is_ascii_punctuation).count();
            marked.end += end;
        }
        let part =
            |range: Range<usize>| Inline::Text(text.get(range).unwrap_or_default().to_owned());
        let mut parts = vec![part(0..marked.start)];
        parts.push(Inline::Marked(vec![part(marked.clone())]));
        parts.push(part(marked.end..text.len()));
        parts.retain(|part| *part != Inline::Text(String::new()));
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    /// Returns the text of the Markdown, with the marked part in brackets.
    fn marked(markdown: &str, words: &str) -> String {
        let mut blocks = parse(markdown, &[], false);
        highlight(&mut blocks, words);
        blocks.iter().map(shown_block).collect::<Vec<_>>().join("/")
    }

    fn shown_block(block: &Block) -> String {
        match block {
            Block::Paragraph(content)
            | Block::Heading { content, .. }
            | Block::Code { content, .. } => shown(content),
            Block::Table { head, rows } => {
                let cells = head.iter().chain(rows.iter().flatten());
                cells.map(|cell| shown(cell)).collect::<Vec<_>>().join("|")
            }
            Block::List { items, .. } => {
                items.iter().flatten().map(shown_block).collect::<Vec<_>>().join("/")
            }
            other => other.plain(),
        }
    }

    fn shown(content: &[Inline]) -> String {
        let parts = content.iter().map(|one| match one {
            Inline::Marked(content) => format!("<{}>", shown(content)),
            Inline::Strong(content) => shown(content),
            other => other.plain(),
        });
        parts.collect()
    }

    #[test]
    fn words_are_marked_wherever_markup_cuts_them() {
        let text = "Yes. Staff get **thirty days** a year. No.";
        let expected = "Yes. <Staff get> <thirty days> <a year.> No.";
        assert_eq!(marked(text, "Staff get **thirty days** a year."), expected);
    }

    #[test]
    fn a_row_is_marked_cell_by_cell_in_its_own_place() {
        let table = "| Role | Pay |\n| --- | --- |\n| Cook | 20 |\n| Driver | 30 |";
        let expected = "Role|Pay|Cook|20|<Driver>|<30>";
        assert_eq!(marked(table, "| Driver | 30 |"), expected);
    }

    #[test]
    fn words_are_marked_beside_those_that_were_marked_before() {
        let mut blocks = parse("Tea is hot. Rain is wet. Snow is cold.", &[], false);
        for words in ["Tea is hot.", "Snow is cold."] {
            highlight(&mut blocks, words);
        }
        let shown: Vec<String> = blocks.iter().map(shown_block).collect();
        assert_eq!(shown, ["<Tea is hot.> Rain is wet. <Snow is cold.>"]);
    }

    #[test]
    fn words_are_marked_in_code_and_its_lines_stay() {
        let expected = "one();\n<two();\nthree();>";
        assert_eq!(marked("```\none();\ntwo();\nthree();\n```", "two(); three();"), expected);
    }

    #[test]
    fn words_of_a_numbered_list_are_found_without_its_numbers() {
        let list = "1. Weigh it.\n2. Go on.\n3. Rest.";
        assert_eq!(marked(list, "1. Weigh it. 2. Go on."), "<Weigh it>./<Go on.>/Rest.");
        assert_eq!(marked(list, "(2) Go on."), "Weigh it./<Go on.>/Rest.");
    }

    #[test]
    fn words_that_are_not_there_mark_nothing() {
        assert_eq!(marked("Leave is free.", "Leave is dear."), "Leave is free.");
        assert_eq!(marked("Leave is free.", "—"), "Leave is free.");
    }
}
