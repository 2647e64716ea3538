//! The words of a chat model as they come, and what it leaves when it ends.

use std::time::Instant;

use footnote_models::{ModelError, Token};
use footnote_protocol::{FinishReason, ModelReport, TokenUsage};
use footnote_text::followup::FollowUpExtractor;
use footnote_text::words::beginning;
use futures_util::StreamExt;
use futures_util::stream::BoxStream;

use crate::turn::elapsed_ms;

/// The longest answer in bytes; a model that writes more is in a loop.
const MOST_ANSWER_BYTES: usize = 64 * 1024;

/// The stream of the model's words.
type TokenStream = BoxStream<'static, Result<Token, ModelError>>;

/// An answer while a model writes it.
pub(crate) struct ModelOutput {
    /// `None` once it has ended.
    tokens: Option<TokenStream>,
    extractor: FollowUpExtractor,
    started_at: Instant,
    /// The bytes of text that came from the model, shown or not.
    bytes: usize,
    text: WrittenText,
}

/// The text of an answer, with what its model reports of it.
#[derive(Debug)]
pub(crate) struct WrittenText {
    /// All that was shown or is to be shown.
    pub text: String,
    /// The end of it, which is not shown yet.
    pub rest: String,
    /// The places of the brackets in it that the model did not write.
    pub inserted: Vec<usize>,
    /// The questions that the model proposes.
    pub questions: Vec<String>,
    /// The reason why it ended, or an error; an answer without a word is one.
    pub ending: Result<FinishReason, ModelError>,
    pub first_token_ms: Option<u64>,
    pub usage: Option<TokenUsage>,
    /// The number of passages that the model had no room for, beyond those left out before.
    pub left_out: usize,
    /// The provider's report on the answer.
    pub report: Option<Box<ModelReport>>,
}

impl ModelOutput {
    pub(crate) fn new(tokens: TokenStream) -> Self {
        let text = WrittenText {
            text: String::new(),
            rest: String::new(),
            inserted: Vec::new(),
            questions: Vec::new(),
            ending: Err(ModelError::BrokeOff),
            first_token_ms: None,
            usage: None,
            left_out: 0,
            report: None,
        };
        Self {
            tokens: Some(tokens),
            extractor: FollowUpExtractor::default(),
            started_at: Instant::now(),
            bytes: 0,
            text,
        }
    }

    /// True if nothing was shown so far.
    pub(crate) fn is_empty(&self) -> bool {
        self.text.text.is_empty()
    }

    /// The next piece of text to be shown; `None` where the model has ended.
    pub(crate) async fn next(&mut self) -> Option<String> {
        loop {
            match self.tokens.as_mut()?.next().await {
                Some(Ok(Token::Text(text))) => {
                    let piece = self.piece(&text);
                    if !piece.is_empty() {
                        return Some(piece);
                    }
                }
                Some(Ok(Token::LeftOut(passages))) => self.text.left_out = passages,
                // No tool is offered here.
                Some(Ok(Token::Called(_))) => {}
                Some(Ok(Token::Usage(usage))) => self.text.usage = Some(usage),
                Some(Ok(Token::Reported(report))) => self.text.report = Some(report),
                Some(Ok(Token::Finished(reason))) => self.stop(Ok(reason)),
                Some(Err(error)) => self.stop(Err(error)),
                None => self.stop(Err(ModelError::BrokeOff)),
            }
        }
    }

    /// Ends the answer: the model's stream, if it goes on, is dropped.
    pub(crate) fn end(mut self) -> WrittenText {
        let (rest, questions) = std::mem::take(&mut self.extractor).finish();
        self.text.questions = questions;
        // Blanks alone are no answer, and none is lost at the end of one.
        if !rest.trim().is_empty() {
            self.text.rest = self.shown(rest);
        }
        if self.text.text.is_empty() {
            self.text.ending = Err(match self.text.ending {
                Ok(FinishReason::ContentFilter) => ModelError::Filtered,
                Ok(FinishReason::Stop | FinishReason::Length) => ModelError::Broken,
                Err(error) => error,
            });
        }
        self.text
    }

    /// Drops the model's stream.
    fn stop(&mut self, ending: Result<FinishReason, ModelError>) {
        self.tokens = None;
        self.text.ending = ending;
    }

    /// The part of a new text that can be shown.
    fn piece(&mut self, text: &str) -> String {
        let started_at = self.started_at;
        self.text.first_token_ms.get_or_insert_with(|| elapsed_ms(started_at));
        let room = MOST_ANSWER_BYTES.saturating_sub(self.bytes);
        self.bytes += text.len();
        let piece = self.extractor.push(beginning(text, room));
        let piece = self.shown(piece);
        if self.bytes >= MOST_ANSWER_BYTES {
            self.stop(Ok(FinishReason::Length));
        }
        piece
    }

    /// Keeps a piece of text as shown, up to the limit.
    fn shown(&mut self, mut piece: String) -> String {
        let room = MOST_ANSWER_BYTES - self.text.text.len().min(MOST_ANSWER_BYTES);
        piece.truncate(piece.floor_char_boundary(room));
        self.text.text.push_str(&piece);
        piece
    }
}
