//! The endpoint of a server: not all answer at the root, nor take a session state that they have not given.

use serde_json::Value;

use super::client::{Client, ProbeRequest, ProbeResponse};

/// The keys under which a session state is sent.
const KEYS: [&str; 2] = ["session_state", "sessionState"];

/// The handling of a question's session state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SessionHandling {
    /// It is sent.
    Sent,
    /// Null is sent, as front ends do at the beginning.
    Null,
    /// Its key is left out.
    Omitted,
}

/// The endpoint of a server, with its handling of session states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Endpoint {
    /// The base before each path.
    base: &'static str,
    /// The handling of the session state.
    pub(super) session: SessionHandling,
}

impl Endpoint {
    /// Returns whether the server answers below `/api` and not at the root.
    pub(super) fn is_below_api(self) -> bool {
        !self.base.is_empty()
    }

    /// The request as this server takes it.
    pub(super) fn request(self, probe: &ProbeRequest) -> ProbeRequest {
        let mut probe = probe.at(|path| format!("{}{path}", self.base));
        let body = probe.body.as_deref().map(serde_json::from_str);
        if let (true, Some(Ok(Value::Object(mut fields)))) =
            (self.session != SessionHandling::Sent, body)
        {
            for key in KEYS {
                match self.session {
                    SessionHandling::Null if fields.contains_key(key) => {
                        fields.insert(key.to_owned(), Value::Null);
                    }
                    _ => {
                        fields.remove(key);
                    }
                }
            }
            probe.body = Some(Value::Object(fields).to_string());
        }
        probe
    }
}

/// The first endpoint that answers, the usual one before all others, with the response to the question that is
/// answered whole; the usual one if none answers.
pub(super) async fn discover(
    client: &Client,
    plain: &ProbeRequest,
    streamed: &ProbeRequest,
) -> (Endpoint, ProbeResponse) {
    let bases = if client.base().ends_with("/api") { &[""][..] } else { &["", "/api"] };
    let mut first = None;
    for &base in bases {
        for session in [SessionHandling::Sent, SessionHandling::Null, SessionHandling::Omitted] {
            let endpoint = Endpoint { base, session };
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
    let default = Endpoint { base: "", session: SessionHandling::Sent };
    first.unwrap_or((default, ProbeResponse::default()))
}
