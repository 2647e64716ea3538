//! Checks of whole answers.

use serde_json::Value;

use super::citations;
use super::endpoint::SessionHandling;
use super::exchanges::Exchanges;
use super::form::{Field, Form, ReturnedSession};
use super::outcome::{Outcome, holds};

/// Checks that a question is answered with 200.
pub(super) fn status(_: &Form, exchanges: &Exchanges) -> Outcome {
    let whole = exchanges.whole.as_ref()?;
    holds(whole.is_answer(), whole.outcome())
}

/// Checks that the content type is JSON.
pub(super) fn content_type(_: &Form, exchanges: &Exchanges) -> Outcome {
    let whole = exchanges.whole.as_ref().filter(|whole| whole.is_answer())?;
    holds(whole.content_type == "application/json", whole.content_type.clone())
}

/// Checks that all fields are present and have the right type.
pub(super) fn fields(form: &Form, exchanges: &Exchanges) -> Outcome {
    let whole = exchanges.whole.as_ref().filter(|whole| whole.is_answer())?;
    Some(complete(&form.fields, whole.json().as_ref(), &whole.body))
}

/// Checks that a body has all of `fields`; the error names the missing ones.
pub(super) fn complete(
    fields: &[Field],
    value: Option<&Value>,
    body: &[u8],
) -> Result<String, String> {
    let Some(value) = value else {
        return Err(format!("no JSON: {}", String::from_utf8_lossy(body)));
    };
    let lacks = |(place, kind): &&Field| !value.pointer(place).is_some_and(|v| kind.holds(v));
    let lacking: Vec<_> = fields.iter().filter(lacks).map(|(at, _)| at.as_str()).collect();
    if lacking.is_empty() {
        Ok(format!("{} fields", fields.len()))
    } else {
        Err(format!("not, or not as it should be: {}", lacking.join(", ")))
    }
}

/// Checks that there is no `error` key, whose mere presence clients treat as a failure.
pub(super) fn no_error(form: &Form, exchanges: &Exchanges) -> Outcome {
    let answer = exchanges.answer().filter(|_| !form.error_is_a_field)?;
    Some(without_error([&answer]))
}

/// Checks that none of the values has the key; the error shows its value.
pub(super) fn without_error<'a>(
    values: impl IntoIterator<Item = &'a Value>,
) -> Result<String, String> {
    let mut errors = values.into_iter().filter_map(|value| value.get("error"));
    match errors.next() {
        Some(error) => Err(format!("error: {error}")),
        None => Ok("none".to_owned()),
    }
}

/// Checks that the session state is returned.
pub(super) fn session(form: &Form, exchanges: &Exchanges) -> Outcome {
    (!form.whole.session.is_empty()).then_some(())?;
    let answer = exchanges.answer()?;
    returned(form, exchanges, answer.pointer(&form.whole.session))
}

/// Checks that a session state that the server did not issue is accepted, even null.
pub(super) fn accepts_any_session(form: &Form, exchanges: &Exchanges) -> Outcome {
    (form.session == ReturnedSession::Echoed && !form.whole.session.is_empty()).then_some(())?;
    let summary = match exchanges.endpoint.session {
        SessionHandling::Sent => "any",
        SessionHandling::Null => "null only",
        SessionHandling::Omitted => "not even null: it is answered without the key",
    };
    holds(exchanges.endpoint.session == SessionHandling::Sent, summary)
}

/// Checks that a context is accepted, even if the server has no use for it.
pub(super) fn accepts_context(form: &Form, exchanges: &Exchanges) -> Outcome {
    form.sends_context().then_some(())?;
    let accepts_any_session = exchanges.endpoint.takes_context;
    holds(
        accepts_any_session,
        if accepts_any_session { "yes" } else { "no: it is answered without the key" },
    )
}

/// Checks that this session state is the expected one.
pub(super) fn returned(form: &Form, exchanges: &Exchanges, state: Option<&Value>) -> Outcome {
    let was_sent = exchanges.endpoint.session == SessionHandling::Sent;
    let good = match (form.session, state) {
        (ReturnedSession::Echoed, _) if !was_sent => return None,
        (ReturnedSession::Optional, state) => {
            state?;
            true
        }
        (_, None) => return Some(Err("none".to_owned())),
        (ReturnedSession::Echoed, Some(state)) => state == &Value::from(exchanges.session.as_str()),
        (ReturnedSession::Given, Some(state)) => !state.is_null(),
    };
    holds(good, state?.to_string())
}

/// Checks that each citation in the text is one of the data points.
pub(super) fn citations(form: &Form, exchanges: &Exchanges) -> Outcome {
    (!form.whole.context.is_empty()).then_some(())?;
    let answer = exchanges.answer()?;
    let text = answer.pointer(&form.whole.text)?.as_str()?;
    let points = answer.pointer(&form.whole.context)?.get("data_points")?;
    citations::grounded(text, &[points])
}
