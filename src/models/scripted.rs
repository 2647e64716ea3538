//! A chat model that plays scripts, for tests and benchmarks.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use footnote_protocol::{FinishReason, TokenUsage};
use futures_util::StreamExt;
use futures_util::stream::BoxStream;

use crate::{ChatModel, ModelError, Prompt, Token, ToolCall};

/// One step of a script.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Writes a piece of text.
    Say(&'static str),
    /// Calls the named tool with these arguments.
    Call(&'static str, &'static str),
    /// Pauses.
    Pause(Duration),
    /// Reports the token usage.
    Usage(TokenUsage),
    /// Ends for this reason; a script without it ends with [`FinishReason::Stop`].
    Finish(FinishReason),
    /// Fails.
    Fail(ModelError),
    /// Stays silent for ever.
    Hang,
}

/// A chat model that plays scripts; clones share their records.
#[derive(Clone, Debug, Default)]
pub struct Scripted {
    scripts: Arc<Vec<Vec<Step>>>,
    /// The prompts received, in order.
    pub prompts: Arc<Mutex<Vec<Prompt>>>,
    dropped: Arc<AtomicUsize>,
}

impl Scripted {
    /// Plays `steps` for every prompt.
    pub fn new(steps: impl IntoIterator<Item = Step>) -> Self {
        Self::calls([steps.into_iter().collect()])
    }

    /// Plays the scripts in order, one per prompt; the last one repeats.
    pub fn calls(scripts: impl IntoIterator<Item = Vec<Step>>) -> Self {
        Self { scripts: Arc::new(scripts.into_iter().collect()), ..Self::default() }
    }

    /// Number of streams dropped before their end.
    pub fn dropped(&self) -> usize {
        self.dropped.load(Ordering::SeqCst)
    }

    /// The prompts received so far.
    pub fn asked(&self) -> Vec<Prompt> {
        self.prompts.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Records the prompt and returns its script.
    fn script_for(&self, prompt: Prompt) -> Vec<Step> {
        let mut prompts = self.prompts.lock().unwrap_or_else(PoisonError::into_inner);
        let script = self.scripts.get(prompts.len()).or(self.scripts.last());
        prompts.push(prompt);
        script.cloned().unwrap_or_default()
    }
}

/// Counts a stream as dropped unless it was played to its end.
struct Watch {
    dropped: Arc<AtomicUsize>,
    ended: bool,
}

impl Watch {
    /// A method, so that the stream captures the whole `Watch`, not only this field.
    fn end(&mut self) {
        self.ended = true;
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if !self.ended {
            self.dropped.fetch_add(1, Ordering::SeqCst);
        }
    }
}

impl ChatModel for Scripted {
    fn name(&self) -> &'static str {
        "scripted"
    }

    fn stream(&self, prompt: Prompt) -> BoxStream<'static, Result<Token, ModelError>> {
        let script = self.script_for(prompt);
        let mut watch = Watch { dropped: Arc::clone(&self.dropped), ended: false };
        async_stream::stream! {
            for step in script {
                let last = matches!(step, Step::Finish(_) | Step::Fail(_));
                let token = play(step).await;
                if last {
                    watch.end();
                }
                if let Some(token) = token {
                    yield token;
                }
                if last {
                    return;
                }
            }
            watch.end();
            yield Ok(Token::Finished(FinishReason::Stop));
        }
        .boxed()
    }
}

/// Plays one step; returns `None` for silent steps.
async fn play(step: Step) -> Option<Result<Token, ModelError>> {
    match step {
        Step::Say("") => None,
        Step::Say(text) => Some(Ok(Token::Text(text.to_owned()))),
        Step::Call(name, arguments) => Some(Ok(Token::Called(ToolCall {
            name: name.to_owned(),
            arguments: arguments.to_owned(),
            ..ToolCall::default()
        }))),
        Step::Usage(usage) => Some(Ok(Token::Usage(usage))),
        Step::Finish(reason) => Some(Ok(Token::Finished(reason))),
        Step::Fail(error) => Some(Err(error)),
        Step::Pause(time) => {
            tokio::time::sleep(time).await;
            None
        }
        Step::Hang => std::future::pending().await,
    }
}
