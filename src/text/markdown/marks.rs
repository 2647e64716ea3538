//! Marks of an answer behind the stops of its sentences, however a model has put them.

use super::{Block, Inline};

/// Signs that end a sentence or a part of it.
const STOPS: [char; 9] = ['.', ',', ';', ':', '!', '?', '…', '。', '、'];

/// Moves each stop that follows marks to the word before them.
pub(super) fn behind_stops(blocks: &mut [Block]) {
    for block in blocks {
        match block {
            Block::Paragraph(content) | Block::Heading { content, .. } => swap(content),
            Block::List { items, .. } => items.iter_mut().for_each(|item| behind_stops(item)),
            Block::Quote(blocks) => behind_stops(blocks),
            Block::Table { rows, .. } => rows.iter_mut().flatten().for_each(|cell| swap(cell)),
            Block::Code { .. } | Block::Rule => {}
        }
    }
}

fn swap(content: &mut [Inline]) {
    // The last text, if nothing but marks and blanks has followed it.
    let mut word: Option<&mut String> = None;
    for inline in content {
        match inline {
            Inline::Citation { .. } => {}
            Inline::Text(text) => {
                let rest = text.trim_start();
                if let Some(word) = word.take()
                    && let Some(stop) = stop(rest)
                {
                    word.truncate(word.trim_end().len());
                    word.push(stop);
                    *text = rest.chars().skip(1).collect();
                }
                word = Some(text);
            }
            _ => word = None,
        }
    }
}

/// Returns the stop that a text begins with, unless it belongs to a word, as in `.md`.
fn stop(text: &str) -> Option<char> {
    let mut letters = text.chars();
    let stop = letters.next().filter(|sign| STOPS.contains(sign))?;
    letters.next().is_none_or(|next| !next.is_alphanumeric()).then_some(stop)
}

#[cfg(test)]
mod tests {
    use super::super::parse_numbered;
    use super::*;

    #[test]
    fn a_mark_stands_behind_the_stop_of_its_sentence() {
        let known = ["a.md".to_owned()];
        let shown = |text: &str| -> String {
            let blocks = parse_numbered(text, &known, false, &[Some(1), Some(2)]);
            let [Block::Paragraph(content)] = &blocks[..] else { panic!("{blocks:?}") };
            let part = |one: &Inline| match one {
                Inline::Citation { number, .. } => format!("<{}>", number.unwrap_or_default()),
                other => other.plain(),
            };
            content.iter().map(part).collect()
        };
        assert_eq!(
            shown("Coats are worn [a.md] . Hats too [a.md]."),
            "Coats are worn.<1> Hats too.<2>"
        );
        assert_eq!(shown("Both [a.md][a.md], then."), "Both,<1><2> then.");
        assert_eq!(shown("See [a.md] .env and *hats* [a.md]."), "See <1> .env and hats <2>.");
    }
}
