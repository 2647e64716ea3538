//! Reading an answer as it comes: events to tokens, and when to stop waiting.

use std::collections::VecDeque;
use std::time::Duration;

use bytes::Bytes;
use reqwest::Response;
use reqwest::header::{CONTENT_TYPE, HeaderMap};
use tokio::time::{Instant, timeout_at};

use super::Patience;
use super::calls::Calls;
use super::chunk::{self, Chunk};
use super::thinking::{Habit, Thinking};
use crate::protocol::{FinishReason, ModelReport, TokenUsage};
use crate::rag::model::sse::Decoder;
use crate::rag::model::{ModelError, Token};

/// The longest answer of a server that does not stream, in bytes.
const LONGEST_BODY: usize = 4 * 1024 * 1024;

/// The most bytes of a stream: an answer and thoughts of some fifty thousand tokens, each in an event of
/// its own.
const LONGEST_STREAM: usize = 16 * 1024 * 1024;

/// The time to wait for the cost of an answer once its text has ended.
const AFTERWARDS: Duration = Duration::from_secs(2);

/// Events that make no sense are passed over, but not without end.
const MOST_UNREADABLE: usize = 16;

/// An answer on its way.
pub(super) struct Reading {
    response: Response,
    patience: Patience,
    /// The time at which the prompt was sent.
    begun: Instant,
    /// The time at which the last bytes came.
    last: Instant,
    /// The time at which the text ended.
    finished: Option<Instant>,
    decoder: Decoder,
    thinking: Thinking,
    /// The body of a server that does not stream.
    whole: Option<Vec<u8>>,
    ready: VecDeque<Result<Token, ModelError>>,
    /// Calls of tools so far.
    calls: Calls,
    /// True if it has begun to think or to speak.
    awake: bool,
    spoke: bool,
    finish: Option<FinishReason>,
    usage: Option<TokenUsage>,
    report: ModelReport,
    unreadable: usize,
    /// The bytes that have come.
    bytes: usize,
    ended: bool,
}

impl Reading {
    /// Reads `response` to a prompt that was sent at `begun`, from an endpoint with this habit.
    pub(super) fn new(
        mut response: Response,
        begun: Instant,
        patience: Patience,
        habit: Habit,
    ) -> Self {
        let kind = response.headers().get(CONTENT_TYPE);
        let json = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
        // They would keep the buffer in memory that they came in.
        *response.headers_mut() = HeaderMap::new();
        Self {
            response,
            patience,
            begun,
            last: Instant::now(),
            finished: None,
            decoder: Decoder::default(),
            thinking: Thinking::with(habit),
            whole: json.then(Vec::new),
            ready: VecDeque::new(),
            calls: Calls::default(),
            awake: false,
            spoke: false,
            finish: None,
            usage: None,
            report: ModelReport::default(),
            unreadable: 0,
            bytes: 0,
            ended: false,
        }
    }

    /// The endpoint's habit, as far as an answer tells it that was not cut off.
    pub(super) fn habit(&self) -> Option<Habit> {
        self.thinking.habit().filter(|_| self.finish == Some(FinishReason::Stop))
    }

    /// The next token; `None` after the last.
    pub(super) async fn next(&mut self) -> Option<Result<Token, ModelError>> {
        loop {
            if let Some(token) = self.ready.pop_front() {
                return Some(token);
            }
            if self.ended {
                return None;
            }
            let deadline = self.deadline();
            // A server that sends without a pause never lets the timeout have its turn.
            if deadline <= Instant::now() {
                self.too_late();
                continue;
            }
            match timeout_at(deadline, self.response.chunk()).await {
                Ok(Ok(Some(bytes))) => self.take(&bytes),
                Ok(Ok(None)) => self.close(),
                Ok(Err(_)) => self.break_off(),
                Err(_) => self.too_late(),
            }
        }
    }

    fn deadline(&self) -> Instant {
        let next = match self.finished {
            Some(finished) => finished + AFTERWARDS,
            None if self.awake => self.last + self.patience.next,
            None => self.begun + self.patience.first,
        };
        next.min(self.begun + self.patience.whole)
    }

    fn too_late(&mut self) {
        if self.finish.is_some() {
            self.end();
        } else {
            self.fail(ModelError::TooSlow);
        }
    }

    fn take(&mut self, bytes: &Bytes) {
        self.last = Instant::now();
        if let Some(whole) = &mut self.whole {
            whole.extend_from_slice(bytes);
            if whole.len() > LONGEST_BODY {
                self.fail(ModelError::Broken);
            }
            return;
        }
        self.bytes += bytes.len();
        match self.decoder.feed(bytes) {
            Ok(events) if self.bytes <= LONGEST_STREAM => {
                for event in &events {
                    self.event(event);
                }
            }
            // Faults after the end of the text take nothing from it.
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
                if self.unreadable > MOST_UNREADABLE {
                    self.fail(ModelError::Broken);
                }
            }
        }
    }

    fn chunk(&mut self, chunk: Chunk) {
        if chunk.thinks {
            self.thinking.come_apart();
        }
        self.awake |= chunk.thinks || !chunk.text.is_empty() || !chunk.calls.is_empty();
        let text = self.thinking.text(&chunk.text);
        self.say(text);
        // A call is an answer as well.
        self.spoke |= !chunk.calls.is_empty();
        self.calls.add(chunk.calls);
        self.finish = chunk.finish.or(self.finish);
        if self.finish.is_some() {
            self.finished.get_or_insert_with(Instant::now);
            self.end_text(self.finish == Some(FinishReason::Stop));
        }
        self.usage = chunk.usage.or(self.usage);
        self.report.update(chunk.report);
    }

    fn say(&mut self, text: String) {
        if !text.is_empty() {
            self.spoke = true;
            self.ready.push_back(Ok(Token::Text(text)));
        }
    }

    /// Says the rest of the text, `whole` or cut off, as far as it is no thought.
    fn end_text(&mut self, whole: bool) {
        let rest = self.thinking.end(whole);
        self.say(rest);
    }

    /// The server says that it is done, which counts as an end if it has said anything.
    fn done(&mut self) {
        self.end_text(self.finish != Some(FinishReason::Length));
        if self.spoke {
            self.finish.get_or_insert(FinishReason::Stop);
        }
        match self.finish {
            Some(_) => self.end(),
            None => self.fail(ModelError::Broken),
        }
    }

    /// The connection has ended in good order.
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

    /// The connection has ended; without an end of the text the answer has broken off.
    fn break_off(&mut self) {
        self.end_text(false);
        match (self.finish, self.spoke) {
            (Some(_), _) => self.end(),
            (None, true) => self.fail(ModelError::BrokeOff),
            // A page, or anything else that is no answer.
            (None, false) if self.bytes > 0 => self.fail(ModelError::Broken),
            (None, false) => self.fail(ModelError::Unreachable),
        }
    }

    fn end(&mut self) {
        self.ended = true;
        let calls = std::mem::take(&mut self.calls).whole();
        self.ready.extend(calls.map(|call| Ok(Token::Called(call))));
        let report = std::mem::take(&mut self.report);
        if report != ModelReport::default() {
            self.ready.push_back(Ok(Token::Reported(Box::new(report))));
        }
        self.ready.extend(self.usage.map(|usage| Ok(Token::Usage(usage))));
        self.ready.extend(self.finish.map(|finish| Ok(Token::Finished(finish))));
    }

    fn fail(&mut self, error: ModelError) {
        if !self.ended {
            self.end_text(false);
            self.ended = true;
            self.ready.push_back(Err(error));
        }
    }
}
