//! Citations added by the check, compared with those of a careful reader.

use std::sync::Arc;

use footnote_answers::Rag;
use footnote_models::ModelSlot;
use footnote_models::scripted::{Scripted, Step};
use footnote_protocol::{Answer, ChatRequest, Message};
use footnote_text::citation::{Piece, pieces};
use futures_util::StreamExt;

use crate::sample::sample;

/// A citation: the number of letters and digits before it, and its source.
type Cited = (usize, String);

/// The agreement of added citations with those of a reader.
#[derive(Debug, Default)]
struct Tally {
    /// Citations of the reader.
    wanted: usize,
    /// The reader's citations whose source was added to one of their statements.
    found: usize,
    /// Added citations.
    put: usize,
    /// Added citations that name the reader's source for that statement.
    right: usize,
}

impl Tally {
    /// Counts an answer. A citation by the reader covers all statements since the previous one.
    fn count(&mut self, wanted: &[Cited], put: &[Cited]) {
        let mut from = 0;
        for group in wanted.chunk_by(|one, next| one.0 == next.0) {
            let end = group.first().map_or(0, |(at, _)| *at);
            let here: Vec<&Cited> =
                put.iter().filter(|(at, _)| (from + 1..=end).contains(at)).collect();
            let is_wanted = |source: &String| group.iter().any(|(_, wanted)| wanted == source);
            self.right += here.iter().filter(|(_, source)| is_wanted(source)).count();
            let is_found = |wanted: &&Cited| here.iter().any(|(_, source)| *source == wanted.1);
            self.found += group.iter().filter(is_found).count();
            from = end;
        }
        self.wanted += wanted.len();
        self.put += put.len();
    }

    fn precision(&self) -> f64 {
        self.right as f64 / self.put.max(1) as f64
    }

    fn recall(&self) -> f64 {
        self.found as f64 / self.wanted.max(1) as f64
    }
}

async fn answer(rag: &Rag, question: &str) -> Answer {
    let messages = vec![Message::user(question)];
    let request = ChatRequest { messages, ..ChatRequest::default() };
    let events: Vec<_> = footnote_chat::answer(rag, request).unwrap().collect().await;
    events.into_iter().collect()
}

/// Returns the text without its citations, and the citations.
fn parted(text: &str, known: &[String]) -> (String, Vec<Cited>) {
    let (mut bare, mut cited, mut at) = (String::new(), Vec::new(), 0);
    for piece in pieces(text, known, false) {
        match piece {
            Piece::Text(text) => {
                at += text.chars().filter(|c| c.is_alphanumeric()).count();
                // Removing a bracket leaves no blank before a full stop, and no double blank.
                let text = if bare.ends_with(' ') { text.trim_start_matches(' ') } else { &text };
                if text.starts_with(['.', ',']) {
                    bare.truncate(bare.trim_end().len());
                }
                bare.push_str(text);
            }
            Piece::Citation(source) | Piece::Invented(source) => cited.push((at, source)),
        }
    }
    (bare, cited)
}

/// Returns the citations of the answer of a model that writes this text word by word.
async fn put(rag: &Rag, question: &str, text: &str) -> Vec<Cited> {
    let words = text.split_inclusive(' ').map(|word| Step::Say(word.to_owned().leak()));
    let rag = Rag { model: ModelSlot::of(Arc::new(Scripted::new(words))), ..rag.clone() };
    let answer = answer(&rag, question).await;
    parted(&answer.text, answer.sources()).1
}

#[tokio::test]
async fn citations_that_are_taken_off_quotations_come_back() {
    let (rag, _) = sample().await;
    let mut tally = Tally::default();
    for question in footnote_evaluate::questions("src/sample/questions.jsonl".as_ref()).unwrap() {
        let quoted = answer(&rag, &question.question).await;
        // Tables get no citations.
        if !question.citations.is_empty() && !quoted.text.contains("| --- |") {
            let (bare, wanted) = parted(&quoted.text, quoted.sources());
            let put = put(&rag, &question.question, &bare).await;
            tally.count(&wanted, &put);
        }
    }
    assert!(tally.wanted > 5, "{tally:?}");
    assert!(tally.precision() >= 0.95 && tally.recall() >= 0.95, "{tally:?}");
}

#[tokio::test]
async fn answers_in_other_words_get_the_citations_of_a_careful_reader() {
    let (rag, _) = sample().await;
    let mut tally = Tally::default();
    for question in footnote_evaluate::questions("src/sample/questions.jsonl".as_ref()).unwrap() {
        let truth = question.truth.clone();
        let end = truth.chars().filter(|c| c.is_alphanumeric()).count();
        let wanted: Vec<Cited> = question.citations.iter().map(|one| (end, one.clone())).collect();
        let put = put(&rag, &question.question, &truth).await;
        tally.count(&wanted, &put);
    }
    assert!(tally.wanted > 10, "{tally:?}");
    assert!(tally.precision() >= 0.95 && tally.recall() >= 0.8, "{tally:?}");
}
