//! The way in which a server wants to be asked: not all answer at the root, nor take a session state that
//! they have not given.

use serde_json::Value;

use super::client::{Ask, Client, Seen};

/// The keys under which a session state is sent.
const KEYS: [&str; 2] = ["session_state", "sessionState"];

/// The handling of a question's session state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Session {
    /// It is sent.
    Sent,
    /// Null is sent, as front ends do at the beginning.
    Null,
    /// Its key is left out.
    Left,
}

/// The way in which a server is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Way {
    /// The base before each path.
    base: &'static str,
    /// The handling of the session state.
    pub(super) session: Session,
}

impl Way {
    /// Returns whether the server answers below `/api` and not at the root.
    pub(super) fn is_below_api(self) -> bool {
        !self.base.is_empty()
    }

    /// The question as this server wants it.
    pub(super) fn of(self, ask: &Ask) -> Ask {
        let mut ask = ask.at(|path| format!("{}{path}", self.base));
        let body = ask.body.as_deref().map(serde_json::from_str);
        if let (true, Some(Ok(Value::Object(mut fields)))) = (self.session != Session::Sent, body) {
            for key in KEYS {
                match self.session {
                    Session::Null if fields.contains_key(key) => {
                        fields.insert(key.to_owned(), Value::Null);
                    }
                    _ => {
                        fields.remove(key);
                    }
                }
            }
            ask.body = Some(Value::Object(fields).to_string());
        }
        ask
    }
}

/// The first way to ask that gets an answer, the usual one before all others, with the response to the whole
/// question; the usual one if none gets an answer.
pub(super) async fn found(client: &Client, plain: &Ask, streamed: &Ask) -> (Way, Seen) {
    let bases = if client.base().ends_with("/api") { &[""][..] } else { &["", "/api"] };
    let mut usual = None;
    for &base in bases {
        for session in [Session::Sent, Session::Null, Session::Left] {
            let way = Way { base, session };
            let whole = client.send(&way.of(plain)).await;
            let answered = whole.is_answer() || client.send(&way.of(streamed)).await.is_answer();
            if answered {
                return (way, whole);
            }
            let is_absent = matches!(whole.status, 0 | 404 | 405);
            usual.get_or_insert((way, whole));
            if is_absent {
                break;
            }
        }
    }
    let nothing = Way { base: "", session: Session::Sent };
    usual.unwrap_or((nothing, Seen::default()))
}
