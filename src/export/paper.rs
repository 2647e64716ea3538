//! A conversation prepared for export: questions, answers as blocks of text, and one list of footnotes.

use footnote_client::state::{
    Judgement, StoredTurn, doubt_in_words, doubts, footnotes, is_not_in_source, lines_and_text,
};
use footnote_client::words;
use footnote_text::markdown::{Block, Inline, highlight, parse_numbered};

use super::note::PaperNote;
use super::numbering::Numbering;

/// A conversation prepared for export.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Paper {
    /// Its title.
    pub title: String,
    /// Time of its last turn, in seconds since 1970, if known.
    pub at: Option<i64>,
    /// Address of the conversation; empty if none.
    pub address: String,
    /// Base address of the documents; empty if they are relative to the conversation's.
    pub origin: String,
    /// The turns, oldest first.
    pub turns: Vec<PaperTurn>,
    /// Footnotes of all answers, numbered from 1 in the order of their first marks.
    pub notes: Vec<PaperNote>,
}

/// A question and its answer.
#[derive(Clone, Debug, PartialEq)]
pub struct PaperTurn {
    /// The question.
    pub question: String,
    /// The answer.
    pub answer: PaperAnswer,
    /// Statements of the answer with a fact that their source lacks, each with the fact. They are marked in its text.
    pub not_found: Vec<String>,
    /// Remarks below the answer: its other doubted statements first.
    pub remarks: Vec<String>,
}

/// An answer, as far as its reader may see it.
#[derive(Clone, Debug, PartialEq)]
pub enum PaperAnswer {
    /// Its text, whose citations have footnote numbers.
    Text(Vec<Block>),
    /// Not visible to the reader.
    Withheld,
}

impl Paper {
    /// Adds a turn with everything that its reader knows about it.
    pub fn add(&mut self, turn: &StoredTurn) {
        let mut remarks = Vec::new();
        if turn.stopped {
            remarks.push(words::stopped_early().to_owned());
        }
        remarks.extend(turn.answer.error.as_ref().map(|error| error.message.clone()));
        remarks.extend(turn.judgement.as_ref().map(Judgement::in_words));
        self.push(turn, remarks);
    }

    /// Adds a turn with its question and its answer, but without its reader's judgement.
    pub fn add_plain(&mut self, turn: &StoredTurn) {
        self.push(turn, Vec::new());
    }

    /// Adds a turn with its question only.
    pub fn add_withheld(&mut self, turn: &StoredTurn) {
        let question = turn.question.clone();
        let (not_found, remarks) = (Vec::new(), Vec::new());
        self.turns.push(PaperTurn { question, answer: PaperAnswer::Withheld, not_found, remarks });
    }

    fn push(&mut self, turn: &StoredTurn, mut remarks: Vec<String>) {
        let answer = &turn.answer;
        let found = footnotes(answer, false);
        let (lines, text) = lines_and_text(answer);
        let line = |line| Block::Paragraph(vec![Inline::Emphasis(vec![Inline::Text(line)])]);
        let mut blocks: Vec<Block> = lines.into_iter().map(line).collect();
        blocks.extend(parse_numbered(text, answer.sources(), false, &found.marks));
        if blocks.is_empty() && remarks.is_empty() {
            remarks.push(words::no_answer().to_owned());
        }
        let (wrong, others): (Vec<_>, Vec<_>) =
            doubts(answer).into_iter().partition(is_not_in_source);
        for statement in &wrong {
            highlight(&mut blocks, &statement.text);
        }
        let not_found = wrong.iter().map(doubt_in_words).collect();
        let remarks = others.iter().map(doubt_in_words).chain(remarks).collect();
        let mut numbering = Numbering::of(&found.notes, &self.origin, &mut self.notes);
        let answer = PaperAnswer::Text(numbering.blocks(blocks));
        self.turns.push(PaperTurn { question: turn.question.clone(), answer, not_found, remarks });
    }
}
