//! The endpoint of a server: not all servers answer at the root, or accept a context or a foreign session state.

use serde_json::{Map, Value};

use super::client::{Client, ProbeRequest, ProbeResponse};

/// The keys that carry a session state.
const KEYS: [&str; 2] = ["session_state", "sessionState"];

/// The way in which questions carry the session state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SessionHandling {
    /// It is sent.
    Sent,
    /// Null is sent, as front ends do at first.
    Null,
    /// Its key is omitted.
    Omitted,
}

/// The endpoint of a server, and how it handles session states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Endpoint {
    /// The base before each path.
    base: &'static str,
    /// The handling of the session state.
    pub(super) session: SessionHandling,
    /// False if the key of the context is omitted.
    pub(super) takes_context: bool,
}

impl Endpoint {
    /// Returns true if the server answers below `/api` but not at the root.
    pub(super) fn is_below_api(self) -> bool {
        !self.base.is_empty()
    }

    /// Returns the request in a form that this server accepts.
    pub(super) fn request(self, probe: &ProbeRequest) -> ProbeRequest {
        let mut probe = probe.at(|path| format!("{}{path}", self.base));
        let body = probe.body.as_deref().map(serde_json::from_str);
        if let Some(Ok(Value::Object(mut fields))) = body {
            self.fit(&mut fields);
            probe.body = Some(Value::Object(fields).to_string());
        }
        probe
    }

    /// Removes the parts of a body that this server rejects.
    fn fit(self, fields: &mut Map<String, Value>) {
        if !self.takes_context {
            fields.remove("context");
        }
        for key in KEYS {
            match self.session {
                SessionHandling::Sent => {}
                SessionHandling::Null if fields.contains_key(key) => {
                    fields.insert(key.to_owned(), Value::Null);
                }
                SessionHandling::Null | SessionHandling::Omitted => _ = fields.remove(key),
            }
        }
    }
}

/// Returns all combinations of optional features, the usual one first.
fn handlings() -> impl Iterator<Item = (bool, SessionHandling)> {
    let sessions = [SessionHandling::Sent, SessionHandling::Null, SessionHandling::Omitted];
    let contexts = [true, false].into_iter();
    contexts.flat_map(move |context| sessions.map(|session| (context, session)))
}

/// Finds the first endpoint that answers, and returns it with the response to the question answered whole. The usual
/// one is tried first, and returned if none answers.
pub(super) async fn discover(
    client: &Client,
    plain: &ProbeRequest,
    streamed: &ProbeRequest,
) -> (Endpoint, ProbeResponse) {
    let bases = if client.base().ends_with("/api") { &[""][..] } else { &["", "/api"] };
    let mut first = None;
    for &base in bases {
        for (takes_context, session) in handlings() {
            let endpoint = Endpoint { base, session, takes_context };
            let whole = client.send(&endpoint.request(plain)).await;
            let answered =
                whole.is_answer() || client.send(&endpoint.request(streamed)).await.is_answer();
            if answered {
                return (endpoint, whole);
            }
            let is_absent = matches!(whole.status, 0 | 404 | 405);
            first.get_or_insert((endpoint, whole));
            if is_absent {
                break;
            }
        }
    }
    let default = Endpoint { base: "", session: SessionHandling::Sent, takes_context: true };
    first.unwrap_or((default, ProbeResponse::default()))
}
