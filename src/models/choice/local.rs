//! Discovers chat models that run on this machine, on the loopback interface only.

use std::time::Duration;

use footnote_protocol::LocalEndpoint;
use futures_util::future::join_all;

use crate::open_ai::Endpoint;

/// Time limit per server; a local server answers within milliseconds.
const TIMEOUT: Duration = Duration::from_millis(500);

/// A program that serves models, known by its usual port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalServer {
    /// Name of the program.
    pub program: &'static str,
    /// Its usual port.
    pub port: u16,
}

impl LocalServer {
    /// Programs that people commonly run.
    pub const DEFAULTS: [Self; 5] = [
        Self { program: "Ollama", port: 11434 },
        Self { program: "llama.cpp", port: 8080 },
        Self { program: "LM Studio", port: 1234 },
        Self { program: "vLLM", port: 8000 },
        Self { program: "Jan", port: 1337 },
    ];
}

/// Returns the models that these servers list. Queries all servers concurrently.
pub(super) async fn find_local(servers: impl Iterator<Item = LocalServer>) -> Vec<LocalEndpoint> {
    join_all(servers.map(ask)).await.into_iter().flatten().collect()
}

async fn ask(LocalServer { program, port }: LocalServer) -> Option<LocalEndpoint> {
    let address = format!("http://127.0.0.1:{port}/v1");
    let endpoint = Endpoint::open_ai(&address, None, "").ok()?;
    let mut models = endpoint.models(TIMEOUT).await.ok()?;
    models.retain(|model| is_chat_model(model));
    (!models.is_empty()).then(|| LocalEndpoint { program: program.to_owned(), address, models })
}

/// True unless the name looks like an embedding model; servers list both kinds.
pub(super) fn is_chat_model(model: &str) -> bool {
    !model.trim().is_empty() && !model.to_ascii_lowercase().contains("embed")
}
