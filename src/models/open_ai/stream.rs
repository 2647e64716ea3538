//! State of a streamed answer: turns events into tokens, and enforces timeouts.

use std::collections::VecDeque;
use std::time::Duration;

use bytes::Bytes;
use footnote_protocol::{FinishReason, ModelReport, TokenUsage};
use reqwest::Response;
use reqwest::header::{CONTENT_TYPE, HeaderMap};
use tokio::time::{Instant, timeout_at};

use super::Timeouts;
use super::chunk::{self, ParsedChunk};
use super::thought_filter::{ThoughtFilter, ThoughtMarking};
use super::tool_calls::ToolCalls;
use crate::sse::Decoder;
use crate::{ModelError, Token};

/// Maximum size of an answer that is not streamed, in bytes.
const MAX_BODY_LEN: usize = 4 * 1024 * 1024;

/// Maximum size of a stream, in bytes: about fifty thousand tokens of answer and thoughts, each in an event of its own.
const MAX_STREAM_LEN: usize = 16 * 1024 * 1024;

/// Time to wait for the token usage after the text has ended.
const USAGE_TIMEOUT: Duration = Duration::from_secs(2);

/// Maximum number of unparsable events to skip.
const MAX_UNREADABLE_EVENTS: usize = 16;

/// State of a streamed answer.
pub(super) struct StreamState {
    response: Response,
    timeouts: Timeouts,
    /// Time at which the prompt was sent.
    sent_at: Instant,
    /// Time at which the last bytes arrived.
    received_at: Instant,
    /// Time at which the text ended.
    finished: Option<Instant>,
    decoder: Decoder,
    thoughts: ThoughtFilter,
    /// Body of a server that does not stream.
    whole: Option<Vec<u8>>,
    queue: VecDeque<Result<Token, ModelError>>,
    /// Tool calls so far.
    tool_calls: ToolCalls,
    /// True once thoughts, text or tool calls have arrived.
    has_started: bool,
    has_content: bool,
    finish: Option<FinishReason>,
    usage: Option<TokenUsage>,
    report: ModelReport,
    unreadable: usize,
    /// Number of bytes received.
    bytes: usize,
    ended: bool,
}

impl StreamState {
    /// Reads the `response` to a prompt sent at `sent_at`; `thought_marking` is that of the endpoint.
    pub(super) fn new(
        mut response: Response,
        sent_at: Instant,
        timeouts: Timeouts,
        thought_marking: ThoughtMarking,
    ) -> Self {
        let kind = response.headers().get(CONTENT_TYPE);
        let json = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
        // Free the headers, which would keep their whole buffer in memory.
        *response.headers_mut() = HeaderMap::new();
        Self {
            response,
            timeouts,
            sent_at,
            received_at: Instant::now(),
            finished: None,
            decoder: Decoder::default(),
            thoughts: ThoughtFilter::with(thought_marking),
            whole: json.then(Vec::new),
            queue: VecDeque::new(),
            tool_calls: ToolCalls::default(),
            has_started: false,
            has_content: false,
            finish: None,
            usage: None,
            report: ModelReport::default(),
            unreadable: 0,
            bytes: 0,
            ended: false,
        }
    }

    /// The endpoint's marking of thoughts, if the answer shows it and was not cut off.
    pub(super) fn thought_marking(&self) -> Option<ThoughtMarking> {
        self.thoughts.thought_marking().filter(|_| self.finish == Some(FinishReason::Stop))
    }

    /// Returns the next token; `None` after the last.
    pub(super) async fn next(&mut self) -> Option<Result<Token, ModelError>> {
        loop {
            if let Some(token) = self.queue.pop_front() {
                return Some(token);
            }
            if self.ended {
                return None;
            }
            let deadline = self.deadline();
            // A server that sends without a pause would never let the timeout fire.
            if deadline <= Instant::now() {
                self.time_out();
                continue;
            }
            match timeout_at(deadline, self.response.chunk()).await {
                Ok(Ok(Some(bytes))) => self.take(&bytes),
                Ok(Ok(None)) => self.close(),
                Ok(Err(_)) => self.break_off(),
                Err(_) => self.time_out(),
            }
        }
    }

    fn deadline(&self) -> Instant {
        let next = match self.finished {
            Some(finished) => finished + USAGE_TIMEOUT,
            None if self.has_started => self.received_at + self.timeouts.next,
            None => self.sent_at + self.timeouts.first,
        };
        next.min(self.sent_at + self.timeouts.whole)
    }

    fn time_out(&mut self) {
        if self.finish.is_some() {
            self.end();
        } else {
            self.fail(ModelError::TooSlow);
        }
    }

    fn take(&mut self, bytes: &Bytes) {
        self.received_at = Instant::now();
        if let Some(whole) = &mut self.whole {
            whole.extend_from_slice(bytes);
            if whole.len() > MAX_BODY_LEN {
                self.fail(ModelError::Broken);
            }
            return;
        }
        self.bytes += bytes.len();
        match self.decoder.feed(bytes) {
            Ok(events) if self.bytes <= MAX_STREAM_LEN => {
                for event in &events {
                    self.event(event);
                }
            }
            // Errors after the end of the text do not matter.
            _ if self.finish.is_some() => self.end(),
            _ => self.fail(ModelError::Broken),
        }
    }

    fn event(&mut self, data: &str) {
        if self.ended {
            return;
        }
        if data.trim() == "[DONE]" {
            return self.done();
        }
        match chunk::read(data) {
            Some(Ok(chunk)) => self.chunk(chunk),
            Some(Err(error)) => self.fail(error),
            None => {
                self.unreadable += 1;
                if self.unreadable > MAX_UNREADABLE_EVENTS {
                    self.fail(ModelError::Broken);
                }
            }
        }
    }

    fn chunk(&mut self, chunk: ParsedChunk) {
        if chunk.thinks {
            self.thoughts.disable();
        }
        self.has_started |= chunk.thinks || !chunk.text.is_empty() || !chunk.tool_calls.is_empty();
        let text = self.thoughts.text(&chunk.text);
        self.push_text(text);
        // A tool call counts as content.
        self.has_content |= !chunk.tool_calls.is_empty();
        self.tool_calls.add(chunk.tool_calls);
        self.finish = chunk.finish.or(self.finish);
        if self.finish.is_some() {
            self.finished.get_or_insert_with(Instant::now);
            self.end_text(self.finish == Some(FinishReason::Stop));
        }
        self.usage = chunk.usage.or(self.usage);
        self.report.update(chunk.report);
    }

    fn push_text(&mut self, text: String) {
        if !text.is_empty() {
            self.has_content = true;
            self.queue.push_back(Ok(Token::Text(text)));
        }
    }

    /// Queues the remaining text, complete if `whole`, unless it is a thought.
    fn end_text(&mut self, whole: bool) {
        let rest = self.thoughts.end(whole);
        self.push_text(rest);
    }

    /// Handles `[DONE]`, which ends the answer if there was any content.
    fn done(&mut self) {
        self.end_text(self.finish != Some(FinishReason::Length));
        if self.has_content {
            self.finish.get_or_insert(FinishReason::Stop);
        }
        match self.finish {
            Some(_) => self.end(),
            None => self.fail(ModelError::Broken),
        }
    }

    /// Handles a regular end of the connection.
    fn close(&mut self) {
        if let Some(whole) = self.whole.take() {
            match chunk::read(&String::from_utf8_lossy(&whole)) {
                Some(Ok(chunk)) => self.chunk(chunk),
                Some(Err(error)) => return self.fail(error),
                None => return self.fail(ModelError::Broken),
            }
            return self.done();
        }
        if let Some(event) = self.decoder.finish() {
            self.event(&event);
        }
        if !self.ended {
            self.break_off();
        }
    }

    /// Handles a broken connection: the answer is incomplete unless its text has ended.
    fn break_off(&mut self) {
        self.end_text(false);
        match (self.finish, self.has_content) {
            (Some(_), _) => self.end(),
            (None, true) => self.fail(ModelError::BrokeOff),
            // An HTML page, or anything else that is not an answer.
            (None, false) if self.bytes > 0 => self.fail(ModelError::Broken),
            (None, false) => self.fail(ModelError::Unreachable),
        }
    }

    fn end(&mut self) {
        self.ended = true;
        let tool_calls = std::mem::take(&mut self.tool_calls).finish();
        self.queue.extend(tool_calls.map(|call| Ok(Token::Called(call))));
        let report = std::mem::take(&mut self.report);
        if report != ModelReport::default() {
            self.queue.push_back(Ok(Token::Reported(Box::new(report))));
        }
        self.queue.extend(self.usage.map(|usage| Ok(Token::Usage(usage))));
        self.queue.extend(self.finish.map(|finish| Ok(Token::Finished(finish))));
    }

    fn fail(&mut self, error: ModelError) {
        if !self.ended {
            self.end_text(false);
            self.ended = true;
            self.queue.push_back(Err(error));
        }
    }
}
