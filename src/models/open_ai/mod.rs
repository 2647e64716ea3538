//! Chat models behind an OpenAI-compatible endpoint.

mod call;
mod chunk;
mod context_window;
mod embeddings;
mod endpoint;
mod listing;
mod speech;
mod stream;
mod thought_filter;
mod tool_calls;

use std::sync::Arc;
use std::time::Duration;

use async_stream::stream;
use call::ChatClient;
pub use embeddings::Embeddings;
pub use endpoint::{Endpoint, EndpointError};
use futures_util::StreamExt;
use futures_util::stream::BoxStream;
use stream::StreamState;
use tokio::time::Instant;

use super::{ChatModel, ModelError, Prompt, Token};

/// Timeouts of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// Until the connection is established.
    pub connect: Duration,
    /// Until the first token, thoughts included; large models on small machines think for a long time.
    pub first: Duration,
    /// Between two chunks.
    pub next: Duration,
    /// For the whole answer.
    pub whole: Duration,
    /// Maximum pause before a retry that a busy server may request.
    pub retry: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(5),
            first: Duration::from_mins(1),
            next: Duration::from_secs(30),
            whole: Duration::from_mins(10),
            retry: Duration::from_secs(10),
        }
    }
}

/// A chat model behind an OpenAI-compatible endpoint.
pub struct OpenAi {
    call: Arc<ChatClient>,
    sees: bool,
}

impl OpenAi {
    /// Creates a model at `endpoint`; `sees` says whether it accepts images, which the API does not report. Sends
    /// nothing yet.
    ///
    /// # Errors
    ///
    /// Fails if the system's TLS cannot be set up.
    pub fn new(endpoint: Endpoint, timeouts: Timeouts, sees: bool) -> Result<Self, ModelError> {
        Ok(Self { call: Arc::new(ChatClient::new(endpoint, timeouts)?), sees })
    }

    /// Sets the context size in tokens, overriding what the endpoint reports.
    pub fn set_context(&self, tokens: u32) {
        self.call.context_window().set(tokens);
    }

    /// Sets the context size that the endpoint reported earlier, until it reports a new one.
    pub fn set_reported_context(&self, tokens: u32) {
        self.call.context_window().set_reported(tokens);
    }

    /// Asks the endpoint for its context size and waits at most `time_limit`.
    pub async fn ask_context(&self, time_limit: Duration) {
        if let Some(tokens) = self.call.endpoint.context(time_limit).await {
            self.call.context_window().set_reported(tokens);
        }
    }

    /// Takes the reason that the endpoint gave for its last error response. It may contain the key.
    pub fn take_refusal(&self) -> Option<String> {
        self.call.take_refusal()
    }

    /// The endpoint.
    pub fn endpoint(&self) -> &Endpoint {
        &self.call.endpoint
    }
}

/// An answer in progress: its first token, and the number of dropped sources.
struct StartedAnswer {
    first: Token,
    left_out: usize,
    stream: StreamState,
}

impl ChatClient {
    /// Sends a prompt. If it is rejected as too long, drops sources and sends it once more.
    async fn start(&self, mut prompt: Prompt) -> Result<StartedAnswer, ModelError> {
        let said = match self.try_once(&prompt, 0).await {
            Err(ModelError::TooLong(said)) if !prompt.sources.is_empty() => said,
            begun => return begun,
        };
        let size = |prompt: &Prompt| (prompt.tokens(), prompt.max_tokens);
        let (before, context) = (size(&prompt), prompt.corrected_context(said));
        let left_out = prompt.fit(context);
        if size(&prompt) == before {
            return Err(ModelError::TooLong(said));
        }
        let begun = self.try_once(&prompt, left_out).await?;
        // Only on success: a wrong guess must not outlive this prompt. Images take room of their own, so a prompt with
        // images teaches nothing.
        let learnt = said.or(Some(context).filter(|_| prompt.images.is_empty()));
        if let Some(tokens) = learnt {
            self.context_window().learn_limit(tokens);
        }
        Ok(begun)
    }

    /// Sends a prompt and waits for the first token.
    async fn try_once(
        &self,
        prompt: &Prompt,
        left_out: usize,
    ) -> Result<StartedAnswer, ModelError> {
        let begun = Instant::now();
        let response = self.send(prompt).await?;
        let mut stream = StreamState::new(response, begun, self.timeouts, self.thought_marking());
        let first = stream.next().await.unwrap_or(Err(ModelError::BrokeOff))?;
        Ok(StartedAnswer { first, left_out, stream })
    }
}

impl ChatModel for OpenAi {
    fn name(&self) -> &str {
        self.call.endpoint.model()
    }

    fn sees(&self) -> bool {
        self.sees
    }

    fn context(&self) -> Option<u32> {
        self.call.context_window().tokens
    }

    fn calls_tools(&self) -> bool {
        self.call.takes_tools()
    }

    fn stream(&self, prompt: Prompt) -> BoxStream<'static, Result<Token, ModelError>> {
        let call = Arc::clone(&self.call);
        stream! {
            // The prompt is moved and dropped here: it may be large, and the answer may take long.
            let StartedAnswer { first, left_out, mut stream } = match call.start(prompt).await {
                Ok(begun) => begun,
                Err(error) => {
                    yield Err(error);
                    return;
                }
            };
            if left_out > 0 {
                yield Ok(Token::LeftOut(left_out));
            }
            let mut next = Some(Ok(first));
            while let Some(token) = next {
                if let (Ok(Token::Finished(_)), Some(thought_marking)) = (&token, stream.thought_marking()) {
                    call.set_thought_marking(thought_marking);
                }
                let failed = token.is_err();
                yield token;
                if failed {
                    return;
                }
                next = stream.next().await;
            }
        }
        .boxed()
    }
}
