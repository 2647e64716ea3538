//! The questions to a server in one form, and the values of its answers.

use serde_json::{Value, json};
use uuid::Uuid;

use super::client::{Client, ProbeRequest, ProbeResponse};
use super::endpoint::{self, Endpoint};
use super::form::{Form, Framing};
use super::stream::{self, Values, one_line};

/// The answers to all questions in one form.
pub(super) struct Exchanges {
    /// The endpoint that answers.
    pub(super) endpoint: Endpoint,
    /// The session state sent where the server accepts one.
    pub(super) session: String,
    /// A question, answered whole.
    pub(super) whole: Option<ProbeResponse>,
    /// A question, answered as a stream.
    pub(super) stream: ProbeResponse,
    /// The values of the stream, or the reason why it cannot be read.
    pub(super) values: Result<Values, String>,
    /// A body whose question is invalid.
    pub(super) wrong: ProbeResponse,
    /// A body of another content type.
    pub(super) other_type: Option<ProbeResponse>,
    /// A question at an address with a trailing slash.
    pub(super) slash: ProbeResponse,
    /// A question under `/api`, unless the examined address is already there.
    pub(super) api: Option<ProbeResponse>,
    /// A question with files as a form.
    pub(super) multipart: Option<ProbeResponse>,
}

impl Exchanges {
    /// Asks a server everything, one request after another.
    pub(super) async fn of(client: &Client, form: &Form, question: &str) -> Self {
        let session = Uuid::new_v4().to_string();
        let streamed = form.ask(question, &session, true);
        let plain = form.ask(question, &session, !form.has_whole());
        let (endpoint, first) = endpoint::discover(client, &plain, &streamed).await;
        let (streamed, plain) = (endpoint.request(&streamed), endpoint.request(&plain));
        let stream = client.send(&streamed).await;
        let other_type = (!form.unsupported.is_empty()).then(|| of_other_type(&plain));
        let below_api = client.base().ends_with("/api") || endpoint.is_below_api();
        let api = (!below_api).then(|| plain.at(|path| format!("/api{path}")));
        let multipart = form.multipart.then(|| endpoint.request(&multipart(form, question)));
        Self {
            endpoint,
            session,
            whole: form.has_whole().then_some(first),
            values: values(form, &stream),
            stream,
            wrong: client.send(&wrong(form, &plain)).await,
            other_type: send_optional(client, other_type).await,
            slash: client.send_once(&plain.at(|path| format!("{path}/"))).await,
            api: match api {
                Some(api) => Some(client.send_once(&api).await),
                None => None,
            },
            multipart: send_optional(client, multipart).await,
        }
    }

    /// Returns the whole answer, if there is one.
    pub(super) fn answer(&self) -> Option<Value> {
        self.whole.as_ref().filter(|seen| seen.is_answer())?.json()
    }

    /// Returns true if a question is answered at its usual address; only then do other addresses mean anything.
    pub(super) fn answers(&self) -> bool {
        self.whole.as_ref().unwrap_or(&self.stream).is_answer()
    }

    /// Returns the values of the stream, as far as it could be read.
    pub(super) fn values(&self) -> &[Value] {
        self.values.as_ref().map_or(&[], |read| &read.all)
    }

    /// Checks that the server speaks the form at all. If the form was requested by name (`named`), its own field may be
    /// missing: a check reports it.
    ///
    /// # Errors
    ///
    /// Returns the reason why it does not.
    pub(super) fn check_spoken(&self, form: &Form, named: bool) -> Result<(), String> {
        let answer = self.answer();
        let seen = || answer.iter().chain(self.values());
        if let Some(other) = seen().find(|value| form.excludes(value)) {
            return Err(format!("what comes is of another form: {other}"));
        }
        let events = matches!(form.framing, Framing::Events { .. });
        let in_events = events && self.stream.content_type == "text/event-stream";
        let is_marked = seen().any(|value| form.marks(value));
        let is_of_form = is_marked || in_events && self.stream.is_answer();
        if !is_of_form {
            let responses = self.whole.iter().chain([&self.stream]);
            let failures: Vec<_> = responses.map(failure_of).collect();
            return Err(failures.join("; "));
        }
        let is_own = |value: &Value| value.pointer(&form.own).is_some();
        if named || form.own.is_empty() || seen().any(is_own) {
            return Ok(());
        }
        Err(format!("no {} comes back", form.own.trim_start_matches('/')))
    }
}

/// Returns the failure of a question that got no answer of the form.
fn failure_of(seen: &ProbeResponse) -> String {
    let place = &seen.path;
    if seen.is_answer() {
        let body = one_line(&String::from_utf8_lossy(&seen.body));
        return format!("{place} answers with something else: {body}");
    }
    let body = one_line(&String::from_utf8_lossy(&seen.body));
    let separator = if body.is_empty() { "" } else { " " };
    format!("{place}: {}{separator}{body}", seen.outcome())
}

async fn send_optional(client: &Client, probe: Option<ProbeRequest>) -> Option<ProbeResponse> {
    match probe {
        Some(probe) => Some(client.send(&probe).await),
        None => None,
    }
}

fn values(form: &Form, seen: &ProbeResponse) -> Result<Values, String> {
    if seen.is_answer() { stream::read(form.framing, &seen.body) } else { Err(seen.outcome()) }
}

fn of_other_type(probe: &ProbeRequest) -> ProbeRequest {
    probe.clone().with("content-type", "text/plain")
}

/// Returns the question as part of a form with files: the part's name is not quoted.
fn multipart(form: &Form, question: &str) -> ProbeRequest {
    let body = json!({"messages": [{"role": "user", "content": question}]});
    let boundary = "---Part-0e1f6d2e-93a8-4f1e-b8d8-2a3c8c5f4f11";
    let part = format!(
        "--{boundary}\r\ncontent-type: application/json\r\n\
         content-disposition: form-data; name=json\r\n\r\n{body}\r\n--{boundary}--\r\n\r\n"
    );
    let kind = format!("multipart/form-data; boundary={boundary}");
    let mut probe = form.ask(question, "", false).with("content-type", &kind);
    probe.body = Some(part);
    probe
}

/// Returns the same request with an invalid question; whatever identifies its form is kept.
fn wrong(form: &Form, probe: &ProbeRequest) -> ProbeRequest {
    let mut wrong = probe.clone();
    match &probe.body {
        None => {
            let path = probe.path.split('=').next().unwrap_or_default();
            wrong.path = format!("{path}=");
        }
        Some(body) => {
            let mut body: Value = serde_json::from_str(body).unwrap_or_default();
            if let Some(fields) = body.as_object_mut() {
                fields.insert(form.question.clone(), json!(7));
            }
            wrong.body = Some(body.to_string());
        }
    }
    wrong
}
