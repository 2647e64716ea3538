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
            Block::Table { rows, .. } => rows.iter_mut().flatten().for_each(swap),
            Block::Code { .. } | Block::Rule => {}
        }
    }
}

fn swap(content: &mut Vec<Inline>) {
    // Index of the first of the marks that follow a word.
    let mut marks = None;
    let mut at = 0;
    while let Some(inline) = content.get_mut(at) {
        let (first, is_mark) = (marks, matches!(inline, Inline::Citation { .. }));
        let mut found = None;
        if let Inline::Text(text) = inline {
            let rest = text.trim_start();
            found = stop(rest).filter(|_| first.is_some());
            if found.is_some() {
                *text = rest.chars().skip(1).collect();
            }
        }
        let is_blank = matches!(inline, Inline::Text(text) if text.trim().is_empty());
        marks =
            if is_mark || is_blank { first.or((is_mark && at > 0).then_some(at)) } else { None };
        if let (Some(first), Some(stop)) = (first, found) {
            end_with(content, first, stop);
            marks = None;
        }
        at += 1;
    }
}

/// Puts a stop before the inline content at `marks`.
fn end_with(content: &mut Vec<Inline>, marks: usize, stop: char) {
    if let Some(Inline::Text(word)) = content.get_mut(marks.saturating_sub(1)) {
        word.truncate(word.trim_end().len());
        word.push(stop);
    } else {
        content.insert(marks, Inline::Text(stop.to_string()));
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
        assert_eq!(shown("Both [a.md] [a.md], then."), "Both,<1> <2> then.");
        assert_eq!(shown("Get **30 days** [a.md]."), "Get 30 days.<1>");
        assert_eq!(shown("See [a.md] .env and *hats* [a.md]."), "See <1> .env and hats.<2>");
    }
}
