//! A chat model's output as it arrives, and the result once it ends.

use std::time::Instant;

use footnote_answers::sources::CitationNumbers;
use footnote_answers::turn::elapsed_ms;
use footnote_models::{ModelError, Token, ToolCall};
use footnote_protocol::{FinishReason, ModelReport, TokenUsage};
use footnote_text::followup::FollowUpExtractor;
use footnote_text::words::beginning;
use futures_util::StreamExt;
use futures_util::stream::BoxStream;

/// Maximum size of an answer in bytes. A model that writes more is in a loop.
pub(crate) const MAX_ANSWER_BYTES: usize = 64 * 1024;

/// The stream of a model's tokens.
pub(crate) type TokenStream = BoxStream<'static, Result<Token, ModelError>>;

/// The next part of a model's output.
pub(crate) enum Output {
    /// Text to show.
    Text(String),
    /// Calls of tools.
    Calls {
        /// The text beside them.
        text: String,
        /// The calls.
        calls: Vec<ToolCall>,
        /// True if some of that text was shown.
        was_shown: bool,
    },
    /// The text is most likely complete: the model begins the questions that it proposes. Told once in a round.
    Complete,
}

/// An answer while a model writes it.
pub(crate) struct ModelOutput {
    /// `None` once the stream has ended.
    tokens: Option<TokenStream>,
    /// The text of this round, as the model wrote it.
    round: String,
    calls: Vec<ToolCall>,
    extractor: FollowUpExtractor,
    numbers: CitationNumbers,
    /// True once [`Output::Complete`] was told.
    is_complete: bool,
    started_at: Instant,
    /// Number of bytes of text received from the model, shown or not.
    bytes: usize,
    text: WrittenText,
}

/// The text of an answer, with what the model reported about it.
#[derive(Debug)]
pub(crate) struct WrittenText {
    /// All text that was shown or is to be shown.
    pub text: String,
    /// The end of the text, which is not shown yet.
    pub rest: String,
    /// The positions of brackets in the text that the model did not write.
    pub inserted: Vec<usize>,
    /// The questions that the model proposes.
    pub questions: Vec<String>,
    /// The reason why the answer ended, or an error. An answer without a word is an error.
    pub ending: Result<FinishReason, ModelError>,
    pub first_token_ms: Option<u64>,
    pub usage: Option<TokenUsage>,
    /// Number of sources that the model had no room for, beyond those left out before.
    pub left_out: usize,
    /// The provider's report on the answer.
    pub report: Option<Box<ModelReport>>,
}

impl ModelOutput {
    pub(crate) fn new(tokens: TokenStream, names: Vec<String>) -> Self {
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
            round: String::new(),
            calls: Vec::new(),
            extractor: FollowUpExtractor::default(),
            numbers: CitationNumbers::new(names),
            is_complete: false,
            started_at: Instant::now(),
            bytes: 0,
            text,
        }
    }

    /// Continues with another stream, in place of one that called tools or failed. `names` are those that the source
    /// numbers stand for.
    pub(crate) fn go_on(&mut self, tokens: TokenStream, names: Vec<String>) {
        self.tokens = Some(tokens);
        self.round.clear();
        self.is_complete = false;
        self.numbers = CitationNumbers::new(names);
        self.text.ending = Err(ModelError::BrokeOff);
    }

    /// Returns the error with which the model failed before it answered.
    pub(crate) fn error(&self) -> Option<&ModelError> {
        let is_open = self.tokens.is_some() || !self.text.text.is_empty();
        self.text.ending.as_ref().err().filter(|_| !is_open)
    }

    /// Returns the text so far, with citations by name.
    pub(crate) fn text(&self) -> &str {
        &self.text.text
    }

    /// Returns the next piece of text to show, or the tools that the model calls; `None` once it has ended. Text beside
    /// calls was a remark and is forgotten: after calls, [`Self::go_on`] brings the next stream.
    pub(crate) async fn next(&mut self) -> Option<Output> {
        while self.tokens.is_some() {
            if self.extractor.is_in_marker() && !std::mem::replace(&mut self.is_complete, true) {
                return Some(Output::Complete);
            }
            let Some(text) = self.token().await else { continue };
            self.round.push_str(&text);
            let piece = self.piece(&text);
            if !piece.is_empty() {
                return Some(Output::Text(piece));
            }
        }
        if self.text.ending.is_err() || self.calls.is_empty() {
            return None;
        }
        let (text, calls) = (std::mem::take(&mut self.round), std::mem::take(&mut self.calls));
        self.extractor = FollowUpExtractor::default();
        let was_shown = !std::mem::take(&mut self.text.text).is_empty();
        Some(Output::Calls { text, calls, was_shown })
    }

    /// Takes the model's next token; returns it if it is text.
    async fn token(&mut self) -> Option<String> {
        match self.tokens.as_mut()?.next().await {
            Some(Ok(Token::Text(text))) => {
                let started_at = self.started_at;
                self.text.first_token_ms.get_or_insert_with(|| elapsed_ms(started_at));
                return Some(text);
            }
            Some(Ok(Token::LeftOut(sources))) => self.text.left_out = sources,
            Some(Ok(Token::Called(call))) => self.calls.push(call),
            Some(Ok(Token::Usage(usage))) => self.add_usage(usage),
            Some(Ok(Token::Reported(report))) => self.text.report = Some(report),
            Some(Ok(Token::Finished(reason))) => self.stop(Ok(reason)),
            Some(Err(error)) => self.stop(Err(error)),
            None => self.stop(Err(ModelError::BrokeOff)),
        }
        None
    }

    /// Adds the token usage of a round to that of earlier rounds.
    fn add_usage(&mut self, usage: TokenUsage) {
        let before = self.text.usage.unwrap_or_default();
        let thought = before.reasoning_tokens.zip(usage.reasoning_tokens);
        self.text.usage = Some(TokenUsage {
            prompt_tokens: before.prompt_tokens.saturating_add(usage.prompt_tokens),
            completion_tokens: before.completion_tokens.saturating_add(usage.completion_tokens),
            total_tokens: before.total_tokens.saturating_add(usage.total_tokens),
            reasoning_tokens: thought
                .map(|(one, other)| one.saturating_add(other))
                .or(before.reasoning_tokens)
                .or(usage.reasoning_tokens),
        });
    }

    /// Ends the answer and drops the model's stream if it is still open.
    pub(crate) fn end(mut self) -> WrittenText {
        let (rest, questions) = std::mem::take(&mut self.extractor).finish();
        let rest = self.numbers.push(&rest) + &self.numbers.finish();
        self.text.questions = questions;
        // A rest of only whitespace is dropped.
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

    /// Returns the part of a new text that can be shown.
    fn piece(&mut self, text: &str) -> String {
        let room = MAX_ANSWER_BYTES.saturating_sub(self.bytes);
        self.bytes += text.len();
        let piece = self.extractor.push(beginning(text, room));
        let piece = self.numbers.push(&piece);
        let piece = self.shown(piece);
        if self.bytes >= MAX_ANSWER_BYTES {
            self.stop(Ok(FinishReason::Length));
        }
        piece
    }

    /// Records a piece of text as shown, cut to the limit.
    fn shown(&mut self, mut piece: String) -> String {
        let room = MAX_ANSWER_BYTES - self.text.text.len().min(MAX_ANSWER_BYTES);
        piece.truncate(piece.floor_char_boundary(room));
        self.text.text.push_str(&piece);
        piece
    }
}
