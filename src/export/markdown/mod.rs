//! Writes a conversation as Markdown, with footnotes.

mod escape;
mod write;

use footnote_client::words;
use footnote_text::words::in_one_line;

use self::escape::{escaped, in_angles};
use self::write::blocks;
use crate::note::PaperNote;
use crate::paper::{Paper, PaperAnswer, PaperTurn};
use crate::wording::{day, more_rows};

/// Media type of the text.
pub const MEDIA_TYPE: &str = "text/markdown; charset=utf-8";

/// Writes a conversation as Markdown; every mark `[^1]` has a footnote at the end.
pub fn text(paper: &Paper) -> String {
    let mut parts = vec![format!("# {}", line(&paper.title))];
    let day = paper.at.map(day).filter(|day| !day.is_empty());
    let address = Some(&paper.address).filter(|address| !address.is_empty());
    let address = address.map(|address| in_angles(address));
    let meta: Vec<String> = day.into_iter().chain(address).collect();
    if !meta.is_empty() {
        parts.push(meta.join(" · "));
    }
    parts.extend(paper.turns.iter().map(turn));
    parts.extend(paper.notes.iter().map(note));
    let mut text = parts.join("\n\n");
    text.push('\n');
    text
}

fn turn(turn: &PaperTurn) -> String {
    let mut parts = vec![format!("## {}", line(&turn.question))];
    match &turn.answer {
        PaperAnswer::Text(answer) if answer.is_empty() => {}
        PaperAnswer::Text(answer) => parts.push(blocks(answer)),
        PaperAnswer::Withheld => parts.push(format!("*{}*", line(words::answer_withheld()))),
    }
    let not_found = turn.not_found.iter().map(|statement| format!("**⚠ {}**", line(statement)));
    parts.extend(not_found);
    parts.extend(turn.remarks.iter().map(|remark| format!("*{}*", line(remark))));
    parts.join("\n\n")
}

fn note(note: &PaperNote) -> String {
    let label = line(&note.label);
    let label = match note.address.as_str() {
        "" => label,
        address => format!("[{label}]({})", in_angles(address)),
    };
    let words = match note.words.as_str() {
        "" => String::new(),
        words => format!(": {}{}", escaped(&words::in_quotes(words)), more_rows(note.more)),
    };
    format!("[^{}]: {label}{words}", note.number)
}

/// Returns a text as a single line of Markdown.
fn line(text: &str) -> String {
    escaped(&in_one_line(text))
}
