//! Any chat model behind an OpenAI-compatible endpoint.

mod call;
mod calls;
mod chunk;
mod embeddings;
mod endpoint;
mod reading;
mod thinking;

use std::sync::Arc;
use std::time::Duration;

use async_stream::stream;
use futures_util::StreamExt;
use futures_util::stream::BoxStream;
use tokio::time::Instant;

use super::{ChatModel, ModelError, Prompt, Token};
use call::Call;
pub use embeddings::Embeddings;
pub use endpoint::{Endpoint, EndpointError};
use reading::Reading;

/// The time to wait for a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// Until there is a connection.
    pub connect: Duration,
    /// From the request to the first token, a thought included; large models on small machines think long.
    pub first: Duration,
    /// From one sign of life to the next.
    pub next: Duration,
    /// For the whole answer.
    pub whole: Duration,
    /// The longest pause before trying again that a busy server may ask for.
    pub retry: Duration,
}

impl Default for Patience {
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
    call: Arc<Call>,
    sees: bool,
}

impl OpenAi {
    /// A model at `endpoint`; nothing is sent yet, and nothing there tells whether it `sees` images.
    ///
    /// # Errors
    ///
    /// If the system's TLS cannot be set up.
    pub fn new(endpoint: Endpoint, patience: Patience, sees: bool) -> Result<Self, ModelError> {
        Ok(Self { call: Arc::new(Call::new(endpoint, patience)?), sees })
    }
}

impl ChatModel for OpenAi {
    fn name(&self) -> &str {
        self.call.endpoint.model()
    }

    fn sees(&self) -> bool {
        self.sees
    }

    fn stream(&self, prompt: Prompt) -> BoxStream<'static, Result<Token, ModelError>> {
        let call = Arc::clone(&self.call);
        stream! {
            let begun = Instant::now();
            let response = match call.send(&prompt).await {
                Ok(response) => response,
                Err(error) => {
                    yield Err(error);
                    return;
                }
            };
            // It may be long, and so may the answer take.
            drop(prompt);
            let mut reading = Reading::new(response, begun, call.patience, call.habit());
            while let Some(token) = reading.next().await {
                if let (Ok(Token::Finished(_)), Some(habit)) = (&token, reading.habit()) {
                    call.note(habit);
                }
                let failed = token.is_err();
                yield token;
                if failed {
                    return;
                }
            }
        }
        .boxed()
    }
}
