//! Writes a conversation as a Word document (DOCX), with real footnotes.
//!
//! The few parts are written by hand, because the library for such documents leaves the numbers out of footnotes.

mod blocks;
mod inlines;
mod package;
mod runs;
mod story;
mod xml;

use std::io;

use footnote_client::words;

use self::package::packed;
use self::story::Story;
use self::xml::element;
use crate::note::PaperNote;
use crate::paper::{Paper, PaperAnswer, PaperTurn};
use crate::wording::{day, more_rows};

/// Media type of the document.
pub const MEDIA_TYPE: &str =
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

/// Writes a conversation as the bytes of a Word document.
///
/// # Errors
///
/// Fails if it is too large for the format.
pub fn document(paper: &Paper) -> io::Result<Vec<u8>> {
    let mut body = Story::default();
    body.line("Title", &paper.title);
    meta(&mut body, paper);
    for turn in &paper.turns {
        add_turn(&mut body, turn);
    }
    let mut notes = Story::default();
    for note in &paper.notes {
        add_note(&mut notes, note);
    }
    packed(&body, &notes, paper)
}

/// Adds the day and the address, on one line.
fn meta(body: &mut Story, paper: &Paper) {
    let day = paper.at.map(day).unwrap_or_default();
    let has_both = !day.is_empty() && !paper.address.is_empty();
    body.begin("Subtitle", "");
    body.text(&day);
    body.text(if has_both { " · " } else { "" });
    if !paper.address.is_empty() {
        body.link(&paper.address, &paper.address);
    }
    body.end();
}

fn add_turn(body: &mut Story, turn: &PaperTurn) {
    body.line("Heading1", &turn.question);
    match &turn.answer {
        PaperAnswer::Text(answer) => body.blocks(answer),
        PaperAnswer::Withheld => body.line("Remark", words::answer_withheld()),
    }
    for statement in &turn.not_found {
        body.line("NotFound", statement);
    }
    for remark in &turn.remarks {
        body.line("Remark", remark);
    }
}

/// Adds a footnote as one paragraph after its number.
fn add_note(notes: &mut Story, note: &PaperNote) {
    notes.raw(&format!("<w:footnote w:id=\"{}\">", note.number));
    notes.begin("FootnoteText", "");
    let number = element("rStyle", "FootnoteReference");
    notes.raw(&format!("<w:r><w:rPr>{number}</w:rPr><w:footnoteRef/></w:r>"));
    notes.text(" ");
    match note.address.as_str() {
        "" => notes.text(&note.label),
        address => notes.link(address, &note.label),
    }
    if !note.words.is_empty() {
        notes.text(&format!(": {}{}", words::in_quotes(&note.words), more_rows(note.more)));
    }
    notes.end();
    notes.raw("</w:footnote>");
}
