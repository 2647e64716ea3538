//! The events of an answer while it is made: the model's words or quotations, checked at their end.

use std::collections::VecDeque;
use std::time::Instant;

use futures_util::StreamExt;
use futures_util::stream::BoxStream;

use super::away::Away;
use super::ground::Ground;
use super::turn::{Turn, elapsed_ms};
use super::{audit, error, propose, quote, thoughts, write};
use crate::protocol::confidence::Outcome;
use crate::protocol::{
    AnswerEvent, FinishReason, ModelReport, NO_MODEL, ResponseContext, Thought, TokenUsage,
};
use crate::rag::corpus::Counts;
use crate::rag::corpus::attach::{self, Image};
use crate::rag::model::{ModelError, Token};
use crate::text::followup::Cutter;
use crate::text::words::beginning;

/// The longest answer in bytes; a model that writes more has lost its way.
const LONGEST: usize = 64 * 1024;

/// The stream of the model's words.
type Tokens = BoxStream<'static, Result<Token, ModelError>>;

/// An answer that is being written, event by event.
pub(super) struct Writing {
    turn: Turn,
    ground: Ground,
    /// The passages and thoughts of the ground while the model writes.
    away: Option<Away>,
    /// The model's stream; `None` once it has ended, and where answers quote.
    tokens: Option<Tokens>,
    /// Events that are ready.
    ready: VecDeque<AnswerEvent>,
    cutter: Cutter,
    begun: Instant,
    first_token_ms: Option<u64>,
    usage: Option<TokenUsage>,
    /// The provider's report on the answer.
    report: Option<Box<ModelReport>>,
    /// The bytes of text that came from the model, shown or not.
    written: usize,
    /// The text that was shown.
    said: String,
    /// True if the text quotes.
    quotes: bool,
    /// True if the text is not given as an answer, so that it is not checked: a mark of support would make
    /// it look like one.
    unanswered: bool,
    /// The model's ending, until [`Writing::end`] deals with it.
    ending: Option<Ending>,
}

/// The ending of a model's stream: the reason, or an error.
pub(super) type Ending = Result<FinishReason, ModelError>;

/// Begins to write: returns the context of the first event, and the writing that makes the others.
pub(super) fn begin(turn: Turn, ground: Ground) -> (ResponseContext, Writing) {
    let mut writing = Writing {
        begun: Instant::now(),
        turn,
        ground,
        away: None,
        tokens: None,
        ready: VecDeque::new(),
        cutter: Cutter::default(),
        first_token_ms: None,
        usage: None,
        report: None,
        written: 0,
        said: String::new(),
        quotes: false,
        unanswered: false,
        ending: None,
    };
    let looks = writing.turn.looks();
    if !looks {
        writing.confess("there is no model here that can see");
    }
    // Without a source, a model has nothing to cite.
    match writing.turn.rag.model.clone() {
        Some(model) if looks || !writing.ground.evidence.found.hits.is_empty() => {
            let shown = std::mem::take(&mut writing.ground.shown);
            let prompt = write::prompt(&writing.turn, &shown);
            let thought = thoughts::prompt(&prompt, model.name());
            writing.ground.thoughts.push(thought);
            writing.tokens = Some(model.stream(prompt));
            let context = writing.ground.context();
            // An answer may take minutes: data that only its beginning needs is dropped, the rest compressed.
            writing.turn.lighten();
            writing.away = writing.ground.put_away();
            (context, writing)
        }
        _ => {
            let quote = writing.quote();
            writing.ground.thoughts.push(thoughts::quoted(&quote));
            let mut context = writing.ground.context();
            context.confidence = Some(quote.confidence);
            writing.play(&quote, None);
            (context, writing)
        }
    }
}

/// Says that images were not looked at, as the first paragraph of an answer.
fn unseen(images: &[Image], why: &str) -> String {
    let names: Vec<String> =
        images.iter().map(|image| format!("`{}`", attach::name_of(&image.source))).collect();
    let (noun, verb) = match names.len() {
        1 => ("image", "was"),
        _ => ("images", "were"),
    };
    let names = names.join(", ");
    format!("The attached {noun} {names} {verb} not looked at: {why}.\n\n")
}

impl Writing {
    /// The next event; `None` after the last, and where the model has ended.
    pub(super) async fn next(&mut self) -> Option<AnswerEvent> {
        loop {
            if let Some(event) = self.ready.pop_front() {
                return Some(event);
            }
            match self.tokens.as_mut()?.next().await {
                Some(Ok(Token::Text(text))) => self.text(&text),
                // No tool is offered here.
                Some(Ok(Token::Called(_))) => {}
                Some(Ok(Token::Usage(usage))) => self.usage = Some(usage),
                Some(Ok(Token::Reported(report))) => self.report = Some(report),
                Some(Ok(Token::Finished(reason))) => self.stop(Ok(reason)),
                Some(Err(error)) => self.stop(Err(error)),
                None => self.stop(Err(ModelError::BrokeOff)),
            }
        }
    }

    /// Drops the model's stream.
    fn stop(&mut self, ending: Ending) {
        self.tokens = None;
        self.ending = Some(ending);
    }

    /// Takes the model's ending; `None` if it has not ended, or the ending was taken before.
    pub(super) fn take_ending(&mut self) -> Option<Ending> {
        self.ending.take()
    }

    /// Checks the model's answer, or quotes in its place; the result is ready as the next events.
    pub(super) fn end(mut self, ending: Ending) -> Self {
        if let Some(away) = self.away.take() {
            self.ground.bring_back(&away);
        }
        match ending {
            Ok(reason) => self.finish(reason),
            Err(error) => self.fail(error),
        }
        self
    }

    fn text(&mut self, text: &str) {
        let begun = self.begun;
        self.first_token_ms.get_or_insert_with(|| elapsed_ms(begun));
        let room = LONGEST.saturating_sub(self.written);
        self.written += text.len();
        let piece = self.cutter.push(beginning(text, room));
        self.show(piece);
        if self.written >= LONGEST {
            self.stop(Ok(FinishReason::Length));
        }
    }

    /// Shows a piece of text, up to the limit.
    fn show(&mut self, mut piece: String) {
        piece.truncate(piece.floor_char_boundary(LONGEST - self.said.len().min(LONGEST)));
        if !piece.is_empty() {
            if self.said.is_empty() {
                // Quotations no longer stand in for the model.
                self.ground.let_go_of_quoting();
            }
            self.said.push_str(&piece);
            self.ready.push_back(AnswerEvent::Delta(piece));
        }
    }

    /// Releases what the cutter holds back; returns the follow-up questions.
    fn release(&mut self) -> Vec<String> {
        let (rest, questions) = std::mem::take(&mut self.cutter).finish();
        // Blanks alone are no answer, and none is lost at the end of one.
        if !rest.trim().is_empty() {
            self.show(rest);
        }
        questions
    }

    /// The model is done. An answer without a word counts as a failure of the model.
    fn finish(&mut self, reason: FinishReason) {
        let questions = self.release();
        if self.said.is_empty() {
            return self.fall_back(match reason {
                FinishReason::ContentFilter => ModelError::Filtered,
                FinishReason::Stop | FinishReason::Length => ModelError::Broken,
            });
        }
        if self.turn.wants_follow_ups() && !questions.is_empty() {
            self.ready.push_back(AnswerEvent::FollowUps(questions));
        }
        self.audit();
        self.ready.extend(self.report.take().map(AnswerEvent::Reported));
        self.end_thoughts();
        self.ready.push_back(AnswerEvent::Finished {
            reason,
            model: self.model_name(),
            usage: self.usage,
        });
    }

    /// The model failed: before the first word the answer quotes, after it the answer breaks off.
    fn fail(&mut self, error: ModelError) {
        self.release();
        if self.said.is_empty() {
            return self.fall_back(error);
        }
        self.end_thoughts();
        self.ready.push_back(AnswerEvent::Failed(error.into()));
    }

    fn fall_back(&mut self, error: ModelError) {
        tracing::warn!("quoting instead: {error}");
        let reason = error::sentence(&error);
        if self.turn.looks() {
            self.confess("the model that can see did not answer");
        }
        let quote = self.quote();
        self.ground.thoughts.push(thoughts::model_failed(&reason));
        self.ground.thoughts.push(thoughts::quoted(&quote));
        let line = format!("{reason} These are quotations from the documents instead.");
        self.play(&quote, Some(line));
    }

    fn quote(&self) -> quote::Quote {
        let is_empty = self.turn.rag.library.counts() == Counts::default();
        if is_empty && self.ground.evidence.found.hits.is_empty() {
            return quote::Quote::without_documents();
        }
        let quote = self.ground.quote(&self.turn.question, self.turn.least());
        if self.ground.parts.is_empty() { quote } else { quote.leaving(&self.turn.question.left) }
    }

    /// Says that the images were not looked at, if there are any. This is no part of the answer that is
    /// checked: it has no source.
    fn confess(&mut self, why: &str) {
        if !self.turn.images.is_empty() {
            let words = unseen(&self.turn.images, why);
            self.ready.push_back(AnswerEvent::Delta(words));
        }
    }

    /// Makes a quotation the rest of the answer, after a line that introduces it.
    fn play(&mut self, quote: &quote::Quote, line: Option<String>) {
        let line = line.map(|line| format!("{line}\n\n"));
        let deltas = quote.deltas();
        // The line is about the answer, and no part of it.
        self.said = deltas.concat();
        self.quotes = true;
        self.unanswered = quote.confidence.outcome != Outcome::Answered;
        self.ready.extend(line.into_iter().chain(deltas).map(AnswerEvent::Delta));
        self.propose(&quote.sentences);
        self.audit();
        self.end_thoughts();
        self.ready.push_back(AnswerEvent::Finished {
            reason: FinishReason::Stop,
            model: NO_MODEL.to_owned(),
            usage: self.usage,
        });
    }

    /// Proposes questions to ask next, where they are wished for and the documents answer: passages that do not
    /// are about anything.
    fn propose(&mut self, quoted: &[quote::Quoted]) {
        if !self.turn.wants_follow_ups() || self.unanswered {
            return;
        }
        let hits = &self.ground.evidence.found.hits;
        let questions = propose::propose(hits, quoted, &self.turn.asked());
        if !questions.is_empty() {
            self.ready.push_back(AnswerEvent::FollowUps(questions));
        }
    }

    /// Checks the answer against its sources.
    fn audit(&mut self) {
        if self.unanswered {
            return;
        }
        let begun = Instant::now();
        let audited = if self.quotes { audit::of_quotations } else { audit::audit };
        let mut audit = audited(&self.said, &self.ground.evidence.found.hits);
        if self.turn.looks() {
            // A statement without a passage may be about the images, which cannot be checked.
            audit.statements.retain(|checked| !checked.sources.is_empty());
        }
        if audit.statements.is_empty() {
            return;
        }
        let thought = thoughts::audit(&audit, elapsed_ms(begun));
        self.ground.thoughts.push(thought);
        self.ready.push_back(AnswerEvent::Audited(audit));
    }

    fn end_thoughts(&mut self) {
        let mut all: Vec<Thought> = std::mem::take(&mut self.ground.thoughts);
        let elapsed = elapsed_ms(self.turn.begun);
        let timed = |last| thoughts::timed(last, elapsed, self.first_token_ms, self.usage);
        let last = all.pop().map(timed);
        all.extend(last);
        self.ready.push_back(AnswerEvent::Thoughts(all));
    }

    fn model_name(&self) -> String {
        let model = self.turn.rag.model.as_ref();
        model.map_or(NO_MODEL, |model| model.name()).to_owned()
    }
}
